/** The form of a player: every declared field with a group is in it, once, and is typed as its kind asks. */
import { FIELD_NAMES, isFlag, PLAYER_FIELDS, PROFILE_GROUPS } from '@munim/core'
import { expect, test } from 'vitest'
import { isNumeric, PROFILE } from './profile-fields.ts'

test.each(PROFILE_GROUPS)('%s has all its fields, in their order', (title) => {
  const names = FIELD_NAMES.filter((name) => PLAYER_FIELDS[name].group === title)
  const group = PROFILE.find((each) => each.title === title)!
  expect(group.texts).toEqual(names.filter((name) => !isFlag(name)))
  expect(group.flags).toEqual(names.filter(isFlag))
})

test('the groups are those of the specification, and leave out only the password', () => {
  expect(PROFILE.map(({ title }) => title)).toEqual(PROFILE_GROUPS)
  const shown = PROFILE.flatMap(({ texts, flags }) => [...texts, ...flags])
  expect([...shown, 'password'].sort()).toEqual([...FIELD_NAMES].sort())
})

test('numbers and the mpin are typed with figures', () => {
  expect(['mobile', 'upi_number', 'mpin'].every((name) => isNumeric(name as 'mpin'))).toBe(true)
  expect(['user_name', 'upi_id', 'address'].some((name) => isNumeric(name as 'mpin'))).toBe(false)
})

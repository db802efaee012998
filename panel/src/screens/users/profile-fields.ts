/** The fields of a player's profile that can be changed, in the groups the details show them in. */
import {
  FIELD_NAMES,
  type FlagField,
  isFlag,
  PLAYER_FIELDS,
  type PlayerField,
  PROFILE_GROUPS,
} from '@munim/core'

/** What is typed; of the password there is a dialog of its own. */
export type TypedField = Exclude<PlayerField, FlagField | 'password'>

const isTyped = (name: PlayerField): name is TypedField => !isFlag(name) && name !== 'password'

export type Group = (typeof PROFILE_GROUPS)[number]

export const PROFILE = PROFILE_GROUPS.map((title) => {
  const names = FIELD_NAMES.filter((name) => PLAYER_FIELDS[name].group === title)
  return { title, texts: names.filter(isTyped), flags: names.filter(isFlag) }
})

/** Typed with figures only: a phone shows its number pad. */
export const isNumeric = (name: TypedField) => /^(mobile|number|mpin)$/.test(PLAYER_FIELDS[name].kind)

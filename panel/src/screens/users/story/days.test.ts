import { expect, test } from 'vitest'
import { accountOf, addsUp, type Day, joinDays, type Line } from './days.ts'

const signIn = (hour: number): Line => ({ is: 'signed in', at: `2026-11-20T0${hour}:00:00.000Z` })
const day = (name: string, [opening, came, went, closing]: readonly number[], ...hours: number[]): Day => ({
  day: name,
  opening: opening!,
  came: came!,
  went: went!,
  closing: closing!,
  lines: hours.map(signIn),
})

test('a day that goes on over the end of a page is one day, with the account it had first', () => {
  const days = [
    day('2026-11-21', [10, 0, 0, 10], 9, 8),
    day('2026-11-20', [0, 10, 0, 10], 7),
    day('2026-11-20', [0, 99, 0, 99], 6),
    day('2026-11-19', [0, 0, 0, 0], 5),
  ]
  expect(joinDays(days)).toEqual([
    days[0],
    day('2026-11-20', [0, 10, 0, 10], 7, 6),
    day('2026-11-19', [0, 0, 0, 0], 5),
  ])
})

test.each([
  [[0, 0.1, 0, 0.1], true],
  [[0.1, 0.2, 0, 0.3], true], // 0.30000000000000004 as binary fractions add it up
  [[100, 20, 30, 90], true],
  [[100, 20, 30, 90.01], false],
  [[-10, 20, 0, 10], true],
] as const)('%j adds up: %s', (account, is) => {
  expect(addsUp(day('2026-11-20', account))).toBe(is)
})

test('all days are one account; of none there is none', () => {
  const days = [day('2026-11-21', [70, 0.2, 20.1, 50.1]), day('2026-11-20', [100, 0.1, 30.1, 70])]
  expect(accountOf(days)).toEqual({ opening: 100, came: 0.3, went: 50.2, closing: 50.1 })
  expect(accountOf([])).toBeNull()
})

/** What the smallest bet of a rate wins. */
import { expect, test } from 'vitest'
import { readMultiplier, readRupees } from '../money.ts'
import { exampleOf } from './rates.ts'

test.each([
  // smallest bet in rupees, multiplier, win in paise
  [10, 9, 9_000],
  [10, 95, 95_000],
  [0.5, 9.5, 475],
  [1, 10_000, 1_000_000],
] as const)('₹%d × %d', (rupees, times, paise) => {
  expect(exampleOf({ min: readRupees(rupees)!, multiplier: readMultiplier(times)! })).toBe(paise)
})

/** What is kept, and the hold, by cases. */
import { expect, test } from 'vitest'
import { paise } from '../money.ts'
import { addSums, type HouseSums, holdOf, keptOf, percentInWords } from './day-sheet.ts'

const sums = (stake: number, refunded: number, paid: number, running: number): HouseSums => ({
  bids: 1,
  stake: paise(stake),
  refunded: paise(refunded),
  paid: paise(paid),
  running: paise(running),
})

test.each([
  ['nothing was staked', sums(0, 0, 0, 0), 0, null],
  ['all of it runs', sums(5_000, 0, 0, 5_000), 0, null],
  ['all of it was refunded', sums(5_000, 5_000, 0, 0), 0, null],
  ['all of it is lost to the house', sums(5_000, 0, 0, 0), 5_000, 100],
  ['one part of each', sums(10_000, 1_000, 3_000, 2_000), 4_000, 57.14],
  ['more was paid than staked', sums(1_000, 0, 9_500, 0), -8_500, -850],
  ['what was paid is what was staked', sums(1_000, 0, 1_000, 0), 0, 0],
])('%s', (_, of, kept, hold) => {
  expect([keptOf(of), holdOf(of)]).toEqual([kept, hold])
})

test.each([
  [null, '–'],
  [50, '50.0 %'],
  [1.45, '1.5 %'],
  [-1234.56, '−1,234.6 %'],
])('a percentage of %s is written %s', (of, words) => {
  expect(percentInWords(of)).toBe(words)
})

test('the sums of parts keep what the parts keep', () => {
  const parts = [sums(10_000, 1_000, 3_000, 2_000), sums(1_000, 0, 9_500, 0)]
  expect(addSums(parts)).toEqual({ ...sums(11_000, 1_000, 12_500, 2_000), bids: 2 })
  expect(keptOf(addSums(parts))).toBe(parts.reduce((sum, part) => sum + keptOf(part), 0))
  expect(addSums([])).toEqual({ ...sums(0, 0, 0, 0), bids: 0 })
})

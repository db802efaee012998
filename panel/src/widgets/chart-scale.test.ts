import { expect, test } from 'vitest'
import { atTick, ticksOf } from './chart-scale.ts'

test.each([
  [-200_000, 430_000, [-200_000, 0, 200_000, 400_000, 600_000]],
  [-36_700, 36_600, [-40_000, -20_000, 0, 20_000, 40_000]],
  [-1, 3, [-1, 0, 1, 2, 3]],
  [0, 0, [0, 1000]], // nothing has moved yet
  [0, 999, [0, 200, 400, 600, 800, 1000]],
  [-999, 0, [-1000, -800, -600, -400, -200, 0]],
  [5, 10, [0, 2, 4, 6, 8, 10]], // zero is always there
  [-10_000_001, 10_000_001, [-20_000_000, -10_000_000, 0, 10_000_000, 20_000_000]],
])('an axis from %d to %d has the ticks %j', (least, most, ticks) => {
  expect(ticksOf(least, most)).toEqual(ticks)
})

test.each([
  [0, '0'],
  [500, '500'],
  [-1000, '−1k'],
  [2500, '2.5k'],
  [100_000, '1 L'],
  [200_000, '2 L'],
  [-150_000, '−1.5 L'],
  [10_000_000, '1 Cr'],
])('%d is %s at a tick', (rupees, words) => expect(atTick(rupees)).toBe(words))

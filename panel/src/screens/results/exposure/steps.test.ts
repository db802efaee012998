import { expect, test } from 'vitest'
import { amountStep, countScaleOf, houseStep, scaleOf, short } from './steps.ts'

const range = { least: -1000, most: 500 }

test.each([
  // result, step
  [-1000, -3],
  [-601, -3],
  [-600, -2], // beyond 60 %, not at it
  [-251, -2],
  [-250, -1],
  [-0.01, -1], // any loss is a loss
  [0, 0],
  [110, 0],
  [111, 1],
  [251, 2],
  [401, 3],
])('a house result of %d is step %d', (result, step) => {
  expect(houseStep(result, range)).toBe(step)
})

test('where nothing was bet, every cell is even', () => {
  expect(houseStep(0, { least: 0, most: 0 })).toBe(0)
  expect(amountStep(0, { least: 0, most: 0 })).toBe(0)
})

test.each([
  // largest, amount, text
  [999_999_999.99, -999_999_999.99, '−100'],
  [49_999_999, -49_999_999, '−500'],
  [860_000, -863_860, '−8.6'],
  [860_000, 4400, '+0'], // in the one unit of the grid, and what it is in its own cell
  [860_000, 10_000, '+0.1'],
  [2_000_000, -1_530_156, '−15'],
  [2_000_000, 997_000, '+10'],
  [500_000, 500_000, '+5.0'],
  [499_999, 499_999, '+500'],
  [90_000, 42_363.5, '+42'],
  [90_000, -3400, '−3.4'],
  [9000, -850.4, '−0.9'],
  [9000, -40, '−0'], // little, and a loss all the same
  [900, -850.4, '−850'],
  [900, 0, '0'],
])('of a grid up to %d, %d is written %s', (largest, amount, text) => {
  expect(short(amount, scaleOf(largest))).toBe(text)
})

test.each([
  [412, 9999, '412'],
  [412, 10_000, '0.4'],
  [12_400, 12_400, '12'],
])('%d bets of a grid up to %d are written %s', (bids, largest, text) => {
  expect(short(bids, countScaleOf(largest), false)).toBe(text)
})

/** Reading rupees exactly, and what a stake wins. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import vectors from '../../tests/data/settlement-vectors.json' with { type: 'json' }
import {
  inRupees,
  multiplierOf,
  paise,
  paiseOf,
  readMultiplier,
  readRupees,
  rupeesOf,
  sumOfRupees,
  winOf,
} from './money.ts'

test.each([
  // rupees, paise      why this row is here
  [0.07, 7], // multipleOf: 0.01 refuses it
  [4.35, 435], // 4.35 * 100 is 434.99999999999994
  [19.99, 1999], // 19.99 * 100 is 1998.9999999999998
  [1.1, 110], // one decimal is tens of paise
  [0.29, 29], // Math.trunc(0.29 * 100) is 28
  [100, 10000], // no decimals
  [0, 0], // zero is read, the caller refuses it
  [-0, 0], // and has no sign
  [-0.05, -5], // a deduction, its whole part loses no sign
  [-12.5, -1250], // negative with one decimal
  [10_000_000.01, 1_000_000_001], // reading has no bound of ten million
  [70_368_744_177_663.99, 7_036_874_417_766_399], // the last below 2^46
])('%d rupees are %d paise', (rupees, amount) => {
  expect(readRupees(rupees)).toBe(amount)
  expect(paiseOf(rupees) + 0).toBe(amount)
})

test('rupees are added up to the paisa, also those that doubles do not hold', () => {
  expect(sumOfRupees([])).toBe(0)
  expect(sumOfRupees([0.1, 0.2])).toBe(0.3)
  expect(sumOfRupees([4.35, -19.99, 70_368_744_177_663.99])).toBe(70_368_744_177_648.35)
})

test.each([
  0.001, // a tenth of a paisa
  1.005, // three decimals, even where rounding would look kind
  0.1 + 0.2, // 0.30000000000000004
  1e-7, // its text has an exponent
  1e21, // so has this one's
  90_071_992_547_409.92, // more paise than a safe integer
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '5', // coercion changes money
  '',
  true, // would be one rupee
  null, // would be none
  undefined,
  [100], // would be a hundred
  {},
  5n,
])('%s is no amount of rupees', (value) => {
  expect(readRupees(value)).toBeNull()
})

test('every amount below 2^46 rupees comes back from its JSON number', () => {
  const most = 2 ** 46 * 100 - 1
  fc.assert(
    fc.property(fc.integer({ min: -most, max: most }), (amount) => {
      const received: unknown = JSON.parse(JSON.stringify(rupeesOf(paise(amount))))
      expect(readRupees(received)).toBe(amount)
    }),
    { numRuns: 2_000 },
  )
})

test('every amount with one decimal too many is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (hundredths, third) => {
      expect(readRupees(Number(`${(hundredths / 100).toFixed(2)}${third}`))).toBeNull()
    }),
  )
})

test.each([0.5, Number.NaN, 2 ** 53])('%d is a fault where paise are meant', (amount) => {
  expect(() => paise(amount)).toThrow('whole paise')
})

test.each([
  // typed, hundredths      why this row is here
  [1, 100], // the least
  [9.5, 950], // one decimal
  [9.05, 905], // two
  [1_000_000, 100_000_000], // the most
])('%d is a multiplier', (typed, hundredths) => {
  const multiplier = readMultiplier(typed)!
  expect([multiplier, multiplierOf(multiplier)]).toEqual([hundredths, typed])
})

test.each([
  0.99, // the house would take the stake's part back
  0,
  -9,
  1_000_000.01,
  9.005, // three decimals
  '9',
  null,
  Number.NaN,
])('%s is no multiplier', (typed) => {
  expect(readMultiplier(typed)).toBeNull()
})

test.each(vectors.payout_vectors)(
  '$game_mode: $points × $multiplier wins $win_amount',
  ({ points, multiplier, win_amount }) => {
    const win = winOf(readRupees(Number(points))!, readMultiplier(Number(multiplier))!)
    expect(rupeesOf(win).toFixed(2)).toBe(win_amount)
  },
)

test.each([
  // points, multiplier, win (paise)      why this row is here
  [1050, 9.55, 10028], // 10027.5: a half goes up
  [1, 1.49, 1], // 1.49 goes down
  [1, 1.5, 2], // 1.5 goes up
  [3, 1.5, 5], // 4.5 goes up, not to even
  [0, 9, 0], // nothing wins nothing
  [1_000_000_000, 1_000_000, 1_000_000_000_000_000], // ten million at the most
  [999_999_999, 999_999.99, 999_999_989_000_000], // 999999989000000.01: the product passes 2^53
  [999_999_999, 90_071.99, 90_071_989_909_928], // 90071989909928.01
])('%d paise at %d win %d', (points, multiplier, win) => {
  expect(winOf(paise(points), readMultiplier(multiplier)!)).toBe(win)
})

test('a win is the exact product, at most half a paisa away', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.integer({ min: 100, max: 100_000_000 }), (points, hundredths) => {
      const win = winOf(paise(points), readMultiplier(hundredths / 100)!)
      const over = BigInt(win) * 100n - BigInt(points) * BigInt(hundredths)
      expect(over > -50n && over <= 50n).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  [0, '₹0'],
  [1_000_000, '₹10,000'],
  [1_050, '₹10.50'],
  [12_345_650, '₹1,23,456.50'],
  [-5, '-₹0.05'],
])('%i paise are written in sentences as %s', (amount, text) => {
  expect(inRupees(paise(amount))).toBe(text)
})

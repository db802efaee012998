/** The first rates, as the rules of the game give them. */
import { expect, test } from 'vitest'
import { multiplierOf, rupeesOf } from '../money.ts'
import { RATE_KEYS } from './games.ts'
import { exampleOf, FIRST_RATES } from './rates.ts'

test('the first rates are in the order of the specification', () => {
  expect(Object.keys(FIRST_RATES)).toEqual(RATE_KEYS)
})

test.each([
  ['single_digit', 9],
  ['jodi_digit', 95],
  ['single_pana', 150],
  ['double_pana', 300],
  ['tripple_pana', 700],
  ['half_sangam', 1000],
  ['full_sangam', 10000],
  ['sp', 150],
  ['dp', 300],
  ['tp', 700],
  ['odd_even', 9],
  ['red_bracket', 95],
] as const)('%s starts at ₹10 × %d', (key, times) => {
  const rate = FIRST_RATES[key]
  expect([rupeesOf(rate.min), multiplierOf(rate.multiplier)]).toEqual([10, times])
  expect(rupeesOf(exampleOf(rate))).toBe(10 * times)
})

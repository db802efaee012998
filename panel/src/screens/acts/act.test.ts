import { api, type Endpoint } from '@munim/contract'
import { expect, test } from 'vitest'
import { actInWords } from '../../widgets/act-in-words.ts'
import { effectInWords } from './act.ts'

test('every act that may wait for a second person has its own words', () => {
  const waitable = Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter((call) => call.access === 'admin' && (call.second || call.fieldSeconds))
  expect(waitable.length).toBeGreaterThan(10)
  expect(waitable.filter(({ path }) => actInWords({ call: path }) === path)).toEqual([])
})

test('what would change is called as its own screen calls it, and counted as it is there', () => {
  const effect = {
    before: { merchant_upi: 'a@upi', mobile: '98', joining_bonus: 0, bonus: 5, bonus_show: false },
    after: {
      merchant_upi: 'b@upi',
      mobile: '',
      joining_bonus: 1000,
      bonus: 7.5,
      bonus_show: true,
      payee_wait_hours: 4,
      turnover_bonus: 2,
    },
  }
  expect(effectInWords({ thing: 'settings', effect })).toEqual({
    'Merchant UPI': 'a@upi → b@upi',
    Mobile: '98 → –',
    'Joining bonus': '₹0.00 → ₹1,000.00',
    'Bonus on deposits': '5 % → 7.5 %',
    'Deposits bring a bonus': 'no → yes',
    'Wait after a change of the payee': '4 h',
    'Bonuses are staked': '2 times',
  })
  const rate = { before: { jodi_digit_1: 10 }, after: { jodi_digit_1: 20 } }
  expect(Object.values(effectInWords({ thing: 'rates', effect: rate }))).toEqual(['₹10.00 → ₹20.00'])
})

test('fields that are called alike are both told', () => {
  const effect = { before: {}, after: { open_digit: '1', manualOpenDigit: '2' } }
  expect(Object.values(effectInWords({ thing: 'draw', effect }))).toEqual(['1 · 2'])
})

test('every setting that may wait for a second person has its own words', () => {
  const keys = Object.keys(api.settings.update.fieldSeconds ?? {})
  const effect = { before: {}, after: Object.fromEntries(keys.map((key) => [key, true])) }
  expect(keys.length).toBeGreaterThan(10)
  expect(
    Object.keys(effectInWords({ thing: 'settings', effect })).filter((label) => keys.includes(label)),
  ).toEqual([])
})

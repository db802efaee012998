/** Rates while they are typed: the example, what asks first, what can't be saved. */
import { ENGLISH, sayFor } from '@munim/contract/catalogue'
import { loadLanguage } from '@munim/contract/languages'
import { RATE_KEYS } from '@munim/core'
import { afterEach, expect, test } from 'vitest'
import { type Pairs, type RateDraft, rateChangesOf, rowsOf } from './rate-draft.ts'

const pairs = Object.fromEntries(
  RATE_KEYS.flatMap((key) => [
    [`${key}_1`, 10],
    [`${key}_2`, 9],
  ]),
) as Pairs
const digit = (draft: RateDraft) => rowsOf(pairs, draft)[0]!

afterEach(() => sayFor(() => ENGLISH))

test('a change is told in the language of who makes it', async () => {
  const hindi = await loadLanguage('hi')
  sayFor(() => hindi)
  const told = rateChangesOf(pairs, { single_digit_1: '20', single_digit_2: '10' }).map(({ words }) => words)
  expect(told).toEqual(['सिंगल मिनिमम 10 → 20', 'सिंगल 9 → 10'])
})

test('each game, in the order that players know them', () => {
  expect(rowsOf(pairs, {}).map(({ name }) => name)).toEqual([
    'Single Digit',
    'Jodi',
    'Single Panna',
    'Double Panna',
    'Triple Panna',
    'Half Sangam',
    'Full Sangam',
    'SP',
    'DP',
    'TP',
    'Odd Even',
    'Red Bracket',
  ])
})

test.each<[RateDraft, number | undefined]>([
  [{}, 90],
  [{ single_digit_2: '9.5' }, 95],
  [{ single_digit_1: '0.07', single_digit_2: '9.55' }, 0.67], // half a paisa is rounded up
  [{ single_digit_1: '', single_digit_2: '' }, 100], // 10 for each where nothing is typed
  [{ single_digit_1: 'ten' }, 90],
  [{ single_digit_2: '9.555' }, undefined], // no number that could be saved
])('%j wins %s', (draft, win) => {
  expect(digit(draft).example?.win).toBe(win)
})

test.each<[RateDraft, string | null, string | null]>([
  [{ single_digit_1: '1', single_digit_2: '1' }, null, null],
  [{ single_digit_1: '10000000', single_digit_2: '1000000' }, null, null],
  [{ single_digit_1: '0', single_digit_2: '0.5' }, 'At least ₹1', 'At least 1'],
  [{ single_digit_1: '', single_digit_2: '' }, 'Minimum bet is missing', 'Multiplier is missing'],
  [{ single_digit_1: '1.005', single_digit_2: '9.955' }, 'At most two decimals', 'At most two decimals'],
  [{ single_digit_1: '10000001', single_digit_2: '1000001' }, 'At most ₹1,00,00,000', 'At most 10,00,000'],
])('%j is refused with %s and %s', (draft, min, multiplier) => {
  expect([digit(draft).minWrong, digit(draft).multiplierWrong]).toEqual([min, multiplier])
})

test.each<[string, boolean]>([
  ['89.99', false],
  ['90', true],
  ['1', false],
  ['0.9', true],
])('a multiplier of 9 changed to %s asks first: %s', (typed, asks) => {
  expect(rateChangesOf(pairs, { single_digit_2: typed })[0]?.isSlip).toBe(asks)
})

test('a change is told in words, and whether the house would lose', () => {
  const typed = { single_digit_2: '9.0', single_digit_1: '1000', jodi_digit_2: '105', red_bracket_2: '100' }
  const changes = rateChangesOf(pairs, typed)
  expect(changes.map(({ words, loses }) => [words, loses])).toEqual([
    ['Single Digit minimum 10 → 1,000', false],
    ['Jodi 9 → 105', true],
    ['Red Bracket 9 → 100', false], // fair
  ])
})

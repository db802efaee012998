/** What is sent of the settings, and what is not. */
import { ENGLISH, sayFor } from '@munim/contract/catalogue'
import { loadLanguage } from '@munim/contract/languages'
import { afterEach, expect, test } from 'vitest'
import { allOf, baseOf, changesOf, complaintsOf, type Draft, savedMeanwhile } from './settings-draft.ts'
import { FIELDS, type Settings } from './settings-fields.ts'
import { typedInto } from './use-settings-draft.ts'

const saved = {
  deposit_min: 100,
  deposit_max: 10_000,
  withdraw_min: 100,
  withdraw_max: 50_000,
  betting_min: 10,
  betting_max: 5000,
  transfer_min: 10,
  transfer_max: 10_000,
  joining_bonus: 0,
  referral_bonus: 0,
  bonus: 25,
  bonus_show: false,
  payee_wait_hours: 0,
  withdraw_open: '00:00',
  withdraw_close: '23:59',
  telegram: '',
  email_1: '',
  facebook: '',
  mobile: '',
  app_version: '',
  share_message: '',
} as Partial<Settings> as Settings

afterEach(() => sayFor(() => ENGLISH))

test('a switch is on or off in the language of who turns it', async () => {
  const words = () => changesOf(saved, { bonus_show: true })[0]!.words
  expect(words()).toMatch(/ off → on$/)
  const hindi = await loadLanguage('hi')
  sayFor(() => hindi)
  expect(words()).toMatch(/ बंद → चालू$/)
})

test('only what differs is a change, in the order of the form and in words', () => {
  const draft: Draft = { telegram: ' munim ', bonus_show: true, withdraw_min: '500', deposit_min: '100' }
  expect(changesOf(saved, draft)).toEqual([
    { key: 'withdraw_min', value: 500, words: 'Withdrawal minimum 100 → 500' },
    { key: 'bonus_show', value: true, words: 'Deposits bring a bonus off → on' },
    { key: 'telegram', value: 'munim', words: 'Telegram – → munim' },
  ])
})

test('what was typed and typed back is no change', () => {
  expect(
    changesOf(saved, { bonus: '25', bonus_show: false, telegram: '  ', withdraw_open: '00:00' }),
  ).toEqual([])
})

test('what others saved is told in the same words', () => {
  expect(savedMeanwhile(saved, { ...saved, withdraw_max: 125_000, bonus_show: true, bonus: 30 })).toEqual([
    'Withdrawal maximum 50,000 → 1,25,000',
    'Bonus on deposits 25 % → 30 %',
    'Deposits bring a bonus off → on',
  ])
})

test('amounts are grouped as they are read, and long texts cut', () => {
  const draft: Draft = { withdraw_max: '125000', share_message: 'Play with me and my friends every day' }
  expect(changesOf(saved, draft).map(({ words }) => words)).toEqual([
    'Withdrawal maximum 50,000 → 1,25,000',
    'Share message – → Play with me and my friends…',
  ])
})

test.each<[Draft, string | undefined]>([
  [{ deposit_min: '0' }, 'Deposit minimum must be at least ₹1'],
  [{ deposit_min: '0.99' }, 'Deposit minimum must be at least ₹1'],
  [{ deposit_min: '1' }, undefined],
  [{ deposit_min: '1.005' }, 'Deposit minimum must have at most two decimals'],
  [{ deposit_max: '10000000' }, undefined],
  [{ deposit_max: '10000000.01' }, 'Deposit maximum must be at most ₹1,00,00,000'],
  [{ deposit_max: '' }, 'Deposit maximum must be a number'],
  [{ deposit_max: '-' }, 'Deposit maximum must be a number'],
  [{ joining_bonus: '0' }, undefined],
  [{ referral_bonus: '-1' }, 'Referral bonus must be at least ₹0'],
  [{ bonus: '0.5' }, 'Bonus on deposits must be at least 1 %'],
  [{ bonus: '101' }, 'Bonus on deposits must be at most 100 %'],
  [{ deposit_min: '10000' }, undefined],
  [{ payee_wait_hours: '1.5' }, 'Wait after a change of the payee must be whole hours'],
  [{ deposit_min: '10001' }, 'Deposit minimum is above the maximum'],
  [{ withdraw_max: '99' }, 'Withdrawal minimum is above the maximum'],
  [{ deposit_min: '500', deposit_max: '400' }, 'Deposit minimum is above the maximum'],
  [{ withdraw_open: '' }, 'Withdrawals open is required'],
  [{ email_1: 'munim@' }, 'Email is not valid'],
  [{ facebook: 'facebook.com/munim' }, 'Link must begin with https://'],
  [{ facebook: 'javascript:alert(1)' }, 'Link must begin with https://'],
  [{ facebook: 'http://facebook.com/munim' }, 'Link must begin with https://'],
  [{ facebook: 'https://facebook.com/munim' }, undefined],
  [{ telegram: '@munim' }, undefined],
  [
    { telegram: 'data:text/html,x' },
    'Telegram must be a name, such as @munim, or a link that begins with https://',
  ],
  [{ mobile: '98290 41177' }, undefined],
  [{ mobile: 'call me' }, 'Number must be digits'],
  [{ app_version: '1.4.2' }, undefined],
  [{ app_version: 'v1' }, 'App version must be numbers with dots, such as 1.4.2'],
])('%j: %s', (draft, sentence) => {
  expect(Object.values(complaintsOf(saved, draft))[0]).toBe(sentence)
})

test('what is wrong is told in the order of the form', () => {
  const wrong = complaintsOf(saved, { email_1: 'x', deposit_min: '20000' })
  expect(Object.keys(wrong)).toEqual(['deposit_min', 'email_1'])
})

test('a draft is over the settings at its first keystroke, or over newer ones whose fields are the same', () => {
  const first = { ...saved, version: 1 } as Settings
  const other = { ...first, version: 2, merchant_qr: '/uploads/qr/new.png', telegram: '@theirs' } as Settings
  expect(baseOf(other, first)).toMatchObject({ version: 1, telegram: '', merchant_qr: '/uploads/qr/new.png' })
  expect(baseOf({ ...other, telegram: '' }, first).version).toBe(2)
  expect(baseOf(other, null)).toBe(other)
})

test('a field that is typed back to what it was is no longer touched; all are sent', () => {
  const touched = typedInto<Draft>({}, saved, { key: 'bonus', value: '30' })
  expect(touched).toEqual({ bonus: '30' })
  expect(typedInto(touched, saved, { key: 'bonus', value: '25' })).toEqual({})
  const sent = allOf(saved, changesOf(saved, touched))
  expect(Object.keys(sent).toSorted()).toEqual(FIELDS.map(({ key }) => key).toSorted())
  expect(sent).toMatchObject({ bonus: 30, deposit_min: 100 })
})

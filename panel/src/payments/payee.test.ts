/** Whom a withdrawal pays, by transfer type (specification 2 §2). */
import { PAY_WAYS, PAYEE_FIELDS } from '@munim/core'
import { expect, test } from 'vitest'
import { givenOf, labelsOf, payeeOf, wayOf } from './payee.ts'
import type { Request } from './request.ts'

const asked = (transfer_type: string, User: Partial<Request['User']> = {}) =>
  ({ transfer_type, User: { phone_pay_no: '1', google_pay_no: '2', paytm_no: '3', ...User } }) as Request

test.each([
  ['phonepe', 'PhonePe', ['PhonePe number']],
  ['phonepay', 'PhonePe', ['PhonePe number']], // both spellings are the specification's
  ['PhonePe', 'PhonePe', ['PhonePe number']], // whatever the case
  ['gpay', 'Google Pay', ['Google Pay number']],
  ['googlepay', 'Google Pay', ['Google Pay number']],
  ['paytm', 'Paytm', ['Paytm number']],
])('%s is paid to %s, by its number alone', (type, way, labels) => {
  expect(wayOf(asked(type))).toBe(way)
  expect(payeeOf(asked(type)).map(({ label }) => label)).toEqual(labels)
})

test.each(['bank', 'upi', 'imps', ''])('%j is treated as bank', (type) => {
  expect(payeeOf(asked(type)).map(({ key }) => key)).toEqual([
    'account_holder_name',
    'account_no',
    'bank_name',
    'branch_name',
    'ifsc_code',
    'upi_id',
  ])
})

test('a dash is no number that could be copied', () => {
  expect(payeeOf(asked('paytm', { paytm_no: '-' }))[0]?.text).toBe('')
})

test.each([
  [{ upi_id: 'a@upi', account_no: '-', ifsc_code: '' }, ['upi_id']],
  [{ upi_id: '', account_no: '4', ifsc_code: 'SBIN0000005' }, ['account_no', 'ifsc_code']],
])('what a player did not give is left out: %j', (User, given) => {
  const none = { account_holder_name: '-', bank_name: '-', branch_name: '', ...User }
  expect(givenOf(asked('upi', none)).map(({ key }) => key)).toEqual(given)
})

test('a payee of whom nothing is given shows what lacks', () => {
  const [lacking, ...others] = givenOf(asked('gpay', { google_pay_no: '-' }))
  expect([lacking?.label, lacking?.text, others]).toEqual(['Google Pay number', '', []])
})

test('changed fields are named as the dialogs name them', () => {
  expect(labelsOf(['phone_pay_no', 'ifsc_code'])).toBe('PhonePe number, IFSC code')
})

test('every payee field is shown where a way of paying needs it, by a name of its own', () => {
  const shown = PAY_WAYS.flatMap((way) => payeeOf(asked(way)))
  expect(new Set(shown.map(({ key }) => key))).toEqual(new Set(PAYEE_FIELDS))
  expect(new Set(shown.map(({ label }) => label)).size).toBe(PAYEE_FIELDS.length)
})

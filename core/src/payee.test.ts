/** Whom a withdrawal pays, by its way of payment. */
import { expect, test } from 'vitest'
import { wrongInPayee } from './payee.ts'

const all = {
  phone_pay_no: '1',
  google_pay_no: '2',
  paytm_no: '3',
  upi_id: 'a@upi',
  account_no: '4',
  ifsc_code: 'SBIN0000005',
}

test.each([
  // type         what it can't do without     what it says
  ['phonepe', ['phone_pay_no'], 'A withdrawal by PhonePe needs a PhonePe number'],
  ['phonepay', ['phone_pay_no'], 'A withdrawal by PhonePe needs a PhonePe number'],
  ['PhonePe', ['phone_pay_no'], 'A withdrawal by PhonePe needs a PhonePe number'],
  ['gpay', ['google_pay_no'], 'A withdrawal by Google Pay needs a Google Pay number'],
  ['googlepay', ['google_pay_no'], 'A withdrawal by Google Pay needs a Google Pay number'],
  ['paytm', ['paytm_no'], 'A withdrawal by Paytm needs a Paytm number'],
  ['upi', ['upi_id'], 'A withdrawal by UPI needs a UPI ID'],
  ['bank', ['account_no', 'ifsc_code'], 'A withdrawal by bank needs an account number and an IFSC code'],
  ['imps', ['account_no', 'ifsc_code'], 'A withdrawal by bank needs an account number and an IFSC code'],
  ['toString', ['account_no', 'ifsc_code'], 'A withdrawal by bank needs an account number and an IFSC code'],
])('%s needs %j and nothing else', (type, fields, sentence) => {
  const needed = Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)))
  expect(wrongInPayee(type, needed)).toBeUndefined()
  for (const field of fields) {
    for (const nothing of [undefined, '', '  ', '-', '.'])
      expect(wrongInPayee(type, { ...all, [field]: nothing })).toBe(sentence)
  }
  expect(wrongInPayee(type, {})).toBe(sentence)
})

/** Whom a withdrawal pays: without these details of the player there is no account to pay to. */
import type { PayeeField } from './player-fields.ts'

type Needed = readonly [sentence: string, ...fields: PayeeField[]]

/** Of each way of payment, in the specification's spellings: what it needs, and the player's fields that hold it. */
const NEEDED: ReadonlyMap<string, Needed> = new Map([
  ['phonepe', ['A withdrawal by PhonePe needs a PhonePe number', 'phone_pay_no']],
  ['phonepay', ['A withdrawal by PhonePe needs a PhonePe number', 'phone_pay_no']],
  ['gpay', ['A withdrawal by Google Pay needs a Google Pay number', 'google_pay_no']],
  ['googlepay', ['A withdrawal by Google Pay needs a Google Pay number', 'google_pay_no']],
  ['paytm', ['A withdrawal by Paytm needs a Paytm number', 'paytm_no']],
  ['upi', ['A withdrawal by UPI needs a UPI ID', 'upi_id']],
])
/** Whatever is none of them is treated as bank. */
const BANK: Needed = [
  'A withdrawal by bank needs an account number and an IFSC code',
  'account_no',
  'ifsc_code',
]

/** It goes to an account at a bank, not to a wallet or a UPI ID. */
export const isByBank = (transferType: string): boolean => !NEEDED.has(transferType.toLowerCase())

/** The sentence that says what this way of payment misses of the payee; undefined where nothing is missing. '-' is nothing. */
export function wrongInPayee(
  transferType: string,
  payee: Readonly<Record<string, unknown>>,
): string | undefined {
  const [sentence, ...fields] = NEEDED.get(transferType.toLowerCase()) ?? BANK
  const isThere = (field: PayeeField) => /[\p{L}\p{N}]/u.test(String(payee[field] ?? ''))
  return fields.every(isThere) ? undefined : sentence
}

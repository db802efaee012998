/** Whom a withdrawal pays: the details that the way of payment needs, as the player had them when asking. */
import type { Request } from './request.ts'

export type PayeeKey = Exclude<keyof Request['User'], 'id' | 'user_name' | 'mobile'>

const LABELS: Readonly<Record<PayeeKey, string>> = {
  phone_pay_no: 'PhonePe number',
  google_pay_no: 'Google Pay number',
  paytm_no: 'Paytm number',
  account_holder_name: 'Account holder',
  account_no: 'Account number',
  bank_name: 'Bank',
  branch_name: 'Branch',
  ifsc_code: 'IFSC code',
  upi_id: 'UPI ID',
}

const BANK = [
  'account_holder_name',
  'account_no',
  'bank_name',
  'branch_name',
  'ifsc_code',
  'upi_id',
] as const satisfies readonly PayeeKey[]

/** The specification's transfer types; whatever is none of them is treated as bank. */
const WAYS: Readonly<Record<string, { readonly name: string; readonly pays: readonly PayeeKey[] }>> = {
  phonepe: { name: 'PhonePe', pays: ['phone_pay_no'] },
  phonepay: { name: 'PhonePe', pays: ['phone_pay_no'] },
  gpay: { name: 'Google Pay', pays: ['google_pay_no'] },
  googlepay: { name: 'Google Pay', pays: ['google_pay_no'] },
  paytm: { name: 'Paytm', pays: ['paytm_no'] },
  bank: { name: 'Bank', pays: BANK },
  upi: { name: 'UPI', pays: BANK },
}

/** "PhonePe" of "phonepay"; what we have no name for is shown as it came. */
export function wayOf({ transfer_type }: Pick<Request, 'transfer_type'>): string {
  return WAYS[transfer_type.toLowerCase()]?.name ?? transfer_type
}

export interface Detail {
  readonly key: PayeeKey
  readonly label: string
  /** '' where the player gave none. */
  readonly text: string
}

/** One number, or the six fields of a bank. */
export function payeeOf({ transfer_type, User }: Request): readonly Detail[] {
  const keys = WAYS[transfer_type.toLowerCase()]?.pays ?? BANK
  return keys.map((key) => ({ key, label: LABELS[key], text: User[key] === '-' ? '' : User[key] }))
}

/** The labels of payee fields by their keys, for the fields that were changed since. */
export function labelsOf(keys: readonly string[]): string {
  return keys.map((key) => (isPayeeKey(key) ? LABELS[key] : key)).join(', ')
}

const isPayeeKey = (key: string): key is PayeeKey => key in LABELS

/** Whom a withdrawal pays: the details that the way of payment needs, as the player had them when asking. */
import { t } from '@munim/contract'
import { fieldsFor, type PayeeField } from '@munim/core'
import type { Request } from './request.ts'

export const labelOfPayee = (name: PayeeField): string => LABELS[name]

const LABELS: Readonly<Record<PayeeField, string>> = {
  phone_pay_no: t('PhonePe number'),
  google_pay_no: t('Google Pay number'),
  paytm_no: t('Paytm number'),
  account_holder_name: t('Account holder'),
  account_no: t('Account number'),
  bank_name: t('Bank'),
  branch_name: t('Branch'),
  ifsc_code: t('IFSC code'),
  upi_id: t('UPI ID'),
}

const BANK = [...fieldsFor('payee by bank'), ...fieldsFor('payee by upi')]

/** The specification's transfer types; whatever is none of them is treated as bank. */
const WAYS: Readonly<Record<string, { readonly name: string; readonly pays: readonly PayeeField[] }>> = {
  phonepe: { name: 'PhonePe', pays: fieldsFor('payee by phonepe') },
  phonepay: { name: 'PhonePe', pays: fieldsFor('payee by phonepe') },
  gpay: { name: 'Google Pay', pays: fieldsFor('payee by gpay') },
  googlepay: { name: 'Google Pay', pays: fieldsFor('payee by gpay') },
  paytm: { name: 'Paytm', pays: fieldsFor('payee by paytm') },
  bank: { name: t('Bank'), pays: BANK },
  upi: { name: 'UPI', pays: BANK },
}

/** "PhonePe" of "phonepay"; what we have no name for is shown as it came. */
export function wayOf({ transfer_type }: Pick<Request, 'transfer_type'>): string {
  return WAYS[transfer_type.toLowerCase()]?.name ?? transfer_type
}

export interface Detail {
  readonly key: PayeeField
  readonly label: string
  /** '' where the player gave none. */
  readonly text: string
}

/** One number, or the six fields of a bank. */
export function payeeOf({ transfer_type, User }: Request): readonly Detail[] {
  const keys = WAYS[transfer_type.toLowerCase()]?.pays ?? BANK
  return keys.map((key) => ({ key, label: LABELS[key], text: User[key] === '-' ? '' : User[key] }))
}

/** Those that the player gave; all where none is given, so that it is seen. */
export function givenOf(request: Request): readonly Detail[] {
  const all = payeeOf(request)
  const given = all.filter(({ text }) => text !== '')
  return given.length > 0 ? given : all
}

/** The labels of payee fields by their keys, for the fields that were changed since. */
export function labelsOf(keys: readonly string[]): string {
  return keys.map((key) => (isPayeeField(key) ? LABELS[key] : key)).join(', ')
}

const isPayeeField = (key: string): key is PayeeField => key in LABELS

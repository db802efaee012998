/** Whom a withdrawal pays: the details that the way of payment needs, as the player had them when asking. */
import { t } from '@munim/contract'
import { methodInWords } from '@munim/contract/book-words'
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

/** By the specification's transfer types; whatever is none of them is treated as bank. */
const PAYS: Readonly<Record<string, readonly PayeeField[]>> = {
  phonepe: fieldsFor('payee by phonepe'),
  phonepay: fieldsFor('payee by phonepe'),
  gpay: fieldsFor('payee by gpay'),
  googlepay: fieldsFor('payee by gpay'),
  paytm: fieldsFor('payee by paytm'),
}

export const wayOf = ({ transfer_type }: Pick<Request, 'transfer_type'>): string =>
  methodInWords(transfer_type)

export interface Detail {
  readonly key: PayeeField
  readonly label: string
  /** '' where the player gave none. */
  readonly text: string
}

/** One number, or the six fields of a bank. */
export function payeeOf({ transfer_type, User }: Request): readonly Detail[] {
  const keys = PAYS[transfer_type.toLowerCase()] ?? BANK
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

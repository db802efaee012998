/**
 * Withdrawals as the files that banks take for bulk payments. Names and numbers keep only what banks accept, letters,
 * digits and blanks: so no cell is a formula, and none breaks a line.
 */
import type { BankFormat } from '@munim/contract'
import { inPlainSigns, isByBank } from '@munim/core'

export interface Payout {
  readonly requestId: number
  /** Rupees with two decimals: '1200.50'. */
  readonly rupees: string
  readonly name: string
  readonly account: string
  readonly ifsc: string
  readonly bank: string
}

/** By which way it was asked for, too: who asked for UPI may have an account, and did not choose it. */
export interface Asked extends Payout {
  readonly way: string
}

export interface BatchFacts {
  /** The house's account that pays; '' where the format has none. */
  readonly debitAccount: string
  /** The day of payment in India, YYYY-MM-DD. */
  readonly day: string
}

/** By which a bank's answer is told again, whatever else is in it. */
const referenceOf = (requestId: number): string => `MUN${String(requestId).padStart(9, '0')}`

const plain = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
/** A number without what divides it. Letters and digits that have no plain sign stay: without them it is another number. */
const numberOf = (text: string): string => inPlainSigns(text).replace(/[^\p{L}\p{N}]/gu, '')

type Cells = readonly string[]

interface Format {
  /** The line of the columns' names; null where the file begins with its first payment. */
  readonly head: string | null
  readonly cells: (payout: Payout, facts: BatchFacts) => Cells
}

const [YEAR, MONTH, DAY] = [0, 1, 2]
function dayAs(day: string, between: string): string {
  const parts = day.split('-')
  return [parts[DAY], parts[MONTH], parts[YEAR]].join(between)
}

const empty = (many: number): string[] => Array.from({ length: many }, () => '')
/** The payee's account is at the bank that pays: a transfer within it. */
const isAt = (bank: string, { ifsc }: Payout): boolean => ifsc.startsWith(bank)

const FORMATS: Readonly<Record<BankFormat, Format>> = {
  // ENet, vendor payments: 28 columns without a head.
  hdfc: {
    head: null,
    cells: (payout, { day }) => [
      isAt('HDFC', payout) ? 'I' : 'N',
      '',
      payout.account,
      payout.rupees,
      plain(payout.name, 40),
      ...empty(7),
      referenceOf(payout.requestId),
      referenceOf(payout.requestId),
      ...empty(8),
      dayAs(day, '/'),
      '',
      payout.ifsc,
      plain(payout.bank, 40),
      ...empty(2),
    ],
  },
  // Corporate internet banking, payments to ad hoc beneficiaries.
  icici: {
    head:
      'PYMT_PROD_TYPE_CODE,PYMT_MODE,DEBIT_ACC_NO,BNF_NAME,BENE_ACC_NO,BENE_IFSC,AMOUNT,DEBIT_NARR,' +
      'CREDIT_NARR,MOBILE_NUM,EMAIL_ID,REMARK,PYMT_DATE,REF_NO,ADDL_INFO1,ADDL_INFO2,ADDL_INFO3,ADDL_INFO4,ADDL_INFO5',
    cells: (payout, { day, debitAccount }) => [
      'PAB_VENDOR',
      isAt('ICIC', payout) ? 'FT' : 'NEFT',
      debitAccount,
      plain(payout.name, 100),
      payout.account,
      payout.ifsc,
      payout.rupees,
      referenceOf(payout.requestId),
      'PAYOUT',
      ...empty(2),
      referenceOf(payout.requestId),
      dayAs(day, '-'),
      referenceOf(payout.requestId),
      ...empty(5),
    ],
  },
  sbi: {
    head: 'Payment Type,Debit Account,Beneficiary Name,Beneficiary Account,IFSC,Amount,Value Date,Reference',
    cells: (payout, { day, debitAccount }) => [
      isAt('SBIN', payout) ? 'DCR' : 'NEFT',
      debitAccount,
      plain(payout.name, 40),
      payout.account,
      payout.ifsc,
      payout.rupees,
      dayAs(day, '/'),
      referenceOf(payout.requestId),
    ],
  },
  axis: {
    head:
      'Payment Method,Amount,Value Date,Beneficiary Name,Beneficiary Account,IFSC,Debit Account,' +
      'Customer Reference',
    cells: (payout, { day, debitAccount }) => [
      isAt('UTIB', payout) ? 'I' : 'N',
      payout.rupees,
      dayAs(day, '/'),
      plain(payout.name, 70),
      payout.account,
      payout.ifsc,
      debitAccount,
      referenceOf(payout.requestId),
    ],
  },
  other: {
    head: 'Reference,Beneficiary name,Account number,IFSC,Bank,Amount,Date,Debit account',
    cells: (payout, { day, debitAccount }) => [
      referenceOf(payout.requestId),
      plain(payout.name, 70),
      payout.account,
      payout.ifsc,
      plain(payout.bank, 40),
      payout.rupees,
      day,
      debitAccount,
    ],
  },
}

/** The whole file, lines ended as the banks' programs write them. */
export function bankFile(format: BankFormat, payouts: readonly Payout[], facts: BatchFacts): string {
  const { head, cells } = FORMATS[format]
  const lines = payouts.map((payout) =>
    cells(
      { ...payout, account: numberOf(payout.account), ifsc: numberOf(payout.ifsc).toUpperCase() },
      { ...facts, debitAccount: numberOf(facts.debitAccount) },
    ).join(','),
  )
  return [...(head ? [head] : []), ...lines].map((line) => `${line}\r\n`).join('')
}

const ACCOUNT = /^[A-Za-z0-9]{6,34}$/
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/

/** Whether a bank can be told to pay it: asked for by bank, with a name, an account and an IFSC that may be right. */
export const isPayable = ({
  way,
  name,
  account,
  ifsc,
}: Pick<Asked, 'way' | 'name' | 'account' | 'ifsc'>): boolean =>
  isByBank(way) &&
  plain(name, 1) !== '' &&
  ACCOUNT.test(numberOf(account)) &&
  IFSC.test(numberOf(ifsc).toUpperCase())

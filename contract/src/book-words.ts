/** The words of the books, as the panel and printed pages have them: kinds of postings, accounts, ways of payment. */
import type { PostingKind } from '@munim/core'
import { msg, t } from './catalogue.ts'

const KINDS: Readonly<Record<PostingKind, string>> = {
  deposit: msg('Deposit'),
  withdraw_hold: msg('Withdrawal held'),
  withdraw_pay: msg('Withdrawal paid out'),
  withdraw_return: msg('Withdrawal returned'),
  stake: msg('Bid placed'),
  refund: msg('Bid refunded'),
  win: msg('Winnings'),
  win_reversed: msg('Winnings taken back'),
  fund_add: msg('Funds added'),
  fund_deduct: msg('Funds deducted'),
  transfer: msg('Transfer'),
  bonus: msg('Bonus'),
  closing: msg('Account closed'),
}

export const kindOfPosting = (kind: PostingKind): string => t(KINDS[kind])

/** The accounts of the day book. */
export const ACCOUNT_NAMES = {
  player: msg('All wallets'),
  held: msg('Held for withdrawals'),
  game: msg('Stakes against wins'),
  bonus: msg('Bonus given'),
  closed: msg('Left by closed accounts'),
  cash: msg('Cash: came in less went out'),
} as const

const METHODS: Readonly<Record<string, string>> = {
  upi: msg('UPI'),
  phonepe: msg('PhonePe'),
  gpay: msg('Google Pay'),
  paytm: msg('Paytm'),
  bank: msg('Bank'),
}

/** How a payment was made, as its request says. */
export const methodInWords = (method: string): string => (METHODS[method] ? t(METHODS[method]) : method)

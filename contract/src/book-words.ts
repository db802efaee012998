/** The words of the books, as the panel and printed pages have them: kinds of postings, accounts, ways of payment. */
import type { PostingKind } from '@munim/core'
import { t } from './catalogue.ts'

const KINDS: Readonly<Record<PostingKind, string>> = {
  deposit: t('Deposit'),
  withdraw_hold: t('Withdrawal held'),
  withdraw_pay: t('Withdrawal paid out'),
  withdraw_return: t('Withdrawal returned'),
  stake: t('Bid placed'),
  refund: t('Bid refunded'),
  win: t('Winnings'),
  win_reversed: t('Winnings taken back'),
  fund_add: t('Funds added'),
  fund_deduct: t('Funds deducted'),
  transfer: t('Transfer'),
  bonus: t('Bonus'),
  closing: t('Account closed'),
}

export const kindOfPosting = (kind: PostingKind): string => KINDS[kind]

/** The accounts of the day book. */
export const ACCOUNT_NAMES = {
  player: t('All wallets'),
  held: t('Held for withdrawals'),
  game: t('Stakes against wins'),
  bonus: t('Bonus given'),
  closed: t('Left by closed accounts'),
  cash: t('Cash: came in less went out'),
} as const

const METHODS: Readonly<Record<string, string>> = {
  upi: t('UPI'),
  phonepe: t('PhonePe'),
  gpay: t('Google Pay'),
  paytm: t('Paytm'),
  bank: t('Bank'),
}

/** How a payment was made, as its request says. */
export const methodInWords = (method: string): string => METHODS[method] ?? method

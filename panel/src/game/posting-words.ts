/** What a posting was, in words, as both ledgers of transactions show it. */

import { type Answer, type api, t } from '@munim/contract'
import { methodInWords } from '@munim/contract/book-words'
import { isOnPanna, numberInWords } from './bid-number.ts'

type Row = Answer<typeof api.users.transactions>['data'][number]

/** A posting seen from one player. */
export interface Posting
  extends Pick<Row, 'transfer_type' | 'amount' | 'method' | 'ref_id' | 'note' | 'bid'> {
  readonly side: 'credit' | 'debit'
}

const KINDS: Readonly<Record<Posting['transfer_type'], string>> = {
  deposit: t('Deposit'),
  withdraw: t('Withdrawal'),
  bid: t('Bid placed'),
  refund: t('Bid refunded'),
  win: t('Winnings'),
  win_reversed: t('Winnings taken back'),
  bonus: t('Bonus'),
  transfer: t('Transfer'),
  admin: t('Funds'),
}

export function nameOfPosting({ transfer_type, side }: Posting): string {
  if (transfer_type === 'admin') return side === 'credit' ? t('Funds added') : t('Funds deducted')
  if (transfer_type === 'transfer') return side === 'credit' ? t('Transfer received') : t('Transfer sent')
  if (transfer_type === 'withdraw' && side === 'credit') return t('Withdrawal returned')
  return KINDS[transfer_type]
}

/** The bid, the payment, or the note that it belongs to; '' where there is none of them. */
export function detailsOfPosting(posting: Posting): string {
  const { bid, method, ref_id, note } = posting
  return [
    bid && bidInWords(posting, bid),
    methodInWords(method),
    ref_id && t('ref {ref_id}', { ref_id }),
    note,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** "KALYAN · Close 4", "KALYAN · Open · Panna 137"; of a win also how it came about: "50 × 9". */
function bidInWords({ transfer_type }: Posting, bid: NonNullable<Posting['bid']>): string {
  return [
    bid.market_name,
    isOnPanna(bid) && (bid.session === 'open' ? t('Open') : t('Close')),
    numberInWords(bid),
    transfer_type === 'win' && `${bid.points} × ${bid.multiplier}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What came in since a list of postings was read. */
export const newTransactions = (count: number) =>
  t('{count, plural, one {# new transaction} other {# new transactions}}', { count })

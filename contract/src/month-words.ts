/** The words of the players' sums of a month, as the panel and printed pages have them; the file has a column a kind. */
import type { PostingKind } from '@munim/core'
import { msg } from './catalogue.ts'

/** What kinds of postings come together to, as they move the wallet. */
export const WALLET_GROUPS = [
  [msg('Deposits'), ['deposit']],
  [msg('Withdrawals'), ['withdraw_hold', 'withdraw_return']],
  [msg('By hand'), ['fund_add', 'fund_deduct']],
  [msg('Bonus'), ['bonus']],
  [msg('Stakes'), ['stake']],
  [msg('Refunds'), ['refund']],
  [msg('Wins'), ['win', 'win_reversed']],
  [msg('Other'), ['transfer', 'closing']],
] as const satisfies readonly (readonly [string, readonly PostingKind[]])[]

/** How they differ from what the draws of the month made. */
export const BY_POSTING = msg('By the moment of posting: stakes that still run are in the house result.')

export const OF_GROUPS = msg(
  'Withdrawals: asked for less returned, so what waits is in it. By hand: funds added less funds deducted. Other: transfers, and what closed accounts left.',
)

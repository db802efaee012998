/** SQL made from what core says of each kind of posting. Kinds are written into it, so that it can be pasted into psql. */
import {
  endsOf,
  kindsThat,
  meaningOf,
  POSTING_KINDS,
  type PostedBy,
  type PostingKind,
  signFor,
  type TransferWord,
  type WalletKind,
} from '@munim/core'
import { type RawBuilder, sql } from 'kysely'

/** The condition that this column, `kind` where none is named, is one of these. */
export const kindIn = (kinds: readonly PostingKind[], column = sql`kind`): RawBuilder<unknown> =>
  sql`${column} in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`

/** `amount` as it counts for accounts that money enters and leaves, in paise; null where a kind does not touch them. */
export function amountFor(account: 'player' | 'held' | 'game'): RawBuilder<unknown> {
  const [added, taken] = [1, -1].map((sign) =>
    POSTING_KINDS.filter((kind) => signFor(account, kind) === sign),
  )
  return sql`case when ${kindIn(added!)} then amount when ${kindIn(taken!)} then -amount end`
}

/** Money that was brought from outside, out of the account cash; money that was paid out, into it. */
export const isBroughtIn = kindIn(POSTING_KINDS.filter((kind) => signFor('cash', kind) === -1))
export const isPaidOut = kindIn(POSTING_KINDS.filter((kind) => signFor('cash', kind) === 1))

/** How a posting's kind is named in a player's history. */
export const wordOfKind = (kind: RawBuilder<unknown>) =>
  sql<TransferWord>`case ${kind} ${sql.join(
    POSTING_KINDS.map((each) => sql`when ${sql.lit(each)} then ${sql.lit(meaningOf(each).word)}`),
    sql` `,
  )} end`

/** The condition that a posting is of a kind whose meaning is so. */
export const kindWhere = (isSo: Parameters<typeof kindsThat>[0], column = sql`kind`): RawBuilder<unknown> =>
  kindIn(kindsThat(isSo), column)

/** What counts in total_bets, in total_win, and what may leave a wallet below zero. */
export const isOfBets = kindWhere(({ bets }) => bets !== undefined)
export const isOfWon = kindWhere(({ won }) => won !== undefined)
export const mayOverdraw = kindWhere(({ overdraws }) => overdraws === true)

/** What came into a wallet between two payouts, was taken back and staked of it, as conditions on posting `p`. */
const ofTurnover = (...as: readonly string[]) =>
  kindWhere(({ turnover }) => turnover !== null && as.includes(turnover), sql`p.kind`)
export const isCredited = ofTurnover('credited', 'added')
export const isAdded = ofTurnover('added')
export const isTaken = ofTurnover('taken')
export const isBonus = ofTurnover('bonus')
export const isStake = kindWhere(({ bets }) => bets === 1, sql`p.kind`)
export const isRefund = kindWhere(({ bets }) => bets === -1, sql`p.kind`)

/** What moves a wallet: a withdrawal is paid out of what is held. */
export const OF_WALLETS = POSTING_KINDS.filter((kind): kind is WalletKind =>
  endsOf(kind).some((ends) => ends.includes('player')),
)

/** What belongs to a request, but for the bonus that may come with one. */
export const OF_REQUEST = kindsThat(({ word }) => word === 'deposit' || word === 'withdraw')

/** The condition that a posting is of a kind that is held against this. */
export const isBy = (by: PostedBy, column = sql`kind`): RawBuilder<unknown> =>
  kindWhere((meaning) => meaning.by === by, column)

/** What the desk moves: posted by an administrator, it is always an act of the desk. */
export const OF_DESK = OF_WALLETS.filter((kind) => ['hand', 'request'].includes(meaningOf(kind).by))

/** What settles a bid: all that belongs to one but its stake. */
export const SETTLING = kindsThat(({ ofBid, bets }) => ofBid === true && bets !== 1)

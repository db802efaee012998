/** What a filter of the transaction history means for a posting, seen from either of its players. */
import type { api, Input } from '@munim/contract'
import type { PostingKind } from '@munim/core'
import { every, type Statement, sql } from '../database/db.ts'
import { isMarket } from '../markets/schedule.ts'
import { within } from '../wallet/queries.ts'

export type TransactionFilter = Input<typeof api.reports.transactions>

/** A posting as one of its players sees it. `at` is exact to the microsecond, as text. */
export interface RowKey {
  readonly id: number
  readonly side: Side
  readonly at: string
}

/** What comes into a player's wallet is a credit, what leaves it a debit. */
export type Side = 'credit' | 'debit'
export const SIDES: readonly Side[] = ['credit', 'debit']

const KINDS: Readonly<Record<Side, readonly PostingKind[]>> = {
  credit: ['deposit', 'withdraw_return', 'refund', 'win', 'fund_add', 'bonus', 'transfer', 'closing'],
  debit: ['withdraw_hold', 'stake', 'win_reversed', 'fund_deduct', 'transfer', 'closing'],
}
const OF_TYPE: Readonly<Record<string, readonly PostingKind[]>> = {
  deposit: ['deposit'],
  withdraw: ['withdraw_hold', 'withdraw_return'],
}
const OF_BIDS: readonly PostingKind[] = ['stake', 'refund', 'win', 'win_reversed']

/** Only the row that holds a withdrawal's money can be something else than completed. */
export const isOpen = ({ status }: TransactionFilter) => status === 'pending' || status === 'rejected'

/** The kinds of postings that type, market and status leave on a side. */
export function kindsOf(filter: TransactionFilter, side: Side): readonly PostingKind[] {
  const { type, market } = filter
  if ((type === 'credit' || type === 'debit') && type !== side) return []
  const ofType = (type && OF_TYPE[type]) ?? KINDS[side]
  return KINDS[side].filter(
    (kind) =>
      ofType.includes(kind) &&
      (market === undefined || OF_BIDS.includes(kind)) &&
      (!isOpen(filter) || kind === 'withdraw_hold'),
  )
}

/** The player on this side of posting `p`; null where it is the house. */
export const playerOn = (side: Side): Statement => (side === 'credit' ? sql`p.to_user` : sql`p.from_user`)

/** The draws of this market. */
export function drawsOf(market: string): Statement {
  return sql`(select d.id from draws d where d.market_id = (select m.id from markets m where ${isMarket([market])}))`
}

/** The filters but the search, as conditions on posting `p` of this side; each is an index's, or asks one for few rows. */
export function conditionsOn(filter: TransactionFilter, side: Side): Statement[] {
  const { from, to, type, market, status, adminOnly } = filter
  const isNarrowed = type === 'deposit' || type === 'withdraw' || market !== undefined || isOpen(filter)
  // Values and not `exists`: those PostgreSQL might answer by reading all requests, or all of the desk's rows.
  const asked = sql`(
    select r.status from postings h join requests r on r.id = h.request_id where h.id = p.id)`
  const isOfDesk = sql`(select true from desk_rows w where w.posting_id = p.id)`
  return [
    sql`${playerOn(side)} is not null`,
    ...within(sql`p.at`, from, to),
    ...(isNarrowed ? [sql`p.kind = any(${kindsOf(filter, side)}::posting_kind[])`] : []),
    // `is true` keeps the planner from joining: the draws are few, and the postings come in the order of their index.
    ...(market === undefined ? [] : [sql`(p.draw_id in ${drawsOf(market)}) is true`]),
    ...(status === 'completed' && side === 'debit'
      ? [sql`(p.kind <> 'withdraw_hold' or ${asked} = 'completed')`]
      : []),
    ...(status === 'pending' || status === 'rejected' ? [sql`${asked} = ${status}`] : []),
    ...(adminOnly ? [isOfDesk] : []),
  ]
}

/** The rows that the filters and `more` leave, as a table of id, at, side; undefined where no kind is left. */
export function rowsOf(
  filter: TransactionFilter,
  more: (side: Side) => readonly Statement[] = () => [],
): Statement | undefined {
  const sides = SIDES.filter((side) => kindsOf(filter, side).length > 0)
  if (sides.length === 0) return undefined
  const parts = sides.map(
    (side) => sql`
      select p.id, p.at, ${sql.lit(side)} as side from postings p
      where ${every([...conditionsOn(filter, side), ...more(side)])}`,
  )
  return sql.join(parts, sql` union all `)
}

/** That posting `p` of this side comes behind a row, in the order of time, id, side. */
export function isBehind({ at, id, side: last }: RowKey, side: Side): Statement {
  const row = sql`(${at}::timestamptz, ${id}::bigint)`
  return last === 'credit' && side === 'debit' ? sql`(p.at, p.id) <= ${row}` : sql`(p.at, p.id) < ${row}`
}

/** What a filter of the transaction history means for a posting, seen from either of its players. */
import type { api, Input } from '@munim/contract'
import { kindsThat, type PostingKind } from '@munim/core'
import { and, type Statement, sql } from '../database/db.ts'
import { type Found, isFound } from '../database/sets.ts'
import { kindIn } from '../ledger/kinds.ts'
import { isMarket } from '../markets/schedule.ts'
import { within } from '../wallet/queries.ts'

export type TransactionFilter = Input<typeof api.reports.transactions> & {
  /** What its search finds, where rows are looked through for it. */
  readonly found?: Found | undefined
}

/** A posting as one of its players sees it. `at` is exact to the microsecond, as text. */
export interface RowKey {
  readonly id: number
  readonly side: Side
  readonly at: string
}

/** How many rows a day has. */
export interface DayOfRows {
  readonly day: string
  readonly rows: number
}

/** What comes into a player's wallet is a credit, what leaves it a debit. */
export type Side = 'credit' | 'debit'
export const SIDES: readonly Side[] = ['credit', 'debit']

const KINDS: Readonly<Record<Side, readonly PostingKind[]>> = {
  credit: kindsThat(({ ends }) => ends.some(([, to]) => to === 'player')),
  debit: kindsThat(({ ends }) => ends.some(([from]) => from === 'player')),
}
const OF_TYPE: Readonly<Record<string, readonly PostingKind[]>> = {
  deposit: kindsThat(({ word }) => word === 'deposit'),
  withdraw: kindsThat(({ word }) => word === 'withdraw'),
}
const OF_BIDS = kindsThat(({ ofBid }) => ofBid === true)

/** The type that a posting `p` has on the side `own`: what is asked for by its kind, all else by its side. */
export const typeOnSide = sql<{ type: string }>`
  case ${sql.join(
    Object.entries(OF_TYPE).map(
      ([type, kinds]) => sql`when ${kindIn(kinds, sql`p.kind`)} then ${sql.lit(type)}`,
    ),
    sql` `,
  )} else own.side end`

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

/** The sides on which the filter leaves any kind. */
export const sidesOf = (filter: TransactionFilter): readonly Side[] =>
  SIDES.filter((side) => kindsOf(filter, side).length > 0)

/** The player on this side of posting `p`; null where it is the house. */
export const playerOn = (side: Side): Statement => (side === 'credit' ? sql`p.to_user` : sql`p.from_user`)

/** The draws of this market. */
export function drawsOf(market: string): Statement {
  return sql`(select d.id from draws d where d.market_id = (select m.id from markets m where ${isMarket([market])}))`
}

/** The filters as conditions on posting `p` of this side; each is an index's, or asks one for few rows. */
export function conditionsOn(filter: TransactionFilter, side: Side): Statement[] {
  const { from, to, type, market, status, adminOnly, found } = filter
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
    ...(found ? [isFound(found, playerOn(side), sql`p.id`)] : []),
  ]
}

/** Days of figures that are kept by Indian day, both included. */
export function daysBetween({ from, to }: TransactionFilter): Statement[] {
  return [...(from ? [sql`day >= ${from}`] : []), ...(to ? [sql`day <= ${to}`] : [])]
}

/** The rows that the filters and `more` leave, of each side that has any. */
export function rowsOf(filter: TransactionFilter, more: readonly Statement[] = []): readonly Statement[] {
  return sidesOf(filter).map(
    (side) => sql`
      select p.id, p.at, ${sql.lit(side)} as side from postings p
      where ${and([...conditionsOn(filter, side), ...more])}`,
  )
}

interface Slice {
  /** From the oldest on. */
  readonly isFromEnd?: boolean
  readonly limit: number
  readonly offset?: number
}

/**
 * Rows of both sides by time. Each side says its order, too: only so are two indexes read side by side. A third
 * column would have to be sorted for, so the two rows of a transfer come in any order; `paired` puts that right.
 */
export function inOrder(
  sides: readonly Statement[],
  { isFromEnd = false, limit, offset = 0 }: Slice,
): Statement<RowKey> {
  const order = (table: string) =>
    isFromEnd
      ? sql`order by ${sql.ref(table)}.at, ${sql.ref(table)}.id`
      : sql`order by ${sql.ref(table)}.at desc, ${sql.ref(table)}.id desc`
  const rows = sql.join(
    sides.map((side) => sql`(${side} ${order('p')})`),
    sql` union all `,
  )
  return sql`
    select r.id, r.at::text as at, r.side from (${rows}) r ${order('r')} limit ${limit} offset ${offset}`
}

/** The same rows, the newest first, with what came in by a transfer before what went out. */
export function paired(keys: readonly RowKey[]): RowKey[] {
  const rows = [...keys]
  for (let index = 1; index < rows.length; index++) {
    const [first, second] = [rows[index - 1]!, rows[index]!]
    if (first.id === second.id && first.side === 'debit') rows.splice(index - 1, 2, second, first)
  }
  return rows
}

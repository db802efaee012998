/** What a filter of the transaction history means for a posting, seen from either of its players. */
import type { Answer, api, Input } from '@munim/contract'
import { kindsThat, type PostingKind } from '@munim/core'
import { drawsOf } from '../bids/days.ts'
import { type Statement, sql } from '../database/db.ts'
import { type Block, onDays, type Part } from '../database/list.ts'
import { type Found, isFound } from '../database/sets.ts'
import { kindIn } from '../ledger/kinds.ts'

export type TransactionFilter = Input<typeof api.reports.transactions> & {
  /** What its search finds, where rows are looked through for it. */
  readonly found?: Found | undefined
}

export type TransactionRow = Answer<typeof api.reports.transactions>['data'][number]

/** An Indian day; null for the whole list. */
export type DayOfRows = string | null
export type PartOfRows = Part<DayOfRows, TransactionRow>

/** Rows of the list: how many each day has, and the keys (id, side) of some. */
export interface Keys {
  readonly blocks: Statement<Block<DayOfRows>>
  readonly keys: (part: PartOfRows) => Statement
}

/** The filter of one day of the list; `null` is all of it. */
export const ofBlock = (filter: TransactionFilter, day: DayOfRows): TransactionFilter =>
  day === null ? filter : { ...filter, from: day, to: day }

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

/** The type that a posting of this kind has on a side: what is asked for by its kind, all else by its side. */
export const typeOf = (kind: Statement, side: Statement): Statement => sql`
  case ${sql.join(
    Object.entries(OF_TYPE).map(([type, kinds]) => sql`when ${kindIn(kinds, kind)} then ${sql.lit(type)}`),
    sql` `,
  )} else ${side} end`

/** Only the row that holds a withdrawal's money can be something else than completed. */
export const isOpen = ({ status }: TransactionFilter) => status === 'pending' || status === 'rejected'

/** The kinds of postings that type, kind, market and status leave on a side. */
export function kindsOf(filter: TransactionFilter, side: Side): readonly PostingKind[] {
  const { type, market, kind: only } = filter
  if ((type === 'credit' || type === 'debit') && type !== side) return []
  const ofType = (type && OF_TYPE[type]) ?? KINDS[side]
  return KINDS[side].filter(
    (kind) =>
      ofType.includes(kind) &&
      (only === undefined || kind === only) &&
      (market === undefined || OF_BIDS.includes(kind)) &&
      (!isOpen(filter) || kind === 'withdraw_hold'),
  )
}

/** The sides on which the filter leaves any kind. */
export const sidesOf = (filter: TransactionFilter): readonly Side[] =>
  SIDES.filter((side) => kindsOf(filter, side).length > 0)

/** The player on this side of posting `p`; null where it is the house. */
export const playerOn = (side: Side): Statement => (side === 'credit' ? sql`p.to_user` : sql`p.from_user`)

export const drawsOfMarket = (market: string): Statement => sql`(select d.id from ${drawsOf({ market })} d)`

/** The filters as conditions on posting `p` of this side; each is an index's, or asks one for few rows. */
export function conditionsOn(filter: TransactionFilter, side: Side): (Statement | false | undefined)[] {
  const { from, to, type, kind, market, status, adminOnly, found } = filter
  const isOfKinds = type === 'deposit' || type === 'withdraw' || kind !== undefined
  const isNarrowed = isOfKinds || market !== undefined || isOpen(filter)
  // Values and not `exists`: those PostgreSQL might answer by reading all requests, or all of the desk's rows.
  const asked = sql`(
    select r.status from postings h join requests r on r.id = h.request_id where h.id = p.id)`
  const isOfDesk = sql`(select true from desk_rows w where w.posting_id = p.id)`
  return [
    sql`${playerOn(side)} is not null`,
    ...onDays(sql`p.at`, from, to),
    isNarrowed && sql`p.kind = any(${kindsOf(filter, side)}::posting_kind[])`,
    // `is true` keeps the planner from joining: the draws are few, and the postings come in the order of their index.
    market !== undefined && sql`(p.draw_id in ${drawsOfMarket(market)}) is true`,
    status === 'completed' && side === 'debit' && sql`(p.kind <> 'withdraw_hold' or ${asked} = 'completed')`,
    isOpen(filter) && sql`${asked} = ${status}`,
    adminOnly && isOfDesk,
    found && isFound(found, playerOn(side), sql`p.id`),
  ]
}

/** Days of figures that are kept by Indian day, both included. */
export function daysBetween({ from, to }: TransactionFilter): Statement[] {
  return [...(from ? [sql`day >= ${from}`] : []), ...(to ? [sql`day <= ${to}`] : [])]
}

/**
 * Bids of all players, the newest first. Counts and sums come from the draws' totals and the declarations, day by
 * day; a page deep in the list skips whole days by them.
 */
import type { Answer, api, Input } from '@munim/contract'
import { dayOf } from '@munim/core'
import { and, type Db, type Statement, sql } from '../database/db.ts'
import { eachPart, eachRow, isOther, type List, type Part, readPage, slice } from '../database/list.ts'
import { isFound } from '../database/sets.ts'
import { bettingEnd } from '../ledger/betting-end.ts'
import {
  type BidFilter,
  countOf,
  type DayOfBids,
  figuresOf,
  hasDay,
  readDaysOfBids,
  stakedOf,
  sumsOf,
} from './days.ts'
import { bidsOf } from './of-status.ts'
import { decided, fieldsOfBid, winOfBid } from './queries.ts'

export type BidRow = Answer<typeof api.bids.list>['data'][number]

export async function listBids(db: Db, filter: Input<typeof api.bids.list>) {
  const days = await readDaysOfBids(db, filter)
  const today = dayOf(await db.now())
  const isReversed = isOther('newest', filter.order)
  const page = await readPage(db, bidsList(filter, days), { ...filter, isReversed })
  const { market } = filter
  const ofToday = hasDay(filter, today) ? days : await readDaysOfBids(db, { from: today, to: today, market })
  return { ...page, ...figuresOf(sumsOf(days), stakedOf(ofToday, today)) }
}

/** How many of these are shown before their result. */
export const runningOf = (bids: readonly Pick<BidRow, 'status'>[]): number =>
  bids.filter(({ status }) => status === 'running').length

interface PostingShown {
  readonly id: number
  readonly bid: object | null
}

/** How many of these postings are shown with a bid before its result. */
export async function runningAmong(db: Db, postings: readonly PostingShown[]): Promise<number> {
  const ids = postings.filter(({ bid }) => bid !== null).map(({ id }) => id)
  if (ids.length === 0) return 0
  const { rows } = await db.only<{ rows: number }>(sql`
    with own as materialized (
      select d.market_date, p.bid_id from postings p join draws d on d.id = p.draw_id where p.id = any(${ids}::bigint[])
    )
    select count(*) as rows from own join ${decided(sql`bids`)} b on b.market_date = own.market_date and b.id = own.bid_id
    where b.status = 'running'`)
  return rows
}

/** The bids of these days, which the filter may narrow further. */
export function bidsList(filter: BidFilter, days: readonly DayOfBids[]): List<BidRow, DayOfBids> {
  return {
    blocks: days.map((day) => ({ block: day, rows: countOf(day, filter.status) })),
    rows: (parts) => bidsBy(eachPart(parts, (part) => keysOf(filter, part))),
  }
}

export async function* eachBid(db: Db, filter: BidFilter, batch?: number) {
  // Of a search no bid is counted beforehand: each day is gone through once.
  const days = await readDaysOfBids(db, { ...filter, found: undefined })
  const shown = days.filter((day) => countOf(day, filter.status) > 0)
  yield* eachRow(db, bidsList(filter, days), shown, batch)
}

/** Off an index alone where there is no status to find out. */
function keysOf(filter: BidFilter, part: Part<DayOfBids, BidRow>): Statement {
  const { block, after } = part
  return sql`
    select ${block.day}::date as market_date, b.id from ${bidsOf(filter, block)} b
    where ${and([
      after && sql`b.id < ${after.id}`,
      filter.found && isFound(filter.found, sql`b.user_id`, sql`b.id`),
    ])} ${slice(part, [sql`b.id`])}`
}

/**
 * The bids with these keys (market_date, id), the latest day and the newest first. Materialized, the keys are found
 * once, and their day is no constant: of a day that the planner has not seen it expects one bid, and would read all.
 */
export const bidsBy = (keys: Statement) => sql<BidRow>`
  with page as materialized (${keys})
  select l.* from page join ${listedBids} l on l.market_date = page.market_date and l.id = page.id
  order by l.market_date desc, l.id desc`

/** Bids as the administrator sees them. */
const listedBids = sql`(
  select b.id, b.market_date, m.name as market_name, ${fieldsOfBid('b')}, b.status, ${winOfBid('b')} as win,
    b.placed_at as "createdAt", ${bettingEnd('b')} as ends_at,
    json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User",
    json_build_object('_id', m.uuid, 'name', m.name, 'open_time', m.open_time, 'close_time', m.close_time) as "Market"
  from ${decided(sql`bids`)} b join draws d on d.id = b.draw_id join markets m on m.id = d.market_id
  join users u on u.id = b.user_id)`

export async function getBid(
  db: Db,
  { id, market_date }: { id: number; market_date: string },
): Promise<BidRow> {
  return db.only(bidsBy(sql`select ${market_date}::date as market_date, ${id}::bigint as id`))
}

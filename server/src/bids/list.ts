/**
 * Bids of all players, the newest first. Counts and sums come from the draws' totals and the declarations, day by
 * day; a page deep in the list skips whole days by them and counts its offset inside one, from the nearer end.
 */
import type { Answer, api, Input } from '@munim/contract'
import { dayOf } from '@munim/core'
import { and, type Db, pagesOf, type Statement, sql } from '../database/db.ts'
import { type Found, isFound } from '../database/sets.ts'
import {
  type BidFate,
  type BidFilter,
  countOf,
  type DayOfBids,
  drawConditions,
  readDaysOfBids,
} from './days.ts'
import { fieldsOfBid, statusOfBid, winOfBid } from './queries.ts'

export type BidRow = Answer<typeof api.bids.list>['data'][number]

/** One page of bids with the figures of the cards. */
export async function listBids(db: Db, filter: Input<typeof api.bids.list>) {
  const days = await readDaysOfBids(db, filter)
  const sum = (of: (day: DayOfBids) => number) => days.reduce((total, day) => total + of(day), 0)
  const today = dayOf(await db.now())
  const total = sum((day) => countOf(day, filter.status))
  return {
    data: await readPage(db, filter, days),
    total,
    totalPages: pagesOf(total, filter.limit),
    stats: {
      activeBidsCount: sum(({ bids }) => bids.running),
      winBidsCount: sum(({ bids }) => bids.win),
      lossBidsCount: sum(({ bids }) => bids.loss),
      totalBetAmount: sum(staked) / 100,
      todayTotalBetAmount: await betToday(db, filter, days, today),
    },
  }
}

/** The points of a day's bids that are not cancelled. */
const staked = ({ points }: DayOfBids): number => points.running + points.win + points.loss

/** Today's stakes, also where the filter's days leave today out. */
async function betToday(db: Db, { from, to, market }: BidFilter, days: readonly DayOfBids[], today: string) {
  const isShown = (from === undefined || from <= today) && (to === undefined || today <= to)
  const shown = isShown ? days : await readDaysOfBids(db, { from: today, to: today, market })
  const figures = shown.find(({ day }) => day === today)
  return figures ? staked(figures) / 100 : 0
}

type PageOfBids = BidFilter & Pick<Input<typeof api.bids.list>, 'page' | 'limit'>

export async function readPage(
  db: Db,
  { page, limit, ...filter }: PageOfBids,
  days: readonly DayOfBids[],
): Promise<BidRow[]> {
  const { status } = filter
  let offset = (page - 1) * limit
  const first = days.findIndex((day) => {
    const count = countOf(day, status)
    if (offset < count) return true
    offset -= count
    return false
  })
  if (first < 0) return []
  const rows: BidRow[] = []
  for (const day of days.slice(first)) {
    const count = countOf(day, status)
    const part = partOf(day, filter)
    if (count > 0) rows.push(...(await readPart(db, part, { count, offset, limit: limit - rows.length })))
    if (rows.length >= limit) break
    offset = 0
  }
  return rows
}

/** One day's bids of a market and a status. */
interface Part {
  readonly day: string
  readonly status: BidFate | undefined
  readonly market: string | undefined
  readonly found: Found | undefined
  /** Whether a void cancelled so many of them that to find some means to look at few others. */
  readonly isMuchVoided: boolean
}

/** A bid found by its voided draw, to be sorted, takes as long as so many looked through in their order. */
const VOIDED_COSTS = 20

function partOf(counted: DayOfBids, { status, market, found }: BidFilter): Part {
  const { day, bids } = counted
  const voided = bids.cancelled - bids.reverted
  return { day, status, market, found, isMuchVoided: voided * VOIDED_COSTS > countOf(counted, undefined) }
}

/** So many rows from an offset on; counted from the end where that is nearer. */
function readPart(
  db: Db,
  part: Part,
  { count, offset, limit }: Record<'count' | 'offset' | 'limit', number>,
): Promise<BidRow[]> {
  const wanted = Math.min(limit, count - offset)
  const behind = count - offset - wanted
  if (offset <= behind) return readRows(db, part, sql`order by b.id desc limit ${wanted} offset ${offset}`)
  return readRows(db, part, sql`order by b.id limit ${wanted} offset ${behind}`)
}

/** All bids that the filters leave, in batches, for a file. */
export async function* eachBid(db: Db, filter: BidFilter, batch: number): AsyncGenerator<BidRow[]> {
  // Of a search no bid is counted beforehand: each day is gone through once.
  for (const day of await readDaysOfBids(db, { ...filter, found: undefined })) {
    if (countOf(day, filter.status) === 0) continue
    const part = partOf(day, filter)
    let before: number | undefined
    do {
      const after: Statement = before === undefined ? sql`` : sql`and b.id < ${before}`
      const rows = await readRows(db, part, sql`${after} order by b.id desc limit ${batch}`)
      if (rows.length > 0) yield rows
      before = rows.length < batch ? undefined : rows.at(-1)!.id
    } while (before !== undefined)
  }
}

/** Keys first, off an index alone where there is no status to find out, then the rows. */
function readRows(db: Db, part: Part, slice: Statement): Promise<BidRow[]> {
  const ofSearch = part.found ? sql`and ${isFound(part.found, sql`b.user_id`, sql`b.id`)}` : sql``
  return readBids(db, sql`select ${part.day}::date as market_date, b.id ${bidsOf(part)} ${ofSearch} ${slice}`)
}

/**
 * The bids with these keys (market_date, id), the latest day and the newest first. Materialized, the keys are found
 * once, and their day is no constant: of a day that the planner has not seen it expects one bid, and would read all.
 */
export function readBids(db: Db, keys: Statement): Promise<BidRow[]> {
  return db.many<BidRow>(sql`
    with page as materialized (${keys})
    select ${bidRow} from page join (${joinedBids}) on b.market_date = page.market_date and b.id = page.id
    order by b.market_date desc, b.id desc`)
}

/**
 * From which bids `b`, and under which conditions. A market has one draw a day. `is true` keeps the planner from
 * joining: those sets are small, and the bids come in the order of their index.
 */
function bidsOf({ day, status, market, isMuchVoided }: Part): Statement {
  const ofDay = drawConditions({ from: day, to: day, market })
  const standing = sql`
    from declarations c join draws d on d.id = c.draw_id where ${and([...ofDay, sql`c.withdrawn_at is null`])}`
  const declared = sql`${standing} and not c.is_void`
  const voided = sql`${standing} and c.is_void`
  if (status === 'win') {
    return sql`
      from (
        select b.id, b.user_id from (select c.draw_id, c.picks ${declared}) c
        join bids b on b.draw_id = c.draw_id and b.pick = any(c.picks) and b.cancelled_at is null
      ) b where true`
  }

  const isMarkets = market !== undefined && sql`b.draw_id = (select d.id from draws d where ${and(ofDay)})`
  const reverted = sql`
    from bids b where ${and([sql`b.market_date = ${day} and b.cancelled_at is not null`, isMarkets])}`
  if (status === 'reverted') return reverted
  if (status === 'cancelled' && !isMuchVoided) {
    return sql`
      from (
        select b.id, b.user_id ${reverted} union all
        select b.id, b.user_id from (select c.draw_id, c.half ${voided}) c
        join bids b on b.draw_id = c.draw_id and b.session = c.half and b.cancelled_at is null
      ) b where true`
  }

  const isIn = (halves: Statement) => sql`(b.draw_id, b.session) in (select c.draw_id, c.half ${halves})`
  const isWon = sql`(b.draw_id, b.pick) in (select c.draw_id, unnest(c.picks) ${declared})`
  return sql`from bids b where ${and([
    isMarkets || sql`b.market_date = ${day}`,
    (status === 'running' || status === 'loss') && sql`b.cancelled_at is null`,
    status === 'cancelled' && sql`(b.cancelled_at is not null or (${isIn(voided)}) is true)`,
    status === 'running' && sql`(${isIn(standing)}) is not true`,
    status === 'loss' && sql`(${isIn(declared)}) is true and (${isWon}) is not true`,
  ])}`
}

/** A bid's row for the administrator, of `joinedBids`. */
const bidRow = sql`
  b.id, b.market_date, m.name as market_name, ${fieldsOfBid}, ${statusOfBid} as status, ${winOfBid} as win,
  b.placed_at as "createdAt", json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User",
  json_build_object('_id', m.uuid, 'name', m.name, 'open_time', m.open_time, 'close_time', m.close_time) as "Market"`

const joinedBids = sql`
  bids b join draws d on d.id = b.draw_id join markets m on m.id = d.market_id join users u on u.id = b.user_id
  left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null`

export async function getBid(
  db: Db,
  { id, market_date }: { id: number; market_date: string },
): Promise<BidRow> {
  return db.only<BidRow>(sql`
    select ${bidRow} from ${joinedBids} where b.market_date = ${market_date} and b.id = ${id}`)
}

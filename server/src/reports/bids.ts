/** The bid history of all players. Without a search it is Bet Management's list, with sums by status. */
import type { Answer, api, Input } from '@munim/contract'
import {
  type BidRow,
  type BidStatus,
  bidRow,
  countOf,
  drawConditions,
  eachBid,
  joinedBids,
  readDaysOfBids,
  readPage,
} from '../bids/list.ts'
import { decidedBids, statusOfBid } from '../bids/queries.ts'
import { type Db, every, pagesOf, type Statement, sql } from '../database/db.ts'
import { inBatches } from '../http/csv.ts'
import { idTyped, playersFound } from './search.ts'

type Filter = Input<typeof api.reports.bids>
type Statistics = Answer<typeof api.reports.bids>['statistics']

const STATUSES: readonly BidStatus[] = ['running', 'win', 'loss', 'cancelled']

/** Bids are cancelled by administrators only, so that theirs are the cancelled ones; null where nothing can match. */
function statusOf({ status, adminOnly }: Filter): BidStatus | undefined | null {
  if (!adminOnly) return status
  return status === undefined || status === 'cancelled' ? 'cancelled' : null
}

/** One page of bids, the latest day and the newest first, with figures over all that the filters leave. */
export async function listBidHistory(db: Db, filter: Filter) {
  const status = statusOf(filter)
  if (status === null) return { data: [], total: 0, totalPages: 0, statistics: statisticsOf([]) }
  if (filter.search) return searchBids(db, { ...filter, status })
  const days = await readDaysOfBids(db, filter)
  const sums = STATUSES.filter((each) => status === undefined || each === status).map((each) => ({
    status: each,
    bids: days.reduce((sum, day) => sum + countOf(day, each), 0),
    points: days.reduce((sum, day) => sum + day.points[each], 0),
    won: each === 'win' ? days.reduce((sum, day) => sum + day.won, 0) : 0,
  }))
  const statistics = statisticsOf(sums)
  const total = statistics.totalBids
  const data = await readPage(db, { ...filter, status }, days)
  return { data, total, totalPages: pagesOf(total, filter.limit), statistics }
}

/** Bids of one status, in paise. */
interface Sum {
  readonly status: BidStatus
  readonly bids: number
  readonly points: number
  readonly won: number
}

function statisticsOf(sums: readonly Sum[]): Statistics {
  const total = (of: (sum: Sum) => number) => sums.reduce((all, sum) => all + of(sum), 0)
  const staked = total(({ points }) => points)
  const won = total((sum) => sum.won)
  const refunded = total(({ status, points }) => (status === 'cancelled' ? points : 0))
  return {
    totalBids: total(({ bids }) => bids),
    totalBidAmount: staked / 100,
    totalWinnings: won / 100,
    totalRefunds: refunded / 100,
    totalProfit: (staked - won - refunded) / 100,
  }
}

type Search = Filter & { readonly status: BidStatus | undefined }

/** The filters but the search, as conditions on bid `b` under its declaration `c`. */
function conditions({ from, to, market, status }: Search): (Statement | false)[] {
  return [
    from !== undefined && sql`b.market_date >= ${from}`,
    to !== undefined && sql`b.market_date <= ${to}`,
    market !== undefined &&
      sql`b.draw_id in (select d.id from draws d where ${every(drawConditions({ market }))})`,
    status !== undefined && sql`${statusOfBid} = ${status}`,
  ]
}

/** Whether bid `b` has this number. Bids are kept by their day, which their stake's draw knows. */
function isBid(id: number): Statement {
  return sql`b.id = ${id} and b.market_date = (select d.market_date from postings p join draws d on d.id = p.draw_id
    where p.bid_id = ${id} and p.kind = 'stake')`
}

/** Through the players that were found, each by the index of their own bids. */
async function searchBids(db: Db, filter: Search) {
  const { page, limit } = filter
  const id = idTyped(filter.search!)
  const rows = sql`
    select b.id, b.market_date, b.points, ${statusOfBid} as status, (b.points * b.multiplier + 50) / 100 as win
    from ${decidedBids}`
  const { sums, keys } = await db.only<{ sums: Sum[] | null; keys: Key[] | null }>(sql`
    with player as materialized (${playersFound(filter.search!)}), found as materialized (
      ${rows} where ${every([sql`b.user_id in (select id from player)`, ...conditions(filter)])}
      union all
      ${rows} where ${every([id === null ? sql`false` : isBid(id), sql`b.user_id not in (select id from player)`, ...conditions(filter)])}
    )
    select (
      select json_agg(s) from (
        select status, count(*) as bids, sum(points) as points, coalesce(sum(win) filter (where status = 'win'), 0) as won
        from found group by status) s
    ) as sums, (
      select json_agg(k) from (
        select id, market_date from found order by market_date desc, id desc limit ${limit} offset ${(page - 1) * limit}) k
    ) as keys`)
  const statistics = statisticsOf(sums ?? [])
  const data = await readKeys(db, keys ?? [])
  return {
    data,
    total: statistics.totalBids,
    totalPages: pagesOf(statistics.totalBids, limit),
    statistics,
  }
}

interface Key {
  readonly id: number
  readonly market_date: string
}

async function readKeys(db: Db, keys: readonly Key[]): Promise<BidRow[]> {
  return db.many<BidRow>(sql`
    select ${bidRow} from ${joinedBids}
    join unnest(${keys.map((key) => key.market_date)}::date[], ${keys.map(({ id }) => id)}::bigint[])
      as k (market_date, id) on k.market_date = b.market_date and k.id = b.id
    order by b.market_date desc, b.id desc`)
}

/** All bids that the filters leave, in batches, for a file. */
export async function* eachBidOfHistory(
  db: Db,
  filter: Filter,
  batch: number,
): AsyncIterable<readonly BidRow[]> {
  const status = statusOf(filter)
  if (status === null) return
  if (!filter.search) yield* eachBid(db, { ...filter, status }, batch)
  else yield* inBatches((after, limit) => readBehind(db, { ...filter, status }, after, limit))
}

/** Through the bids by day: one pass over them for the whole file. `is true` keeps their order. */
async function readBehind(
  db: Db,
  filter: Search,
  after: BidRow | undefined,
  limit: number,
): Promise<BidRow[]> {
  const id = idTyped(filter.search!)
  return db.many<BidRow>(sql`
    with player as materialized (${playersFound(filter.search!)}), page as (
      select b.id, b.market_date from ${decidedBids}
      where ${every([
        sql`((b.user_id in (select id from player)) is true ${id === null ? sql`` : sql`or b.id = ${id}`})`,
        after !== undefined && sql`(b.market_date, b.id) < (${after.market_date}::date, ${after.id}::bigint)`,
        ...conditions(filter),
      ])} order by b.market_date desc, b.id desc limit ${limit}
    )
    select ${bidRow} from ${joinedBids} join page k on k.market_date = b.market_date and k.id = b.id
    order by b.market_date desc, b.id desc`)
}

/** The bid history of all players. Without a search it is Bet Management's list, with sums by status. */
import type { Answer, api, Input } from '@munim/contract'
import {
  type BidFate,
  type BidRow,
  type BidStatus,
  countOf,
  eachBid,
  readBids,
  readDaysOfBids,
  readPage,
} from '../bids/list.ts'
import { type Db, pagesOf, sql } from '../database/db.ts'
import { BATCH } from '../http/csv.ts'
import { type BidKey, eachFoundBid, type Sum, searchBids } from './bid-search.ts'

type Filter = Input<typeof api.reports.bids>
type Statistics = Answer<typeof api.reports.bids>['statistics']

const STATUSES: readonly BidStatus[] = ['running', 'win', 'loss', 'cancelled']

/** Single bids are cancelled by administrators only, so that theirs are those; null where nothing can match. */
function fateOf({ status, adminOnly }: Filter): BidFate | undefined | null {
  if (!adminOnly) return status
  return status === undefined || status === 'cancelled' ? 'reverted' : null
}

/** One page of bids, the latest day and the newest first, with figures over all that the filters leave. */
export async function listBidHistory(db: Db, filter: Filter) {
  const status = fateOf(filter)
  if (status === null) return answerOf([], [], filter)
  const days = await readDaysOfBids(db, filter)
  const fates: readonly BidFate[] = status === undefined ? STATUSES : [status]
  const sums = fates.map((each) => ({
    status: each === 'reverted' ? ('cancelled' as const) : each,
    bids: days.reduce((sum, day) => sum + countOf(day, each), 0),
    points: days.reduce((sum, day) => sum + day.points[each], 0),
    won: each === 'win' ? days.reduce((sum, day) => sum + day.won, 0) : 0,
  }))
  if (!filter.search) return answerOf(await readPage(db, { ...filter, status }, days), sums, filter)
  const inRange = days.reduce((total, day) => total + countOf(day, undefined), 0)
  const found = await searchBids(db, { ...filter, status, search: filter.search }, inRange)
  return answerOf(await readKeys(db, found.keys), found.sums, filter)
}

const totalOf = (sums: readonly Sum[]): number => sums.reduce((total, { bids }) => total + bids, 0)

function answerOf(data: BidRow[], sums: readonly Sum[], { limit }: Filter) {
  const total = totalOf(sums)
  return { data, total, totalPages: pagesOf(total, limit), statistics: statisticsOf(sums) }
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

function readKeys(db: Db, keys: readonly BidKey[]): Promise<BidRow[]> {
  const [days, ids] = [keys.map((key) => key.market_date), keys.map(({ id }) => id)]
  return readBids(db, sql`select * from unnest(${days}::date[], ${ids}::bigint[]) as k (market_date, id)`)
}

/** All bids that the filters leave, in batches, for a file. */
export async function* eachBidOfHistory(
  db: Db,
  filter: Filter,
  batch = BATCH,
): AsyncIterable<readonly BidRow[]> {
  const status = fateOf(filter)
  if (status === null) return
  const { search } = filter
  if (!search) return yield* eachBid(db, { ...filter, status }, batch)
  for await (const keys of eachFoundBid(db, { ...filter, status, search }, batch))
    yield await readKeys(db, keys)
}

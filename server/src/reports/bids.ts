/** The bid history of all players. Without a search it is Bet Management's list, with sums by status. */
import type { Answer, api, Input } from '@munim/contract'
import { type BidFate, countsOf, readDaysOfBids, type Sum, sumsOf } from '../bids/days.ts'
import { type BidRow, bidsList, eachBid } from '../bids/list.ts'
import { findBids, searchBids } from '../bids/search.ts'
import { type Db, pagesOf } from '../database/db.ts'
import { isOther, readPage } from '../database/list.ts'

type Filter = Input<typeof api.reports.bids>
type Statistics = Answer<typeof api.reports.bids>['statistics']

/** Single bids are cancelled by administrators only, so that theirs are those; null where nothing can match. */
function fateOf({ status, adminOnly }: Filter): BidFate | undefined | null {
  if (!adminOnly) return status
  return status === undefined || status === 'cancelled' ? 'reverted' : null
}

/** One page of bids, the latest day and the newest first, with figures over all that the filters leave. */
export async function listBidHistory(db: Db, filter: Filter) {
  const status = fateOf(filter)
  if (status === null) return { ...answerOf([], [], filter), counts: null }
  const shown = { ...filter, status }
  const days = await readDaysOfBids(db, filter)
  if (filter.search) {
    const { data, sums } = await searchBids(db, shown, filter.search, days)
    return {
      ...answerOf(data, sums, filter),
      counts: filter.adminOnly || status !== undefined ? null : countsOf(sums),
    }
  }
  const isReversed = isOther('newest', filter.order)
  const page = filter.statisticsOnly
    ? { data: [] }
    : await readPage(db, bidsList(shown, days), { ...filter, isReversed })
  return {
    ...answerOf(page.data, sumsOf(days, status), filter),
    counts: filter.adminOnly ? null : countsOf(sumsOf(days)),
  }
}

function answerOf(data: readonly BidRow[], sums: readonly Sum[], { limit }: Filter) {
  const total = sums.reduce((all, { bids }) => all + bids, 0)
  return { data: [...data], total, totalPages: pagesOf(total, limit), statistics: statisticsOf(sums) }
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

export async function* eachBidOfHistory(
  db: Db,
  filter: Filter,
  batch?: number,
): AsyncIterable<readonly BidRow[]> {
  const status = fateOf(filter)
  if (status === null) return
  const found = filter.search ? await findBids(db, filter.search) : undefined
  yield* eachBid(db, { ...filter, status, found }, batch)
}

/** A bid in Bet Management, and the act that reverts it. */
import { type Answer, api, t } from '@munim/contract'
import { dayOf, sumOfRupees } from '@munim/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../api/use-action.ts'
import { countsAfter, writeAnswers } from '../../api/write-answers.ts'
import type { Bid } from '../../game/bid-cells.tsx'
import { tellDone, tellingWaits } from '../../widgets/notice.tsx'

type Page = Answer<typeof api.bids.list>

interface Options {
  readonly onDone: () => void
  readonly onWaits: () => void
}

/**
 * Reverts a bid. The list is not asked again but told: the row stays where it is with its new status, so that
 * nothing slides under the pointer until the next page or filter. The cards follow at once.
 */
export function useRevert({ onDone, onWaits }: Options) {
  const queries = useQueryClient()
  return useAction(api.bids.revert, {
    refreshes: [
      api.dashboard.getStats,
      api.dashboard.getOverview,
      api.users.get,
      api.users.bids,
      api.users.transactions,
      api.bids.get,
      api.reports.audit,
      api.reports.bids,
      api.reports.transactions,
    ],
    refreshesRefused: true,
    onDone: ({ data: cancelled }) => {
      writeAnswers(queries, api.bids.list, (page) => withRow(page, cancelled))
      tellDone(t('Bid reverted successfully'))
      onDone()
    },
    onFailed: (_, { status }) => {
      // Cancelled elsewhere meanwhile: what is shown is out of date.
      if (status === 409) void queries.invalidateQueries({ queryKey: [api.bids.list.path] })
    },
    onWaits: tellingWaits(onWaits),
  })
}

const COUNTS = { running: 'activeBidsCount', win: 'winBidsCount', loss: 'lossBidsCount' } as const

/** A page that shows the bid, with the row, the counts and the cards as they are without it. */
export function withRow(page: Page, after: Bid): Page {
  // As the page counts it: it may have been decided since it was asked about.
  const before = page.data.find(({ id }) => id === after.id)
  if (before === undefined || before.status === 'cancelled') return page
  const less = (rupees: number, points: number) => sumOfRupees([rupees, -points])
  const count = COUNTS[before.status]
  const { stats } = page
  const isToday = before.market_date === dayOf(new Date())
  return {
    ...page,
    data: page.data.map((row) => (row === before ? after : row)),
    counts: countsAfter(page.counts, before.status, after.status),
    stats: {
      ...stats,
      [count]: stats[count] - 1,
      totalBetAmount: less(stats.totalBetAmount, before.points),
      todayTotalBetAmount: less(stats.todayTotalBetAmount, isToday ? before.points : 0),
    },
  }
}

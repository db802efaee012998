/** One draw of a market as the screens of results read it: how far it is declared, and what is due. */
import { type Answer, api } from '@munim/contract'
import { type Half, isDeclared, type ResultStatus, statusOf } from '@munim/core'
import { lengthInWords, sharingHalf } from '../../widgets/times.ts'
import { dayOf, timeOfDay } from '../../widgets/when.tsx'

/** A market with the digits of the draw of `market_date`. */
export type Draw = Answer<typeof api.markets.get>['data']

/** The reading calls whose answers are old once a result is declared, reverted, or its draw voided. */
export const AFTER_A_RESULT = [
  api.markets.list,
  api.markets.get,
  api.results.previous,
  api.results.due,
  api.results.exposure,
  api.bids.ofMarket,
  api.bids.analytics,
  api.bids.list,
  api.dashboard.getStats,
  api.dashboard.getOverview,
  api.users.get,
  api.users.bids,
  api.users.transactions,
  api.reports.bids,
  api.reports.transactions,
] as const

export interface Due {
  readonly half: Half
  readonly lateMs: number
}

/** The first half whose betting has ended and that is not declared; null when nothing is due. */
export function dueOf(draw: Draw, now: Date): Due | null {
  const halves = [
    ['open', draw.opens_at],
    ['close', draw.closes_at],
  ] as const
  for (const [half, ends] of halves) {
    const lateMs = ends === null ? -1 : now.getTime() - Date.parse(ends)
    if (!isDeclared(draw, half) && lateMs >= 0) return { half, lateMs }
  }
  return null
}

/** "Close due 1 h 33 min" */
export const dueInWords = ({ half, lateMs }: Due): string =>
  `${half === 'open' ? 'Open' : 'Close'} due ${lengthInWords(lateMs)}`

/** The times of this draw, or that the market does not run on its day. */
export function timesOfDraw({ opens_at, closes_at }: Draw): string {
  if (opens_at === null || closes_at === null) return 'does not run'
  return sharingHalf(timeOfDay(new Date(opens_at)), timeOfDay(new Date(closes_at)))
}

const ORDER: Readonly<Record<ResultStatus, number>> = { partial: 0, pending: 0, complete: 1 }

/** What is due first, the latest above; then what is to come, by its time; what is complete last. */
export function dueFirst(draws: readonly Draw[], now: Date): Draw[] {
  const late = (draw: Draw) => dueOf(draw, now)?.lateMs ?? -1
  return [...draws].sort(
    (a, b) =>
      late(b) - late(a) ||
      ORDER[statusOf(a)] - ORDER[statusOf(b)] ||
      (a.opens_at ?? '9').localeCompare(b.opens_at ?? '9'),
  )
}

/** "20 Nov 2026", or that there is none. */
export const dateOf = (day: string | null): string => (day === null ? 'no draw' : dayOf(day))

/** One draw of a market as the screens of results read it: how far it is declared, and what is due. */
import { type Answer, api, t } from '@munim/contract'
import {
  addDays,
  dayOf as dayOfMoment,
  type Half,
  isDeclared,
  type Result,
  type ResultStatus,
  readDay,
  statusOf,
  weekdayOf,
} from '@munim/core'
import { lengthInWords, sharingHalf, weekdayName } from '../../widgets/times.ts'
import { dayOf, timeOfDay } from '../../widgets/when.tsx'

/** A market with the digits of the draw of `market_date`. */
export type Draw = Answer<typeof api.markets.get>['data']

/** What is shown of a draw, of the day asked for: the draw is that day's once it has been read. */
export interface OfDay {
  readonly draw: Draw
  readonly date: string
}

/** The reading calls whose answers are old once a result is declared, reverted, or its draw voided. */
export const AFTER_A_RESULT = [
  api.markets.list,
  api.markets.get,
  api.results.previous,
  api.results.due,
  api.results.exposure,
  api.results.toRecover,
  api.results.waiting,
  api.bids.ofMarket,
  api.bids.analytics,
  api.bids.numbers,
  api.bids.list,
  api.daybook.market,
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

/** Figures of a draw, and what was voided of it. */
export type Fate = Result & Pick<Draw, 'voided'>

/** Whether this half was voided: its bets were cancelled and refunded. */
export const isVoid = ({ voided }: Pick<Draw, 'voided'>, half: Half): boolean =>
  voided?.halves.includes(half) ?? false

/** The halves that are neither declared nor voided. */
export const undecidedOf = (draw: Fate): Half[] =>
  (['open', 'close'] as const).filter((half) => !isDeclared(draw, half) && !isVoid(draw, half))

/** The first half whose betting has ended and that nothing decided; null when nothing is due. */
export function dueOf(draw: Draw, now: Date): Due | null {
  if (draw.owes_result === false) return null // A server of the release before does not say it.
  for (const half of undecidedOf(draw)) {
    const lateMs = sinceEnd(draw, half, now)
    if (lateMs !== null && lateMs >= 0) return { half, lateMs }
  }
  return null
}

/** "open ends in 51 min": the next end of betting ahead; null where there is none. */
export function aheadInWords(draw: Draw, now: Date): string | null {
  for (const half of undecidedOf(draw)) {
    const lateMs = sinceEnd(draw, half, now)
    if (lateMs !== null && lateMs < 0)
      return t('{half, select, open {open ends in {length}} other {close ends in {length}}}', {
        half,
        length: lengthInWords(-lateMs),
      })
  }
  return null
}

function sinceEnd({ open_ends_at, close_ends_at }: Draw, half: Half, now: Date): number | null {
  const ends = half === 'open' ? open_ends_at : close_ends_at
  return ends === null ? null : now.getTime() - Date.parse(ends)
}

/** "Close due 1 h 33 min" */
export const dueInWords = ({ half, lateMs }: Due): string =>
  t('{half, select, open {Open due {length}} other {Close due {length}}}', {
    half,
    length: lengthInWords(lateMs),
  })

/** "close due 1 h 33 min", after other facts. */
export const dueInLine = ({ half, lateMs }: Due): string =>
  t('{half, select, open {open due {length}} other {close due {length}}}', {
    half,
    length: lengthInWords(lateMs),
  })

/** The times of this draw, or that the market does not run on its day. */
export function timesOfDraw({ open_ends_at, close_ends_at }: Draw): string {
  if (open_ends_at === null || close_ends_at === null) return t('does not run')
  return sharingHalf(timeOfDay(new Date(open_ends_at)), timeOfDay(new Date(close_ends_at)))
}

/** What is due first, the latest above; then what is to come, by its time; what is decided last. */
export function dueFirst(draws: readonly Draw[], now: Date): Draw[] {
  const late = (draw: Draw) => dueOf(draw, now)?.lateMs ?? -1
  return [...draws].sort(
    (a, b) =>
      late(b) - late(a) ||
      Number(undecidedOf(a).length === 0) - Number(undecidedOf(b).length === 0) ||
      (a.open_ends_at ?? '9').localeCompare(b.open_ends_at ?? '9'),
  )
}

/** How far a draw is decided; what was voided counts as such once nothing is left to decide. */
export function fateOf(draw: Fate): ResultStatus | 'voided' {
  return draw.voided !== null && undecidedOf(draw).length === 0 ? 'voided' : statusOf(draw)
}

/** "20 Nov 2026", or that there is none. */
export const dateOf = (day: string | null): string => (day === null ? t('no draw') : dayOf(day))

/** "Today, 22 Nov 2026": the day of a draw beside those of others. */
export function dayInWords(day: string | null, now: Date): string {
  const read = day === null ? null : readDay(day)
  if (read === null) return dateOf(day)
  const today = dayOfMoment(now)
  const shown = dayOf(read)
  if (read === today) return t('Today, {day}', { day: shown })
  if (read === addDays(today, -1)) return t('Yesterday, {day}', { day: shown })
  return t('{weekday}, {day}', { weekday: weekdayName(weekdayOf(read)), day: shown })
}

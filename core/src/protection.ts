/** Play with measure: the limits of a player per period, which of them holds, and when a raise takes effect. */
import { addDays, beginOf, type Day, dayOf, WEEKDAYS, weekdayOf } from './markets/schedule.ts'
import { type Paise, paise } from './money.ts'

export const PLAY_KINDS = ['deposit', 'stake', 'loss'] as const
export const PLAY_PERIODS = ['day', 'week', 'month'] as const
/** Whose limit: the player's own, or the house's for this player. */
export const PLAY_SIDES = ['player', 'house'] as const
export type PlayKind = (typeof PLAY_KINDS)[number]
export type PlayPeriod = (typeof PLAY_PERIODS)[number]
export type PlaySide = (typeof PLAY_SIDES)[number]

/** So long a player waits for a limit of their own to rise or to end. */
const RAISE_WAIT_HOURS = 24
/** The longest pause that ends, in days. */
export const PAUSE_DAYS_MOST = 1825

/** The Indian day on which the period of this moment began: the day itself, its Monday, the first of its month. */
function beginOfPeriod(period: PlayPeriod, at: Date): Day {
  const day = dayOf(at)
  if (period === 'day') return day
  if (period === 'month') return `${day.slice(0, 8)}01` as Day
  return addDays(day, -WEEKDAYS.indexOf(weekdayOf(day)))
}

/** The first moment of the period, Indian midnight. */
export const momentOfPeriod = (period: PlayPeriod, at: Date): Date => beginOf(beginOfPeriod(period, at))

/** A limit as it is kept, in paise; of one that rises also to what (null: it ends) and when. */
export interface KeptLimit {
  readonly amount: Paise
  readonly next: { readonly amount: Paise | null; readonly at: Date } | null
}

/** What holds at this moment, in paise; null: no limit. */
export function amountAt(limit: KeptLimit | null, at: Date): Paise | null {
  if (limit === null) return null
  return limit.next !== null && limit.next.at <= at ? limit.next.amount : limit.amount
}

/** What a limit comes to once nothing waits, in paise (null: none), and since when (null: now). */
export function comingOf(limit: KeptLimit | null, at: Date): { amount: Paise | null; from: Date | null } {
  const next = limit?.next
  return next && next.at > at
    ? { amount: next.amount, from: next.at }
    : { amount: amountAt(limit, at), from: null }
}

/** A player's own limit once they asked for this amount (null: none): lower at once, higher after the wait. Null: there is none. */
export function changeOwnLimit(limit: KeptLimit | null, wanted: Paise | null, at: Date): KeptLimit | null {
  const now = amountAt(limit, at)
  if (now === null) return wanted === null ? null : { amount: wanted, next: null }
  if (wanted !== null && wanted <= now) return { amount: wanted, next: null }
  const waits = limit?.next
  // Asking for the same again does not make the wait longer.
  const isAgain = waits && waits.amount === wanted
  const from = isAgain ? waits.at : new Date(at.getTime() + RAISE_WAIT_HOURS * 3_600_000)
  return { amount: now, next: { amount: wanted, at: from } }
}

/** What is left of a limit, in paise; never below 0, and more than the limit where more was won than lost. */
export const leftOf = (most: Paise, used: Paise): Paise => paise(Math.max(0, most - used))

/** Whether a pause that is to end then (null: never) is longer than one there is. */
export const isLonger = (until: Date | null, than: Date | null): boolean =>
  than !== null && (until === null || until > than)

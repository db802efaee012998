/** Which check of the books is due. Pure: the moment, and what was checked before, are given. */
import { isBetween, type Time, timeOf } from '@munim/core'

/** totals: two sums compared. full: every law over all that was ever written. */
export type Check = 'totals' | 'full'

export interface Before {
  readonly now: Date
  /** When anything was last checked, and when every law was. */
  readonly checkedAt: Date | null
  readonly provenAt: Date | null
  /** Whether the last check of either kind found a difference. */
  readonly isDiffering: boolean
  /** Whether every law is proven within a second or two, at any hour. */
  readonly isSmall: boolean
}

const MINUTE_MS = 60_000
/** 80 ms at a million players: the owner is told of a difference within a minute (alerts/tell.ts). */
const TOTALS_AFTER_MS = MINUTE_MS / 2
const AGAIN_AFTER_MS = 10 * MINUTE_MS
const FULL_AFTER_MS = 24 * 60 * MINUTE_MS
/** A night was left out: large books are proven by day then. Who is told that they are not: alerts/queries.ts. */
export const LEFT_OUT_MS = 36 * 60 * MINUTE_MS
/** Within one night every law is proven once. */
const A_NIGHT_MS = 12 * 60 * MINUTE_MS
const NIGHT = ['04:00', '05:59'] as [Time, Time]

/**
 * The sums are due twice a minute. Every law is due once a night, between the last draw and the morning, or after it where
 * that night was left out, once the sums are known. Small books are proven whenever a day has passed, and, while something
 * differs, every ten minutes: so it is named, and soon seen to be mended.
 */
export function dueCheck({ now, checkedAt, provenAt, isDiffering, isSmall }: Before): Check | null {
  // What was checked later than now was so by a clock that has gone back since: it tells nothing of how long ago.
  const hasPassed = (ms: number, since: Date | null) =>
    since === null || since > now || now.getTime() - since.getTime() >= ms
  const isNight = isBetween(timeOf(now), ...NIGHT)
  const fullAfterMs = isDiffering ? AGAIN_AFTER_MS : FULL_AFTER_MS
  if (isNight && hasPassed(A_NIGHT_MS, provenAt)) return 'full'
  if (isSmall && hasPassed(fullAfterMs, provenAt)) return 'full'
  if (hasPassed(LEFT_OUT_MS, provenAt) && !hasPassed(AGAIN_AFTER_MS, checkedAt)) return 'full'
  return hasPassed(TOTALS_AFTER_MS, checkedAt) ? 'totals' : null
}

/**
 * Indian days and times, and the day whose draw takes bids or is shown.
 * Fixed at +05:30: neither the machine's zone nor its clock is ever asked.
 */

/** A half of a draw. A bid is placed in a session and decided by a half; combined games differ. */
export type Half = 'open' | 'close'

/** A calendar day in India, 'YYYY-MM-DD'. */
export type Day = string & { readonly is: 'day' }

/** A time of day in India, 'HH:mm', 00:00 to 23:59. Compared as text. */
export type Time = string & { readonly is: 'time' }

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** When a market runs. Times of a weekday replace the market's own, null ones don't. */
export type Schedule = {
  readonly open_time: Time
  readonly close_time: Time
  readonly days: Readonly<
    Record<
      Weekday,
      { readonly state: boolean; readonly open_time: Time | null; readonly close_time: Time | null }
    >
  >
}

/** When the betting of one draw ends: on the open (and on combined games), on the close. `opens_at` and `closes_at` of draws. */
export type DrawMoments = { readonly openEndsAt: Date; readonly closeEndsAt: Date }

const INDIA_MS = 5.5 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** How long a market goes on showing a draw after its close, when the next running day has begun. */
const SHOWN_AFTER_CLOSE_MS = 3 * 60 * 60 * 1000

/** Reads a day that a person typed; null when there is no such day, or outside the years 2000 to 2100. */
export function readDay(text: unknown): Day | null {
  if (typeof text !== 'string' || !/^(20[0-9]{2}|2100)-[0-9]{2}-[0-9]{2}$/.test(text)) return null
  return addDays(text as Day, 0) === text ? (text as Day) : null // 30 February comes back as another day
}

/** Reads a time that a person typed; null when it is not HH:mm of a 24-hour clock. */
export function readTime(text: unknown): Time | null {
  return typeof text === 'string' && /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(text) ? (text as Time) : null
}

/** The Indian day of a moment: at 18:30 UTC the next one begins. */
export function dayOf(at: Date): Day {
  const india = new Date(at.getTime() + INDIA_MS)
  const figures = [india.getUTCFullYear(), india.getUTCMonth() + 1, india.getUTCDate()]
  return figures.map((figure) => String(figure).padStart(2, '0')).join('-') as Day
}

/** The Indian time of day of a moment, its seconds left away. */
export function timeOf(at: Date): Time {
  return new Date(at.getTime() + INDIA_MS).toISOString().substring(11, 16) as Time
}

/** Whether a time lies in a daily window, both ends included; a window that opens after it closes spans midnight. */
export function isBetween(time: Time, open: Time, close: Time): boolean {
  return open <= close ? open <= time && time <= close : time >= open || time <= close
}

/** The moment of an Indian time on an Indian day, at its first millisecond. */
export function momentOf(day: Day, time: Time): Date {
  return new Date(`${day}T${time}:00.000+05:30`)
}

/** The first moment of an Indian day. */
export const beginOf = (day: Day): Date => momentOf(day, '00:00' as Time)

/** The day so many days later; earlier when negative. */
export function addDays(day: Day, days: number): Day {
  return dayOf(new Date(beginOf(day).getTime() + days * DAY_MS))
}

/** The weekday of a day, by which a schedule is read. */
export function weekdayOf(day: Day): Weekday {
  const sinceMonday = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7
  return WEEKDAYS[sinceMonday]!
}

/** Whether a market with these times closes on the day after its open. Equal times do: a whole day. */
export function crossesMidnight(open: Time, close: Time): boolean {
  return close <= open
}

/** The moments of this day's draw by the schedule; null when the weekday is off. */
export function drawOn(schedule: Schedule, day: Day): DrawMoments | null {
  const weekday = schedule.days[weekdayOf(day)]
  if (!weekday.state) return null
  const open = weekday.open_time ?? schedule.open_time
  const close = weekday.close_time ?? schedule.close_time
  const closingDay = crossesMidnight(open, close) ? addDays(day, 1) : day
  return { openEndsAt: momentOf(day, open), closeEndsAt: momentOf(closingDay, close) }
}

/**
 * The day whose draw a bid placed at this moment belongs to: the earlier of yesterday and today that
 * runs and whose cut-off is still ahead; null when there is none. At the very moment it has passed.
 * `half` names the cut-off: combined bids end with the open (cutOffOf). `keptMoments` gives the moments of
 * the draws that have a row already; they go before the schedule's, on days that run.
 */
export function bettingDay(
  schedule: Schedule,
  half: Half,
  at: Date,
  keptMoments: (day: Day) => DrawMoments | undefined = () => undefined,
): Day | null {
  const today = dayOf(at)
  const isAhead = (day: Day) => {
    const scheduled = drawOn(schedule, day)
    if (scheduled === null) return false
    const { openEndsAt, closeEndsAt } = keptMoments(day) ?? scheduled
    return at < (half === 'open' ? openEndsAt : closeEndsAt)
  }
  return [addDays(today, -1), today].find(isAhead) ?? null
}

/**
 * The day of the draw that a market shows now: the latest running day that has begun in India, once
 * the running day before it has been closed for three hours. So 21:35–23:45 stays until 02:45.
 * Null when no weekday runs.
 */
export function currentDay(schedule: Schedule, at: Date): Day | null {
  let day = latestRunning(schedule, dayOf(at))
  while (day !== null) {
    const before = latestRunning(schedule, addDays(day, -1))
    const closeEndsAt = before && drawOn(schedule, before)?.closeEndsAt
    if (!closeEndsAt || at.getTime() >= closeEndsAt.getTime() + SHOWN_AFTER_CLOSE_MS) return day
    day = before
  }
  return null
}

/** The latest running day up to this one, itself included; null when none of a whole week runs. */
function latestRunning(schedule: Schedule, day: Day): Day | null {
  const week = WEEKDAYS.map((_, back) => addDays(day, -back))
  return week.find((each) => schedule.days[weekdayOf(each)].state) ?? null
}

/** The week of a market: each weekday open or closed, its times, and a bar where they lie in the day. */
import { language, t } from '@munim/contract'
import { dayOf, momentOf, readTime, type Time, WEEKDAYS, type Weekday, weekdayOf } from '@munim/core'
import type { WeekTimes } from '../../game/schedule.ts'
import { Status } from '../../widgets/status.tsx'
import { timesInWords, useNow, weekdayName } from '../../widgets/times.ts'
import { type Market, runningDays, timesOn } from './market.ts'
import styles from './week-chart.module.css'

const DAY = 24 * 60

/** Minutes after the weekday's midnight. What closes after the next midnight goes on counting. */
interface Span {
  readonly from: number
  readonly to: number
}

export function WeekChart({ market }: { readonly market: Market }) {
  const now = useNow()
  const frame = frameOf(market)
  const mark = frame && nowIn(frame, now)
  const today = weekdayOf(dayOf(now))
  return (
    <div className={`mu-place ${styles.chart}`}>
      {frame && <Hours frame={frame} />}
      <ul className={`mu-ruled ${styles.days}`}>
        {WEEKDAYS.map((weekday) => {
          const isOpen = market.market_off_day[weekday].state
          const { open, close } = timesOn(market, weekday)
          return (
            <li key={weekday} className={styles.day}>
              <span className={weekday === today ? 'mu-strong' : undefined}>{weekdayName(weekday)}</span>
              <Status is={isOpen ? 'good' : 'neutral'}>{isOpen ? t('OPEN') : t('CLOSED')}</Status>
              <span className={`mu-place mu-phone-none ${styles.track}`}>
                {frame && isOpen && (
                  <i className={styles.bar} style={placed(spanOf(market, weekday), frame)} />
                )}
                {frame && mark?.weekday === weekday && (
                  <i className={styles.now} style={{ left: `${share(mark.at, frame)}%` }} />
                )}
              </span>
              <span className="mu-plain mu-whole mu-right">
                {isOpen ? timesInWords(open, close) : <span className="mu-soft">–</span>}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The hours over the bars, and a hairline down from each. */
function Hours({ frame }: { readonly frame: Span }) {
  const step = frame.to - frame.from > 14 * 60 ? 240 : 120
  const first = Math.ceil(frame.from / step) * step
  const ticks = Array.from({ length: Math.floor((frame.to - first) / step) + 1 }, (_, n) => first + n * step)
  return (
    <div className={`mu-note mu-phone-none ${styles.hours}`} aria-hidden="true">
      {ticks.map((tick, n) => (
        <span key={tick} style={{ left: `${share(tick, frame)}%` }}>
          {hourInWords(tick, n === 0 || n === ticks.length - 1)}
        </span>
      ))}
    </div>
  )
}

const hourFormat = new Intl.DateTimeFormat(language().locale, {
  timeZone: 'UTC',
  hour: 'numeric',
  hour12: true,
})

/** "4 pm" of minutes after midnight, or "4" alone. */
function hourInWords(minutes: number, isNamed: boolean): string {
  const words = hourFormat.formatToParts(minutes * 60_000)
  const shown = isNamed ? words : words.filter(({ type }) => type === 'hour')
  return shown.map(({ value }) => value).join('')
}

function spanOf(market: WeekTimes, weekday: Weekday): Span {
  const { open, close } = timesOn(market, weekday)
  const from = minutesOf(open)
  const to = minutesOf(close)
  return { from, to: to <= from ? to + DAY : to }
}

/** The hours drawn: all bars, with four hours of room at both ends. Null where no weekday runs. */
function frameOf(market: WeekTimes): Span | null {
  const spans = runningDays(market).map((weekday) => spanOf(market, weekday))
  if (spans.length === 0) return null
  const hour = 60
  const from = Math.floor(Math.min(...spans.map((span) => span.from)) / hour) * hour - 4 * hour
  const to = Math.ceil(Math.max(...spans.map((span) => span.to)) / hour) * hour + 4 * hour
  return { from: Math.max(0, from), to: Math.min(to, DAY + 12 * hour) }
}

/** Where it is now: in today's row, or after midnight in the row of the day before, if the hours reach so far. */
function nowIn(frame: Span, now: Date): { readonly weekday: Weekday; readonly at: number } | null {
  const today = dayOf(now)
  const minutes = (now.getTime() - momentOf(today, '00:00' as Time).getTime()) / 60_000
  const weekday = weekdayOf(today)
  if (minutes >= frame.from && minutes <= frame.to) return { weekday, at: minutes }
  const before = WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 6) % 7]!
  return minutes + DAY <= frame.to ? { weekday: before, at: minutes + DAY } : null
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = (readTime(time) ?? '00:00').split(':').map(Number)
  return hours * 60 + minutes
}

const share = (minutes: number, { from, to }: Span): number => ((minutes - from) / (to - from)) * 100

const placed = (span: Span, frame: Span) => ({
  left: `${share(span.from, frame)}%`,
  width: `${share(span.to, frame) - share(span.from, frame)}%`,
})

/** Days as a chart of rupees: one sum of each upwards, one downwards, a third as a line; and what they are called. */
import { type PointerEvent, useState } from 'react'
import { atTick, ticksOf } from './chart-scale.ts'
import styles from './days-chart.module.css'
import { Money } from './money.tsx'
import { dayOf } from './when.tsx'

/** Of a day's width, the part that its bars leave free at either side. */
const GAP = 0.28
/** In percent of the chart: of few days no bar is a block. */
const WIDEST = 8
/** There is room for so many days' names below, and for the dots of twice as many on the line. */
const NAMED_AT_MOST = 16

const SERIES = ['up', 'down', 'line'] as const
type Series = (typeof SERIES)[number]

interface ChartedDay extends Readonly<Record<Series, number>> {
  readonly day: string
}

interface Props {
  /** The earliest first. */
  readonly days: readonly ChartedDay[]
  readonly names: Names
  readonly decimals?: 0 | 2
}

export type Names = Readonly<Record<Series, string>>

export function DaysChart({ days, names, decimals = 2 }: Props) {
  const [at, setAt] = useState<number | null>(null)
  const ticks = ticksOf(
    Math.min(...days.map(({ down, line }) => Math.min(-down, line))),
    Math.max(...days.map(({ up, line }) => Math.max(up, line))),
  )
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const step = Math.ceil(days.length / NAMED_AT_MOST)
  /** Percent from the top. */
  const from = (rupees: number) => ((high - rupees) / (high - low)) * 100
  /** Percent from the left, of so many days. */
  const along = (many: number) => (many / days.length) * 100
  const width = Math.min(along(1 - 2 * GAP), WIDEST)

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))))
  }
  return (
    <div className={styles.chart}>
      <div className={`mu-note mu-whole mu-right ${styles.amounts}`} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ top: `${from(tick)}%` }}>
            {atTick(tick)}
          </span>
        ))}
      </div>
      <div
        className={`mu-place ${styles.plot}`}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
      >
        <svg aria-hidden="true">
          {at !== null && (
            <rect fill="var(--mu-hover)" x={`${along(at)}%`} width={`${along(1)}%`} height="100%" />
          )}
          {ticks.map((tick) => (
            <line key={tick} stroke="var(--mu-line)" x2="100%" y1={`${from(tick)}%`} y2={`${from(tick)}%`} />
          ))}
          {days.map(({ day, up, down }, nth) => {
            const x = along(nth + 0.5) - width / 2
            return (
              <g key={day}>
                <Bar series={1} x={x} width={width} from={from(up)} to={from(0)} />
                <Bar series={2} x={x} width={width} from={from(0)} to={from(-down)} />
              </g>
            )
          })}
          <line stroke="var(--mu-ink-3)" x2="100%" y1={`${from(0)}%`} y2={`${from(0)}%`} />
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <polyline points={days.map(({ line }, nth) => `${along(nth + 0.5)},${from(line)}`).join(' ')} />
          </svg>
          {days.map(
            ({ day, line }, nth) =>
              (step < 3 || nth === at) && (
                <circle
                  key={day}
                  cx={`${along(nth + 0.5)}%`}
                  cy={`${from(line)}%`}
                  r={nth === at ? 3.4 : 2.2}
                  strokeWidth={nth === at ? 1.6 : 1.4}
                />
              ),
          )}
        </svg>
        {at !== null && <Told day={days[at]!} names={names} decimals={decimals} from={along(at + 0.5)} />}
      </div>
      <svg className={styles.days} aria-hidden="true">
        {days.map(
          ({ day }, nth) =>
            (days.length - 1 - nth) % step === 0 && (
              <text key={day} x={`${along(nth + 0.5)}%`} y="16">
                {Number(day.slice(-2))}
              </text>
            ),
        )}
      </svg>
    </div>
  )
}

interface BarProps {
  readonly series: 1 | 2
  /** All in percent. */
  readonly x: number
  readonly width: number
  readonly from: number
  readonly to: number
}

function Bar({ series, x, width, from, to }: BarProps) {
  if (from === to) return null
  return (
    <rect
      data-series={series}
      fill={`var(--mu-chart-${series})`}
      x={`${x}%`}
      width={`${width}%`}
      y={`${from}%`}
      height={`${to - from}%`}
      rx={2}
    />
  )
}

interface ToldProps extends Required<Omit<Props, 'days'>> {
  readonly day: ChartedDay
  /** The left in percent; what is told is at the side where there is more room. */
  readonly from: number
}

/** What a day made, beside it. */
function Told({ day, names, decimals, from }: ToldProps) {
  const side = from < 50 ? { left: `calc(${from}% + 10px)` } : { right: `calc(${100 - from}% + 10px)` }
  return (
    <dl className={`mu-whole mu-tiny ${styles.told}`} style={side}>
      <div className="mu-strong">{dayOf(day.day)}</div>
      {SERIES.map((series) => (
        <div key={series}>
          <dt className="mu-plain">{names[series]}</dt>
          <dd className="mu-name">
            <Money rupees={day[series]} decimals={decimals} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const DaysLegend = ({ names }: Pick<Props, 'names'>) => (
  <span className={`mu-flow mu-plain mu-tiny ${styles.legend}`} aria-hidden="true">
    {SERIES.map((series, nth) => (
      <span key={series} className="mu-inline mu-whole" data-series={nth + 1}>
        {names[series]}
      </span>
    ))}
  </span>
)

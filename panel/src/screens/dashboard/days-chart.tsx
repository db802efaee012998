/** The fourteen days as a chart: what came in upwards, what went out downwards, the house's result as a line. */
import { t } from '@munim/contract'
import { type PointerEvent, useState } from 'react'
import { Money } from '../../widgets/money.tsx'
import { dayOf } from '../../widgets/when.tsx'
import { atTick, ticksOf } from './chart-scale.ts'
import styles from './days-chart.module.css'
import type { DayOfMoney } from './overview.ts'

/** Of a day's width, the part that its bars leave free at either side. */
const GAP = 0.28

export function DaysChart({ days }: { readonly days: readonly DayOfMoney[] }) {
  const [at, setAt] = useState<number | null>(null)
  const ticks = ticksOf(
    Math.min(...days.map(({ withdrawals, house }) => Math.min(-withdrawals, house))),
    Math.max(...days.map(({ deposits, house }) => Math.max(deposits, house))),
  )
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  /** Percent from the top. */
  const down = (rupees: number) => ((high - rupees) / (high - low)) * 100
  /** Percent from the left, of so many days. */
  const along = (many: number) => (many / days.length) * 100

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))))
  }
  return (
    <div className={styles.chart}>
      <svg className={styles.amounts} aria-hidden="true">
        {ticks.map((tick) => (
          <text key={tick} x="100%" y={`${down(tick)}%`} dy="0.355em">
            {atTick(tick)}
          </text>
        ))}
      </svg>
      <div
        className={styles.plot}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
      >
        <svg aria-hidden="true">
          {at !== null && (
            <rect className={styles.pointed} x={`${along(at)}%`} width={`${along(1)}%`} height="100%" />
          )}
          {ticks.map((tick) => (
            <line key={tick} className={styles.rule} x2="100%" y1={`${down(tick)}%`} y2={`${down(tick)}%`} />
          ))}
          {days.map(({ day, deposits, withdrawals }, nth) => (
            <g key={day}>
              <Bar
                series={1}
                x={along(nth + GAP)}
                width={along(1 - 2 * GAP)}
                from={down(deposits)}
                to={down(0)}
              />
              <Bar
                series={2}
                x={along(nth + GAP)}
                width={along(1 - 2 * GAP)}
                from={down(0)}
                to={down(-withdrawals)}
              />
            </g>
          ))}
          <line className={styles.zero} x2="100%" y1={`${down(0)}%`} y2={`${down(0)}%`} />
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <polyline points={days.map(({ house }, nth) => `${along(nth + 0.5)},${down(house)}`).join(' ')} />
          </svg>
          {days.map(({ day, house }, nth) => (
            <circle
              key={day}
              cx={`${along(nth + 0.5)}%`}
              cy={`${down(house)}%`}
              r={nth === at ? 3.4 : 2.2}
              strokeWidth={nth === at ? 1.6 : 1.4}
            />
          ))}
        </svg>
        {at !== null && <Told day={days[at]!} from={along(at + 0.5)} />}
      </div>
      <svg className={styles.days} aria-hidden="true">
        {days.map(({ day }, nth) => (
          <text key={day} x={`${along(nth + 0.5)}%`} y="16">
            {Number(day.slice(-2))}
          </text>
        ))}
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
      x={`${x}%`}
      width={`${width}%`}
      y={`${from}%`}
      height={`${to - from}%`}
      rx={2}
    />
  )
}

/** What a day made, beside it: `from` the left in percent, at the side where there is more room. */
function Told({ day, from }: { readonly day: DayOfMoney; readonly from: number }) {
  const side = from < 50 ? { left: `calc(${from}% + 10px)` } : { right: `calc(${100 - from}% + 10px)` }
  return (
    <dl className={styles.told} style={side}>
      <div className={styles.day}>{dayOf(day.day)}</div>
      <Row name={t('Deposits')} rupees={day.deposits} />
      <Row name={t('Withdrawals')} rupees={day.withdrawals} />
      <Row name={t('House result')} rupees={day.house} />
    </dl>
  )
}

function Row({ name, rupees }: { readonly name: string; readonly rupees: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money rupees={rupees} decimals={0} />
      </dd>
    </div>
  )
}

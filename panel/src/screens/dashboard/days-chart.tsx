/** The fourteen days as a chart: what came in upwards, what went out downwards, the house's result as a line. */
import { t } from '@munim/contract'
import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { Money } from '../../widgets/money.tsx'
import { dayOf } from '../../widgets/when.tsx'
import { atTick, ticksOf } from './chart-scale.ts'
import styles from './days-chart.module.css'
import type { DayOfMoney } from './overview.ts'

const TICK = { fill: 'var(--mu-ink-3)', fontSize: 12 }

export function DaysChart({ days }: { readonly days: readonly DayOfMoney[] }) {
  const shown = days.map((day) => ({ ...day, out: -day.withdrawals }))
  const ticks = ticksOf(
    Math.min(...shown.map(({ out, house }) => Math.min(out, house))),
    Math.max(...shown.map(({ deposits, house }) => Math.max(deposits, house))),
  )
  return (
    <ComposedChart
      responsive
      className={styles.chart!}
      data={shown}
      stackOffset="sign"
      margin={{ top: 6, right: 2, bottom: 0, left: 0 }}
      barCategoryGap="28%"
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--mu-line)" syncWithTicks />
      <XAxis
        dataKey="day"
        tickFormatter={(day: string) => String(Number(day.slice(-2)))}
        axisLine={false}
        tickLine={false}
        tick={TICK}
        tickMargin={6}
        height={26}
        interval="equidistantPreserveEnd"
        minTickGap={5}
      />
      <YAxis
        ticks={ticks}
        domain={[ticks[0]!, ticks.at(-1)!]}
        tickFormatter={atTick}
        axisLine={false}
        tickLine={false}
        tick={TICK}
        tickMargin={4}
        width={40}
        interval={0}
      />
      <ReferenceLine y={0} stroke="var(--mu-ink-3)" />
      <Tooltip content={Told} cursor={{ fill: 'var(--mu-hover)' }} isAnimationActive={false} />
      <Bar
        dataKey="deposits"
        stackId="money"
        fill="var(--mu-chart-1)"
        radius={[2, 2, 0, 0]}
        isAnimationActive={false}
      />
      <Bar
        dataKey="out"
        className={styles.out!}
        stackId="money"
        fill="var(--mu-chart-2)"
        radius={[2, 2, 0, 0]}
        isAnimationActive={false}
      />
      <Line
        dataKey="house"
        className={styles.house!}
        stroke="var(--mu-chart-3)"
        strokeWidth={1.6}
        dot={{ r: 2.2, fill: 'var(--mu-page)', stroke: 'var(--mu-chart-3)', strokeWidth: 1.4 }}
        activeDot={{ r: 3.4, fill: 'var(--mu-page)', stroke: 'var(--mu-chart-3)', strokeWidth: 1.6 }}
        isAnimationActive={false}
      />
    </ComposedChart>
  )
}

interface ToldProps {
  readonly active?: boolean
  readonly payload?: readonly { readonly payload?: unknown }[]
}

function Told({ active, payload }: ToldProps) {
  const day = payload?.[0]?.payload as DayOfMoney | undefined
  if (!active || day === undefined) return null
  return (
    <dl className={styles.told}>
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

/** Fourteen days of deposits, withdrawals and the house's result: a chart, or a table that says the same. */
import { t, writtenBy } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import type { ReactNode } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { Choices } from '../../widgets/choices.tsx'
import { DaysChart, DaysLegend, type Names } from '../../widgets/days-chart.tsx'
import table from '../../widgets/figure-table.module.css'
import { Link } from '../../widgets/link.tsx'
import { Money } from '../../widgets/money.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { whole } from './figures.tsx'
import styles from './fortnight.module.css'
import type { DayOfMoney } from './overview.ts'

const WAYS = [
  ['chart', t('Chart')],
  ['table', t('Table')],
] as const

const NAMES: Names = { up: t('Deposits'), down: t('Withdrawals'), line: t('House result') }

interface Props {
  /** The earliest first; null while they are not known. */
  readonly days: readonly DayOfMoney[] | null
}

export function Fortnight({ days }: Props) {
  const { days: way, set } = useAddress({ days: 'chart' })
  const isTable = way === 'table'
  return (
    <div className="mu-place">
      <PanelCard
        title={t('14 days')}
        aside={
          <span className={`mu-row ${styles.aside}`}>
            {!isTable && <DaysLegend names={NAMES} />}
            <Choices
              label={t('Show the 14 days as')}
              choices={WAYS}
              value={isTable ? 'table' : 'chart'}
              onChoose={(chosen) => set({ days: chosen }, 'replace')}
            />
          </span>
        }
      >
        {isTable && days !== null ? (
          <DaysTable days={days} />
        ) : days !== null ? (
          <div
            role="img"
            aria-label={t(
              'Deposits, withdrawals and house result of 14 days. The table says the same in figures.',
            )}
            className={styles.chart}
          >
            <DaysChart
              names={NAMES}
              decimals={0}
              days={days.map(({ day, deposits, withdrawals, house }) => ({
                day,
                up: deposits,
                down: withdrawals,
                line: house,
              }))}
            />
          </div>
        ) : (
          <div className={styles.chart} aria-busy="true" />
        )}
        <p className={`mu-note ${styles.note}`}>
          <Sentence
            of="House result: stakes less refunds and wins, on the day on which they were posted. What the draws of a day made is in the <a>day book</a>."
            a={(words: ReactNode) => <Link to="/reports/day">{words}</Link>}
          />
        </p>
      </PanelCard>
    </div>
  )
}

const SERIES = [
  ['deposits', t('Deposits')],
  ['withdrawals', t('Withdrawals')],
  ['house', t('House result')],
] as const

const weekdayOf = writtenBy({ timeZone: 'UTC', weekday: 'short' })
const dayOf = writtenBy({ timeZone: 'UTC', day: 'numeric', month: 'short' })

/** The fourteen days in figures, with their sums. */
function DaysTable({ days }: { readonly days: readonly DayOfMoney[] }) {
  const sums = SERIES.map(([key]) => sumOfRupees(days.map((day) => day[key])))
  /** What whole rupees leave out, so that the columns add up. */
  const rests = SERIES.map(
    ([key], nth) => whole(sums[nth]!) - days.reduce((sum, day) => sum + whole(day[key]), 0),
  )
  return (
    <table className={`mu-table ${table.table} ${styles.days}`}>
      <caption className="mu-hidden">{t('Deposits, withdrawals and house result of 14 days')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          {SERIES.map(([key, title]) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row" className="mu-plain">
              <span className="mu-phone-none">{weekdayOf(new Date(day.day))}, </span>
              {dayOf(new Date(day.day))}
            </th>
            {SERIES.map(([key]) => (
              <td key={key}>
                <Money rupees={day[key]} decimals={0} />
              </td>
            ))}
          </tr>
        ))}
        {rests.some((rest) => rest !== 0) && (
          <tr>
            <th scope="row" className="mu-plain">
              {t('Paise, rounded')}
            </th>
            {rests.map((rest, nth) => (
              <td key={SERIES[nth]![0]}>
                <Money rupees={rest} decimals={0} />
              </td>
            ))}
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('In all')}</th>
          {SERIES.map(([key], nth) => (
            <td key={key}>
              <Money rupees={sums[nth]!} decimals={0} isTotal />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

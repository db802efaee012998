/** The fourteen days in figures, with their sums. */
import { t, writtenBy } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import table from '../../widgets/figure-table.module.css'
import { Money } from '../../widgets/money.tsx'
import styles from './days-table.module.css'
import { whole } from './figures.tsx'
import type { DayOfMoney } from './overview.ts'

const SERIES = [
  ['deposits', t('Deposits')],
  ['withdrawals', t('Withdrawals')],
  ['house', t('House result')],
] as const

const weekdayOf = writtenBy({ timeZone: 'UTC', weekday: 'short' })
const dayOf = writtenBy({ timeZone: 'UTC', day: 'numeric', month: 'short' })

export function DaysTable({ days }: { readonly days: readonly DayOfMoney[] }) {
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
            <th scope="row">
              <span className={styles.weekday}>{weekdayOf(new Date(day.day))}, </span>
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
            <th scope="row">{t('Paise, rounded')}</th>
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
              <span className="mu-total">
                <Money rupees={sums[nth]!} decimals={0} />
              </span>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

/** Fourteen days of deposits, withdrawals and the house's result: a chart, or a table that says the same. */
import { t } from '@munim/contract'
import type { ReactNode } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { Choices } from '../../widgets/choices.tsx'
import { DaysChart, DaysLegend, type Names } from '../../widgets/days-chart.tsx'
import { Link } from '../../widgets/link.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { DaysTable } from './days-table.tsx'
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

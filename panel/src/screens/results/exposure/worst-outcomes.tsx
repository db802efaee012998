/** The outcomes that would cost most, the worst first. */
import { t } from '@munim/contract'
import { digitOf, EMPTY, type Panna } from '@munim/core'
import { useState } from 'react'
import { Money } from '../../../widgets/money.tsx'
import type { ExposureData } from './chart.ts'
import styles from './worst-outcomes.module.css'

type Outcome = ExposureData['worst'][number]

/** "128-14-455"; "128-1" where the close is voided. */
export const outcomeInWords = ({ open, open_digit, close }: Outcome): string => {
  const first = `${open}-${open_digit ?? digitOf(open as Panna)}`
  return close === EMPTY ? first : `${first}${digitOf(close as Panna)}-${close}`
}

/** So many fit beside the grid. */
const SHOWN = 6

interface Props {
  readonly worst: readonly Outcome[]
  /** Looks at the cell of such an outcome. */
  readonly onChoose?: (outcome: Outcome) => void
}

export function WorstOutcomes({ worst, onChoose }: Props) {
  const [isWhole, setWhole] = useState(false)
  return (
    <section aria-labelledby="worst-outcomes" className={styles.outcomes}>
      <div className={`mu-row mu-ends mu-gap-8 ${styles.head}`}>
        <h2 id="worst-outcomes" className={`mu-strong ${styles.title}`}>
          {t('Worst outcomes')}
        </h2>
        {worst.length > SHOWN && (
          <button type="button" className="mu-thumb" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('Show fewer') : t('Show all {count}', { count: worst.length })}
          </button>
        )}
      </div>
      <ol className={styles.list}>
        {(isWhole ? worst : worst.slice(0, SHOWN)).map((outcome) => {
          const words = outcomeInWords(outcome)
          return (
            <li key={words} className="mu-row mu-ends mu-gap-8 mu-tiny">
              {onChoose ? (
                <button type="button" onClick={() => onChoose(outcome)}>
                  {words}
                </button>
              ) : (
                <span>{words}</span>
              )}
              <Money rupees={outcome.result} isSigned />
            </li>
          )
        })}
      </ol>
    </section>
  )
}

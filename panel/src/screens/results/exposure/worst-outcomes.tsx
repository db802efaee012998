/** The outcomes that would cost most, the worst first. */
import { t } from '@munim/contract'
import { digitOf, type Panna } from '@munim/core'
import { Money } from '../../../widgets/money.tsx'
import type { ExposureData } from './chart.ts'
import styles from './worst-outcomes.module.css'

type Outcome = ExposureData['worst'][number]

/** "128-14-455" */
export const outcomeInWords = ({ open, close }: Outcome): string =>
  `${open}-${digitOf(open as Panna)}${digitOf(close as Panna)}-${close}`

interface Props {
  readonly worst: readonly Outcome[]
  /** Looks at the cell of such an outcome. */
  readonly onChoose?: (outcome: Outcome) => void
}

export function WorstOutcomes({ worst, onChoose }: Props) {
  return (
    <section aria-labelledby="worst-outcomes">
      <h2 id="worst-outcomes" className={styles.title}>
        {t('Worst outcomes')}
      </h2>
      <ol className={styles.list}>
        {worst.map((outcome) => {
          const words = outcomeInWords(outcome)
          return (
            <li key={words}>
              {onChoose ? (
                <button type="button" onClick={() => onChoose(outcome)}>
                  {words}
                </button>
              ) : (
                <span>{words}</span>
              )}
              <Money rupees={outcome.result} decimals={0} isSigned />
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** What is at stake in all, the worst that can come, and how many outcomes lose. */
import { t } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import { Money } from '../../../widgets/money.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import type { ExposureData } from './chart.ts'
import styles from './exposure-figures.module.css'
import { outcomeInWords } from './worst-outcomes.tsx'

/** `data` is null while it is not known. */
export function ExposureFigures({ data }: { readonly data: ExposureData | null }) {
  if (data === null) return <Skeleton />
  const { halves, carried, worst, losing } = data
  const staked = sumOfRupees(halves.map(({ stake }) => stake.points))
  const first = worst[0]
  const share = losing.of === 0 ? 0 : (losing.outcomes / losing.of) * 100
  return (
    <dl className={styles.figures}>
      <div>
        <dt className="mu-small mu-medium">{t('Total stake')}</dt>
        <dd className="mu-figure">
          <Money rupees={staked + (carried?.points ?? 0)} />
        </dd>
      </div>
      <div>
        <dt className="mu-small mu-medium">{t('Worst case')}</dt>
        <dd className="mu-figure">{first === undefined ? '–' : <Money rupees={first.result} isSigned />}</dd>
        {first && <dd className="mu-small">{t('if {outcome}', { outcome: outcomeInWords(first) })}</dd>}
      </div>
      <div>
        <dt className="mu-small mu-medium">{t('Losing outcomes')}</dt>
        <dd className="mu-figure">
          <Sentence
            of="{losing, number} <small>of {all, number}</small>"
            losing={losing.outcomes}
            all={losing.of}
            small={(words) => <span className={`mu-soft mu-medium ${styles.of}`}>{words}</span>}
          />
        </dd>
        <dd className={styles.meter} aria-hidden>
          <i style={{ width: `${share}%` }} />
        </dd>
      </div>
    </dl>
  )
}

const Skeleton = () => (
  <dl className={styles.figures}>
    {[t('Total stake'), t('Worst case'), t('Losing outcomes')].map((label) => (
      <div key={label}>
        <dt className="mu-small mu-medium">{label}</dt>
        <dd className="mu-figure">
          <i className="mu-blank" />
        </dd>
      </div>
    ))}
  </dl>
)

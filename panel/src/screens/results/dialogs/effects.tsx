/** What an act on a draw's results does: its true figures as they are now, and what is critical about it. */
import { t } from '@munim/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count, Money } from '../../../widgets/money.tsx'
import styles from './dialogs.module.css'

interface FiguresProps {
  /** What it comes to; undefined while that is asked. */
  readonly sum: readonly [label: string, rupees: number | undefined]
  readonly counts: readonly (readonly [label: string, count: number | undefined, isBad?: boolean])[]
}

export function Figures({ sum: [label, rupees], counts }: FiguresProps) {
  return (
    <dl className={styles.figures} aria-busy={rupees === undefined}>
      <div className={`mu-ends mu-gap-12 mu-strong ${styles.total}`}>
        <dt>{label}</dt>
        <dd>{rupees === undefined ? <i className="mu-blank" /> : <Money rupees={rupees} isTotal />}</dd>
      </div>
      {counts.map(([of, number, isBad = false]) => (
        <div key={of} className="mu-ends mu-gap-12">
          <dt className="mu-plain">{of}</dt>
          <dd className={isBad && number ? 'mu-down mu-strong' : undefined}>
            {number === undefined ? <i className="mu-blank" /> : count(number)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Critical({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={`mu-red ${styles.critical}`} aria-label={t('Critical')}>
      <p className="mu-row mu-strong mu-gap-8">
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden /> {title}
      </p>
      <ul>{children}</ul>
    </section>
  )
}

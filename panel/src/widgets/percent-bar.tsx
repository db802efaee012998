/** A share as a bar with its figure: full from 100 on, red where it is too much. */
import type { ReactNode } from 'react'
import styles from './percent-bar.module.css'

interface Props {
  readonly percent: number
  readonly isBad: boolean
  /** The figure as it is read. */
  readonly children: ReactNode
}

export function PercentBar({ percent, isBad, children }: Props) {
  return (
    <span
      className={`mu-row ${isBad ? 'mu-down mu-strong' : ''} ${styles.share}`}
      data-bad={isBad || undefined}
    >
      <i className={styles.bar} aria-hidden>
        <i style={{ width: `${Math.min(100, percent)}%` }} />
      </i>
      <span className={`mu-end mu-right ${styles.percent}`}>{children}</span>
    </span>
  )
}

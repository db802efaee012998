/** A few lines of a record's page: what happened, to what, and at the right how much and when. */
import type { ReactNode } from 'react'
import styles from './lines.module.css'

interface Line {
  readonly key: string | number
  readonly what: ReactNode
  readonly about?: ReactNode
  readonly aside?: ReactNode
  readonly at?: ReactNode
}

interface Props {
  readonly lines: readonly Line[]
  /** Where there is none. */
  readonly none: string
}

export function Lines({ lines, none }: Props) {
  if (lines.length === 0) return <p className="mu-soft">{none}</p>
  return (
    <ul className="mu-frame mu-ruled">
      {lines.map(({ key, what, about, aside, at }) => (
        <li key={key} className={`mu-ends ${styles.line}`}>
          <div className="mu-wraps mu-shrinks">
            <div className="mu-name">{what}</div>
            {about !== undefined && <div className="mu-small">{about}</div>}
          </div>
          <div className={`mu-right mu-fixed ${styles.right}`}>
            {aside !== undefined && <div>{aside}</div>}
            {at !== undefined && <div className="mu-small">{at}</div>}
          </div>
        </li>
      ))}
    </ul>
  )
}

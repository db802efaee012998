/** A panel: a frame with a head. Never one inside another. */
import { type ReactNode, useId } from 'react'
import styles from './panel-card.module.css'

interface Props {
  readonly title: string
  /** On the head's right: a note, a switch that rules the group. */
  readonly aside?: ReactNode
  /** Sunken ground is for the place where money is entered. */
  readonly isSunken?: boolean
  readonly children: ReactNode
}

export function PanelCard({ title, aside, isSunken, children }: Props) {
  const id = useId()
  return (
    <section className={`mu-frame ${styles.panel}`} data-sunken={isSunken || undefined} aria-labelledby={id}>
      <div className={`mu-row mu-ends ${styles.head}`}>
        <h2 id={id} className="mu-title">
          {title}
        </h2>
        {aside !== undefined && <div className="mu-note">{aside}</div>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

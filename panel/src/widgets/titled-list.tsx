/** A list with a title of its own; beside it a note, how many or what they come to, and an act. */
import { type ReactNode, useId } from 'react'
import styles from './titled-list.module.css'

interface Props {
  readonly title: string
  readonly note?: ReactNode
  /** At the head's right end. */
  readonly act?: ReactNode
  readonly children: ReactNode
}

export function TitledList({ title, note, act, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mu-apart">
      <div className={`mu-flow ${styles.head}`}>
        <h2 id={id} className="mu-title">
          {title}
        </h2>
        {note !== undefined && <p className={`mu-note ${styles.note}`}>{note}</p>}
        {act !== undefined && <div className={`mu-end ${styles.act}`}>{act}</div>}
      </div>
      {children}
    </section>
  )
}

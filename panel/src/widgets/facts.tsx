/** What is known of one record: labels and values, in groups that share one panel. */
import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

export interface Group {
  readonly title: string
  /** By label, in this order; an empty value is shown as a dash. */
  readonly facts: Readonly<Record<string, ReactNode>>
}

/** Each inner list is one cell of the panel; the groups in it are under each other. */
export function Facts({ cells }: { readonly cells: readonly (readonly Group[])[] }) {
  return (
    <div className={`mu-frame mu-halves ${styles.panel}`}>
      {cells.map((groups) => (
        <div key={groups[0]?.title} className={`mu-cell ${styles.cell}`}>
          {groups.map(({ title, facts }) => (
            <section key={title} aria-label={title} className={styles.group}>
              <h2 className={`mu-title ${styles.title}`}>{title}</h2>
              <FactList facts={facts} />
            </section>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The labels and values of one group, for a panel that has a head of its own. */
export function FactList({ facts }: Pick<Group, 'facts'>) {
  return (
    <dl className={styles.list}>
      {Object.entries(facts).map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className="mu-wraps">{isEmpty(value) ? <span className="mu-soft">–</span> : value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** A dash is how the server writes an empty field, too. */
const isEmpty = (value: ReactNode): boolean =>
  value === '' || value === '-' || value === null || value === undefined || value === false

/** A list of what people wrote: each entry with its head, its words and what can be done with it, ruled, in one frame. */
import type { ReactNode, Ref } from 'react'
import styles from './entries.module.css'

interface EntriesProps {
  /** What is listed, for who can't see it. */
  readonly caption: string
  /** Takes the focus when the entry that had it is gone. */
  readonly listRef?: Ref<HTMLUListElement>
  readonly children: ReactNode
}

export function Entries({ caption, listRef, children }: EntriesProps) {
  return (
    <ul ref={listRef} className={`mu-frame ${styles.entries}`} aria-label={caption} tabIndex={-1}>
      {children}
    </ul>
  )
}

interface EntryProps {
  readonly title: ReactNode
  /** Beside the title: a badge. */
  readonly beside?: ReactNode
  /** At the right: when it was. */
  readonly aside: ReactNode
  readonly actions: ReactNode
  readonly children: ReactNode
}

export function Entry({ title, beside, aside, actions, children }: EntryProps) {
  return (
    <li className={styles.entry}>
      <div className={`mu-row mu-phone-flow ${styles.head}`}>
        <div className={`mu-name mu-wraps mu-shrinks ${styles.title}`}>{title}</div>
        {beside}
        <div className={`mu-small mu-end mu-fixed ${styles.aside}`}>{aside}</div>
      </div>
      <div className={`mu-wraps mu-plain ${styles.words}`}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </li>
  )
}

/** Below an entry's words: who did it, and when. */
export function EntryBy({ children }: { readonly children: ReactNode }) {
  return <p className={`mu-small mu-block ${styles.by}`}>{children}</p>
}

/** What an administrator wrote to an entry: an answer, a reason. */
export function EntryNote({ by, children }: { readonly by?: ReactNode; readonly children: string }) {
  return (
    <p className={`mu-written ${styles.note}`}>
      {by !== undefined && <span className={`mu-small mu-block ${styles.by}`}>{by}</span>}
      {children}
    </p>
  )
}

/** An entry that is something else for the moment: a form. */
export function OpenEntry({ children }: { readonly children: ReactNode }) {
  return <li className={styles.entry}>{children}</li>
}

export function EntriesSkeleton() {
  return (
    <div className={`mu-frame ${styles.entries}`} aria-busy="true" data-waiting>
      {[1, 2, 3, 4, 5].map((entry) => (
        <div key={entry} className={styles.entry}>
          <i className={`mu-blank mu-block ${styles.blank}`} />
          <i className={`mu-blank mu-block ${styles.blank}`} />
        </div>
      ))}
    </div>
  )
}

/** A list with a title of its own, and beside it a note: how many, what they come to. */
import { type ReactNode, useId } from 'react'
import look from './titled-list.module.css'

interface Props {
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function TitledList({ title, note, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={look.list}>
      <div className={look.head}>
        <h2 id={id} className={look.title}>
          {title}
        </h2>
        {note !== undefined && <p className={look.note}>{note}</p>}
      </div>
      {children}
    </section>
  )
}

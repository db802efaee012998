/** The filters of a list in one row, in the order in which they are declared. */
import { Children, Fragment, type ReactNode } from 'react'
import { DaySpans } from '../widgets/day-range.tsx'
import type { Filters } from '../widgets/filters.tsx'
import styles from './filter-bar.module.css'
import type { Change, Filtering } from './use-filters.ts'

interface Props<W extends string> {
  readonly filters: Filters<W>
  readonly filtering: Filtering<W>
  /** At the right end. */
  readonly end: readonly ReactNode[]
}

export function FilterBar<W extends string>({ filters, filtering, end }: Props<W>) {
  const words = Object.keys(filters) as W[]
  const atEnd = end.filter(Boolean)
  if (words.length === 0 && atEnd.length === 0) return null
  return (
    <div className={styles.bar}>
      {words.map((word) => (
        <Fragment key={word}>{controlOf(filters, filtering, word)}</Fragment>
      ))}
      <Spans filtering={filtering} />
      {atEnd.length > 0 && <div className={styles.end}>{Children.toArray(atEnd)}</div>}
    </div>
  )
}

/** One filter, where a bar of its own places it. */
export function controlOf<W extends string>(
  filters: Filters<W>,
  { values, change, counts = {} }: Filtering<W>,
  word: W,
): ReactNode {
  const counted = counts[word]
  return filters[word].control({
    value: values[word],
    ...(counted && { counts: counted }),
    onChange: (value, how) => change({ [word]: value } as Change<W>, how),
  })
}

/** Nothing where the list has no days. */
export function Spans<W extends string>({ filtering }: { readonly filtering: Filtering<W> }) {
  const { values, change } = filtering as unknown as Filtering<'from' | 'to'>
  if (values.from === undefined || values.to === undefined) return null
  return <DaySpans days={values} onChange={change} />
}

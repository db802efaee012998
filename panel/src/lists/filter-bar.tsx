/** The filters of a list in one row, in the order in which they are declared; on a phone those of many behind a button. */
import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Children, Fragment, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { DaySpans } from '../widgets/day-range.tsx'
import type { Control, Filter, Filters } from '../widgets/filters.tsx'
import { useIsNarrow } from '../widgets/narrow.ts'
import styles from './filter-bar.module.css'
import type { Change, Filtering } from './use-filters.ts'

interface Props<W extends string> {
  readonly filters: Filters<W>
  readonly filtering: Filtering<W>
  readonly end: readonly ReactNode[]
  /** The main one of those at the end; with it they follow the first filters, on a phone it is beside their button. */
  readonly act?: ReactNode
}

export function FilterBar<W extends string>({ filters, filtering, end, act }: Props<W>) {
  const words = Object.keys(filters) as W[]
  const first = words.filter((word) => filters[word].isFirst)
  const others = words.filter((word) => !filters[word].isFirst)
  const hasFirst = useIsNarrow() && first.length > 0
  const isFolded = hasFirst && hasDays(filtering)
  const atEnd = [!isFolded && act, ...end].filter(Boolean)
  if (words.length === 0 && atEnd.length === 0) return null
  const drawn = (those: readonly W[]) =>
    those.map((word) => <Fragment key={word}>{controlOf(filters, filtering, word)}</Fragment>)
  const acts = atEnd.length > 0 && (
    <div className={`mu-acts mu-end ${styles.end}`}>{Children.toArray(atEnd)}</div>
  )
  const isSplit = hasFirst || act !== undefined
  const rest = (
    <>
      {isSplit && drawn(others)}
      <Spans filtering={filtering} />
      {(isFolded || !isSplit) && acts}
    </>
  )
  return (
    <div className={`mu-row mu-flow mu-gap-12 mu-apart ${styles.bar}`} data-folded={hasFirst || undefined}>
      {drawn(isSplit ? first : words)}
      {isFolded ? act : isSplit && acts}
      {isFolded ? <Fold set={others.filter((word) => word in filtering.chosen).length}>{rest}</Fold> : rest}
    </div>
  )
}

/** Behind a button that counts how many of them are set. */
export function Fold({ set, children }: { readonly set: number; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const isDrawn = useDeferredValue(isOpen)
  const id = useId()
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {set === 0 ? t('Filters') : t('Filters ({set, number})', { set })}
      </Button>
      <div id={id} className={`mu-flow ${styles.folded}`} hidden={!isOpen}>
        {isOpen && isDrawn && children}
      </div>
    </>
  )
}

const hasDays = (filtering: { readonly values: object }): boolean => 'from' in filtering.values

/** One filter, where a bar of its own places it. */
export function controlOf<W extends string>(
  filters: Filters<W>,
  { values, change, counts = {} }: Filtering<W>,
  word: W,
): ReactNode {
  const counted = counts[word]
  return (
    <Shown
      of={filters[word]}
      value={values[word]}
      {...(counted && { counts: counted })}
      onChange={(value, how) => change({ [word]: value } as Change<W>, how)}
    />
  )
}

/** What is chosen is shown at once: the address has it a frame later (api/after-paint.ts). */
function Shown({ of, value, onChange, ...counted }: Control & { readonly of: Filter }) {
  const [shown, show] = useState({ value, over: value })
  if (shown.over !== value) show({ value, over: value })
  return of.control({
    ...counted,
    value: shown.value,
    onChange: (chosen, how) => {
      show({ value: chosen, over: value })
      onChange(chosen, how)
    },
  })
}

/** Nothing where the list has no days. */
export function Spans<W extends string>({ filtering }: { readonly filtering: Filtering<W> }) {
  const { values, change } = filtering as unknown as Filtering<'from' | 'to'>
  if (values.from === undefined || values.to === undefined) return null
  return <DaySpans days={values} onChange={change} />
}

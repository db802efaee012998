/** The states of a list: its first answer under way, failed, empty, the next answer under way. How rows look is the caller's. */
import { type Icon, IconListSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RowsCall } from '../api/use-queue.ts'
import { EmptyState } from './empty-state.tsx'
import styles from './list-state.module.css'
import { Failed, Outdated } from './loaded.tsx'
import { type Counted, NewRows } from './new-rows.tsx'
import working from './working-bar.module.css'

export interface Empty {
  /** The specification's sentence. */
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
  readonly icon?: Icon
  /** Nothing is there because all of it is done. */
  readonly tone?: 'good'
}

interface Props<A, Row> {
  readonly call: RowsCall<A>
  readonly rows: (answer: A) => readonly Row[]
  /** Before the first answer: a skeleton in the shape of what is coming. */
  readonly skeleton: ReactNode
  readonly empty: Empty
  readonly counted?: Counted
  /** Called when there is a row at least. */
  readonly children: (rows: readonly Row[]) => ReactNode
}

export function ListState<A, Row>({ call, rows, skeleton, empty, counted, children }: Props<A, Row>) {
  if (call.state === 'failed') return <Failed message={call.message} retry={call.retry} />
  if (call.state === 'loading') return skeleton
  const list = rows(call.answer)
  return (
    <div className={styles.whole} aria-busy={call.isRefreshing} tabIndex={-1}>
      {call.isRefreshing && <div className={`${working.bar} ${styles.bar}`} />}
      {counted && <NewRows {...call} counted={counted} />}
      <Outdated call={call} />
      {list.length > 0 ? children(list) : <EmptyList {...empty} />}
    </div>
  )
}

/** Where there is no row, in the frame of the list. */
export function EmptyList({ icon = IconListSearch, ...empty }: Empty) {
  return (
    <div className="mu-frame">
      <EmptyState {...empty} icon={icon} />
    </div>
  )
}

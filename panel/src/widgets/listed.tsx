/** The states around a list: its first answer under way, failed, empty, the next answer under way. How rows look is the caller's. */
import { IconListSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Call } from '../api/use-call.ts'
import type { News } from '../api/use-list.ts'
import look from './listed.module.css'
import { Failed, Outdated } from './loaded.tsx'
import { type Counted, NewRows } from './new-rows.tsx'
import { Plain } from './plain.tsx'
import type { Empty } from './records.tsx'

interface Props<A, Row> {
  readonly call: Call<A> & { readonly news?: News | null }
  readonly rows: (answer: A) => readonly Row[]
  /** Before the first answer: bars in the shape of what is coming. */
  readonly bones: ReactNode
  readonly empty: Empty
  readonly counted?: Counted
  /** Called when there is a row at least. */
  readonly children: (rows: readonly Row[]) => ReactNode
}

export function Listed<A, Row>({ call, rows, bones, empty, counted, children }: Props<A, Row>) {
  if (call.state === 'failed') {
    return (
      <div className={look.frame}>
        <Failed message={call.message} retry={call.retry} />
      </div>
    )
  }
  if (call.state === 'loading') return bones
  const list = rows(call.answer)
  return (
    <div className={look.whole} aria-busy={call.isRefreshing}>
      {call.isRefreshing && <div className={look.bar} />}
      {counted && <NewRows news={call.news ?? null} counted={counted} />}
      <Outdated call={call} />
      {list.length === 0 ? <Nothing {...empty} /> : children(list)}
    </div>
  )
}

/** Where there is no row, in the frame of the list. */
export function Nothing({ icon = IconListSearch, ...empty }: Empty) {
  return (
    <div className={look.frame}>
      <Plain {...empty} icon={icon} />
    </div>
  )
}

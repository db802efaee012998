/** A list of records: one column model, drawn as a table on wide screens and as cards on narrow ones. */
import type { RowsCall } from '../api/use-queue.ts'
import { Cards, CardsSkeleton } from './cards.tsx'
import type { Rows, RowsToCome } from './column.ts'
import { type Empty, EmptyList, ListState } from './list-state.tsx'
import { useIsNarrow } from './narrow.ts'
import type { Counted } from './new-rows.tsx'
import { Table, TableSkeleton } from './table.tsx'

interface Props<A, Row> extends Omit<Rows<Row>, 'rows'> {
  readonly call: RowsCall<A>
  readonly rows: (answer: A) => readonly Row[]
  readonly empty: Empty
  /** One and several of the rows, in words: what came in since is counted, and shown when it is asked for. */
  readonly counted?: Counted
  /** How many its skeleton has; without it a page. */
  readonly many?: number
}

export function Records<A, Row>({ call, rows, empty, counted, many, ...shape }: Props<A, Row>) {
  const isNarrow = useIsNarrow()
  const skeleton = <RecordsSkeleton columns={shape.columns} {...(many && { many })} />
  return (
    <ListState call={call} rows={rows} empty={empty} skeleton={skeleton} {...(counted && { counted })}>
      {(list) => (isNarrow ? <Cards rows={list} {...shape} /> : <Table rows={list} {...shape} />)}
    </ListState>
  )
}

export function RecordsSkeleton<Row>(shape: RowsToCome<Row>) {
  return useIsNarrow() ? <CardsSkeleton {...shape} /> : <TableSkeleton {...shape} />
}

/** Records that came along with something else. */
export function RecordsOf<Row>({ rows, empty, ...shape }: Rows<Row> & { readonly empty: Empty }) {
  const isNarrow = useIsNarrow()
  if (rows.length === 0) return <EmptyList {...empty} />
  return isNarrow ? <Cards rows={rows} {...shape} /> : <Table rows={rows} {...shape} />
}

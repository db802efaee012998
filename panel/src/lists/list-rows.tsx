/** The rows of a list in each state that it can be in, and the way from page to page. */
import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import type { ComponentType, ReactNode } from 'react'
import { DEFAULT_SHAPE, idOf, type Key, type ListCall, type Shape } from '../api/list.ts'
import type { RowsCall } from '../api/use-queue.ts'
import type { Column, Sorting } from '../widgets/column.ts'
import { type Empty, ListState } from '../widgets/list-state.tsx'
import type { Counted } from '../widgets/new-rows.tsx'
import { PageNav, type Pages } from '../widgets/page-nav.tsx'
import { Records } from '../widgets/records.tsx'

/** A list whose screen draws its rows, on the page that it is on. */
export interface OnPage<A> {
  readonly call: ListCall<A>
  readonly page: number
  readonly onGo: (page: number) => void
}

/** Rows of a page. */
export const LIMIT = 10

/** Rows are records, each a line of a table or a card; or their screen draws them. */
type Drawing<Row> =
  | { readonly columns: readonly Column<Row, string>[] }
  | { readonly draw: (rows: readonly Row[], list: Drawn) => ReactNode; readonly skeleton: ReactNode }

export interface Drawn {
  readonly caption: string
  /** To be called when a row was deleted: where it was the last of a later page, the one before is shown. */
  readonly onDeleted: () => void
}

export type RowsProps<A, Row> = Drawing<Row> & {
  readonly shape?: Shape<A, Row>
  /** The row's id, without it. */
  readonly keyOf?: (row: Row) => Key
  /** What came in since is counted in these words, and shown when it is asked for; without them it is shown at once. */
  readonly counted?: Counted
  /** PageNav, without it. */
  readonly pages?: ComponentType<Pages>
}

type Props<A, Row> = RowsProps<A, Row> & {
  readonly call: RowsCall<A>
  /** What is listed and in which order, for who can't see it. */
  readonly caption: string
  readonly empty: Empty
  readonly sorting?: Sorting | null
  /** Null where the list has no pages. */
  readonly page: number | null
  readonly onGo: (page: number) => void
}

export function ListRows<A, Row>({ pages: Steps = PageNav, ...props }: Props<A, Row>) {
  const { call, shape = DEFAULT_SHAPE as never, keyOf = idOf, caption, counted, sorting, page, onGo } = props
  const { worked = null } = call
  const found = call.state === 'ready' && page !== null ? shape.rows(call.answer).total : 0
  const total = worked?.total ?? found
  const list = {
    call,
    rows: (answer: A) => shape.rows(answer).data,
    empty: found > 0 ? pastTheEnd(props.empty, () => onGo(1)) : props.empty,
    ...(counted && { counted }),
  }
  // Counted of the whole list: while the rows of a page are under way, those of another are shown.
  const onDeleted = () => {
    if (page !== null && page > 1 && found - 1 <= (page - 1) * LIMIT) onGo(page - 1)
  }
  return (
    <>
      {'draw' in props ? (
        <ListState {...list} skeleton={props.skeleton}>
          {(rows) => props.draw(rows, { caption, onDeleted })}
        </ListState>
      ) : (
        <Records
          {...list}
          columns={props.columns}
          keyOf={keyOf}
          caption={caption}
          {...(sorting && { sorting })}
        />
      )}
      {call.state === 'ready' && page !== null && (
        <Steps
          page={page}
          total={total}
          totalPages={Math.ceil(total / LIMIT)}
          limit={LIMIT}
          done={worked && worked.done > 0 ? worked.doneInWords : undefined}
          isOutdated={call.outdated !== null}
          onGo={onGo}
        />
      )}
    </>
  )
}

/** An address can name a page that the list does not have. */
const pastTheEnd = (empty: Empty, onFirst: () => void): Empty => ({
  ...empty,
  hint: t('This page is past the end of the list.'),
  action: <Button onClick={onFirst}>{t('First page')}</Button>,
})

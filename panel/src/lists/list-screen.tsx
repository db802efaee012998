/** A list as a declaration: which call answers it, what narrows it, what its rows show, what is said of it. */
import { type Answer, type Body, type Endpoint, type ListWithViews, t } from '@munim/contract'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { DEFAULT_SHAPE, idOf, type RowOf, type Rows } from '../api/list.ts'
import type { Queue } from '../api/queue.ts'
import { type QueueCall, useQueue } from '../api/use-queue.ts'
import type { Column } from '../widgets/column.ts'
import { ExportFile } from '../widgets/export-file.tsx'
import type { Counts, Filters } from '../widgets/filters.tsx'
import { PageHead } from '../widgets/page-head.tsx'
import { type EmptyWords, emptyOf } from './empty.tsx'
import { FilterBar } from './filter-bar.tsx'
import { LIMIT, ListRows, type RowsProps } from './list-rows.tsx'
import { type Change, type Filtering, useFilters, type Values } from './use-filters.ts'
import { useLook } from './use-look.ts'
import { useOpening } from './use-views.ts'
import { ViewsDialog, ViewsMenu } from './views-menu.tsx'

/** What the parts of a list are drawn by. */
interface List<E extends Endpoint, W extends string> extends Filtering<W> {
  readonly call: QueueCall<Answer<E>>
  /** The menu of how it is looked at, for a bar of its own. */
  readonly views: ReactNode
}

type Props<E extends Endpoint, W extends string, Row> = RowsProps<Answer<E>, Row> & {
  /** What is listed and in which order, for who can't see it. */
  readonly caption: string | ((isQueue: boolean) => string)
  /** The head of its screen; without it the list is part of another. */
  readonly head?: Omit<ComponentProps<typeof PageHead>, 'actions'>
  readonly actions?: ReactNode
  /** The call that lists it, and the one that exports it. */
  readonly of: E
  readonly csv?: Endpoint<E['body']>
  readonly filters?: Filters<W>
  /** Under this name an administrator keeps views of it. */
  readonly views?: ListWithViews
  readonly onClear?: () => void
  /** The filters as the call takes them; without it each goes by its own name and as text. */
  readonly body?: (chosen: Change<NoInfer<W>>) => { readonly [K in keyof Body<E>]?: Body<E>[K] | string }
  /** The call answers everything, and takes no page. */
  readonly isWhole?: boolean
  readonly isWanted?: boolean
  /** Asks again where it failed, with what failed beside it; without it the list alone. */
  readonly retry?: () => void
  /** How many rows the values of a filter leave, by its word. */
  readonly counts?: (answer: Answer<E>) => { readonly [word in NoInfer<W>]?: Counts }
  /** Which of the rows that were answered are shown, and in what order; all as they came, without it. */
  readonly shown?: (rows: readonly Row[], values: Values<W>) => readonly Row[]
  /** Null where what is listed is nothing to work through. */
  readonly queue?: (values: Values<W>) => Queue<Row> | null
  readonly above?: (list: List<E, W>) => ReactNode
  /** The filters as the screen arranges them; without it, in one row with `end` at its right. */
  readonly bar?: (list: List<E, W>) => ReactNode
  readonly end?: (list: List<E, W>) => ReactNode
  /** Between the filters and the rows. */
  readonly below?: (list: List<E, W>) => ReactNode
  /** What is drawn around the filters and the rows: tabs. */
  readonly around?: (rows: ReactNode) => ReactNode
  readonly empty: EmptyWords<W>
}

/** The orders that a call knows. */
type OrderOf<B> = B extends { readonly order?: infer O } ? Extract<O, string> : never

/** What of a call's body is text. */
type TextIn<B> = { [K in keyof B]: Extract<B[K], string> extends never ? never : K }[keyof B]

/**
 * A filter that the call knows by another name, or as something else than text, needs a body; an answer that holds its
 * rows elsewhere than in `data` needs a shape. No column sorts by an order that the call does not know.
 */
type Needed<E extends Endpoint, W, Row> = ([W] extends [TextIn<Body<E>>]
  ? unknown
  : { readonly body: unknown }) &
  ([RowOf<E>] extends [never] ? HasShape : [RowOf<E>] extends [Row] ? unknown : HasShape) & {
    readonly columns?: readonly Column<Row, OrderOf<Body<E>>>[]
  }

interface HasShape {
  readonly shape: unknown
}

export function ListScreen<E extends Endpoint, W extends string = never, Row = RowOf<E>>(
  props: Props<E, W, Row> & Needed<E, W, Row>,
) {
  const { head, actions, of, csv, isWhole = false, around, caption, ...parts } = props
  const { filters = {} as Filters<W>, shape = DEFAULT_SHAPE as never, keyOf = idOf } = props
  const isOpened = useOpening(props.views)
  const filtering = useFilters(filters, props.onClear)
  const { values, page } = filtering
  const asked: object = props.body?.(filtering.chosen) ?? filtering.chosen
  const queue = props.queue?.(values) ?? null
  const columns = 'columns' in props ? props.columns : []
  const look = useLook({ columns, keyOf, isQueue: queue !== null })
  const ordered = look.order === undefined ? asked : { ...asked, order: look.order }
  const call = useQueue(of, (isWhole ? asked : { ...ordered, page, limit: LIMIT }) as Body<E>, {
    ...props,
    queue: queue && (look.compare ? { ...queue, compare: look.compare } : queue),
    isWanted: isOpened && props.isWanted !== false,
    isStill: props.counted !== undefined,
    onGo: filtering.go,
  })
  const [dialog, setDialog] = useState<ComponentProps<typeof ViewsDialog>['is'] | null>(null)
  const views = props.views && (
    <ViewsMenu list={props.views} columns={columns} look={look} onAsk={setDialog} />
  )
  const counts = call.state === 'ready' ? props.counts?.(call.answer) : undefined
  const counted = { ...filtering, ...(counts && { counts }) }
  const list = { ...counted, call, views }
  const shown = (answer: Answer<E>): Rows<Row> => {
    const { data, total } = shape.rows(answer)
    return { data: props.shown?.(data, values) ?? data, total }
  }
  const hasNone = call.state === 'ready' && shape.rows(call.answer).total === 0
  const file = csv && <ExportFile of={csv} body={asked as Body<E>} isDisabled={hasNone} />
  const rows = (
    <>
      {parts.bar?.(list) ?? (
        <FilterBar
          filters={filters}
          filtering={counted}
          end={[views, parts.end?.(list) ?? (head ? null : file)]}
        />
      )}
      {parts.below?.(list)}
      <ListRows
        {...(parts as RowsProps<Answer<E>, Row>)}
        {...('columns' in props && { columns: look.columns })}
        sorting={look.sorting}
        shape={{ ...shape, rows: shown }}
        call={props.retry && call.state !== 'loading' ? { ...call, retry: props.retry } : call}
        caption={
          look.sortedBy
            ? t('Sorted by {column}: {order}', look.sortedBy)
            : typeof caption === 'string'
              ? caption
              : caption(queue !== null)
        }
        empty={emptyOf(props.empty, filtering, queue !== null && hasNone)}
        page={isWhole ? null : page}
        onGo={call.go}
      />
    </>
  )
  const buttons = (file || actions) && (
    <>
      {file}
      {actions}
    </>
  )
  return (
    <>
      {head && <PageHead {...head} actions={buttons} />}
      {parts.above?.(list)}
      {around?.(rows) ?? rows}
      {props.views && dialog && (
        <ViewsDialog list={props.views} is={dialog} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

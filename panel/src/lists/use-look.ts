/** How a list is looked at, as its address has it: in which order, and with which of its columns. */

import type { Key } from '../api/list.ts'
import type { Compare } from '../api/queue.ts'
import { useAddress } from '../api/use-address.ts'
import type { Column, Sorting } from '../widgets/column.ts'

export interface Look<Row> {
  /** Null where it has one order only. */
  readonly sorting: Sorting | null
  /** The order that is asked for; undefined for the usual one. */
  readonly order: string | undefined
  /** Which row comes first, where the columns say so. */
  readonly compare: Compare<Row> | undefined
  /** What the order is called, and the column that it is by; null for the usual one. */
  readonly sortedBy: { readonly column: string; readonly order: string } | null
  readonly columns: readonly Column<Row, string>[]
  /** The columns that may be left out. */
  readonly choosable: readonly Choosable[]
  /** Those that are, by their words. */
  readonly hidden: readonly string[]
  readonly hide: (words: readonly string[]) => void
}

interface Choosable {
  readonly title: string
  readonly word: string
}

interface Of<Row> {
  readonly columns: readonly Column<Row, string>[]
  readonly keyOf: (row: Row) => Key
  /** A queue has the oldest first by itself, all else the newest. */
  readonly isQueue: boolean
}

export function useLook<Row>({ columns, keyOf, isQueue }: Of<Row>): Look<Row> {
  const { set, ...said } = useAddress({ order: '', hide: '', page: '1' })
  const usual = isQueue ? 'oldest' : 'newest'
  const sortable = columns.flatMap(({ title, sort }) =>
    sort === undefined || (sort.isOfQueue && !isQueue) ? [] : [{ title, ...sort }],
  )
  const words = sortable.flatMap(({ up, down }) => [up.word, down.word])
  const order = words.includes(said.order) ? said.order : usual
  const sort = sortable.find(({ up, down }) => order === up.word || order === down.word)
  const choosable = columns.flatMap(({ title, word }) => (word === undefined ? [] : [{ title, word }]))
  const left = said.hide.split(',')
  // A view that was kept in another language may hold titles in it.
  const hidden = choosable
    .filter((of) => left.includes(of.word) || left.includes(of.title))
    .map(({ word }) => word)
  return {
    sorting:
      words.length === 0
        ? null
        : { order, words, onSort: (word) => set({ order: word === usual ? '' : word, page: '1' }) },
    order: order === usual ? undefined : order,
    compare: sort && comparing(sort.by, keyOf, order === sort.up.word ? 1 : -1),
    sortedBy:
      sort === undefined || order === usual
        ? null
        : { column: sort.title, order: (order === sort.up.word ? sort.up : sort.down).name },
    columns: columns.filter(({ word }) => word === undefined || !hidden.includes(word)),
    choosable,
    hidden,
    hide: (each) => set({ hide: each.join(',') }, 'replace'),
  }
}

/** Rows of which `by` says the same are in the order of their ids. */
function comparing<Row>(
  by: ((row: Row) => number) | undefined,
  keyOf: (row: Row) => Key,
  sign: 1 | -1,
): Compare<Row> {
  const byKey = (a: Row, b: Row) => (keyOf(a) < keyOf(b) ? -1 : 1)
  return (a, b) => sign * ((by ? by(a) - by(b) : 0) || byKey(a, b))
}

/** A column of a list of records: what it shows of a row, in a table and on a card; and the orders that it gives the list. */
import { t } from '@munim/contract'
import type { ReactNode } from 'react'

export type Place = 'table' | 'card'

/** `O` are the orders that it gives the list: none where it has no `sort`, any where the rows are sorted here. */
export interface Column<Row, O extends string = never> {
  readonly title: string
  /** By it an address and a kept view name the column in every language. Without it the column can't be left out. */
  readonly word?: string
  readonly cell: (row: Row, place: Place) => ReactNode
  /** What can be done with a row is at the right. */
  readonly align?: 'right' | 'center'
  /** Percent of the table, for several tables of the same columns: they are below each other. */
  readonly share?: number
  /** quiet: ids (ink-3); soft: dates (ink-2) */
  readonly tone?: 'quiet' | 'soft'
  /** The name of the row, read with each of its cells, where that is not the title of its card. */
  readonly isRowHeader?: true
  /** The head is there for who can't see. */
  readonly hidesTitle?: true
  /** A ledger's vertical lines: after the date, before the balance. */
  readonly rule?: 'before' | 'after'
  readonly sort?: Sort<Row, O>
  /** Below the last row: a total of this column. */
  readonly foot?: (rows: readonly Row[]) => ReactNode
  /**
   * Where it is on a card: title and sub at the left, aside and asideSub at the right, below them a line of its own; at
   * the foot state and field (the usual: label and value) at the left, toggle and action at the right.
   */
  readonly card?:
    | 'title'
    | 'sub'
    | 'aside'
    | 'asideSub'
    | 'line'
    | 'state'
    | 'toggle'
    | 'action'
    | 'field'
    | 'none'
}

/** The title of a column that can be left out of its list: its word is the English one. */
export const titled = (english: string) => ({ title: t(english), word: english })

/** What can be done with a row, where the specification gives the column no word. */
export const ACTIONS = { title: t('Actions'), hidesTitle: true, card: 'action' } as const

/** Orders of a list by one of its columns: the words that its call has for them, the least first and the greatest first. */
export interface Sort<Row, O extends string> {
  readonly up: Order<O>
  readonly down: Order<O>
  /** By what, where that is not the row's id. */
  readonly by?: (row: Row) => number
  /** What is worked through can be sorted by it, and nothing else: that is few. */
  readonly isOfQueue?: true
}

interface Order<O> {
  readonly word: O
  readonly name: string
}

/** How a list is sorted. */
export interface Sorting {
  /** The word of the order that its rows have. */
  readonly order: string
  /** The words that can be chosen. */
  readonly words: readonly string[]
  readonly onSort: (word: string) => void
}

/** Records in their columns. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row, string>[]
  readonly keyOf: (row: Row) => string | number
  /** What the table holds, for who can't see it. */
  readonly caption: string
  readonly sorting?: Sorting | undefined
}

/** Records before their first answer: `many` of them, or a page. */
export interface RowsToCome<Row> extends Pick<Rows<Row>, 'columns'> {
  readonly many?: number
}

/** By when it was made, which ids follow. */
export const BY_TIME: Sort<unknown, ByTime> = {
  up: { word: 'oldest', name: t('Oldest first') },
  down: { word: 'newest', name: t('Newest first') },
}
export type ByTime = 'oldest' | 'newest'

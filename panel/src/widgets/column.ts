/** A column of a list of records: what it shows of a row, in a table and on a card. */
import type { ReactNode } from 'react'

export type Place = 'table' | 'card'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row, place: Place) => ReactNode
  readonly align?: 'right' | 'center'
  /** quiet: ids (ink-3); soft: dates (ink-2) */
  readonly tone?: 'quiet' | 'soft'
  /** The name of the row, read with each of its cells. One column has it. */
  readonly isRowHeader?: true
  /** The head is there for who can't see, where the specification gives no word. */
  readonly hidesTitle?: true
  /** A ledger's vertical lines: after the date, before the balance. */
  readonly rule?: 'before' | 'after'
  /** Below the last row: a total of this column. */
  readonly foot?: (rows: readonly Row[]) => ReactNode
  /**
   * Where it is on a card: title and sub at the left, aside and asideSub at the right, state below them,
   * toggle under a hairline, action at the foot; a field (the usual) is a line of label and value.
   */
  readonly card?: 'title' | 'sub' | 'aside' | 'asideSub' | 'state' | 'toggle' | 'action' | 'field' | 'none'
}

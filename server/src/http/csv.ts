/**
 * Lists as CSV files, streamed: rows are fetched in batches, and no faster than the browser reads. A list becomes a
 * file by `csvOf` in the contract and `serveCsv` in its routes; its rows and columns are the area's own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { type Endpoint, type Input, t } from '@munim/contract'
import { dayOf, timeOf } from '@munim/core'
import type { Db } from '../database/db.ts'
import { serveSaved } from './saved.ts'
import type { App } from './serve.ts'
import type { Trace } from './trail.ts'

/** A text, a count, rupees, or an instant; '-' and what there is not are an empty cell. */
type Cell = string | number | null | undefined | { readonly rupees: number } | { readonly at: string }

/** The title is a sentence of the catalogue. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => Cell]

export interface CsvFile<E extends Endpoint, Row> {
  /** The words of the file's name. */
  readonly name: (db: Db, input: Input<E>) => Promise<readonly (string | undefined)[]>
  readonly columns: readonly CsvColumn<Row>[]
  readonly rows: (db: Db, input: Input<E>) => AsyncIterable<readonly Row[]>
  /** What the audit says of this file where it is more than an export: of a look ahead at a result. */
  readonly trace?: (input: Input<E>) => Trace
}

export function serveCsv<E extends Endpoint, Row>(app: App, endpoint: E, file: CsvFile<E, Row>): void {
  serveSaved(app, endpoint, {
    type: 'csv',
    async make({ input, db, leave, again }) {
      const batches = file.rows(db, input)[Symbol.asyncIterator]()
      // What fails at once is answered in words; what fails later breaks the transfer off, so that no file looks whole.
      const first = await batches.next()
      const words = await file.name(db, input)
      await again()
      const told = first.done ? 0 : first.value.length
      const tell = (rows: number) => leave(rows, file.trace?.(input))
      await tell(told)
      const lines = linesOf(file.columns, { first, batches, told, tell, again })
      return { words, content: Readable.from(lines, { objectMode: false }) }
    },
  })
}

/** Spreadsheets take a file for UTF-8 only behind this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

interface Leaving<Row> {
  readonly first: IteratorResult<readonly Row[]>
  readonly batches: AsyncIterator<readonly Row[]>
  /** So many rows the audit knows of: those that go first. */
  readonly told: number
  /** Tells the audit how many rows left. */
  readonly tell: (rows: number) => Promise<void>
  /** Refuses who may not have the file any more. */
  readonly again: () => Promise<void>
}

/**
 * The audit is told of the first rows before they go, and of all where more went, before the end: a file of which it can't be
 * told breaks off. One that the browser broke off counts, too.
 */
async function* linesOf<Row>(
  columns: readonly CsvColumn<Row>[],
  { first, batches, told, tell, again }: Leaving<Row>,
): AsyncGenerator<string> {
  // The browser asks for what comes later, outside of the call that says its language.
  const inLanguage = AsyncLocalStorage.snapshot()
  let rows = 0
  try {
    yield BYTE_ORDER_MARK + inLanguage(() => lineOf(columns.map(([title]) => t(title))))
    for (let batch = first; !batch.done; batch = await batches.next()) {
      await again()
      rows += batch.value.length
      yield inLanguage(() => batch.value.map((row) => lineOf(columns.map(([, cell]) => cell(row)))).join(''))
    }
  } finally {
    await batches.return?.()
    if (rows > told) await tell(rows)
  }
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(textOf).join(',')}\r\n`
}

function textOf(cell: Cell): string {
  if (cell === undefined || cell === null || cell === '-') return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'rupees' in cell ? cell.rupees.toFixed(2) : inIndia(cell.at)
  return quoted(harmless(cell))
}

/** A text that a spreadsheet would take for a formula, in wide signs too, gets an apostrophe; numbers keep their minus. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `2026-11-20T19:43:05+05:30` */
function inIndia(at: string): string {
  const moment = new Date(at)
  return `${dayOf(moment)}T${timeOf(moment)}:${at.slice(17, 19)}+05:30`
}

/**
 * A list stays as it is read: what changes in its rows changes in place, what is new is counted, and comes when it is
 * asked for. Pages, filters and the reader's own acts show at once, as with use-call. What acts lead out of its filter is
 * a queue (use-queue.ts).
 */
import type { Answer, Endpoint } from '@munim/contract'
import type { Call } from './use-call.ts'
import type { Beside } from './use-fresh.ts'

export type Key = string | number

export interface Rows<Row> {
  readonly data: readonly Row[]
  readonly total: number
}

/** Where an answer holds its rows, if not as `data` and `total`. */
export interface Shape<A, Row> {
  readonly rows: (answer: A) => Rows<Row>
  readonly withRows: (answer: A, rows: readonly Row[]) => A
}

export type RowOf<E extends Endpoint> =
  Answer<E> extends { readonly data: readonly (infer Row)[] } ? Row : never

/** What came in since, among the rows that are shown or above them. */
export interface News {
  readonly count: number
  readonly show: () => void
}

export type ListCall<T> = Call<T> & {
  readonly news: News | null
  /** Since when what is new could not be asked for; null where the rows are current. */
  readonly behindSince: Date | null
}

interface Still<A, Row> {
  readonly keyOf: (row: Row) => Key
  readonly shape: Shape<A, Row>
  readonly show: () => void
}

/** The rows that were shown, as they are in the answer that came since; null where none came. */
export function stillList<A, Row>(
  shown: Call<A>,
  { fresh, behindSince }: Beside<A>,
  { keyOf, shape, show }: Still<A, Row>,
): ListCall<A> {
  if (shown.state !== 'ready' || fresh === null) return { ...shown, news: null, behindSince }
  const before = shape.rows(shown.answer)
  const now = shape.rows(fresh)
  const count = newsIn(before, now, keyOf)
  const isSame = sameKeys(before.data, now.data, keyOf)
  const answer = isSame ? fresh : shape.withRows(fresh, inPlace(before.data, now.data, keyOf))
  return { ...shown, answer, news: count === 0 ? null : { count, show }, behindSince }
}

export const DEFAULT_SHAPE: Shape<Rows<unknown>, unknown> = {
  rows: (answer) => answer,
  withRows: (answer, data) => ({ ...answer, data }),
}

export const idOf = (row: unknown): Key => (row as { readonly id: Key }).id

/**
 * How many rows are new among or above those that are shown; what only moved up from the next page is not. Where none
 * of those shown is left, so many more as there are in all.
 */
export function newsIn<Row>(before: Rows<Row>, now: Rows<Row>, keyOf: (row: Row) => Key): number {
  const known = new Set(before.data.map(keyOf))
  const last = now.data.findLastIndex((row) => known.has(keyOf(row)))
  if (last === -1) return before.data.length === 0 ? 0 : Math.max(now.total - before.total, 0)
  return now.data.slice(0, last).filter((row) => !known.has(keyOf(row))).length
}

/** The same rows in the same places, each as it is now; one that has left the list stays as it was. */
export function inPlace<Row>(
  before: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => Key,
): readonly Row[] {
  const latest = new Map(now.map((row) => [keyOf(row), row]))
  return before.map((row) => latest.get(keyOf(row)) ?? row)
}

const sameKeys = <Row>(before: readonly Row[], now: readonly Row[], keyOf: (row: Row) => Key): boolean =>
  before.length === now.length && before.every((row, index) => keyOf(row) === keyOf(now[index]!))

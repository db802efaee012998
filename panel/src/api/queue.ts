/** What has become of the rows of a queue (use-queue.ts) while they were read. */
import type { Rows } from './list.ts'

export interface Queue<Row> {
  /** Whether the row has left the filter. */
  readonly isDone: (row: Row) => boolean
  /** A row that another administrator has done meanwhile, as it is shown from then on. */
  readonly asDone: (row: Row) => Row
  /** "3 decided" */
  readonly inWords: (done: number) => string
  /** Below zero where `a` comes before `b` in the list; by their ids, rising, without it. */
  readonly compare?: Compare<Row>
}

export type Compare<Row> = (a: Row, b: Row) => number

interface Situation<Row> {
  readonly keyOf: (row: Row) => string | number
  readonly queue: Pick<Queue<Row>, 'isDone' | 'asDone' | 'compare'>
  readonly page: number
  readonly limit: number
}

/**
 * The rows as they were shown, each as it is now: `now` is the same page asked for since, null where it was not. `waiting`
 * counts those that came to a page which had room for them.
 */
export function workThrough<Row>(
  before: Rows<Row>,
  now: Rows<Row> | null,
  { keyOf, queue, page, limit }: Situation<Row>,
): { rows: readonly Row[]; done: number; left: number; waiting: number } {
  const latest = new Map(now?.data.map((row) => [keyOf(row), row]))
  const known = new Set(before.data.map(keyOf))
  const isFull = now !== null && now.data.length === limit
  const [first, last] = [now?.data[0], now?.data.at(-1)]
  const { compare = (a: Row, b: Row) => (keyOf(a) < keyOf(b) ? -1 : 1) } = queue
  // One that is missing between those that are there has left; at the ends it may be on another page.
  const hasLeft = (row: Row) =>
    now !== null &&
    (page === 1 || (first !== undefined && compare(row, first) > 0)) &&
    (!isFull || compare(row, last!) < 0)

  const rows = before.data.map((row) => {
    const isDone = queue.isDone(row)
    return latest.get(keyOf(row)) ?? (!isDone && hasLeft(row) ? queue.asDone(row) : row)
  })
  const done = rows.filter(queue.isDone).length
  const isRoomy = before.data.length < limit
  return {
    rows,
    done,
    left: now === null ? before.total - done : now.total,
    waiting: now !== null && isRoomy ? now.data.filter((row) => !known.has(keyOf(row))).length : 0,
  }
}

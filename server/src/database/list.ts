/**
 * Lists, a page or a file at a time. A list says how many of its rows each block holds (a day, a thousand ids), in its
 * order, and how some of a block are read: a page deep in it skips whole blocks and counts its offset inside one.
 */
import { addDays, beginOf, readDay } from '@munim/core'
import { type Db, pagesOf, type Statement, sql } from './db.ts'

/** A list as its filter leaves it. Where nothing is counted beforehand it is one block, `null`. */
export interface List<Row, Key = null> {
  /** How many rows each block holds, in the list's order: a statement, or what is known already. */
  readonly blocks: Statement<Block<Key>> | readonly Block<Key>[]
  /** The rows of these parts, in the list's order. */
  readonly rows: (parts: readonly Part<Key, Row>[]) => Statement<Row>
}

export interface Block<Key = null> {
  readonly block: Key
  readonly rows: number
}

/** So many rows, in the list's order or, where that is nearer, from the end. */
interface Slice {
  readonly offset: number
  readonly limit: number
  readonly isFromEnd: boolean
}

export interface Part<Key = null, Row = unknown> extends Slice {
  readonly block: Key
  /** Of a file: the row behind which it begins. */
  readonly after?: Row | undefined
}

/** A page, from 1 on, and how many rows it has. */
interface Place {
  readonly page: number
  readonly limit: number
  /** Pages are counted from the list's end, and its rows come in the other order. */
  readonly isReversed?: boolean
}

type Order = 'newest' | 'oldest'

/** Whether a list that has the usual order by itself is asked for in the other one. */
export const isOther = (usual: Order, order: Order = usual): boolean => order !== usual

/** How many rows one statement of a file fetches. */
const BATCH = 2000

/** One page of a list, and how long all of it is. Past its end a page is empty. */
export async function readPage<Row, Key>(db: Db, { blocks, rows }: List<Row, Key>, place: Place) {
  const counted = await readBlocks(db, blocks)
  const total = sumOf(counted)
  const parts = partsOf(counted, place)
  const found = parts.length === 0 ? [] : await db.many(rows(parts))
  return {
    data: place.isReversed ? found.toReversed() : found,
    total,
    totalPages: pagesOf(total, place.limit),
  }
}

export const countRows = async <Row, Key>(db: Db, { blocks }: List<Row, Key>): Promise<number> =>
  sumOf(await readBlocks(db, blocks))

const readBlocks = async <Key>(
  db: Db,
  blocks: List<unknown, Key>['blocks'],
): Promise<readonly Block<Key>[]> => ('map' in blocks ? blocks : db.many(blocks))

const sumOf = (blocks: readonly Block<unknown>[]) => blocks.reduce((sum, { rows }) => sum + rows, 0)

/** All rows of a list in batches, for a file: block by block, each row behind the one before. */
export async function* eachRow<Row, Key>(
  db: Db,
  { rows }: Pick<List<Row, Key>, 'rows'>,
  blocks: readonly Key[],
  limit = BATCH,
): AsyncGenerator<readonly Row[]> {
  for (const block of blocks)
    for (let after: Row | undefined; ; ) {
      const batch = await db.many(rows([{ block, offset: 0, limit, isFromEnd: false, after }]))
      if (batch.length > 0) yield batch
      if (batch.length < limit) break
      after = batch.at(-1)!
    }
}

function partsOf<Key>(blocks: readonly Block<Key>[], place: Place): Part<Key, never>[] {
  const parts: Part<Key, never>[] = []
  const [first, end] = boundsOf(place, sumOf(blocks))
  let [offset, due] = [first, end - first]
  for (const { block, rows } of blocks) {
    const taken = Math.min(due, rows - offset)
    if (taken > 0) {
      const behind = rows - offset - taken
      const isFromEnd = behind < offset
      parts.push({ block, offset: isFromEnd ? behind : offset, limit: taken, isFromEnd })
      due -= taken
    }
    offset = Math.max(0, offset - rows)
    if (due === 0) break
  }
  return parts
}

/** The first row of a page and the first behind it, in the list's own order. */
function boundsOf({ page, limit, isReversed = false }: Place, total: number): readonly [number, number] {
  const [first, end] = [(page - 1) * limit, page * limit].map((row) => Math.min(row, total)) as [
    number,
    number,
  ]
  return isReversed ? [total - end, total - first] : [first, end]
}

/** What `keys` gives of each part, one below the other. */
export const eachPart = <P>(parts: readonly P[], keys: (part: P) => Statement): Statement =>
  sql.join(
    parts.map((part) => sql`(${keys(part)})`),
    sql` union all `,
  )

/** By these columns, of a list that has the greatest first, or, `isAscending`, the least: which rows a part is. */
export function slice(
  { offset, limit, isFromEnd }: Slice,
  columns: readonly Statement[],
  isAscending = false,
): Statement {
  return sql`${orderBy(columns, isAscending !== isFromEnd)} limit ${limit} offset ${offset}`
}

export const orderBy = (columns: readonly Statement[], isAscending = false): Statement =>
  sql`order by ${sql.join(columns.map((column) => (isAscending ? column : sql`${column} desc`)))}`

/** Conditions that an instant lies on one of these Indian days, both included. */
export function onDays(instant: Statement, from: string | undefined, to: string | undefined): Statement[] {
  const midnight = (day: string, later: number) => beginOf(addDays(readDay(day)!, later))
  return [
    ...(from ? [sql`${instant} >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`${instant} < ${midnight(to, 1)}`] : []),
  ]
}

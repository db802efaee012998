/** A search of the transaction history: through the players that it finds, or, where those are many, through time. */
import { type Db, every, type Statement, sql } from '../database/db.ts'
import { guessOwnRows, idTyped, MOST_OWN_ROWS, playersFound, requestsFound } from './search.ts'
import { fewOf } from './transaction-few.ts'
import {
  conditionsOn,
  isBehind,
  kindsOf,
  playerOn,
  type RowKey,
  rowsOf,
  SIDES,
  type Side,
  type TransactionFilter,
} from './transaction-filter.ts'
import { countRows, type Found, readSlice } from './transaction-rows.ts'

/** One page of what is found. */
export async function searchRows(
  db: Db,
  filter: TransactionFilter,
  search: string,
  mostOwn = MOST_OWN_ROWS,
): Promise<Found> {
  const offset = (filter.page - 1) * filter.limit
  if ((await guessOwnRows(db, search, await countRows(db, filter))) > mostOwn)
    return searchThroughTime(db, filter, search, offset)

  const { keys, total } = await db.only<{ keys: RowKey[] | null; total: number }>(sql`
    with player as materialized (${playersFound(search)}), found as materialized (${ownRows(filter, search)})
    select (select count(*) from found) as total, (
      select json_agg(k) from (
        select id, side, at::text as at from found order by at desc, id desc, side limit ${filter.limit} offset ${offset}) k
    ) as keys`)
  return { keys: keys ?? [], total }
}

/** The players' own rows by their own indexes, and what else a reference or an id names. */
function ownRows(filter: TransactionFilter, search: string): Statement {
  const sides = SIDES.filter((side) => kindsOf(filter, side).length > 0)
  const parts = sides.flatMap((side) => {
    const row = sql`select p.id, p.at, ${sql.lit(side)} as side from postings p`
    const isFound = sql`${playerOn(side)} in (select id from player)`
    const conditions = conditionsOn(filter, side)
    return [
      sql`${row} where ${every([isFound, ...conditions])}`,
      sql`${row} join (${namedRows(search)}) n on n.id = p.id where ${every([sql`(${isFound}) is not true`, ...conditions])}`,
    ]
  })
  return parts.length > 0
    ? sql.join(parts, sql` union all `)
    : sql`select null::bigint as id, now() as at, '' as side where false`
}

/** The postings of requests with this reference, and the one with this id. */
function namedRows(search: string): Statement {
  const id = idTyped(search)
  return sql`
    select q.id from postings q where q.request_id in ${requestsFound(search)}
    ${id === null ? sql`` : sql`union select q.id from postings q where q.id = ${id}`}`
}

/** Whether the search finds posting `p` of this side, as a filter of rows by time. */
function isFound(search: string, side: Side): Statement {
  return sql`((${playerOn(side)} in ${playersFound(search)}) is true or (p.id in (${namedRows(search)})) is true)`
}

async function searchThroughTime(
  db: Db,
  filter: TransactionFilter,
  search: string,
  offset: number,
): Promise<Found> {
  const rows = rowsOf(filter, (side) => [isFound(search, side)])
  if (rows === undefined) return { keys: [], total: 0 }
  const { total } = await db.only<{ total: number }>(sql`select count(*) as total from (${rows}) r`)
  const wanted = Math.min(filter.limit, total - offset)
  return { total, keys: await readSlice(db, rows, { rows: total, offset, wanted }) }
}

/** The rows behind one, for a file. */
export async function findRowsBehind(
  db: Db,
  filter: TransactionFilter,
  after: RowKey | undefined,
  limit: number,
): Promise<RowKey[]> {
  const few = filter.search ? undefined : fewOf(filter)
  if (few) return db.many<RowKey>(few.page({ after, limit }))
  const rows = rowsOf(filter, (side) => [
    ...(filter.search ? [isFound(filter.search, side)] : []),
    ...(after ? [isBehind(after, side)] : []),
  ])
  if (rows === undefined) return []
  return db.many<RowKey>(sql`
    select id, at::text as at, side from (${rows}) r order by at desc, id desc, side limit ${limit}`)
}

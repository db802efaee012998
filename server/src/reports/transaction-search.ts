/** A search of the transaction history: through the players that it finds, or, where those are many, through time. */
import { type Db, every, type Statement, sql } from '../database/db.ts'
import { inBatches } from '../http/csv.ts'
import { idsOf, idTyped, playersFound, readPlayers, requestsFound, shareFound } from './search.ts'
import { fewOf } from './transaction-few.ts'
import {
  conditionsOn,
  inOrder,
  kindsOf,
  paired,
  playerOn,
  type RowKey,
  rowsOf,
  SIDES,
  type Side,
  type TransactionFilter,
} from './transaction-filter.ts'
import { countRows, type Found, readSlice } from './transaction-rows.ts'

/** A row found by its player takes as long as so many looked through by time: measured at ten million. */
const OWN_COSTS = 4

/** Which way is taken: through the players that are found, a few rows that lie together, or all rows by time. */
type Way = 'players' | 'few' | 'time'

/** One page of what is found. */
export async function searchRows(
  db: Db,
  filter: TransactionFilter,
  search: string,
  way?: Way,
): Promise<Found> {
  switch (way ?? (await chooseWay(db, filter, search))) {
    case 'time':
      return searchThroughTime(db, filter, search)
    case 'few':
      return searchAmong(db, filter, search, fewFound(filter))
    default:
      return searchAmong(db, filter, search, ownRows(filter))
  }
}

/** Whichever looks at fewer rows: all that the players ever had, or what the days and the other filters leave. */
async function chooseWay(db: Db, filter: TransactionFilter, search: string): Promise<Way> {
  const { page, limit, from, to } = filter
  const own = (await countRows(db, { page, limit })) * (await shareFound(db, search))
  const few = fewOf(filter) !== undefined
  const others = few
    ? await countRows(db, filter)
    : (await countRows(db, { page, limit, from, to })) / OWN_COSTS
  if (own <= others) return 'players'
  return few ? 'few' : 'time'
}

/** A page of these rows, of which `player` are the players found. */
async function searchAmong(
  db: Db,
  { page, limit }: TransactionFilter,
  search: string,
  rows: Statement,
): Promise<Found> {
  const { keys, total } = await db.only<{ keys: RowKey[] | null; total: number }>(sql`
    with player as materialized (${playersFound(search)}), named as materialized (${namedRows(search)}),
    found as materialized (${rows})
    select (select count(*) from found) as total, (
      select json_agg(k) from (
        select f.id, f.side, f.at::text as at from found f
        order by f.at desc, f.id desc, f.side limit ${limit} offset ${(page - 1) * limit}) k
    ) as keys`)
  return { keys: keys ?? [], total }
}

/** The few rows whose player is found, or that a reference or an id names. */
function fewFound(filter: TransactionFilter): Statement {
  return sql`
    select f.id, f.at, f.side from (${fewOf(filter)!.all}) f
    where f.user_id in (select id from player) or f.id in (select id from named)`
}

/** The players' own rows by their own indexes, and what else a reference or an id names. */
function ownRows(filter: TransactionFilter): Statement {
  const sides = SIDES.filter((side) => kindsOf(filter, side).length > 0)
  const parts = sides.flatMap((side) => {
    const row = sql`select p.id, p.at, ${sql.lit(side)} as side from postings p`
    const isFound = sql`${playerOn(side)} in (select id from player)`
    const conditions = conditionsOn(filter, side)
    return [
      sql`${row} where ${every([isFound, ...conditions])}`,
      sql`${row} join named n on n.id = p.id where ${every([sql`(${isFound}) is not true`, ...conditions])}`,
    ]
  })
  return parts.length > 0
    ? sql.join(parts, sql` union all `)
    : sql`select 0::bigint as id, now() as at, 'credit' as side where false`
}

/** The postings of requests with this reference, and the one with this id. */
function namedRows(search: string): Statement<{ id: number }> {
  const id = idTyped(search)
  return sql`
    select q.id from postings q where q.request_id in ${requestsFound(search)}
    ${id === null ? sql`` : sql`union select q.id from postings q where q.id = ${id}`}`
}

/** What a search finds, as lists for a filter of rows by time. */
interface Lists {
  readonly players: readonly number[]
  readonly named: readonly number[]
}

async function readLists(db: Db, search: string): Promise<Lists> {
  const named = idsOf(await db.many(namedRows(search)))
  return { players: await readPlayers(db, search), named }
}

/** Whether the search finds posting `p` of this side. */
function isIn({ players, named }: Lists, side: Side): Statement {
  return sql`(${playerOn(side)} = any(${players}::bigint[]) or p.id = any(${named}::bigint[]))`
}

async function searchThroughTime(db: Db, filter: TransactionFilter, search: string): Promise<Found> {
  const lists = await readLists(db, search)
  const rows = rowsOf(filter, (side) => [isIn(lists, side)])
  if (rows.length === 0) return { keys: [], total: 0 }
  const { total } = await db.only<{ total: number }>(
    sql`select count(*) as total from (${sql.join(rows, sql` union all `)}) r`,
  )
  const offset = (filter.page - 1) * filter.limit
  const wanted = Math.min(filter.limit, total - offset)
  return { total, keys: await readSlice(db, rows, { rows: total, offset, wanted }) }
}

/** All rows that the filters leave, in batches, for a file. */
export async function* eachKey(
  db: Db,
  filter: TransactionFilter,
  batch: number,
): AsyncGenerator<readonly RowKey[]> {
  const few = filter.search ? undefined : fewOf(filter)
  const lists = filter.search ? await readLists(db, filter.search) : undefined
  yield* inBatches<RowKey>(async (after, limit) => {
    if (few) return db.many(few.page({ after, limit }))
    const behind = after && sql`(p.at, p.id) < (${after.at}::timestamptz, ${after.id}::bigint)`
    const rows = rowsOf(filter, (side) => [
      ...(lists ? [isIn(lists, side)] : []),
      ...(behind ? [behind] : []),
    ])
    if (rows.length === 0) return []
    const keys = await db.many(inOrder(rows, { limit: limit + 1 }))
    // The two rows of a transfer stay in one batch.
    return paired(keys[limit - 1]?.id === keys[limit]?.id ? keys : keys.slice(0, limit))
  }, batch)
}

/** A search of the transaction history: through the rows of the players that it finds, or, where those are many, by time. */
import { and, type Db, type Statement, sql } from '../database/db.ts'
import { type Found, type IdSet, idsIn, isInSet } from '../database/sets.ts'
import { inBatches } from '../http/csv.ts'
import { findPlayers, idTyped, isMost, type PlayersFound, requestsFound } from './search.ts'
import { fewOf } from './transaction-few.ts'
import {
  conditionsOn,
  inOrder,
  paired,
  playerOn,
  type RowKey,
  rowsOf,
  sidesOf,
  type TransactionFilter,
} from './transaction-filter.ts'
import { countRows, findRows, type PageOfRows } from './transaction-rows.ts'

/** The found players' own rows, sorted; or all by time, of which those found are counted, or those not found. */
type Way = 'own' | 'found' | 'others'

/** One page of what is found. */
export async function searchRows(
  db: Db,
  filter: TransactionFilter,
  search: string,
  way?: Way,
): Promise<PageOfRows> {
  const players = await findPlayers(db, search)
  const chosen = way ?? (await chooseWay(db, filter, players))
  if (chosen === 'own') return readOwn(db, filter, search, players)
  return findRows(db, {
    ...filter,
    found: { players, ids: await readNamed(db, search), isMost: chosen === 'others' },
  })
}

/** The rows that a search finds, as a condition. */
async function findFor(db: Db, search: string): Promise<Found> {
  const players = await findPlayers(db, search)
  return { players, ids: await readNamed(db, search), isMost: isMost(players) }
}

/** What a row found by its player takes, to look for a player's, and to ask whether it is the desk's, in rows by time. */
const OWN_COSTS = { row: 10, player: 40, ofDesk: 10 }

/** Whichever looks at the least: all that the players found ever had, or what the days and the other filters leave. */
async function chooseWay(db: Db, filter: TransactionFilter, players: PlayersFound): Promise<Way> {
  const { page, limit, from, to } = filter
  const all = await countRows(db, { page, limit })
  const ofRow = OWN_COSTS.row + (filter.adminOnly ? OWN_COSTS.ofDesk : 0)
  const own = ofRow * all * (players.size / players.of) + OWN_COSTS.player * players.size
  if (own <= (await countRows(db, fewOf(filter) ? filter : { page, limit, from, to }))) return 'own'
  return isMost(players) ? 'others' : 'found'
}

/** These players' rows, each player's by their own index whatever the planner expects, and what else the search names. */
async function readOwn(
  db: Db,
  filter: TransactionFilter,
  search: string,
  players: IdSet,
): Promise<PageOfRows> {
  const sides = sidesOf(filter)
  if (sides.length === 0) return { keys: [], total: 0 }
  const rows = sides.flatMap((side) => {
    const [row, player] = [sql`select p.id, p.at, ${sql.lit(side)} as side`, playerOn(side)]
    const conditions = conditionsOn(filter, side)
    return [
      sql`
        ${row} from player cross join lateral (select * from postings p where ${player} = player.id offset 0) p
        where ${and(conditions)}`,
      sql`
        ${row} from named n join postings p on p.id = n.id
        where ${and([sql`not ${isInSet(players, player)}`, ...conditions])}`,
    ]
  })
  const { page, limit } = filter
  const { keys, total } = await db.only<{ keys: RowKey[]; total: number }>(sql`
    with player as materialized (select id from unnest(${idsIn(players)}::bigint[]) as id),
    named as materialized (${namedRows(search)}), found as materialized (${sql.join(rows, sql` union all `)})
    select (select count(*) from found) as total, (
      select coalesce(json_agg(k), '[]') from (
        select f.id, f.side, f.at::text as at from found f
        order by f.at desc, f.id desc, f.side limit ${limit} offset ${(page - 1) * limit}) k
    ) as keys`)
  return { keys, total }
}

/** The postings of requests with this reference, and the one with this id. */
function namedRows(search: string): Statement<{ id: number }> {
  const id = idTyped(search)
  return sql`
    select q.id from postings q where q.request_id in ${requestsFound(search)}
    ${id === null ? sql`` : sql`union select q.id from postings q where q.id = ${id}`}`
}

async function readNamed(db: Db, search: string): Promise<number[]> {
  return (await db.many<{ id: number }>(namedRows(search))).map(({ id }) => id)
}

/** All rows that the filters leave, in batches, for a file. */
export async function* eachKey(
  db: Db,
  filter: TransactionFilter,
  batch: number,
): AsyncGenerator<readonly RowKey[]> {
  const found = filter.search ? await findFor(db, filter.search) : undefined
  const few = filter.search ? undefined : fewOf(filter)
  yield* inBatches<RowKey>(async (after, limit) => {
    if (few) return db.many(few.page({ after, limit }))
    const behind = after && sql`(p.at, p.id) < (${after.at}::timestamptz, ${after.id}::bigint)`
    const rows = rowsOf({ ...filter, found }, behind ? [behind] : [])
    if (rows.length === 0) return []
    const keys = await db.many(inOrder(rows, { limit: limit + 1 }))
    // The two rows of a transfer stay in one batch.
    return paired(keys[limit - 1]?.id === keys[limit]?.id ? keys : keys.slice(0, limit))
  }, batch)
}

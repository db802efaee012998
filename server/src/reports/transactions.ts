/** The transaction history of all players. A search goes through the rows of the players that it finds, or, where those are many, by time. */
import { meaningsOf } from '@munim/core'
import { and, type Db, pagesOf, type Statement, sql } from '../database/db.ts'
import { countRows, eachPart, eachRow, isOther, type List, orderBy, readPage } from '../database/list.ts'
import {
  cheaperWay,
  findPlayers,
  goneBy,
  isMost,
  type RowsFound,
  requestsFound,
  type Way,
} from '../database/searched.ts'
import { type Found, idsIn, isInSet } from '../database/sets.ts'
import { idOf, namedId } from '../database/typed.ts'
import { postingsShown, type SureOfPosting } from '../users/queries.ts'
import { allRows, sumsOf } from './transaction-all.ts'
import { deskRows, openHoldings } from './transaction-few.ts'
import {
  conditionsOn,
  type DayOfRows,
  isOpen,
  type Keys,
  playerOn,
  type Side,
  sidesOf,
  type TransactionFilter,
  type TransactionRow,
  typeOf,
} from './transaction-filter.ts'

/** One page, and what all rows together brought in and took out, where kept figures tell it. */
export async function listTransactions(db: Db, filter: TransactionFilter) {
  const page = await (filter.search ? searchTransactions(db, filter, filter.search) : readInOrder(db, filter))
  return { ...page, sums: await readSums(db, filter) }
}

/** In rupees; null where rows would have to be added up one by one. */
async function readSums(db: Db, filter: TransactionFilter) {
  if (filter.search || filter.adminOnly || isOpen(filter)) return null
  const { came, went } = await db.only(sumsOf(filter))
  return { in: came / 100, out: went / 100 }
}

const readInOrder = (db: Db, filter: TransactionFilter) =>
  readPage(db, transactionsList(filter), { ...filter, isReversed: isOther('newest', filter.order) })

export async function* eachTransaction(
  db: Db,
  filter: TransactionFilter,
  batch?: number,
): AsyncGenerator<readonly TransactionRow[]> {
  const found = filter.search ? await findRows(db, filter.search) : undefined
  yield* eachRow(db, transactionsList({ ...filter, found }), [null], batch)
}

export async function searchTransactions(db: Db, filter: TransactionFilter, search: string, way?: Way) {
  const found = await findRows(db, search)
  const chosen = way ?? (await chooseWay(db, filter, found))
  if (chosen === 'own') return readOwn(db, filter, found)
  return readInOrder(db, { ...filter, found: goneBy(chosen, found) })
}

/** The rows that a search finds: of these players, or with the reference of a request or the id that was typed. */
async function findRows(db: Db, search: string): Promise<RowsFound> {
  const typed = meaningsOf(search)
  const players = await findPlayers(db, typed)
  const [id, requestId] = [idOf(typed, 'posting'), namedId(typed, 'request')]
  const named = await db.many<{ id: number }>(sql`
    select q.id from postings q where q.request_id in ${requestsFound(search)}
    ${id === null ? sql`` : sql`union select q.id from postings q where q.id = ${id}`}
    ${requestId === null ? sql`` : sql`union select q.id from postings q where q.request_id = ${requestId}`}`)
  return { players, ids: named.map((row) => row.id), isMost: isMost(players) }
}

/** What a row found by its player takes, to look for a player's, and to ask whether it is the desk's, in rows by time. */
const OWN_COSTS = { row: 10, player: 40, ofDesk: 10 }

/** Through all that the players found ever had, or what the days and the other filters leave. */
async function chooseWay(db: Db, filter: TransactionFilter, found: RowsFound): Promise<Way> {
  const { page, limit, from, to } = filter
  const { players } = found
  const all = await countRows(db, transactionsList({ page, limit }))
  const ofRow = OWN_COSTS.row + (filter.adminOnly ? OWN_COSTS.ofDesk : 0)
  const own = ofRow * all * (players.size / players.of) + OWN_COSTS.player * players.size
  const isFew = filter.adminOnly || isOpen(filter)
  const others = transactionsList(isFew ? filter : { page, limit, from, to })
  return cheaperWay(found, { own, all: await countRows(db, others) })
}

/** The found players' rows, each player's by their own index whatever the planner expects, and what else was found. */
async function readOwn(db: Db, filter: TransactionFilter, { players, ids }: Found) {
  const { page, limit } = filter
  const sides = sidesOf(filter)
  if (sides.length === 0) return { data: [], total: 0, totalPages: 0 }
  const rows = sides.flatMap((side) => {
    const [row, player] = [sql`select p.id, p.at, ${sql.lit(side)} as side`, playerOn(side)]
    const conditions = conditionsOn(filter, side)
    return [
      sql`
        ${row} from player cross join lateral (select * from postings p where ${player} = player.id offset 0) p
        where ${and(conditions)}`,
      sql`
        ${row} from unnest(${ids}::bigint[]) as named (id) join postings p on p.id = named.id
        where ${and([sql`not ${isInSet(players, player)}`, ...conditions])}`,
    ]
  })
  const isReversed = isOther('newest', filter.order)
  const { keys, total } = await db.only<{ keys: { id: number; side: Side }[]; total: number }>(sql`
    with player as materialized (select id from unnest(${idsIn(players)}::bigint[]) as id),
    found as materialized (${sql.join(rows, sql` union all `)})
    select (select count(*) from found) as total, (
      select coalesce(json_agg(k), '[]') from (
        select f.id, f.side from found f
        ${orderBy([sql`f.at`, sql`f.id`, sql`f.side = 'credit'`], isReversed)}
        limit ${limit} offset ${(page - 1) * limit}) k
    ) as keys`)
  const data = await db.many(
    transactionsBy(
      sql`select * from unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ side }) => side)}::text[]) as k (id, side)`,
    ),
  )
  return { data: isReversed ? data.toReversed() : data, total, totalPages: pagesOf(total, limit) }
}

/** The transaction history of all players as a list: each posting once for each player in it, the newest first. */
function transactionsList(filter: TransactionFilter): List<TransactionRow, DayOfRows> {
  const { blocks, keys } = keysOf(filter)
  return { blocks, rows: (parts) => transactionsBy(eachPart(parts, keys)) }
}

/** Rows of the desk, and withdrawals that are not completed, are few and lie together. */
function keysOf(filter: TransactionFilter): Keys {
  if (filter.adminOnly) return deskRows(filter)
  return isOpen(filter) ? openHoldings(filter) : allRows(filter)
}

/**
 * The rows with these keys (id, side), what came in by a transfer before what went out. Materialized, `own` counts as
 * one: with more than eight in a `from`, PostgreSQL joins as it is written (join_collapse_limit) and would read every
 * posting, two seconds at a million.
 */
const transactionsBy = (keys: Statement) => sql<TransactionRow & SureOfPosting>`
  with own as materialized (
    select p.id, p.at, k.side, ${typeOf(sql`p.kind`, sql`k.side`)} as type,
      case k.side when 'credit' then p.to_user else p.from_user end as user_id,
      case k.side when 'credit' then p.to_after else p.from_after end as after,
      case k.side when 'credit' then p.to_after - p.amount else p.from_after + p.amount end as before
    from (${keys}) k join postings p on p.id = k.id
  )
  select own.side, own.type, json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User",
    s.*, own.before / 100.0::float8 as prev_balance, own.after / 100.0::float8 as current_balance
  from own join users u on u.id = own.user_id join ${postingsShown} s on s.id = own.id
  order by own.at desc, own.id desc, own.side`

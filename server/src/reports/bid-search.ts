/** A search of the bid history: through the players that it finds, or, where those are many, through all bids. */
import type { api, Input } from '@munim/contract'
import { type BidFate, type BidStatus, drawConditions } from '../bids/list.ts'
import { decidedBids, statusOfBid } from '../bids/queries.ts'
import { type Db, every, type Statement, sql } from '../database/db.ts'
import { inBatches } from '../http/csv.ts'
import { idTyped, playersFound, readPlayers, shareFound } from './search.ts'

/** Filters with a search, and the one fate that they leave. */
export type BidSearch = Omit<Input<typeof api.reports.bids>, 'status' | 'search'> & {
  readonly status: BidFate | undefined
  readonly search: string
}

export interface BidKey {
  readonly id: number
  readonly market_date: string
}

/** Bids of one status, in paise. */
export interface Sum {
  readonly status: BidStatus
  readonly bids: number
  readonly points: number
  readonly won: number
}

export interface FoundBids {
  readonly keys: readonly BidKey[]
  readonly sums: readonly Sum[]
}

/** One page of what is found, and sums of all; `inRange` is how many bids the days and the market leave. */
export async function searchBids(
  db: Db,
  filter: BidSearch,
  inRange: number,
  way?: 'players' | 'all',
): Promise<FoundBids> {
  const chosen = way ?? (await chooseWay(db, filter.search, inRange))
  return chosen === 'all' ? searchThroughAll(db, filter) : searchOwn(db, filter)
}

/** A bid found by its player takes as long as so many looked through in a row: measured at ten million. */
const OWN_COSTS = 1.5

/** Whichever looks at fewer bids: all that the players found ever placed, or all of the days and the market. */
async function chooseWay(db: Db, search: string, inRange: number): Promise<'players' | 'all'> {
  const { placed } = await db.only<{ placed: number }>(sql`
    select coalesce(sum(postings), 0)::bigint as placed from day_totals where kind = 'stake'`)
  return placed * (await shareFound(db, search)) <= inRange / OWN_COSTS ? 'players' : 'all'
}

/** The filters but the search, as conditions on bid `b` under its declaration `c`. */
function conditions({ from, to, market, status }: BidSearch): (Statement | false)[] {
  return [
    from !== undefined && sql`b.market_date >= ${from}`,
    to !== undefined && sql`b.market_date <= ${to}`,
    market !== undefined &&
      sql`b.draw_id in (select d.id from draws d where ${every(drawConditions({ market }))})`,
    status === 'reverted' && sql`b.cancelled_at is not null`,
    status !== undefined && status !== 'reverted' && sql`${statusOfBid} = ${status}`,
  ]
}

/** Whether bid `b` has the number that was typed. Bids are kept by their day, which their stake's draw knows. */
function isNamed(search: string): Statement {
  const id = idTyped(search)
  if (id === null) return sql`false`
  return sql`b.id = ${id} and b.market_date = (select d.market_date from postings p join draws d on d.id = p.draw_id
    where p.bid_id = ${id} and p.kind = 'stake')`
}

const figures = sql`
  b.id, b.market_date, b.points, ${statusOfBid} as status, (b.points * b.multiplier + 50) / 100 as win`

/** The sums of rows with these figures, by status. */
const sumsOf = (rows: Statement) => sql`
  select status, count(*) as bids, sum(points)::bigint as points,
    coalesce(sum(win) filter (where status = 'win'), 0)::bigint as won
  from ${rows} group by status`

async function searchOwn(db: Db, filter: BidSearch): Promise<FoundBids> {
  const { page, limit, search } = filter
  const isOwn = sql`b.user_id in (select id from player)`
  const found = await db.only<{ sums: Sum[] | null; keys: BidKey[] | null }>(sql`
    with player as materialized (${playersFound(search)}), found as materialized (
      select ${figures} from ${decidedBids} where ${every([isOwn, ...conditions(filter)])}
      union all
      select ${figures} from ${decidedBids}
      where ${every([isNamed(search), sql`(${isOwn}) is not true`, ...conditions(filter)])}
    )
    select (select json_agg(s) from (${sumsOf(sql`found`)}) s) as sums, (
      select json_agg(k) from (
        select id, market_date from found order by market_date desc, id desc limit ${limit} offset ${(page - 1) * limit}) k
    ) as keys`)
  return { keys: found.keys ?? [], sums: found.sums ?? [] }
}

async function searchThroughAll(db: Db, filter: BidSearch): Promise<FoundBids> {
  const { page, limit, search } = filter
  const players = await readPlayers(db, search)
  const isFound = sql`(b.user_id = any(${players}::bigint[]) or ${isNamed(search)})`
  const sums = await db.many(
    sql<Sum>`${sumsOf(sql`(
      select ${figures} from ${decidedBids} where ${every([isFound, ...conditions(filter)])}) found`)}`,
  )
  const total = sums.reduce((all, { bids }) => all + bids, 0)
  const offset = (page - 1) * limit
  const wanted = Math.max(0, Math.min(limit, total - offset))
  const behind = total - offset - wanted
  const isFromEnd = behind < offset
  const slice = { limit: wanted, offset: isFromEnd ? Math.max(0, behind) : offset, isFromEnd }
  return { sums, keys: wanted === 0 ? [] : await readSlice(db, filter, players, slice) }
}

interface Slice {
  readonly limit: number
  readonly offset?: number
  /** From the oldest on. */
  readonly isFromEnd?: boolean
  readonly after?: BidKey | undefined
}

/** Found bids by day, the newest first. */
async function readSlice(
  db: Db,
  filter: BidSearch,
  players: readonly number[],
  { limit, offset = 0, isFromEnd = false, after }: Slice,
): Promise<BidKey[]> {
  const id = idTyped(filter.search)
  const keys = await db.many<BidKey>(sql`
    select b.id, b.market_date from ${decidedBids}
    where ${every([
      sql`(b.user_id = any(${players}::bigint[]) ${id === null ? sql`` : sql`or b.id = ${id}`})`,
      after !== undefined && sql`(b.market_date, b.id) < (${after.market_date}::date, ${after.id}::bigint)`,
      ...conditions(filter),
    ])}
    order by ${isFromEnd ? sql`b.market_date, b.id` : sql`b.market_date desc, b.id desc`}
    limit ${limit} offset ${offset}`)
  return isFromEnd ? keys.reverse() : keys
}

/** All bids that are found, in batches, for a file. */
export async function* eachFoundBid(
  db: Db,
  filter: BidSearch,
  batch: number,
): AsyncGenerator<readonly BidKey[]> {
  const players = await readPlayers(db, filter.search)
  yield* inBatches<BidKey>((after, limit) => readSlice(db, filter, players, { after, limit }), batch)
}

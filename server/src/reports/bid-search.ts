/** A search of the bid history: through the bids of the players that it finds, or, where those are many, day by day. */
import {
  type BidFilter,
  countOf,
  type DayOfBids,
  drawsOf,
  readDaysOfBids,
  type Sum,
  sumsOf,
} from '../bids/days.ts'
import { type BidRow, bidsBy, bidsList } from '../bids/list.ts'
import { decided } from '../bids/queries.ts'
import { and, type Db, sql } from '../database/db.ts'
import { readPage } from '../database/list.ts'
import { type Found, type IdSet, idsIn, isInSet } from '../database/sets.ts'
import { findPlayers, idTyped, isMost, type PlayersFound } from './search.ts'

type Filter = BidFilter & { readonly page: number; readonly limit: number }

export interface FoundBids {
  readonly data: readonly BidRow[]
  readonly sums: readonly Sum[]
}

/** The found players' own bids, sorted; or all by day, of which those found are counted, or those not found. */
type Way = 'own' | 'found' | 'others'

/** One page of what is found, and sums of all; `days` are the bids that the filters leave without the search. */
export async function searchBids(
  db: Db,
  filter: Filter,
  search: string,
  days: readonly DayOfBids[],
  way?: Way,
): Promise<FoundBids> {
  const players = await findPlayers(db, search)
  const chosen = way ?? (await chooseWay(db, players, days))
  if (chosen === 'own') return readOwn(db, filter, players, idTyped(search))
  const narrowed = { ...filter, found: { players, ids: namedBy(search), isMost: chosen === 'others' } }
  const foundDays = await readDaysOfBids(db, narrowed)
  const { data } = await readPage(db, bidsList(narrowed, foundDays), filter)
  return { data, sums: sumsOf(foundDays, filter.status) }
}

/** The bids that a search finds, as a condition. */
export async function findBids(db: Db, search: string): Promise<Found> {
  const players = await findPlayers(db, search)
  return { players, ids: namedBy(search), isMost: isMost(players) }
}

function namedBy(search: string): number[] {
  const id = idTyped(search)
  return id === null ? [] : [id]
}

/** What a bid found by its player takes, and to look for a player's bids, in bids looked through in a row. */
const OWN_COSTS = { bid: 15, player: 30 }

/** Whichever looks at the least: all that the players found ever placed, or all bids of the days and the market. */
async function chooseWay(db: Db, players: PlayersFound, days: readonly DayOfBids[]): Promise<Way> {
  const { placed } = await db.only<{ placed: number }>(sql`
    select coalesce(sum(postings), 0)::bigint as placed from day_totals where kind = 'stake'`)
  const inRange = days.reduce((total, day) => total + countOf(day, undefined), 0)
  const own = OWN_COSTS.bid * placed * (players.size / players.of) + OWN_COSTS.player * players.size
  if (own <= inRange) return 'own'
  return isMost(players) ? 'others' : 'found'
}

/** What the index of a player's bids holds. */
const columns = sql`id, market_date, draw_id, session, pick, points, multiplier, cancelled_at`

/** The bids of these players, each player's by their own index whatever the planner expects, and the one with this id. */
async function readOwn(db: Db, filter: Filter, players: IdSet, id: number | null): Promise<FoundBids> {
  const { from, to, market, status, page, limit } = filter
  // Bids are kept by their day, which their stake's draw knows.
  const dayOfNamed = sql`(
    select d.market_date from postings p join draws d on d.id = p.draw_id where p.bid_id = ${id} and p.kind = 'stake')`
  const bids = sql`(
    select ${columns} from unnest(${idsIn(players)}::bigint[]) player
    cross join lateral (select ${columns} from bids where user_id = player offset 0) b
    union all
    select ${columns} from bids
    where market_date = ${dayOfNamed} and id = ${id} and not ${isInSet(players, sql`user_id`)})`
  const { sums, keys } = await db.only<{ sums: Sum[]; keys: { day: string; id: number }[] }>(sql`
    with found as materialized (
      select b.id, b.market_date, b.points, b.status, b.won from ${decided(bids)} b where ${and([
        from !== undefined && sql`b.market_date >= ${from}`,
        to !== undefined && sql`b.market_date <= ${to}`,
        market !== undefined && sql`b.draw_id in (select d.id from ${drawsOf({ market })} d)`,
        status === 'reverted' && sql`b.cancelled_at is not null`,
        status !== undefined && status !== 'reverted' && sql`b.status = ${status}`,
      ])}
    )
    select (
      select coalesce(json_agg(s), '[]') from (
        select status, count(*) as bids, sum(points)::bigint as points, coalesce(sum(won), 0)::bigint as won
        from found group by status) s
    ) as sums, (
      select coalesce(json_agg(k), '[]') from (
        select market_date as day, id from found
        order by market_date desc, id desc limit ${limit} offset ${(page - 1) * limit}) k
    ) as keys`)
  const [days, ids] = [keys.map(({ day }) => day), keys.map((key) => key.id)]
  const data = await db.many(
    bidsBy(sql`select * from unnest(${days}::date[], ${ids}::bigint[]) as k (market_date, id)`),
  )
  return { sums, data }
}

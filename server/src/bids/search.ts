/** A search of bids: through the bids of the players that it finds, or, where those are many, day by day; and the bids of one slip. */
import type { api, Input } from '@munim/contract'
import { dayOf, meaningsOf } from '@munim/core'
import { and, type Db, pagesOf, type Statement, sql } from '../database/db.ts'
import { isOther, orderBy, readPage } from '../database/list.ts'
import { cheaperWay, findPlayers, goneBy, isMost, type RowsFound, type Way } from '../database/searched.ts'
import { type Found, idsIn, isFound, isInSet } from '../database/sets.ts'
import { idOf } from '../database/typed.ts'
import {
  type BidFilter,
  countOf,
  type DayOfBids,
  drawsOf,
  figuresOf,
  hasDay,
  readDaysOfBids,
  type Sum,
  stakedOf,
  sumsOf,
} from './days.ts'
import { type BidRow, bidsBy, bidsList } from './list.ts'
import { decided } from './queries.ts'
import { findStake } from './revert.ts'
import { slipOf } from './slip.ts'

type Filter = BidFilter & Pick<Input<typeof api.bids.list>, 'page' | 'limit' | 'order'> & OnlySums

interface OnlySums {
  /** No row is read, but the sums alone. */
  readonly statisticsOnly?: boolean | undefined
}

export interface FoundBids {
  readonly data: readonly BidRow[]
  readonly sums: readonly Sum[]
  /** The points of those of `today` that are not cancelled, in paise; 0 where it was not asked for. */
  readonly stakedToday: number
}

/** One page of what is found, and sums of all; `days` are the bids that the filters leave without the search. */
export async function searchBids(
  db: Db,
  filter: Filter,
  search: string,
  days: readonly DayOfBids[],
  way?: Way,
): Promise<FoundBids> {
  return readFound(db, filter, await findBids(db, search), days, { way })
}

export async function searchBets(db: Db, filter: Filter, search: string) {
  const found = await findBids(db, search)
  return listFound(db, filter, async (narrowed, today) =>
    readFound(db, narrowed, found, await readDaysOfBids(db, narrowed), { today }),
  )
}

/** Bet Management's list of the slip of this bid, through a search where there is one; empty where there is no such bid. */
export async function listSlip(db: Db, filter: Filter, bidId: number, search?: string) {
  const stake = await findStake(db, bidId)
  if (stake === undefined) return listFound(db, filter, async () => NOTHING)
  const found = search ? await findBids(db, search) : undefined
  const bids = sql`(
    select ${columns} from ${slipOf(stake, bidId)} s
    where ${and([found && isFound(found, sql`user_id`, sql`id`)])})`
  return listFound(db, filter, (narrowed, today) => readFew(db, narrowed, bids, today))
}

const NOTHING: FoundBids = { data: [], sums: [], stakedToday: 0 }

type Read = (filter: Filter, today: string) => Promise<FoundBids>

/** The figures are over all that is found, whatever status is asked for. */
async function listFound(db: Db, filter: Filter, read: Read) {
  const { status, from, to, ...others } = filter
  const today = dayOf(await db.now())
  const page = await read(filter, today)
  const figures = { ...others, statisticsOnly: true }
  const all = status === undefined ? page : await read({ ...figures, from, to }, today)
  const ofToday = hasDay(filter, today) ? all : await read({ ...figures, from: today, to: today }, today)
  const total = page.sums.reduce((bids, sum) => bids + sum.bids, 0)
  return {
    data: [...page.data],
    total,
    totalPages: pagesOf(total, filter.limit),
    ...figuresOf(all.sums, ofToday.stakedToday),
  }
}

async function readFound(
  db: Db,
  filter: Filter,
  found: RowsFound,
  days: readonly DayOfBids[],
  { way, today = '' }: { readonly way?: Way | undefined; readonly today?: string },
): Promise<FoundBids> {
  const chosen = way ?? (await chooseWay(db, found, days))
  if (chosen === 'own') return readOwn(db, filter, found, today)
  const narrowed = { ...filter, found: goneBy(chosen, found) }
  const foundDays = await readDaysOfBids(db, narrowed)
  const isReversed = isOther('newest', filter.order)
  const { data } = filter.statisticsOnly
    ? NOTHING
    : await readPage(db, bidsList(narrowed, foundDays), { ...filter, isReversed })
  return { data, sums: sumsOf(foundDays, filter.status), stakedToday: stakedOf(foundDays, today) }
}

/** The bids that a search finds: of these players, or with the id that was typed. */
export async function findBids(db: Db, search: string): Promise<RowsFound> {
  const typed = meaningsOf(search)
  const players = await findPlayers(db, typed)
  const id = idOf(typed, 'bid')
  return { players, ids: id === null ? [] : [id], isMost: isMost(players) }
}

/** What a bid found by its player takes, and to look for a player's bids, in bids looked through in a row. */
const OWN_COSTS = { bid: 15, player: 30 }

/** Through all that the players found ever placed, or all bids of the days and the market. */
async function chooseWay(db: Db, found: RowsFound, days: readonly DayOfBids[]): Promise<Way> {
  const { players } = found
  const { placed } = await db.only<{ placed: number }>(sql`
    select coalesce(sum(postings), 0)::bigint as placed from day_totals where kind = 'stake'`)
  const own = OWN_COSTS.bid * placed * (players.size / players.of) + OWN_COSTS.player * players.size
  return cheaperWay(found, { own, all: days.reduce((total, day) => total + countOf(day, undefined), 0) })
}

/** What the index of a player's bids holds. */
const columns = sql`id, market_date, draw_id, session, pick, points, multiplier, cancelled_at`

/** The bids of these players, each player's by their own index whatever the planner expects, and the one with this id. */
async function readOwn(db: Db, filter: Filter, { players, ids: named }: Found, today: string) {
  const id = named[0] ?? null
  // Bids are kept by their day, which their stake's draw knows.
  const dayOfNamed = sql`(
    select d.market_date from postings p join draws d on d.id = p.draw_id where p.bid_id = ${id} and p.kind = 'stake')`
  const bids = sql`(
    select ${columns} from unnest(${idsIn(players)}::bigint[]) player
    cross join lateral (select ${columns} from bids where user_id = player offset 0) b
    union all
    select ${columns} from bids
    where market_date = ${dayOfNamed} and id = ${id} and not ${isInSet(players, sql`user_id`)})`
  return readFew(db, filter, bids, today)
}

/** A page of these bids, each of which is looked at, and their sums. */
async function readFew(db: Db, filter: Filter, bids: Statement, today: string): Promise<FoundBids> {
  const { from, to, market, status, page } = filter
  const limit = filter.statisticsOnly ? 0 : filter.limit
  const isReversed = isOther('newest', filter.order)
  const { keys, ...figures } = await db.only<
    Omit<FoundBids, 'data'> & { keys: { day: string; id: number }[] }
  >(sql`
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
      select coalesce(sum(points), 0)::bigint from found
      where market_date = nullif(${today}, '')::date and status <> 'cancelled'
    ) as "stakedToday", (
      select coalesce(json_agg(k), '[]') from (
        select market_date as day, id from found
        ${orderBy([sql`market_date`, sql`id`], isReversed)} limit ${limit} offset ${(page - 1) * limit}) k
    ) as keys`)
  if (keys.length === 0) return { ...figures, data: [] }
  const [days, ids] = [keys.map(({ day }) => day), keys.map((key) => key.id)]
  const data = await db.many(
    bidsBy(sql`select * from unnest(${days}::date[], ${ids}::bigint[]) as k (market_date, id)`),
  )
  return { ...figures, data: isReversed ? data.toReversed() : data }
}

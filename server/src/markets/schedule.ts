/** A market's schedule and its draws as they are stored. The rules of days and moments are in core. */
import { msg } from '@munim/contract'
import {
  currentDay,
  type Day,
  type DrawMoments,
  drawOn,
  type GameMode,
  readDay,
  type Schedule,
  type Time,
  type Weekday,
} from '@munim/core'
import { type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { found } from '../refusal.ts'

/** The weekdays of market `m` as one JSON object: `{monday: {state, open_time, close_time}, …}`. */
export const daysOfMarket = sql`
  (select json_object_agg(d.weekday, json_build_object('state', d.state, 'open_time', d.open_time,
    'close_time', d.close_time)) from market_days d where d.market_id = m.id)`

/** A draw as the database gives it: moments in ISO 8601. */
export interface Draw {
  readonly id: number
  readonly market_date: Day
  readonly opens_at: string
  readonly closes_at: string
}

/** A market as far as placing, declaring and showing draws need it. */
export interface MarketRow extends NotNull<'days'> {
  readonly id: number
  readonly name: string
  readonly open_time: Time
  readonly close_time: Time
  readonly games: readonly GameMode[]
  readonly days: Record<Weekday, { state: boolean; open_time: Time | null; close_time: Time | null }>
}

export function scheduleOf({ open_time, close_time, days }: MarketRow): Schedule {
  return { open_time, close_time, days }
}

export function momentsOf({ opens_at, closes_at }: Draw): DrawMoments {
  return { openEndsAt: new Date(opens_at), closeEndsAt: new Date(closes_at) }
}

/** Market by its number or its UUID, as a condition on `m`. Deleted ones are no markets. */
export function isMarket(ids: readonly string[]): Statement {
  return sql`(m.id::text = any(${ids}::text[]) or m.uuid::text = any(${ids}::text[])) and m.deleted_at is null`
}

export async function findMarket(db: Db, id: string): Promise<MarketRow | undefined> {
  return db.maybe<MarketRow>(marketOf(id))
}

const marketOf = (id: string): Statement<MarketRow> => sql<MarketRow>`
  select m.id, m.name, m.open_time, m.close_time, m.games, ${daysOfMarket} as days
  from markets m where ${isMarket([id])}`

const NO_MARKET = msg('Market not found')

/** The market; refused (404) where there is none. */
export async function getMarket(db: Db, id: string): Promise<MarketRow> {
  return found(await findMarket(db, id), NO_MARKET)
}

/** A market with this day, or else the one of its current draw: null where it runs on no day. Refused (404) as getMarket. */
export async function readMarketDay(
  db: Db,
  { marketId, date }: { readonly marketId: string; readonly date?: string | undefined },
): Promise<{ market: MarketRow; day: Day | null }> {
  const market = await getMarket(db, marketId)
  return { market, day: date === undefined ? currentDay(scheduleOf(market), await db.now()) : readDay(date) }
}

export async function findDraw(db: Db, marketId: number, day: Day): Promise<Draw | undefined> {
  return db.maybe<Draw>(sql`
    select id, market_date, opens_at, closes_at from draws where market_id = ${marketId} and market_date = ${day}`)
}

/**
 * The draw of this market on this day, made now if it has no row yet; null when the market is off that day. To be asked
 * in a transaction: a draw is made by the market as it is once its lock is held, so that a change of its times that is
 * under way moves the draw or is what it is made by. Refused (404) where the market was deleted meanwhile.
 */
export async function ensureDraw(db: Db, marketId: number, day: Day): Promise<Draw | null> {
  const made = await findDraw(db, marketId, day)
  if (made) return made
  const lock = sql`select ${lockMarketShared(sql`${marketId}::int`)}`
  const [, [market]] = await db.both(lock, marketOf(String(marketId)))
  await makeDraws(db, [{ market: found(market, NO_MARKET), day }])
  return (await findDraw(db, marketId, day)) ?? null
}

/**
 * Makes those of these draws that have no row yet, by their markets as they were read under their locks; on a day that
 * its market is off there is none. By market and day in one statement, so that transactions that make the same draws
 * wait for one another in one order and never in a circle.
 */
export async function makeDraws(
  db: Db,
  wanted: readonly { readonly market: MarketRow; readonly day: Day }[],
): Promise<void> {
  const made = wanted.flatMap(({ market, day }) => {
    const moments = drawOn(scheduleOf(market), day)
    return moments ? [{ marketId: market.id, day, ...moments }] : []
  })
  if (made.length === 0) return
  await db.run(sql`
    insert into draws (market_id, market_date, opens_at, closes_at)
    select * from unnest(${made.map(({ marketId }) => marketId)}::int[], ${made.map(({ day }) => day)}::date[],
      ${made.map(({ openEndsAt }) => openEndsAt)}::timestamptz[], ${made.map(({ closeEndsAt }) => closeEndsAt)}::timestamptz[])
      as d (market_id, market_date, opens_at, closes_at)
    order by market_id, market_date
    on conflict (market_id, market_date) do nothing`)
}

/** The last of the days, at this moment, whose draws take no bids any more and have ended a day ago or longer, as a date. */
export function lastDayPast(moment: Statement): Statement {
  return sql`(${moment} at time zone 'Asia/Kolkata')::date - 3`
}

/** The last day before that of this moment that is closed, long ago where there is none: up to it no bid is placed. */
export function lastClosed(moment: Statement): Statement {
  return sql`(select coalesce(max(day), '2000-01-01') from closed_days
    where day < (${moment} at time zone 'Asia/Kolkata')::date)`
}

/** Locked by who places or cancels bids of these draws, or deletes a player who has some, beside others that do. In id order. */
export function lockDrawsShared(drawIds: readonly number[]): Statement {
  return sql`select ${lockDrawShared(sql`draw`)} from unnest(${drawIds}::int[]) as draw`
}

/** The same as an expression, in a statement that finds the draws itself. */
export function lockDrawShared(drawId: Statement): Statement {
  return sql`pg_advisory_xact_lock_shared(${LOCKS.draw}::int, ${drawId})`
}

/** Locked by declare, revert, void, the closing of its day and a change of its market: no other transaction changes the draw's bids until this one ends. */
export function lockDraw(drawId: number): Statement {
  return sql`select pg_advisory_xact_lock(${LOCKS.draw}::int, ${drawId}::int)`
}

/** The same, and the draw's market as it is then. Refused (404) where it was deleted meanwhile. */
export async function lockDrawAndMarket(db: Db, drawId: number, marketId: number): Promise<MarketRow> {
  const [, [market]] = await db.both(lockDraw(drawId), marketOf(String(marketId)))
  return found(market, NO_MARKET)
}

/** The same of all draws of a day, in id order. */
export function lockDrawsOf(day: Day): Statement {
  return sql`
    select pg_advisory_xact_lock(${LOCKS.draw}::int, d.id)
    from (select id from draws where market_date = ${day} order by id) d`
}

/** Locked by transactions that make draws of a market, place bids on them or revert them, before the draws; as an expression. */
export function lockMarketShared(marketId: Statement): Statement {
  return sql`pg_advisory_xact_lock_shared(${LOCKS.market}::int, ${marketId})`
}

/**
 * Locked by the change and the deletion of a market: no other transaction makes or reverts a draw of it until this one
 * ends. 0 is that of all names: locked by who makes or changes a market, and by the closing of a day.
 */
export function lockMarket(marketId: number): Statement {
  return sql`select pg_advisory_xact_lock(${LOCKS.market}::int, ${marketId}::int)`
}

/** Making, changing and removing markets. A digit is never edited here: results are declared and reverted. */
import { type api, type Input, msg, t } from '@munim/contract'
import {
  addDays,
  currentDay,
  type Day,
  type DrawMoments,
  dayOf,
  drawOn,
  readTime,
  type Schedule,
  type TypedResult,
  WEEKDAYS,
  type Weekday,
} from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { suspectLaterTimes, suspectMovedTimes } from '../ledger/suspect.ts'
import { checkSame, found, Refusal } from '../refusal.ts'
import { findMarketDetails, type MarketDraw } from './queries.ts'
import { type Draw, findDraw, findMarket, lockDraw, lockMarket, scheduleOf } from './schedule.ts'

type NewMarket = Input<typeof api.markets.create> & { readonly actor: string }
type Changes = Omit<Input<typeof api.markets.update>, 'id' | '_id' | 'basedOn'>
type TypedDays = Input<typeof api.markets.create>['market_off_day']

/** Declares the digits that a new market came with, as results/declare.ts does: results know markets, not the reverse. */
export type DeclareFirst = (
  db: Db,
  first: {
    readonly marketId: string
    readonly date: Day
    readonly typed: TypedResult
    readonly actor: string
    readonly source: 'market'
  },
) => Promise<{ readonly warnings: readonly string[] }>

/**
 * The new market's number. Digits that came along are declared for its current draw at once, with what should be
 * looked at twice in them.
 */
export async function createMarket(
  db: Db,
  market: NewMarket,
  declare: DeclareFirst,
): Promise<{ readonly id: number; readonly warnings: readonly string[] }> {
  await checkName(db, market.name, 0)
  const at = await db.now()
  const { id } = await db.only<{ id: number }>(sql`
    insert into markets (name, name_hindi, open_time, close_time, status, market_status, is_active, tag, games,
      created_at, updated_at)
    values (${market.name}, ${market.name_hindi ?? ''}, ${market.open_time}, ${market.close_time}, ${market.status},
      ${market.market_status}, ${market.is_active}, ${market.tag}, ${market.games}, ${at}, ${at})
    returning id`)
  await db.run(sql`
    insert into market_days (market_id, weekday) select ${id}, weekday from unnest(${WEEKDAYS}::text[]) as weekday`)
  await writeDays(db, id, market.market_off_day)
  return { id, warnings: await declareTyped(db, id, market, declare) }
}

async function declareTyped(
  db: Db,
  id: number,
  market: NewMarket,
  declare: DeclareFirst,
): Promise<readonly string[]> {
  const typed = {
    manualOpenDigit: market.open_digit,
    manualOpenPanna: market.open_panna,
    manualCloseDigit: market.close_digit,
    manualClosePanna: market.close_panna,
  }
  if (Object.values(typed).every((text) => text === undefined || text === '' || text === '-')) return []
  const row = (await findMarket(db, String(id)))!
  const day = currentDay(scheduleOf(row), await db.now())
  if (!day) throw new Refusal(400, 'A market that never runs has no result to declare')
  const first = { marketId: String(id), date: day, typed, actor: market.actor, source: 'market' } as const
  return (await declare(db, first)).warnings
}

export const NOT_FOUND = msg('Market Not Found')

/**
 * Writes what is sent. Draws whose moments are still ahead move with the times; what ended or was declared stays.
 * Returns the market as it was before: read once no other change or deletion of it can come between.
 */
export async function updateMarket(
  db: Db,
  named: string,
  { changes, basedOn, actor }: { changes: Changes; basedOn: string | undefined; actor: string },
): Promise<MarketDraw> {
  const { id } = found(await findMarket(db, named), NOT_FOUND)
  await checkName(db, changes.name, id)
  // A bid that makes a draw by the old times is placed, and the draw moved; one that comes now waits and reads the new.
  await db.run(lockMarket(id))
  const before = found(await findMarketDetails(db, named, undefined), NOT_FOUND)
  checkSame(
    basedOn && Date.parse(basedOn),
    Date.parse(before.updatedAt),
    t('The market was saved by another administrator meanwhile. Reload and try again.'),
  )
  const former = scheduleOf((await findMarket(db, named))!)
  await db.run(sql`
    update markets set name = ${changes.name}, open_time = ${changes.open_time}, close_time = ${changes.close_time},
      name_hindi = coalesce(${changes.name_hindi ?? null}, name_hindi),
      status = coalesce(${changes.status ?? null}, status),
      market_status = coalesce(${changes.market_status ?? null}, market_status),
      is_active = coalesce(${changes.is_active ?? null}, is_active),
      tag = coalesce(${changes.tag ?? null}, tag),
      games = coalesce(${changes.games ?? null}, games),
      updated_at = greatest(${nowOf(db)}, updated_at + interval '1 millisecond')
    where id = ${id}`)
  if (changes.market_off_day) await writeDays(db, id, changes.market_off_day)
  await moveDraws(db, { marketId: id, former, actor })
  return before
}

interface Moving {
  readonly marketId: number
  readonly former: Schedule
  readonly actor: string
}

/**
 * Of a change by which betting ends later, on whichever weekday, the first draw that it concerns is written down: a bid may
 * be placed on what is known elsewhere, and also where there was no bid before. A draw with a row is written as it is moved. A
 * weekday that is off counts as if it were on, for it can be turned on by another change.
 */
async function suspectLaterEnds(
  db: Db,
  { marketId, former, schedule, actor, told }: Moving & { schedule: Schedule; told: readonly Day[] },
): Promise<void> {
  const at = await db.now()
  const yesterday = addDays(dayOf(at), -1)
  for (const day of Array.from({ length: 9 }, (_, days) => addDays(yesterday, days))) {
    const [before, now] = [drawOn(allOn(former), day)!, drawOn(allOn(schedule), day)!]
    if (!ENDS.some((end) => now[end] > before[end] && now[end] > at)) continue
    if (told.includes(day)) return
    if (await findDraw(db, marketId, day)) continue
    return suspectLaterTimes(db, { marketId, day, before: inText(before), now: inText(now), actor, at })
  }
}

const ENDS = ['openEndsAt', 'closeEndsAt'] as const
const inText = ({ openEndsAt, closeEndsAt }: DrawMoments) =>
  [openEndsAt.toISOString(), closeEndsAt.toISOString()] as const
const allOn = ({ days, ...times }: Schedule): Schedule => ({
  ...times,
  days: Object.fromEntries(WEEKDAYS.map((name) => [name, { ...days[name], state: true }])) as typeof days,
})

/** Moves the moments of draws that are still ahead to the market's new times, where these are ahead too. */
async function moveDraws(db: Db, moving: Moving): Promise<void> {
  const { marketId, actor } = moving
  const schedule = scheduleOf((await findMarket(db, String(marketId)))!)
  const told: Day[] = []
  const ahead = await db.many<Draw>(sql`
    select id, market_date, opens_at, closes_at from draws where market_id = ${marketId} and closes_at > ${nowOf(db)} order by id`)
  for (const draw of ahead) {
    const moments = drawOn(schedule, draw.market_date)
    if (!moments) continue
    await db.run(lockDraw(draw.id))
    await db.run(sql`
      update draws d set opens_at = moved.opens_at, closes_at = ${moments.closeEndsAt}
      from (
        select id, case when opens_at > ${nowOf(db)} and ${moments.openEndsAt}::timestamptz > ${nowOf(db)}
          and not exists (select from declarations where draw_id = draws.id and half = 'open' and withdrawn_at is null)
          then ${moments.openEndsAt}::timestamptz else opens_at end as opens_at
        from draws where id = ${draw.id}
      ) moved
      where d.id = moved.id and d.closes_at > ${nowOf(db)}
      and ${moments.closeEndsAt}::timestamptz > greatest(${nowOf(db)}, moved.opens_at)
      and not exists (select from declarations where draw_id = d.id and half = 'close' and withdrawn_at is null)`)
    const before = [draw.opens_at, draw.closes_at] as const
    const isTold = await suspectMovedTimes(db, { drawId: draw.id, before, actor, at: await db.now() })
    if (isTold) told.push(draw.market_date)
  }
  await suspectLaterEnds(db, { ...moving, schedule, told })
}

/** Takes the market out of every list; refused while bids of it run. Its history stays. */
export async function removeMarket(db: Db, market: { readonly id: number; readonly name: string }) {
  await db.run(lockMarket(market.id))
  const draws = await db.many<{ id: number }>(sql`
    select d.id from draws d where d.market_id = ${market.id}
    and (select count(*) from declarations c where c.draw_id = d.id and c.withdrawn_at is null) < 2
    order by d.id`)
  for (const { id } of draws) await db.run(lockDraw(id))
  const { bids } = await db.only<{ bids: number }>(sql`
    select coalesce(sum(t.bids), 0)::bigint as bids from tallies t
    where t.draw_id in (select id from draws where market_id = ${market.id})
    and not exists (select from declarations c
      where c.draw_id = t.draw_id and c.half = t.session and c.withdrawn_at is null)`)
  if (bids > 0)
    throw new Refusal(409, '{market} has {bids} running bids. Declare or revert them before deleting it.', {
      values: { market: market.name, bids },
    })
  const removed = await db.run(sql`
    update markets set deleted_at = ${nowOf(db)} where id = ${market.id} and deleted_at is null`)
  // Another call deleted it while this one waited for it.
  if (removed === 0) throw new Refusal(404, NOT_FOUND)
}

async function writeDays(db: Db, marketId: number, typed: TypedDays): Promise<void> {
  for (const name of WEEKDAYS) {
    const day = typed[name as Weekday]
    if (!day) continue
    await db.run(sql`
      update market_days set state = ${day.state},
        open_time = ${day.open_time === undefined ? sql`open_time` : readTime(day.open_time)},
        close_time = ${day.close_time === undefined ? sql`close_time` : readTime(day.close_time)}
      where market_id = ${marketId} and weekday = ${name}`)
  }
}

/** Two markets of one name can't be told apart on a screen. The unique index refuses them too, but not in words. */
async function checkName(db: Db, name: string, ownId: number): Promise<void> {
  await db.run(lockMarket(0))
  const other = await db.maybe(sql`
    select id from markets where lower(name) = lower(${name}) and id <> ${ownId} and deleted_at is null`)
  if (other) throw new Refusal(409, 'There is already a market named {name}', { values: { name } })
}

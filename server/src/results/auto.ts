/**
 * Auto declare: fetches what is due and declares each half once, on one process at a time. Anything doubtful stops
 * that half and says why; a half that was ever declared and reverted is left to the administrator.
 */
import { digitOf, EMPTY, type Half, isInChart, type Panna, type Result } from '@munim/core'
import { clock, type Database, type Db, sql } from '../database/db.ts'
import { holdLease } from '../database/lease.ts'
import { type MarketRow, touchDraw } from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'
import { declareResult } from './declare.ts'
import { type DueHalf, findDueHalves } from './due.ts'
import { fetchResult, type Source } from './source.ts'
import { readStanding } from './standing.ts'

/** Two readings, so far apart, must say the same. */
const CONFIRM_MS = 60_000
const LEASE_SECONDS = 60

/** Looks once at everything that is due; what it declared. Does nothing while the setting is off or another process looks. */
export async function autoDeclare(database: Database, source: Source): Promise<DueHalf[]> {
  const { is_on } = await database.only<{ is_on: boolean }>(sql`select auto_declare as is_on from settings`)
  if (!is_on || !(await holdLease(database, 'auto declare', LEASE_SECONDS))) return []
  const declared: DueHalf[] = []
  for (const due of await findDueHalves(database, await clock(database))) {
    if (!due.isCurrent || due.isStopped) continue
    if (await tryOne(database, source, due)) declared.push(due)
  }
  return declared
}

async function tryOne(database: Database, source: Source, due: DueHalf): Promise<boolean> {
  const market = await database.only<MarketRow & { uuid: string }>(sql`
    select m.id, m.uuid, m.name, m.open_time, m.close_time, m.games,
      (select json_object_agg(d.weekday, json_build_object('state', d.state, 'open_time', d.open_time,
        'close_time', d.close_time)) from market_days d where d.market_id = m.id) as days
    from markets m where m.id = ${due.marketId}`)
  const draw = await touchDraw(database, market, due.date as never)
  if (!draw) return false
  const key = { drawId: draw.id, half: due.half }
  try {
    const result = await fetchResult(source, { ...market, date: due.date })
    if (result[`${due.half}_digit`] === EMPTY) return false
    const doubt = await doubtOf(database, { ...key, marketId: due.marketId, date: due.date, result })
    if (doubt) return await stop(database, key, result, doubt)
    if (!(await isConfirmed(database, key, result))) return false
    await database.transaction((db) => declare(db, due, result))
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await note(database, key, error.message)
    return false
  }
}

interface Key {
  readonly drawId: number
  readonly half: Half
}

/** Why this number of the source must not be declared without a person; undefined where nothing speaks against it. */
async function doubtOf(
  db: Db,
  { drawId, half, marketId, date, result }: Key & { marketId: number; date: string; result: Result },
): Promise<string | undefined> {
  const digit = result[`${half}_digit`]
  const panna = result[`${half}_panna`] as Panna
  if (!isInChart(panna)) return `${panna} is not a panna`
  if (digitOf(panna) !== digit) return `${panna} belongs to ${digitOf(panna)}, not ${digit}`
  const open = (await readStanding(db, drawId)).find((standing) => standing.half === 'open')
  if (half === 'close' && open && (open.digit !== result.open_digit || open.panna !== result.open_panna)) {
    return `The source's open ${result.open_digit}-${result.open_panna} is not the declared ${open.digit}-${open.panna}`
  }
  const previous = await db.maybe<{ digit: string; panna: string }>(sql`
    select c.digit, c.panna from declarations c join draws d on d.id = c.draw_id
    where d.market_id = ${marketId} and d.market_date < ${date} and c.half = ${half} and c.withdrawn_at is null
    and not c.is_void order by d.market_date desc limit 1`)
  if (previous?.panna === panna) return `${digit}-${panna} is the number of the draw before`
  return undefined
}

/** Whether an earlier reading, a minute old at least, said the same; a different one stops the half. */
async function isConfirmed(db: Db, { drawId, half }: Key, result: Result): Promise<boolean> {
  const digit = result[`${half}_digit`]
  const panna = result[`${half}_panna`]
  const first = await db.only<{ digit: string; panna: string; age_ms: number }>(sql`
    insert into readings (draw_id, half, digit, panna, first_at)
    values (${drawId}, ${half}, ${digit}, ${panna}, clock_timestamp())
    on conflict (draw_id, half) do update set
      digit = case when readings.digit = '' then excluded.digit else readings.digit end,
      panna = case when readings.digit = '' then excluded.panna else readings.panna end,
      first_at = case when readings.digit = '' then excluded.first_at else readings.first_at end,
      reason = ''
    returning digit, panna, (extract(epoch from clock_timestamp() - first_at) * 1000)::float8 as age_ms`)
  if (first.digit !== digit || first.panna !== panna) {
    const reason = `The source said ${first.digit}-${first.panna} first and ${digit}-${panna} now`
    return stop(db, { drawId, half }, result, reason)
  }
  return first.age_ms >= CONFIRM_MS
}

/** Leaves the half to the administrator. */
async function stop(db: Db, { drawId, half }: Key, result: Result, reason: string): Promise<false> {
  await db.run(sql`
    insert into readings (draw_id, half, digit, panna, first_at, reason, is_stopped)
    values (${drawId}, ${half}, ${result[`${half}_digit`]}, ${result[`${half}_panna`]}, clock_timestamp(), ${reason}, true)
    on conflict (draw_id, half) do update set reason = excluded.reason, is_stopped = true`)
  return false
}

/** Says why nothing was declared yet; it is tried again. */
async function note(db: Db, { drawId, half }: Key, reason: string): Promise<void> {
  await db.run(sql`
    insert into readings (draw_id, half, digit, panna, first_at, reason)
    values (${drawId}, ${half}, '', '', clock_timestamp(), ${reason})
    on conflict (draw_id, half) do update set reason = excluded.reason`)
}

/** The half alone: an open is declared without the close, a close with the open that stands. */
async function declare(db: Db, due: DueHalf, result: Result): Promise<void> {
  const isOpen = due.half === 'open'
  await declareResult(db, {
    marketId: String(due.marketId),
    date: due.date,
    typed: {
      manualOpenDigit: result.open_digit,
      manualOpenPanna: result.open_panna,
      manualCloseDigit: isOpen ? EMPTY : result.close_digit,
      manualClosePanna: isOpen ? EMPTY : result.close_panna,
    },
    actor: 'auto',
    source: 'auto',
    at: undefined,
  })
}

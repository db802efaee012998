/**
 * Auto declare: fetches what is due and declares each half once, on one process at a time. A number that is doubtful stops
 * that half and says why; an answer that can't be believed is noted, and asked for again. A half that was ever declared and
 * reverted is left to the administrator.
 */
import { t } from '@munim/contract'
import { type Day, digitOf, EMPTY, type Half, isInChart, type Panna, type Result } from '@munim/core'
import { type Database, type Db, nowOf, sql } from '../database/db.ts'
import { holdLease } from '../database/lease.ts'
import { isPassing } from '../database/trouble.ts'
import type { Log } from '../http/busy.ts'
import { type CurrentDeclaration, readCurrentDeclarations } from '../markets/current-declarations.ts'
import { type Draw, ensureDraw, findDraw, lockDraw } from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'
import { declareResult } from './declare.ts'
import { type DueHalf, findDueHalves, isLeft } from './due.ts'
import { fetchResult, type Source } from './source.ts'

/** Two readings, so far apart, must say the same. */
const CONFIRM_MS = 60_000
const LEASE_SECONDS = 60

/** What it declared, and how long that took from the locks to the commit, in seconds. */
export interface DeclaredHalf extends DueHalf {
  readonly tookSeconds: number
}

/**
 * Tries once all that is due; returns what it declared. Does nothing while the setting is off or another process tries.
 * A half at which it fails holds up no other.
 */
export async function autoDeclare(
  database: Database,
  source: Source,
  log: Pick<Log, 'error'>,
): Promise<DeclaredHalf[]> {
  if (!(await isOn(database, source)) || !(await holdLease(database, 'auto declare', LEASE_SECONDS)))
    return []
  const active = await database.many<{ id: number }>(sql`select id from markets where is_active`)
  const at = await database.now()
  const due = (await findDueHalves(database, at)).filter(
    ({ marketId, isCurrent, isStopped }) =>
      isCurrent && !isStopped && active.some(({ id }) => id === marketId),
  )
  const keyOf = ({ marketId, date }: DueHalf) => `${marketId} ${date}`
  const draws = new Map(due.map((half) => [keyOf(half), half]))
  const readings = new Map([...draws].map(([key, draw]) => [key, readSource(database, source, draw)]))
  // All at once: a market whose answer hangs delays no other.
  await Promise.allSettled(readings.values())
  const declared: DeclaredHalf[] = []
  for (const half of due) {
    try {
      const tookSeconds = await settle(database, half, await readings.get(keyOf(half))!)
      if (tookSeconds !== false) declared.push({ ...half, tookSeconds })
    } catch (err) {
      const tell = (fault: unknown) => log.error({ err: fault, due: half }, 'auto declare')
      tell(err)
      await noteFault(database, half, { fault: err, at }).catch(tell)
    }
  }
  return declared
}

/** It is tried again at the next run; a person is told of what may not work then either, or did not for long. */
async function noteFault(
  db: Db,
  due: DueHalf,
  { fault, at }: { readonly fault: unknown; readonly at: Date },
): Promise<void> {
  const { marketId, date, half } = due
  const reason = t('It could not be declared: {fault}', { fault: (fault as Error).message })
  if (isPassing(fault) && !isLeft({ ...due, note: reason }, at)) return
  const draw = await findDraw(db, marketId, date as Day)
  if (draw) await note(db, { drawId: draw.id, half }, reason)
}

/** Made-up numbers of the built-in source must settle no real bid. */
async function isOn(db: Db, { isDemonstration }: Source): Promise<boolean> {
  const { on } = await db.only<{ on: boolean }>(sql`
    select auto_declare and (is_demonstration or not ${isDemonstration}) as on from settings`)
  return on
}

interface Reading {
  /** Null where the market does not run on that day any more. */
  readonly drawId: number | null
  /** What the source says; a sentence where it can't be believed. */
  readonly said: Result | string
}

async function readSource(
  database: Database,
  source: Source,
  { marketId, date }: { marketId: number; date: string },
): Promise<Reading> {
  const market = await database.only<{ id: number; uuid: string; name: string }>(sql`
    select id, uuid, name from markets where id = ${marketId}`)
  let draw: Draw | null = null
  try {
    draw = await database.transaction((db) => ensureDraw(db, marketId, date as Day))
    return { drawId: draw?.id ?? null, said: await fetchResult(source, { ...market, date }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { drawId: draw?.id ?? null, said: error.message }
  }
}

/** How many seconds the declaration took; false where none was made. */
async function settle(database: Database, due: DueHalf, { drawId, said }: Reading): Promise<number | false> {
  if (drawId === null) return false
  const key = { drawId, half: due.half }
  if (typeof said === 'string') return note(database, key, said)
  if (said[`${due.half}_digit`] === EMPTY) return clearNote(database, key, due)
  const open = (await readCurrentDeclarations(database, drawId)).find(({ half }) => half === 'open')
  if (due.half === 'close' && !open)
    return note(database, key, t('The open comes first, and nobody declared it'))
  const doubt = await doubtOf(database, due, said, open)
  if (doubt) return stop(database, key, said, doubt)
  if (!(await isConfirmed(database, key, said))) return clearNote(database, key, due)
  try {
    const begun = performance.now()
    const isDeclared = await database.transaction((db) => declare(db, due, key, said))
    return isDeclared && (performance.now() - begun) / 1000
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return note(database, key, error.message)
  }
}

interface Key {
  readonly drawId: number
  readonly half: Half
}

/** Why this number of the source must not be declared without a person; undefined where it may be. */
async function doubtOf(
  db: Db,
  { marketId, date, half }: DueHalf,
  result: Result,
  open: CurrentDeclaration | undefined,
): Promise<string | undefined> {
  const digit = result[`${half}_digit`]
  const panna = result[`${half}_panna`] as Panna
  if (!isInChart(panna)) return t('{panna} is not a panna', { panna })
  if (digitOf(panna) !== digit)
    return t('{panna} belongs to {right}, not {digit}', { panna, right: digitOf(panna), digit })
  if (half === 'close' && open && (open.digit !== result.open_digit || open.panna !== result.open_panna)) {
    const values = {
      said: `${result.open_digit}-${result.open_panna}`,
      declared: `${open.digit}-${open.panna}`,
    }
    return t("The source's open {said} is not the declared {declared}", values)
  }
  const previous = await db.maybe<{ panna: string }>(sql`
    select c.panna from declarations c join draws d on d.id = c.draw_id
    where d.market_id = ${marketId} and d.market_date < ${date} and c.half = ${half} and c.withdrawn_at is null
    and not c.is_void order by d.market_date desc limit 1`)
  return previous?.panna === panna
    ? t('{digit}-{panna} is the number of the draw before', { digit, panna })
    : undefined
}

/**
 * Whether an earlier reading, a minute old at least, said the same; a different one stops the half. One that was
 * stopped stays so: another process, which asked the source later than this one did, may have stopped it meanwhile.
 * A first reading that lies ahead was taken before the clock went back, and counts from now.
 */
async function isConfirmed(db: Db, { drawId, half }: Key, result: Result): Promise<boolean> {
  const digit = result[`${half}_digit`]
  const panna = result[`${half}_panna`]
  const first = await db.maybe<{ digit: string; panna: string; age_ms: number }>(sql`
    insert into readings (draw_id, half, digit, panna, first_at)
    values (${drawId}, ${half}, ${digit}, ${panna}, ${nowOf(db)})
    on conflict (draw_id, half) do update set
      digit = case when readings.digit = '' then excluded.digit else readings.digit end,
      panna = case when readings.digit = '' then excluded.panna else readings.panna end,
      first_at = case when readings.digit = '' then excluded.first_at
        else least(readings.first_at, excluded.first_at) end
    where not readings.is_stopped
    returning digit, panna, (extract(epoch from ${nowOf(db)} - first_at) * 1000)::float8 as age_ms`)
  if (!first) return false
  if (first.digit !== digit || first.panna !== panna) {
    const said = { first: `${first.digit}-${first.panna}`, now: `${digit}-${panna}` }
    const reason = t('The source said {first} first and {now} now', said)
    return stop(db, { drawId, half }, result, reason)
  }
  return first.age_ms >= CONFIRM_MS
}

/** Leaves the half to the administrator. */
async function stop(db: Db, { drawId, half }: Key, result: Result, reason: string): Promise<false> {
  await db.run(sql`
    insert into readings (draw_id, half, digit, panna, first_at, reason, is_stopped)
    values (${drawId}, ${half}, ${result[`${half}_digit`]}, ${result[`${half}_panna`]}, ${nowOf(db)}, ${reason}, true)
    on conflict (draw_id, half) do update set reason = excluded.reason, is_stopped = true`)
  return false
}

/** Says why nothing was declared yet; it is tried again. */
async function note(db: Db, { drawId, half }: Key, reason: string): Promise<false> {
  await db.run(sql`
    insert into readings (draw_id, half, digit, panna, first_at, reason)
    values (${drawId}, ${half}, '', '', ${nowOf(db)}, ${reason})
    on conflict (draw_id, half) do update set reason = excluded.reason where not readings.is_stopped`)
  return false
}

/** Nothing keeps it from being declared any more: it waits for its number, or for the second reading of it. */
async function clearNote(db: Db, { drawId, half }: Key, { note }: DueHalf): Promise<false> {
  if (note !== '')
    await db.run(sql`
      update readings set reason = '' where draw_id = ${drawId} and half = ${half} and not is_stopped`)
  return false
}

/**
 * The half alone: an open is declared without the close, a close with the declared open. What an administrator did
 * with the half, its market or the switch while the source was asked goes first. What another process stopped, since it
 * found the number corrected, is not declared by who asked the source before that.
 */
async function declare(db: Db, due: DueHalf, { drawId, half }: Key, result: Result): Promise<boolean> {
  await db.run(lockDraw(drawId))
  const { isLeft } = await db.only<{ isLeft: boolean }>(sql`
    select not exists (select from settings where auto_declare)
      or not exists (select from markets where id = ${due.marketId} and is_active and deleted_at is null)
      or exists (select from declarations where draw_id = ${drawId} and half = ${half})
      or not exists (select from readings
        where draw_id = ${drawId} and half = ${half} and not is_stopped
          and digit = ${result[`${half}_digit`]} and panna = ${result[`${half}_panna`]}) as "isLeft"`)
  if (isLeft) return false
  const isOpen = half === 'open'
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
    // The open that a close is declared with may have been reverted while this waited for the draw.
    basedOn: [half],
  })
  return true
}

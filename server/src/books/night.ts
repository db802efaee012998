/**
 * The proof of a night of books too large to be read whole: what is kept of all days, each wallet's end, then the rows of
 * one day after the other for as long as there is time: those that differed first; then those never read since they were
 * over, or closed since, newest first; then the one that was read longest ago. `npm run verify` reads all.
 */
import type { Day } from '@munim/core'
import type { Anchors } from '../anchors/folder.ts'
import { allOf } from '../database/all-of.ts'
import type { OnBackend } from '../database/backend.ts'
import { type Database, type Db, type Statement, sql } from '../database/db.ts'
import { readSnapshot } from '../database/snapshot.ts'
import { checkCountedThings } from './counted.ts'
import { proveDay } from './slice.ts'
import { checkSignedDay } from './verify-anchors.ts'
import { checkDays } from './verify-days.ts'
import { checkGuards } from './verify-guards.ts'
import type { Law } from './verify-law.ts'
import { checkRoles } from './verify-roles.ts'
import { checkEnds } from './verify-wallets.ts'

/** After so long no other day is begun; the last one may take some seconds more. One is read whatever the rest took. */
const BUDGET_MS = 40_000

interface Night {
  /** The moment that days are said to be read at. */
  readonly at: Date
  readonly onBackend: OnBackend
  readonly anchors: Anchors | undefined
  readonly budgetMs?: number
}

/** `db` notes which days were read, and commits that with the proof. */
export async function proveNight(
  database: Database,
  db: Db,
  { at, onBackend, anchors, budgetMs = BUDGET_MS }: Night,
): Promise<Law[]> {
  const start = performance.now()
  const laws = await readSnapshot(database, checkKept, { onBackend })
  for (const [nth, day] of (await listDue(db, at)).entries()) {
    if (nth > 0 && performance.now() - start >= budgetMs) break
    const found = await proveDay(database, day, onBackend)
    const signed =
      anchors && (await readSnapshot(database, (own) => checkSignedDay(own, anchors, day), { onBackend }))
    const all = signed ? [...found, signed] : found
    const differs = all.some(({ wrong }) => wrong > 0)
    await noteRead(db, sql`(select ${day}::date as day)`, at, differs)
    laws.push(...all)
  }
  return laws
}

/** What does not grow with the history, but for a row or a few a draw and day. */
export async function checkKept(db: Db): Promise<Law[]> {
  const laws = await allOf([
    checkEnds(db),
    checkDays(db),
    checkCountedThings(db),
    checkGuards(db),
    checkRoles(db),
  ])
  return laws.flat()
}

/** The days that were over at the moment: of one that goes on each night would read another part. */
const daysBefore = (at: Date) => sql`(
  select day from (select market_date as day from draws union select day from day_totals union select day from closed_days) t
  where day < (${at}::timestamptz at time zone 'Asia/Kolkata')::date)`

/**
 * Every day that is over, in the order in which they are to be read: never read since it was over, or since it was closed,
 * comes before what was. A day that is never closed is read once, and then has its turn like all.
 */
async function listDue(db: Db, at: Date): Promise<Day[]> {
  const isNew = sql`
    (p.at is null or (p.at at time zone 'Asia/Kolkata')::date <= d.day or coalesce(p.at < c.at, false))`
  const due = await db.many<{ day: Day }>(sql`
    select d.day from ${daysBefore(at)} d left join proven_days p using (day) left join closed_days c using (day)
    order by coalesce(p.differs, false) desc, ${isNew} desc, case when ${isNew} then d.day end desc, p.at, d.day`)
  return due.map(({ day }) => day)
}

/** `days`: SQL of rows of `day`. */
async function noteRead(db: Db, days: Statement, at: Date, differs: boolean): Promise<void> {
  await db.run(sql`
    insert into proven_days (day, at, differs) select day, ${at}, ${differs}::boolean from ${days} d
    on conflict (day) do update set at = excluded.at, differs = excluded.differs`)
}

/** Where all was read at once. The laws name no day: where they differ every day does, until it is read by itself. */
export const noteAllRead = (db: Db, at: Date, differs: boolean): Promise<void> =>
  noteRead(db, daysBefore(at), at, differs)

/** Since when every day that was over at the moment was read, row by row; null: some never was. */
export async function readSince(db: Db, at: Date): Promise<Date | null> {
  const { since } = await db.only<{ since: string | null }>(sql`
    select case when count(p.at) = count(*) then coalesce(min(p.at), ${at}) end as since
    from ${daysBefore(at)} d left join proven_days p using (day)`)
  return since === null ? null : new Date(since)
}

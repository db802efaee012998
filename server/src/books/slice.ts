/**
 * The laws over one day only: views of their names hide the tables for as long as the transaction lasts, so the
 * laws are the same statements that hold all that was ever written.
 */
import { addDays, beginOf, type Day } from '@munim/core'
import { allOf } from '../database/all-of.ts'
import { backendOf, type OnBackend } from '../database/backend.ts'
import { type Database, type Db, type Statement, sql } from '../database/db.ts'
import { checkCountedDays } from './counted.ts'
import { checkCountedDraws } from './counted-lists.ts'
import { checkBids } from './verify-bids.ts'
import { countPostings, type Law } from './verify-law.ts'
import { checkWins } from './verify-wins.ts'

/** The laws of the draws of this business day, then those of what was posted on it. */
export function proveDay(database: Database, day: Day, onBackend: OnBackend): Promise<Law[]> {
  return database.transaction(async (db) => {
    await db.run(sql`set transaction isolation level repeatable read`)
    await db.run(sql`set local statement_timeout = 0`)
    await db.run(sql`set local work_mem = '128MB'`)
    await db.run(sql`set local jit = off`)
    onBackend(await backendOf(db))
    await lookAt(db, await tablesOfDraws(db, day))
    const counted = countPostings(db)
    const laws = await allOf([checkBids(db, counted), checkWins(db, counted), checkCountedDraws(db)])
    await lookAt(db, {
      postings: sql`${await idsOn(db, [day])} and (at at time zone 'Asia/Kolkata')::date = ${sql.lit(day)}::date`,
      day_totals: sql`day = ${sql.lit(day)}::date`,
    })
    const inDays = await checkCountedDays(db)
    for (const name of VIEWED) await db.run(sql`drop view if exists pg_temp.${sql.ref(name)}`)
    return [...laws.flat(), inDays]
  })
}

const VIEWED = [
  'draws',
  'bids',
  'declarations',
  'postings',
  'tallies',
  'draw_totals',
  'draw_postings',
  'declared_wins',
  'refund_runs',
  'refund_batches',
  'day_totals',
] as const
type Viewed = (typeof VIEWED)[number]

async function lookAt(db: Db, parts: Partial<Record<Viewed, Statement>>): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    await db.run(sql`
      create or replace temporary view ${sql.ref(name)} as select * from public.${sql.ref(name)} where ${part}`)
  }
}

/** What belongs to the draws of a day. A bid is of the day that it says; a posting of the draw that it names. */
async function tablesOfDraws(db: Db, day: Day): Promise<Record<Exclude<Viewed, 'day_totals'>, Statement>> {
  const draws = sql`select d.id from public.draws d where d.market_date = ${sql.lit(day)}::date`
  const ofDraws = sql`draw_id in (${draws})`
  const { days } = await db.only<{ days: Day[] }>(sql`
    select coalesce(array_agg(distinct t.day), '{}') as days from (
      select day from draw_totals where ${ofDraws} union all select day from draw_postings where ${ofDraws}) t`)
  const own = sql`market_date = ${sql.lit(day)}::date`
  const declared = sql`select c.id from public.declarations c where c.${ofDraws}`
  return {
    draws: own,
    bids: own,
    declarations: ofDraws,
    postings: sql`${await idsOn(db, [...new Set([addDays(day, -1), day, addDays(day, 1), ...days])])} and ${ofDraws}`,
    tallies: ofDraws,
    draw_totals: ofDraws,
    draw_postings: ofDraws,
    declared_wins: sql`declaration_id in (${declared})`,
    refund_runs: ofDraws,
    refund_batches: sql`run_id in (select r.id from public.refund_runs r where r.${ofDraws})`,
  }
}

/**
 * The numbers of the postings between the first and the last of each of these days; no index leads to them by draw. The
 * payment of a withdrawal has no player at either end, so no index by time has it: its request says when it was.
 */
async function idsOn(db: Db, days: readonly Day[]): Promise<Statement> {
  const ranges = await db.many<{ first: number; last: number }>(sql`
    select min(p.id)::bigint as first, max(p.id)::bigint as last
    from unnest(${days.map(beginOf)}::timestamptz[], ${days.map((day) => beginOf(addDays(day, 1)))}::timestamptz[]) as d (since, until)
    cross join lateral (
      select id from public.postings where from_user is not null and at >= d.since and at < d.until
      union all
      select id from public.postings where to_user is not null and at >= d.since and at < d.until
      union all
      select paid.id from public.requests r join public.postings paid on paid.request_id = r.id and paid.kind = 'withdraw_pay'
      where r.status = 'completed' and r.decided_at >= d.since and r.decided_at < d.until) p
    group by d.since`)
  const between = ranges.map(({ first, last }) => sql`id between ${sql.lit(first)} and ${sql.lit(last)}`)
  return between.length === 0 ? sql`false` : sql`(${sql.join(between, sql` or `)})`
}

/**
 * Paying what voids owe. A void of few bids is paid in its own transaction; of a larger one the bids are listed in
 * batches, and each batch is a short transaction that pays, strikes the batch out and moves the run on. Any server goes
 * on with a run at any time: what is due is in the database, and only there.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Half } from '@munim/core'
import { clock, type Database, type Db, type NotNull, sql } from '../database/db.ts'
import { DatabaseTrouble } from '../database/trouble.ts'
import { postRefunds, type Refunded, type Refunding, uncancelledBids } from './post-refunds.ts'

/** Bids a batch: its players' wallets are held for some 0.1 s. */
export const AT_ONCE = 5_000
/** How long to wait for whoever else pays, or holds the wallets that are left. */
const ASK_AGAIN_MS = 200
/** Listing a million bids takes 1 to 2 s, in which nobody waits. */
const LISTED_WITHIN = '5min'

/** A void whose bids these are. */
export interface Owing extends Omit<Refunding, 'bids' | 'waits'> {
  readonly owed: Refunded
  readonly atOnce: number
}

/** Notes what the void owes, in its own transaction, and pays it there where that is short. The draw is locked. */
export async function beginRefunds(db: Db, owing: Owing): Promise<void> {
  const { drawId, voids, owed, atOnce, ...facts } = owing
  const isShort = owed.refunded <= atOnce
  const at = facts.at ?? (await clock(db))
  if (isShort) {
    const bids = uncancelledBids(drawId, halvesOf(voids))
    await postRefunds(db, { ...facts, drawId, voids, bids, waits: true })
  }
  const paid = isShort ? owed : { refunded: 0, amount: 0 }
  await db.run(sql`
    insert into refund_runs (draw_id, declaration_ids, bids, players, points, refunded, refunded_points, worked_at)
    values (${drawId}, ${voids.map(({ id }) => id)}, ${owed.refunded}, ${owed.players}, ${owed.amount}, ${paid.refunded},
      ${paid.amount}, ${at})`)
}

const halvesOf = (voids: Refunding['voids']): Half[] => voids.map(({ half }) => half)

/** The numbers of runs that owe something, of one draw or of all. */
export async function findRuns(db: Db, drawId?: number): Promise<number[]> {
  const runs = await db.many<{ id: number }>(sql`
    select id from refund_runs
    where refunded < bids ${drawId === undefined ? sql`` : sql`and draw_id = ${drawId}`} order by id`)
  return runs.map(({ id }) => id)
}

interface Paying {
  /** Ends the work after the batch that is under way. */
  readonly signal: AbortSignal
  /** Whether to leave the run to somebody else who is at it. */
  readonly leaves?: boolean
}

/** Pays a run to its end: true where nothing is due any more. Who else pays it is waited for. */
export async function payRun(
  database: Database,
  runId: number,
  { signal, leaves = false }: Paying,
): Promise<boolean> {
  let after = 0
  while (!signal.aborted) {
    const step = await database.transaction((db) => payBatch(db, runId, after)).catch(heldIfBusy)
    if (step === 'paid') return true
    if (step === 'elsewhere' && leaves) return false
    if (typeof step === 'number') after = step
    else {
      after = 0
      await pause(ASK_AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
  return false
}

/** What is too busy for a batch now will take it a moment later. */
function heldIfBusy(error: unknown): 'held' {
  if (error instanceof DatabaseTrouble && ['busy', 'locked'].includes(error.trouble)) return 'held'
  throw error
}

interface Run {
  readonly drawId: number
  readonly day: string
  readonly actor: string
  readonly voids: Refunding['voids']
  readonly isListed: boolean
}

/** Pays the first batch after this one; its number. 'held' where only wallets are left that somebody holds. */
async function payBatch(
  db: Db,
  runId: number,
  after: number,
): Promise<number | 'paid' | 'elsewhere' | 'held'> {
  const run = await holdRun(db, runId)
  if (!run) return (await isPaid(db, runId)) ? 'paid' : 'elsewhere'
  if (!run.isListed) return list(db, runId, run)
  const batch = await db.maybe<{ nth: number; bids: number }>(sql`
    select nth, cardinality(bid_ids) as bids from refund_batches
    where run_id = ${runId} and nth > ${after} order by nth limit 1`)
  if (!batch && after > 0) return 'held'
  if (!batch) throw new Error(`The refund run ${runId} owes what it does not list`)
  const { nth } = batch
  const due = sql`
    from bids b where b.market_date = ${run.day}
    and b.id = any((select bid_ids from refund_batches where run_id = ${runId} and nth = ${nth})::bigint[])`
  const { drawId, voids, actor } = run
  const paid = await postRefunds(db, { drawId, voids, actor, bids: due, at: undefined, waits: false })
  if (paid.refunded < batch.bids) await keepUnpaid(db, runId, nth)
  else await db.run(sql`delete from refund_batches where run_id = ${runId} and nth = ${nth}`)
  await db.run(sql`
    update refund_runs set refunded = refunded + ${paid.refunded}, refunded_points = refunded_points + ${paid.amount},
      worked_at = ${paid.at}
    where id = ${runId}`)
  return nth
}

/** The run, held until the transaction ends; undefined where somebody else holds it, or nothing is due. */
function holdRun(db: Db, runId: number): Promise<Run | undefined> {
  return db.maybe<Run & NotNull<'actor' | 'voids'>>(sql`
    select r.draw_id as "drawId", d.market_date as day, r.is_listed as "isListed", v.actor, v.voids
    from refund_runs r join draws d on d.id = r.draw_id
    cross join lateral (
      select min(c.actor) as actor, json_agg(json_build_object('id', c.id, 'half', c.half)) as voids
      from declarations c where c.id = any(r.declaration_ids)
    ) v
    where r.id = ${runId} and r.refunded < r.bids for update of r skip locked`)
}

async function isPaid(db: Db, runId: number): Promise<boolean> {
  const { paid } = await db.only<{ paid: boolean }>(sql`
    select refunded = bids as paid from refund_runs where id = ${runId}`)
  return paid
}

/** Puts what is due into batches, a player's bids together. Nobody waits for it: the bids of a void stay as they are. */
async function list(db: Db, runId: number, { drawId, voids }: Run): Promise<number> {
  await db.run(sql`set local statement_timeout = ${sql.lit(LISTED_WITHIN)}`)
  await db.run(sql`set local work_mem = '64MB'`)
  await db.run(sql`
    insert into refund_batches (run_id, nth, bid_ids)
    select ${runId}, nth, array_agg(id) from (
      select b.id, (row_number() over (order by b.user_id, b.id) - 1) / ${AT_ONCE}::int + 1 as nth
      ${uncancelledBids(drawId, halvesOf(voids))}
    ) numbered group by nth order by nth`)
  await db.run(
    sql`update refund_runs set is_listed = true, worked_at = clock_timestamp() where id = ${runId}`,
  )
  return 0
}

async function keepUnpaid(db: Db, runId: number, nth: number): Promise<void> {
  await db.run(sql`
    update refund_batches set bid_ids = array(
      select bid from unnest(bid_ids) as bid
      where not exists (select from postings p where p.bid_id = bid and p.kind = 'refund'))
    where run_id = ${runId} and nth = ${nth}`)
}

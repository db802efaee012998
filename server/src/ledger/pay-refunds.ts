/**
 * Paying what voids owe. A void of few bids is paid in its own transaction; of a larger one the bids are listed in
 * batches, and each batch is a short transaction that pays, strikes the batch out and moves the run on. Any server goes
 * on with a run at any time: what is due is in the database, and only there.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type Db, type NotNull, nowOf, type Statement, sql } from '../database/db.ts'
import { DatabaseTrouble } from '../database/trouble.ts'
import { BATCH } from './list-refunds.ts'
import { postRefunds, type Refunded, type Refunding } from './post-refunds.ts'

/** Of so many bids the refunds are paid with the void itself. */
export const AT_ONCE = 2 * BATCH
/** How long the wallets of batches are locked: more of them, or fewer, are paid at once the next time. */
const LOCKED_MS = 150
const MOST = 4
/** How long to wait for another server that pays, or for transactions that have locked the wallets left. */
const ASK_AGAIN_MS = 200
/** After so many times a run whose wallets stay locked is left until the next look. */
const ASKED_AT_MOST = 10

/** A void whose bids these are. */
export interface Owing extends Omit<Refunding, 'bids' | 'waits'> {
  readonly runId: number
  readonly owed: Refunded
}

/** Owes what is listed, in the void's own transaction, and pays it there where that is short. The draw is locked. */
export async function beginRefunds(db: Db, { runId, owed, ...facts }: Owing): Promise<void> {
  const at = await db.now()
  await db.run(sql`
    update refund_runs set declaration_ids = ${facts.voids.map(({ id }) => id)}, bids = ${owed.refunded},
      players = ${owed.players}, points = ${owed.amount}, worked_at = ${at}
    where id = ${runId}`)
  if (owed.refunded > AT_ONCE) return
  const these = sql`run_id = ${runId}`
  const paid = await postRefunds(db, { ...facts, bids: listedIn(these), waits: true })
  await strikeOut(db, runId, { these, paid })
}

const listedIn = (these: Statement) => sql`
  from (
    select unnest(bid_ids) as id, unnest(user_ids) as user_id, unnest(halves) as session, unnest(points) as points
    from refund_batches where ${these}
  ) b where true`

/** The numbers of runs that owe something, of one draw or of all. */
export async function findRuns(db: Db, drawId?: number): Promise<number[]> {
  const runs = await db.many<{ id: number }>(sql`
    select id from refund_runs
    where refunded < bids ${drawId === undefined ? sql`` : sql`and draw_id = ${drawId}`} order by id`)
  return runs.map(({ id }) => id)
}

/** Whether this run owes refunds of which none was paid for minutes: each server asks every twenty seconds what is owed. */
export const isIdle = (db: Db, run: Statement): Statement =>
  sql`${run}.refunded < ${run}.bids and ${run}.worked_at < ${nowOf(db)} - interval '5 minutes'`

interface Paying {
  /** Ends the work after the batch that is under way. */
  readonly signal: AbortSignal
  /** Whether to leave the run to another server that pays it, and where its wallets stay locked. */
  readonly leaves?: boolean
}

/** Pays a run to its end: true where nothing is due any more. Another server that pays it is waited for. */
export async function payRun(
  database: Database,
  runId: number,
  { signal, leaves = false }: Paying,
): Promise<boolean> {
  let after = 0
  let batches = AT_ONCE / BATCH
  let asked = 0
  while (!signal.aborted) {
    const begun = performance.now()
    const step = await database
      .transaction((db) => payBatches(db, runId, { after, batches }))
      .catch(lockedIfBusy)
    batches = Math.min(Math.max(Math.round((batches * LOCKED_MS) / (performance.now() - begun)), 1), MOST)
    if (step === 'paid') return true
    if (leaves && (step === 'elsewhere' || (step === 'locked' && ++asked === ASKED_AT_MOST))) return false
    if (typeof step === 'number') after = step
    else {
      after = 0
      await pause(ASK_AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
  return false
}

/** A database too busy for a batch counts as locked wallets: the batch is tried again. */
function lockedIfBusy(error: unknown): 'locked' {
  if (error instanceof DatabaseTrouble && ['busy', 'locked'].includes(error.trouble)) return 'locked'
  throw error
}

interface Run {
  readonly drawId: number
  readonly actor: string
  readonly voids: Refunding['voids']
  /** The batch up to which is paid now, and the bids until there; null where no batch is after the last one paid. */
  readonly last: number | null
  readonly bids: number | null
}

/** Pays so many batches after this one; the number of the last. 'locked' where others have locked all wallets left. */
async function payBatches(
  db: Db,
  runId: number,
  { after, batches }: { after: number; batches: number },
): Promise<number | 'paid' | 'elsewhere' | 'locked'> {
  const run = await holdRun(db, runId, { after, batches })
  if (!run) return (await isPaid(db, runId)) ? 'paid' : 'elsewhere'
  const { last, bids, ...facts } = run
  if (last === null && after > 0) return 'locked'
  if (last === null) throw new Error(`The refund run ${runId} owes what it does not list`)
  const these = sql`run_id = ${runId} and nth > ${after} and nth <= ${last}`
  const paid = await postRefunds(db, { ...facts, bids: listedIn(these), waits: false })
  if (paid.refunded === 0) return last
  if (paid.refunded < bids!) await keepUnpaid(db, these)
  await strikeOut(db, runId, { these: paid.refunded < bids! ? sql`false` : these, paid })
  return last
}

/** The run, locked until the transaction ends; undefined where another transaction has locked it, or nothing is due. */
function holdRun(db: Db, runId: number, { after, batches }: { after: number; batches: number }) {
  return db.maybe<Run & NotNull<'actor' | 'voids'>>(sql`
    select r.draw_id as "drawId", v.actor, v.voids, l.last, l.bids from refund_runs r
    cross join lateral (
      select min(c.actor) as actor, json_agg(json_build_object('id', c.id, 'half', c.half)) as voids
      from declarations c where c.id = any(r.declaration_ids)
    ) v
    cross join lateral (
      select max(nth) as last, sum(cardinality(bid_ids)) as bids from (
        select nth, bid_ids from refund_batches where run_id = r.id and nth > ${after} order by nth limit ${batches}
      ) next
    ) l
    where r.id = ${runId} and r.refunded < r.bids for update of r skip locked`)
}

async function isPaid(db: Db, runId: number): Promise<boolean> {
  const { paid } = await db.only<{ paid: boolean }>(sql`
    select refunded = bids as paid from refund_runs where id = ${runId}`)
  return paid
}

async function keepUnpaid(db: Db, these: Statement): Promise<void> {
  await db.run(sql`
    with gone as (delete from refund_batches where ${these} returning *)
    insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
    select run_id, max(nth), array_agg(b.id), array_agg(b.user_id), array_agg(b.session), array_agg(b.points)
    from gone cross join unnest(bid_ids, user_ids, halves, points) as b (id, user_id, session, points)
    where not exists (select from postings p where p.bid_id = b.id and p.kind = 'refund') group by run_id`)
}

/** Takes these batches off the list, and moves the run on by what was paid. */
async function strikeOut(
  db: Db,
  runId: number,
  { these, paid }: { these: Statement; paid: Refunded & { readonly at: Date } },
): Promise<void> {
  await db.run(sql`
    with gone as (delete from refund_batches where ${these})
    update refund_runs set refunded = refunded + ${paid.refunded}, refunded_points = refunded_points + ${paid.amount},
      worked_at = ${paid.at}
    where id = ${runId}`)
}

/**
 * A hot standby that lists and reports are read from (decision 64). A call brings a mark: how far the primary had written
 * when it began. It is read here once the standby has replayed that, so that nothing committed before is missing; what
 * can't be answered here in time is asked of the primary, and counted.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { allOf } from './all-of.ts'
import { wrongInClock } from './clock.ts'
import { DatabaseTrouble, TAKES_NO_WRITES } from './trouble.ts'

/**
 * How far the primary's log reached: `lsn` as a number of bytes, on this timeline. A failover begins another timeline, and a
 * standby that did not follow it may have bytes of the old one beyond where they part.
 */
export interface Mark {
  readonly timeline: number
  readonly lsn: number
}

/**
 * SQL: the mark of now, as columns; null on a standby. What is committed is flushed before others see it, so everything
 * seen is in what is flushed; where commits don't wait for that (synchronous_commit = off), in what is inserted.
 */
export const MARK_NOW: RawBuilder<unknown> = sql`
  case when not pg_is_in_recovery() then pg_wal_lsn_diff(
    case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end, '0/0')::bigint end as mark_lsn,
  case when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as mark_timeline`
/** SQL: the same columns where no mark is asked for. Some databases refuse to tell how far they have written. */
export const NO_MARK: RawBuilder<unknown> = sql`null::bigint as mark_lsn, null::int as mark_timeline`

/** The columns of `MARK_NOW`. */
export interface MarkColumns {
  readonly mark_lsn: number | null
  readonly mark_timeline: number | null
}

/** Null where they are. */
export const markOf = ({ mark_lsn: lsn, mark_timeline: timeline }: MarkColumns): Mark | null =>
  lsn === null || timeline === null ? null : { lsn, timeline }

interface Found {
  readonly isStandby: boolean
  /** Which start of which PostgreSQL: behind one address there may be several. */
  readonly since: string
  /** The newest timeline that it has replayed something of. */
  readonly timeline: number
  /** How far it has replayed, in bytes. */
  readonly lsn: number
}

/** Of the standby. What the control file says of timelines follows them late, and never says one that it isn't on. */
const STATE = `
  /* replica-state */
  select pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as since,
    coalesce(greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline), 0)
      as timeline,
    coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint as lsn`

/** What tells one database of one cluster, whose standbys have the same, from all others. */
export const IDENTITY = `(pg_control_system()).system_identifier::text || ' ' || current_database() as identity`
/** A time limit that arrived here did not come through a pooler, behind which each statement may find another server. */
const LOOK = `
  /* replica-look */
  select ${IDENTITY}, clock_timestamp() as now,
    extract(epoch from current_setting('lock_timeout')::interval)::float8 * 1000 as "lockMs"`

/** Why a statement was asked of the primary. */
export const REASONS = ['away', 'other', 'behind', 'busy', 'conflict', 'refused'] as const
/**
 * away: it does not answer, or is none of this primary's standbys. other: it is another one than was looked at. behind: it had
 * not replayed enough in time. busy: it has no connection. conflict: what was read was removed by its replay. refused: it
 * could not answer this statement.
 */
type Reason = (typeof REASONS)[number]

const LOOK_EVERY_MS = 1_000
const SILENT_MS = 900
/** A call waits so long at most until it has replayed enough, and so long for a connection. */
const WAITS_MS = 100
const BETWEEN_POLLS_MS = 2
const WENT_BY_KEPT = 1_000

interface Waiter {
  readonly lsn: number
  readonly done: (isReached: boolean) => void
}

interface Ways {
  /** Those that answer; a call that asks now waits so long for one of them. */
  readonly reads: Pool & { readonly waitedMs: number }
  /** One connection of its own, by which is followed how far it is. */
  readonly looks: Pool
  readonly primary: Kysely<unknown>
  /** How long its connections let a statement wait for a lock, in milliseconds. */
  readonly lockMs: number
  /** Looks for it anew among its hosts. */
  readonly forget: () => void
}

export class Replica {
  /** Statements that it answered, and by reason those that the primary was asked instead. */
  readonly answered = { count: 0 }
  readonly passed = Object.fromEntries(REASONS.map((reason) => [reason, 0])) as Record<Reason, number>
  /** What was found of it by the last look; undefined: it is not used. */
  private found: Found | undefined
  /** Why it is not; '' before the first look is over. */
  private why: string | undefined = ''
  private tell: (why: string | undefined) => void = () => {}
  /** What was seen on each connection: a connection is to one server, which never goes back. */
  private readonly seen = new WeakMap<PoolClient, Found>()
  private readonly waiters = new Set<Waiter>()
  private isPolling = false
  private isLooking = false
  /** When it was asked what no answer came to yet. */
  private inspectedAt: number | undefined
  /** A wait for this ran out: no call waits until it is replayed. */
  private missed = 0
  /** How far the primary was at moments of `performance.now()`, from the newest that is replayed on. */
  private readonly wentBy: { readonly at: number; readonly lsn: number }[] = []
  private readonly timer: NodeJS.Timeout
  private readonly ways: Ways

  constructor(ways: Ways) {
    this.ways = ways
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
    void this.look()
  }

  /** Whether lists are read from it now. */
  get isUsed(): boolean {
    return this.found !== undefined
  }

  /** For how many seconds the primary has been ahead of it, or a second less; 0: it is not. */
  get lagSeconds(): number {
    const [replayed, next] = this.wentBy
    return replayed === undefined || next === undefined ? 0 : (performance.now() - replayed.at) / 1000
  }

  /** By how many bytes of the log the primary was ahead of it at the last look. */
  get lagBytes(): number {
    const [first] = this.wentBy
    return Math.max(0, (this.wentBy.at(-1)?.lsn ?? 0) - (this.found?.lsn ?? first?.lsn ?? 0))
  }

  /** The rows; undefined where the primary is to be asked. Throws what took longer than a statement may. */
  async ask(statement: CompiledQuery, mark: Mark): Promise<unknown[] | undefined> {
    if (this.found?.timeline !== mark.timeline) return this.pass('away')
    const { since } = this.found
    if (!(await this.reaches(mark.lsn))) return this.pass(this.isUsed ? 'behind' : 'away')
    if (this.ways.reads.waitedMs > WAITS_MS) return this.pass('busy')
    let client: PoolClient | undefined
    let broken: Error | boolean = false
    try {
      client = await this.connectSoon()
      if (client === undefined) return this.pass('busy')
      const { sql: text, parameters } = statement
      const known = this.seen.get(client)
      const isKnown = known !== undefined && has(known, mark)
      // What is seen first tells whether what is read behind it, in the same trip, counts.
      const state = isKnown ? Promise.resolve(known) : stateOn(client)
      const [seen, { rows }] = await allOf([state, client.query(text, parameters as unknown[])])
      if (!isKnown) this.seen.set(client, seen)
      if (seen.since !== since) {
        broken = true
        return this.pass('other')
      }
      if (!has(seen, mark)) return this.pass('behind')
      this.answered.count++
      return rows
    } catch (error) {
      if (error instanceof DatabaseTrouble && error.trouble === 'slow') throw error
      const reason = reasonOf(error)
      broken = reason === 'away' || reason === 'conflict' // Which may have ended the connection.
      return this.pass(reason)
    } finally {
      client?.release(broken)
    }
  }

  /** A connection, or undefined where none is free in time: the primary's may be. */
  private async connectSoon(): Promise<PoolClient | undefined> {
    const connecting = this.ways.reads.connect()
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => {
      late.resolve(undefined)
      connecting.then(
        (client) => client.release(),
        () => {}, // Its call has gone to the primary.
      )
    }, WAITS_MS)
    return Promise.race([connecting, late.promise]).finally(() => clearTimeout(timer))
  }

  /** Tells now and whenever it changes why it is not used, in words; undefined: it is. */
  tellTurns(tell: (why: string | undefined) => void): void {
    this.tell = tell
    if (this.why !== '') tell(this.why)
  }

  end(): void {
    clearInterval(this.timer)
    this.tell = () => {}
    this.found = undefined
    this.settle()
  }

  private pass(reason: Reason): undefined {
    this.passed[reason]++
    return undefined
  }

  /** Whether it has replayed this, or does soon. */
  private reaches(lsn: number): boolean | Promise<boolean> {
    if (this.found === undefined) return false
    if (this.found.lsn >= lsn) return true
    if (this.missed > this.found.lsn) return false
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.missed = Math.max(this.missed, lsn)
        waiter.done(false)
      }, WAITS_MS)
      const done = (isReached: boolean) => {
        clearTimeout(timer)
        this.waiters.delete(waiter)
        resolve(isReached)
      }
      const waiter: Waiter = { lsn, done }
      this.waiters.add(waiter)
      void this.poll()
    })
  }

  /** One asks for all that wait. */
  private async poll(): Promise<void> {
    if (this.isPolling) return
    this.isPolling = true
    try {
      while (this.waiters.size > 0 && this.found) {
        const { since } = this.found
        const now = await this.askState()
        if (!now.isStandby || now.since !== since) throw new Error('it is another one now')
        this.learn(now)
        if (this.waiters.size > 0) await pause(BETWEEN_POLLS_MS)
      }
    } catch (error) {
      this.leave((error as Error).message)
    } finally {
      this.isPolling = false
    }
  }

  private async askState(): Promise<Found> {
    const client = await this.ways.looks.connect()
    return stateOn(client).finally(() => client.release())
  }

  private learn(found: Found): void {
    this.found = found
    while (this.wentBy[1] && this.wentBy[1].lsn <= found.lsn) this.wentBy.shift()
    this.settle()
  }

  private settle(): void {
    for (const waiter of this.waiters)
      if (this.found === undefined || this.found.lsn >= waiter.lsn) waiter.done(this.found !== undefined)
  }

  /** It isn't used until a look finds it well again. */
  private leave(why: string): void {
    this.found = undefined
    this.missed = 0
    this.settle()
    this.ways.forget()
    this.turn(why)
  }

  private turn(why: string | undefined): void {
    if (this.why === why) return
    this.why = why
    this.tell(why)
  }

  private async look(): Promise<void> {
    if (this.isLooking) {
      // Unanswered for so long: what is read would be waited for, too.
      if (performance.now() - (this.inspectedAt ?? Infinity) > SILENT_MS) this.leave('it does not answer')
      return
    }
    this.isLooking = true
    try {
      const { rows } = await sql<MarkColumns & { identity: string | null }>`
        /* primary-mark */ select ${MARK_NOW}, ${sql.raw(IDENTITY)}`.execute(this.ways.primary)
      const { identity, ...columns } = rows[0]!
      const mark = markOf(columns)
      if (mark === null) return // A failover is under way.
      const at = performance.now()
      this.inspectedAt = at
      const { found, why } = await this.inspect(mark.timeline, identity)
      this.wentBy.push({ at, lsn: mark.lsn })
      if (this.wentBy.length > WENT_BY_KEPT) this.wentBy.splice(1, 1)
      if (why !== undefined || found === undefined) return this.leave(why ?? 'it does not answer')
      this.learn(found)
      this.turn(undefined)
    } catch (error) {
      // Where the primary does not answer there are no marks, and nothing is read here; one that answers so never has one.
      if (!(error instanceof DatabaseTrouble)) this.leave(`the primary says: ${(error as Error).message}`)
    } finally {
      this.isLooking = false
      this.inspectedAt = undefined
    }
  }

  /** What it is now, and why it can't be used: undefined where it can. */
  private async inspect(
    timeline: number,
    identity: string | null,
  ): Promise<{ found?: Found; why: string | undefined }> {
    let client: PoolClient | undefined
    let why: string | undefined
    try {
      client = await this.ways.looks.connect()
      const asked = Date.now()
      const [found, { rows }] = await allOf([stateOn(client), client.query(LOOK)])
      const { identity: its, now, lockMs } = rows[0]
      if (lockMs !== this.ways.lockMs) why = 'a pooler answers in its place'
      else if (its !== identity) why = 'it is of another database'
      else if (!found.isStandby) why = 'it is no standby'
      else if (found.timeline !== timeline) why = `it has not followed to timeline ${timeline} yet`
      else why = wrongInClock(new Date(now).getTime(), asked, Date.now())
      return { found, why }
    } catch (error) {
      why = (error as Error).message
      return { why }
    } finally {
      client?.release(why !== undefined)
    }
  }
}

const has = (found: Found, mark: Mark): boolean =>
  found.isStandby && found.timeline === mark.timeline && found.lsn >= mark.lsn

async function stateOn(client: PoolClient): Promise<Found> {
  const { rows } = await client.query(STATE)
  return rows[0]
}

function reasonOf(error: unknown): Reason {
  if (!(error instanceof DatabaseTrouble)) return 'refused'
  const { trouble, code } = error
  if (code === TAKES_NO_WRITES) return 'refused'
  return trouble === 'busy' ? 'busy' : trouble === 'locked' ? 'conflict' : 'away'
}

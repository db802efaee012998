/** How SQL is spoken: a tagged template, ways to ask, and transactions. No query builder, no ORM. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Mark, Replica } from './replica.ts'
import { inTransaction, type Transaction } from './transaction.ts'
import { DatabaseTrouble, TAKES_NO_WRITES, type Trouble } from './trouble.ts'

export { sql }

/** SQL and the type of its rows; a part of a statement, and one whose rows are not read, has none. */
export type Statement<Row = unknown> = RawBuilder<Row>

declare const notNull: unique symbol

/**
 * Beside the type of a row: these columns are never null, though the database can't tell, such as what is read of the
 * one row of settings. `Row & NotNull<'rates' | 'markets[].days'>`; `npm run check` finds all others by itself.
 */
export interface NotNull<Columns extends string> {
  readonly [notNull]?: Columns
}

/** Asks one statement. Inside a transaction it is that transaction's; elsewhere each statement is a transaction of its own. */
export interface Db {
  many<Row>(statement: Statement<Row>): Promise<Row[]>
  maybe<Row>(statement: Statement<Row>): Promise<Row | undefined>
  /** The one row that there must be; none is a fault. */
  only<Row>(statement: Statement<Row>): Promise<Row>
  /** How many rows were written. */
  run(statement: Statement): Promise<number>
  /** The rows of both, which are asked in this order in one trip. The first statements of a transaction go with its beginning. */
  both<A, B>(first: Statement<A>, second: Statement<B>): Promise<[A[], B[]]>
  /** As `many`; in a transaction with its end in the same trip, so that nothing can be asked after it. */
  ending<Row>(statement: Statement<Row>): Promise<Row[]>
  /** As `many`; as `ending` where the call asks nothing more in its transaction. */
  last<Row>(statement: Statement<Row>): Promise<Row[]>
  /** The moment by the database's clock: one statement, in a transaction asked once its locks are held. */
  now(): Promise<Date>
  /** The moment that the clock is fixed at (`fixedAt`); null where it runs. */
  readonly fixed: Date | null
  /** What rows are stamped with as they are written (anchors/stamp.ts), which no statement holds; null: none are. */
  readonly stampKey: Buffer | null
  /** The acts that are written to the audit: within a transaction its own, which count once it is committed. */
  readonly acts: WrittenAct[]
}

/** A row of the audit, as the server that wrote it knows it. */
export interface WrittenAct {
  readonly id: number
  readonly hash: Buffer
}

/** A database with its pools: statements on their own, or several as one transaction. `await using` closes it. */
export interface Database extends Db, AsyncDisposable {
  /**
   * All of `work` or nothing. A deadlock is tried again while that is quick, three tries in all, so `work` may run more
   * than once. Fails with the trouble `unknown` where the connection was lost while it was committed.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** For statements that are quick and must not wait for slow ones: the check of a token, the check of readiness. */
  readonly quick: Db
  /** For files, which would break off: where the database is busy, a statement waits and is asked again, for 20 seconds. */
  readonly patient: Db
  readonly kysely: Kysely<unknown>
  /** A standby that is read from by `readingFrom`; null: there is none. */
  readonly replica: Replica | null
  /** By pool. */
  connections(): Readonly<Record<string, Connections>>
  /** For how long a call waits that asks for a connection of each pool now, in milliseconds; 0: none waits. */
  waitedMs(): Readonly<Record<keyof Pools, number>>
  close(): Promise<void>
}

/** Of one pool: so many are open, of which some rest; so many calls wait for one. */
interface Connections {
  readonly open: number
  readonly resting: number
  readonly waiting: number
}

const LOCK_TIMEOUT = '55P03'
const TRIES = 3
const TRIED_WITHIN_MS = 2_000
/** Each waits three seconds for a connection: 20 seconds in all. */
const PATIENT_TRIES = 5
const BETWEEN_MS = 1_000

/** Where no anchor is signed they are never taken. */
const ACTS_KEPT = 10_000

export interface Pools {
  /** Serves single statements. */
  readonly reading: Pool
  /** Serves transactions. */
  readonly writing: Pool
  readonly quick: Pool
}

interface Around {
  readonly kysely: Kysely<unknown>
  readonly stampKey: Buffer | null
  readonly replica: Replica | null
  readonly connections: Database['connections']
  readonly waitedMs: Database['waitedMs']
  readonly onClose: () => Promise<void>
}

export function databaseOf(
  pools: Pools,
  { kysely, stampKey, replica, connections, waitedMs, onClose }: Around,
): Database {
  const { reading, writing, quick } = pools
  const acts: WrittenAct[] = []
  const close = async () => {
    await Promise.all([onClose(), ...[...new Set(Object.values(pools))].map((pool) => pool.end())])
  }
  return {
    ...dbOf(reading, { kysely, stampKey }),
    acts,
    quick: dbOf(quick, { kysely, stampKey }),
    patient: dbOf(reading, { kysely, stampKey }, PATIENT_TRIES),
    kysely,
    replica,
    connections,
    waitedMs,
    close,
    [Symbol.asyncDispose]: close,
    async transaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const begun = performance.now()
      for (let attempt = 1; ; attempt++) {
        let tried: Transaction | undefined
        try {
          const written: WrittenAct[] = []
          const result = await inTransaction(writing, async (transaction) => {
            tried = transaction
            return work({ ...within(transaction, { kysely, stampKey }), acts: written })
          })
          acts.push(...written)
          if (acts.length > ACTS_KEPT) acts.splice(0, acts.length - ACTS_KEPT)
          return result
        } catch (error) {
          const isLost = isTrouble(error, 'away') && error.code !== TAKES_NO_WRITES
          const isUnknown = tried?.hasEnded || (tried?.isEnding && isLost)
          if (isUnknown) throw new DatabaseTrouble('unknown', error)
          const isInTime = attempt < TRIES && performance.now() - begun < TRIED_WITHIN_MS
          if (!isInTime || !isDeadlock(error)) throw error
        }
      }
    },
  }
}

const isTrouble = (error: unknown, trouble: Trouble): error is DatabaseTrouble =>
  error instanceof DatabaseTrouble && error.trouble === trouble

/** Two transactions that wait for each other, or that each saw what the other has changed. */
const isDeadlock = (error: unknown) => isTrouble(error, 'locked') && error.code !== LOCK_TIMEOUT

/**
 * What a call that only reads asks: the standby where it has all that was written until `mark`, else `primary`, the database
 * itself or its `patient`. Once the primary was asked it is for the rest of the call, so that nothing read goes back in
 * time. Null: there is no mark, or no standby.
 */
export function readingFrom({ replica, kysely }: Database, primary: Db, mark: Mark | null): Db {
  if (replica === null || mark === null) return primary
  let isLeft = false
  const many = async <Row>(statement: Statement<Row>): Promise<Row[]> => {
    const rows = isLeft ? undefined : await replica.ask(statement.compile(kysely), mark)
    isLeft ||= rows === undefined
    return (rows as Row[] | undefined) ?? primary.many(statement)
  }
  const run = (statement: Statement) => {
    isLeft = true
    return primary.run(statement)
  }
  const both: Db['both'] = async (first, second) => [await many(first), await many(second)]
  return askedBy({ many, run, both, ending: many }, primary.stampKey)
}

type Asking = Pick<Db, 'many' | 'run' | 'both' | 'ending'>

interface Spoken {
  readonly kysely: Kysely<unknown>
  readonly stampKey: Buffer | null
}

function dbOf(pool: Pool, { kysely, stampKey }: Spoken, tries = 1): Db {
  const ask = async (statement: Statement) => {
    const { sql, parameters } = statement.compile(kysely)
    const client = await pool.connect()
    try {
      return await client.query(sql, parameters as unknown[])
    } finally {
      client.release()
    }
  }
  const many = async <Row>(statement: Statement<Row>) =>
    (await whileBusy(() => ask(statement), tries)).rows as Row[]
  return askedBy(
    {
      many,
      run: async (statement) => (await ask(statement)).rowCount ?? 0,
      both: async (first, second) => [await many(first), await many(second)],
      ending: many,
    },
    stampKey,
  )
}

function within(transaction: Transaction, { kysely, stampKey }: Spoken): Db {
  return askedBy(
    {
      many: async <Row>(statement: Statement<Row>) =>
        (await transaction.ask(statement.compile(kysely))).rows as Row[],
      run: async (statement) => (await transaction.ask(statement.compile(kysely))).rowCount ?? 0,
      both: async <A, B>(first: Statement<A>, second: Statement<B>) => {
        const [one, other] = await transaction.both(first.compile(kysely), second.compile(kysely))
        return [one.rows as A[], other.rows as B[]]
      },
      ending: async <Row>(statement: Statement<Row>) =>
        (await transaction.last(statement.compile(kysely))).rows as Row[],
    },
    stampKey,
  )
}

function askedBy(asking: Asking, stampKey: Buffer | null): Db {
  const { many } = asking
  return {
    ...asking,
    last: many,
    maybe: async (statement) => (await many(statement))[0],
    async only(statement) {
      const rows = await many(statement)
      if (rows.length !== 1) throw new Error(`one row was due, ${rows.length} came`)
      return rows[0]!
    },
    async now() {
      const [row] = await many<{ now: string }>(sql`select clock_timestamp() as now`)
      return new Date(row!.now)
    },
    fixed: null,
    stampKey,
    acts: [],
  }
}

/**
 * The same, with the clock fixed at this moment: a verb that acts through another one at its own moment, and
 * demonstration data and tests that live through thirty days in a second.
 */
export function fixedAt(db: Db, moment: Date): Db {
  return { ...db, now: async () => moment, fixed: moment }
}

/** The moment, in SQL. One text, fixed or not: a statement with a name is known to a connection by it. */
export const nowOf = (db: Db): Statement => sql`coalesce(${db.fixed}::timestamptz, clock_timestamp())`

/** A moment as the calls write it, within JSON that is made in SQL: ISO 8601 in UTC, to the millisecond. */
export const instantText = (moment: Statement): Statement =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Tries the work again, a second later each time, where it found no connection. */
async function whileBusy<T>(work: () => Promise<T>, tries: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= tries || !isTrouble(error, 'busy')) throw error
      await pause(BETWEEN_MS)
    }
  }
}

/** The conditions that apply, joined by `and`; true where there is none. */
export function and(conditions: readonly (Statement | false | undefined)[]): Statement {
  const applying = conditions.filter((condition): condition is Statement => Boolean(condition))
  return applying.length === 0 ? sql`true` : sql.join(applying, sql` and `)
}

/** A pattern for `like` that finds what a person typed anywhere, with %, _ and \ meaning themselves. */
export function containing(typed: string): string {
  return `%${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

export const pagesOf = (total: number, limit: number): number => Math.ceil(total / limit)

/** A page as the specification's older lists say it. */
export function paginationOf(total: number, page: number, limit: number) {
  return { currentPage: page, totalPages: pagesOf(total, limit), totalItems: total, itemsPerPage: limit }
}

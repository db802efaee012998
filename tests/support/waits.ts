/**
 * The limits of every wait in the tests and the proofs: so generous that only what hangs meets them, however busy the
 * machine is. Whoever works on one thing sets a shorter one: `npm test -- http users --testTimeout 20000`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type Db, sql } from '../../server/src/database/db.ts'

/** For one thing that is waited for, in milliseconds. */
export const HANG_MS = 5 * 60_000
/** For one test, in milliseconds. */
export const TEST_MS = 3 * HANG_MS
/** For one story in a browser, in milliseconds; one that hangs is tried again, and others wait for it. */
export const STORY_MS = 8 * 60_000
/** For one thing that a story waits for, in milliseconds. */
export const STORY_WAIT_MS = STORY_MS / 4

/** As it was when this was loaded: a test may let the clock run faster. */
const now = performance.now.bind(performance)

/** Asks until it is so, and returns what was so; `undefined` and `false` are not. */
export async function until<T>(
  ask: () => T | Promise<T>,
  everyMs = 20,
): Promise<Exclude<T, undefined | false>> {
  const hung = now() + HANG_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>
    if (now() > hung) throw new Error(`It never came: ${ask}`)
    await pause(everyMs)
  }
}

const WAITING = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Until a call is answered, or so many wait for a lock of the database: what crosses it can go on. */
export async function answeredOrLocked(database: Db, call: Promise<unknown>, locked = 1): Promise<void> {
  let isAnswered = false
  void call.finally(() => {
    isAnswered = true
  })
  await until(async () => isAnswered || (await database.many(WAITING)).length >= locked)
}

/** Until so many wait for a lock of the database, or for an advisory one of this kind (LOCKS). */
export async function untilLocked(database: Db, many = 1, kind?: number): Promise<void> {
  const waiting =
    kind === undefined
      ? WAITING
      : sql`select from pg_locks where locktype = 'advisory' and classid = ${kind}::int and not granted`
  await until(async () => (await database.many(waiting)).length >= many)
}

/** What a call answers that is made once this work is done, whose transaction ends when the call waits for a lock. */
export async function crossing<T>(
  database: Database,
  work: (db: Db) => Promise<unknown>,
  call: () => Promise<T>,
  kind?: number,
): Promise<T> {
  const { answer } = await database.transaction(async (db) => {
    await work(db)
    const answer = call()
    await untilLocked(database, 1, kind)
    return { answer }
  })
  return answer
}

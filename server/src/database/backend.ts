/** A transaction that is under way, so that others can end it. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Db, sql } from './db.ts'

const ASK_AGAIN_MS = 100

/** The process that works at it; behind a pooler, and in a pool, it works at another's next. So its beginning is told, too. */
export interface Backend {
  readonly pid: number
  /** As PostgreSQL writes it, to the microsecond. */
  readonly since: string
}

/** That of this transaction. */
export const backendOf = (db: Db): Promise<Backend> =>
  db.only<Backend>(sql`select pg_backend_pid() as pid, now()::text as since`)

/** Ends the statement under way of each that has not ended; between two statements there is none. */
export async function cancel(db: Db, backends: readonly Backend[]): Promise<void> {
  const pids = backends.map(({ pid }) => pid)
  const moments = backends.map(({ since }) => since)
  await db.run(sql`
    select pg_cancel_backend(a.pid) from unnest(${pids}::int[], ${moments}::timestamptz[]) as b (pid, since)
    join pg_stat_activity a on a.pid = b.pid and a.xact_start = b.since`)
}

/** Ends what these do until it is over. Between two statements there is nothing to end, so it is asked again. */
export async function cancelUntil(over: Promise<unknown>, db: Db, backends: ReadonlySet<Backend>) {
  let isOver = false
  void over.then(() => {
    isOver = true
  })
  while (!isOver) {
    // A database that can't be asked ends it by itself.
    if (backends.size > 0) await cancel(db, [...backends]).catch(() => {})
    await Promise.race([over, pause(ASK_AGAIN_MS)])
  }
}

/** Called with each transaction of some work, so that it can be ended. */
export type OnBackend = (backend: Backend) => void

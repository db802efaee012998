/** What a server does with the books by itself: it closes every day that can be, the oldest first, and makes the sums of players that are asked for. */
import { backendOf, type OnBackend } from '../database/backend.ts'
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { type Loop, type Rhythm, startCancellable } from '../loop.ts'
import { closeNext } from './close.ts'
import { goOn } from './month-run.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000
/** So long after a day was closed the next needs more than the database's clock (`closeNext`): a sheet is for good. */
const PACE_MS = 12 * 3_600_000
const MONTHS_EVERY_MS = 1_000
const MONTHS_REST_MS = 30_000

export function watchDays(database: Database, log: Pick<Log, 'error'>): Loop {
  let pacedUntil = 0
  const closeOne = async (onBackend: OnBackend) => {
    const isClosed = await database.transaction(async (db) => {
      onBackend(await backendOf(db))
      return closeNext(db, performance.now() < pacedUntil)
    })
    if (isClosed) pacedUntil = performance.now() + PACE_MS
    return isClosed
  }
  return watch(database, closeOne, {
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    onFailed: (err) => log.error({ err }, 'A day could not be closed.'),
  })
}

export function watchMonths(database: Database, log: Pick<Log, 'error'>): Loop {
  return watch(database, (onBackend) => goOn(database, onBackend), {
    everyMs: MONTHS_EVERY_MS,
    restMs: MONTHS_REST_MS,
    onFailed: (err) => log.error({ err }, "Players' sums of a month could not be made."),
  })
}

/** Works for as long as there is something to do. */
const watch = (database: Database, work: (onBackend: OnBackend) => Promise<boolean>, rhythm: Rhythm): Loop =>
  startCancellable(
    database,
    async (onBackend, signal) => {
      while (!signal.aborted && (await work(onBackend)));
    },
    rhythm,
  )

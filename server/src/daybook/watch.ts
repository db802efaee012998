/** What a server does with the books by itself: it closes every day that can be, the oldest first, and makes the sums of players that are asked for. */
import { type Backend, backendOf, cancelUntil } from '../database/backend.ts'
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { type Loop, type Rhythm, startLoop } from '../loop.ts'
import { closeNext } from './close.ts'
import { goOn } from './month-run.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000
const MONTHS_EVERY_MS = 1_000
const MONTHS_REST_MS = 30_000

export function watchDays(database: Database, log: Pick<Log, 'error'>): Loop {
  const closeOne = (tell: Tell) =>
    database.transaction(async (db) => {
      tell(await backendOf(db))
      return closeNext(db)
    })
  return watch(database, closeOne, {
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    onFailed: (err) => log.error({ err }, 'A day could not be closed.'),
  })
}

export function watchMonths(database: Database, log: Pick<Log, 'error'>): Loop {
  return watch(database, (tell) => goOn(database, tell), {
    everyMs: MONTHS_EVERY_MS,
    restMs: MONTHS_REST_MS,
    onFailed: (err) => log.error({ err }, "Players' sums of a month could not be made."),
  })
}

type Tell = (backend: Backend) => void

/**
 * Works for as long as there is something to do, and tells in which transactions. What is read as it is stopped is ended,
 * and read anew by the next one.
 */
function watch(database: Database, work: (tell: Tell) => Promise<boolean>, rhythm: Rhythm): Loop {
  const backends = new Set<Backend>()
  const once = () => work((backend) => backends.add(backend)).finally(() => backends.clear())
  const loop = startLoop(async (signal) => {
    while (!signal.aborted && (await once()));
  }, rhythm)
  return {
    async stop() {
      const stopped = loop.stop()
      await cancelUntil(stopped, database, backends)
      await stopped
    },
  }
}

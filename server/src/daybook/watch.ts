/** What a server does with the books by itself: it closes every day that can be, the oldest first, and makes the sums of players that are asked for. */
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { type Loop, startLoop } from '../loop.ts'
import { closeNext } from './close.ts'
import { goOn } from './month-run.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000
const MONTHS_EVERY_MS = 1_000
const MONTHS_REST_MS = 30_000

export function watchDays(database: Database, log: Pick<Log, 'error'>): Loop {
  return startLoop(
    async (signal) => {
      while (!signal.aborted && (await database.transaction(closeNext)));
    },
    {
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      onFailed: (err) => log.error({ err }, 'A day could not be closed.'),
    },
  )
}

/** Ends after the day that is read. */
export function watchMonths(database: Database, log: Pick<Log, 'error'>): Loop {
  return startLoop(
    async (signal) => {
      while (!signal.aborted && (await goOn(database)));
    },
    {
      everyMs: MONTHS_EVERY_MS,
      restMs: MONTHS_REST_MS,
      onFailed: (err) => log.error({ err }, "Players' sums of a month could not be made."),
    },
  )
}

/** Closes days by themselves, for as long as the server runs: every one that can be, the oldest first. */
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { type Loop, startLoop } from '../loop.ts'
import { closeNext } from './close.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000

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

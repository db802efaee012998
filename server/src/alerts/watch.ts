/** Tells the owner of alerts for as long as the server runs; of several servers one at a time, but each what only it knows of. */
import type { Database } from '../database/db.ts'
import { holdLease } from '../database/lease.ts'
import { type Loop, startLoop } from '../loop.ts'
import { type Telling, tellAlerts, tellOwn } from './tell.ts'

const EVERY_MS = 15_000
const FIRST_MS = 5_000
/** Longer than a run lasts where no receiver answers, and short enough that another server goes on within a minute. */
const LEASE_SECONDS = 40

export function watchAlerts(database: Database, telling: Telling): Loop | undefined {
  if (Object.keys(telling.ways).length === 0) return undefined
  return startLoop(
    async (signal) => {
      if (await holdLease(database, 'alerts', LEASE_SECONDS)) await tellAlerts(database, telling, signal)
      else await tellOwn(database, telling)
    },
    {
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      onFailed: (err) => telling.log.error({ err }, 'The owner could not be told of alerts.'),
    },
  )
}

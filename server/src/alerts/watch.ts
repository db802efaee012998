/** Tells the owner of alerts for as long as the server runs; of several servers one at a time, but each what only it knows of. */
import type { Database } from '../database/db.ts'
import { type Loop, startLoop } from '../loop.ts'
import { type Telling, tellAlerts } from './tell.ts'

const EVERY_MS = 15_000
const FIRST_MS = 5_000

export function watchAlerts(database: Database, telling: Telling): Loop | undefined {
  if (Object.keys(telling.ways).length === 0) return undefined
  return startLoop((signal) => tellAlerts(database, telling, signal), {
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    onFailed: (err) => telling.log.error({ err }, 'The owner could not be told of alerts.'),
  })
}

/** Looks every twenty seconds whether a due result may be declared by itself (auto.ts), for as long as the server runs. */
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { autoDeclare } from './auto.ts'
import type { Source } from './source.ts'

const EVERY_MS = 20_000

export function watchResults(database: Database, source: () => Source, log: Log) {
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(async () => {
      try {
        for (const due of await autoDeclare(database, source())) log.warn({ due }, 'declared by itself')
      } catch (error) {
        log.error({ err: error }, 'auto declare')
      }
    })
  }, EVERY_MS)
  return {
    /** Ends after what is under way. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}

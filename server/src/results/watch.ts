/**
 * What a server does with results by itself, every twenty seconds for as long as it runs: it declares what is due where
 * that may be (auto.ts), and goes on with refunds that a void still owes, whoever began them.
 */
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { findRuns, payRun } from '../ledger/pay-refunds.ts'
import { autoDeclare } from './auto.ts'
import type { Source } from './source.ts'

const EVERY_MS = 20_000

export function watchResults(database: Database, source: () => Source, log: Log) {
  const ending = new AbortController()

  async function declareDue(): Promise<void> {
    for (const due of await autoDeclare(database, source())) log.warn({ due }, 'declared by itself')
  }
  async function payRefunds(): Promise<void> {
    for (const run of await findRuns(database)) {
      if (await payRun(database, run, { signal: ending.signal, leaves: true }))
        log.warn({ run }, 'refunds of a void paid to the end')
    }
  }

  const declaring = lookEvery(declareDue, (err) => log.error({ err }, 'auto declare'))
  const paying = lookEvery(payRefunds, (err) => log.error({ err }, 'refunds of voids'))
  void paying.look() // What a server that was killed left.
  return {
    /** Ends after what is under way; of refunds that is one batch. */
    async stop(): Promise<void> {
      ending.abort()
      await Promise.all([declaring.stop(), paying.stop()])
    },
  }
}

/** One look after the other; what a look misses because it failed, the next one finds. */
function lookEvery(work: () => Promise<void>, onFailed: (error: unknown) => void) {
  let looking: Promise<void> = Promise.resolve()
  const look = () => {
    looking = looking.then(() => work().catch(onFailed))
    return looking
  }
  const timer = setInterval(look, EVERY_MS)
  return {
    look,
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}

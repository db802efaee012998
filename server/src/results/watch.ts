/**
 * What a server does with results by itself, every twenty seconds for as long as it runs: it declares what is due where
 * that may be (auto.ts), and goes on with refunds that a void still owes, also those that another server began.
 */
import type { Database } from '../database/db.ts'
import type { Log } from '../http/busy.ts'
import { findRuns, payRun } from '../ledger/pay-refunds.ts'
import { startLoop } from '../loop.ts'
import { autoDeclare } from './auto.ts'
import type { Source } from './source.ts'

const EVERY_MS = 20_000

interface Watching {
  readonly database: Database
  readonly source: () => Source
  /** Told how many seconds each declaration took. */
  readonly onDeclared: (seconds: number) => void
  readonly log: Log
}

export function watchResults({ database, source, onDeclared, log }: Watching) {
  async function declareDue(): Promise<void> {
    for (const due of await autoDeclare(database, source(), log)) {
      onDeclared(due.tookSeconds)
      log.warn({ due }, 'declared by itself')
    }
  }
  /** A run that fails holds up no other. */
  async function payRefunds(signal: AbortSignal): Promise<void> {
    for (const run of await findRuns(database)) {
      try {
        if (await payRun(database, run, { signal, leaves: true }))
          log.warn({ run }, 'refunds of a void paid to the end')
      } catch (err) {
        log.error({ err, run }, 'refunds of voids')
      }
    }
  }

  const declaring = startLoop(declareDue, {
    everyMs: EVERY_MS,
    firstMs: EVERY_MS,
    onFailed: (err) => log.error({ err }, 'auto declare'),
  })
  // The first run finds what a server that was killed left.
  const paying = startLoop(payRefunds, {
    everyMs: EVERY_MS,
    onFailed: (err) => log.error({ err }, 'refunds of voids'),
  })
  return {
    /** Ends after what is under way; of refunds that is one batch. */
    async stop(): Promise<void> {
      await Promise.all([declaring.stop(), paying.stop()])
    },
  }
}

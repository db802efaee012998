/** Work that a server repeats until it is stopped: one run after the other, never two at once. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Backend, cancelUntil, type OnBackend } from './database/backend.ts'
import type { Db } from './database/db.ts'

export interface Rhythm {
  /** Milliseconds from the end of one run to the begin of the next. */
  readonly everyMs: number
  /** Milliseconds before the first run; 0 by default. */
  readonly firstMs?: number
  /** Milliseconds after a run that failed; `everyMs` by default. */
  readonly restMs?: number
  /** Called with what a run threw, unless it was stopped: the next run finds what this one missed. */
  readonly onFailed: (error: unknown) => void
}

export interface Loop {
  /** Ends the pause, aborts the run's signal, and resolves when the run has ended. */
  stop(): Promise<void>
}

export function startLoop(work: (signal: AbortSignal) => Promise<void>, rhythm: Rhythm): Loop {
  const { everyMs, firstMs = 0, restMs = everyMs, onFailed } = rhythm
  const ending = new AbortController()
  const { signal } = ending
  const rest = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    if (firstMs > 0) await rest(firstMs)
    while (!signal.aborted) {
      const isDone = await work(signal).then(
        () => true,
        (error) => {
          if (!signal.aborted) onFailed(error)
          return false
        },
      )
      await rest(isDone ? everyMs : restMs)
    }
  }

  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}

/** A loop whose work tells of its transactions: what they do as it is stopped is ended, and done anew by the next one. */
export function startCancellable(
  db: Db,
  work: (onBackend: OnBackend, signal: AbortSignal) => Promise<void>,
  rhythm: Rhythm,
): Loop {
  const backends = new Set<Backend>()
  const once = (signal: AbortSignal) =>
    work((backend) => backends.add(backend), signal).finally(() => backends.clear())
  const loop = startLoop(once, rhythm)
  return {
    async stop() {
      const stopped = loop.stop()
      await cancelUntil(stopped, db, backends)
      await stopped
    },
  }
}

/** What comes of the work, or the failure `late` once it takes too long, or once the loop is stopped. It goes on unheard then. */
export async function within<T>(
  ms: number,
  work: Promise<T>,
  { late, signal }: { readonly late: Error; readonly signal?: AbortSignal | undefined },
): Promise<T> {
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(() => over.reject(late), ms)
  const end = () => over.reject(new Error('the server stops'))
  signal?.addEventListener('abort', end)
  return Promise.race([work, over.promise]).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  })
}

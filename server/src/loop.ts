/** What a server does by itself, again and again, until it is stopped: one look after the other, never two at once. */
import { setTimeout as pause } from 'node:timers/promises'

export interface Rhythm {
  /** From the end of one look to the next, in milliseconds. */
  readonly everyMs: number
  /** Before the first look; 0 where nothing is said. */
  readonly firstMs?: number
  /** After a look that failed; as after any other where nothing is said. */
  readonly restMs?: number
  /** What a look misses because it failed, the next one finds. Not called for a look that failed because it was stopped. */
  readonly onFailed: (error: unknown) => void
}

export interface Loop {
  /** Ends the pause, asks the look to end by its signal, and comes back when it has. */
  stop(): Promise<void>
}

export function startLoop(look: (signal: AbortSignal) => Promise<void>, rhythm: Rhythm): Loop {
  const { everyMs, firstMs = 0, restMs = everyMs, onFailed } = rhythm
  const ending = new AbortController()
  const { signal } = ending
  const rest = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    if (firstMs > 0) await rest(firstMs)
    while (!signal.aborted) {
      const isDone = await look(signal).then(
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

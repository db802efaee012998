/** When the server is to end: by a signal, or because the script that started it asks or was killed (scripts/run.mjs). */

/** Calls `stop` once, however often and in whatever ways the end is asked for. */
export function onShutdown(stop: () => void): void {
  let isAsked = false
  const ask = () => {
    if (isAsked) return
    isAsked = true
    stop()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  process.on('message', (message) => {
    if (message === 'stop') ask() // Windows has no signals.
  })
  process.on('disconnect', ask)
}

/** How long to wait before the next try, after so many failures in a row. */
const BACK_OFF_MS = [500, 1000, 2000, 5000, 10_000, 20_000, 30_000] as const

/** Some time between half of it and all: many screens whose server has gone do not come back at once. */
export function backOff(failures: number): number {
  const ms = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1]!
  return ms * (0.5 + Math.random() / 2)
}

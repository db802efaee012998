/** Figures of what was measured, how they are printed, and what a bench says of one that is not allowed. */

/** The one below which this share of all lies. */
export function part(all: readonly number[], share: number): number {
  const nth = Math.min(all.length - 1, Math.floor(all.length * share))
  return all.toSorted((a, b) => a - b)[nth] ?? Number.NaN
}

export const median = (all: readonly number[]): number => part(all, 0.5)

/** Milliseconds that it took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The median of so many rounds, in milliseconds. */
export async function medianOf(rounds: number, work: () => Promise<unknown>): Promise<number> {
  await work() // Warms caches.
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(work))
  return median(times)
}

/** Prints lines of a table whose columns are so wide: what each is about, and its figures. */
export const tableOf =
  (first: number, others: number) =>
  (what: string, ...cells: readonly string[]): void =>
    console.log(what.padEnd(first) + cells.map((cell) => cell.padStart(others)).join(''))

export const number = new Intl.NumberFormat('en-IN')

export function fail(sentence: string): void {
  console.log(`✗ ${sentence}`)
  process.exitCode = 1
}

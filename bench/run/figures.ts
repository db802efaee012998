/** Figures of what was measured, and what a bench says of one that is not allowed. */

/** The one below which this share of all lies. */
export function part(all: readonly number[], share: number): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? Number.NaN
}

export const median = (all: readonly number[]): number => part(all, 0.5)

export function fail(sentence: string): void {
  console.log(`✗ ${sentence}`)
  process.exitCode = 1
}

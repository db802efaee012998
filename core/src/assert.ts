/** The laws that core keeps. A broken one is a fault of ours; a person's mistake gets null or a reason. */

/** Throws when a law does not hold. Not for checking what a person typed. */
export function assert(holds: boolean, law: string): asserts holds {
  if (!holds) throw new Error(`Broken law: ${law}`)
}

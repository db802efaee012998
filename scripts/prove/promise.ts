/** What a proof of a promise is given, and what it comes to. The promises are one file each beside this one. */

export interface Run {
  /** How often; each proof has its own measure of it. */
  readonly rounds?: number
  /** Of what it fills its house with: 0.1 is a tenth. Whole where nothing is said. */
  readonly size?: number
  /** The same seed makes the same choices. What processes do at the same moment stays chance. */
  readonly seed: number
  /** Whether a promise of time is held, too. Not by `npm test`, which does not know how quick its machine is. */
  readonly isTimed?: boolean
  readonly say: (line: string) => void
}

export interface Proven {
  /** What was done, in one sentence. */
  readonly did: string
  /** What broke the promise; nothing where it was kept. */
  readonly wrong: readonly string[]
}

export type Proof = (run: Run) => Promise<Proven>

/** It can't be proved here; the message says in a sentence what is missing. */
export class CannotProve extends Error {}

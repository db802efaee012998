/** At which multiplier a bid could be placed when: today's rates, and the acts of the audit that changed them. */
import { times } from './words.ts'

/** The game of each rate; the rates spell some of them otherwise. */
const SPELT: Readonly<Record<string, string>> = {
  single_panna: 'single_pana',
  double_panna: 'double_pana',
  triple_panna: 'tripple_pana',
}
/** A bid of a transaction that was under way has the rate before: none lasts so long. */
const UNDER_WAY_MS = 60_000

export interface RateAct {
  readonly id: string
  readonly at: Date
  /** `<rate>_2` is a multiplier. */
  readonly before: Readonly<Record<string, number>>
  readonly after: Readonly<Record<string, number>>
}

interface Change {
  readonly at: number
  readonly before: bigint
  readonly after: bigint
}

const hundredths = (multiplier: number | undefined) => BigInt(Math.round((multiplier ?? 0) * 100))

export class Rates {
  /** What of the history doesn't go on from one act to the next; of these games each bid's own multiplier is taken. */
  readonly broken = new Map<string, string>()
  readonly #changes = new Map<string, readonly Change[]>()
  readonly #now: ReadonlyMap<string, bigint>

  /** `now` in hundredths by the rate's name; the acts in their order. */
  constructor(now: ReadonlyMap<string, bigint>, acts: readonly RateAct[]) {
    this.#now = now
    for (const [name, rate] of now) {
      const changes = acts
        .filter(({ after }) => `${name}_2` in after)
        .map(({ at, before, after }) => ({
          at: at.getTime(),
          before: hundredths(before[`${name}_2`]),
          after: hundredths(after[`${name}_2`]),
        }))
      this.#changes.set(name, changes)
      const next = [...changes.slice(1).map(({ before }) => before), rate]
      const gap = changes.findIndex(({ after }, nth) => after !== next[nth])
      if (gap >= 0)
        this.broken.set(name, `× ${times(changes[gap]!.after)} by the audit, then × ${times(next[gap]!)}`)
    }
  }

  /** The multipliers that a bid of this game could have then; null where the history doesn't tell. */
  at(game: string, moment: number): readonly bigint[] | null {
    const name = SPELT[game] ?? game
    const changes = this.#changes.get(name)
    if (!changes || this.broken.has(name)) return null
    const rate =
      changes.findLast(({ at }) => at <= moment)?.after ?? changes[0]?.before ?? this.#now.get(name)!
    const within = changes.filter(({ at }) => at <= moment && at > moment - UNDER_WAY_MS)
    return [rate, ...within.map(({ before }) => before)]
  }
}

/** Chance that repeats by its seed: the demonstration of one day is the same on every machine. Never for a secret. */

export interface Chance {
  happens(probability: number): boolean
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  between(least: number, most: number): number
  oneOf<T>(list: readonly T[]): T
  /** One of these, each as likely as its weight says. */
  weighted<T>(list: readonly T[], weightOf: (each: T) => number): T
  /** So many different ones, or all there are, in no order. */
  several<T>(list: readonly T[], count: number): T[]
  /** So many figures as text. */
  figures(count: number): string
}

export function chanceOf(seed: number): Chance {
  const fraction = fractionsOf(seed)
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  const oneOf = <T>(list: readonly T[]) => list[whole(0, list.length - 1)]!
  return {
    happens: (probability) => fraction() < probability,
    whole,
    between: (least, most) => least + fraction() * (most - least),
    oneOf,
    weighted(list, weightOf) {
      let left = fraction() * list.reduce((sum, each) => sum + weightOf(each), 0)
      for (const each of list) {
        left -= weightOf(each)
        if (left < 0) return each
      }
      return list.at(-1)!
    },
    several(list, count) {
      const left = [...list]
      const taken = Math.min(count, left.length)
      return Array.from({ length: taken }, () => left.splice(whole(0, left.length - 1), 1)[0]!)
    },
    figures: (count) => Array.from({ length: count }, () => whole(0, 9)).join(''),
  }
}

/** Mulberry32: 32 bits of state, and every platform computes the same. */
function fractionsOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

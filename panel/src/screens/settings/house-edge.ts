/** What the house keeps of a stake on average, from the true odds of the draw. */
import type { RateKey } from '@munim/core'

/**
 * How many of how many equally likely draws win. A panna is drawn as three figures, each of the thousand orders equally
 * likely: a single panna comes in six of them, a double in three, a triple in one. (By the chart, one of 220, all would be
 * alike; draws are not.) A sangam is reckoned with single pannas, which come most often: others leave the house more.
 */
export const CHANCES: Readonly<Record<RateKey, { readonly wins: number; readonly of: number }>> = {
  single_digit: { wins: 1, of: 10 },
  odd_even: { wins: 1, of: 10 },
  jodi_digit: { wins: 1, of: 100 },
  red_bracket: { wins: 1, of: 100 },
  single_pana: { wins: 6, of: 1000 },
  double_pana: { wins: 3, of: 1000 },
  tripple_pana: { wins: 1, of: 1000 },
  sp: { wins: 6, of: 1000 },
  dp: { wins: 3, of: 1000 },
  tp: { wins: 1, of: 1000 },
  half_sangam: { wins: 6, of: 10_000 },
  full_sangam: { wins: 36, of: 1_000_000 },
}

/** Percent of the stakes that stay on average, to a tenth; below zero where the house would lose. */
export function keptOf(key: RateKey, multiplier: number): number {
  const { wins, of } = CHANCES[key]
  const kept = 100 - (100 * wins * multiplier) / of
  return Math.round(kept * 10) / 10 || 0
}

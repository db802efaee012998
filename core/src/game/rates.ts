/** What each game pays and the least that may be bet on it. A bid keeps the multiplier it was placed at. */
import { type Multiplier, type Paise, readMultiplier, readRupees, winOf } from '../money.ts'
import type { RateKey } from './games.ts'

/** The specification's pair: `min` is `<type>_1`, the smallest bet; `multiplier` is `<type>_2`. */
export type Rate = { readonly min: Paise; readonly multiplier: Multiplier }

export type Rates = Readonly<Record<RateKey, Rate>>

/** The rates of a fresh installation and of the demonstration. */
export const FIRST_RATES: Rates = {
  single_digit: rate(10, 9),
  jodi_digit: rate(10, 95),
  single_pana: rate(10, 150),
  double_pana: rate(10, 300),
  tripple_pana: rate(10, 700),
  half_sangam: rate(10, 1000),
  full_sangam: rate(10, 10000),
  dp: rate(10, 300),
  sp: rate(10, 150),
  tp: rate(10, 700),
  odd_even: rate(10, 9),
  red_bracket: rate(10, 95),
}

/**
 * What the smallest bet wins, in paise: ₹10 × 9 = ₹90. Shown beside each rate, because elsewhere the
 * pair is read as "10 pays 95", ten times less.
 */
export function exampleOf({ min, multiplier }: Rate): Paise {
  return winOf(min, multiplier)
}

function rate(rupees: number, times: number): Rate {
  return { min: readRupees(rupees)!, multiplier: readMultiplier(times)! }
}

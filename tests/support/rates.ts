/** The rates of a fresh installation, as the specification gives them; the first migrations write them. */
import { type Multiplier, type Paise, type RateKey, readMultiplier, readRupees } from '@munim/core'

interface Rate {
  readonly min: Paise
  readonly multiplier: Multiplier
}

/** Each game's smallest bet, ₹10, and its multiplier. */
export const FIRST_RATES: Readonly<Record<RateKey, Rate>> = {
  single_digit: rate(9),
  jodi_digit: rate(95),
  single_pana: rate(150),
  double_pana: rate(300),
  tripple_pana: rate(700),
  half_sangam: rate(1000),
  full_sangam: rate(10000),
  dp: rate(300),
  sp: rate(150),
  tp: rate(700),
  odd_even: rate(9),
  red_bracket: rate(95),
}

function rate(times: number): Rate {
  return { min: readRupees(10)!, multiplier: readMultiplier(times)! }
}

/** What each game pays and the least that may be bet on it. A bid keeps the multiplier it was placed at. */
import { type Multiplier, type Paise, winOf } from '../money.ts'

/** The specification's pair: `min` is `<type>_1`, the smallest bet; `multiplier` is `<type>_2`. */
export type Rate = { readonly min: Paise; readonly multiplier: Multiplier }

/**
 * What the smallest bet wins, in paise: ₹10 × 9 = ₹90. Shown beside each rate, because elsewhere the
 * pair is read as "10 pays 95", ten times less.
 */
export function exampleOf({ min, multiplier }: Rate): Paise {
  return winOf(min, multiplier)
}

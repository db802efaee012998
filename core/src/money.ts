/** Money in whole paise and multipliers in whole hundredths. Rupees with decimals live only on the wire. */
import { assert } from './assert.ts'

/** Whole paise, always a safe integer: 10.50 rupees are 1050. Negative in an account that owes. */
export type Paise = number & { readonly unit: 'paise' }

/** What a stake is multiplied by, in whole hundredths: 9.5 is 950. */
export type Multiplier = number & { readonly unit: 'hundredths' }

/** The most that one call may move, in rupees. Reading has no such bound; the caller decides. */
export const MOST_RUPEES = 10_000_000

const HIGHEST_MULTIPLIER = 1_000_000

/** The number as paise. A fraction of a paisa is a fault, never rounded away. */
export function paise(amount: number): Paise {
  assert(Number.isSafeInteger(amount), `${amount} is whole paise`)
  return amount as Paise
}

/**
 * Paise from a JSON number of rupees; null for anything else, such as text or a third decimal.
 * Zero and negative amounts are read too, the caller decides about them.
 */
export function readRupees(value: unknown): Paise | null {
  const hundredths = readHundredths(value)
  return hundredths === null ? null : paise(hundredths)
}

/** The JSON number of rupees. Exact to the paisa up to 2^46 rupees, where doubles grow coarser than paise. */
export function rupeesOf(amount: Paise): number {
  return amount / 100
}

/** Paise of rupees that an answer held: the inverse of `rupeesOf`. What a person typed is read by `readRupees`. */
export function paiseOf(rupees: number): Paise {
  return paise(Math.round(rupees * 100))
}

/** The sum of these rupees, added up in paise. */
export function sumOfRupees(amounts: readonly number[]): number {
  return rupeesOf(paise(amounts.reduce((sum, rupees) => sum + paiseOf(rupees), 0)))
}

const inSentences = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
})

/** An amount as sentences have it: ₹10,000 or ₹1,23,456.50. */
export function inRupees(amount: Paise): string {
  return inSentences.format(amount / 100)
}

/** A multiplier from a JSON number: 1 to 1,000,000 with at most two decimals; null for anything else. */
export function readMultiplier(value: unknown): Multiplier | null {
  const hundredths = readHundredths(value)
  if (hundredths === null || hundredths < 100 || hundredths > HIGHEST_MULTIPLIER * 100) return null
  return hundredths as Multiplier
}

/** The JSON number of a multiplier: 950 is 9.5. */
export function multiplierOf(multiplier: Multiplier): number {
  return multiplier / 100
}

/**
 * What these points win, in paise, rounded half up to a paisa. The stake is not returned on top.
 * Multiplied as big integers: the product passes 2^53 from 900,720 rupees at × 1,000,000.
 */
export function winOf(points: Paise, multiplier: Multiplier): Paise {
  assert(points >= 0, 'a stake is not negative')
  return paise(Number((BigInt(points) * BigInt(multiplier) + 50n) / 100n))
}

/** Reads the shortest decimal text of a number: 4.35 * 100 is 434.99999999999994, its text is exact. */
function readHundredths(value: unknown): number | null {
  if (typeof value !== 'number') return null
  const [, whole, decimals = ''] = /^(-?\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) ?? []
  if (whole === undefined) return null
  const hundredths = Number(whole + decimals.padEnd(2, '0'))
  return Number.isSafeInteger(hundredths) ? hundredths : null
}

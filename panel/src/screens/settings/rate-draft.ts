/** Game rates while they are typed: the pairs, what differs from what is saved, and what keeps it from being saved. */

import { t } from '@munim/contract'
import {
  exampleOf,
  GAME_MODES,
  MOST_RUPEES,
  type RateKey,
  rateKeyOf,
  readMultiplier,
  readRupees,
  rupeesOf,
} from '@munim/core'
import { gameName } from '../../game/game-name.ts'
import { count } from '../../widgets/money.tsx'
import { keptOf } from './house-edge.ts'
import type { Settings } from './settings-fields.ts'

export type Pairs = Settings['rates']['global']
export type RateField = keyof Pairs
/** Only what was touched, as it was typed. */
export type RateDraft = Partial<Record<RateField, string>>

/** The example's numbers where nothing is typed (specification 2 §9). */
const DEFAULT_SHAPE = 10
/** From here on a change is more likely a slip of a zero than meant. */
const SLIP = 10

export interface RateRow {
  readonly key: RateKey
  readonly name: string
  readonly min: string
  readonly multiplier: string
  readonly minChanged: boolean
  readonly multiplierChanged: boolean
  readonly minWrong: string | null
  readonly multiplierWrong: string | null
  /** In rupees: the smallest bet, and what it wins; null where one of the two is no number. */
  readonly example: { readonly min: number; readonly multiplier: number; readonly win: number } | null
  /** Percent that the house keeps on average; null where the multiplier is no number. */
  readonly kept: number | null
}

export function rowsOf(pairs: Pairs, draft: RateDraft): RateRow[] {
  return GAME_MODES.map((game) => {
    const key = rateKeyOf(game)
    const min = draft[`${key}_1`] ?? String(pairs[`${key}_1`])
    const multiplier = draft[`${key}_2`] ?? String(pairs[`${key}_2`])
    const times = numberIn(multiplier)
    return {
      key,
      name: gameName(game),
      min,
      multiplier,
      minChanged: numberIn(min) !== pairs[`${key}_1`],
      multiplierChanged: times !== pairs[`${key}_2`],
      minWrong: minComplaint(min),
      multiplierWrong: multiplierComplaint(multiplier),
      example: exampleIn(min, multiplier),
      kept: times === null || readMultiplier(times) === null ? null : keptOf(key, times),
    }
  })
}

const numberIn = (typed: string): number | null =>
  typed.trim() === '' || Number.isNaN(Number(typed)) ? null : Number(typed)

function minComplaint(typed: string): string | null {
  const value = numberIn(typed)
  if (value === null) return t('Minimum bet is missing')
  if (readRupees(value) === null) return t('At most two decimals')
  if (value < 1) return t('At least ₹1')
  return value > MOST_RUPEES ? t('At most {most}', { most: `₹${count(MOST_RUPEES)}` }) : null
}

function multiplierComplaint(typed: string): string | null {
  const value = numberIn(typed)
  if (value === null) return t('Multiplier is missing')
  if (readRupees(value) === null) return t('At most two decimals')
  if (value < 1) return t('At least 1')
  return readMultiplier(value) === null ? t('At most 10,00,000') : null
}

function exampleIn(min: string, multiplier: string): RateRow['example'] {
  const paise = readRupees(numberIn(min) ?? DEFAULT_SHAPE)
  const times = readMultiplier(numberIn(multiplier) ?? DEFAULT_SHAPE)
  if (paise === null || paise < 0 || times === null) return null
  const win = rupeesOf(exampleOf({ min: paise, multiplier: times }))
  return { min: rupeesOf(paise), multiplier: times / 100, win }
}

export interface RateChange {
  readonly key: RateField
  readonly name: string
  readonly from: number
  /** null while it is no number. */
  readonly to: number | null
  /** "Single Digit 9 → 9.5", "Jodi minimum 10 → 20" */
  readonly words: string
  readonly loses: boolean
  /** Ten times more, or ten times less. */
  readonly isSlip: boolean
}

export function rateChangesOf(pairs: Pairs, draft: RateDraft): RateChange[] {
  return rowsOf(pairs, draft).flatMap((row) => {
    const part = (key: RateField, typed: string, called: string, loses: boolean): RateChange[] => {
      const from = pairs[key]
      const to = numberIn(typed)
      if (to === from) return []
      const isSlip = to !== null && (to >= from * SLIP || to * SLIP <= from)
      const words = `${called} ${count2(from)} → ${to === null ? '–' : count2(to)}`
      return [{ key, name: row.name, from, to, words, loses, isSlip }]
    }
    const loses = row.kept !== null && row.kept < 0
    return [
      ...part(`${row.key}_1`, row.min, t('{game} minimum', { game: row.name }), false),
      ...part(`${row.key}_2`, row.multiplier, row.name, loses),
    ]
  })
}

/** What a draft is over: the settings at its first keystroke; those of now where no rate is another since. */
export function rateBaseOf(now: Settings, first: Settings | null): Settings {
  if (first === null) return now
  const isAlike = Object.entries(first.rates.global).every(
    ([field, rate]) => now.rates.global[field as RateField] === rate,
  )
  return isAlike ? now : { ...now, rates: first.rates, version: first.version }
}

/** What others saved since, in words. */
export const ratesSavedMeanwhile = (before: Pairs, now: Pairs): string[] => {
  const theirs = Object.entries(now).map(([field, rate]) => [field, String(rate)])
  return rateChangesOf(before, Object.fromEntries(theirs) as RateDraft).map(({ words }) => words)
}

/** A rate as its history tells it; null of what is none. */
export function rateInWords(field: string, value: unknown): readonly [string, string] | null {
  const game = GAME_MODES.find((each) => field.slice(0, -2) === rateKeyOf(each))
  if (game === undefined || typeof value !== 'number') return null
  const [name, shown] = [gameName(game), count2(value)]
  return field.endsWith('_1')
    ? [t('{game}, minimum bet', { game: name }), `₹${shown}`]
    : [t('{game}, payout multiplier', { game: name }), `× ${shown}`]
}

/** Grouped, with the decimals there are: 1,000 and 9.5. */
export const count2 = (value: number): string => value.toLocaleString('en-IN', { maximumFractionDigits: 2 })

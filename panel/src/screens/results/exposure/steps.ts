/** How a cell is coloured and how its figure is written: short enough for a cell, on one scale a grid. */
import { t } from '@munim/contract'

/** What the cells show. */
export type Shown = 'house' | 'stake' | 'bids'

/** Loss is loud, profit is normal and pale; limits as parts of the worst and of the best cell. */
const LOSS = [0.6, 0.25] as const
const PROFIT = [0.22, 0.5, 0.8] as const

export interface Range {
  readonly least: number
  readonly most: number
}

export function rangeOf(values: readonly number[]): Range {
  return { least: Math.min(0, ...values), most: Math.max(0, ...values) }
}

/** −3 a big loss … 0 about even … 3 a big profit. */
export function houseStep(result: number, { least, most }: Range): number {
  if (result < 0) return -1 - LOSS.filter((limit) => result < least * limit).length
  return PROFIT.filter((limit) => result > most * limit).length
}

/** 0 nothing … 3 the most there is, for stakes and counts. */
export function amountStep(amount: number, { most }: Range): number {
  if (amount === 0) return 0
  return 1 + [1 / 3, 2 / 3].filter((limit) => amount > most * limit).length
}

const CRORE = 10_000_000
const LAKH = 100_000
const THOUSAND = 1000

export interface Scale {
  readonly unit: number
  /** "₹ lakh", said once above the grid. */
  readonly word: string
}

/** One unit for a whole grid, its heads and its cells, so that they compare: by the largest amount of rupees in it. */
export function scaleOf(largest: number): Scale {
  if (largest >= 5 * CRORE) return { unit: CRORE, word: t('₹ crore') }
  if (largest >= 5 * LAKH) return { unit: LAKH, word: t('₹ lakh') }
  if (largest >= THOUSAND) return { unit: THOUSAND, word: t('₹ thousand') }
  return { unit: 1, word: '₹' }
}

/** The same for counts of bets. */
export function countScaleOf(largest: number): Scale {
  return largest >= 10 * THOUSAND
    ? { unit: THOUSAND, word: t('thousand bets') }
    : { unit: 1, word: t('bets') }
}

/** "−4.6", "+0.1", "412": what a cell has room for. */
export function short(amount: number, { unit }: Scale, isSigned = true): string {
  const sign = amount < 0 ? '−' : isSigned && amount > 0 ? '+' : ''
  const inUnits = Math.abs(amount) / unit
  if (unit === 1) return `${sign}${Math.round(inUnits)}`
  if (inUnits < 0.05) return `${sign}0`
  return sign + (inUnits < 9.95 ? inUnits.toFixed(1) : String(Math.round(inUnits)))
}

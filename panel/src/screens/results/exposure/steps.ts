/** How a cell is coloured and how its figure is written: short enough for a cell, on one scale a grid. */
import { t } from '@munim/contract'

/** What the cells show. */
export type Shown = 'house' | 'stake' | 'bids'

/** Loss is loud, profit is normal and pale; limits as parts of the worst and of the best cell (visual.md). */
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

const LAKH = 100_000
const THOUSAND = 1000

export interface Scale {
  readonly unit: number
  /** "₹ lakh", for the line below the grid. */
  readonly word: string
}

/** One unit for all cells, so that they compare: lakh where any is of half a lakh, else thousands, else rupees. */
export function scaleOf({ least, most }: Range): Scale {
  const largest = Math.max(-least, most)
  if (largest >= 5 * LAKH) return { unit: LAKH, word: t('₹ lakh (k: thousand)') }
  if (largest >= THOUSAND) return { unit: THOUSAND, word: t('₹ thousand') }
  return { unit: 1, word: '₹' }
}

/** "−4.6", "+0.1", "+3k": four characters at most, which is what a cell has room for. */
export function short(amount: number, { unit }: Scale, isSigned = true): string {
  const sign = amount < 0 ? '−' : isSigned && amount > 0 ? '+' : ''
  const size = Math.abs(amount)
  if (unit === 1) return `${sign}${Math.round(size)}`
  if (unit === LAKH && size < 5 * THOUSAND) return inThousands(`${sign}${Math.round(size / THOUSAND)}`)
  const inUnits = size / unit
  if (inUnits < 0.05) return `${sign}0`
  return sign + (inUnits < 9.95 ? inUnits.toFixed(1) : String(Math.round(inUnits)))
}

/** The same of a count of bids: "412", "4k". */
export function shortCount(many: number): string {
  return many < THOUSAND ? String(many) : inThousands(String(Math.round(many / THOUSAND)))
}

const inThousands = (thousand: string): string => t('{thousand}k', { thousand })

/** The 220 pannas as a chart: ten columns by digit; twelve rows single, nine double, one triple. */
import type { Answer, api } from '@munim/contract'
import { type Panna, pannaClass } from '@munim/core'

export type ExposureData = Answer<typeof api.results.exposure>['data']
export type HalfExposure = ExposureData['halves'][number]

const KINDS = [
  ['single', 'SP'],
  ['double', 'DP'],
  ['triple', 'TP'],
] as const

export type Letters = (typeof KINDS)[number][1]

/** The columns, 0 first as on the printed chart. */
export const DIGITS = [...'0123456789']

export interface ChartRow<C> {
  readonly letters: Letters
  /** The first of its kind, which bears the letters. */
  readonly isFirst: boolean
  /** One a digit. */
  readonly cells: readonly C[]
}

/** Rows of these cells, in the order that they come in within their kind and digit. */
export function chartRowsOf<C extends { readonly panna: string; readonly digit: string }>(
  cells: readonly C[],
): ChartRow<C>[] {
  return KINDS.flatMap(([kind, letters]) => {
    const columns = DIGITS.map((digit) =>
      cells.filter((cell) => cell.digit === digit && pannaClass(cell.panna as Panna) === kind),
    )
    return (columns[0] ?? []).map((_, row) => ({
      letters,
      isFirst: row === 0,
      cells: columns.flatMap((column) => column[row] ?? []),
    }))
  })
}

export const lettersOf = (panna: string): Letters =>
  KINDS.find(([kind]) => kind === pannaClass(panna as Panna))?.[1] ?? 'SP'

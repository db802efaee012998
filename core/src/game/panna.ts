/** Digits, pannas and the chart of 220. Which game takes which of them is in games.ts. */

/** One figure, '0' to '9', as text. */
export type Digit = string & { readonly is: 'digit' }

/** Three figures, '000' to '999', as a declaration may carry them; only 220 of these are in the chart. */
export type Panna = string & { readonly is: 'panna' }

export type PannaClass = 'single' | 'double' | 'triple'

/** The empty field of a pick, and the undeclared field of a result. */
export const EMPTY = '-'

export const NO_PANNA = '{text} is not a panna'

// The order of a chart: 0 counts above 9, so 100 and 550 are pannas, 001 and 055 are not.
const FIGURES = [...'1234567890']

/** The chart: all 220 pannas in its order, 111 first, 000 last. Computed: several public lists are wrong. */
export const pannas: readonly Panna[] = FIGURES.flatMap((first, from) =>
  FIGURES.slice(from).flatMap((second, further) =>
    FIGURES.slice(from + further).map((third) => (first + second + third) as Panna),
  ),
)

const chart: ReadonlySet<string> = new Set(pannas)

/** Reads a digit that a person typed; null when it is not exactly one ASCII figure. */
export function readDigit(text: unknown): Digit | null {
  return typeof text === 'string' && /^[0-9]$/.test(text) ? (text as Digit) : null
}

/** Reads a panna that a person typed; null when not three ASCII figures. It need not be in the chart. */
export function readPanna(text: unknown): Panna | null {
  return typeof text === 'string' && /^[0-9]{3}$/.test(text) ? (text as Panna) : null
}

/** Whether it is one of the 220 that can be bet on. */
export function isInChart(panna: Panna): boolean {
  return chart.has(panna)
}

/** How many of its figures are equal, which decides the games it is bet in; null when not in the chart. */
export function pannaClass(panna: Panna): PannaClass | null {
  if (!isInChart(panna)) return null
  const different = new Set(panna).size
  if (different === 3) return 'single'
  return different === 2 ? 'double' : 'triple'
}

/** The digit of a panna: the last figure of the sum of its three. */
export function digitOf(panna: Panna): Digit {
  const sum = [...panna].reduce((total, figure) => total + Number(figure), 0)
  return String(sum % 10) as Digit
}

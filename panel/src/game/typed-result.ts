/** A result while it is typed: '' where nothing is. What may be declared is decided in core. */
import { say, t } from '@munim/contract'
import {
  digitOf,
  EMPTY,
  type Half,
  isInChart,
  PICK_FIELDS,
  type PickField,
  type Result,
  readPanna,
  readResult,
  warningsOf,
} from '@munim/core'

export type TypedFigures = Readonly<Record<PickField, string>>
export type Complaints = Partial<Record<PickField, string>>

export const NOTHING_TYPED: TypedFigures = {
  open_digit: '',
  open_panna: '',
  close_digit: '',
  close_panna: '',
}

/** The keys under which the server takes them. */
export const FORM_KEYS = {
  open_digit: 'manualOpenDigit',
  open_panna: 'manualOpenPanna',
  close_digit: 'manualCloseDigit',
  close_panna: 'manualClosePanna',
} as const satisfies Record<PickField, string>

/** The figures as the calls take them. */
export const manualOf = (typed: TypedFigures) => ({
  manualOpenDigit: typed.open_digit,
  manualOpenPanna: typed.open_panna,
  manualCloseDigit: typed.close_digit,
  manualClosePanna: typed.close_panna,
})

/** As core reads it: '-' where nothing is typed. */
export function resultOf(typed: TypedFigures): Result {
  const filled = PICK_FIELDS.map((field) => [field, typed[field] || EMPTY])
  return Object.fromEntries(filled) as Result
}

/**
 * The figures after one field was typed in: figures only, no more than it holds. A panna fills its digit,
 * and takes it back while it is changed; a digit that was typed by itself and is another one stays.
 */
export function retyped(typed: TypedFigures, field: PickField, text: string): TypedFigures {
  const isDigit = field === 'open_digit' || field === 'close_digit'
  const figures = text.replace(/[^0-9]/g, '').slice(0, isDigit ? 1 : 3)
  const next = { ...typed, [field]: figures }
  if (isDigit) return next

  const digitField = field === 'open_panna' ? 'open_digit' : 'close_digit'
  const before = readPanna(typed[field])
  const isOurs = typed[digitField] === '' || (before !== null && typed[digitField] === digitOf(before))
  const panna = readPanna(figures)
  return isOurs ? { ...next, [digitField]: panna === null ? '' : digitOf(panna) } : next
}

/** What keeps these figures from being declared, by field; empty when nothing does. */
export function complaintsOf(typed: TypedFigures): Complaints {
  const read = readResult(manualOf(typed))
  return 'wrong' in read ? byField(Object.fromEntries(read.wrong.map((w) => [w.field, t(w.sentence)]))) : {}
}

/** Sentences under the server's keys, brought to the fields. */
export function byField(sentences: Readonly<Record<string, string>>): Complaints {
  const found = PICK_FIELDS.map((field) => [field, sentences[FORM_KEYS[field]] ?? sentences[field]] as const)
  return Object.fromEntries(found.filter(([, sentence]) => sentence !== undefined))
}

/** What should be looked at twice in one half while it is typed. Nothing of it forbids anything. */
export function hintsOf(typed: TypedFigures, half: Half): string[] {
  const panna = readPanna(typed[`${half}_panna`])
  if (panna === null) return []
  const digit = typed[`${half}_digit`] || digitOf(panna)
  const warnings = warningsOf({
    ...resultOf(NOTHING_TYPED),
    [`${half}_panna`]: panna,
    [`${half}_digit`]: digit,
  }).map(say)
  return isInChart(panna)
    ? warnings
    : [...warnings, t('The chart writes it {panna}', { panna: inChartOrder(panna) })]
}

/** Its figures from low to high, 0 above 9. */
const inChartOrder = (panna: string): string =>
  [...panna].sort((a, b) => (Number(a) || 10) - (Number(b) || 10)).join('')

/** A result: reading it, what is odd about it, which halves are declared. Who wins is in outcome.ts. */
import type { Half } from '../markets/schedule.ts'
import type { Words } from '../words.ts'
import type { PickField } from './games.ts'
import { digitOf, EMPTY, isInChart, NO_PANNA, readDigit, readPanna } from './panna.ts'

/** What is declared of a draw so far: figures as text, '-' where nothing is declared. */
export type Result = Readonly<Record<PickField, string>>

/** How much of a result is declared: nothing, the open, or both halves. */
export type ResultStatus = 'pending' | 'partial' | 'complete'

const HALVES: readonly Half[] = ['open', 'close']

/** The form's fields, and what each answers when it is missing or holds something else. */
const FORM = {
  manualOpenDigit: {
    half: 'open',
    read: readDigit,
    missing: 'Open digit is needed',
    wrong: 'Open digit must be one figure, 0 to 9',
  },
  manualOpenPanna: {
    half: 'open',
    read: readPanna,
    missing: 'Open panna is needed',
    wrong: 'Open panna must be three figures, 000 to 999',
  },
  manualCloseDigit: {
    half: 'close',
    read: readDigit,
    missing: 'Close digit is needed with the close panna',
    wrong: 'Close digit must be one figure, 0 to 9',
  },
  manualClosePanna: {
    half: 'close',
    read: readPanna,
    missing: 'Close panna is needed with the close digit',
    wrong: 'Close panna must be three figures, 000 to 999',
  },
} as const
type FormField = keyof typeof FORM
const FORM_FIELDS = Object.keys(FORM) as readonly FormField[]

/** A result as the form sends it: '', '-' and a missing key are an empty field. */
export type TypedResult = { readonly [field in FormField]?: string | undefined }

type WrongField = { readonly field: FormField; readonly sentence: string }

type ReadResult = { readonly result: Result; readonly halves: readonly Half[] }

/**
 * The result that was typed, or a sentence for each field that is wrong. The open is always needed;
 * close digit and close panna go together. A digit that contradicts its panna and a number that is
 * no panna are read: they get a warning, not a refusal.
 */
export function readResult(typed: TypedResult): ReadResult | { readonly wrong: readonly WrongField[] } {
  const result: Result = {
    open_digit: typed.manualOpenDigit || EMPTY,
    open_panna: typed.manualOpenPanna || EMPTY,
    close_digit: typed.manualCloseDigit || EMPTY,
    close_panna: typed.manualClosePanna || EMPTY,
  }
  const declaresClose = result.close_digit !== EMPTY || result.close_panna !== EMPTY
  const halves = declaresClose ? HALVES : HALVES.slice(0, 1)

  const wrong = FORM_FIELDS.filter((field) => halves.includes(FORM[field].half)).flatMap((field) => {
    const sentence = wrongIn(field, typed[field] || EMPTY)
    return sentence === null ? [] : [{ field, sentence }]
  })
  return wrong.length > 0 ? { wrong } : { result, halves }
}

/** What an administrator should look at twice before declaring this result; empty when nothing is odd. */
export function warningsOf(result: Result): Words[] {
  return HALVES.flatMap((half) => {
    const panna = readPanna(result[`${half}_panna`])
    const digit = result[`${half}_digit`]
    if (panna === null) return []
    return [
      ...(isInChart(panna) ? [] : [{ sentence: NO_PANNA, values: { text: panna } }]),
      ...(digitOf(panna) === digit
        ? []
        : [
            {
              sentence: '{panna} belongs to {own}, not {digit}',
              values: { panna, own: digitOf(panna), digit },
            },
          ]),
    ]
  })
}

/** Whether this half is declared: its digit is not '-'. */
export function isDeclared(result: Result, half: Half): boolean {
  return result[`${half}_digit`] !== EMPTY
}

/** Pending, partial (the open is declared, the close is not) or complete. */
export function statusOf(result: Result): ResultStatus {
  if (!isDeclared(result, 'open')) return 'pending'
  return isDeclared(result, 'close') ? 'complete' : 'partial'
}

function wrongIn(field: FormField, text: string): string | null {
  if (text === EMPTY) return FORM[field].missing
  return FORM[field].read(text) === null ? FORM[field].wrong : null
}

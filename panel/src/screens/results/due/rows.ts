/** The rows of the results to declare, what was typed into them, and which of it waits for a second person. */
import { type Answer, type api, t } from '@munim/contract'
import { EMPTY, paiseOf } from '@munim/core'
import { complaintsOf, NOTHING_TYPED, retyped, type TypedFigures } from '../../../game/typed-result.ts'

export type DueHalf = Answer<typeof api.results.due>['data'][number]

export interface Row extends DueHalf {
  readonly key: string
  /** It was listed before and is no more: decided meanwhile, its market switched off, or the draw not the current one. */
  readonly isGone: boolean
}

interface Typed {
  readonly digit: string
  readonly panna: string
}

/** By the row's key; what nothing was typed into is missing. */
export type TypedRows = Readonly<Record<string, Typed>>

const NOTHING: Typed = { digit: '', panna: '' }

const keyOf = ({ marketId, date, half }: Pick<DueHalf, 'marketId' | 'date' | 'half'>): string =>
  `${marketId} ${date} ${half}`

/** The row of the open that this close goes with. */
export const openKeyOf = (row: Row): string => keyOf({ ...row, half: 'open' })

/** The rows as they are now: each keeps its place, also where it is listed no more; new ones come last. */
export function merged(before: readonly Row[], halves: readonly DueHalf[]): Row[] {
  const listed = new Map(halves.map((half) => [keyOf(half), half]))
  const known = new Set(before.map(({ key }) => key))
  const stayed = before.map((row) => ({ ...row, ...listed.get(row.key), isGone: !listed.has(row.key) }))
  const added = [...listed].filter(([key]) => !known.has(key))
  return [...stayed, ...added.map(([key, half]) => ({ ...half, key, isGone: false }))]
}

/** Rows that were sent, by their keys, each with when its half had last been reverted before. */
export type Sent = ReadonlyMap<string, string | null>

/** The rows that were sent and reverted since: what was answered and typed of them is of a result that is gone. */
export const revertedSince = (rows: readonly Row[], sent: Sent): Row[] =>
  rows.filter(({ key, isGone, revertedAt }) => !isGone && sent.has(key) && sent.get(key) !== revertedAt)

/**
 * Whether a row goes with an open that is declared: an open is its own, a close has the one that it was reviewed with,
 * as long as that is not reverted. `declared` are the keys of what this review declared.
 */
export function hasItsOpen(
  row: Row,
  rows: readonly Row[],
  { declared, sent }: { readonly declared: ReadonlySet<string>; readonly sent: Sent },
): boolean {
  if (row.half === 'open') return true
  const openKey = openKeyOf(row)
  if (row.open_digit === EMPTY)
    return declared.has(openKey) && !revertedSince(rows, sent).some(({ key }) => key === openKey)
  const now = rows.find(({ key }) => key === row.key)
  return now?.open_digit === row.open_digit && now.open_panna === row.open_panna
}

/** What declaring this row sends: a close goes with the open that is declared, or typed in its own row. */
export function figuresIn(row: Row, typed: TypedRows): TypedFigures {
  const own = typed[row.key] ?? NOTHING
  if (row.half === 'open') return { ...NOTHING_TYPED, open_digit: own.digit, open_panna: own.panna }
  const declared = { digit: row.open_digit, panna: row.open_panna }
  const open = row.open_digit === EMPTY ? (typed[openKeyOf(row)] ?? NOTHING) : declared
  return { open_digit: open.digit, open_panna: open.panna, close_digit: own.digit, close_panna: own.panna }
}

/** The rows after this was typed into one: a panna fills its digit. */
export function typedInto(row: Row, typed: TypedRows, kind: keyof Typed, text: string): TypedRows {
  const figures = retyped(figuresIn(row, typed), `${row.half}_${kind}`, text)
  const own = { digit: figures[`${row.half}_digit`], panna: figures[`${row.half}_panna`] }
  return { ...typed, [row.key]: own }
}

export const typedWithout = (typed: TypedRows, keys: readonly string[]): TypedRows =>
  Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.includes(key)))

export function isBegun(row: Row, typed: TypedRows): boolean {
  const { digit, panna } = typed[row.key] ?? NOTHING
  return digit !== '' || panna !== ''
}

/** What keeps a row that was begun from being declared; null where nothing does. */
export function complaintOf(row: Row, typed: TypedRows): string | null {
  const complaints = complaintsOf(figuresIn(row, typed))
  const own = complaints[`${row.half}_panna`] ?? complaints[`${row.half}_digit`]
  if (own !== undefined) return own
  return Object.keys(complaints).length === 0 ? null : t('Its open is not declared: type that, too.')
}

export const isWhole = (row: Row, typed: TypedRows): boolean =>
  isBegun(row, typed) && complaintOf(row, typed) === null

/**
 * Which of these wait for a second person where they are declared in this order. `kept` is what the house keeps of each,
 * `alone` the losses that one administrator may still declare today, in rupees; null: not known, and no limit.
 */
export function waitingAmong(kept: readonly (number | null)[], alone: number | null): boolean[] {
  let left = alone === null ? Number.POSITIVE_INFINITY : paiseOf(alone)
  return kept.map((rupees) => {
    const loss = Math.max(0, -paiseOf(rupees ?? 0))
    if (loss > left) return true
    left -= loss
    return false
  })
}

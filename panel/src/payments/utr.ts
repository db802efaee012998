/** The payment reference (UTR) of a withdrawal that was paid, as its note keeps it. */
import { NOTE_MAX } from '@munim/contract'
import { UTR_NOTE } from '@munim/core'

/** People type the word, too; it is written once. */
const TYPED_TOO = /^(?:utr)[\s:.#-]*(?:no\b[\s:.#-]*)?/i

/** The longest that fits where nothing is noted beside it. */
export const UTR_FITS = NOTE_MAX - UTR_NOTE.before.length

/** "UTR 452110000411 · what is noted beside it"; without a UTR what is noted alone. */
export function utrNote(typed: string, note = ''): string {
  const utr = typed.trim().replace(TYPED_TOO, '')
  return [utr && UTR_NOTE.before + utr, note].filter(Boolean).join(UTR_NOTE.between).slice(0, NOTE_MAX)
}

/** The UTR that a note keeps; '' where it keeps none. */
export function utrIn(note: string): string {
  const [first = ''] = note.split(UTR_NOTE.between)
  return first.startsWith(UTR_NOTE.before) ? first.slice(UTR_NOTE.before.length) : ''
}

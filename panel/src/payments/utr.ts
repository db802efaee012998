/** The payment reference (UTR) of a withdrawal that was paid, as its note keeps it. */
import { NOTE_MAX } from '@munim/contract'

const BEFORE = 'UTR '
/** People type the word, too; it is written once. */
const TYPED_TOO = /^(?:utr)[\s:.#-]*(?:no\b[\s:.#-]*)?/i

/** The longest that fits where nothing is noted beside it. */
export const UTR_FITS = NOTE_MAX - BEFORE.length

/** "UTR 452110000411 · what is noted beside it"; without a UTR what is noted alone. */
export function utrNote(typed: string, note = ''): string {
  const utr = typed.trim().replace(TYPED_TOO, '')
  return [utr && BEFORE + utr, note].filter(Boolean).join(' · ').slice(0, NOTE_MAX)
}

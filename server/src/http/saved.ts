/** What all files that the browser saves have in common: their names, and what the audit says of them. */
import type { Trace } from './trail.ts'

/** The words of a file's name, and the days of the filter: `bets_KALYAN_2026-11-13_2026-11-20_ist.csv`. */
export function nameOf(words: readonly (string | undefined)[], input: unknown, type: 'csv' | 'pdf'): string {
  const { from, to } = input as { readonly from?: string; readonly to?: string }
  const days =
    from !== undefined && to !== undefined ? [from, to] : [from && `from ${from}`, to && `until ${to}`]
  const safe = [...words, ...days, 'ist'].filter((word) => word !== undefined && word !== '').map(safeWord)
  return `${safe.join('_')}.${type}`
}

/** What every file system and header takes; a name without a single such character says what it is of. */
function safeWord(word: string | undefined): string {
  return word?.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'market'
}

/** By which filters, without what was searched for: that may be a person's. Pages are none of a file. */
export function traceOfExport(input: unknown): Trace {
  const { page, limit, search, ...filters } = input as Record<string, unknown>
  const after = { ...filters, ...(search !== undefined && search !== '' && { search: '…' }) }
  return { subject: 'export', id: 'file', after }
}

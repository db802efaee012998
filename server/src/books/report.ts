/** What a person reads about the books: a line a law, what differs, and the verdict. */
import type { Anchors } from '../anchors/folder.ts'
import type { Database } from '../database/db.ts'
import { proveAll } from './prove.ts'
import type { Law } from './verify.ts'

/** As many statements at once as keep two cores busy. A connection for each is needed in the pool. */
export const READERS = 2

const numbers = new Intl.NumberFormat('en-IN')

/** Holds every law against all that is written. */
export async function reportOn(
  database: Database,
  anchors?: Anchors,
): Promise<{ lines: string[]; doAgree: boolean }> {
  const start = performance.now()
  const laws = await proveAll(database, { connections: READERS, anchors })
  const differences = laws.reduce((sum, { wrong }) => sum + wrong, 0)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const verdict =
    differences === 0 ? 'The books agree.' : `The books do not agree: ${count(differences, 'differences')}.`
  return { lines: [...laws.map(inLines), `${verdict} ${seconds} s`], doAgree: differences === 0 }
}

function inLines({ law, checked, of, wrong, differences, notes = [] }: Law): string {
  const line = `✓ ${law.padEnd(66)} ${numbers.format(checked)} ${of}`
  if (wrong === 0) return [line, ...notes.map((note) => `    ${note}`)].join('\n')
  const named = differences.map(
    ({ what, expected, found }) => `    ${what}: expected ${expected}; found ${found}`,
  )
  const more = wrong > named.length ? [`    … and ${numbers.format(wrong - named.length)} more`] : []
  return [`✗ ${law.padEnd(66)} ${count(wrong, 'differences')}`, ...named, ...more].join('\n')
}

function count(many: number, things: string): string {
  return `${numbers.format(many)} ${many === 1 ? things.slice(0, -1) : things}`
}

/** Every law there is, of the ledger, of what is counted, of who did it and of what was signed, against one moment. */
import type { Anchors } from '../anchors/folder.ts'
import { allOf } from '../database/all-of.ts'
import { isDamage } from '../database/data-dir.ts'
import type { Database, Db } from '../database/db.ts'
import { type Reading, readSnapshot } from '../database/snapshot.ts'
import { DatabaseTrouble } from '../database/trouble.ts'
import { checkCounted } from './counted.ts'
import { checkBooks, type Law } from './verify.ts'
import { checkActs } from './verify-acts.ts'
import { checkAnchors, readSigned, type SignedLines } from './verify-anchors.ts'
import { checkDays } from './verify-days.ts'
import { lawWith } from './verify-law.ts'
import { checkStamps } from './verify-stamps.ts'

/** `anchors`: where they are kept; undefined: not here. */
export async function proveAll(
  database: Database,
  { anchors, ...reading }: Reading & { readonly anchors?: Anchors | undefined } = {},
): Promise<Law[]> {
  const signed = anchors && (await readSigned(database, anchors))
  return readSnapshot(database, (db) => checkAll(db, signed), reading).catch(async (fault) => {
    // Of damaged files the books are the smaller matter: what PostgreSQL says of them is said.
    if (fault instanceof DatabaseTrouble || isDamage(fault)) throw fault
    return proveApart(database, signed, reading)
  })
}

const CHECKS: readonly (readonly [
  words: string,
  check: (db: Db, signed?: SignedLines) => Promise<Law | Law[]>,
])[] = [
  ['the ledger, the audit and the schema', checkBooks],
  ['what was signed', checkAnchors],
  ['what was stamped', checkStamps],
  ['the figures that are kept', checkCounted],
  ['the sheets of closed days', checkDays],
  ['the acts of the audit', checkActs],
]

/** The same as the transaction it is called in sees them. */
export async function checkAll(db: Db, signed?: SignedLines): Promise<Law[]> {
  const laws = await allOf(CHECKS.map(([, check]) => check(db, signed)))
  return laws.flat()
}

/** Each check of a moment of its own: what ends one, as a row that can't be read does, leaves the others. */
async function proveApart(database: Database, signed: SignedLines | undefined, reading: Reading) {
  const laws: Law[] = []
  for (const [words, check] of CHECKS) {
    const found = readSnapshot(database, async (db) => [await check(db, signed)].flat(), reading)
    laws.push(...(await found.catch((fault) => [unproven(words, fault)])))
  }
  return laws
}

/** What could not be proven differs. Where the database can't answer now nothing is known: that is thrown. */
export function unproven(words: string, fault: unknown): Law {
  if (fault instanceof DatabaseTrouble) throw fault
  const found = `ended by: ${fault instanceof Error ? fault.message : String(fault)}`
  const what = `the proof of ${words}`
  return lawWith('each law can be checked', 0, 'proofs', [{ what, expected: 'made', found }])
}

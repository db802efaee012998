/** Every law there is, of the ledger, of what is counted, of who did it and of what was signed, against one moment. */
import type { Anchors } from '../anchors/folder.ts'
import { allOf } from '../database/all-of.ts'
import type { Database, Db } from '../database/db.ts'
import { type Reading, readSnapshot } from '../database/snapshot.ts'
import { checkCounted } from './counted.ts'
import { checkBooks, type Law } from './verify.ts'
import { checkActs } from './verify-acts.ts'
import { checkAnchors, readSigned, type SignedLines } from './verify-anchors.ts'
import { checkDays } from './verify-days.ts'
import { checkStamps } from './verify-stamps.ts'

/** `anchors`: where they are kept; undefined: not here. */
export async function proveAll(
  database: Database,
  { anchors, ...reading }: Reading & { readonly anchors?: Anchors | undefined } = {},
): Promise<Law[]> {
  const signed = anchors && (await readSigned(database, anchors))
  return readSnapshot(database, (db) => checkAll(db, signed), reading)
}

/** The same as the transaction it is called in sees them. */
export async function checkAll(db: Db, signed?: SignedLines): Promise<Law[]> {
  const checks = [
    checkBooks(db),
    checkAnchors(db, signed),
    checkStamps(db, signed),
    checkCounted(db),
    checkDays(db),
    checkActs(db),
  ]
  const laws = await allOf(checks)
  return laws.flat()
}

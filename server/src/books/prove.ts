/** Every law there is, of the ledger, of what is counted and of who did it, against one moment of the database. */
import type { Database, Db } from '../database/db.ts'
import { allOf, type Reading, readSnapshot } from '../database/snapshot.ts'
import { checkCounted } from './counted.ts'
import { checkBooks, type Law } from './verify.ts'
import { checkActs } from './verify-acts.ts'

export function proveAll(database: Database, reading?: Reading): Promise<Law[]> {
  return readSnapshot(database, checkAll, reading)
}

/** The same as the transaction it is called in sees them. */
export async function checkAll(db: Db): Promise<Law[]> {
  return (await allOf([checkBooks(db), checkActs(db), checkCounted(db)])).flat()
}

/** Every law there is, of the ledger and of what is counted, against one moment of the database. */
import type { Database } from '../database/db.ts'
import { allOf, type Reading, readSnapshot } from '../database/snapshot.ts'
import { checkCounted } from './counted.ts'
import { checkBooks, type Law } from './verify.ts'

export function proveAll(database: Database, reading?: Reading): Promise<Law[]> {
  return readSnapshot(
    database,
    async (db) => (await allOf([checkBooks(db), checkCounted(db)])).flat(),
    reading,
  )
}

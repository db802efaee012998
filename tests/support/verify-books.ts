/** The laws of money, bids and the audit's chain alone, for books in which rows were written that no act of the audit tells of. */
import { checkBooks, type Law } from '../../server/src/books/verify.ts'
import type { Database } from '../../server/src/database/db.ts'
import { readSnapshot } from '../../server/src/database/snapshot.ts'

export const verifyBooks = (database: Database): Promise<Law[]> => readSnapshot(database, checkBooks)

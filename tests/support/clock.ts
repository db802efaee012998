/** A database whose clock is fixed at a moment, in its transactions too: what is asked of a day, or of minutes, in a second. */
import { type Database, fixedAt } from '../../server/src/database/db.ts'

export const databaseAt = (database: Database, moment: Date): Database => ({
  ...database,
  ...fixedAt(database, moment),
  transaction: (work) => database.transaction((db) => work(fixedAt(db, moment))),
})

/** Whether the database can serve: it answers soon, takes changes, is migrated, and its clock agrees with this process's. */
import { wrongInClock } from './clock.ts'
import { type Db, sql } from './db.ts'
import { migrationNames, readApplied, whyTooOld } from './versions.ts'

/** Why it can't serve, in a sentence; undefined where it can. */
export function checkServes(db: Db): Promise<string | undefined> {
  return look(db).catch(() => "The database can't be reached.")
}

async function look(db: Db): Promise<string | undefined> {
  const asked = Date.now()
  const { isReadOnly, now } = await db.only<{ isReadOnly: boolean; now: string }>(sql`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      clock_timestamp() as now`)
  const answered = Date.now()
  if (isReadOnly) return 'The database takes no changes: it is a standby, or read-only.'
  const missing = await findMissingMigration(db)
  if (missing) return `The database lacks the migration ${missing}: restart the server.`
  const tooOld = await whyTooOld(db)
  if (tooOld) return tooOld
  return wrongInClock(new Date(now).getTime(), asked, answered)
}

/** The first migration that this Munim has and the database has not. */
export async function findMissingMigration(db: Db): Promise<string | undefined> {
  const applied = await readApplied(db)
  return (await migrationNames()).find((name) => !applied.includes(name))
}

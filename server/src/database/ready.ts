/** Whether the database can serve: it answers soon, takes changes, is migrated, and tells the time that this process tells. */
import { type Db, sql } from './db.ts'
import { migrationNames } from './migrate.ts'

/** Cut-offs are told by the database's clock; who runs the machines reads it off ours. */
const CLOCKS_APART_MS = 5_000

/** What keeps it from serving, in a sentence; undefined where nothing does. */
export function checkServes(db: Db): Promise<string | undefined> {
  return look(db).catch(() => "The database can't be reached.")
}

async function look(db: Db): Promise<string | undefined> {
  const asked = Date.now()
  const { isReadOnly, now, applied } = await db.only<{
    isReadOnly: boolean
    now: string
    applied: string[]
  }>(sql`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      clock_timestamp() as now, coalesce((select json_agg(name) from kysely_migration), '[]') as applied`)
  const answered = Date.now()
  if (isReadOnly) return 'The database takes no changes: it is a standby, or read-only.'
  const missing = (await migrationNames()).filter((name) => !applied.includes(name))
  if (missing.length > 0) return `The database lacks the migration ${missing[0]}: restart the server.`
  return wrongInClock(new Date(now).getTime(), asked, answered)
}

/** Milliseconds since 1970. The database told its time at some moment between the two of ours. */
export function wrongInClock(theirs: number, asked: number, answered: number): string | undefined {
  const apart = Math.max(asked - theirs, theirs - answered)
  if (apart <= CLOCKS_APART_MS) return undefined
  return `The clocks of the database and of this server are ${Math.round(apart / 1000)} s apart.`
}

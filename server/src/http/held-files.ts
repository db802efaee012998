/** Files of acts that wait for a second person: no call serves one that was not confirmed, and where it never will be it is deleted. */
import type { Disk } from 'flydrive'
import { type Database, type Db, nowOf, type Statement, sql } from '../database/db.ts'

/** SQL: the file of an act, by its name below /uploads; null where its first step kept none. */
const nameOf = (act: Statement) => sql`substring(${act}.prepared::text from '"/uploads/([^"]+)"')`

export async function isHeld(db: Db, name: string): Promise<boolean> {
  const { held } = await db.only<{ held: boolean }>(sql`
    select exists (select from waiting_acts w where ${nameOf(sql`w`)} = ${name} and w.outcome is distinct from 'confirmed') as held`)
  return held
}

/** For so long each server looks for them on its own disk. */
const LOOKED_FOR = sql`interval '31 days'`

/** Deletes the files of acts that were declined, withdrawn or are over. */
export async function removeUnconfirmed(database: Database, files: Disk): Promise<void> {
  const now = nowOf(database)
  const over = await database.many<{ name: string }>(sql`
    select ${nameOf(sql`w`)} as name from waiting_acts w
    where ${nameOf(sql`w`)} is not null and (w.outcome <> 'confirmed' or w.outcome is null and w.expires_at <= ${now})
      and coalesce(w.decided_at, w.expires_at) > ${now} - ${LOOKED_FOR}`)
  for (const { name } of over) await files.delete(name)
}

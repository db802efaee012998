/** Removing the second factors of who lost them: by another administrator, or at the server (`npm run remove-factors`). */
import { api } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'
import { deleteFactors, readCodesMark } from '../factors/queries.ts'
import { writeTrail } from '../http/trail.ts'
import { endSessionsOf } from './queries.ts'

/** What the audit keeps of it. Their sessions are ended. */
export async function removeFactors(db: Db, id: number) {
  const factors = await deleteFactors(db, id)
  const codes = await readCodesMark(db, id)
  return { factorsRemoved: factors, sessionsEnded: await endSessionsOf(db, id), codes }
}

/** How many there were, of whom has this name; undefined where there is no such administrator. The audit says 'server'. */
export async function removeFactorsOf(db: Db, userName: string): Promise<number | undefined> {
  const admin = await db.maybe<{ id: number }>(sql`select id from admins where user_name = ${userName}`)
  if (!admin) return undefined
  const after = await removeFactors(db, admin.id)
  await writeTrail(db, api.administrators.removeFactors.path, {
    actor: 'server',
    address: '',
    trail: [{ subject: 'admin', id: admin.id, after: { userName, ...after } }],
  })
  return after.factorsRemoved
}

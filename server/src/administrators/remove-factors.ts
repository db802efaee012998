/** Removing the second factors of who lost them: by another administrator, or at the server (`npm run remove-factors`). */
import { api, t } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'
import { deleteFactors, listFactors, lockFactors, readCodesMark } from '../factors/queries.ts'
import { withdrawActsOf } from '../http/second.ts'
import { writeTrail } from '../http/trail.ts'
import { checkSameSet } from '../refusal.ts'
import { endSessionsOf } from './queries.ts'

interface Whose {
  readonly id: number
  readonly userName: string
}

/** The ids of those that would be removed; refused where they are others than it was decided on for. */
export async function checkFactors(
  db: Db,
  { id, userName }: Whose,
  basedOn: readonly number[] | undefined,
): Promise<number[]> {
  const ids = (await listFactors(db, id)).factors.map((factor) => factor.id)
  const changed = t('The second factors of {name} changed meanwhile: open it again.', { name: userName })
  checkSameSet(basedOn, ids, changed)
  return ids
}

/** What the audit keeps of it. Their sessions are ended. */
export async function removeFactors(db: Db, of: Whose, basedOn?: readonly number[]) {
  const { id } = of
  await lockFactors(db, id)
  await checkFactors(db, of, basedOn)
  const factors = await deleteFactors(db, id)
  const codes = await readCodesMark(db, id)
  return { factorsRemoved: factors, sessionsEnded: await endSessionsOf(db, id), codes }
}

/** How many there were, of whom has this name; undefined where there is no such administrator. The audit says 'server'. */
export async function removeFactorsOf(db: Db, userName: string): Promise<number | undefined> {
  const admin = await db.maybe<{ id: number }>(sql`select id from admins where user_name = ${userName}`)
  if (!admin) return undefined
  const after = await removeFactors(db, { id: admin.id, userName })
  const by = { id: null, actor: 'server', address: '' }
  await withdrawActsOf(db, admin.id, by)
  await writeTrail(db, api.administrators.removeFactors.path, {
    ...by,
    trail: [{ subject: 'admin', id: admin.id, after: { userName, ...after } }],
  })
  return after.factorsRemoved
}

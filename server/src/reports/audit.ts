/** What administrators did, the latest act first. The rows are written by audit/trail.ts. */
import type { Answer, api, Input } from '@munim/contract'
import { type Db, every, pagesOf, sql } from '../database/db.ts'
import { within } from '../wallet/queries.ts'

type Row = Answer<typeof api.reports.audit>['data'][number]

export async function listAudit(
  db: Db,
  { thing, thing_id, act, actor, from, to, page, limit }: Input<typeof api.reports.audit>,
) {
  const matching = sql`
    from audit a where ${every([
      thing !== undefined && sql`a.thing = ${thing}`,
      thing_id !== undefined && sql`a.thing_id = ${thing_id}`,
      act !== undefined && sql`a.act = ${act}`,
      actor !== undefined && sql`a.actor = ${actor}`,
      ...within(sql`a.at`, from, to),
    ])}`
  const data = await db.many<Row>(sql`
    select a.id, a.at, a.actor, coalesce(n.user_name, a.actor) as "actorName", a.act, a.thing, a.thing_id, a.before,
      a.after, a.address
    from (select * ${matching} order by a.id desc limit ${limit} offset ${(page - 1) * limit}) a
    left join admins n on a.actor = 'admin:' || n.id order by a.id desc`)
  const { total } = await db.only<{ total: number }>(sql`select count(*) as total ${matching}`)
  return { data, total, totalPages: pagesOf(total, limit) }
}

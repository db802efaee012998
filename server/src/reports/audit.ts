/** What administrators did, the latest act first. The rows are written by http/trail.ts. */
import { type Answer, type api, type Input, msg } from '@munim/contract'
import { and, containing, type Db, sql } from '../database/db.ts'
import { eachPart, eachRow, isOther, type List, readPage, slice } from '../database/list.ts'
import type { CsvFile } from '../http/csv.ts'
import { within } from '../wallet/queries.ts'

type Row = Answer<typeof api.reports.audit>['data'][number]

type Filter = Input<typeof api.reports.audit>

export const listAudit = (db: Db, filter: Filter) =>
  readPage(db, auditList(filter), { ...filter, isReversed: isOther('newest', filter.order) })

export const auditFile: CsvFile<typeof api.reports.auditCsv, Row> = {
  name: async (_db, { thing, thing_id }) => ['audit', thing, thing_id],
  columns: [
    [msg('ID'), (row) => row.id],
    [msg('At'), (row) => ({ at: row.at })],
    [msg('Actor'), (row) => row.actor],
    [msg('Name'), (row) => row.actorName],
    [msg('Act'), (row) => row.act],
    [msg('Thing'), (row) => row.thing],
    [msg('Thing ID'), (row) => row.thing_id],
    [msg('Before'), (row) => JSON.stringify(row.before)],
    [msg('After'), (row) => JSON.stringify(row.after)],
    [msg('Address'), (row) => row.address],
  ],
  rows: (db, filter) => eachRow(db, auditList(filter), [null]),
}

/** The latest first. */
function auditList(filter: Filter): List<Row> {
  const conditions = conditionsOf(filter)
  return {
    blocks: sql`select null as block, count(*) as rows from audit a where ${and(conditions)}`,
    rows: (parts) => sql<Row>`
      select a.id, a.at, a.actor, coalesce(n.user_name, a.actor) as "actorName", a.act, a.thing, a.thing_id, a.before,
        a.after, a.address
      from (${eachPart(
        parts,
        (part) => sql`
          select * from audit a where ${and([...conditions, part.after && sql`a.id < ${part.after.id}`])}
          ${slice(part, [sql`a.id`])}`,
      )}) a
      left join admins n on a.actor = 'admin:' || n.id order by a.id desc`,
  }
}

/** The filter as conditions on a row `a` of the audit. */
function conditionsOf({ thing, thing_id, act, actor, administrator, from, to }: Filter) {
  return [
    thing !== undefined && sql`a.thing = ${thing}`,
    thing_id !== undefined && sql`a.thing_id = ${thing_id}`,
    act !== undefined && sql`a.act = ${act}`,
    actor !== undefined && sql`a.actor = ${actor}`,
    administrator !== undefined &&
      sql`a.actor = any(array(
        select 'admin:' || n.id from admins n where lower(n.user_name) like ${containing(administrator)}))`,
    ...within(sql`a.at`, from, to),
  ]
}

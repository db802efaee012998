/** What administrators did, the latest act first. The rows are written by http/trail.ts. */
import type { Answer, api, Input } from '@munim/contract'
import { and, type Db, pagesOf, type Statement, sql } from '../database/db.ts'
import { type CsvFile, inBatches } from '../http/csv.ts'
import { within } from '../wallet/queries.ts'

type Row = Answer<typeof api.reports.audit>['data'][number]

type Filter = Input<typeof api.reports.audit>

export async function listAudit(db: Db, filter: Filter) {
  const { page, limit } = filter
  const data = await readRows(db, filter, sql`limit ${limit} offset ${(page - 1) * limit}`)
  const { total } = await db.only<{ total: number }>(
    sql`select count(*) as total from audit a where ${and(conditionsOf(filter))}`,
  )
  return { data, total, totalPages: pagesOf(total, limit) }
}

export const auditFile: CsvFile<typeof api.reports.auditCsv, Row> = {
  name: async (_db, { thing, thing_id }) => ['audit', thing, thing_id],
  columns: [
    ['ID', (row) => row.id],
    ['At', (row) => ({ at: row.at })],
    ['Actor', (row) => row.actor],
    ['Name', (row) => row.actorName],
    ['Act', (row) => row.act],
    ['Thing', (row) => row.thing],
    ['Thing ID', (row) => row.thing_id],
    ['Before', (row) => JSON.stringify(row.before)],
    ['After', (row) => JSON.stringify(row.after)],
    ['Address', (row) => row.address],
  ],
  rows: (db, filter) =>
    inBatches((after: Row | undefined, limit) => readRows(db, filter, sql`limit ${limit}`, after)),
}

/** The latest first; behind a row where one is given. */
function readRows(db: Db, filter: Filter, slice: Statement, after?: Row): Promise<Row[]> {
  const conditions = [...conditionsOf(filter), after !== undefined && sql`a.id < ${after.id}`]
  return db.many<Row>(sql`
    select a.id, a.at, a.actor, coalesce(n.user_name, a.actor) as "actorName", a.act, a.thing, a.thing_id, a.before,
      a.after, a.address
    from (select * from audit a where ${and(conditions)} order by a.id desc ${slice}) a
    left join admins n on a.actor = 'admin:' || n.id order by a.id desc`)
}

function conditionsOf({ thing, thing_id, act, actor, from, to }: Filter) {
  return [
    thing !== undefined && sql`a.thing = ${thing}`,
    thing_id !== undefined && sql`a.thing_id = ${thing_id}`,
    act !== undefined && sql`a.act = ${act}`,
    actor !== undefined && sql`a.actor = ${actor}`,
    ...within(sql`a.at`, from, to),
  ]
}

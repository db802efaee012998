/** Views of lists in SQL. Each statement asks whose they are: an administrator reads and changes their own alone. */
import { type Answer, type api, type Input, type ListWithViews, VIEWS_AT_MOST } from '@munim/contract'
import { and, type Db, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'

type View = Answer<typeof api.views.list>['data'][number]

const viewFields = sql`v.id, v.list, v.name, v.query, v.is_default as "isDefault"`

export const listViews = (db: Db, adminId: number): Promise<View[]> =>
  db.many<View>(sql`
    select ${viewFields} from table_views v where v.admin_id = ${adminId} order by v.list, lower(v.name), v.id`)

/** Of this list, where it is named. */
export async function readView(db: Db, id: number, adminId: number, list?: ListWithViews): Promise<View> {
  const found = await db.maybe<View>(sql`
    select ${viewFields} from table_views v
    where ${and([sql`v.id = ${id}::bigint`, sql`v.admin_id = ${adminId}`, list !== undefined && sql`v.list = ${list}`])}`)
  if (!found) throw new Refusal(404, 'View not found')
  return found
}

/** The id of the view that was made, or of the one of this name that holds it now. */
export async function saveView(
  db: Db,
  { list, name, query }: Input<typeof api.views.save>,
  adminId: number,
): Promise<number> {
  const { kept } = await db.only<{ kept: number }>(sql`
    select count(*) as kept from table_views where admin_id = ${adminId} and not (list = ${list} and name = ${name})`)
  if (kept >= VIEWS_AT_MOST)
    throw new Refusal(409, 'At most {most} views can be kept', { values: { most: VIEWS_AT_MOST } })
  const { id } = await db.only<{ id: number }>(sql`
    insert into table_views (admin_id, list, name, query) values (${adminId}, ${list}, ${name}, ${query})
    on conflict (admin_id, list, name) do update set query = excluded.query returning id`)
  return id
}

export async function renameView(db: Db, { id, name }: Input<typeof api.views.rename>, adminId: number) {
  const { list } = await readView(db, id, adminId)
  const other = await db.maybe<{ id: number }>(sql`
    select id from table_views where admin_id = ${adminId} and list = ${list} and name = ${name} and id <> ${id}`)
  if (other) throw new Refusal(409, 'Another view has this name')
  await db.run(sql`update table_views set name = ${name} where id = ${id} and admin_id = ${adminId}`)
}

/** All views of the list are written, so that of two such calls at a time the later one holds. */
export async function writeDefault(
  db: Db,
  { list, id }: Input<typeof api.views.setDefault>,
  adminId: number,
): Promise<void> {
  await db.run(sql`
    update table_views set is_default = (id = coalesce(${id}::bigint, 0)) where admin_id = ${adminId} and list = ${list}`)
}

export async function deleteView(db: Db, id: number, adminId: number): Promise<void> {
  const gone = await db.run(sql`delete from table_views where id = ${id}::bigint and admin_id = ${adminId}`)
  if (gone === 0) throw new Refusal(404, 'View not found')
}

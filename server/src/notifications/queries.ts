/** Notices in SQL. */
import type { Answer, api, Input } from '@munim/contract'
import { addDays, beginOf, dayOf } from '@munim/core'
import { and, containing, type Db, nowOf, sql } from '../database/db.ts'
import { eachPart, type List, readPage, slice } from '../database/list.ts'

type Row = Answer<typeof api.notifications.send>['data']

const fields = sql`id, title, description, created_at as "createdAt"`

export async function listNotifications(
  db: Db,
  { search, page, limit }: Input<typeof api.notifications.list>,
) {
  const matching = sql`from notifications where ${and([Boolean(search) && sql`search_text like ${containing(search ?? '')}`])}`
  const list: List<Row> = {
    blocks: sql`select null as block, count(*) as rows ${matching}`,
    rows: (parts) => sql<Row>`
      select n.* from (${eachPart(parts, (part) => sql`select ${fields} ${matching} ${slice(part, [sql`id`])}`)}) n
      order by n.id desc`,
  }
  const { data: notifications, total, totalPages } = await readPage(db, list, { page, limit })
  const today = dayOf(await db.now())
  const since = (daysBack: number) => beginOf(addDays(today, -daysBack))
  const counts = await db.only<{ today: number; lastSevenDays: number }>(sql`
    select count(*) filter (where created_at >= ${since(0)}) as today, count(*) as "lastSevenDays"
    from notifications where created_at >= ${since(6)}`)
  return { data: { notifications, total, totalPages, ...counts } }
}

export async function insertNotification(
  db: Db,
  { title, description }: { title: string; description: string },
): Promise<Row> {
  const now = nowOf(db)
  return db.only<Row>(sql`
    insert into notifications (title, description, created_at, updated_at)
    values (${title}, ${description}, ${now}, ${now}) returning ${fields}`)
}

export async function findNotification(db: Db, id: number): Promise<Row | undefined> {
  return db.maybe<Row>(sql`select ${fields} from notifications where id = ${id} for no key update`)
}

export async function changeNotification(
  db: Db,
  { id, title, description }: { id: number; title: string; description: string | undefined },
): Promise<Row> {
  return db.only<Row>(sql`
    update notifications set title = ${title}, description = coalesce(${description ?? null}, description),
      updated_at = ${nowOf(db)} where id = ${id} returning ${fields}`)
}

export async function deleteNotification(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from notifications where id = ${id}`)
}

/**
 * Which item of the work queue each administrator has open: a page says it again every ten seconds, and what was not said
 * for thirty is over, by the database's clock. The table is unlogged: after a crash of the database it is empty.
 */
import type { api, DeskKind, Input } from '@munim/contract'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'

/** After so long without a word an item is not open any more. */
export const OVER_AFTER = sql`interval '30 seconds'`

interface About<Id> {
  readonly kind: DeskKind
  readonly id: Id
  /** Whose own pages don't count. */
  readonly adminId: number
}

/** SQL: the names of the other administrators who have this item open, the first to open it in front, as JSON. */
export const othersWithOpen = (db: Db, { kind, id, adminId }: About<Statement>): Statement => sql`(
  select coalesce(json_agg(a.user_name order by o.since, a.id), '[]') from (
    select c.admin_id, min(c.since) as since from open_cases c
    where c.kind = ${kind} and c.item_id = ${id} and c.at > ${nowOf(db)} - ${OVER_AFTER} and c.admin_id <> ${adminId}
    group by c.admin_id) o
  join admins a on a.id = o.admin_id)`

export async function readOthersWithOpen(db: Db, about: About<number>): Promise<string[]> {
  const { names } = await db.only<{ names: string[] }>(
    sql`select ${othersWithOpen(db, { ...about, id: sql`${about.id}::bigint` })} as names`,
  )
  return names
}

/** Keeps what this page has open, null where nothing. Who others with the same are, and whether one was there before. */
export async function keepOpen(
  db: Db,
  { kind, id, page }: Input<typeof api.desk.open>,
  adminId: number,
): Promise<{ openBy: string[]; isSecond: boolean }> {
  if (id === null) {
    await db.run(sql`delete from open_cases where admin_id = ${adminId} and page = ${page}`)
    return { openBy: [], isSecond: false }
  }
  await db.run(sql`
    insert into open_cases as c (admin_id, page, kind, item_id, since, at)
    select ${adminId}, ${page}, ${kind}, ${id}, n.at, n.at from (select ${nowOf(db)} as at) n
    on conflict (admin_id, page) do update set kind = excluded.kind, item_id = excluded.item_id, at = excluded.at,
      since = case when c.kind = excluded.kind and c.item_id = excluded.item_id and c.at > excluded.at - ${OVER_AFTER}
        then c.since else excluded.since end`)
  const { isSecond } = await db.only<{ isSecond: boolean }>(sql`
    select exists (
      select from open_cases o join open_cases c on c.admin_id = ${adminId} and c.page = ${page}
      where o.kind = ${kind} and o.item_id = ${id} and o.admin_id <> ${adminId}
        and o.at > ${nowOf(db)} - ${OVER_AFTER} and (o.since, o.admin_id) < (c.since, c.admin_id)) as "isSecond"`)
  return { openBy: await readOthersWithOpen(db, { kind, id, adminId }), isSecond }
}

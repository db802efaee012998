/** Banners in SQL. */
import type { Answer, api, Input } from '@munim/contract'
import { and, type Db, nowOf, paginationOf, sql } from '../database/db.ts'
import { eachPart, type List, readPage, slice } from '../database/list.ts'

export type Banner = Answer<typeof api.banners.create>['data']

const fields = sql`id, image_path as "imageUrl", is_active as "isActive", created_at as "createdAt"`

/** One page, the newest first; the cards count all banners, whatever the filter. */
export async function listBanners(db: Db, { isActive, page, limit }: Input<typeof api.banners.list>) {
  const matching = sql`from banners where ${and([isActive !== undefined && sql`is_active = ${isActive}`])}`
  const stats = await db.only<{ total: number; active: number; inactive: number }>(sql`
    select count(*) as total, count(*) filter (where is_active) as active,
      count(*) filter (where not is_active) as inactive from banners`)
  const list: List<Banner> = {
    blocks: [
      { block: null, rows: isActive === undefined ? stats.total : isActive ? stats.active : stats.inactive },
    ],
    rows: (parts) => sql<Banner>`
      select n.* from (${eachPart(parts, (part) => sql`select ${fields} ${matching} ${slice(part, [sql`id`])}`)}) n
      order by n.id desc`,
  }
  const { data: banners, total } = await readPage(db, list, { page, limit })
  return { data: { banners, pagination: paginationOf(total, page, limit), stats } }
}

export async function insertBanner(
  db: Db,
  { path, isActive }: { path: string; isActive: boolean },
): Promise<Banner> {
  const now = nowOf(db)
  return db.only<Banner>(sql`
    insert into banners (image_path, is_active, created_at, updated_at)
    values (${path}, ${isActive}, ${now}, ${now}) returning ${fields}`)
}

export async function findBanner(db: Db, id: number): Promise<Banner | undefined> {
  return db.maybe<Banner>(sql`select ${fields} from banners where id = ${id}::bigint for no key update`)
}

/** Undefined keeps what is there. */
export async function changeBanner(
  db: Db,
  { id, path, isActive }: { id: number; path: string | undefined; isActive: boolean | undefined },
): Promise<Banner> {
  return db.only<Banner>(sql`
    update banners set image_path = coalesce(${path ?? null}, image_path),
      is_active = coalesce(${isActive ?? null}, is_active), updated_at = ${nowOf(db)}
    where id = ${id} returning ${fields}`)
}

export async function listActiveBanners(db: Db): Promise<Banner[]> {
  return db.many<Banner>(sql`select ${fields} from banners where is_active order by id desc limit 50`)
}

export async function deleteBanner(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from banners where id = ${id}`)
}

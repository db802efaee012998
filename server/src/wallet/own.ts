/** A player's own requests, as the player app shows them. */
import type { Answer, api, Input } from '@munim/contract'
import { type Db, pagesOf, sql } from '../database/db.ts'

type OwnRequest = Answer<typeof api.player.requestDeposit>['data']

const ownFields = sql`
  id, kind as type, transfer_type, amount / 100.0::float8 as amount, status, ref_id, note, decided_at as "decidedAt",
  created_at as "createdAt"`

export async function findOwnRequest(db: Db, id: number): Promise<OwnRequest> {
  return db.only(sql`select ${ownFields} from requests where id = ${id}`)
}

export async function listOwnRequests(
  db: Db,
  userId: number,
  { page, limit }: Input<typeof api.player.requests>,
) {
  const data = await db.many<OwnRequest>(sql`
    select ${ownFields} from requests where user_id = ${userId}
    order by id desc limit ${limit} offset ${(page - 1) * limit}`)
  const { total } = await db.only<{ total: number }>(sql`
    select count(*) as total from requests where user_id = ${userId}`)
  return { data, total, totalPages: pagesOf(total, limit) }
}

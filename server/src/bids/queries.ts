/** Bids in SQL. A bid's status follows from the current declaration of the half that decides it; it is never stored. */
import type { Answer, api } from '@munim/contract'
import { type Db, pagesOf, type Statement, sql } from '../database/db.ts'

type Row = Answer<typeof api.users.bids>['data'][number]

/**
 * Joins bid `b` to `c`, the declaration that decides it. Combined games are stored in the close session,
 * so that the session names the deciding half.
 */
export const decidedBy = sql`
  left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null`
export const decidedBids = sql`bids b ${decidedBy}`

/** The status of bid `b` under its declaration `c`; a void cancels all that it decides. */
export const statusOfBid: Statement = sql`
  case when b.cancelled_at is not null or c.is_void then 'cancelled' when c.id is null then 'running'
    when b.pick = any(c.picks) then 'win' else 'loss' end`

/** The fields of bid `b` as the wire spells them; points in rupees. */
export const fieldsOfBid: Statement = sql`
  b.session, b.game_mode, b.open_digit, b.open_panna, b.close_digit, b.close_panna,
  b.points / 100.0::float8 as points, b.multiplier / 100.0::float8 as multiplier`

/** What bid `b` has won under its declaration `c`, in rupees; '-' where nothing. As JSON, for it is a number or a text. */
export const winOfBid: Statement = sql`
  case when b.cancelled_at is null and b.pick = any(c.picks)
    then to_json(((b.points * b.multiplier + 50) / 100) / 100.0::float8) else to_json('-'::text) end`

/** A player's bids, the newest first: behind the one with this id, or from the first on. */
export async function readBidsOf(
  db: Db,
  userId: number,
  { behind, offset = 0, limit }: { behind?: number | undefined; offset?: number; limit: number },
): Promise<Row[]> {
  const isBehind = behind === undefined ? sql`` : sql`and id < ${behind}`
  return db.many<Row>(sql`
    select b.id, b.market_date, m.name as market_name,
      json_build_object('name', m.name, 'open_time', m.open_time, 'close_time', m.close_time) as "Market",
      ${fieldsOfBid}, ${statusOfBid} as status, ${winOfBid} as win, b.placed_at as "createdAt"
    from (
      select * from bids where user_id = ${userId} ${isBehind} order by id desc limit ${limit} offset ${offset}
    ) b
    left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null
    join draws d on d.id = b.draw_id join markets m on m.id = d.market_id
    order by b.id desc`)
}

/** One page of a player's bids. */
export async function listBidsOf(db: Db, userId: number, { page, limit }: { page: number; limit: number }) {
  const data = await readBidsOf(db, userId, { offset: (page - 1) * limit, limit })
  const { total } = await db.only<{ total: number }>(
    sql`select count(*) as total from bids where user_id = ${userId}`,
  )
  return { data, total, totalPages: pagesOf(total, limit) }
}

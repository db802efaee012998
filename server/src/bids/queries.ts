/** Bids in SQL. A bid's status follows from the current declaration of the half that decides it; it is never stored. */
import type { Answer, api } from '@munim/contract'
import { and, type Statement, sql } from '../database/db.ts'
import { eachPart, type List, slice } from '../database/list.ts'
import { wonBy } from '../ledger/win.ts'

type Row = Answer<typeof api.users.bids>['data'][number]

/**
 * These bids, each with its `status` and what it has `won`, in paise, under the current declaration of the half that
 * decides it; a void cancels all that it decides. Combined games are stored in the close session, so that the session
 * names the deciding half.
 */
export const decided = (bids: Statement): Statement => sql`(
  select b.*, case when b.cancelled_at is not null or c.is_void then 'cancelled' when c.id is null then 'running'
      when b.pick = any(c.picks) then 'win' else 'loss' end as status,
    case when b.cancelled_at is null and b.pick = any(c.picks) then ${wonBy('b')} end as won
  from ${bids} b left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null)`

const column = (of: string, name: string) => sql.ref(`${of}.${name}`)

/** The fields of the bid of this alias as the wire spells them; points in rupees. */
export const fieldsOfBid = (of: string): Statement => sql`
  ${sql.join(['session', 'game_mode', 'open_digit', 'open_panna', 'close_digit', 'close_panna'].map((name) => column(of, name)))},
  ${column(of, 'points')} / 100.0::float8 as points, ${column(of, 'multiplier')} / 100.0::float8 as multiplier`

/** What the decided bid of this alias has won, in rupees; '-' where nothing. As JSON, for it is a number or a text. */
export const winOfBid = (of: string): Statement => sql`
  case when ${column(of, 'won')} is null then to_json('-'::text) else to_json(${column(of, 'won')} / 100.0::float8) end`

/** A player's bids, the newest first. */
export const bidsOf = (userId: number): List<Row> => ({
  blocks: sql`select null as block, count(*) as rows from bids where user_id = ${userId}`,
  rows: (parts) => sql<Row>`
    select b.id, b.market_date, m.name as market_name,
      json_build_object('name', m.name, 'open_time', m.open_time, 'close_time', m.close_time) as "Market",
      ${fieldsOfBid('b')}, b.status, ${winOfBid('b')} as win, b.placed_at as "createdAt"
    from ${decided(
      sql`(${eachPart(
        parts,
        (part) => sql`
        select * from bids where ${and([sql`user_id = ${userId}`, part.after && sql`id < ${part.after.id}`])}
        ${slice(part, [sql`id`])}`,
      )})`,
    )} b
    join draws d on d.id = b.draw_id join markets m on m.id = d.market_id
    order by b.id desc`,
})

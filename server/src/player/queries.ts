/** The player's own view in SQL. */
import type { Answer, api, Input } from '@munim/contract'
import { bettingDay } from '@munim/core'
import { type Db, nowOf, pagesOf, sql } from '../database/db.ts'
import { listMarkets } from '../markets/queries.ts'
import { type Draw, daysOfMarket, type MarketRow, momentsOf, scheduleOf } from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'

type Player = Answer<typeof api.player.me>['data']
type OwnRequest = Answer<typeof api.player.requestDeposit>['data']
type Market = Answer<typeof api.player.markets>['data'][number]

export async function findPlayer(db: Db, id: number): Promise<Player | undefined> {
  return db.maybe<Player>(sql`
    select u.id, u.user_name, u.mobile, w.balance / 100.0::float8 as wallet, u.is_approved as "isApproved",
      u.betting, u.transfer, u.created_at as "createdAt"
    from users u join wallets w on w.user_id = u.id where u.id = ${id} and u.deleted_at is null`)
}

/** Markets that take bids, with the day an open and a close bid would count for now; null where it is too late. */
export async function listOpenMarkets(db: Db): Promise<Market[]> {
  const shown = await listMarkets(db)
  const rows = await db.many<MarketRow & { at: string; draws: Draw[] }>(sql`
    select ${nowOf(db)} as at, m.id, m.name, m.open_time, m.close_time, m.games, ${daysOfMarket} as days,
      coalesce((select json_agg(json_build_object('id', d.id, 'market_date', d.market_date,
        'opens_at', d.opens_at, 'closes_at', d.closes_at)) from draws d where d.market_id = m.id
        and d.market_date > (${nowOf(db)} at time zone 'Asia/Kolkata')::date - 3), '[]') as draws
    from markets m where m.deleted_at is null and m.is_active and m.status and m.market_status order by m.id`)
  return rows.map((row) => {
    const market = shown.find(({ id }) => id === row.id)!
    const dayFor = (session: 'open' | 'close') =>
      bettingDay(scheduleOf(row), session, new Date(row.at), (day) => {
        const draw = row.draws.find(({ market_date }) => market_date === day)
        return draw && momentsOf(draw)
      })
    const { id, _id, name, name_hindi, open_time, close_time, games } = market
    const { open_digit, open_panna, close_digit, close_panna } = market
    const digits = { open_digit, open_panna, close_digit, close_panna }
    const dates = { openBidsFor: dayFor('open'), closeBidsFor: dayFor('close') }
    return { id, _id, name, name_hindi, open_time, close_time, games, ...digits, ...dates }
  })
}

/** A request as the player who made it sees it. */
const requestFields = sql`
  id, kind as type, transfer_type, amount / 100.0::float8 as amount, status, ref_id, note, decided_at as "decidedAt",
  created_at as "createdAt"`

export async function findOwnRequest(db: Db, id: number): Promise<OwnRequest> {
  return db.only(sql`select ${requestFields} from requests where id = ${id}`)
}

/** One page of what this player asked for, the newest first. */
export async function listOwnRequests(
  db: Db,
  userId: number,
  { page, limit }: Input<typeof api.player.requests>,
) {
  const data = await db.many<OwnRequest>(sql`
    select ${requestFields} from requests where user_id = ${userId}
    order by id desc limit ${limit} offset ${(page - 1) * limit}`)
  const { total } = await db.only<{ total: number }>(
    sql`select count(*) as total from requests where user_id = ${userId}`,
  )
  return { data, total, totalPages: pagesOf(total, limit) }
}

/**
 * Refuses while the platform is under maintenance or the account is blocked. Until the transaction ends the player is
 * neither blocked nor deleted beside it: what it writes would be left behind.
 */
export async function checkActive(db: Db, id: number): Promise<void> {
  const state = await db.only<{ is_active: boolean; maintenance: boolean; maintenance_message: string }>(sql`
    select u.status and not u.is_blocked and u.deleted_at is null as is_active, s.maintenance, s.maintenance_message
    from users u cross join settings s where u.id = ${id} for no key update of u`)
  if (state.maintenance)
    throw new Refusal(403, state.maintenance_message || 'The platform is under maintenance')
  if (!state.is_active) throw new Refusal(403, 'This account is blocked')
}

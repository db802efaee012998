/** Markets that take bids now, as the player app shows them. */
import type { Answer, api } from '@munim/contract'
import { bettingDay, type Day, type Half } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { listMarkets } from './queries.ts'
import { type Draw, daysOfMarket, lastClosed, type MarketRow, momentsOf, scheduleOf } from './schedule.ts'

type Market = Answer<typeof api.player.markets>['data'][number]

/**
 * Markets that take bids, with the day an open and a close bid would count for now; null where it is too late, or that
 * half was declared or voided before its time, or the day is closed.
 */
export async function listOpenMarkets(db: Db): Promise<Market[]> {
  const shown = await listMarkets(db)
  const rows = await db.many<
    MarketRow & { at: string; closed: Day; draws: (Draw & { decided: Half[] })[] }
  >(sql`
    select ${nowOf(db)} as at, ${lastClosed(nowOf(db))} as closed, m.id, m.name, m.open_time, m.close_time, m.games,
      ${daysOfMarket} as days,
      coalesce((select json_agg(json_build_object('id', d.id, 'market_date', d.market_date,
        'opens_at', d.opens_at, 'closes_at', d.closes_at, 'decided', array(select c.half from declarations c
          where c.draw_id = d.id and c.withdrawn_at is null))) from draws d where d.market_id = m.id
        and d.market_date > (${nowOf(db)} at time zone 'Asia/Kolkata')::date - 3), '[]') as draws
    from markets m where m.deleted_at is null and m.is_active and m.status and m.market_status order by m.id`)
  return rows.flatMap((row) => {
    const market = shown.find(({ id }) => id === row.id)
    if (!market) return [] // It was made after `shown` was read.
    const drawOf = (day: string | null) => row.draws.find(({ market_date }) => market_date === day)
    const dayFor = (session: Half) => {
      const day = bettingDay(scheduleOf(row), session, new Date(row.at), (of) => {
        const draw = drawOf(of)
        return draw && momentsOf(draw)
      })
      return day === null || day <= row.closed || drawOf(day)?.decided.includes(session) ? null : day
    }
    const { id, _id, name, name_hindi, open_time, close_time, games } = market
    const { open_digit, open_panna, close_digit, close_panna } = market
    const digits = { open_digit, open_panna, close_digit, close_panna }
    const dates = { openBidsFor: dayFor('open'), closeBidsFor: dayFor('close') }
    return [{ id, _id, name, name_hindi, open_time, close_time, games, ...digits, ...dates }]
  })
}

/** Placing bids: the bids, their stakes, the tallies and the wallet in one statement. The wallet is locked already. */
import type { Multiplier, Paise, Pick } from '@munim/core'
import { type Db, sql } from '../database/db.ts'

/** A bid that may be placed: everything is decided. */
export interface Placing {
  readonly drawId: number
  readonly day: string
  readonly pick: Pick
  readonly points: Paise
  readonly multiplier: Multiplier
}

export interface Stakes {
  readonly userId: number
  /** The wallet before, in paise; enough for all of the points together. */
  readonly balance: Paise
  readonly bids: readonly Placing[]
  readonly actor: string
  readonly at: Date
}

/** How many rows a hot pick's tally is spread over, so that bids on it don't queue. */
const SLOTS = 8

/** The ids of the bids, in their order. The last statement of a transaction that places bids and does nothing else. */
export async function postStakes(db: Db, { userId, balance, bids, actor, at }: Stakes): Promise<number[]> {
  const column = <T>(of: (bid: Placing) => T) => bids.map(of)
  const rows = await db.last<{ id: number }>(sql`
    /* post-stakes */
    with placed as (
      insert into bids (market_date, draw_id, user_id, session, game_mode, open_digit, open_panna, close_digit,
        close_panna, points, multiplier, placed_at)
      select day, draw_id, ${userId}::bigint, session, game, open_digit, open_panna, close_digit, close_panna, points,
        multiplier, ${at}::timestamptz
      from unnest(${column((bid) => bid.day)}::date[], ${column((bid) => bid.drawId)}::int[],
        ${column((bid) => bid.pick.session)}::half[], ${column((bid) => bid.pick.game)}::text[],
        ${column((bid) => bid.pick.open_digit)}::text[], ${column((bid) => bid.pick.open_panna)}::text[],
        ${column((bid) => bid.pick.close_digit)}::text[], ${column((bid) => bid.pick.close_panna)}::text[],
        ${column((bid) => bid.points)}::bigint[], ${column((bid) => bid.multiplier)}::int[]) with ordinality
        as bid (day, draw_id, session, game, open_digit, open_panna, close_digit, close_panna, points, multiplier, place)
      order by place
      returning id, draw_id, session, pick, points, multiplier
    ), staked as (
      insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, actor, at)
      select 'stake', ${userId}::bigint, 'game', points, ${balance}::bigint - sum(points) over (order by id),
        draw_id, id, ${actor}::text, ${at}::timestamptz
      from placed order by id
    ), counted as (
      insert into tallies (draw_id, session, pick, multiplier, slot, bids, points)
      select draw_id, session, pick, multiplier, pg_backend_pid() % ${SLOTS}::int, count(*), sum(points)
      from placed group by draw_id, session, pick, multiplier order by draw_id, session, pick, multiplier
      on conflict (draw_id, session, pick, multiplier, slot)
      do update set bids = tallies.bids + excluded.bids, points = tallies.points + excluded.points
    ), paid as (
      update wallets w set balance = ${balance}::bigint - t.points, total_bets = w.total_bets + t.points
      from (select sum(points)::bigint as points from placed) t where w.user_id = ${userId}::bigint
    )
    select id from placed order by id`)
  return rows.map((row) => row.id)
}

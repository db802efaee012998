/** Paying the winners of one declaration: one posting a winning bid, one wallet a winner, no row a bid. */
import type { Paise } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { closeOut } from './close-out.ts'

export interface Payment {
  readonly drawId: number
  readonly declarationId: number
  /** The texts of the picks that win (core/game/outcome). */
  readonly picks: readonly string[]
  readonly actor: string
  readonly at: Date
}

/** What paying came to: bids that won, players they belong to, paise. */
export interface Paid {
  readonly winners: number
  readonly players: number
  readonly paid: Paise
}

/** Pays every uncancelled bid of the draw on these picks. The draw is locked by the caller. */
export async function postWins(db: Db, payment: Payment): Promise<Paid> {
  const { drawId, declarationId, picks, actor, at } = payment
  const winning = sql`
    from bids b where b.draw_id = ${drawId} and b.pick = any(${picks}::text[]) and b.cancelled_at is null`
  await db.run(sql`
    with locked as (
      select user_id from wallets where user_id in (select b.user_id ${winning})
      order by user_id for no key update
    ) select count(*) from locked`)
  const { closed, ...paid } = await db.only<Paid & { closed: number[] }>(sql`
    with won as (
      select b.id, b.user_id, (b.points * b.multiplier + 50) / 100 as amount ${winning}
    ), posted as (
      insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
      select 'win', 'game', won.user_id, won.amount,
        w.balance + sum(won.amount) over (partition by won.user_id order by won.id),
        ${drawId}::int, won.id, ${declarationId}::bigint, ${actor}::text, ${at}::timestamptz
      from won join wallets w on w.user_id = won.user_id
      order by won.user_id, won.id
    ), credited as (
      update wallets w set balance = w.balance + t.amount, total_win = w.total_win + t.amount
      from (select user_id, sum(amount)::bigint as amount from won group by user_id) t
      where w.user_id = t.user_id
      returning w.user_id, w.is_closed
    )
    select (select count(*) from won) as winners, (select coalesce(sum(amount), 0)::bigint from won) as paid,
      (select count(*) from credited) as players,
      (select coalesce(array_agg(user_id), '{}') from credited where is_closed) as closed`)
  await closeOut(db, closed.map(Number), { actor, at, drawId })
  return paid
}

/** Paying the winners of one declaration: one posting a winning bid, one wallet a winner, no row a bid. */
import type { Paise } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { closeOut } from './close-out.ts'
import { wonBy } from './win.ts'

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
  readonly winningBids: number
  readonly players: number
  readonly paid: Paise
}

/** The uncancelled bids of the draw on these picks, as `b`. */
const winningBids = ({ drawId, picks }: Pick<Payment, 'drawId' | 'picks'>): Statement => sql`
  from bids b where b.draw_id = ${drawId} and b.pick = any(${picks}::text[]) and b.cancelled_at is null`

/**
 * Holds the wallets of all whom these picks pay until the transaction ends, in id order: those of all halves that it
 * declares. The draw is locked by the caller. `distinct` keeps the planner from locking through the bids, for which it
 * would read each bid's row.
 */
export async function lockWinningWallets(db: Db, on: Pick<Payment, 'drawId' | 'picks'>): Promise<void> {
  await db.run(sql`
    with locked as (
      select user_id from wallets where user_id in (select distinct b.user_id ${winningBids(on)})
      order by user_id for no key update
    ) select count(*) from locked`)
}

/**
 * Pays every uncancelled bid of the draw on these picks. The draw and the wallets are locked by the caller.
 *
 * The winning bids are found twice, and once to lock, each time from the index alone in some 10 ms for 44,000: found
 * once and kept, they would be joined to wallets without statistics, row by row.
 */
export async function postWins(db: Db, payment: Payment): Promise<Paid> {
  const { drawId, declarationId, actor, at } = payment
  const winning = winningBids(payment)
  const amount = wonBy('b')
  const { closed, ...paid } = await db.only<Paid & { closed: number[] }>(sql`
    with posted as (
      insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
      select 'win', 'game', won.user_id, won.amount,
        w.balance + sum(won.amount) over (partition by won.user_id order by won.id),
        ${drawId}::int, won.id, ${declarationId}::bigint, ${actor}::text, ${at}::timestamptz
      from (select b.id, b.user_id, ${amount} as amount ${winning}) won join wallets w on w.user_id = won.user_id
      order by won.user_id, won.id
    ), credited as (
      update wallets w set balance = w.balance + t.amount, total_win = w.total_win + t.amount
      from (select b.user_id, count(*) as bids, sum(${amount})::bigint as amount ${winning} group by b.user_id) t
      where w.user_id = t.user_id
      returning w.user_id, w.is_closed, t.bids, t.amount
    )
    select coalesce(sum(bids), 0)::bigint as "winningBids", count(*) as players, coalesce(sum(amount), 0)::bigint as paid,
      coalesce(array_agg(user_id) filter (where is_closed), '{}') as closed
    from credited`)
  await closeOut(db, closed, { actor, at, drawId })
  return paid
}

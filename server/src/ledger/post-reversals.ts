/** Taking the wins of declarations back: one posting a win that no posting has taken back yet. */
import type { Paise } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { closeOut } from './close-out.ts'
import type { Paid } from './post-wins.ts'

export interface Reversal {
  readonly drawId: number
  readonly declarationIds: readonly number[]
  readonly actor: string
  readonly at: Date
}

/** What reverting does: wins taken back, and players left below zero by it, because they spent the money. */
export interface TakenBack extends Paid {
  readonly belowZero: number
}

/** The wins of these declarations that are not taken back, as `p`. */
export function validWins(declarationIds: readonly number[]): Statement {
  return sql`
    from postings p where p.kind = 'win' and p.declaration_id = any(${declarationIds}::bigint[])
    and not exists (select from postings r where r.reverses = p.id)`
}

/** Holds the wallets of all whom these declarations paid until the transaction ends, in id order. */
export async function lockWinners(db: Db, declarationIds: readonly number[]): Promise<void> {
  await db.run(sql`
    with locked as (
      select user_id from wallets where user_id in (
        select distinct to_user from postings
        where kind = 'win' and declaration_id = any(${declarationIds}::bigint[]))
      order by user_id for no key update
    ) select count(*) from locked`)
}

/** Takes the wins back. The draw and the winners' wallets are locked by the caller. */
export async function postReversals(db: Db, reversal: Reversal): Promise<TakenBack> {
  const { drawId, declarationIds, actor, at } = reversal
  const { closed, ...taken } = await db.only<TakenBack & { paid: Paise; closed: number[] }>(sql`
    with won as materialized (
      select p.id, p.to_user, p.amount, p.bid_id ${validWins(declarationIds)}
    ), posted as (
      insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, reverses, actor, at)
      select 'win_reversed', won.to_user, 'game', won.amount,
        w.balance - sum(won.amount) over (partition by won.to_user order by won.id),
        ${drawId}::int, won.bid_id, won.id, ${actor}::text, ${at}::timestamptz
      from won join wallets w on w.user_id = won.to_user
      order by won.to_user, won.id
    ), debited as (
      update wallets w set balance = w.balance - t.amount, total_win = w.total_win - t.amount
      from (select to_user, count(*) as bids, sum(amount)::bigint as amount from won group by to_user) t
      where w.user_id = t.to_user
      returning w.user_id, w.balance, w.is_closed, t.bids, t.amount
    )
    select coalesce(sum(bids), 0)::bigint as "winningBids", count(*) as players, coalesce(sum(amount), 0)::bigint as paid,
      count(*) filter (where balance < 0 and not is_closed) as "belowZero",
      coalesce(array_agg(user_id) filter (where is_closed), '{}') as closed
    from debited`)
  await closeOut(db, closed, { actor, at, drawId })
  return taken
}

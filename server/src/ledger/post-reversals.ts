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

/** The wins of these declarations that still stand, as `p`. */
export function standingWins(declarationIds: readonly number[]): Statement {
  return sql`
    from postings p where p.kind = 'win' and p.declaration_id = any(${declarationIds}::bigint[])
    and not exists (select from postings r where r.reverses = p.id)`
}

/** Holds the wallets of those winners until the transaction ends, in id order. */
export async function lockWinners(db: Db, declarationIds: readonly number[]): Promise<void> {
  await db.run(sql`
    with locked as (
      select user_id from wallets where user_id in (select p.to_user ${standingWins(declarationIds)})
      order by user_id for no key update
    ) select count(*) from locked`)
}

/** Takes the wins back. The draw and the winners' wallets are locked by the caller. */
export async function postReversals(db: Db, reversal: Reversal): Promise<TakenBack> {
  const { drawId, declarationIds, actor, at } = reversal
  const { closed, ...taken } = await db.only<TakenBack & { paid: Paise; closed: number[] }>(sql`
    with won as (
      select p.id, p.to_user as user_id, p.amount, p.bid_id ${standingWins(declarationIds)}
    ), posted as (
      insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, reverses, actor, at)
      select 'win_reversed', won.user_id, 'game', won.amount,
        w.balance - sum(won.amount) over (partition by won.user_id order by won.id),
        ${drawId}::int, won.bid_id, won.id, ${actor}::text, ${at}::timestamptz
      from won join wallets w on w.user_id = won.user_id
      order by won.user_id, won.id
    ), debited as (
      update wallets w set balance = w.balance - t.amount, total_win = w.total_win - t.amount
      from (select user_id, sum(amount)::bigint as amount from won group by user_id) t
      where w.user_id = t.user_id
      returning w.user_id, w.balance, w.is_closed
    )
    select (select count(*) from won) as winners, (select coalesce(sum(amount), 0)::bigint from won) as paid,
      (select count(*) from debited) as players,
      (select count(*) from debited where balance < 0 and not is_closed) as "belowZero",
      (select coalesce(array_agg(user_id), '{}') from debited where is_closed) as closed`)
  await closeOut(db, closed.map(Number), { actor, at, drawId })
  return taken
}

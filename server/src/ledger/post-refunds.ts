/** Refunding a voided draw: one posting a bid, one wallet a player, no row a bid. */
import type { Half, Paise } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { closeOut } from './close-out.ts'

export interface Refunding {
  readonly drawId: number
  /** The declarations that void these halves; a refund names the one of its bid's session. */
  readonly voids: readonly { readonly id: number; readonly half: Half }[]
  readonly actor: string
  readonly at: Date
}

/** A million bids took 21 s on two busy cores; the bare SQL for the same refunds no less. */
const LONGEST = '5min'

/** What refunding came to: bids, players they belong to, paise. */
export interface Refunded {
  readonly refunded: number
  readonly players: number
  readonly amount: Paise
}

/**
 * Gives back the stakes of every uncancelled bid that these voids decide. The draw is locked by the caller.
 * The bids are read three times, as in post-wins.ts. Writing the postings takes most of the time, 10 to 20 µs a bid:
 * from some 200,000 bids on, players of the draw who bet elsewhere meanwhile may wait too long and have to ask again.
 */
export async function postRefunds(db: Db, refunding: Refunding): Promise<Refunded> {
  const { drawId, voids, actor, at } = refunding
  const running = sql`
    from bids b where b.draw_id = ${drawId} and b.session = any(${voids.map(({ half }) => half)}::half[])
    and b.cancelled_at is null`
  const idOf = (half: Half) => sql`${voids.find((each) => each.half === half)?.id ?? null}::bigint`
  await db.run(sql`set local statement_timeout = ${sql.lit(LONGEST)}`)
  await db.run(sql`
    with locked as (
      select user_id from wallets where user_id in (select distinct b.user_id ${running})
      order by user_id for no key update
    ) select count(*) from locked`)
  const { closed, ...refunded } = await db.only<Refunded & { closed: number[] }>(sql`
    with posted as (
      insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
      select 'refund', 'game', own.user_id, own.points,
        w.balance + sum(own.points) over (partition by own.user_id order by own.id),
        ${drawId}::int, own.id, own.declaration_id, ${actor}::text, ${at}::timestamptz
      from (
        select b.id, b.user_id, b.points,
          case b.session when 'open' then ${idOf('open')} else ${idOf('close')} end as declaration_id ${running}
      ) own
      join wallets w on w.user_id = own.user_id
      order by own.user_id, own.id
    ), credited as (
      update wallets w set balance = w.balance + t.points, total_bets = w.total_bets - t.points
      from (select b.user_id, count(*) as bids, sum(b.points)::bigint as points ${running} group by b.user_id) t
      where w.user_id = t.user_id
      returning w.user_id, w.is_closed, t.bids, t.points
    )
    select coalesce(sum(bids), 0)::bigint as refunded, count(*) as players, coalesce(sum(points), 0)::bigint as amount,
      coalesce(array_agg(user_id) filter (where is_closed), '{}') as closed
    from credited`)
  await closeOut(db, closed.map(Number), { actor, at, drawId })
  return refunded
}

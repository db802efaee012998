/** Refunding bids of a voided draw: one posting a bid, one wallet a player, no row a bid. In batches: pay-refunds.ts. */
import type { Half, Paise } from '@munim/core'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { closeOut } from './close-out.ts'

export interface Refunding {
  readonly drawId: number
  /** The declarations that void these halves; a refund names the one of its bid's session. */
  readonly voids: readonly { readonly id: number; readonly half: Half }[]
  /** `from … b where …` with id, user_id, session and points: uncancelled bids of these halves that have no refund. */
  readonly bids: Statement
  readonly actor: string
  /** Whether wallets that another transaction holds are waited for, or left out. */
  readonly waits: boolean
}

/** What refunding came to: bids, players they belong to, paise. */
export interface Refunded {
  readonly refunded: number
  readonly players: number
  readonly amount: Paise
}

export function uncancelledBids(drawId: number, halves: readonly Half[]): Statement {
  return sql`
    from bids b where b.draw_id = ${drawId} and b.session = any(${halves}::half[]) and b.cancelled_at is null`
}

/** Gives these stakes back. Nothing may be placed on or cancelled of the halves: they are void. 10 to 20 µs a bid. */
export async function postRefunds(db: Db, refunding: Refunding): Promise<Refunded & { at: Date }> {
  const { drawId, voids, bids, actor, waits } = refunding
  const { locked, now } = await db.only<{ locked: string; now: string }>(sql`
    with locked as materialized (
      select user_id from wallets where user_id in (select distinct b.user_id ${bids})
      order by user_id for no key update ${waits ? sql`` : sql`skip locked`}
    ) select coalesce(array_agg(user_id), '{}')::text as locked, ${nowOf(db)} as now from locked`)
  const at = new Date(now)
  const due = sql`${bids} and b.user_id = any(${locked}::bigint[])`
  const idOf = (half: Half) => sql`${voids.find((each) => each.half === half)?.id ?? null}::bigint`
  const { closed, ...refunded } = await db.only<Refunded & { closed: number[] }>(sql`
    with posted as (
      insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
      select 'refund', 'game', own.user_id, own.points,
        w.balance + sum(own.points) over (partition by own.user_id order by own.id rows unbounded preceding),
        ${drawId}::int, own.id, own.declaration_id, ${actor}::text, ${at}::timestamptz
      from (
        select b.id, b.user_id, b.points,
          case b.session when 'open' then ${idOf('open')} else ${idOf('close')} end as declaration_id ${due}
      ) own
      join wallets w on w.user_id = own.user_id
      order by own.user_id, own.id
    ), credited as (
      update wallets w set balance = w.balance + t.points, total_bets = w.total_bets - t.points
      from (select b.user_id, count(*) as bids, sum(b.points)::bigint as points ${due} group by b.user_id) t
      where w.user_id = t.user_id
      returning w.user_id, w.is_closed, t.bids, t.points
    )
    select coalesce(sum(bids), 0)::bigint as refunded, count(*) as players, coalesce(sum(points), 0)::bigint as amount,
      coalesce(array_agg(user_id) filter (where is_closed), '{}') as closed
    from credited`)
  await closeOut(db, closed, { actor, at, drawId })
  return { ...refunded, at }
}

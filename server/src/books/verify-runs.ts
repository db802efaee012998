/** Voids whose refunds are paid in batches: each bid is refunded or still owed, and what is owed is being paid. */
import { type Db, sql } from '../database/db.ts'
import { isIdle } from '../ledger/pay-refunds.ts'
import { countOf, firstOf, inRupees, type Law, lawBy } from './verify-law.ts'

const RUN = 'a void has refunded what it does not owe, and pays what it owes'

/** Refunds that voids under way owe, as listed: the bid, its player, its void and draw, its points in paise. */
export const owedRefunds = sql`(
  select l.bid_id, l.user_id, v.id as void_id, r.draw_id, l.points, r.id as run_id
  from refund_runs r join refund_batches b on b.run_id = r.id
  cross join unnest(b.bid_ids, b.user_ids, b.halves, b.points) as l (bid_id, user_id, half, points)
  left join declarations v on v.id = any(r.declaration_ids) and v.half = l.half and v.draw_id = r.draw_id) as owed`

export async function checkRuns(db: Db): Promise<Law> {
  const underWay = await db.many<{ note: string }>(sql`
    select 'under way: draw ' || draw_id || ', ' || refunded || ' of ' || bids || ' bids refunded' as note
    from refund_runs where refunded < bids order by id`)
  const law = await lawBy(RUN, countOf(db, sql`refund_runs`), 'voids', findInRuns(db))
  return { ...law, notes: underWay.map(({ note }) => note) }
}

const findInRuns = (db: Db) =>
  firstOf(sql`
    with paid as (
      select declaration_id, count(*) as bids, sum(amount) as points from postings
      where kind = 'refund' and declaration_id is not null group by declaration_id
    ), owed as (
      select run_id, count(*) as bids, sum(points) as points from ${owedRefunds} group by run_id
    ), run as (
      select r.*, coalesce(p.bids, 0) as paid_bids, coalesce(p.points, 0) as paid_points,
        coalesce(o.bids, 0) as owed_bids, coalesce(o.points, 0) as owed_points,
        ${isIdle(db, sql`r`)} as is_idle
      from refund_runs r
      left join lateral (
        select sum(bids) as bids, sum(points) as points from paid where declaration_id = any(r.declaration_ids)
      ) p on true
      left join owed o on o.run_id = r.id
    )
    select ${RUN}::text as law, id as place, 'void ' || id || ' of draw ' || draw_id as what,
      refunded || ' bids of ' || ${inRupees(sql`refunded_points`)} || ' refunded, ' || bids - refunded || ' of '
        || ${inRupees(sql`points - refunded_points`)} || ' owed' as expected,
      paid_bids || ' of ' || ${inRupees(sql`paid_points`)} || ', ' || owed_bids || ' of '
        || ${inRupees(sql`owed_points`)} || case when is_idle then ', and nobody has paid since ' || worked_at else '' end
        as found
    from run
    where is_idle or (refunded, refunded_points, bids - refunded, points - refunded_points)
      is distinct from (paid_bids, paid_points, owed_bids, owed_points)`)(db)

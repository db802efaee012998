/** What the lists of bids and postings are counted by, against the bids and postings themselves. */
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { kindIn, OF_DESK, SETTLING } from '../ledger/kinds.ts'
import { countOf, firstOf, inRupees, type Law, lawBy } from './verify-law.ts'

const DRAWS = 'figures of draws = bids'
const SETTLED = 'figures of draws by day = postings'
const WON = 'figures of declarations = winning bids'
const DESK = 'acts of administrators = their postings'
const DESK_DAYS = 'acts by day = acts of administrators'

/** Reads every bid and posting. Each law is one statement, so none needs a snapshot that lasts. */
export async function checkCountedLists(db: Db): Promise<Law[]> {
  const inDesk = findInDesk(db)
  const laws = await allOf([
    checkCountedDraws(db),
    lawBy(DESK, countOf(db, sql`desk_rows`), 'acts', inDesk),
    lawBy(DESK_DAYS, countOf(db, sql`desk_totals`), 'kinds and days', inDesk),
  ])
  return laws.flat()
}

export function checkCountedDraws(db: Db): Promise<Law[]> {
  const halves = sql`(select distinct draw_id, session from draw_totals) t`
  return allOf([
    lawBy(DRAWS, countOf(db, halves), 'halves of draws', findInDraws(db)),
    lawBy(SETTLED, countOf(db, sql`draw_postings`), 'days of draws', findInSettled(db)),
    lawBy(WON, countOf(db, sql`declared_wins`), 'declarations', findInDeclared(db)),
  ])
}

const findInDraws = firstOf(sql`
    with there as (
      select draw_id, session, (placed_at at time zone 'Asia/Kolkata')::date as day,
        count(*) filter (where cancelled_at is null) as bids,
        coalesce(sum(points) filter (where cancelled_at is null), 0) as points, count(cancelled_at) as cancelled,
        coalesce(sum(points) filter (where cancelled_at is not null), 0) as cancelled_points
      from bids group by 1, 2, 3
    ), counted as (
      select draw_id, session, day, sum(bids) as bids, sum(points) as points, sum(cancelled) as cancelled,
        sum(cancelled_points) as cancelled_points from draw_totals group by 1, 2, 3
    )
    select ${DRAWS}::text as law, draw_id as place, 'draw ' || draw_id || ', ' || session || ', placed on ' || day as what,
      coalesce(t.bids, 0) || ' bids of ' || ${inRupees(sql`coalesce(t.points, 0)`)} || ' and '
        || coalesce(t.cancelled, 0) || ' cancelled of ' || ${inRupees(sql`coalesce(t.cancelled_points, 0)`)} as expected,
      coalesce(c.bids, 0) || ' of ' || ${inRupees(sql`coalesce(c.points, 0)`)} || ' and '
        || coalesce(c.cancelled, 0) || ' of ' || ${inRupees(sql`coalesce(c.cancelled_points, 0)`)} as found
    from there t full join counted c using (draw_id, session, day)
    where (coalesce(t.bids, 0), coalesce(t.points, 0), coalesce(t.cancelled, 0), coalesce(t.cancelled_points, 0))
      <> (coalesce(c.bids, 0), coalesce(c.points, 0), coalesce(c.cancelled, 0), coalesce(c.cancelled_points, 0))`)

const findInSettled = firstOf(sql`
    with posted as (
      select draw_id, kind, (at at time zone 'Asia/Kolkata')::date as day, count(*) as postings, sum(amount) as amount
      from postings where ${kindIn(SETTLING)} group by 1, 2, 3
    )
    select ${SETTLED}::text as law, draw_id as place, kind || ' in draw ' || draw_id || ' on ' || day as what,
      coalesce(p.postings, 0) || ' postings of ' || ${inRupees(sql`coalesce(p.amount, 0)`)} as expected,
      coalesce(c.postings, 0) || ' of ' || ${inRupees(sql`coalesce(c.amount, 0)`)} as found
    from posted p full join draw_postings c using (draw_id, kind, day)
    where (coalesce(p.postings, 0), coalesce(p.amount, 0)) <> (coalesce(c.postings, 0), coalesce(c.amount, 0))`)

/**
 * A bid that was paid and cancelled while its declaration was current is taken back from the declaration's figures: its
 * win and its stake were taken back and returned at once, and not by a void. Moments alone don't tell, since a clock goes back.
 */
const findInDeclared = firstOf(sql`
    with paid as (
      select c.id, coalesce(sum(b.points), 0) as points, count(k.id) as cancelled,
        coalesce(sum(b.points) filter (where k.id is not null), 0) as cancelled_points,
        coalesce(sum(p.amount) filter (where k.id is not null), 0) as cancelled_paid
      from declarations c join draws d on d.id = c.draw_id
      left join postings p on p.declaration_id = c.id and p.kind = 'win'
      left join bids b on b.market_date = d.market_date and b.id = p.bid_id
      left join postings v on v.reverses = p.id and v.kind = 'win_reversed'
      left join postings k on k.kind = 'refund' and k.bid_id = p.bid_id and k.declaration_id is null and k.at = v.at
      where c.winners is not null and not c.is_void group by c.id
    )
    select ${WON}::text as law, id as place, 'declaration ' || id as what,
      ${inRupees(sql`coalesce(p.points, 0)`)} || ' staked, ' || coalesce(p.cancelled, 0) || ' cancelled of '
        || ${inRupees(sql`coalesce(p.cancelled_points, 0)`)} || ' and ' || ${inRupees(sql`coalesce(p.cancelled_paid, 0)`)}
        || ' won' as expected,
      ${inRupees(sql`coalesce(w.points, 0)`)} || ' staked, ' || coalesce(w.cancelled, 0) || ' of '
        || ${inRupees(sql`coalesce(w.cancelled_points, 0)`)} || ' and ' || ${inRupees(sql`coalesce(w.cancelled_paid, 0)`)} as found
    from paid p full join (
      select declaration_id as id, points, cancelled, cancelled_points, cancelled_paid from declared_wins) w using (id)
    where (p.points, p.cancelled, p.cancelled_points, p.cancelled_paid)
      is distinct from (w.points, w.cancelled, w.cancelled_points, w.cancelled_paid)`)

const findInDesk = firstOf(sql`
    with posted as (
      select p.id, p.at, coalesce(p.from_user, p.to_user) as user_id, p.kind, p.draw_id from postings p where p.actor like 'admin:%' and (
        ${kindIn(OF_DESK, sql`p.kind`)}
        or p.kind = 'refund' and p.declaration_id is null
        or p.kind = 'bonus' and p.request_id is not null
        or p.kind = 'win_reversed' and exists (
          select from postings r where r.kind = 'refund' and r.bid_id = p.bid_id and r.at = p.at))
      union all
      select h.id, h.at, h.from_user, h.kind, h.draw_id from postings p
      join postings h on h.request_id = p.request_id and h.kind = 'withdraw_hold'
      where p.kind = 'withdraw_pay' and p.actor like 'admin:%'
    )
    select ${DESK}::text as law, id as place, 'posting ' || id as what,
      coalesce(p.kind || ' at ' || p.at, 'no act') as expected, coalesce(w.kind || ' at ' || w.at, 'no act') as found
    from posted p full join (select posting_id as id, at, user_id, kind, draw_id from desk_rows) w using (id)
    where (p.at, p.user_id, p.kind, p.draw_id) is distinct from (w.at, w.user_id, w.kind, w.draw_id)
    union all
    select ${DESK_DAYS}, day - date '2000-01-01', kind || ' on ' || day, coalesce(p.rows, 0) || ' acts',
      coalesce(t.rows, 0)::text
    from (select (at at time zone 'Asia/Kolkata')::date as day, kind, count(*) as rows from posted group by 1, 2) p
    full join desk_totals t using (day, kind) where coalesce(p.rows, 0) <> coalesce(t.rows, 0)`)

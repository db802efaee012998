/** The sheets of closed days against the figures kept of their days: no posting and no bid is read. */
import type { Day } from '@munim/core'
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { differingOn } from '../daybook/sheets.ts'
import { firstOf, inRupees, type Law, lawOf } from './verify-law.ts'

const CLOSED = 'the sheets of closed days are what the books say'

export async function checkDays(db: Db): Promise<Law> {
  const { days } = await db.only<{ days: Day[] }>(sql`
    select coalesce(array_agg(day order by day), '{}') as days from closed_days`)
  const found = await allOf([findInOrder(db), findInSums(db), findInAccounts(db), findInDraws(days)(db)])
  return lawOf(CLOSED, days.length, 'sheets', found.flat())
}

/** Numbered without a gap, day after day. */
const findInOrder = firstOf(sql`
    with numbered as (
      select id, day, row_number() over (order by day) as nth, min(day) over () as first from closed_days
    )
    select ${CLOSED}::text as law, nth as place, 'the sheet of ' || day as what,
      'sheet ' || nth || ', of ' || (first + (nth - 1)::int) as expected, 'sheet ' || id as found
    from numbered where id <> nth or day <> first + (nth - 1)::int`)

/** What all markets, and all games, come to is the result of the day. */
const findInSums = firstOf(sql`
    with said as (
      select c.id, c.day, r.bids, r.stake, r.refunded, r.paid, r.running
      from closed_days c, jsonb_to_record(c.book -> 'result') as r (bids bigint, stake numeric, refunded numeric, paid numeric, running numeric)
    ), parts as (
      select c.id, p.part, coalesce(sum(d.bids), 0) as bids, coalesce(sum(d.stake), 0) as stake, coalesce(sum(d.refunded), 0) as refunded,
        coalesce(sum(d.paid), 0) as paid, coalesce(sum(d.running), 0) as running
      from closed_days c cross join (values ('markets'), ('games')) as p (part)
      left join jsonb_to_recordset(c.book -> p.part) as d (bids bigint, stake numeric, refunded numeric, paid numeric, running numeric) on true
      group by 1, 2
    )
    select ${CLOSED}::text as law, s.id as place, 'sheet ' || s.id || ', the sum of its ' || p.part as what,
      s.bids || ' bids, ' || s.stake || ' staked, ' || s.refunded || ' refunded, ' || s.paid || ' paid' as expected,
      p.bids || ' bids, ' || p.stake || ' staked, ' || p.refunded || ' refunded, ' || p.paid || ' paid' as found
    from said s join parts p using (id)
    where (s.bids, s.stake, s.refunded, s.paid, s.running) is distinct from (p.bids, p.stake, p.refunded, p.paid, p.running)`)

/** What was posted on a day stays: its movements are those of the ledger, and each account opens as it closed before. */
const findInAccounts = firstOf(sql`
    with account as (
      select c.id, c.day, a.account, a.opening, a.closing, a.movements
      from closed_days c, jsonb_to_recordset(c.book -> 'accounts') as a (account text, opening numeric, closing numeric, movements jsonb)
    ), movement as (
      select a.id, a.day, a.account, m.kind, m.postings, m.amount
      from account a, jsonb_to_recordset(a.movements) as m (kind text, postings bigint, amount numeric)
    ), said as (
      select id, day, kind, max(postings) as postings, (max(abs(amount)) * 100)::bigint as amount from movement group by 1, 2, 3
    ), counted as (
      select c.id, c.day, t.kind::text as kind, sum(t.postings) as postings,
        case when t.kind = 'transfer' then 0 else abs(sum(t.amount)) end::bigint as amount
      from closed_days c join day_totals t on t.day = c.day group by 1, 2, t.kind
    ), moved as (
      select a.id, a.account, a.opening, a.closing, a.opening + sum(m.amount) as due,
        lag(a.closing) over (partition by a.account order by a.day) as before
      from account a join movement m using (id, account) group by a.id, a.day, a.account, a.opening, a.closing
    )
    select ${CLOSED}::text as law, id as place, 'sheet ' || id || ', ' || kind as what,
      coalesce(c.postings, 0) || ' postings of ' || ${inRupees(sql`coalesce(c.amount, 0)`)} as expected,
      coalesce(s.postings, 0) || ' of ' || ${inRupees(sql`coalesce(s.amount, 0)`)} as found
    from said s full join counted c using (id, kind)
    where (coalesce(c.postings, 0), coalesce(c.amount, 0)) <> (coalesce(s.postings, 0), coalesce(s.amount, 0))
    union all
    select ${CLOSED}, id, 'sheet ' || id || ', the account ' || account, 'from ' || coalesce(before, opening) || ' to ' || due,
      'from ' || opening || ' to ' || closing
    from moved where opening <> coalesce(before, opening) or closing <> due`)

/**
 * A draw differs from what the sheets say of it only where something was decided of it since the last one was closed: the
 * last by its number, for one that was closed while a clock was ahead says a later moment.
 */
const findInDraws = (days: readonly Day[]) =>
  firstOf(sql`
    with last as (select at - interval '5 minutes' as at from closed_days order by id desc limit 1)
    select ${CLOSED}::text as law, k.day - date '2000-01-01' as place, k.market_name || ' of ' || k.day as what,
      'what the sheets say, or a declaration, a revert or a cancelled bid since the last sheet' as expected,
      'staked ' || ${inRupees(sql`k.stake`)} || ', refunded ' || ${inRupees(sql`k.refunded`)} || ', paid '
        || ${inRupees(sql`k.paid`)} || ' more' as found
    from (${differingOn(days)}) k cross join last l
    join draws d on d.market_id = k.market_id and d.market_date = k.day
    where not exists (select from declarations c where c.draw_id = d.id and (c.at > l.at or c.withdrawn_at > l.at))
      and not exists (select from bids b where b.market_date = k.day and b.draw_id = d.id and b.cancelled_at > l.at)`)

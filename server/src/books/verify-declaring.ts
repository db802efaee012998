/** Results declared, voided and reverted against the acts of the audit that did it. */
import { api } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'
import { countOf, firstOf, type Law, lawBy } from './verify-law.ts'

const DECLARED = 'results declared, voided and reverted = acts of the audit'

/** The most that can lie between what a result did to a million bids, and its row in the audit. */
const LONGEST = sql`interval '10 minutes'`

/** Each half that was declared or reverted, and who did it; a new market may come with its digits. */
const facts = sql`
  select c.id, c.draw_id, d.market_id, d.market_date::text as day, c.half, c.digit, c.panna, c.reason, c.actor, c.at,
    case when c.is_void then ${api.results.voidDraw.path} when c.source = 'market' then ${api.markets.create.path}
      when c.source = 'manual' then ${api.results.declare.path}
      when c.source = 'auto' and c.actor = 'auto' then 'auto' else 'none' end as act
  from declarations c join draws d on d.id = c.draw_id
  union all
  select c.id, c.draw_id, d.market_id, d.market_date::text, c.half, c.digit, c.panna, '', c.withdrawn_by, c.withdrawn_at,
    ${api.results.revert.path}
  from declarations c join draws d on d.id = c.draw_id where c.withdrawn_at is not null`

/** A void that is asked for again does nothing, and says so. A market without digits declares nothing. */
const acts = sql`
  select a.id, m.id as market_id, case a.thing when 'draw' then split_part(a.thing_id, ' ', 2) end as day, a.act, a.actor, a.at,
    a.after
  from audit a left join markets m on m.id::text = split_part(a.thing_id, ' ', 1) or m.uuid::text = split_part(a.thing_id, ' ', 1)
  where a.act in (${api.results.declare.path}, ${api.results.revert.path}, ${api.markets.create.path})
    or a.act = ${api.results.voidDraw.path} and a.after ? 'voided'`

/** What was typed for the half is what was declared. */
const saysSo = sql`case f.act
    when ${api.results.declare.path} then (f.digit, f.panna) = case f.half
      when 'open' then (a.after->>'manualOpenDigit', a.after->>'manualOpenPanna')
      else (a.after->>'manualCloseDigit', a.after->>'manualClosePanna') end
    when ${api.markets.create.path} then (f.digit, f.panna) = case f.half
      when 'open' then (a.after->>'open_digit', a.after->>'open_panna')
      else (a.after->>'close_digit', a.after->>'close_panna') end
    when ${api.results.voidDraw.path} then f.reason = a.after->>'reason' else true end`

/**
 * What was declared by itself has no act: what the source said of the half is kept (results/auto.ts), and was said a
 * minute before at the latest.
 */
export const checkDeclaring = (db: Db): Promise<Law> =>
  lawBy(DECLARED, countOf(db, sql`declarations`), 'declarations', findInDeclaring(db))

const findInDeclaring = firstOf(sql`
    with fact as materialized (${facts}), done as materialized (${acts}), pair as materialized (
      select f.id as fact_id, f.act, a.id as act_id
      from fact f join done a on a.act = f.act and a.market_id = f.market_id and a.actor = f.actor
        and a.day is not distinct from case when f.act <> ${api.markets.create.path} then f.day end
        and a.at between f.at - interval '1 second' and f.at + ${LONGEST} and ${saysSo}
    )
    select ${DECLARED}::text as law, f.id as place, 'declaration ' || f.id as what,
      'an act of ' || f.actor || ' that ' || case f.act when ${api.results.revert.path} then 'reverts it'
        when ${api.results.voidDraw.path} then 'voids it: ' || f.reason else 'declares ' || f.digit || '-' || f.panna end as expected,
      'none' as found
    from fact f where f.act <> 'auto' and not exists (select from pair p where p.fact_id = f.id and p.act = f.act)
    union all
    select ${DECLARED}, f.id, 'declaration ' || f.id, f.digit || '-' || f.panna || ', read from the source a minute before ' || f.at,
      coalesce(nullif(r.digit, '') || '-' || r.panna || ', read at ' || r.first_at, 'none')
    from fact f left join readings r on r.draw_id = f.draw_id and r.half = f.half
    where f.act = 'auto' and ((r.digit, r.panna) is distinct from (f.digit, f.panna)
      or r.first_at > f.at - interval '59 seconds')
    union all
    select ${DECLARED}, 0, 'row ' || a.id || ' of the audit', 'what ' || a.actor || ' did to ' || a.day || ' at ' || a.at, 'none'
    from done a where a.act <> ${api.markets.create.path} and not exists (select from pair p where p.act_id = a.id)`)

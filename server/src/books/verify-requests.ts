/** Deposits and withdrawals asked for against the money that moved. */
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { kindIn, OF_REQUEST } from '../ledger/kinds.ts'
import { type Counted, countOf, firstOf, inRupees, type Law, lawBy } from './verify-law.ts'

const MOVED = 'a request has the postings of its status'
const CONFIRMED = 'what the provider credited it had confirmed'
const REFERENCE = 'every reference exists'

export function checkRequests(db: Db, counting: Promise<Counted>): Promise<Law[]> {
  const named = db.only<{ rows: number }>(sql`
    select (select count(*) from users) + (select count(*) from requests) + (select count(*) from draws)
      + (select count(*) from declarations) as rows`)
  const references = allOf([named, counting]).then(([{ rows }, { drawn }]) => rows + drawn)
  const confirmed = sql`requests where decided_by = 'provider'`
  return allOf([
    lawBy(MOVED, countOf(db, sql`requests`), 'requests', findInRequests(db)),
    lawBy(CONFIRMED, countOf(db, confirmed), 'requests', findUnconfirmed(db)),
    lawBy(REFERENCE, references, 'references', findLost(db)),
  ])
}

/** The kinds that each status leaves behind, in the order of their names; a bonus may come with a deposit. */
const findInRequests = firstOf(sql`
    with moved as (
      select request_id, string_agg(kind::text, ' + ' order by kind::text) filter (where kind <> 'bonus') as kinds,
        count(*) filter (where kind = 'bonus') as bonuses,
        min(amount) filter (where kind <> 'bonus') as least, max(amount) filter (where kind <> 'bonus') as most,
        min(coalesce(from_user, to_user)) as user_id, max(coalesce(from_user, to_user)) as other_user, min(id) as first
      from postings
      where request_id is not null or ${kindIn(OF_REQUEST)}
      group by request_id
    ), request as (
      select r.*, case when kind = 'deposit' and status = 'completed' then 'deposit'
        when kind = 'deposit' then 'no posting'
        when status = 'completed' then 'withdraw_hold + withdraw_pay'
        when status = 'rejected' then 'withdraw_hold + withdraw_return'
        else 'withdraw_hold' end as due
      from requests r
    )
    select ${MOVED}::text as law, coalesce(r.id, m.first) as place,
      coalesce('request ' || r.id || ', a ' || r.status || ' ' || r.kind,
        'posting ' || m.first || ' of no such request') as what,
      coalesce(r.due || ' of ' || ${inRupees(sql`r.amount`)} || ' by player ' || r.user_id, 'no posting') as expected,
      coalesce(m.kinds || ' of ' || ${inRupees(sql`m.least`)}
        || case when m.least <> m.most then ' to ' || ${inRupees(sql`m.most`)} else '' end, 'no posting')
        || coalesce(' by player ' || m.user_id || case when m.user_id <> m.other_user then ' and ' || m.other_user
          else '' end, '')
        || case when m.bonuses > 0 then ', ' || m.bonuses || ' bonuses' else '' end as found
    from request r full join moved m on m.request_id = r.id
    where r.id is null or r.due <> coalesce(m.kinds, 'no posting') or m.least <> r.amount or m.most <> r.amount
      or m.user_id <> r.user_id or m.other_user <> r.user_id
      or m.bonuses > case when r.due = 'deposit' then 1 else 0 end`)

const findUnconfirmed = firstOf(sql`
    select ${CONFIRMED}::text as law, r.id as place, 'request ' || r.id as what,
      ${inRupees(sql`r.amount`)} || ' for ' || r.ref_id as expected, ${inRupees(sql`c.amount`)} as found
    from requests r left join confirmations c on c.ref_key = r.ref_key and not c.is_repeat
    where r.decided_by = 'provider' and not exists (
      select from confirmations e where e.ref_key = r.ref_key and e.amount = r.amount)`)

/** What no foreign key holds, since each bid and posting would write to the row it names, and what one does. */
const findLost = firstOf(sql`
    with lost as (
      select id, 'player ' || id as what, 'a wallet' as expected from users u
      where not exists (select from wallets w where w.user_id = u.id)
      union all
      select user_id, 'wallet of player ' || user_id, 'a player' from wallets w
      where not exists (select from users u where u.id = w.user_id)
      union all
      select id, 'request ' || id, 'player ' || user_id from requests r
      where not exists (select from users u where u.id = r.user_id)
      union all
      select id, 'draw ' || id, 'market ' || market_id from draws d
      where not exists (select from markets m where m.id = d.market_id)
      union all
      select id, 'declaration ' || id, 'draw ' || draw_id from declarations c
      where not exists (select from draws d where d.id = c.draw_id)
      union all
      select min(id), count(*) || ' postings, the first ' || min(id), 'draw ' || draw_id from postings p
      where draw_id is not null and not exists (select from draws d where d.id = p.draw_id) group by draw_id
    )
    select ${REFERENCE}::text as law, id as place, what, expected, 'none' as found from lost`)

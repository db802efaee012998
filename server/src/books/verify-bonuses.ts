/** What a bonus came to against the settings of its moment, which the audit tells: a percent of the deposit, or an amount. */
import { api } from '@munim/contract'
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { countOf, firstOf, inRupees, type Law, lawBy } from './verify-law.ts'

const AMOUNT = 'a bonus is what the settings gave then'

/** As the audit has them: rupees, percent, and whether deposits have a bonus. */
const now = sql`
  select jsonb_build_object('bonus', bonus / 100.0, 'bonus_show', bonus_show, 'joining_bonus', joining_bonus / 100.0,
    'referral_bonus', referral_bonus / 100.0) as settings from settings`

/** Each change of one of them, in its order, and whether the next one, or what is set now, goes on from it. */
const changes = sql`
  select *, after = coalesce(lead(before) over (partition by key order by id), (select settings->key from now)) as goes_on
  from (
    select a.id, a.at, k.key, a.before->k.key as before, a.after->k.key as after
    from audit a, unnest(array['bonus', 'bonus_show', 'joining_bonus', 'referral_bonus']) as k (key)
    where a.act = ${api.settings.update.path} and a.after ? k.key) c`

/**
 * Each bonus with what it is of, and its place in the audit: that of the act that it came with, which is so whatever a
 * clock did; with a registration there is none, so the last act before its moment.
 */
const bonuses = sql`
  select p.id, p.amount, p.request_id, coalesce(a.at, p.at) as at,
    coalesce(a.id, (select id from audit l where l.at <= p.at order by l.at desc, l.id desc limit 1), 0) as place,
    (select min(amount) from postings d where d.kind = 'deposit' and d.request_id = p.request_id) as deposit,
    case when p.request_id is not null then 'bonus' when p.note = 'Joining bonus' then 'joining_bonus'
      else 'referral_bonus' end as key
  from postings p left join lateral (
    select a.id, a.at from audit a
    where case when p.request_id is not null
      then a.thing = 'request' and a.thing_id = p.request_id::text
        and a.act in (${api.wallet.decideDeposit.path}, ${api.wallet.confirmDeposit.path}) and a.after->>'status' = 'completed'
      else p.actor <> 'auto' and a.thing = 'user' and a.act = ${api.users.update.path} and a.after->>'isApproved' = 'true'
        and a.thing_id = case p.note when 'Joining bonus' then p.to_user::text
          else substring(p.note from '^Referral bonus for user #([0-9]{1,15})$') end
        and a.at between p.at - interval '1 second' and p.at + interval '2 minutes' end
    order by a.id limit 1) a on true
  where p.kind = 'bonus'`

/** What this key was set to at the place of `b`, and around each change within a minute: a payment may have been under way. */
const values = (key: ReturnType<typeof sql>) => sql`
  select coalesce((select c.after from change c where c.key = ${key} and c.id <= b.place order by c.id desc limit 1),
    (select c.before from change c where c.key = ${key} and c.id > b.place order by c.id limit 1),
    (select settings->${key} from now)) as value
  union all
  select unnest(array[c.before, c.after]) from change c
  where c.key = ${key} and c.at between b.at - interval '1 minute' and b.at + interval '1 minute'`

/**
 * Where the audit doesn't go on from one change to the next, what was set between is not known, and none is held: the
 * database's owner changed a setting by hand, which the anchors name.
 */
export async function checkBonuses(db: Db): Promise<Law> {
  const [law, broken] = await allOf([
    lawBy(AMOUNT, countOf(db, sql`postings where kind = 'bonus'`), 'bonuses', findInBonuses(db)),
    db.many<{ key: string }>(sql`
      with now as (${now}), change as (${changes}) select distinct key from change where not goes_on order by key`),
  ])
  const notes = broken.map(({ key }) => `the audit does not tell what ${key} was set to between its changes`)
  return notes.length > 0 ? { ...law, notes } : law
}

const findInBonuses = firstOf(sql`
    with now as materialized (${now}), change as materialized (${changes}), paid as materialized (${bonuses}),
    known as (
      select b.*, array(
        select case when b.key = 'bonus' then floor((b.deposit * round(v.value::numeric * 100) + 5000) / 10000)
          else round(v.value::numeric * 100) end
        from (${values(sql`b.key`)}) v
        where b.key <> 'bonus' or exists (select from (${values(sql`'bonus_show'`)}) s where s.value = 'true')) as due
      from paid b
      where not exists (select from change c where not c.goes_on
        and (c.key = b.key or b.key = 'bonus' and c.key = 'bonus_show'))
    )
    select ${AMOUNT}::text as law, id as place, 'posting ' || id || ', a bonus' as what,
      coalesce((select string_agg(${inRupees(sql`d`)}, ' or ') from unnest(due) d where d > 0), 'none') as expected,
      ${inRupees(sql`amount`)} as found
    from known where amount <> all (due)`)

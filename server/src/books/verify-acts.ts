/**
 * What administrators did against what the audit says of it, both ways: who, when, to whom and how much. Money that has no
 * act behind it shows here, and an act whose money is gone. That the audit is as it was written is chain.ts.
 */
import { api } from '@munim/contract'
import { allOf } from '../database/all-of.ts'
import { type Db, type Statement, sql } from '../database/db.ts'
import { amountFor, isBy } from '../ledger/kinds.ts'
import { isStrange, isUnlikeBid, isUnlikeRevert } from './verify-actors.ts'
import { checkBonuses } from './verify-bonuses.ts'
import { checkDeclaring } from './verify-declaring.ts'
import { checkFactors } from './verify-factors.ts'
import { type Finding, firstOf, inRupees, type Law, lawBy } from './verify-law.ts'
import { checkSecond } from './verify-second.ts'

const FUNDS = 'funds added and deducted = acts of the audit'
const DECIDED = 'decisions of requests = acts of the audit'
const CANCELLED = 'bids reverted = acts of the audit'
const LOOKED = 'what was looked at = acts of the audit'
const BONUS = 'a bonus has the approval or the deposit that it came with'
const ACTOR = 'a posting says who and when as what it belongs to'

/** An act is written in the transaction of what it did: after it, and soon. A clock may be set back by a little between. */
const soonAfter = (fact: Statement, act: Statement) =>
  sql`${act} between ${fact} - interval '1 second' and ${fact} + interval '2 minutes'`

/** Rupees of the audit in paise; null where it holds none, or something else. */
const paiseOf = (json: Statement, key: string) =>
  sql`case when jsonb_typeof(${json}->${sql.lit(key)}) = 'number' then round((${json}->>${sql.lit(key)})::numeric * 100) end`

/** Whether the player was deleted by this administrator then, which cancels and rejects what they had. */
const wasRemoved = (userId: Statement, actor: Statement, at: Statement) => sql`exists (
  select from audit x where x.thing = 'user' and x.thing_id = ${userId}::text and x.act = ${api.users.remove.path}
    and x.actor = ${actor} and ${soonAfter(at, sql`x.at`)})`

/** What a removal wrote out of a wallet, without the act that removed the player. */
const isUnremoved = sql`
  select ${ACTOR}::text, p.id, 'posting ' || p.id || ', a closing', 'the act of ' || p.actor || ' that deleted player ' || p.player,
    'none'
  from (select id, actor, at, coalesce(from_user, to_user) as player from postings where ${isBy('removal')} and draw_id is null) p
  where not ${wasRemoved(sql`p.player`, sql`p.actor`, sql`p.at`)}`

export function checkActs(db: Db): Promise<Law[]> {
  const counting = db.only<
    Record<'funds' | 'decided' | 'cancelled' | 'looked' | 'bonuses' | 'postings', number>
  >(sql`
    select count(*) filter (where ${isBy('hand')}) as funds,
      count(*) filter (where ${isBy('bonus')}) as bonuses, count(*) as postings,
      (select count(*) from requests where status <> 'pending') as decided,
      (select count(*) from bids where cancelled_at is not null) as cancelled,
      (select count(*) from suspicions where looked_at is not null) as looked
    from postings`)
  const many = async (of: keyof Awaited<typeof counting>) => (await counting)[of]
  return allOf([
    lawBy(FUNDS, many('funds'), 'postings', findInFunds(db)),
    lawBy(DECIDED, many('decided'), 'requests', findInDecided(db)),
    checkDeclaring(db),
    lawBy(CANCELLED, many('cancelled'), 'bids', findInCancelled(db)),
    lawBy(LOOKED, many('looked'), 'looks', findInLooked(db)),
    lawBy(BONUS, many('bonuses'), 'bonuses', findInBonuses(db)),
    checkBonuses(db),
    lawBy(ACTOR, many('postings'), 'postings', findStrange(db)),
    checkSecond(db),
    checkFactors(db),
  ])
}

const findStrange = firstOf(
  sql`${isStrange(ACTOR)} union all ${isUnlikeBid(ACTOR)} union all ${isUnlikeRevert(ACTOR)} union all ${isUnremoved}`,
)

/** Equal ones, which an administrator may well do twice, are told apart by their order. */
function findInFunds(db: Db): Promise<Finding[]> {
  const key = sql`actor, player, change, balance`
  const nth = sql`row_number() over (partition by ${key} order by id) as nth`
  return firstOf(sql`
    with posted as (
      select *, ${nth} from (
        select id, at, actor, coalesce(from_user, to_user)::text as player,
          (${amountFor('player')})::numeric as change,
          coalesce(from_after, to_after)::numeric as balance
        from postings where ${isBy('hand')}) p
    ), done as (
      select *, ${nth} from (
        select id, at, actor, thing_id as player, ${paiseOf(sql`after`, 'wallet')} - ${paiseOf(sql`before`, 'wallet')} as change,
          ${paiseOf(sql`after`, 'wallet')} as balance
        from audit where thing = 'user' and before ? 'wallet' and after ? 'wallet') a
    )
    select ${FUNDS}::text as law, coalesce(p.id, 0) as place,
      coalesce('posting ' || p.id, 'row ' || a.id || ' of the audit') as what,
      case when a.id is null then 'an act of ' || p.actor when p.id is null
        then 'a posting of ' || ${inRupees(sql`a.change`)} || ' for player ' || a.player || ' by ' || a.actor
        else 'at ' || a.at end as expected,
      case when a.id is null or p.id is null then 'none' else 'at ' || p.at end as found
    from posted p full join done a using (actor, player, change, balance, nth)
    where p.id is null or a.id is null or not (${soonAfter(sql`p.at`, sql`a.at`)})`)(db)
}

/** A withdrawal is rejected with a result that is reverted, and all that is pending with a player who is deleted. */
function findInDecided(db: Db): Promise<Finding[]> {
  const { decideDeposit, decideWithdrawal, confirmDeposit } = api.wallet
  return firstOf(sql`
    with done as (
      select id, at, actor, thing_id, after->>'status' as status, ${paiseOf(sql`after`, 'amount')} as amount,
        case act when ${decideWithdrawal.path} then 'withdraw' else 'deposit' end as kind
      from audit where act in (${decideDeposit.path}, ${decideWithdrawal.path}, ${confirmDeposit.path})
    ), decided as (select *, id::text as thing_id from requests where status <> 'pending')
    select ${DECIDED}::text as law, coalesce(r.id, 0) as place,
      coalesce('request ' || r.id, 'row ' || a.id || ' of the audit') as what,
      coalesce(${inRupees(sql`a.amount`)} || ' ' || a.status || ' by ' || a.actor || ' at ' || a.at, 'an act of ' || r.decided_by)
        as expected,
      coalesce(case when a.id is not null then ${inRupees(sql`r.amount`)} || ' ' || r.status || ' by ' || r.decided_by || ' at '
        || r.decided_at end, 'none') as found
    from decided r full join done a using (thing_id, kind)
    where case when r.id is null then true when a.id is null then r.status <> 'rejected' or not (
        ${wasRemoved(sql`r.user_id`, sql`r.decided_by`, sql`r.decided_at`)}
        or r.kind = 'withdraw' and exists (select from audit x where x.thing = 'draw' and x.act = ${api.results.revert.path}
          and x.actor = r.decided_by and ${soonAfter(sql`r.decided_at`, sql`x.at`)}))
      else (a.actor, a.status, a.amount) is distinct from (r.decided_by, r.status, r.amount::numeric)
        or not (${soonAfter(sql`r.decided_at`, sql`a.at`)}) end`)(db)
}

const findInCancelled = firstOf(sql`
    with done as (
      select id, at, actor, thing_id, after->>'reason' as reason, ${paiseOf(sql`after`, 'points')} as points
      from audit where act = ${api.bids.revert.path}
    ), cancelled as (select *, id::text as thing_id from bids where cancelled_at is not null)
    select ${CANCELLED}::text as law, coalesce(b.id, 0) as place,
      coalesce('bid ' || b.id, 'row ' || a.id || ' of the audit') as what,
      coalesce(${inRupees(sql`a.points`)} || ' by ' || a.actor || ' at ' || a.at || ': ' || a.reason, 'an act of ' || b.cancelled_by)
        as expected,
      coalesce(case when a.id is not null then ${inRupees(sql`b.points`)} || ' by ' || b.cancelled_by || ' at ' || b.cancelled_at
        || ': ' || b.cancel_reason end, 'none') as found
    from cancelled b full join done a using (thing_id)
    where case when b.id is null then true
      when a.id is null then not ${wasRemoved(sql`b.user_id`, sql`b.cancelled_by`, sql`b.cancelled_at`)}
      else (a.actor, a.reason, a.points) is distinct from (b.cancelled_by, b.cancel_reason, b.points::numeric)
        or not (${soonAfter(sql`b.cancelled_at`, sql`a.at`)}) end`)

const findInLooked = firstOf(sql`
    with done as (select id, at, actor, thing_id, after->>'note' as note from audit where act = ${api.reports.lookAt.path}),
    looked as (select *, id::text as thing_id from suspicions where looked_at is not null)
    select ${LOOKED}::text as law, coalesce(s.id, 0) as place,
      coalesce('suspicion ' || s.id, 'row ' || a.id || ' of the audit') as what,
      coalesce('by ' || a.actor || ' at ' || a.at || ': ' || a.note, 'an act of ' || s.looked_by) as expected,
      case when a.id is null or s.id is null then 'none' else 'by ' || s.looked_by || ' at ' || s.looked_at || ': ' || s.note end as found
    from looked s full join done a using (thing_id)
    where s.id is null or a.id is null or (a.actor, a.note) is distinct from (s.looked_by, s.note)
      or not (${soonAfter(sql`s.looked_at`, sql`a.at`)})`)

/** That of a deposit comes with its posting; those of an approval once a player: by an act, or with the registration. */
const findInBonuses = firstOf(sql`
    with paid as (
      select *, row_number() over (partition by brought, is_joining order by id) as nth from (
        select id, at, actor, to_user, amount, note, note = 'Joining bonus' as is_joining,
          case when note = 'Joining bonus' then to_user
            else substring(note from '^Referral bonus for user #([0-9]{1,15})$')::bigint end as brought
        from postings where ${isBy('bonus')} and request_id is null) b
    )
    select ${BONUS}::text as law, p.id as place, 'posting ' || p.id as what,
      case when p.nth > 1 then 'one for player ' || p.brought else 'the approval of player ' || coalesce(p.brought, p.to_user)
        || ' by ' || p.actor end as expected,
      case when p.nth > 1 then 'another' else 'none' end as found
    from paid p left join users u on u.id = p.brought
    where p.brought is null or p.nth > 1 or case p.actor when 'auto' then u.created_at is distinct from p.at
      else not exists (select from audit a where a.thing = 'user' and a.thing_id = p.brought::text
        and a.act = ${api.users.update.path} and a.actor = p.actor and a.after->>'isApproved' = 'true'
        and ${soonAfter(sql`p.at`, sql`a.at`)}) end
    union all
    select ${BONUS}, b.id, 'posting ' || b.id, 'a deposit of request ' || b.request_id, 'none'
    from postings b where ${isBy('bonus', sql`b.kind`)} and b.request_id is not null and not exists (
      select from postings d where d.kind = 'deposit' and d.request_id = b.request_id and d.to_user = b.to_user)`)

/** Postings that say another actor or moment than the fact they belong to: rows of `law, place, what, expected, found`. */
import { type Statement, sql } from '../database/db.ts'
import { isBy } from '../ledger/kinds.ts'

/** Players' own, and those of requests, of results and of voids. */
export function isStrange(law: string): Statement {
  return sql`
    select ${law}::text as law, p.id as place, 'posting ' || p.id || ', a ' || p.kind as what,
      coalesce(p.due_actor, p.actor) || ' at ' || coalesce(p.due_at, p.at) as expected, p.actor || ' at ' || p.at as found
    from (
      select p.id, p.kind, p.actor, p.at,
        case when ${isBy('player', sql`p.kind`)} then 'player:' || p.from_user
          when p.request_id is not null then r.decided_by else c.actor end as due_actor,
        case when p.kind = 'withdraw_hold' then r.created_at when p.request_id is not null then r.decided_at
          when p.kind = 'win' then c.at end as due_at
      from postings p left join requests r on r.id = p.request_id left join declarations c on c.id = p.declaration_id
    ) p where p.actor <> p.due_actor or p.at <> p.due_at`
}

const cancelled = sql`(select id, cancelled_by, cancelled_at, cancel_reason from bids where cancelled_at is not null)`

/** Refunds of bids that were cancelled one by one. */
export function isUnlikeBid(law: string): Statement {
  return sql`
    select ${law}::text, p.id, 'posting ' || p.id || ', a refund',
      b.cancelled_by || ' at ' || b.cancelled_at || ': ' || b.cancel_reason, p.actor || ' at ' || p.at || ': ' || p.note
    from ${cancelled} b join postings p on p.bid_id = b.id and p.kind = 'refund'
    where (p.actor, p.at, p.note) is distinct from (b.cancelled_by, b.cancelled_at, b.cancel_reason)`
}

/** Wins taken back: with their result, or with their bid. */
export function isUnlikeRevert(law: string): Statement {
  return sql`
    select ${law}::text, p.id, 'posting ' || p.id || ', a win_reversed',
      coalesce(c.withdrawn_by || ' at ' || c.withdrawn_at, b.cancelled_by || ' at ' || b.cancelled_at, 'a revert'),
      p.actor || ' at ' || p.at
    from postings p join postings w on w.id = p.reverses left join declarations c on c.id = w.declaration_id
    left join ${cancelled} b on b.id = p.bid_id
    where p.reverses is not null and (p.actor, p.at) is distinct from (c.withdrawn_by, c.withdrawn_at)
      and (p.actor, p.at) is distinct from (b.cancelled_by, b.cancelled_at)`
}

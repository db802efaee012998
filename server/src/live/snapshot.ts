/**
 * The figures that change when something happens, read once a second: counts that are kept as rows are written, and the
 * last rows of tables. Ids are given before their rows are committed, so the last hundred rows are read and not the last.
 */
import type { Answer, api } from '@munim/contract'
import { type Db, nowOf, sql } from '../database/db.ts'
import { OVER_AFTER } from '../desk/open-cases.ts'
import { hasRight, isFactorEntered, isValidSession, SESSIONS } from '../http/caller.ts'

/** The sums are checked twice a minute; that they agree still is told every ten minutes. */
const CHECKED_TOLD_SECONDS = 600

export type LiveEvent = Answer<typeof api.live.follow>
type Counts = Extract<LiveEvent, { event: 'counts' }>

/** Each is made of figures: where it is another text than a second ago, rows of that table have changed. */
type Texts = Record<'users' | 'requests' | 'results' | 'feedbacks' | 'desk' | 'proofs' | 'alerts', string>

export interface Figures extends Readonly<Texts> {
  /** Without `dueHalves`, which follow from the clock, too. */
  readonly counts: Omit<Counts, 'event' | 'dueHalves'>
  /** Acts that wait for a second person, of the last hundred: they expire without a row being written. */
  readonly openActs: number
  /** Postings of today and yesterday by kind. */
  readonly postings: Readonly<Record<string, number>>
  /** The id of the last row of the audit. Its rows are written one after the other, so none appears late. */
  readonly audit: number
  /** What the administrators' acts since `since` changed. */
  readonly subjects: readonly string[]
  /** Whole minutes since 1970, by the database's clock: halves become due on the minute. */
  readonly minute: number
  /** Of the sessions that were asked for, those that are valid and may see; their token hashes in hex. */
  readonly validSessions: readonly string[]
}

/** All figures in one statement, which takes half a millisecond. `since`: the last row of the audit that was read. */
export function readFigures(
  db: Db,
  { since, sessions }: { since: number | null; sessions: readonly string[] },
) {
  return db.only<Figures>(sql`
    /* live-figures */
    with u as (
      select coalesce(sum(users), 0)::bigint as all_of_them,
        coalesce(sum(users) filter (where not is_approved), 0)::bigint as unapproved,
        coalesce(sum(users) filter (where not is_approved and not is_blocked), 0)::bigint as to_approve,
        coalesce(sum(users) filter (where is_blocked), 0)::bigint as blocked
      from user_counts
    ), r as (
      select count(*) filter (where kind = 'deposit') as deposits, count(*) filter (where kind = 'withdraw') as withdrawals,
        sum(id) as ids
      from requests where status = 'pending'
    ), f as (
      select count(*) as unread from feedbacks where not is_read
    ), d as (
      select sum(id) as ids, count(withdrawn_at) as withdrawn, count(winners) as paid
      from (select id, withdrawn_at, winners from declarations order by id desc limit 100) last
    ), p as (
      select k.kind, sum(t.postings)::bigint as postings
      from unnest(enum_range(null::posting_kind)) as k (kind)
      join day_totals t on t.kind = k.kind and t.day >= (${nowOf(db)} at time zone 'Asia/Kolkata')::date - 1
      group by k.kind
    )
    select json_build_object('unapprovedUsers', u.to_approve, 'pendingDeposits', r.deposits,
        'pendingWithdrawals', r.withdrawals, 'unreadFeedbacks', f.unread) as counts,
      concat_ws(' ', u.all_of_them, u.unapproved, u.blocked) as users,
      concat_ws(' ', r.deposits, r.withdrawals, r.ids,
        (select sum(id) from (select id from confirmations order by id desc limit 100) last),
        (select concat_ws(' ', sum(id), count(closed_at))
          from (select id, closed_at from payout_batches order by id desc limit 100) last)) as requests,
      concat_ws(' ', d.ids, d.withdrawn, d.paid,
        (select sum(refunded) from refund_runs where refunded < bids)) as results,
      concat_ws(' ', f.unread, (select sum(id) from (select id from feedbacks order by id desc limit 100) last)) as feedbacks,
      coalesce((select string_agg(concat_ws(' ', admin_id, kind, item_id), ',' order by admin_id, page) from open_cases
        where at > ${nowOf(db)} - ${OVER_AFTER}), '') as desk,
      coalesce((select concat_ws(' ', differences, floor(extract(epoch from at) / ${CHECKED_TOLD_SECONDS})) from proofs
        order by id desc limit 1), '') as proofs,
      concat_ws(' ', (select fault from push_connection), (select at from last_backup), (select max(id) from suspicions),
        (select string_agg(concat_ws(' ', r.draw_id, r.half, r.is_stopped, r.reason = ''), ',' order by r.draw_id, r.half)
          from draws d join readings r on r.draw_id = d.id where d.undeclared > 0)) as alerts,
      (select count(*) filter (where outcome is null and expires_at > ${nowOf(db)})
        from (select outcome, expires_at from waiting_acts order by id desc limit 100) last) as "openActs",
      (select coalesce(json_object_agg(kind, postings), '{}') from p) as postings,
      floor(extract(epoch from ${nowOf(db)}) / 60)::bigint as minute,
      (select coalesce(max(id), 0) from audit) as audit,
      (select coalesce(json_agg(distinct thing), '[]') from audit where id > ${since}::bigint) as subjects,
      (select coalesce(json_agg(encode(s.token_hash, 'hex')), '[]') from ${SESSIONS}
        where s.token_hash in (select decode(hash, 'hex') from unnest(${sessions}::text[]) as hash)
        and ${isValidSession(db)} and ${isFactorEntered} and ${hasRight('see')}) as "validSessions"
    from u, r, f, d`)
}

/** The uncancelled bids of one draw that may still take bids. */
export interface DrawSum {
  readonly drawId: number
  readonly marketId: number
  readonly bids: number
  /** Paise. */
  readonly points: number
}

/** Of the draws since yesterday. Read only when a stake or a refund was posted: the totals of open draws have up to 128 rows each. */
export function readDrawSums(db: Db): Promise<DrawSum[]> {
  return db.many<DrawSum>(sql`
    /* live-draws */
    select d.id as "drawId", d.market_id as "marketId", sum(t.bids)::bigint as bids, sum(t.points)::bigint as points
    from draws d join draw_totals t on t.draw_id = d.id
    where d.market_date >= (${nowOf(db)} at time zone 'Asia/Kolkata')::date - 1
    group by d.id, d.market_id`)
}

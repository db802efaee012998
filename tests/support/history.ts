/**
 * Both histories told again as plainly as SQL can: every bid and every posting looked at, nothing counted beforehand,
 * no index thought of. What the lists answer is checked against it; it shares no code with them.
 */
import type { api, Body } from '@munim/contract'
import { type Db, type Statement, sql } from '../../server/src/database/db.ts'

type BidFilter = Body<typeof api.reports.bids>
type TransactionFilter = Body<typeof api.reports.transactions>

/** Every bid with its status and what it won, in paise. */
const bids = sql`(
  select b.id, b.market_date as day, d.market_id, b.user_id, b.points, b.cancelled_by, case
      when b.cancelled_at is not null or c.is_void then 'cancelled' when c.id is null then 'running'
      when b.pick = any(c.picks) then 'win' else 'loss' end as status,
    case when b.cancelled_at is null and b.pick = any(c.picks) then (b.points * b.multiplier + 50) / 100 else 0 end as won
  from bids b join draws d on d.id = b.draw_id
  left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null)`

/** Every posting once for each player in it. */
const rows = sql`(
  select p.id, p.at, 0 as place, 'credit' as side, p.to_user as user_id, p.kind::text, p.draw_id, p.bid_id, p.request_id,
    p.actor, p.amount from postings p where p.to_user is not null
  union all
  select p.id, p.at, 1, 'debit', p.from_user, p.kind::text, p.draw_id, p.bid_id, p.request_id, p.actor, p.amount
  from postings p where p.from_user is not null)`

const india = (at: Statement) => sql`(${at} at time zone 'Asia/Kolkata')::date`

/** Text that is looked for, as people type it: no pattern. */
const holds = (text: Statement, search: string) => sql`position(lower(${search}) in lower(${text})) > 0`

const all = (conditions: readonly (Statement | false)[]) =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== false)], sql` and `)

export interface Told {
  readonly ids: readonly number[]
  readonly total: number
}

/** How many bids a filter leaves, and the figures of the cards in paise. */
export interface ToldSums {
  readonly total: number
  readonly staked: number
  readonly won: number
  readonly refunded: number
}

function bidsLeft({ search, status, from, to, market, adminOnly }: BidFilter): Statement {
  const meant = status === 'completed' ? 'win' : status === 'pending' ? 'running' : status
  const where = all([
    meant ? sql`b.status = ${meant}` : false,
    from ? sql`b.day >= ${from}` : false,
    to ? sql`b.day <= ${to}` : false,
    market ? sql`b.market_id = ${market}` : false,
    adminOnly ? sql`b.cancelled_by like 'admin:%'` : false,
    search
      ? sql`(${holds(sql`u.user_name`, search)} or ${holds(sql`u.mobile`, search)} or b.id::text = ${search})`
      : false,
  ])
  return sql`from ${bids} b join users u on u.id = b.user_id where ${where}`
}

const sums = sql`
  count(*) as total, coalesce(sum(b.points), 0)::bigint as staked, coalesce(sum(b.won), 0)::bigint as won,
  coalesce(sum(b.points) filter (where b.status = 'cancelled'), 0)::bigint as refunded`

/** The bids that a filter leaves, in their order, with their sums. */
export async function tellBids(db: Db, filter: BidFilter): Promise<Told & ToldSums> {
  return db.only(sql`
    select coalesce(json_agg(b.id order by b.day desc, b.id desc), '[]') as ids, ${sums} ${bidsLeft(filter)}`)
}

/** The sums alone, for as many bids as there are. */
export async function sumBids(db: Db, filter: BidFilter): Promise<ToldSums> {
  return db.only(sql`select ${sums} ${bidsLeft(filter)}`)
}

/** Whether an administrator made row `r`: a fund, a decision, a bid reverted. */
const isOfDesk = sql`(
  r.actor like 'admin:%' and (r.kind in ('fund_add', 'fund_deduct', 'deposit', 'withdraw_return')
    or r.kind = 'bonus' and r.request_id is not null)
  or r.kind = 'withdraw_hold' and q.status = 'completed' and q.decided_by like 'admin:%'
  or r.kind in ('refund', 'win_reversed') and exists (
    select from bids b where b.market_date = d.market_date and b.id = r.bid_id and b.cancelled_by like 'admin:%'
      and b.cancelled_at = r.at))`

function rowsLeft({ search, type, kind, status, from, to, market, adminOnly }: TransactionFilter): Statement {
  const isOf = (word: string) => (word === 'deposit' ? sql`r.kind = 'deposit'` : sql`r.kind like 'withdraw%'`)
  const where = all([
    type ? (type === 'credit' || type === 'debit' ? sql`r.side = ${type}` : isOf(type)) : false,
    kind ? sql`r.kind = ${kind}` : false,
    status ? sql`case r.kind when 'withdraw_hold' then q.status else 'completed' end = ${status}` : false,
    from ? sql`${india(sql`r.at`)} >= ${from}` : false,
    to ? sql`${india(sql`r.at`)} <= ${to}` : false,
    market ? sql`r.bid_id is not null and d.market_id = ${market}` : false,
    adminOnly ? isOfDesk : false,
    search
      ? sql`(${holds(sql`u.user_name`, search)} or ${holds(sql`u.mobile`, search)} or r.id::text = ${search}
          or ${holds(sql`coalesce(q.ref_id, '')`, search)}
          or reference_key(${search}) <> '' and strpos(q.ref_key, reference_key(${search})) > 0)`
      : false,
  ])
  return sql`
    from ${rows} r join users u on u.id = r.user_id left join requests q on q.id = r.request_id
    left join draws d on d.id = r.draw_id where ${where}`
}

/** The rows that a filter leaves, in their order: the newest first, of a transfer what came in before what went out. */
export async function tellTransactions(
  db: Db,
  filter: TransactionFilter,
): Promise<Told & { readonly came: number; readonly went: number }> {
  return db.only(sql`
    select coalesce(json_agg(r.id order by r.at desc, r.id desc, r.place), '[]') as ids, count(*) as total,
      coalesce(sum(r.amount) filter (where r.side = 'credit'), 0)::bigint as came,
      coalesce(sum(r.amount) filter (where r.side = 'debit'), 0)::bigint as went
    ${rowsLeft(filter)}`)
}

/** Their number alone. */
export async function countTransactions(db: Db, filter: TransactionFilter): Promise<number> {
  return (await db.only<{ total: number }>(sql`select count(*) as total ${rowsLeft(filter)}`)).total
}

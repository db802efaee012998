/** The laws of the books, asked of the database as plain SQL: an oracle that shares no code with the server's own check. */
import { type Db, sql } from '../../server/src/database/db.ts'

/** One side of every posting, as its player sees it: what it changed, what it left. */
const own = sql`(
  select id, to_user as user_id, amount as change, to_after as after, kind from postings where to_user is not null
  union all
  select id, from_user, -amount, from_after, kind from postings where from_user is not null)`

/** Every bid, of which a void cancelled what it decides. */
const bids = sql`(
  select b.id, b.user_id, b.points, coalesce(b.cancelled_at, v.at) as cancelled_at, v.id as void_id, b.cancelled_by
  from bids b left join declarations v on v.draw_id = b.draw_id and v.half = b.session and v.is_void)`

/** What has to be paid now: uncancelled bids on the picks of current declarations. */
const dueWins = sql`(
  select b.id as bid_id, c.id as declaration_id, b.user_id, (b.points * b.multiplier + 50) / 100 as amount
  from bids b join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null
  where b.cancelled_at is null and b.pick = any(c.picks))`

const paidWins = sql`(
  select w.bid_id, w.declaration_id, w.to_user as user_id, w.amount from postings w
  where w.kind = 'win' and not exists (select from postings r where r.reverses = w.id))`

/** Each law with the rows that break it. */
const LAWS = {
  'a wallet is the sum of its postings': sql`
    select w.user_id from wallets w
    left join (select user_id, sum(change) as change from ${own} o group by user_id) s on s.user_id = w.user_id
    where w.balance <> coalesce(s.change, 0)`,
  'each posting goes on from the balance that the one before it left': sql`
    select * from (
      select o.*, lag(o.after, 1, 0) over (partition by user_id order by id) as before from ${own} o) chain
    where after <> before + change`,
  'only a win taken back takes a wallet below zero': sql`
    select * from ${own} o where o.after < 0 and o.change < 0 and o.kind <> 'win_reversed'`,
  'what is held is what pending withdrawals ask for': sql`
    select h.amount, r.amount from
      (select coalesce(sum(case when to_house = 'held' then amount else -amount end), 0) as amount
        from postings where to_house = 'held' or from_house = 'held') h,
      (select coalesce(sum(amount), 0) as amount from requests where status = 'pending' and kind = 'withdraw') r
    where h.amount <> r.amount`,
  'a bid has one stake, and one refund if it is cancelled': sql`
    select b.id from ${bids} b left join postings p on p.bid_id = b.id and p.kind in ('stake', 'refund')
    group by b.id, b.points, b.cancelled_at, b.user_id
    having coalesce(sum(p.amount) filter (where p.kind = 'stake' and p.from_user = b.user_id), 0) <> b.points
    or coalesce(sum(p.amount) filter (where p.kind = 'refund' and p.to_user = b.user_id), 0)
      <> case when b.cancelled_at is null then 0 else b.points end`,
  'a refund names the void that cancelled its bid': sql`
    select b.id from ${bids} b join postings p on p.bid_id = b.id and p.kind = 'refund'
    where p.declaration_id is distinct from case when b.cancelled_by is null then b.void_id end`,
  'what is won is paid, once, and nothing else is': sql`
    (select * from ${dueWins} due except all select * from ${paidWins} paid)
    union all
    (select * from ${paidWins} paid except all select * from ${dueWins} due)`,
  'total_bets is what was staked and not cancelled': sql`
    select w.user_id from wallets w left join ${bids} b on b.user_id = w.user_id and b.cancelled_at is null
    group by w.user_id, w.total_bets having w.total_bets <> coalesce(sum(b.points), 0)`,
  'total_win is what was won and not taken back': sql`
    select w.user_id from wallets w left join ${paidWins} s on s.user_id = w.user_id
    group by w.user_id, w.total_win having w.total_win <> coalesce(sum(s.amount), 0)`,
  'tallies count the bids': sql`
    (select draw_id, session, pick, multiplier, count(*)::numeric, sum(points) from bids where cancelled_at is null
      group by 1, 2, 3, 4
     except select draw_id, session, pick, multiplier, sum(bids), sum(points) from tallies group by 1, 2, 3, 4)
    union all
    (select draw_id, session, pick, multiplier, sum(bids), sum(points) from tallies group by 1, 2, 3, 4
      having sum(bids) <> 0 or sum(points) <> 0
     except select draw_id, session, pick, multiplier, count(*), sum(points) from bids where cancelled_at is null
      group by 1, 2, 3, 4)`,
  'a declaration knows what it paid': sql`
    select d.id from declarations d left join postings p on p.declaration_id = d.id and p.kind = 'win'
    group by d.id having d.winners is distinct from count(p.id) or d.paid is distinct from coalesce(sum(p.amount), 0)
    or d.players is distinct from count(distinct p.to_user)`,
  'a deleted player holds nothing and has nothing running or pending': sql`
    select u.id from users u join wallets w on w.user_id = u.id where u.deleted_at is not null
    and (w.balance <> 0 or not w.is_closed
      or exists (select from requests r where r.user_id = u.id and r.status = 'pending')
      or exists (select from bids b where b.user_id = u.id and b.cancelled_at is null and not exists
        (select from declarations c where c.draw_id = b.draw_id and c.half = b.session)))`,
} as const

/** The laws that do not hold, each with a few of the rows that break it; none in good books. */
export async function brokenLaws(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const [law, rows] of Object.entries(LAWS)) {
    // The limit is outside of what is planned: most often there is no row to find early.
    const found = await db.many(sql`with broken as materialized (${rows}) select * from broken limit 3`)
    if (found.length > 0) broken.push(`${law}: ${JSON.stringify(found)}`)
  }
  return broken
}

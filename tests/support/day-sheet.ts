/**
 * The book of a day told again as plainly as SQL can: every bid, declaration and posting looked at, no kept figure. It
 * shares no code with what the server answers. Amounts in paise.
 */
import type { Day } from '@munim/core'
import { type Db, type Statement, sql } from '../../server/src/database/db.ts'

interface Sums {
  readonly bids: number
  readonly stake: number
  readonly refunded: number
  readonly paid: number
  readonly running: number
}

const india = (at: Statement) => sql`(${at} at time zone 'Asia/Kolkata')`

/** Every bid with what became of it; what it was paid is what the ledger says of it, wins less those taken back. */
const bids = sql`(
  select b.id, d.market_id, d.market_date as day, b.game_mode, b.points, b.placed_at,
    b.cancelled_at is not null or coalesce(c.is_void, false) as is_refunded,
    b.cancelled_at is null and c.id is null as is_running,
    coalesce(w.paid, 0) as paid
  from bids b join draws d on d.id = b.draw_id
  left join (select p.bid_id, sum(case p.kind when 'win' then p.amount else -p.amount end) as paid from postings p
    where p.kind in ('win', 'win_reversed') group by 1) w on w.bid_id = b.id
  left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null)`

const sums = sql`
  count(*) as bids, coalesce(sum(b.points), 0)::bigint as stake,
  coalesce(sum(b.points) filter (where b.is_refunded), 0)::bigint as refunded,
  coalesce(sum(b.paid), 0)::bigint as paid, coalesce(sum(b.points) filter (where b.is_running), 0)::bigint as running`

/** Of all draws of a day together. */
export const tellResult = (db: Db, day: Day) =>
  db.only<Sums>(sql`select ${sums} from ${bids} b where b.day = ${day}`)

export async function tellDay(db: Db, day: Day) {
  const of = sql`from ${bids} b where b.day = ${day}`
  return {
    result: await tellResult(db, day),
    markets: await db.many<Sums & { marketId: number }>(sql`
      select b.market_id as "marketId", ${sums} ${of} group by 1 order by 1`),
    games: await db.many<Sums & { game_mode: string }>(sql`
      select b.game_mode, ${sums} ${of} group by 1 order by 1`),
    hours: await db.many<{ hour: string; bids: number; stake: number }>(sql`
      select to_char(${india(sql`b.placed_at`)}, 'YYYY-MM-DD HH24') as hour, count(*) as bids, sum(b.points)::bigint as stake
      ${of} group by 1 order by 1`),
  }
}

/** What an account got less what it gave; cash the other way round, as what is in hand. */
const changeOf = (account: string): Statement =>
  account === 'player'
    ? sql`((p.to_user is not null)::int - (p.from_user is not null)::int) * p.amount`
    : sql`((p.to_house is not distinct from ${account}::house_account)::int
        - (p.from_house is not distinct from ${account}::house_account)::int) * p.amount * ${account === 'cash' ? -1 : 1}`

export async function tellAccount(db: Db, account: string, day: Day) {
  const change = changeOf(account)
  const isOn = sql`${india(sql`p.at`)}::date = ${day}`
  const touches =
    account === 'player'
      ? sql`(p.to_user is not null or p.from_user is not null)`
      : sql`(p.to_house = ${account}::house_account or p.from_house = ${account}::house_account)`
  const { opening, closing } = await db.only<{ opening: number; closing: number }>(sql`
    select coalesce(sum(${change}) filter (where ${india(sql`p.at`)}::date < ${day}), 0)::bigint as opening,
      coalesce(sum(${change}) filter (where ${india(sql`p.at`)}::date <= ${day}), 0)::bigint as closing
    from postings p where ${touches}`)
  const movements = await db.many<{ kind: string; postings: number; amount: number }>(sql`
    select p.kind::text as kind, count(*) as postings, sum(${change})::bigint as amount from postings p
    where ${isOn} and ${touches} group by 1 order by 1`)
  return { opening, movements, closing }
}

/** Money in and out by the way that its request names, by its posting; without a request by hand. */
export async function tellCash(db: Db, day: Day) {
  return db.many<{ way: string | null; in: number; out: number; ins: number; outs: number }>(sql`
    select r.transfer_type as way, coalesce(sum(p.amount) filter (where p.from_house = 'cash'), 0)::bigint as in,
      coalesce(sum(p.amount) filter (where p.to_house = 'cash'), 0)::bigint as out,
      count(*) filter (where p.from_house = 'cash') as ins, count(*) filter (where p.to_house = 'cash') as outs
    from postings p left join requests r on r.id = p.request_id
    where ${india(sql`p.at`)}::date = ${day} and (p.from_house = 'cash' or p.to_house = 'cash')
    group by 1 order by 1`)
}

/** Each wallet that held or moved something in a month (its days from the first until the end): what it had before and after, by the moment of each posting. */
export async function tellWallets(db: Db, { first, end }: { readonly first: Day; readonly end: Day }) {
  const sides = sql`(
    select p.to_user as user_id, p.kind, p.amount, ${india(sql`p.at`)}::date as day from postings p where p.to_user is not null
    union all
    select p.from_user, p.kind, -p.amount, ${india(sql`p.at`)}::date from postings p where p.from_user is not null)`
  return db.many<{
    userId: number
    opening: number
    bids: number
    movements: Record<string, number>
    closing: number
  }>(sql`
    with kinds as (
      select s.user_id, s.kind, sum(s.amount) filter (where s.day < ${first}) as before,
        sum(s.amount) filter (where s.day >= ${first} and s.day < ${end}) as moved,
        count(*) filter (where s.day >= ${first} and s.day < ${end}) as postings
      from ${sides} s group by 1, 2)
    select user_id as "userId", coalesce(sum(before), 0)::bigint as opening,
      coalesce(sum(postings) filter (where kind = 'stake'), 0)::bigint as bids,
      coalesce(jsonb_object_agg(kind, moved) filter (where moved <> 0), '{}') as movements,
      (coalesce(sum(before), 0) + coalesce(sum(moved), 0))::bigint as closing
    from kinds group by 1 having coalesce(sum(before), 0) <> 0 or sum(postings) > 0 order by 1`)
}

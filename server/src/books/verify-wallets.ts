/** Wallets and house accounts against their postings. */
import { type Ends, endsOf, type HouseAccount, type PostingKind } from '@munim/core'
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { isOfBets, isOfWon, mayOverdraw } from '../ledger/kinds.ts'
import { type Counted, type Finding, firstOf, inRupees, type Law, lawOf } from './verify-law.ts'

const BALANCE = 'wallet = last posting = sum of postings'
const CHAIN = 'each posting continues the balance before it'
const TOTALS = 'total bets = uncancelled stakes, total win = wins not taken back'
const BELOW = 'only a win taken back takes a wallet below zero'
const CLOSED = 'a closed wallet is empty and its player deleted'
const CLOSING = 'a closing empties the wallet of a deleted player'
const SUM = 'all wallets and house accounts sum to zero'
const HELD = 'the held account = pending withdrawals'
const ENDS = 'each kind of posting has the ends it may have'

export async function checkWallets(db: Db, counting: Promise<Counted>): Promise<Law[]> {
  const [findings, house, inClosings, { wallets, closed, closings }, counted] = await allOf([
    findInChains(db),
    checkHouse(db),
    findInClosings(db),
    db.only<Record<'wallets' | 'closed' | 'closings', number>>(sql`
      select count(*) as wallets, count(*) filter (where is_closed) as closed,
        (select count(*) from postings where kind = 'closing') as closings from wallets`),
    counting,
  ])
  return [
    lawOf(BALANCE, wallets, 'wallets', findings),
    lawOf(CHAIN, counted.movements, 'movements', findings),
    lawOf(TOTALS, wallets, 'wallets', findings),
    lawOf(BELOW, counted.movements, 'movements', findings),
    lawOf(CLOSED, closed, 'closed wallets', findings),
    lawOf(CLOSING, closings, 'closings', inClosings),
    ...house,
  ]
}

/** Each posting as each player in it sees it. */
const moves = sql`
  select from_user as user_id, id, kind, -amount as change, from_after as after
  from postings where from_user is not null
  union all
  select to_user, id, kind, amount, to_after from postings where to_user is not null`

/**
 * One pass over every player's postings in the order of their ids, which only asks whether all is well: an unbroken chain
 * that begins at nothing ends with its sum. What is not well is then named, which takes a second pass.
 */
async function findInChains(db: Db): Promise<Finding[]> {
  const { wrong } = await db.only<{ wrong: number }>(sql`
    with chained as (
      select *, lag(after, 1, 0::bigint) over (partition by user_id order by id, change) as before
      from (${moves}) as moves
    ), own as (
      select user_id, sum(change)::bigint as sum, bool_or(before + change is distinct from after) as is_broken,
        bool_or(change < 0 and after < 0 and not ${mayOverdraw}) as is_overdrawn,
        coalesce(sum(-change) filter (where ${isOfBets}), 0)::bigint as bets,
        coalesce(sum(change) filter (where ${isOfWon}), 0)::bigint as won
      from chained group by user_id
    )
    select count(*) as wrong
    from wallets w full join own on own.user_id = w.user_id left join users u on u.id = w.user_id
    where w.user_id is null or own.is_broken or own.is_overdrawn or w.is_closed <> (u.deleted_at is not null)
      or w.is_closed and w.balance <> 0
      or (w.balance, w.total_bets, w.total_win)
        <> (coalesce(own.sum, 0), coalesce(own.bets, 0), coalesce(own.won, 0))`)
  return wrong === 0 ? [] : nameInChains(db)
}

const nameInChains = firstOf(sql`
    with moves as (${moves}), chained as (
      select *, lag(after, 1, 0::bigint) over own as before, lead(id) over own is null as is_last
      from moves window own as (partition by user_id order by id, change)
    ), own as (
      select user_id, sum(change)::bigint as sum, min(after) filter (where is_last) as last,
        min(array[id, before + change, after]) filter (where before + change is distinct from after) as break,
        min(array[id, after]) filter (where change < 0 and after < 0 and not ${mayOverdraw}) as overdrawn,
        coalesce(sum(-change) filter (where ${isOfBets}), 0)::bigint as bets,
        coalesce(sum(change) filter (where ${isOfWon}), 0)::bigint as won
      from chained group by user_id
    ), player as (
      select coalesce(w.user_id, own.user_id) as id, w.user_id is null as has_none, w.balance, w.total_bets,
        w.total_win, w.is_closed, coalesce(own.sum, 0) as sum, coalesce(own.last, 0) as last, own.break, own.overdrawn,
        coalesce(own.bets, 0) as bets, coalesce(own.won, 0) as won, u.deleted_at
      from wallets w full join own on own.user_id = w.user_id left join users u on u.id = w.user_id
    )
    select ${BALANCE}::text as law, id as place, 'wallet of player ' || id as what,
      ${inRupees(sql`sum`)} || ' by the sum, ' || ${inRupees(sql`last`)} || ' after the last' as expected,
      case when has_none then 'no wallet' else ${inRupees(sql`balance`)} end as found
    from player where has_none or balance <> sum or balance <> last
    union all
    select ${CHAIN}, id, 'posting ' || break[1] || ' of player ' || id, ${inRupees(sql`break[2]`)},
      ${inRupees(sql`break[3]`)}
    from player where break is not null
    union all
    select ${TOTALS}, id, 'wallet of player ' || id,
      ${inRupees(sql`bets`)} || ' bet, ' || ${inRupees(sql`won`)} || ' won',
      ${inRupees(sql`total_bets`)} || ' bet, ' || ${inRupees(sql`total_win`)} || ' won'
    from player where total_bets <> bets or total_win <> won
    union all
    select ${BELOW}, id, 'posting ' || overdrawn[1] || ' of player ' || id, 'at least ₹0.00',
      ${inRupees(sql`overdrawn[2]`)}
    from player where overdrawn is not null
    union all
    select ${CLOSED}, id, 'wallet of player ' || id,
      case when deleted_at is null then 'open' else 'closed at ₹0.00' end,
      case when is_closed then 'closed at ' else 'open at ' end || ${inRupees(sql`balance`)}
    from player where is_closed <> (deleted_at is not null) or (is_closed and balance <> 0)`)

/**
 * A player's removal writes out what is left, and each win, reversal or refund after it what that leaves, by the same
 * actor at the same moment (ledger/close-out.ts). That the removal has its act: verify-acts.ts. A moment is held against no
 * other, since a clock may have been set back between.
 */
const findInClosings = firstOf(sql`
    with closing as (
      select *, coalesce(from_user, to_user) as user_id, coalesce(from_after, to_after) as after
      from postings where kind = 'closing'
    )
    select ${CLOSING}::text as law, p.id as place, 'posting ' || p.id || ' of player ' || p.user_id as what,
      '₹0.00 left, at the deletion or beside a win, reversal or refund of the draw' as expected,
      ${inRupees(sql`p.after`)} || ' left, at ' || p.at
        || coalesce(', deleted at ' || u.deleted_at, ' of a player who is not deleted') as found
    from closing p left join users u on u.id = p.user_id
    where p.after <> 0 or u.deleted_at is null or case when p.draw_id is null then p.at <> u.deleted_at
      else not exists (select from postings c where p.user_id in (c.from_user, c.to_user)
        and c.kind in ('win', 'win_reversed', 'refund') and (c.draw_id, c.at, c.actor) = (p.draw_id, p.at, p.actor)
        and c.id < p.id) end`)

/** Postings of one kind between the same two ends. */
interface Flow {
  readonly kind: PostingKind
  readonly from: Ends[0]
  readonly to: Ends[1]
  readonly postings: number
  readonly amount: number
  readonly first: number
}

/** Each wallet against its last posting only: what it takes grows with the players, not with what they did. */
export async function checkEnds(db: Db): Promise<Law> {
  const { wallets } = await db.only<{ wallets: number }>(sql`select count(*) as wallets from wallets`)
  const findings = await firstOf(sql`
    select ${BALANCE}::text as law, w.user_id as place, 'wallet of player ' || w.user_id as what,
      ${inRupees(sql`l.after`)} || ' after the last' as expected, ${inRupees(sql`w.balance`)} as found
    from wallets w
    left join lateral (select id, from_after from postings where from_user = w.user_id order by id desc limit 1) p on true
    left join lateral (select id, to_after from postings where to_user = w.user_id order by id desc limit 1) r on true
    cross join lateral (
      select coalesce(case when r.id > coalesce(p.id, 0) then r.to_after else p.from_after end, 0) as after) l
    where w.balance <> l.after`)(db)
  return lawOf(BALANCE, wallets, 'wallets', findings)
}

async function checkHouse(db: Db): Promise<Law[]> {
  const flows = await db.many<Flow>(sql`
    select kind, coalesce(from_house::text, 'player') as from, coalesce(to_house::text, 'player') as to,
      count(*) as postings, sum(amount)::bigint as amount, min(id) as first
    from postings group by kind, from_house, to_house`)
  const all = flows.reduce((sum, { postings }) => sum + postings, 0)
  const held = flows.reduce((sum, flow) => sum + into('held', flow), 0)
  const house = flows.reduce(
    (sum, flow) =>
      sum + (flow.to === 'player' ? 0 : flow.amount) - (flow.from === 'player' ? 0 : flow.amount),
    0,
  )
  const { findings, pending } = await findInTotals(db, held, house)
  return [
    lawOf(SUM, all, 'postings', findings),
    lawOf(HELD, pending, 'pending withdrawals', findings),
    lawOf(ENDS, all, 'postings', flows.filter((flow) => !isAllowed(flow)).map(wrongEnds)),
  ]
}

function into(account: HouseAccount, { from, to, amount }: Flow): number {
  return (to === account ? amount : 0) - (from === account ? amount : 0)
}

async function findInTotals(db: Db, held: number, house: number) {
  const { pending } = await db.only<{ pending: number }>(sql`
    select count(*) as pending from requests where status = 'pending' and kind = 'withdraw'`)
  const findings = await firstOf(sql`
    select ${SUM}::text as law, 1 as place, 'all accounts' as what, '₹0.00' as expected,
      ${inRupees(sql`(sum(balance) + ${house}::bigint)`)} as found
    from wallets having coalesce(sum(balance), 0) + ${house}::bigint <> 0
    union all
    select ${HELD}, 1, 'the account held', ${inRupees(sql`coalesce(sum(amount), 0)`)},
      ${inRupees(sql`${held}::bigint`)}
    from requests where status = 'pending' and kind = 'withdraw' having coalesce(sum(amount), 0) <> ${held}::bigint`)(
    db,
  )
  return { findings, pending }
}

function isAllowed({ kind, from, to }: Flow): boolean {
  return endsOf(kind).some(([payer, receiver]) => payer === from && receiver === to)
}

function wrongEnds({ kind, from, to, postings, first }: Flow): Finding {
  const allowed = endsOf(kind).map(([payer, receiver]) => `${payer} to ${receiver}`)
  const what = `${postings} postings of ${kind}, the first ${first}`
  return { law: ENDS, what, expected: allowed.join(' or '), found: `${from} to ${to}`, wrong: postings }
}

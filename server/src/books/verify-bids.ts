/** Bids against their stakes and refunds, their draws, the tallies, and the games they are placed in. */
import { say } from '@munim/contract'
import { type GameMode, PICK_FIELDS, pickText, readPick, type Session } from '@munim/core'
import { allOf } from '../database/all-of.ts'
import { type Db, type Statement, sql } from '../database/db.ts'
import { bettingEnd, endsWithOpen } from '../ledger/betting-end.ts'
import { type Counted, type Difference, firstOf, inRupees, type Law, lawOf, lawWith } from './verify-law.ts'
import { checkRuns, owedRefunds } from './verify-runs.ts'

const STAKE = 'a bid has one stake, a cancelled bid one refund'
const VOID = 'a void refunds each bid that it cancels, and no other'
const TALLY = 'tallies = uncancelled bids'
const DRAW = 'a bid is placed before its cut-off and its result'
const PICK = 'each pick can be placed in its game'

const endsAt = bettingEnd('b')

/** Each draw with the last posting before its halves were declared; where that is not known, the moment. */
const drawsWithResults = sql`
  select d.id, d.market_date, d.opens_at, d.closes_at, open.ledger_end as open_end, close.ledger_end as close_end,
    case when open.ledger_end is null then open.at end as open_at,
    case when close.ledger_end is null then close.at end as close_at
  from draws d
  left join declared open on open.draw_id = d.id and open.half = 'open'
  left join declared close on close.draw_id = d.id and close.half = 'close'`

/** What a declaration itself paid, or refunded, came after it, whatever it says of its place. */
const declared = sql`
  select c.draw_id, c.half, c.at, least(c.ledger_end, p.first - 1) as ledger_end
  from declarations c left join (
    select declaration_id, min(id) as first from postings where declaration_id is not null group by declaration_id
  ) p on p.declaration_id = c.id
  where c.withdrawn_at is null`

/** The first of the results that end a bid: the last posting before it, or its moment. */
const firstOfResults = (open: Statement, close: Statement) =>
  sql`least(case when ${endsWithOpen('b')} then ${open} end, case when b.session = 'close' then ${close} end)`
const resultEnd = firstOfResults(sql`d.open_end`, sql`d.close_end`)
const resultAt = firstOfResults(sql`d.open_at`, sql`d.close_at`)

/**
 * Which came first is told by the numbers of postings, which no clock that is set back turns round; the cut-off is a
 * moment. A bid and its stake are of one. The last bid and the result may fall into the same millisecond.
 */
const isLate = sql`d.id is null or d.market_date <> b.market_date or b.placed_at <> p.at or b.placed_at >= ${endsAt}
  or p.id > ${resultEnd} or b.placed_at > ${resultAt}`

const nameInDraws = firstOf(sql`
    with declared as (${declared})
    select ${DRAW}::text as law, b.id as place, 'bid ' || b.id || ' in draw ' || b.draw_id || ' of ' || b.market_date as what,
      case when d.id is null or d.market_date <> b.market_date then 'a draw of that day'
        when b.placed_at <> p.at then 'the moment of its stake, ' || p.at
        when p.id > ${resultEnd} then 'a stake before the result, up to posting ' || ${resultEnd}
        else 'before ' || least(${endsAt}, ${resultAt}) end as expected,
      case when d.id is null or d.market_date <> b.market_date then 'none'
        when b.placed_at = p.at and p.id > ${resultEnd} then 'posting ' || p.id else b.placed_at::text end as found
    from bids b left join postings p on p.bid_id = b.id and p.kind = 'stake'
    left join (${drawsWithResults}) d on d.id = b.draw_id
    where ${isLate}`)

export async function checkBids(db: Db, counting: Promise<Counted>): Promise<Law[]> {
  const [placed, inVoids, runs, tallies, picks, { voided }] = await allOf([
    checkPlaced(db, counting),
    findInVoids(db),
    checkRuns(db),
    checkTallies(db),
    checkPicks(db),
    counting,
  ])
  return [
    lawOf(STAKE, placed.bids, 'bids', placed.inStakes),
    lawOf(VOID, voided, 'refunds', inVoids),
    runs,
    tallies,
    lawOf(DRAW, placed.bids, 'bids', placed.inDraws),
    picks,
  ]
}

const differ = sql`(b.user_id, b.draw_id, b.points) is distinct from (p.payer, p.draw_id, p.amount)`
const payer = sql`coalesce(from_user, to_user) as payer`

/**
 * Bids beside their stakes, and cancelled ones beside their refunds, in one pass that only asks whether all is well. Where
 * no pair differs and there are as many pairs as bids and as postings, each bid has one. What is not well is then named,
 * if it is not only owed by a void under way.
 */
async function checkPlaced(db: Db, counting: Promise<Counted>) {
  const [seen, { stakes, refunds }] = await allOf([
    db.only<Record<'bids' | 'cancelled' | 'staked' | 'refunded' | 'owed' | 'unlike' | 'late', number>>(sql`
      with declared as (${declared}), cancelled as materialized (
        select b.id, b.user_id, b.draw_id, b.points from bids b
        left join declarations v on v.draw_id = b.draw_id and v.half = b.session and v.is_void and v.withdrawn_at is null
        where b.cancelled_at is not null or v.id is not null
      ), staked as (
        select count(*) as pairs, count(*) filter (where ${differ}) as unlike,
          count(*) filter (where b.id is not null and (${isLate})) as late
        from bids b
        full join (select bid_id, id, at, ${payer}, draw_id, amount from postings where kind = 'stake') p on p.bid_id = b.id
        left join (${drawsWithResults}) d on d.id = b.draw_id
      ), refunded as (
        select count(*) as pairs, count(*) filter (where ${differ}) as unlike
        from cancelled b
        full join (select bid_id, ${payer}, draw_id, amount from postings where kind = 'refund') p on p.bid_id = b.id
      )
      select (select count(*) from bids) as bids, (select count(*) from cancelled) as cancelled, s.pairs as staked,
        r.pairs as refunded, (select count(*) from ${owedRefunds}) as owed, s.unlike + r.unlike as unlike, s.late
      from staked s, refunded r`),
    counting,
  ])
  const { bids, cancelled, staked, refunded, owed, unlike, late } = seen
  const isWell = new Set([bids, stakes, staked]).size + new Set([cancelled, refunds, refunded]).size === 2
  return {
    bids,
    inStakes: unlike === 0 && owed === 0 && isWell ? [] : await nameInStakes(db),
    inDraws: late === 0 ? [] : await nameInDraws(db),
  }
}

/**
 * Bids, stakes and refunds side by side, by the number of the bid: a missing and a second one show alike. A refund that
 * a void under way owes counts as one; were it paid as well, there would be two.
 */
const nameInStakes = firstOf(sql`
    with facts as (
      select b.id as bid_id, 1 as bids, 0 as stakes, 0 as refunds,
        (b.cancelled_at is not null or v.id is not null)::int as cancelled, b.user_id, null::bigint as payer, b.draw_id,
        null::int as paid_draw, b.points, 0::bigint as staked, 0::bigint as refunded
      from bids b left join declarations v on v.draw_id = b.draw_id and v.half = b.session and v.is_void
        and v.withdrawn_at is null
      union all
      select bid_id, 0, 0, 1, 0, null, user_id, null, draw_id, 0, 0, points from ${owedRefunds}
      union all
      select bid_id, 0, (kind = 'stake')::int, (kind = 'refund')::int, 0, null, coalesce(from_user, to_user), null,
        draw_id, 0, case when kind = 'stake' then amount else 0 end, case when kind = 'refund' then amount else 0 end
      from postings where kind in ('stake', 'refund')
    ), bid as (
      select bid_id, sum(bids) as bids, sum(stakes) as stakes, sum(refunds) as refunds, sum(cancelled) as cancelled,
        min(user_id) as user_id, min(payer) as payer, max(payer) as other_payer, min(draw_id) as draw_id,
        min(paid_draw) as paid_draw, max(paid_draw) as other_draw, sum(points) as points, sum(staked) as staked,
        sum(refunded) as refunded
      from facts group by bid_id
      having (sum(bids), sum(stakes), sum(refunds), min(user_id), max(user_id), min(draw_id), max(draw_id), sum(points),
          sum(points * cancelled))
        is distinct from (1, 1, sum(cancelled), min(payer), max(payer), min(paid_draw), max(paid_draw), sum(staked),
          sum(refunded))
    )
    select ${STAKE}::text as law, bid_id as place, 'bid ' || bid_id as what,
      case when bids = 0 then 'no such bid' else bids || ' of ' || ${inRupees(sql`points`)} || ' by player ' || user_id
        || ' in draw ' || draw_id || ', ' || cancelled || ' cancelled' end as expected,
      stakes || ' stakes of ' || ${inRupees(sql`staked`)} || coalesce(' by player ' || payer
        || case when payer <> other_payer then ' and ' || other_payer else '' end || ' in draw ' || paid_draw
        || case when paid_draw <> other_draw then ' and ' || other_draw else '' end, '')
        || ', ' || refunds || ' refunds of ' || ${inRupees(sql`refunded`)} as found
    from bid`)

/** Which void cancelled a bid, if it was no administrator, and which one its refund names: both say the same. */
const findInVoids = firstOf(sql`
    with due as (
      select b.id as bid_id, v.id as void_id from declarations v
      join bids b on b.draw_id = v.draw_id and b.session = v.half and b.cancelled_at is null
      where v.is_void and v.withdrawn_at is null
    ), paid as (
      select bid_id, declaration_id as void_id from postings where kind = 'refund' and declaration_id is not null
      union all
      select bid_id, void_id from ${owedRefunds}
    )
    select ${VOID}::text as law, bid_id as place, 'bid ' || bid_id as what,
      coalesce('a refund by void ' || due.void_id, 'no void') as expected,
      coalesce('one by ' || paid.void_id, 'none') as found
    from due full join paid using (bid_id) where due.void_id is distinct from paid.void_id`)

/** Summed over their slots, of which any may be below zero. */
async function checkTallies(db: Db): Promise<Law> {
  const findings = await firstOf(sql`
    with bid as (
      select draw_id, session, pick, multiplier, count(*) as bids, sum(points) as points
      from bids where cancelled_at is null group by draw_id, session, pick, multiplier
    ), tally as (
      select draw_id, session, pick, multiplier, sum(bids) as bids, sum(points) as points
      from tallies group by draw_id, session, pick, multiplier
    )
    select ${TALLY}::text as law, draw_id as place,
      pick || ' at × ' || to_char(multiplier / 100.0, 'FM999999990.00') || ' in draw ' || draw_id || ' ' || session
        as what,
      coalesce(bid.bids, 0) || ' bids of ' || ${inRupees(sql`coalesce(bid.points, 0)`)} as expected,
      coalesce(tally.bids, 0) || ' bids of ' || ${inRupees(sql`coalesce(tally.points, 0)`)} as found
    from bid full join tally using (draw_id, session, pick, multiplier)
    where (coalesce(bid.bids, 0), coalesce(bid.points, 0)) <> (coalesce(tally.bids, 0), coalesce(tally.points, 0))`)(
    db,
  )
  const { tallies } = await db.only<{ tallies: number }>(sql`
    select count(*) as tallies from (select distinct draw_id, session, pick, multiplier from tallies) as distinct_ones`)
  return lawOf(TALLY, tallies, 'tallies', findings)
}

interface Placed {
  readonly session: Session
  /** The game and its fields as the database joins them. */
  readonly pick: string
  readonly bids: number
  readonly first: number
}

/** Against core: no bid is on a panna of the wrong class, or in a session that another half decides. */
async function checkPicks(db: Db): Promise<Law> {
  const placed = await db.many<Placed>(sql`
    select session, pick, count(*) as bids, min(id) as first from bids group by session, pick`)
  const findings = placed.flatMap(({ session, pick, bids, first }): Difference[] => {
    const [game = '', ...typed] = pick.split(':')
    const fields = Object.fromEntries(PICK_FIELDS.map((field, nth) => [field, typed[nth]]))
    const right = readPick({ game_mode: game as GameMode, session, ...fields })
    const isSame = !('wrong' in right) && right.session === session && pickText(right) === pick
    const expected = 'wrong' in right ? say(right.wrong) : `${pickText(right)} in the ${right.session}`
    const found = `${typed.join(' ')} in the ${session}`
    return isSame ? [] : [{ what: `${bids} bids on ${game}, the first ${first}`, expected, found }]
  })
  return lawWith(PICK, placed.length, 'picks', findings)
}

/** Bids against their stakes and refunds, their draws, the tallies, and the games they are placed in. */
import { type GameMode, PICK_FIELDS, pickText, readPick, type Session } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { type Finding, firstOf, inRupees, type Law, lawOf, NAMED_AT_MOST } from './verify-law.ts'

const STAKE = 'a bid has one stake, a cancelled bid one refund'
const VOID = 'a void refunds each bid that it cancels, and no other'
const TALLY = 'tallies = uncancelled bids'
const DRAW = 'a bid is placed before its cut-off and its result'
const PICK = 'each pick can be placed in its game'

export async function checkBids(db: Db): Promise<Law[]> {
  const { bids, voided } = await db.only<{ bids: number; voided: number }>(sql`
    select (select count(*) from bids) as bids,
      (select count(*) from postings where kind = 'refund' and declaration_id is not null) as voided`)
  return [
    lawOf(STAKE, bids, 'bids', await findInStakes(db)),
    lawOf(VOID, voided, 'refunds', await findInVoids(db)),
    await checkTallies(db),
    lawOf(DRAW, bids, 'bids', await findInDraws(db)),
    await checkPicks(db),
  ]
}

/** Bids, stakes and refunds side by side, by the number of the bid: a missing and a second one show alike. */
function findInStakes(db: Db): Promise<Finding[]> {
  return firstOf(
    db,
    sql`
    with facts as (
      select b.id as bid_id, 1 as bids, 0 as stakes, 0 as refunds,
        (b.cancelled_at is not null or v.id is not null)::int as cancelled, b.user_id, null::bigint as payer, b.draw_id,
        null::int as paid_draw, b.points, 0::bigint as staked, 0::bigint as refunded
      from bids b left join declarations v on v.draw_id = b.draw_id and v.half = b.session and v.is_void
        and v.withdrawn_at is null
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
    from bid`,
  )
}

/** Which void cancelled a bid, if it was no administrator, and which one its refund names: both say the same. */
function findInVoids(db: Db): Promise<Finding[]> {
  return firstOf(
    db,
    sql`
    with due as (
      select b.id as bid_id, v.id as void_id from declarations v
      join bids b on b.draw_id = v.draw_id and b.session = v.half and b.cancelled_at is null
      where v.is_void and v.withdrawn_at is null
    ), paid as (
      select bid_id, declaration_id as void_id from postings where kind = 'refund' and declaration_id is not null
    )
    select ${VOID}::text as law, bid_id as place, 'bid ' || bid_id as what,
      coalesce('a refund by void ' || due.void_id, 'no void') as expected,
      coalesce('one by ' || paid.void_id, 'none') as found
    from due full join paid using (bid_id) where due.void_id is distinct from paid.void_id`,
  )
}

/** Summed over their slots, of which any may be below zero. */
async function checkTallies(db: Db): Promise<Law> {
  const findings = await firstOf(
    db,
    sql`
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
    where (coalesce(bid.bids, 0), coalesce(bid.points, 0)) <> (coalesce(tally.bids, 0), coalesce(tally.points, 0))`,
  )
  const { tallies } = await db.only<{ tallies: number }>(sql`
    select count(*) as tallies from (select distinct draw_id, session, pick, multiplier from tallies) as distinct_ones`)
  return lawOf(TALLY, tallies, 'tallies', findings)
}

/** A combined bid ends with the open. The last bid and the result may fall into the same millisecond. */
function findInDraws(db: Db): Promise<Finding[]> {
  return firstOf(
    db,
    sql`
    with draw as (
      select d.*, open.at as open_at, close.at as close_at
      from draws d
      left join declarations open on open.draw_id = d.id and open.half = 'open' and open.withdrawn_at is null
      left join declarations close on close.draw_id = d.id and close.half = 'close' and close.withdrawn_at is null
    ), late as (
      select b.id, b.draw_id, b.market_date, b.placed_at, d.id is null or d.market_date <> b.market_date as is_lost,
        case when b.session = 'open' or (b.open_digit <> '-' or b.open_panna <> '-') then d.opens_at
          else d.closes_at end as ends_at,
        least(case when b.session = 'open' or (b.open_digit <> '-' or b.open_panna <> '-') then d.open_at end,
          case when b.session = 'close' then d.close_at end) as result_at
      from bids b left join draw d on d.id = b.draw_id
    )
    select ${DRAW}::text as law, id as place, 'bid ' || id || ' in draw ' || draw_id || ' of ' || market_date as what,
      case when is_lost then 'a draw of that day' else 'before ' || least(ends_at, result_at) end as expected,
      case when is_lost then 'none' else placed_at::text end as found
    from late where is_lost or placed_at >= ends_at or placed_at > result_at`,
  )
}

interface Placed {
  readonly game: GameMode
  readonly session: Session
  readonly open_digit: string
  readonly open_panna: string
  readonly close_digit: string
  readonly close_panna: string
  readonly pick: string
  readonly bids: number
  readonly first: number
}

/** Against core: no bid is on a panna of the wrong class, or in a session that another half decides. */
async function checkPicks(db: Db): Promise<Law> {
  const placed = await db.many<Placed>(sql`
    select game_mode as game, session, open_digit, open_panna, close_digit, close_panna, pick, count(*) as bids,
      min(id) as first
    from bids group by game_mode, session, open_digit, open_panna, close_digit, close_panna, pick`)
  const findings = placed.flatMap((each): Finding[] => {
    const right = readPick({ ...each, game_mode: each.game })
    const isSame = !('wrong' in right) && right.session === each.session && pickText(right) === each.pick
    const expected = 'wrong' in right ? right.wrong : `${pickText(right)} in the ${right.session}`
    const found = `${PICK_FIELDS.map((field) => each[field]).join(' ')} in the ${each.session}`
    const what = `${each.bids} bids on ${each.game}, the first ${each.first}`
    return isSame ? [] : [{ law: PICK, what, expected, found, wrong: 0 }]
  })
  const wrong = findings.map((finding) => ({ ...finding, wrong: findings.length }))
  return lawOf(PICK, placed.length, 'picks', wrong.slice(0, NAMED_AT_MOST))
}

/** What a status means for the bids of a day, as rows that an index gives in their order. */
import { and, type Statement, sql } from '../database/db.ts'
import { type BidFilter, countOf, type DayOfBids, drawsOf } from './days.ts'

/** A bid found by its voided draw, to be sorted, takes as long as so many looked through in their order. */
const VOIDED_COSTS = 20

/**
 * A day's bids of a market and a status: their id and user_id. A market has one draw a day. `is true` keeps the planner
 * from joining: those sets are small, and the bids come in the order of their index.
 */
export function bidsOf({ status, market }: BidFilter, counted: DayOfBids): Statement {
  const { day, bids } = counted
  const draws = drawsOf({ from: day, to: day, market })
  const declarations = (condition: Statement) => sql`
    from declarations c join ${draws} d on d.id = c.draw_id where c.withdrawn_at is null and ${condition}`
  const [declared, voided] = [declarations(sql`not c.is_void`), declarations(sql`c.is_void`)]
  if (status === 'win') {
    return sql`(
      select b.id, b.user_id from (select c.draw_id, c.picks ${declared}) c
      join bids b on b.draw_id = c.draw_id and b.pick = any(c.picks) and b.cancelled_at is null)`
  }

  const ofDay = sql`b.market_date = ${day}`
  const isMarkets = market !== undefined && sql`b.draw_id = (select d.id from ${draws} d)`
  const reverted = sql`
    select b.id, b.user_id from bids b where ${and([ofDay, sql`b.cancelled_at is not null`, isMarkets])}`
  if (status === 'reverted') return sql`(${reverted})`
  const isMuchVoided = (bids.cancelled - bids.reverted) * VOIDED_COSTS > countOf(counted, undefined)
  if (status === 'cancelled' && !isMuchVoided) {
    return sql`(
      ${reverted} union all
      select b.id, b.user_id from (select c.draw_id, c.half ${voided}) c
      join bids b on b.draw_id = c.draw_id and b.session = c.half and b.cancelled_at is null)`
  }

  const isIn = (halves: Statement) => sql`(b.draw_id, b.session) in (select c.draw_id, c.half ${halves})`
  const isWon = sql`(b.draw_id, b.pick) in (select c.draw_id, unnest(c.picks) ${declared})`
  return sql`(select b.id, b.user_id from bids b where ${and([
    isMarkets || ofDay,
    (status === 'running' || status === 'loss') && sql`b.cancelled_at is null`,
    status === 'cancelled' && sql`(b.cancelled_at is not null or (${isIn(voided)}) is true)`,
    status === 'running' && sql`(${isIn(declarations(sql`true`))}) is not true`,
    status === 'loss' && sql`(${isIn(declared)}) is true and (${isWon}) is not true`,
  ])})`
}

/**
 * Bids counted by business day, by which a list is added up and a page deep in it skips whole days: from the draws'
 * totals and the declarations, or, of what a search finds, from its bids.
 */
import type { Answer, api, Input } from '@munim/contract'
import { and, type Db, type Statement, sql } from '../database/db.ts'
import { type Found, isFound, othersThan } from '../database/sets.ts'
import { wonBy } from '../ledger/win.ts'
import { isMarket } from '../markets/schedule.ts'

type BidStatus = Answer<typeof api.bids.list>['data'][number]['status']
/** What a list may be narrowed to: `reverted` are those of the cancelled that were cancelled one by one, by no void. */
export type BidFate = BidStatus | 'reverted'
export type DrawFilter = Pick<Input<typeof api.bids.list>, 'from' | 'to' | 'market'>
export interface BidFilter extends DrawFilter {
  readonly status?: BidFate | undefined
  readonly found?: Found | undefined
}

/** One business day's bids: how many of each fate, their points and what was won and not taken back, in paise. */
export interface DayOfBids {
  readonly day: string
  readonly bids: Readonly<Record<BidFate, number>>
  readonly points: Readonly<Record<BidFate, number>>
  readonly won: number
}

/** The days that these filters leave, the latest first; of all fates. Reads no bid but for a search. */
export async function readDaysOfBids(
  db: Db,
  { found, ...filter }: Omit<BidFilter, 'status'>,
): Promise<DayOfBids[]> {
  const draws = drawsOf(filter)
  const { halves, wins } = found ? foundFigures(draws, filter, found) : KEPT
  return db.many<DayOfBids>(sql`
    with counted as (
      select d.market_date as day,
        sum(t.bids) filter (where c.id is null) as running, sum(t.points) filter (where c.id is null) as running_points,
        sum(t.bids) filter (where not c.is_void) as decided, sum(t.points) filter (where not c.is_void) as decided_points,
        coalesce(sum(t.bids) filter (where c.is_void), 0) as voided,
        coalesce(sum(t.points) filter (where c.is_void), 0) as voided_points,
        sum(t.cancelled) as reverted, sum(t.cancelled_points) as reverted_points
      from ${draws} d join ${halves} t on t.draw_id = d.id
      left join declarations c on c.draw_id = t.draw_id and c.half = t.session and c.withdrawn_at is null
      group by 1
    ), paid as (
      select d.market_date as day, sum(w.bids) as win, sum(w.points) as points, sum(w.paid) as won
      from ${draws} d join ${wins} w on w.draw_id = d.id group by 1
    )
    select n.day, coalesce(p.won, 0)::bigint as won,
      json_build_object('running', coalesce(n.running, 0), 'win', coalesce(p.win, 0),
        'loss', coalesce(n.decided - coalesce(p.win, 0), 0), 'cancelled', n.reverted + n.voided,
        'reverted', n.reverted) as bids,
      json_build_object('running', coalesce(n.running_points, 0), 'win', coalesce(p.points, 0),
        'loss', coalesce(n.decided_points - coalesce(p.points, 0), 0), 'cancelled',
        n.reverted_points + n.voided_points, 'reverted', n.reverted_points) as points
    from counted n left join paid p on p.day = n.day order by n.day desc`)
}

/** The draws of these days and this market: their id and market_date. */
export const drawsOf = ({ from, to, market }: DrawFilter): Statement => sql`(
  select d.id, d.market_date from draws d where ${and([
    from !== undefined && sql`d.market_date >= ${from}`,
    to !== undefined && sql`d.market_date <= ${to}`,
    market !== undefined && sql`d.market_id = (select m.id from markets m where ${isMarket([market])})`,
  ])})`

/** From what days are counted, in paise; each a subquery. */
interface Figures {
  /** Rows of draw_id, session, bids, points, cancelled, cancelled_points: of the former two only what is not cancelled. */
  readonly halves: Statement
  /** Rows of draw_id, bids, points, paid: of what won and is not cancelled. */
  readonly wins: Statement
}

const KEPT: Figures = {
  halves: sql`(select draw_id, session, bids, points, cancelled, cancelled_points from draw_totals)`,
  wins: sql`(
    select c.draw_id, c.winners - w.cancelled as bids, w.points - w.cancelled_points as points,
      c.paid - w.cancelled_paid as paid
    from declarations c join declared_wins w on w.declaration_id = c.id where c.withdrawn_at is null)`,
}

/** Of what a search finds, bid by bid; where that is most of them, of the others, taken off what is kept. */
function foundFigures(draws: Statement, filter: DrawFilter, found: Found): Figures {
  if (!found.isMost) return countedFigures(draws, filter, found)
  const others = countedFigures(draws, filter, othersThan(found))
  return {
    halves: sql`(
      select * from ${KEPT.halves} k union all
      select draw_id, session, -bids, -points, -cancelled, -cancelled_points from ${others.halves} o)`,
    wins: sql`(select * from ${KEPT.wins} k union all select draw_id, -bids, -points, -paid from ${others.wins} o)`,
  }
}

function countedFigures(draws: Statement, { from, to, market }: DrawFilter, found: Found): Figures {
  const isIn = isFound(found, sql`b.user_id`, sql`b.id`)
  const ofDraws = [
    from !== undefined && sql`b.market_date >= ${from}`,
    to !== undefined && sql`b.market_date <= ${to}`,
    market !== undefined && sql`b.draw_id in (select d.id from ${draws} d)`,
  ]
  // Materialized, they are counted once, however often the planner asks for them.
  return {
    halves: sql`(with once as materialized (
      select b.draw_id, b.session, count(*) - count(b.cancelled_at) as bids,
        coalesce(sum(b.points) filter (where b.cancelled_at is null), 0)::bigint as points,
        count(b.cancelled_at) as cancelled,
        coalesce(sum(b.points) filter (where b.cancelled_at is not null), 0)::bigint as cancelled_points
      from bids b where ${and([...ofDraws, isIn])} group by b.draw_id, b.session) select * from once)`,
    wins: sql`(with once as materialized (
      select c.draw_id, w.bids, w.points, w.paid
      from declarations c join ${draws} d on d.id = c.draw_id cross join lateral (
        select count(*) as bids, coalesce(sum(b.points), 0)::bigint as points,
          coalesce(sum(${wonBy('b')}), 0)::bigint as paid
        from bids b
        where b.draw_id = c.draw_id and b.pick = any(c.picks) and b.cancelled_at is null and ${isIn}) w
      where c.withdrawn_at is null and not c.is_void) select * from once)`,
  }
}

/** How many of a day's bids a status filter leaves. */
export function countOf({ bids }: DayOfBids, status: BidFate | undefined): number {
  if (status !== undefined) return bids[status]
  return bids.running + bids.win + bids.loss + bids.cancelled
}

/** Bids of one status, in paise. */
export interface Sum {
  readonly status: BidStatus
  readonly bids: number
  readonly points: number
  readonly won: number
}

/** Of sums over every status. */
export function countsOf(sums: readonly Sum[]): Record<BidStatus, number> {
  const counts = { running: 0, win: 0, loss: 0, cancelled: 0 }
  for (const { status, bids } of sums) counts[status] += bids
  return counts
}

/** The points of what is not cancelled, in paise. */
const stakedIn = (sums: readonly Sum[]): number =>
  sums.reduce((points, sum) => points + (sum.status === 'cancelled' ? 0 : sum.points), 0)

/** What is said above a list, of its sums over every status and of today's stakes, in paise. */
export function figuresOf(sums: readonly Sum[], stakedToday: number) {
  const counts = countsOf(sums)
  const stats = {
    activeBidsCount: counts.running,
    winBidsCount: counts.win,
    lossBidsCount: counts.loss,
    totalBetAmount: stakedIn(sums) / 100,
    todayTotalBetAmount: stakedToday / 100,
  }
  return { counts, stats }
}

/** What is staked on this one of the days, in paise. */
export const stakedOf = (days: readonly DayOfBids[], day: string): number =>
  stakedIn(sumsOf(days.filter((each) => each.day === day)))

/** Whether this day is one of the filter's. */
export const hasDay = ({ from, to }: DrawFilter, day: string): boolean =>
  (from === undefined || from <= day) && (to === undefined || day <= to)

const STATUSES: readonly BidStatus[] = ['running', 'win', 'loss', 'cancelled']

/** What these days hold of each status, or of the one fate that is asked for. */
export function sumsOf(days: readonly DayOfBids[], fate?: BidFate): Sum[] {
  const fates: readonly BidFate[] = fate === undefined ? STATUSES : [fate]
  const total = (of: (day: DayOfBids) => number) => days.reduce((sum, day) => sum + of(day), 0)
  return fates.map((each) => ({
    status: each === 'reverted' ? 'cancelled' : each,
    bids: total((day) => countOf(day, each)),
    points: total(({ points }) => points[each]),
    won: each === 'win' ? total(({ won }) => won) : 0,
  }))
}

/**
 * Bids of all players, the newest first. Counts and sums come from the draws' totals and the declarations, day by
 * day; a page deep in the list skips whole days by them and counts its offset inside one, from the nearer end.
 */
import type { Answer, api, Input } from '@munim/contract'
import { dayOf } from '@munim/core'
import { clock, type Db, every, pagesOf, type Statement, sql } from '../database/db.ts'
import { isMarket } from '../markets/schedule.ts'
import { fieldsOfBid, statusOfBid, winOfBid } from './queries.ts'

export type BidRow = Answer<typeof api.bids.list>['data'][number]
export type BidStatus = BidRow['status']
/** What a list may be narrowed to: `reverted` are those of the cancelled that were cancelled one by one, by no void. */
export type BidFate = BidStatus | 'reverted'
export type BidFilter = Pick<Input<typeof api.bids.list>, 'from' | 'to' | 'market'> & {
  readonly status?: BidFate | undefined
}

/** One business day's bids: how many of each fate, their points and what stands won, in paise. */
export interface DayOfBids {
  readonly day: string
  readonly bids: Readonly<Record<BidFate, number>>
  readonly points: Readonly<Record<BidFate, number>>
  readonly won: number
}

/** The days that these filters leave, the latest first. Reads no bid. */
export async function readDaysOfBids(
  db: Db,
  { from, to, market }: Omit<BidFilter, 'status'>,
): Promise<DayOfBids[]> {
  const shown = every(drawConditions({ from, to, market }))
  return db.many<DayOfBids>(sql`
    with counted as (
      select d.market_date as day,
        sum(t.bids) filter (where c.id is null) as running, sum(t.points) filter (where c.id is null) as running_points,
        sum(t.bids) filter (where not c.is_void) as decided, sum(t.points) filter (where not c.is_void) as decided_points,
        coalesce(sum(t.bids) filter (where c.is_void), 0) as voided,
        coalesce(sum(t.points) filter (where c.is_void), 0) as voided_points,
        sum(t.cancelled) as reverted, sum(t.cancelled_points) as reverted_points
      from draws d join draw_totals t on t.draw_id = d.id
      left join declarations c on c.draw_id = t.draw_id and c.half = t.session and c.withdrawn_at is null
      where ${shown} group by 1
    ), paid as (
      select d.market_date as day, sum(c.winners - w.cancelled) as win, sum(w.points - w.cancelled_points) as points,
        sum(c.paid - w.cancelled_paid) as won
      from draws d join declarations c on c.draw_id = d.id and c.withdrawn_at is null
      join declared_wins w on w.declaration_id = c.id
      where ${shown} group by 1
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

/** Conditions on draw `d`. */
export function drawConditions({
  from,
  to,
  market,
}: Omit<BidFilter, 'status'>): readonly (Statement | false)[] {
  return [
    from !== undefined && sql`d.market_date >= ${from}`,
    to !== undefined && sql`d.market_date <= ${to}`,
    market !== undefined && sql`d.market_id = (select m.id from markets m where ${isMarket([market])})`,
  ]
}

/** How many of a day's bids a status filter leaves. */
export function countOf({ bids }: DayOfBids, status: BidFate | undefined): number {
  if (status !== undefined) return bids[status]
  return bids.running + bids.win + bids.loss + bids.cancelled
}

/** One page of bids with the figures of the cards. */
export async function listBids(db: Db, filter: Input<typeof api.bids.list>) {
  const days = await readDaysOfBids(db, filter)
  const sum = (of: (day: DayOfBids) => number) => days.reduce((total, day) => total + of(day), 0)
  const today = dayOf(await clock(db))
  const total = sum((day) => countOf(day, filter.status))
  return {
    data: await readPage(db, filter, days),
    total,
    totalPages: pagesOf(total, filter.limit),
    stats: {
      activeBidsCount: sum(({ bids }) => bids.running),
      winBidsCount: sum(({ bids }) => bids.win),
      lossBidsCount: sum(({ bids }) => bids.loss),
      totalBetAmount: sum(staked) / 100,
      todayTotalBetAmount: await betToday(db, filter, days, today),
    },
  }
}

/** The points of a day's bids that are not cancelled. */
const staked = ({ points }: DayOfBids): number => points.running + points.win + points.loss

/** Today's stakes, also where the filter's days leave today out. */
async function betToday(db: Db, { from, to, market }: BidFilter, days: readonly DayOfBids[], today: string) {
  const isShown = (from === undefined || from <= today) && (to === undefined || today <= to)
  const shown = isShown ? days : await readDaysOfBids(db, { from: today, to: today, market })
  const figures = shown.find(({ day }) => day === today)
  return figures ? staked(figures) / 100 : 0
}

type PageOfBids = BidFilter & Pick<Input<typeof api.bids.list>, 'page' | 'limit'>

export async function readPage(
  db: Db,
  { status, market, page, limit }: PageOfBids,
  days: readonly DayOfBids[],
): Promise<BidRow[]> {
  let offset = (page - 1) * limit
  const first = days.findIndex((day) => {
    const count = countOf(day, status)
    if (offset < count) return true
    offset -= count
    return false
  })
  if (first < 0) return []
  const rows: BidRow[] = []
  for (const of of days.slice(first)) {
    const count = countOf(of, status)
    const part = partOf(of, { status, market })
    if (count > 0) rows.push(...(await readPart(db, part, { count, offset, limit: limit - rows.length })))
    if (rows.length >= limit) break
    offset = 0
  }
  return rows
}

/** One day's bids of a market and a status. */
interface Part {
  readonly day: string
  readonly status: BidFate | undefined
  readonly market: string | undefined
  /** Whether a void cancelled so many of them that to find some means to look at few others. */
  readonly isMuchVoided: boolean
}

/** A bid found by its voided draw, to be sorted, takes as long as so many looked through in their order. */
const VOIDED_COSTS = 20

function partOf(of: DayOfBids, { status, market }: Pick<BidFilter, 'status' | 'market'>): Part {
  const voided = of.bids.cancelled - of.bids.reverted
  return { day: of.day, status, market, isMuchVoided: voided * VOIDED_COSTS > countOf(of, undefined) }
}

/** So many rows from an offset on; counted from the end where that is nearer. */
function readPart(
  db: Db,
  part: Part,
  { count, offset, limit }: Record<'count' | 'offset' | 'limit', number>,
): Promise<BidRow[]> {
  const wanted = Math.min(limit, count - offset)
  const behind = count - offset - wanted
  if (offset <= behind) return readRows(db, part, sql`order by b.id desc limit ${wanted} offset ${offset}`)
  return readRows(db, part, sql`order by b.id limit ${wanted} offset ${behind}`)
}

/** All bids that the filters leave, in batches, for a file. */
export async function* eachBid(db: Db, filter: BidFilter, batch: number): AsyncGenerator<BidRow[]> {
  const { status, market } = filter
  for (const of of await readDaysOfBids(db, filter)) {
    if (countOf(of, status) === 0) continue
    const part = partOf(of, { status, market })
    let before: number | undefined
    do {
      const after: Statement = before === undefined ? sql`` : sql`and b.id < ${before}`
      const rows = await readRows(db, part, sql`${after} order by b.id desc limit ${batch}`)
      if (rows.length > 0) yield rows
      before = rows.length < batch ? undefined : rows.at(-1)!.id
    } while (before !== undefined)
  }
}

/** Keys first, off an index alone where there is no status to find out, then the rows. */
function readRows(db: Db, part: Part, slice: Statement): Promise<BidRow[]> {
  return readBids(db, sql`select ${part.day}::date as market_date, b.id ${bidsOf(part)} ${slice}`)
}

/**
 * The bids with these keys (market_date, id), the latest day and the newest first. Materialized, the keys are found
 * once, and their day is no constant: of a day that the planner has not seen it expects one bid, and would read all.
 */
export function readBids(db: Db, keys: Statement): Promise<BidRow[]> {
  return db.many<BidRow>(sql`
    with page as materialized (${keys})
    select ${bidRow} from page join (${joinedBids}) on b.market_date = page.market_date and b.id = page.id
    order by b.market_date desc, b.id desc`)
}

/**
 * From which bids `b`, and under which conditions. A market has one draw a day. `is true` keeps the planner from
 * joining: those sets are small, and the bids come in the order of their index.
 */
function bidsOf({ day, status, market, isMuchVoided }: Part): Statement {
  const ofDay = drawConditions({ from: day, to: day, market })
  const standing = sql`
    from declarations c join draws d on d.id = c.draw_id where ${every([...ofDay, sql`c.withdrawn_at is null`])}`
  const declared = sql`${standing} and not c.is_void`
  const voided = sql`${standing} and c.is_void`
  if (status === 'win') {
    return sql`
      from (
        select b.id from (select c.draw_id, c.picks ${declared}) c
        join bids b on b.draw_id = c.draw_id and b.pick = any(c.picks) and b.cancelled_at is null
      ) b where true`
  }

  const isMarkets = market !== undefined && sql`b.draw_id = (select d.id from draws d where ${every(ofDay)})`
  const reverted = sql`
    from bids b where ${every([sql`b.market_date = ${day} and b.cancelled_at is not null`, isMarkets])}`
  if (status === 'reverted') return reverted
  if (status === 'cancelled' && !isMuchVoided) {
    return sql`
      from (
        select b.id ${reverted} union all
        select b.id from (select c.draw_id, c.half ${voided}) c
        join bids b on b.draw_id = c.draw_id and b.session = c.half and b.cancelled_at is null
      ) b where true`
  }

  const isIn = (halves: Statement) => sql`(b.draw_id, b.session) in (select c.draw_id, c.half ${halves})`
  const isWon = sql`(b.draw_id, b.pick) in (select c.draw_id, unnest(c.picks) ${declared})`
  return sql`from bids b where ${every([
    isMarkets || sql`b.market_date = ${day}`,
    (status === 'running' || status === 'loss') && sql`b.cancelled_at is null`,
    status === 'cancelled' && sql`(b.cancelled_at is not null or (${isIn(voided)}) is true)`,
    status === 'running' && sql`(${isIn(standing)}) is not true`,
    status === 'loss' && sql`(${isIn(declared)}) is true and (${isWon}) is not true`,
  ])}`
}

/** A bid's row for the administrator, of `joinedBids`. */
const bidRow = sql`
  b.id, b.market_date, m.name as market_name, ${fieldsOfBid}, ${statusOfBid} as status, ${winOfBid} as win,
  b.placed_at as "createdAt", json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User",
  json_build_object('_id', m.uuid, 'name', m.name, 'open_time', m.open_time, 'close_time', m.close_time) as "Market"`

const joinedBids = sql`
  bids b join draws d on d.id = b.draw_id join markets m on m.id = d.market_id join users u on u.id = b.user_id
  left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null`

export async function getBid(
  db: Db,
  { id, market_date }: { id: number; market_date: string },
): Promise<BidRow> {
  return db.only<BidRow>(sql`
    select ${bidRow} from ${joinedBids} where b.market_date = ${market_date} and b.id = ${id}`)
}

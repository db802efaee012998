/**
 * The administrator's list of bids. Its counts and sums come from the draws' totals and the declarations, day by
 * day; a page deep in the list skips whole days by them and counts its offset inside one.
 */
import type { Answer, api, Input } from '@munim/contract'
import { dayOf } from '@munim/core'
import { clock, type Db, every, pagesOf, type Statement, sql } from '../database/db.ts'
import { isMarket } from '../markets/schedule.ts'
import { fieldsOfBid, statusOfBid, winOfBid } from './queries.ts'

export type BidFilter = Pick<Input<typeof api.bids.list>, 'from' | 'to' | 'market' | 'status'>
type Row = Answer<typeof api.bids.list>['data'][number]
type Status = Row['status']

/** One business day's bids: how many of each status, their points and what stands won, in paise. */
export interface DayOfBids {
  readonly day: string
  readonly running: number
  readonly win: number
  readonly loss: number
  readonly cancelled: number
  readonly points: number
  readonly cancelled_points: number
  readonly won: number
}

/** The days that these filters leave, the latest first. Never touches a bid that is not cancelled. */
export async function readDaysOfBids(
  db: Db,
  { from, to, market }: Omit<BidFilter, 'status'>,
): Promise<DayOfBids[]> {
  return db.many<DayOfBids>(sql`
    with shown as (select d.id, d.market_date from draws d where ${every(drawConditions({ from, to, market }))}
    ), counted as (
      select t.draw_id, t.session, sum(t.bids) as bids, sum(t.points) as points, sum(t.cancelled) as cancelled,
        sum(t.cancelled_points) as cancelled_points
      from draw_totals t join shown on shown.id = t.draw_id group by t.draw_id, t.session
    ), taken_back as (
      select b.draw_id, b.session, count(*) as bids, sum((b.points * b.multiplier + 50) / 100) as won
      from bids b join shown on shown.id = b.draw_id
      join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null
      where b.market_date = shown.market_date and b.cancelled_at > c.at and b.pick = any(c.picks)
      group by b.draw_id, b.session
    ), decided as (
      select shown.market_date, n.bids, n.points, n.cancelled, n.cancelled_points, c.id is not null as is_declared,
        coalesce(c.winners, 0) - coalesce(k.bids, 0) as win, coalesce(c.paid, 0) - coalesce(k.won, 0) as won
      from counted n join shown on shown.id = n.draw_id
      left join declarations c on c.draw_id = n.draw_id and c.half = n.session and c.withdrawn_at is null
      left join taken_back k on k.draw_id = n.draw_id and k.session = n.session
    )
    select market_date as day, coalesce(sum(bids) filter (where not is_declared), 0)::bigint as running,
      coalesce(sum(win), 0)::bigint as win, coalesce(sum(bids - win) filter (where is_declared), 0)::bigint as loss,
      sum(cancelled)::bigint as cancelled, sum(points)::bigint as points,
      sum(cancelled_points)::bigint as cancelled_points, coalesce(sum(won), 0)::bigint as won
    from decided group by market_date order by market_date desc`)
}

function drawConditions({ from, to, market }: Omit<BidFilter, 'status'>): (Statement | false)[] {
  return [
    from !== undefined && sql`d.market_date >= ${from}`,
    to !== undefined && sql`d.market_date <= ${to}`,
    market !== undefined && sql`d.market_id = (select m.id from markets m where ${isMarket([market])})`,
  ]
}

/** How many of a day's bids a status filter leaves. */
export function countOf(day: DayOfBids, status: Status | undefined): number {
  if (status !== undefined) return day[status]
  return day.running + day.win + day.loss + day.cancelled
}

/** One page of bids, the latest day and the newest bid first, with the figures of the cards. */
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
      activeBidsCount: sum((day) => day.running),
      winBidsCount: sum((day) => day.win),
      lossBidsCount: sum((day) => day.loss),
      totalBetAmount: sum((day) => day.points) / 100,
      todayTotalBetAmount: await betToday(db, filter, days, today),
    },
  }
}

/** Today's stakes, also where the filter's days leave today out. */
async function betToday(db: Db, { from, to, market }: BidFilter, days: readonly DayOfBids[], today: string) {
  const isShown = (from === undefined || from <= today) && (to === undefined || today <= to)
  const shown = isShown ? days : await readDaysOfBids(db, { from: today, to: today, market })
  return (shown.find(({ day }) => day === today)?.points ?? 0) / 100
}

async function readPage(
  db: Db,
  { status, market, page, limit }: Input<typeof api.bids.list>,
  days: readonly DayOfBids[],
): Promise<Row[]> {
  let offset = (page - 1) * limit
  const first = days.findIndex((day) => {
    const count = countOf(day, status)
    if (offset < count) return true
    offset -= count
    return false
  })
  if (first < 0) return []
  const rows: Row[] = []
  for (const day of days.slice(first)) {
    if (countOf(day, status) > 0)
      rows.push(...(await readDay(db, { day: day.day, status, market, limit: limit - rows.length, offset })))
    if (rows.length >= limit) break
    offset = 0
  }
  return rows
}

interface PartOfDay {
  readonly day: string
  readonly status: Status | undefined
  readonly market: string | undefined
  readonly limit: number
  readonly offset: number
}

/** Keys first, off the indexes alone where they can, then the rows of the page. */
async function readDay(db: Db, { day, status, market, limit, offset }: PartOfDay): Promise<Row[]> {
  const draws = sql`select d.id from draws d where ${every(drawConditions({ from: day, to: day, market }))}`
  const declared = sql`declarations c where c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null`
  return db.many<Row>(sql`
    with page as (
      select b.id from bids b where ${every([
        sql`b.market_date = ${day}`,
        market !== undefined && sql`b.draw_id = any(array(${draws}))`,
        status === 'cancelled' && sql`b.cancelled_at is not null`,
        status !== undefined && status !== 'cancelled' && sql`b.cancelled_at is null`,
        status === 'running' && sql`not exists (select from ${declared})`,
        status === 'win' && sql`exists (select from ${declared} and b.pick = any(c.picks))`,
        status === 'loss' && sql`exists (select from ${declared} and not b.pick = any(c.picks))`,
      ])} order by b.id desc limit ${limit} offset ${offset}
    )
    select ${bidRow} from ${joinedBids} where b.market_date = ${day} and b.id in (select id from page)
    order by b.id desc`)
}

/** A bid's row for the administrator, of `joinedBids`. */
export const bidRow = sql`
  b.id, b.market_date, m.name as market_name, ${fieldsOfBid}, ${statusOfBid} as status, ${winOfBid} as win,
  b.placed_at as "createdAt", json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User",
  json_build_object('_id', m.uuid, 'name', m.name, 'open_time', m.open_time, 'close_time', m.close_time) as "Market"`

export const joinedBids = sql`
  bids b join draws d on d.id = b.draw_id join markets m on m.id = d.market_id join users u on u.id = b.user_id
  left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null`

export async function getBid(db: Db, { id, market_date }: { id: number; market_date: string }): Promise<Row> {
  return db.only<Row>(sql`
    select ${bidRow} from ${joinedBids} where b.market_date = ${market_date} and b.id = ${id}`)
}

/** The bids of one draw and their distribution. Counts come from the draw's tallies, never from its bids. */
import type { Answer, api, Input } from '@munim/contract'
import { currentDay, type Day, type GameMode, labelOf, readDay, type Session } from '@munim/core'
import { clock, type Db, every, pagesOf, type Statement, sql } from '../database/db.ts'
import { inBatches } from '../http/csv.ts'
import { findDraw, findMarket, scheduleOf } from '../markets/schedule.ts'
import { found } from '../refusal.ts'
import { bidRow, joinedBids } from './list.ts'

type Filter = Input<typeof api.bids.ofMarket>
type Row = Answer<typeof api.bids.ofMarket>['data'][number]
type Analytics = Answer<typeof api.bids.analytics>['data']

interface Shown {
  readonly day: Day | null
  readonly drawId: number
}

/** The draw that is meant: of this day, or the current one. `drawId` is 0 while nobody has touched it. */
async function findShown(db: Db, marketId: string, date: string | undefined): Promise<Shown> {
  const market = found(await findMarket(db, marketId), 'Market not found')
  const day = date === undefined ? currentDay(scheduleOf(market), await clock(db)) : readDay(date)
  const draw = day ? await findDraw(db, market.id, day) : undefined
  return { day, drawId: draw?.id ?? 0 }
}

/** One page of a draw's bids, the newest first. */
export async function listBidsOfMarket(db: Db, filter: Filter) {
  const { page, limit } = filter
  const shown = await findShown(db, filter.marketId, filter.date)
  const data = await readRows(db, shown, filter, sql`limit ${limit} offset ${(page - 1) * limit}`)
  const total = await countBids(db, shown.drawId, filter)
  return { data, total, totalPages: pagesOf(total, limit), date: shown.day }
}

/** All bids of a draw that the filters leave, in batches, for a file. */
export async function* eachBidOfMarket(db: Db, filter: Filter): AsyncGenerator<readonly Row[]> {
  const shown = await findShown(db, filter.marketId, filter.date)
  yield* inBatches((after: Row | undefined, limit) =>
    readRows(db, shown, { ...filter, behind: after?.id }, sql`limit ${limit}`),
  )
}

type Conditions = Pick<Filter, 'status' | 'gameMode' | 'session'> & { readonly behind?: number | undefined }

function readRows(db: Db, { day, drawId }: Shown, filter: Conditions, slice: Statement): Promise<Row[]> {
  return db.many<Row>(sql`
    with page as (
      select b.id from bids b
      left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null
      where b.draw_id = ${drawId} and ${every(conditions(filter))} order by b.id desc ${slice}
    )
    select ${bidRow} from ${joinedBids} where b.market_date = ${day} and b.id in (select id from page)
    order by b.id desc`)
}

/** Conditions on bid `b` under its declaration `c`. */
function conditions({ status, gameMode, session, behind }: Conditions) {
  return [
    behind !== undefined && sql`b.id < ${behind}`,
    gameMode !== undefined && sql`b.game_mode = ${gameMode}`,
    session !== undefined && sql`b.session = ${session}`,
    status === 'cancelled' && sql`(b.cancelled_at is not null or c.is_void)`,
    status !== undefined && status !== 'cancelled' && sql`b.cancelled_at is null`,
    status === 'running' && sql`c.id is null`,
    status === 'win' && sql`b.pick = any(c.picks)`,
    status === 'loss' && sql`not c.is_void and not b.pick = any(c.picks)`,
  ]
}

async function countBids(db: Db, drawId: number, filter: Filter): Promise<number> {
  const { status, gameMode, session } = filter
  const tallied = sql`
    select coalesce(sum(b.bids), 0) from tallies b
    left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null
    where ${every([
      sql`b.draw_id = ${drawId}`,
      gameMode !== undefined && sql`b.pick like ${`${gameMode}:%`.replaceAll('_', '\\_')}`,
      session !== undefined && sql`b.session = ${session}`,
      status === 'running' && sql`c.id is null`,
      status === 'win' && sql`b.pick = any(c.picks)`,
      status === 'loss' && sql`not c.is_void and not b.pick = any(c.picks)`,
      status === 'cancelled' && sql`c.is_void`,
    ])}`
  const cancelled = sql`
    select count(*) from bids b where b.draw_id = ${drawId} and b.cancelled_at is not null
    and ${every(conditions({ ...filter, status: undefined }))}`
  const { total } = await db.only<{ total: number }>(
    status === undefined || status === 'cancelled'
      ? sql`select ((${tallied}) + (${cancelled}))::bigint as total`
      : sql`select (${tallied})::bigint as total`,
  )
  return total
}

interface Part {
  readonly game: GameMode
  readonly session: Session
  readonly bids: number
  readonly points: number
  readonly won: number
  readonly decided: number
  /** Paise, of what is declared. */
  readonly decidedPoints: number
}

/** What was bet on the draw, by game and by session; cancelled bids are left out, and with them voided halves. */
export async function readAnalytics(
  db: Db,
  { marketId, date }: Input<typeof api.bids.analytics>,
): Promise<Analytics> {
  const { day, drawId } = await findShown(db, marketId, date)
  const parts = await db.many<Part>(sql`
    select split_part(t.pick, ':', 1) as game, t.session, sum(t.bids)::bigint as bids, sum(t.points)::bigint as points,
      coalesce(sum(t.bids) filter (where t.pick = any(c.picks)), 0)::bigint as won,
      coalesce(sum(t.bids) filter (where c.id is not null), 0)::bigint as decided,
      coalesce(sum(t.points) filter (where c.id is not null), 0)::bigint as "decidedPoints"
    from tallies t
    left join declarations c on c.draw_id = t.draw_id and c.half = t.session and c.withdrawn_at is null
    where t.draw_id = ${drawId} and c.is_void is not true group by 1, 2 having sum(t.bids) > 0`)
  const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0)
  const decided = sum((part) => part.decided)
  const winningBets = sum((part) => part.won)
  const { paid } = await db.only<{ paid: number | null }>(sql`
    select case when exists (select from declarations c where c.draw_id = ${drawId} and c.withdrawn_at is null and not c.is_void)
      then (select coalesce(sum(case kind when 'win' then amount when 'win_reversed' then -amount end), 0)::bigint
        from draw_postings p where p.draw_id = ${drawId} and p.kind in ('win', 'win_reversed')) end as paid`)
  const stake = sum((part) => part.decidedPoints)
  return {
    date: day,
    declared: paid === null ? null : { stake: stake / 100, paid: paid / 100, kept: (stake - paid) / 100 },
    overview: {
      totalBets: sum((part) => part.bids),
      totalBetAmount: sum((part) => part.points) / 100,
      winningBets,
      winRate: decided === 0 ? 0 : Math.round((winningBets / decided) * 10_000) / 100,
    },
    distributions: {
      gameMode: shares(parts, (part) => labelOf(part.game)),
      session: shares(parts, (part) => (part.session === 'open' ? 'Open' : 'Close')),
    },
  }
}

/** Parts put together by a label, the largest stake first. */
function shares(parts: readonly Part[], labelled: (part: Part) => string) {
  const byLabel = Map.groupBy(parts, labelled)
  return [...byLabel]
    .map(([label, list]) => ({
      label,
      count: list.reduce((total, part) => total + part.bids, 0),
      total_amount: list.reduce((total, part) => total + part.points, 0) / 100,
    }))
    .sort((a, b) => b.total_amount - a.total_amount)
}

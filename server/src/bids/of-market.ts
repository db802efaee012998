/** The bids of one draw and their distribution. Counts come from the draw's tallies, never from its bids. */
import { type Answer, type api, type Input, msg } from '@munim/contract'
import { type Day, type GameMode, labelOf, type Session } from '@munim/core'
import { and, type Db, type Statement, sql } from '../database/db.ts'
import { type Block, eachPart, eachRow, isOther, type List, readPage, slice } from '../database/list.ts'
import { amountFor, isOfWon } from '../ledger/kinds.ts'
import { findDraw, readMarketDay } from '../markets/schedule.ts'
import { type BidRow, bidsBy } from './list.ts'

type Filter = Input<typeof api.bids.ofMarket>
type Analytics = Answer<typeof api.bids.analytics>['data']

interface Shown {
  readonly day: Day | null
  readonly drawId: number
}

/** The draw that is meant: of this day, or the current one. `drawId` is 0 while it has no row. */
export async function findShown(db: Db, marketId: string, date: string | undefined): Promise<Shown> {
  const { market, day } = await readMarketDay(db, { marketId, date })
  const draw = day ? await findDraw(db, market.id, day) : undefined
  return { day, drawId: draw?.id ?? 0 }
}

export async function listBidsOfMarket(db: Db, filter: Filter) {
  const shown = await findShown(db, filter.marketId, filter.date)
  const place = { ...filter, isReversed: isOther('newest', filter.order) }
  const page = await readPage(db, bidsOfDraw(shown, filter), place)
  return { ...page, date: shown.day, counts: await countEach(db, shown, filter) }
}

export async function* eachBidOfMarket(db: Db, filter: Filter): AsyncGenerator<readonly BidRow[]> {
  yield* eachRow(db, bidsOfDraw(await findShown(db, filter.marketId, filter.date), filter), [null])
}

function bidsOfDraw(shown: Shown, filter: Filter): List<BidRow> {
  const { day, drawId } = shown
  return {
    blocks: countBids(shown, filter),
    rows: (parts) =>
      bidsBy(
        eachPart(
          parts,
          (part) => sql`
            select ${day}::date as market_date, b.id from bids b
            where ${and([sql`b.draw_id = ${drawId}`, part.after && sql`b.id < ${part.after.id}`, ...conditions(drawId, filter)])}
            ${slice(part, [sql`b.id`])}`,
        ),
      ),
  }
}

type Conditions = Pick<Filter, 'status' | 'gameMode' | 'session'>

/**
 * What draw `drawId` was declared as, as conditions on its bids or tallies of this alias. They ask lists: by a join, a
 * plan could look at the declarations anew for each of them.
 */
export function fatesOf(drawId: number, of: 'b' | 't') {
  const [session, pick] = [sql.ref(`${of}.session`), sql.ref(`${of}.pick`)]
  const current = sql`from declarations c where c.draw_id = ${drawId} and c.withdrawn_at is null`
  const isIn = (halves: Statement) => sql`${session} = any(array(select c.half ${halves}))`
  return {
    isDeclared: isIn(sql`${current} and not c.is_void`),
    isVoided: isIn(sql`${current} and c.is_void`),
    isRunning: sql`not ${isIn(current)}`,
    hasWon: sql`${pick} = any(array(select unnest(c.picks) ${current}))`,
  }
}

/** Conditions on bid `b` of this draw. */
function conditions(drawId: number, { status, gameMode, session }: Conditions) {
  const { isDeclared, isVoided, isRunning, hasWon } = fatesOf(drawId, 'b')
  return [
    gameMode !== undefined && sql`b.game_mode = ${gameMode}`,
    session !== undefined && sql`b.session = ${session}`,
    status === 'cancelled' && sql`(b.cancelled_at is not null or ${isVoided})`,
    status !== undefined && status !== 'cancelled' && sql`b.cancelled_at is null`,
    status === 'running' && isRunning,
    status === 'win' && hasWon,
    status === 'loss' && sql`${isDeclared} and not ${hasWon}`,
  ]
}

function countBids({ day, drawId }: Shown, filter: Filter): Statement<Block> {
  const { status, gameMode, session } = filter
  const { isDeclared, isVoided, isRunning, hasWon } = fatesOf(drawId, 't')
  const tallied = sql`
    select coalesce(sum(t.bids), 0) from tallies t
    where ${and([
      sql`t.draw_id = ${drawId}`,
      gameMode !== undefined && sql`t.pick like ${`${gameMode}:%`.replaceAll('_', '\\_')}`,
      session !== undefined && sql`t.session = ${session}`,
      status === 'running' && isRunning,
      status === 'win' && hasWon,
      status === 'loss' && sql`${isDeclared} and not ${hasWon}`,
      status === 'cancelled' && isVoided,
    ])}`
  const cancelled = sql`
    select count(*) from bids b where b.market_date = ${day} and b.draw_id = ${drawId} and b.cancelled_at is not null
    and ${and(conditions(drawId, { ...filter, status: undefined }))}`
  return status === undefined || status === 'cancelled'
    ? sql<Block>`select null as block, ((${tallied}) + (${cancelled}))::bigint as rows`
    : sql<Block>`select null as block, (${tallied})::bigint as rows`
}

/** How many there are of each status, over the other filters. */
async function countEach(db: Db, shown: Shown, filter: Filter): Promise<Record<BidRow['status'], number>> {
  const of = (status: BidRow['status']) =>
    sql`coalesce((select n.rows from (${countBids(shown, { ...filter, status })}) n), 0)`
  return db.only<Record<BidRow['status'], number>>(sql`
    select ${of('running')} as running, ${of('win')} as win, ${of('loss')} as loss, ${of('cancelled')} as cancelled`)
}

interface Part extends Readonly<Record<'bids' | 'points' | 'won' | 'decided', number>> {
  readonly game: GameMode
  readonly session: Session
  /** Paise, of what is declared. */
  readonly decidedPoints: number
}

/** What was bet on the draw, by game and by session; cancelled bids are left out, and with them voided halves. */
export async function readAnalytics(
  db: Db,
  { marketId, date }: Input<typeof api.bids.analytics>,
): Promise<Analytics> {
  const { day, drawId } = await findShown(db, marketId, date)
  const { isDeclared, isVoided, hasWon } = fatesOf(drawId, 't')
  const parts = await db.many<Part>(sql`
    select split_part(t.pick, ':', 1) as game, t.session, sum(t.bids)::bigint as bids, sum(t.points)::bigint as points,
      coalesce(sum(t.bids) filter (where ${hasWon}), 0)::bigint as won,
      coalesce(sum(t.bids) filter (where ${isDeclared}), 0)::bigint as decided,
      coalesce(sum(t.points) filter (where ${isDeclared}), 0)::bigint as "decidedPoints"
    from tallies t where t.draw_id = ${drawId} and not ${isVoided} group by 1, 2 having sum(t.bids) > 0`)
  const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0)
  const decided = sum((part) => part.decided)
  const winningBets = sum((part) => part.won)
  const { paid, cancelled } = await db.only<{ paid: number | null; cancelled: number }>(sql`
    select (select coalesce(sum(t.cancelled + case when ${isVoided} then t.bids else 0 end), 0)::bigint
        from draw_totals t where t.draw_id = ${drawId}) as cancelled,
      case when exists (select from declarations c where c.draw_id = ${drawId} and c.withdrawn_at is null and not c.is_void)
      then (select coalesce(sum(-${amountFor('game')}), 0)::bigint
        from draw_postings where draw_id = ${drawId} and ${isOfWon}) end as paid`)
  const stake = sum((part) => part.decidedPoints)
  return {
    date: day,
    declared: paid === null ? null : { stake: stake / 100, paid: paid / 100, kept: (stake - paid) / 100 },
    overview: {
      totalBets: sum((part) => part.bids),
      totalBetAmount: sum((part) => part.points) / 100,
      winningBets,
      winRate: decided === 0 ? 0 : Math.round((winningBets / decided) * 10_000) / 100,
      cancelledBets: cancelled,
    },
    distributions: {
      gameMode: shares(parts, (part) => labelOf(part.game)),
      session: shares(parts, (part) => SESSIONS[part.session]),
    },
  }
}

/** In English as the names of games are, in whatever language the call is asked: who draws a label says it. */
const SESSIONS: Readonly<Record<Session, string>> = { open: msg('Open'), close: msg('Close') }

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

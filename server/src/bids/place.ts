/** Placing bids: which draw each belongs to, every reason to refuse it, and the posting of the stakes. */
import { type api, type Input, say, t } from '@munim/contract'
import {
  bettingDay,
  cutOffOf,
  type Day,
  decidedBy,
  type GameMode,
  inRupees,
  labelOf,
  type Multiplier,
  multiplierOf,
  type Paise,
  type Pick,
  paise,
  type RateKey,
  rateKeyOf,
  readPick,
  readRupees,
  type ScopedLimit,
} from '@munim/core'
import { type Db, type NotNull, nowOf, type Statement, sql } from '../database/db.ts'
import { type Placing, postStakes } from '../ledger/post-stakes.ts'
import type { CurrentDeclaration } from '../markets/current-declarations.ts'
import {
  type Draw,
  daysOfMarket,
  isMarket,
  lastClosed,
  lastDayPast,
  lockDrawShared,
  lockMarketShared,
  type MarketRow,
  makeDraws,
  momentsOf,
  scheduleOf,
} from '../markets/schedule.ts'
import { checkPause, checkPlay } from '../protection/check.ts'
import { type InForce, inForce } from '../protection/in-force.ts'
import { found, madeFromOld, Refusal } from '../refusal.ts'
import { checkMaintenance, type Maintenance } from '../settings/maintenance.ts'
import { checkRoom, limitsOfMarkets } from './check-room.ts'

type Slip = Input<typeof api.player.placeBids>
type TypedBid = Slip['bids'][number]

type DeclaredHalf = Omit<CurrentDeclaration, 'id' | 'isVoid'> & { readonly is_void: boolean }

interface BoardMarket extends MarketRow {
  readonly uuid: string
  readonly takes_bids: boolean
  readonly draws: readonly (Draw & { readonly declared: readonly DeclaredHalf[] })[]
}

/** All that decides about a bid, read at one moment. Amounts in paise. */
interface Board {
  readonly at: string
  readonly closed: Day
  readonly player: { is_approved: boolean; is_active: boolean; betting: boolean; protection: InForce } | null
  readonly settings: Maintenance & { betting_min: Paise; betting_max: Paise }
  readonly rates: Record<RateKey, readonly [min: Paise, multiplier: Multiplier]>
  readonly markets: readonly BoardMarket[] | null
  readonly limits: readonly ScopedLimit[] | null
}

export interface PlacedBid {
  readonly id: number
  readonly marketId: number
  readonly market_date: Day
  readonly pick: Pick
  readonly points: Paise
}

/**
 * Places all of these bids or none. The cut-off is decided by the clock once the draws and the wallet are locked.
 */
export async function placeBids(
  db: Db,
  { userId, bids, basedOn }: { userId: number; bids: readonly TypedBid[]; basedOn?: Slip['basedOn'] },
): Promise<{ bids: readonly PlacedBid[]; balance: Paise }> {
  const marketIds = [...new Set(bids.map((bid) => bid.marketId))]
  // The board is read after the locks are held, in one trip with them.
  const [[wallet], [read]] = await db.both(
    lockDrawsAndWallet(db, { userId, marketIds }),
    boardOf(db, { userId, marketIds }),
  )
  const { balance, draw_ids } = found(wallet, 'User not found')
  const board = read!
  const decided = decide(board, bids, basedOn)
  if (decided.some(({ draw }) => !draw || !draw_ids.includes(draw.id))) {
    const lacking = decided.filter(({ draw }) => !draw)
    await makeDraws(db, lacking)
    return placeBids(db, { userId, bids, basedOn })
  }
  const points = paise(decided.reduce((sum, bid) => sum + bid.points, 0))
  if (points > balance) throw new Refusal(409, 'Wallet balance is too low for these bids')
  await checkPlay(db, { userId, points, at: new Date(board.at), ...board.player!.protection })
  await checkRoom(db, decided, board.limits ?? [])
  const placings = decided.map((bid): Placing => ({ ...bid, drawId: bid.draw!.id }))
  const by = { actor: `player:${userId}`, at: new Date(board.at) }
  const ids = await postStakes(db, { userId, balance, bids: placings, ...by })
  return {
    bids: decided.map((bid, nth) => {
      return { ...bid, id: ids[nth]!, marketId: bid.market.id, market_date: bid.day }
    }),
    balance: paise(balance - points),
  }
}

interface Decided {
  readonly market: BoardMarket
  readonly day: Day
  /** Undefined while that day's draw has no row. */
  readonly draw: BoardMarket['draws'][number] | undefined
  readonly pick: Pick
  readonly points: Paise
  readonly multiplier: Multiplier
  readonly least: Paise
}

/** Each bid with the draw it belongs to, or the refusal of the first that can't be placed. */
function decide(board: Board, bids: readonly TypedBid[], shown: Slip['basedOn']): Decided[] {
  const { settings, player } = board
  checkMaintenance(settings)
  if (!player?.is_active) throw new Refusal(403, 'This account is blocked')
  if (!player.is_approved) throw new Refusal(403, 'This account is not approved yet')
  if (!player.betting) throw new Refusal(403, 'Betting is switched off for this account')
  checkPause(player.protection.pause)
  return bids.map((bid) => decideOne(board, bid, shown))
}

function decideOne(board: Board, bid: TypedBid, shown: Slip['basedOn']): Decided {
  const market = board.markets?.find(({ id, uuid }) => String(id) === bid.marketId || uuid === bid.marketId)
  if (!market) throw new Refusal(404, 'Market not found')
  if (!market.takes_bids)
    throw new Refusal(409, '{market} takes no bids', { values: { market: market.name } })
  if (market.games.length > 0 && !market.games.includes(bid.game_mode))
    throw new Refusal(409, '{market} does not offer {game}', {
      values: { market: market.name, game: labelOf(bid.game_mode) },
    })
  const pick = readPick(bid)
  if ('wrong' in pick) throw new Refusal(400, say(pick.wrong))
  const points = readRupees(bid.points)!
  const rate = checkPoints(board, bid.game_mode, points)
  checkRate(bid.game_mode, rate.multiplier, shown)

  const day = bettingDay(scheduleOf(market), cutOffOf(pick), new Date(board.at), (each) => {
    const draw = market.draws.find(({ market_date }) => market_date === each)
    return draw && momentsOf(draw)
  })
  if (!day || day <= board.closed)
    throw new Refusal(409, '{market} is closed for this bid', { values: { market: market.name } })
  const draw = market.draws.find(({ market_date }) => market_date === day)
  const ended = draw?.declared.find(({ half }) => half === cutOffOf(pick) || half === decidedBy(pick))
  if (ended)
    throw new Refusal(409, ended.is_void ? '{market} is voided' : '{market} is declared already', {
      values: { market: market.name },
    })
  return { market, day, draw, pick, points, ...rate }
}

/** The multiplier the bid is placed at, and the least of such bids. A bid needs both bounds of the settings and its game's own least. */
function checkPoints(
  { settings, rates }: Board,
  game: GameMode,
  points: Paise,
): { multiplier: Multiplier; least: Paise } {
  const [min, multiplier] = rates[rateKeyOf(game)]
  const least = paise(Math.max(min, settings.betting_min))
  if (points < least)
    throw new Refusal(400, 'A bid on {game} must be at least {least}', {
      values: { game: labelOf(game), least: inRupees(least) },
    })
  if (points > settings.betting_max)
    throw new Refusal(400, 'A bid must be at most {most}', {
      values: { most: inRupees(paise(settings.betting_max)) },
    })
  return { multiplier, least }
}

/** The rate that the player saw, where the app says it. */
function checkRate(game: GameMode, multiplier: Multiplier, shown: Slip['basedOn']): void {
  const now = multiplierOf(multiplier)
  if ((shown?.[`${rateKeyOf(game)}_2`] ?? now) === now) return
  const values = { game: labelOf(game), multiplier: now }
  throw madeFromOld(t('The rate of {game} is × {multiplier} now: look at the bids again.', values))
}

/**
 * Locks these markets, their draws that still take bids, and then the player's wallet: one statement for all, since
 * asking costs more than answering. The wallet's row is locked last, whatever the plan, and comes as it is then; what
 * else is decided by is read after it. The markets are counted, so that they are locked by a plan, too, that begins with
 * the draws and finds none. A day's first bid finds no draw, makes it, and comes back for its lock.
 */
function lockDrawsAndWallet(
  db: Db,
  { userId, marketIds }: Placer,
): Statement<{ balance: Paise; draw_ids: number[] }> {
  const moment = nowOf(db)
  const today = sql`(${moment} at time zone 'Asia/Kolkata')::date`
  return sql<{ balance: Paise; draw_ids: number[] }>`
    /* lock-draws-and-wallet */
    with named as materialized (
      select m.id from markets m where ${isMarket(marketIds)} order by m.id
    ), locked_markets as materialized (
      select id, ${lockMarketShared(sql`id`)} from named
    ), open_draws as materialized (
      select d.id from draws d join locked_markets m on m.id = d.market_id
      where d.closes_at > ${moment}
      and d.market_date between ${today} - 1 and ${today}
      order by d.id
    ), locked as materialized (
      select id, ${lockDrawShared(sql`id`)} from open_draws
    )
    select w.balance, locked.ids as draw_ids
    from (select count(*) from locked_markets) markets
    cross join (select coalesce(array_agg(id), '{}') as ids from locked) locked cross join wallets w
    where w.user_id = ${userId} for no key update of w`
}

interface Placer {
  readonly userId: number
  readonly marketIds: readonly string[]
}

function boardOf(db: Db, { userId, marketIds }: Placer): Statement<Board> {
  const moment = nowOf(db)
  return sql<Board & NotNull<'settings' | 'rates' | 'markets[].days'>>`
    /* read-board */
    select ${moment} as at, ${lastClosed(moment)} as closed,
      (select json_build_object('is_approved', u.is_approved, 'betting', u.betting,
        'protection', ${inForce(sql`u.id`, moment)},
        'is_active', u.deleted_at is null and u.status and not u.is_blocked)
       from users u where u.id = ${userId}) as player,
      (select json_build_object('maintenance', s.maintenance, 'maintenance_message', s.maintenance_message,
        'betting_min', s.betting_min, 'betting_max', s.betting_max) from settings s) as settings,
      (select json_object_agg(r.rate_key, json_build_array(r.min, r.multiplier)) from rates r) as rates,
      (select json_agg(json_build_object('id', m.id, 'uuid', m.uuid, 'name', m.name, 'open_time', m.open_time,
        'close_time', m.close_time, 'games', m.games, 'days', ${daysOfMarket},
        'takes_bids', m.is_active and m.status and m.market_status,
        'draws', coalesce((select json_agg(json_build_object('id', d.id, 'market_date', d.market_date,
          'opens_at', d.opens_at, 'closes_at', d.closes_at, 'declared',
          coalesce((select json_agg(json_build_object('half', half, 'is_void', is_void, 'digit', digit, 'panna', panna)) from declarations where draw_id = d.id and withdrawn_at is null), '[]')))
          from draws d where d.market_id = m.id
          and d.market_date > ${lastDayPast(moment)}), '[]')))
       from markets m where ${isMarket(marketIds)}) as markets,
      ${limitsOfMarkets(sql`select m.id from markets m where ${isMarket(marketIds)}`, moment)} as limits`
}

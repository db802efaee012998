/** Predicting a result: the rule of declaring over the same bids, without writing. Figures come from the tallies. */
import { type Answer, type api, type Input, say, t } from '@munim/contract'
import {
  EMPTY,
  type Half,
  type Paise,
  paise,
  readRupees,
  rupeesOf,
  type TypedResult,
  warningsOf,
  winningPicks,
} from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { eachPart, eachRow, type Part, readPage, slice } from '../database/list.ts'
import type { Foreseen } from '../http/second.ts'
import { wonBy } from '../ledger/win.ts'
import { checkBase, readCurrentDeclarations } from '../markets/current-declarations.ts'
import { ensureDraw, findDraw, getMarket, lockDraw } from '../markets/schedule.ts'
import { checkDay, checkEarly, readTyped, undeclared } from './declare.ts'

type Prediction = Answer<typeof api.results.predict>['data']
type Winner = Prediction['winning_users'][number]
type Loser = Prediction['losing_users'][number]

interface Predicting {
  readonly drawId: number
  readonly halves: readonly Half[]
  readonly picks: readonly string[]
}

export async function predictResult(db: Db, input: Input<typeof api.results.predict>) {
  const { winnersPage, losersPage, limit } = input
  const { result, predicting, at } = await readAsked(db, input)
  const statistics = await readStatistics(db, predicting)
  return {
    data: {
      statistics,
      result_prediction: { ...result, is_half_result: result.close_digit === EMPTY },
      winning_users: await readWinners(db, predicting, { page: winnersPage, limit }),
      losing_users: await readLosers(db, predicting, { page: losersPage, limit, of: statistics.losing_bets }),
      winners_total: statistics.winning_bets,
      losers_total: statistics.losing_bets,
      at: at.toISOString(),
    },
    message: t('Prediction completed successfully!'),
    warnings: warningsOf(result).map(say),
  }
}

/**
 * Declaring, for who confirms it: what is staked on what it decides, what it pays, and the loss where that is more. Where
 * it is asked for, the draw is locked as for declaring it: no bid comes in between.
 */
export async function foreseeDeclaring(
  db: Db,
  { confirmEarly, basedOn, ...input }: Input<typeof api.results.declare>,
  isAsked: boolean,
): Promise<Foreseen> {
  if (isAsked) await lockAsked(db, input)
  const { market, day, draw, ...asked } = await readAsked(db, input)
  const { halves } = asked.predicting
  checkBase({ name: market.name, day }, halves, basedOn)
  if (draw && !confirmEarly) await checkEarly(db, { market, draw, fresh: halves, at: asked.at })
  const figures = await readStatistics(db, asked.predicting)
  const loss = readRupees(Math.max(0, -figures.net_house_profit))!
  return {
    subject: 'draw',
    id: `${market.id} ${day}`,
    before: {},
    after: {
      // An open that is declared goes along with the close, and is not paid again.
      ...Object.fromEntries(
        Object.entries(asked.result).filter(([mark]) => halves.some((half) => mark.startsWith(half))),
      ),
      bids: figures.total_bets,
      winningBids: figures.winning_bets,
      staked: figures.total_bet_amount,
      paid: figures.total_winning_amount,
      kept: figures.net_house_profit,
      ...(confirmEarly && { early: true }),
    },
    // Of bids that come in meanwhile those that win are compared.
    moving: ['bids', 'staked', 'kept'],
    name: market.name,
    limits: loss > 0 ? ['losses'] : [],
    amount: loss,
    settled: { basedOn: halves },
  }
}

/** A bid that the prediction decides; `won` is null where it loses. */
export interface Predicted extends Omit<Loser, 'currentWallet'> {
  readonly won: number | null
}

/** Every bid that this would decide, the newest first, in batches for a file. */
export async function* eachPredicted(
  db: Db,
  input: Input<typeof api.results.predict>,
): AsyncGenerator<readonly Predicted[]> {
  const { drawId, halves, picks } = (await readAsked(db, input)).predicting
  const rows = (parts: readonly Part<null, Predicted>[]) => sql<Predicted>`
    select ${bidOfPlayer}, case when b.pick = any(${picks}::text[])
      then ${wonBy('b')} / 100.0::float8 end as won
    from (${eachPart(
      parts,
      (part) => sql`
      select * from bids where draw_id = ${drawId} and session = any(${halves}::half[]) and cancelled_at is null
      ${part.after === undefined ? sql`` : sql`and id < ${part.after.id}`} ${slice(part, [sql`id`])}`,
    )}) b join users u on u.id = b.user_id order by b.id desc`
  yield* eachRow(db, { rows }, [null])
}

async function lockAsked(db: Db, { marketId, date }: Input<typeof api.results.declare>): Promise<void> {
  const market = await getMarket(db, marketId)
  const draw = await ensureDraw(db, market.id, checkDay(date, await db.now()))
  if (draw) await db.run(lockDraw(draw.id))
}

/** The result that was typed, and the bids that declaring it would decide. */
async function readAsked(
  db: Db,
  { marketId, date, ...typed }: { readonly marketId: string; readonly date: string } & TypedResult,
) {
  const { result, halves } = readTyped(typed)
  const market = await getMarket(db, marketId)
  const at = await db.now()
  const day = checkDay(date, at)
  const draw = await findDraw(db, market.id, day)
  const fresh = draw
    ? undeclared(market, day, result, halves, await readCurrentDeclarations(db, draw.id))
    : halves
  const picks = fresh.flatMap((half) => winningPicks(result, half))
  const predicting: Predicting = { drawId: draw?.id ?? 0, halves: fresh, picks }
  return { result, predicting, at, market, day, draw }
}

async function readStatistics(
  db: Db,
  { drawId, halves, picks }: Predicting,
): Promise<Prediction['statistics']> {
  const all = await db.only<{ bids: number; points: Paise }>(sql`
    select coalesce(sum(bids), 0)::bigint as bids, coalesce(sum(points), 0)::bigint as points
    from draw_totals where draw_id = ${drawId} and session = any(${halves}::half[])`)
  const won = await db.only<{ bids: number; paid: Paise }>(sql`
    select coalesce(sum(bids), 0)::bigint as bids,
      coalesce(sum(${wonBy('t')}), 0)::bigint as paid
    from (
      select pick, multiplier, sum(bids) as bids, sum(points)::bigint as points from tallies
      where draw_id = ${drawId} and session = any(${halves}::half[]) and pick = any(${picks}::text[])
      group by pick, multiplier
    ) t`)
  return {
    total_bets: all.bids,
    winning_bets: won.bids,
    losing_bets: all.bids - won.bids,
    total_winning_amount: rupeesOf(won.paid),
    total_bet_amount: rupeesOf(all.points),
    net_house_profit: rupeesOf(paise(all.points - won.paid)),
  }
}

interface Page {
  readonly page: number
  readonly limit: number
}

const bidOfPlayer = sql`
  b.id, u.id as "userId", u.user_name as "userName", u.mobile, b.game_mode as "gameMode", b.session,
  to_json(array_remove(array[b.open_digit, b.open_panna, b.close_digit, b.close_panna], '-')) as "betNumbers",
  b.points / 100.0::float8 as points`

async function readWinners(db: Db, { drawId, picks }: Predicting, { page, limit }: Page): Promise<Winner[]> {
  const winning: Statement = sql`w.draw_id = ${drawId} and w.pick = any(${picks}::text[]) and w.cancelled_at is null`
  return db.many<Winner>(sql`
    with page as (
      select w.id, ${wonBy('w')} as amount from bids w where ${winning}
      order by amount desc, w.id limit ${limit} offset ${(page - 1) * limit}
    ), shown as (
      select b.*, page.amount from page
      join bids b on b.id = page.id and b.market_date = (select market_date from draws where id = ${drawId})
    ), sums as (
      select w.user_id, sum(${wonBy('w')}) as amount from bids w
      where ${winning} and w.user_id in (select user_id from shown) group by w.user_id
    )
    select ${bidOfPlayer}, b.amount / 100.0::float8 as "winningAmount",
      ((k.balance + sums.amount) / 100.0)::float8 as "potentialBalance"
    from shown b join users u on u.id = b.user_id join wallets k on k.user_id = b.user_id
    join sums on sums.user_id = b.user_id order by b.amount desc, b.id`)
}

/** The newest first; of so many. The last pages are read from the other end: a filtered bid is read to be counted. */
async function readLosers(
  db: Db,
  { drawId, halves, picks }: Predicting,
  place: Page & { readonly of: number },
): Promise<Loser[]> {
  const rows = (parts: readonly Part<null>[]) => sql<Loser>`
    select ${bidOfPlayer}, k.balance / 100.0::float8 as "currentWallet"
    from (${eachPart(
      parts,
      (part) => sql`
      select * from bids where draw_id = ${drawId} and session = any(${halves}::half[])
      and not pick = any(${picks}::text[]) and cancelled_at is null ${slice(part, [sql`id`])}`,
    )}) b join users u on u.id = b.user_id join wallets k on k.user_id = b.user_id order by b.id desc`
  const { data } = await readPage(db, { blocks: [{ block: null, rows: place.of }], rows }, place)
  return [...data]
}

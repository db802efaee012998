/**
 * The book of a month: the figures of its days together, from what is kept of each draw, pick and day, never from bids or
 * postings. Draws are as they are now; what became of those of closed days since their sheets is told beside.
 */
import type { Answer, api } from '@munim/contract'
import { addDays, addSums, type Day, dayOf } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { type Days, readAccounts } from './accounts.ts'
import { type DrawRow, drawsOn, type GameRow, gamesOn, shown } from './draws.ts'
import { listCorrections } from './sheets.ts'

export type MonthBook = Answer<typeof api.daybook.month>['data']

/** YYYY-MM; the month of today in India, where none is named. */
export const monthAsked = async (db: Db, { month }: { month?: string | undefined }): Promise<string> =>
  month ?? dayOf(await db.now()).slice(0, 7)

export async function readMonth(db: Db, month: string): Promise<MonthBook> {
  const days = daysOf(month)
  const span = { first: days[0]!, last: days.at(-1)! }
  return {
    ...(await readMade(db, month, days)),
    ...(await readAccounts(db, span)),
    corrected: await listCorrections(db, await listClosed(db, span)),
  }
}

export function daysOf(month: string): readonly Day[] {
  const first = `${month}-01` as Day
  return Array.from({ length: 31 }, (_, later) => addDays(first, later)).filter((day) =>
    day.startsWith(month),
  )
}

/** By day, market and game, as one statement, so that all add up to the same. */
async function readMade(
  db: Db,
  month: string,
  days: readonly Day[],
): Promise<Pick<MonthBook, 'result' | 'days' | 'markets' | 'games'>> {
  const { draws, games, hindi } = await db.only<{
    draws: DrawRow[]
    games: GameRow[]
    hindi: Readonly<Record<number, string>>
  }>(sql`
    select (select coalesce(jsonb_object_agg(id, name_hindi), '{}') from markets) as hindi,
      (select coalesce(json_agg(d), '[]') from (${drawsOn(days)}) d) as draws,
      (select coalesce(json_agg(g), '[]') from (${gamesOn(days)}) g) as games`)
  return {
    result: { month, ...shown(addSums(draws)) },
    days: [...Map.groupBy(draws, ({ day }) => day)].map(([day, of]) => ({ day, ...shown(addSums(of)) })),
    markets: [...Map.groupBy(draws, (draw) => draw.market_id).values()]
      .map((of) => ({
        marketId: of[0]!.market_id,
        market_name: of[0]!.market_name,
        name_hindi: hindi[of[0]!.market_id]!,
        ...shown(addSums(of)),
      }))
      .sort(
        (one, other) => one.market_name.localeCompare(other.market_name) || one.marketId - other.marketId,
      ),
    games: games.map((game) => ({ game_mode: game.game_mode, ...shown(game) })),
  }
}

async function listClosed(db: Db, { first, last }: Days): Promise<readonly Day[]> {
  const closed = await db.many<{ day: Day }>(sql`
    select day from closed_days where day >= ${first} and day <= ${last} order by day`)
  return closed.map(({ day }) => day)
}

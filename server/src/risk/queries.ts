/** The limits on numbers in SQL. */
import type { Answer, api } from '@munim/contract'
import { type Day, limitsOfDraw, rupeesOf, type ScopedLimit } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { nameOfActor } from '../ledger/lines.ts'

type Shown = Answer<typeof api.risk.limits>['data']['limits'][number]

interface OfDraw {
  readonly marketId: number
  readonly day: Day
}

/** The limits that hold for any of these draws. */
export function readLimits(
  db: Db,
  draws: readonly OfDraw[],
): Promise<readonly (ScopedLimit & { readonly setAt: string })[]> {
  return db.many<ScopedLimit & { setAt: string }>(sql`
    select l.market_id, l.market_date, l.game, l.amount, l.refuses, l.set_at as "setAt" from ${limitsFor(draws)} l`)
}

export const readLimitsOf = async (db: Db, draw: OfDraw): Promise<readonly ScopedLimit[]> =>
  limitsOfDraw(await readLimits(db, [draw]), draw)

/** SQL: the limits of the house, of the markets of these draws, and of their days, by their keys: any day may have some. */
const limitsFor = (draws: readonly OfDraw[]): Statement => sql`(
  select * from number_limits where market_id is null and market_date is null
  union all
  select o.* from unnest(${[...new Set(draws.map(({ marketId }) => marketId))]}::int[]) d (market)
  cross join lateral (select * from number_limits where market_id = d.market and market_date is null offset 0) o
  union all
  select o.* from unnest(${draws.map(({ marketId }) => marketId)}::int[], ${draws.map(({ day }) => day)}::date[]) d (market, day)
  cross join lateral (select * from number_limits where market_id = d.market and market_date = d.day offset 0) o)`

/** The widest first, and in each the panna before the games in the order of the contract. */
export async function listLimits(db: Db, { marketId, day }: OfDraw): Promise<Shown[]> {
  const rows = await db.many<ScopedLimit & { setAt: string; actorName: string }>(sql`
    select l.market_id, l.market_date, l.game, l.amount, l.refuses, l.set_at as "setAt", ${nameOfActor(sql`l.actor`)} as "actorName"
    from ${limitsFor([{ marketId, day }])} l
    order by l.market_id nulls first, l.market_date nulls first, l.game nulls first`)
  const holding = limitsOfDraw(rows, { marketId, day })
  return rows.map((row) => ({
    scope: row.market_date !== null ? 'day' : row.market_id !== null ? 'market' : 'house',
    game: row.game,
    amount: rupeesOf(row.amount),
    refuses: row.refuses,
    isCurrent: holding.includes(row),
    setAt: row.setAt,
    actorName: row.actorName,
  }))
}

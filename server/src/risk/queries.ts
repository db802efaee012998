/** The limits on numbers in SQL. */
import type { Answer, api } from '@munim/contract'
import { type Day, limitsOfDraw, rupeesOf, type ScopedLimit } from '@munim/core'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { nameOfActor } from '../ledger/lines.ts'
import { lastDayPast } from '../markets/schedule.ts'

type Shown = Answer<typeof api.risk.limits>['data']['limits'][number]

interface OfDraw {
  readonly marketId: number
  readonly day: Day
}

/** All limits, wherever they hold, but for those of days that are past. */
export async function readLimits(db: Db): Promise<readonly (ScopedLimit & { readonly setAt: string })[]> {
  return db.many<ScopedLimit & { setAt: string }>(sql`
    select market_id, market_date, game, amount, refuses, set_at as "setAt" from number_limits
    where market_date is null or market_date > (select ${lastDayPast(nowOf(db))})`)
}

/** The limits that hold for this draw, of any day. */
export async function readLimitsOf(db: Db, draw: OfDraw): Promise<readonly ScopedLimit[]> {
  const named = await db.many<ScopedLimit>(sql`
    select l.market_id, l.market_date, l.game, l.amount, l.refuses from number_limits l where ${meantFor(draw)}`)
  return limitsOfDraw(named, draw)
}

const meantFor = ({ marketId, day }: OfDraw): Statement => sql`
  (l.market_id is null or l.market_id = ${marketId}) and (l.market_date is null or l.market_date = ${day})`

/** The widest first, and in each the panna before the games in the order of the contract. */
export async function listLimits(db: Db, { marketId, day }: OfDraw): Promise<Shown[]> {
  const rows = await db.many<ScopedLimit & { setAt: string; actorName: string }>(sql`
    select l.market_id, l.market_date, l.game, l.amount, l.refuses, l.set_at as "setAt", ${nameOfActor(sql`l.actor`)} as "actorName"
    from number_limits l
    where ${meantFor({ marketId, day })}
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

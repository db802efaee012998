/** The numbers of one draw that were bet on, each with all bids on it together: from the draw's tallies, never from its bids. */
import type { Answer, api, Input } from '@munim/contract'
import { and, type Db, pagesOf, type Statement, sql } from '../database/db.ts'
import { wonBy } from '../ledger/win.ts'
import { fatesOf, findShown } from './of-market.ts'

type Filter = Input<typeof api.bids.numbers>
export type NumberRow = Answer<typeof api.bids.numbers>['data'][number]

export async function listNumbers(db: Db, filter: Filter) {
  const { page, limit } = filter
  const { day, drawId } = await findShown(db, filter.marketId, filter.date)
  const numbers = numbersOf(drawId, filter)
  const data = await db.many<NumberRow>(sql`${shown(numbers)} limit ${limit} offset ${(page - 1) * limit}`)
  const { total } = await db.only<{ total: number }>(sql`select count(*) as total from ${numbers} n`)
  return { data, total, totalPages: pagesOf(total, limit), date: day }
}

export async function eachNumber(db: Db, filter: Filter): Promise<NumberRow[]> {
  const { drawId } = await findShown(db, filter.marketId, filter.date)
  return db.many(shown(numbersOf(drawId, filter)))
}

const shown = (numbers: Statement) => sql<NumberRow>`
  select n.session, split_part(n.pick, ':', 1) as game_mode, split_part(n.pick, ':', 2) as open_digit,
    split_part(n.pick, ':', 3) as open_panna, split_part(n.pick, ':', 4) as close_digit,
    split_part(n.pick, ':', 5) as close_panna, n.bids, n.points / 100.0::float8 as points, n.status,
    case n.status when 'loss' then 0 else n.pays end / 100.0::float8 as pays
  from ${numbers} n order by n.status = 'win' desc, n.points desc, n.session, n.pick`

/** A tally's slots are added up before they are weighed: one of them may be below zero. */
function numbersOf(drawId: number, { gameMode, session }: Pick<Filter, 'gameMode' | 'session'>): Statement {
  const { isDeclared, isVoided, hasWon } = fatesOf(drawId, 't')
  return sql`(
    with counted as (
      select t.session, t.pick, t.multiplier, sum(t.bids) as bids, sum(t.points)::bigint as points
      from tallies t where ${and([
        sql`t.draw_id = ${drawId} and not ${isVoided}`,
        session !== undefined && sql`t.session = ${session}`,
        gameMode !== undefined && sql`split_part(t.pick, ':', 1) = ${gameMode}`,
      ])} group by 1, 2, 3)
    select t.session, t.pick, sum(t.bids)::bigint as bids, sum(t.points)::bigint as points,
      sum(${wonBy('t')})::bigint as pays,
      case when not ${isDeclared} then 'running' when ${hasWon} then 'win' else 'loss' end as status
    from counted t group by 1, 2 having sum(t.bids) > 0)`
}

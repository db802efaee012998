/** Results in SQL: the draws of a market that were declared or voided. */
import type { Answer, api, Input } from '@munim/contract'
import { type Db, pagesOf, sql } from '../database/db.ts'
import { marksOfDraw, withDeclarations } from '../markets/current-declarations.ts'
import { voidedOf } from '../markets/queries.ts'
import { getMarket } from '../markets/schedule.ts'

type Row = Answer<typeof api.results.previous>['data'][number]

/** One page of a market's declared and voided draws, the latest day first. */
export async function listPrevious(db: Db, { marketId, page, limit }: Input<typeof api.results.previous>) {
  const market = await getMarket(db, marketId)
  const declared = sql`
    from draws d ${withDeclarations}
    where d.market_id = ${market.id} and (o.id is not null or c.id is not null)`
  const data = await db.many<Row>(sql`
    select d.id, d.market_date as date, ${marksOfDraw}, ${voidedOf} as voided
    ${declared} order by d.market_date desc limit ${limit} offset ${(page - 1) * limit}`)
  const { total } = await db.only<{ total: number }>(sql`select count(*) as total ${declared}`)
  return { data, total, totalPages: pagesOf(total, limit) }
}

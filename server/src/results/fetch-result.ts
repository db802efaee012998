/** Fetching a result for the administrator to review. Nothing is written; declaring is declare.ts. */
import { type api, type Input, msg, t } from '@munim/contract'
import { EMPTY, type Result } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { readMarketDay } from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'
import { fetchResult, type Source } from './source.ts'

export interface Fetched {
  readonly result: Result
  readonly date: string
  readonly warnings: readonly string[]
}

const MADE_UP = msg(
  'This number is made up: no result source is connected. Who runs the server can connect one',
)

export async function fetchForReview(
  db: Db,
  source: Source,
  { marketId, date }: Input<typeof api.results.fetch>,
): Promise<Fetched> {
  const { market, day } = await readMarketDay(db, { marketId, date })
  if (!day) throw new Refusal(409, '{market} runs on no day', { values: { market: market.name } })
  const { uuid, isReal } = await db.only<{ uuid: string; isReal: boolean }>(sql`
    select m.uuid, not s.is_demonstration as "isReal" from markets m, settings s where m.id = ${market.id}`)
  const result = await fetchResult(source, { ...market, uuid, date: day })
  if (result.open_digit === EMPTY)
    throw new Refusal(409, 'The source has no result of {market} for {day} yet', {
      values: { market: market.name, day },
    })
  return { result, date: day, warnings: isReal && source.isDemonstration ? [t(MADE_UP)] : [] }
}

/** What is staked on the picks of draws, beside what is declared of them. */
import type { Tally } from '@munim/core'
import { type Db, fixedAt, sql } from '../database/db.ts'
import { readCurrentDeclarations, resultOf } from '../markets/current-declarations.ts'
import { findDraw, readMarketDay } from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'

/**
 * The draw of this day, without one the current; one that nothing was bet on has no row yet. Refused (404, 409) where there
 * is none. It is as of `at`.
 */
export async function readTalliedDraw(
  db: Db,
  { marketId, date }: { readonly marketId: string; readonly date?: string | undefined },
) {
  const at = await db.now()
  const { market, day } = await readMarketDay(fixedAt(db, at), { marketId, date })
  if (!day) throw new Refusal(409, '{market} runs on no day', { values: { market: market.name } })
  const draw = await findDraw(db, market.id, day)
  const tallies = draw ? (await readTallies(db, [draw.id])).get(draw.id) : []
  const current = draw ? await readCurrentDeclarations(db, draw.id) : []
  const voided = current.filter(({ isVoid }) => isVoid).map(({ half }) => half)
  return { market, day, at, tallies: tallies ?? [], declared: resultOf(current), voided }
}

/** By draw; one that nothing is staked on is left out. */
export async function readTallies(
  db: Db,
  drawIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Tally[]>> {
  const rows = await db.many<Tally & { draw_id: number }>(sql`
    select draw_id, session, pick, multiplier, sum(bids)::bigint as bids, sum(points)::bigint as points
    from tallies where draw_id = any(${drawIds}::int[])
    group by draw_id, session, pick, multiplier having sum(bids) > 0`)
  return Map.groupBy(rows, ({ draw_id }) => draw_id)
}

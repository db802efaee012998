/** The exposure of a draw: its tallies, weighed by core. */
import type { Answer, api, Input } from '@munim/contract'
import { currentDay, exposureOf, readDay, rupeesOf, type Stake, type Tally } from '@munim/core'
import { clock, type Db, sql } from '../database/db.ts'
import { findDraw, findMarket, scheduleOf } from '../markets/schedule.ts'
import { found, Refusal } from '../refusal.ts'
import { readStanding, resultOf } from './standing.ts'

type Exposure = Answer<typeof api.results.exposure>['data']

export async function readExposure(
  db: Db,
  { marketId, date }: Input<typeof api.results.exposure>,
): Promise<Exposure> {
  const market = found(await findMarket(db, marketId), 'Market not found')
  const at = await clock(db)
  const day = date === undefined ? currentDay(scheduleOf(market), at) : readDay(date)
  if (!day) throw new Refusal(409, `${market.name} runs on no day`)
  const draw = await findDraw(db, market.id, day)
  const tallies = draw ? await readTallies(db, draw.id) : []
  const standing = draw ? await readStanding(db, draw.id) : []
  const voided = standing.filter(({ isVoid }) => isVoid).map(({ half }) => half)
  const { halves, carried, losing, worst } = exposureOf(tallies, resultOf(standing), voided)
  return {
    date: day,
    at: at.toISOString(),
    halves: halves.map(({ half, stake, cells }) => ({
      half,
      stake: inRupees(stake),
      cells: cells.map(({ pays, result, ...cell }) => ({
        ...cell,
        ...inRupees(cell),
        pays: rupeesOf(pays),
        result: rupeesOf(result),
      })),
    })),
    carried: carried && inRupees(carried),
    losing,
    worst: worst.map(({ pays, result, ...pannas }) => ({
      ...pannas,
      pays: rupeesOf(pays),
      result: rupeesOf(result),
    })),
  }
}

function inRupees({ points, bids }: Stake) {
  return { points: rupeesOf(points), bids }
}

async function readTallies(db: Db, drawId: number): Promise<Tally[]> {
  return db.many<Tally>(sql`
    select session, pick, multiplier, sum(bids)::bigint as bids, sum(points)::bigint as points
    from tallies where draw_id = ${drawId} group by session, pick, multiplier having sum(bids) > 0`)
}

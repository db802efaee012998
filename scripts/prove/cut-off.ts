/** Promise 11: no bid after the fact. Bids at the cut-off by the database's clock, to the millisecond, beside a declare. */
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'
import { weekdayOf } from '@munim/core'
import { placeBids } from '../../server/src/bids/place.ts'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { Refusal } from '../../server/src/refusal.ts'
import { type Filled, OPEN, OPEN_FORM } from '../../tests/support/fill.ts'
import { type ServerProcess, send } from '../../tests/support/server-process.ts'
import { type House, openHouse } from './house.ts'
import { BIDS_A_DRAW, newDraw } from './money-calls.ts'
import type { Proven, Run } from './promise.ts'

const CLIENTS = 16
/** Many, so that most bids are their player's first in the draw: a wallet that declaring holds would guard the others. */
const PLAYERS = 1_000
const AHEAD_MS = 1_200
/** How often a client asks again once it was refused. */
const ASKED_AFTER = 20

/** One bid a cut-off: the open ends open and combined bids, the close ends close bids. */
const BIDS = [
  ['opens_at', { session: 'open', game_mode: 'single_digit', open_digit: '7' }],
  ['opens_at', { session: 'close', game_mode: 'jodi_digit', open_digit: '7', close_digit: '7' }],
  ['closes_at', { session: 'close', game_mode: 'single_digit', close_digit: '7' }],
] as const

/** Rounds are draws whose open ends while clients place bids on it as fast as they can. */
export async function proveCutOff({ rounds = 5, seed, say }: Run): Promise<Proven> {
  const chance = chanceOf(seed)
  await using house = await openHouse(PLAYERS)
  const wrong: string[] = []
  let placed = 0
  let refused = 0
  wrong.push(...(await atToldMoments(house)))
  const servers = [await house.start(), await house.start()]
  for (let round = 1; round <= rounds; round++) {
    const draw = await newOnlyDraw(house)
    const endsAt = new Date((await house.database.now()).getTime() + AHEAD_MS)
    await house.database.run(sql`update draws set opens_at = ${endsAt} where id = ${draw.drawId}`)
    const declaring = sleep(AHEAD_MS + chance.between(-200, 50)).then(() => declare(house, servers[0]!, draw))
    const counts = await Promise.all(
      Array.from({ length: CLIENTS }, (_, nth) =>
        placeUntilRefused(servers[nth % 2]!, draw, () => chance.oneOf(house.players).token),
      ),
    )
    wrong.push(...(await declaring), ...(await lateIn(house, draw, counts)))
    placed += counts.reduce((sum, count) => sum + count.accepted, 0)
    refused += counts.reduce((sum, count) => sum + count.refused, 0)
    if (round % 10 === 0) say(`${round} draws`)
  }
  wrong.push(...(await house.differences()))
  return { did: `${rounds} cut-offs, ${placed} bids placed before and ${refused} refused after`, wrong }
}

/** One millisecond before, at, and one after, by a clock that is fixed there. */
async function atToldMoments(house: House): Promise<string[]> {
  const { marketId, drawId } = await newOnlyDraw(house)
  const moments = await house.database.only<Record<'opens_at' | 'closes_at', string>>(sql`
    select opens_at, closes_at from draws where id = ${drawId}`)
  const wrong: string[] = []
  for (const [cutOff, pick] of BIDS) {
    for (const afterMs of [-1, 0, 1]) {
      const at = new Date(Date.parse(moments[cutOff]) + afterMs)
      const bids = [{ ...pick, marketId: String(marketId), points: 10 }]
      const isPlaced = await house.database
        .transaction((db) => placeBids(fixedAt(db, at), { userId: house.players[0]!.id, bids }))
        .then(() => true)
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.status === 409) return false
          throw error
        })
      if (isPlaced !== afterMs < 0)
        wrong.push(`${pick.game_mode}, ${afterMs} ms after ${cutOff}: ${isPlaced}`)
    }
  }
  return wrong
}

/** A draw whose market runs on its weekday only: after its cut-off a bid is refused, not placed on the next day's draw. */
async function newOnlyDraw(house: House): Promise<Filled> {
  const draw = await newDraw(house)
  await house.database.run(sql`
    update market_days set state = weekday = ${weekdayOf(draw.date)} where market_id = ${draw.marketId}`)
  return draw
}

async function declare({ token }: House, { host }: ServerProcess, { marketId, date }: Filled) {
  const body = { marketId, date, ...OPEN_FORM }
  const { code, text } = await send(host, api.results.declare.path, body, { token })
  return code === 200 ? [] : [`Declaring answered ${code} ${text}`]
}

/** Bids that win when they are in time; asks a few times more after the first refusal, since nothing may open again. */
async function placeUntilRefused({ host }: ServerProcess, { marketId }: Filled, tokenOfAny: () => string) {
  const bid = { marketId, session: 'open', game_mode: 'single_digit', open_digit: OPEN.digit, points: 10 }
  const count = { accepted: 0, refused: 0, strange: [] as string[] }
  let left = Number.POSITIVE_INFINITY
  while (left-- > 0) {
    const token = tokenOfAny()
    const { code, text } = await send(host, api.player.placeBids.path, { bids: [bid] }, { token })
    if (code === 200) count.accepted++
    else if (code === 409) count.refused++
    else count.strange.push(`Placing answered ${code} ${text}`)
    if (code !== 200) left = Math.min(left, ASKED_AFTER)
    if (code === 200 && count.refused > 0) count.strange.push('A bid was placed after one was refused')
  }
  return count
}

async function lateIn(
  { database }: House,
  { drawId }: Filled,
  counts: readonly { accepted: number; strange: readonly string[] }[],
): Promise<string[]> {
  const { late, fresh } = await database.only<{ late: number; fresh: number }>(sql`
    select count(*) filter (where b.session = 'open' and b.placed_at >= d.opens_at) as late,
      count(*) - ${BIDS_A_DRAW}::int as fresh
    from bids b join draws d on d.id = b.draw_id where b.draw_id = ${drawId}`)
  const accepted = counts.reduce((sum, count) => sum + count.accepted, 0)
  const wrong = counts.flatMap(({ strange }) => strange)
  if (late > 0) wrong.push(`${late} bids were placed at or after the cut-off`)
  if (fresh !== accepted) wrong.push(`${accepted} bids were acknowledged and ${fresh} are there`)
  return wrong
}

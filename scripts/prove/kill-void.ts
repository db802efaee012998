/** A void is declared whole, and each of its bids refunded once, however often the servers that pay are killed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'
import { sql } from '../../server/src/database/db.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { findRuns } from '../../server/src/ledger/pay-refunds.ts'
import type { Filled } from '../../tests/support/fill.ts'
import { type ServerProcess, send } from '../../tests/support/server-process.ts'
import { until } from '../../tests/support/waits.ts'
import { type House, openHouse } from './house.ts'
import type { Proven, Run } from './promise.ts'

/** Kills of one draw's payers before one is left to finish. */
const KILLS = 3

/** Rounds are draws. Every law is checked against the books after each kill, and the sums of the draw at its end. */
export async function proveKillVoid({ rounds = 10, size = 1, seed, say }: Run): Promise<Proven> {
  const bids = Math.round(40_000 * size)
  const chance = chanceOf(seed)
  await using house = await openHouse(2_000)
  const wrong: string[] = []
  const left = { undeclared: 0, underWay: 0, paid: 0 }
  let next = house.start()
  for (let round = 1; round <= rounds && wrong.length === 0; round++) {
    const draw = await house.fillDraw(`VOIDED ${round}`, bids, 1_000)
    const key = `void ${round}`.replace(' ', '-')
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await next
      next = house.start() // The one after starts, and pays, while this one works.
      const asked = askToVoid(house, server, draw, key)
      if (chance.happens(0.8)) await begunOrAnswered(house, draw, asked)
      await sleep(chance.between(0, 600))
      await server.kill()
      await asked
      left[await fateOf(house, draw)]++
      wrong.push(...(await house.differences()))
    }
    const said = await askToVoid(house, await next, draw, key)
    if (said?.code !== 200) wrong.push(`The void of round ${round} answered ${said?.code}: ${said?.text}`)
    wrong.push(...(await notRefunded(house, draw, bids)), ...(await house.differences()))
    say(`${round} draws`)
  }
  await next
  const fates = `${left.undeclared} before it was declared, ${left.underWay} while it was paid, ${left.paid} after`
  return { did: `${rounds} voids of ${bids} bids, ${rounds * KILLS} kills: ${fates}`, wrong }
}

/** The answer; undefined where none came, because the server was killed. */
function askToVoid({ token }: House, { host }: ServerProcess, { marketId, date }: Filled, key: string) {
  const body = { marketId, date, reason: 'It never came' }
  return send(host, api.results.voidDraw.path, body, { token, key }).catch(() => undefined)
}

async function begunOrAnswered({ database }: House, { drawId }: Filled, asked: Promise<unknown>) {
  let isAnswered = false
  void asked.then(() => {
    isAnswered = true
  })
  const run = sql`select id from refund_runs where draw_id = ${drawId}`
  await until(async () => isAnswered || (await database.maybe(run)) !== undefined, 5)
}

async function fateOf({ database }: House, { drawId }: Filled) {
  const run = await database.maybe(sql`select id from refund_runs where draw_id = ${drawId}`)
  if (!run) return 'undeclared'
  return (await findRuns(database, drawId)).length > 0 ? 'underWay' : 'paid'
}

async function notRefunded({ database }: House, { drawId }: Filled, bids: number): Promise<string[]> {
  const { refunded, again } = await database.only<{ refunded: number; again: number }>(sql`
    select count(*) as refunded, count(*) - count(distinct bid_id) as again
    from postings where kind = 'refund' and draw_id = ${drawId}`)
  return refunded === bids && again === 0
    ? []
    : [`Of ${bids} bids of draw ${drawId} ${refunded} were refunded, ${again} of them again`]
}

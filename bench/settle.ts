/**
 * How declaring and reverting cost: by the winners and not by the bids, and little more than the bare SQL for the
 * same winners. Voiding costs by the bids, a posting each. `npm run bench -- settle --bids 1000000 --winners 44000 --rounds 5`; all sizes by option.
 * Runs on DATABASE_URL (an empty database), else on a PostgreSQL 15 of its own.
 */
import { api } from '@munim/contract'
import { sql } from '../server/src/database/db.ts'
import { type Filled, fillBids, fillMarket, fillPlayers, OPEN_FORM } from '../tests/support/fill.ts'
import { ask, signIn } from '../tests/support/server-process.ts'
import { median, number, tableOf, timed } from './run/figures.ts'
import { openBench, readSizes, tellBooks } from './run/setup.ts'
import { declareBare, revertBare, voidBare } from './settle/bare.ts'
import { timeLockWaits } from './settle/lock-wait.ts'
import { timeLooks } from './settle/looks.ts'
import { timeLoop } from './settle/loop.ts'

const usual = { bids: 1_000_000, fewer: 50_000, winners: 44_000, players: 40_000, rounds: 5, clients: 24 }
const { bids, fewer, winners, players, rounds, clients } = readSizes(usual)

const { server, database, close } = await openBench()
await bench().finally(close)

async function bench(): Promise<void> {
  const token = await signIn(server.host)
  const firstPlayer = await fillPlayers(database, players)
  const [many, few] = await Promise.all([fillMarket(database, 'MANY'), fillMarket(database, 'FEW')])
  for (const [filled, size] of [
    [many, bids],
    [few, fewer],
  ] as const)
    await fillBids(database, { ...filled, bids: size, winners, firstPlayer, players })
  await database.run(sql`vacuum analyze`)

  const times = new Map<string, number[]>()
  for (let round = 0; round <= rounds; round++) {
    for (const [name, filled] of [
      ['many', many],
      ['few', few],
    ] as const) {
      const took = { ...(await settleOverHttp(filled, token)), ...(await settleBare(filled)) }
      if (round === 0) continue // The first warms caches and plans.
      for (const [what, ms] of Object.entries(took))
        times.set(`${name} ${what}`, [...(times.get(`${name} ${what}`) ?? []), ms])
    }
  }
  report(times)
  await reportLooks(many, few, token)
  await reportLoop(many)
  await reportLockWait(token, firstPlayer)
  for (const filled of [few, many]) await reportVoid(filled, token)
  await tellBooks(database)
}

/** Autovacuum would come in some rounds and not in others. */
async function tidyUp(): Promise<void> {
  await database.run(sql`vacuum wallets, declarations`)
}

async function settleOverHttp({ marketId, date }: Filled, token: string) {
  const declare = await timed(() =>
    ask(server.host, api.results.declare, { marketId, date, ...OPEN_FORM }, { token }),
  )
  await tidyUp()
  const revert = await timed(() => ask(server.host, api.results.revert, { marketId, date }, { token }))
  await tidyUp()
  return { declare, revert }
}

async function settleBare({ drawId }: Filled) {
  let declaration = 0
  const bareDeclare = await timed(() =>
    database.transaction(async (db) => {
      declaration = await declareBare(db, drawId)
    }),
  )
  await tidyUp()
  const bareRevert = await timed(() => database.transaction((db) => revertBare(db, drawId, declaration)))
  await tidyUp()
  return { bareDeclare, bareRevert }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`
}

function report(times: ReadonlyMap<string, readonly number[]>): void {
  const of = (name: string) => median(times.get(name) ?? [Number.NaN])
  const line = tableOf(32, 16)
  console.log(`${number.format(winners)} winning bids; medians of ${rounds} rounds`)
  line('', `${number.format(bids)} bids`, `${number.format(fewer)} bids`, 'ratio', 'allowed')
  for (const [verb, bare] of [
    ['declare', 'bareDeclare'],
    ['revert', 'bareRevert'],
  ] as const) {
    const [manyMs, fewMs] = [of(`many ${verb}`), of(`few ${verb}`)]
    const [bareMany, bareFew] = [of(`many ${bare}`), of(`few ${bare}`)]
    line(`${verb} over HTTP`, seconds(manyMs), seconds(fewMs), (manyMs / fewMs).toFixed(2), '1.50')
    line(`  bare SQL`, seconds(bareMany), seconds(bareFew))
    line(`  ratio to the bare SQL`, (manyMs / bareMany).toFixed(2), (fewMs / bareFew).toFixed(2), '', '1.50')
  }
}

/** Looking ahead at both draws: over HTTP, warm. */
async function reportLooks(many: Filled, few: Filled, token: string): Promise<void> {
  const looking = { host: server.host, token, rounds }
  const [ofMany, ofFew] = [await timeLooks(many, looking), await timeLooks(few, looking)]
  const line = tableOf(40, 16)
  line('Looking ahead', `${number.format(bids)} bids`, `${number.format(fewer)} bids`, 'allowed')
  for (const [index, { what, ms, allowedMs }] of ofMany.entries()) {
    if (ms > allowedMs) process.exitCode = 1
    const mark = ms > allowedMs ? '✗ ' : ''
    line(what, `${mark}${ms.toFixed(0)} ms`, `${ofFew[index]!.ms.toFixed(0)} ms`, `${allowedMs} ms`)
  }
}

async function reportLoop({ drawId }: Filled): Promise<void> {
  const { sample, ms } = await timeLoop(database, drawId)
  console.log(
    `Bid by bid, as the field does it: ${seconds((ms / sample) * bids)} for ${number.format(bids)} bids`,
  )
  console.log(`  (${number.format(sample)} bids took ${seconds(ms)}; the rest is extrapolated)`)
}

async function reportLockWait(token: string, firstPlayer: number): Promise<void> {
  const waits = await timeLockWaits({ database, server, token, firstPlayer, clients })
  console.log(
    `Declaring the open while ${clients} clients place bids on the close, at ${waits.perSecond} bids/s:`,
  )
  console.log(`  the whole call ${seconds(median(waits.busy))}, at most ${seconds(Math.max(...waits.busy))}`)
  console.log(`  without them ${seconds(median(waits.idle))}; waiting for the draw is allowed 0.300 s`)
}

/** A draw is voided once, so that the bare SQL comes first and is taken back. */
async function reportVoid({ drawId, marketId, date }: Filled, token: string): Promise<void> {
  const takenBack = new Error('taken back')
  let bare = Number.NaN
  await database
    .transaction(async (db) => {
      bare = await timed(() => voidBare(db, drawId))
      throw takenBack
    })
    .catch((error) => {
      if (error !== takenBack) throw error
    })
  await database.run(sql`vacuum analyze wallets, postings, declarations`)
  const body = { marketId, date, reason: 'It never came' }
  let refunded = 0
  const whole = await timed(async () => {
    refunded = (await ask(server.host, api.results.voidDraw, body, { token })).data.refunded
  })
  const ratio = (whole / bare).toFixed(2)
  console.log(`Voiding a draw of ${number.format(refunded)} bids over HTTP: ${seconds(whole)}`)
  console.log(`  bare SQL ${seconds(bare)}, ratio ${ratio}; allowed 1.50`)
}

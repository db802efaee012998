/**
 * What a server does with three times what it carries: bids, decisions, lists and files, mixed. First clients that call as
 * soon as they are answered show what it carries of the mix; then calls come at three times that rate, answered or not.
 * Told by what can wait: how much was accepted, how much refused, how soon. That nothing ended half made is looked up after it.
 * `npm run bench -- overload --seconds 20 --times 3 --bids 200000`. Runs on DATABASE_URL (an empty database), else on a
 * PostgreSQL 15 of its own.
 */
import { URGENCIES, type Urgency } from '@munim/contract'
import type { Paise } from '@munim/core'
import { sql } from '../server/src/database/db.ts'
import { requestDeposit } from '../server/src/wallet/requests.ts'
import { fillBids, fillMarket, fillPlayers } from '../tests/support/fill.ts'
import { signIn } from '../tests/support/server-process.ts'
import { type Answered, type Load, POINTS } from './overload/load.ts'
import { openSessions } from './place/players.ts'
import { fail, part } from './run/figures.ts'
import { answerTo } from './run/processor.ts'
import { openBench, readSizes, tellBooks } from './run/setup.ts'

const { seconds, times, clients, players, bids, deposits, markets } = readSizes({
  seconds: 20,
  times: 3,
  clients: 24,
  players: 2_000,
  bids: 100_000,
  deposits: 6_000,
  markets: 6,
})
/** Of what was accepted, ninety-nine of a hundred are answered within it; files by their first byte. */
const WITHIN_MS = 1000

const { server, database, close } = await openBench({ DEMO_DATA: 'off' })
await bench().finally(close)

async function bench(): Promise<void> {
  const firstPlayer = await fillPlayers(database, players)
  const draws = []
  for (let nth = 0; nth < markets; nth++) draws.push(await fillMarket(database, `OVERLOAD ${nth}`))
  await fillBids(database, { ...draws[0]!, bids, winners: 10, firstPlayer, players })
  await openSessions(database, firstPlayer, players)
  const waiting: number[] = []
  for (let nth = 0; nth < deposits; nth++)
    waiting.push(
      await database.transaction((db) =>
        requestDeposit(db, {
          userId: firstPlayer + (nth % players),
          amount: 15_000 as Paise,
          transferType: 'upi',
          refId: '',
        }),
      ),
    )
  await database.run(sql`vacuum analyze`)
  const token = await signIn(server.host)
  const load = {
    host: server.host,
    token,
    marketIds: draws.map(({ marketId }) => marketId),
    firstPlayer,
    players,
  }
  const half = Math.floor(deposits / 4)
  const first = { ...load, seconds: Math.min(3, seconds), clients }
  const warm = await run({ ...first, deposits: waiting.splice(0, half) }) // Plans and caches.
  const before = await run({ ...load, seconds, clients, deposits: waiting.splice(0, half) })
  const carried = accepted(before) / before.seconds
  const after = await run({ ...load, seconds, perSecond: carried * times, deposits: waiting })
  report(before, after, carried)
  await lookUp([warm, before, after])
}

function accepted({ of }: Answered): number {
  return URGENCIES.reduce((sum, urgency) => sum + of[urgency].ms.length, 0)
}

function run(load: Load): Promise<Answered> {
  return answerTo(load, new URL('./overload/load.ts', import.meta.url))
}

function report(before: Answered, after: Answered, carried: number): void {
  console.log(
    `It carries ${carried.toFixed(0)} calls a second of the mix; then ${(after.sent / after.seconds).toFixed(0)} came (${(after.sent / after.seconds / carried).toFixed(1)} times)`,
  )
  console.log(`The clients themselves were late by ${after.lateMs.toFixed(0)} ms (99 of 100)`)
  for (const urgency of URGENCIES) print(urgency, before, after)
  for (const fault of after.faults.slice(0, 5)) fail(fault)
}

function print(urgency: Urgency, before: Answered, after: Answered): void {
  const [usual, now] = [before.of[urgency], after.of[urgency]]
  const rate = (each: typeof now, { seconds }: Answered) => each.ms.length / seconds
  const p99 = part(now.ms, 0.99)
  console.log(
    `  ${urgency.padEnd(7)} accepted ${now.ms.length} (${(rate(now, after) / rate(usual, before)).toFixed(2)} of what is carried), ` +
      `refused ${now.refused}, p50 ${part(now.ms, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms ` +
      `(${(p99 / part(usual.ms, 0.99)).toFixed(1)} times)`,
  )
  if (p99 > WITHIN_MS) console.log(`  ${urgency}: one in a hundred took longer than a second`)
}

/** What was acknowledged is there, what was refused is not, and the books agree. */
async function lookUp(runs: readonly Answered[]): Promise<void> {
  const decided = runs.flatMap((each) => each.decided)
  const refused = runs.flatMap((each) => each.notDecided)
  const wrong = await database.only<{ undone: number; done: number; bids: number }>(sql`
    select (select count(*) from requests where id = any(${decided}::bigint[]) and status <> 'completed') as undone,
      (select count(*) from requests where id = any(${refused}::bigint[]) and status <> 'pending') as done,
      (select count(*) from bids where points = ${POINTS * 100}) as bids`)
  const placed = runs.reduce((sum, each) => sum + each.placed, 0)
  if (wrong.undone + wrong.done > 0)
    fail(`${wrong.undone} decisions were acknowledged and lost, ${wrong.done} refused and done`)
  if (wrong.bids !== placed) fail(`${placed} bids were acknowledged, and ${wrong.bids} are there`)
  await tellBooks(database)
}

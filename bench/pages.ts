/**
 * How long every call that reads takes over a long history: alone, with each of its filters and with two of them, at its
 * first page, in the middle and at the last. `npm run bench -- pages --bids 2000000 --days 60 --players 50000`; prints what
 * takes longer than `--allowed` (150 ms). A search looks at more than a page, and may; `--searches 0` leaves them out.
 * Runs on DATABASE_URL (an empty database, or one that this filled before), else on a PostgreSQL 15 of its own.
 */
import type { Endpoint } from '@munim/contract'
import { type NotNull, sql } from '../server/src/database/db.ts'
import { openSession } from '../server/src/http/caller.ts'
import { fillHouse } from '../tests/support/house.ts'
import { bodiesOf, READING } from '../tests/support/reading.ts'
import { send, signIn } from '../tests/support/server-process.ts'
import { median } from './run/figures.ts'
import { isEmpty, openBench, readSizes } from './run/setup.ts'

const sizes = readSizes({
  bids: 1_000_000,
  days: 60,
  players: 20_000,
  markets: 14,
  rounds: 3,
  allowed: 150,
  searches: 1,
  player: 7,
})
const { server, database, close } = await openBench({ DEMO_DATA: 'off' })
await bench().finally(close)

async function bench(): Promise<void> {
  if (await isEmpty(database)) await fillHouse(database, sizes)
  const { today } = await database.only<{ today: string } & NotNull<'today'>>(sql`
    select max(market_date) as today from draws`)
  const admin = await signIn(server.host)
  const tokens = {
    admin,
    player: await database.transaction((db) => openSession(db, { userId: sizes.player }, 1)),
  }
  const open = { digit: '1', panna: '128' }
  const took: number[] = []
  const tell = (call: string, ms: number) => {
    took.push(ms)
    if (ms > sizes.allowed) console.log(`${ms.toFixed(0).padStart(7)} ms  ${call}`)
  }
  for (const [name, endpoint] of READING) {
    if (endpoint.file) continue
    for (const body of bodiesOf(name, endpoint, { today, player: sizes.player, open })) {
      if (!sizes.searches && ('search' in body || 'text' in body)) continue
      const ask = (place: object) => time(endpoint, { ...body, ...place }, tokens)
      const first = await ask({})
      const call = `${name} ${JSON.stringify(body)}`
      tell(call, first.ms)
      for (const page of new Set([Math.ceil(first.pages / 2), first.pages]))
        if (page > 1) tell(`${call} page ${page}`, (await ask({ page })).ms)
    }
  }
  const slow = took.filter((ms) => ms > sizes.allowed).length
  console.log(
    `${slow} of ${took.length} pages take longer than ${sizes.allowed} ms; median ${median(took).toFixed(1)} ms`,
  )
}

/** The quickest of some rounds, so that what else the machine does counts least; one is enough where it is quick. */
async function time({ path, access }: Endpoint, body: object, tokens: { admin: string; player: string }) {
  let [ms, pages] = [Number.POSITIVE_INFINITY, 1]
  for (let round = 0; round < sizes.rounds && ms > sizes.allowed; round++) {
    const start = performance.now()
    const { text } = await send(server.host, path, body, { token: tokens[access as 'admin' | 'player'] })
    ms = Math.min(ms, performance.now() - start)
    pages = Number(/"totalPages":(\d+)/.exec(text)?.[1] ?? 1)
  }
  return { ms, pages }
}

/**
 * How long a night's proof takes, and whether it grows with the history: what is read each night, a day's rows, and, to
 * compare, every law over all (`--whole 1`). `npm run bench -- night --bids 2000000 --days 400`; the same bids a day
 * over twice the days should cost no more. Runs on DATABASE_URL (an empty database), else on a PostgreSQL 15 of its own.
 */
import type { Day } from '@munim/core'
import { checkKept } from '../server/src/books/night.ts'
import { proveAll } from '../server/src/books/prove.ts'
import { proveDay } from '../server/src/books/slice.ts'
import type { Law } from '../server/src/books/verify.ts'
import { sql } from '../server/src/database/db.ts'
import { readSnapshot } from '../server/src/database/snapshot.ts'
import { fillHouse } from '../tests/support/house.ts'
import { median, timed } from './run/figures.ts'
import { openBench, readSizes } from './run/setup.ts'

const sizes = readSizes({ bids: 500_000, days: 100, players: 20_000, markets: 14, read: 20, whole: 0 })
await using bench = await openBench({ DEMO_DATA: 'off' })
const { database } = bench
await fillHouse(database, sizes)
const { postings } = await database.only<{ postings: number }>(sql`select count(*) as postings from postings`)
console.log(`${sizes.bids} bids, ${postings} postings, ${sizes.days} days`)
await time('what is kept of all days', () => readSnapshot(database, checkKept))
const days = await database.many<{ day: Day }>(sql`
  select distinct market_date as day from draws order by day`)
const every = Math.max(1, Math.floor(days.length / sizes.read))
const took: number[] = []
for (const { day } of days.filter((_, nth) => nth % every === 0))
  took.push(
    await time(`the rows of ${day}`, async () => holdFigures(await proveDay(database, day, () => {}))),
  )
console.log(`a day: median ${median(took).toFixed(0)} ms`)
if (sizes.whole) await time('every law over all', () => proveAll(database))

/** The house's bids are placed at any hour, so it breaks other laws; its figures are counted as in life, and must agree. */
function holdFigures(laws: readonly Law[]): void {
  const wrong = laws.filter((each) => each.law.startsWith('figures') && each.wrong > 0)
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong, null, 2))
}

async function time(what: string, work: () => Promise<unknown>): Promise<number> {
  const ms = await timed(work)
  console.log(`${what.padEnd(30)} ${ms.toFixed(0).padStart(8)} ms`)
  return ms
}

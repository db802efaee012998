/**
 * `npm run replay -- --day 2026-11-23`: computes anew what each bid of that day's draws should have come to, from bids,
 * rates and results alone and by code that shares nothing with the server's (scripts/replay), and compares it with the
 * ledger to the paisa. Reads one moment, beside a running server or without; ends with 1 where anything differs.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/programs/config.ts'
import { runProgram, withDatabase } from '../server/src/programs/installation.ts'
import { replayDays } from './replay/compare.ts'
import { Books, type Days } from './replay/read.ts'
import { linesOf, verdictOf } from './replay/report.ts'

const USAGE = 'npm run replay -- --day 2026-11-23, or --from 2026-11-01 --to 2026-11-23; today without.'

await runProgram(() => {
  const asked = readDays()
  const config = readConfig(process.env)
  const none = `There are no books in ${config.dataDir}. DATA_DIR or DATABASE_URL says where they are.`
  return withDatabase(config, none, (url) => Books.open(url, (books) => replay(books, asked)))
})

/** The days that are asked for; undefined: today. */
function readDays(): Days | undefined {
  const text = { type: 'string' } as const
  const { day, from, to } = parsed(() => parseArgs({ options: { day: text, from: text, to: text } }).values)
  for (const each of [day, from, to])
    if (each !== undefined && !isDay(each)) throw new Error(`${JSON.stringify(each)} is no day. ${USAGE}`)
  if (day !== undefined && from === undefined && to === undefined) return { from: day, to: day }
  if (day === undefined && from === undefined && to === undefined) return undefined
  if (day === undefined && from !== undefined && to !== undefined && from <= to) return { from, to }
  throw new Error(`One day, or the first and the last of several. ${USAGE}`)
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Error(`${(error as Error).message} ${USAGE}`)
  }
}

/** A day of the calendar, as it is written here. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && moment.getTime() > 0 && moment.toISOString().startsWith(text)
}

async function replay(books: Books, asked: Days | undefined): Promise<void> {
  const start = performance.now()
  const today = await books.today()
  const days = asked ?? { from: today, to: today }
  const replayed = await replayDays(books, days)
  for (const line of linesOf(replayed)) console.log(line)
  console.log(`${verdictOf(replayed, days)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  if (replayed.differences > 0) process.exitCode = 1
}

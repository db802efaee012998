/**
 * Placing bids over HTTP against the very same statements given to PostgreSQL by pgbench, with screens that follow what
 * happens, and with limits on every number, in turns on one database.
 * `npm run bench -- place --clients 32 --seconds 10 --rounds 3`. Runs on DATABASE_URL (an empty database), else on a
 * PostgreSQL 15 of its own.
 */
import { sql } from '../server/src/database/db.ts'
import { fillBids, fillMarket, fillPlayers } from '../tests/support/fill.ts'
import { follow } from '../tests/support/follow.ts'
import { signIn } from '../tests/support/server-process.ts'
import type { Load, Placed } from './place/load.ts'
import { runPgbench } from './place/pgbench.ts'
import { openSessions } from './place/players.ts'
import { median } from './run/figures.ts'
import { answerTo, countCpu, type Taken } from './run/processor.ts'
import { openBench, readSizes, tellBooks } from './run/setup.ts'

const usual = { clients: 32, seconds: 10, rounds: 3, players: 5_000, bids: 100_000, followers: 5 }
const { clients, seconds, rounds, players, bids, followers } = readSizes(usual)

const opened = await openBench()
const { own, url, server, database, close } = opened
await bench().finally(close)

async function bench(): Promise<void> {
  const firstPlayer = await fillPlayers(database, players)
  const market = await fillMarket(database, 'PLACE')
  await fillBids(database, { ...market, bids, winners: 10, firstPlayer, players })
  await openSessions(database, firstPlayer, players)
  await database.run(sql`vacuum analyze`)
  const load = { host: server.host, clients, seconds, marketId: market.marketId, firstPlayer, players }

  await overHttp({ ...load, seconds: Math.min(2, seconds) }) // Warms plans and caches.
  const http: (Placed & Shares)[] = []
  const followed: (Placed & Shares)[] = []
  const limited: (Placed & Shares)[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    http.push(await overHttp(load))
    followed.push(await whileFollowed(() => overHttp(load)))
    limited.push(await whileLimited(() => overHttp(load)))
    const perSecond = await runPgbench(url, database, load)
    if (perSecond !== undefined) bare.push(perSecond)
  }
  report(http, { followed, limited, bare })
  await tellBooks(database)
}

/** Of a call: processor time by who took it, and bytes of write-ahead log. */
type Shares = Taken & { readonly logBytes: number }

async function overHttp(load: Load): Promise<Placed & Shares> {
  const before = await logWritten()
  const taken = countCpu(opened)
  const placed = await answerTo<Placed>(load, new URL('./place/load.ts', import.meta.url))
  const shares = taken(placed.calls)
  return { ...placed, ...shares, logBytes: ((await logWritten()) - before) / placed.calls }
}

/** How many bytes of write-ahead log PostgreSQL has written, all told. */
async function logWritten(): Promise<number> {
  const { bytes } = await database.only<{ bytes: number }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as bytes`)
  return bytes
}

/** The same while so many screens follow what happens. */
async function whileFollowed<T>(work: () => Promise<T>): Promise<T> {
  const token = await signIn(server.host)
  const open = await Promise.all(Array.from({ length: followers }, () => follow(server.host, token)))
  try {
    return await work()
  } finally {
    for (const each of open) each.leave()
  }
}

/** The same while each number has a limit that refuses, and room enough. */
async function whileLimited<T>(work: () => Promise<T>): Promise<T> {
  await database.run(sql`
    insert into number_limits (game, amount, refuses, actor, set_at) values (null, 1000000000000, true, 'bench', clock_timestamp())`)
  try {
    return await work()
  } finally {
    await database.run(sql`delete from number_limits`)
  }
}

type Rounds = readonly (Placed & Shares)[]

interface Others {
  readonly followed: Rounds
  readonly limited: Rounds
  /** Calls a second of pgbench. */
  readonly bare: readonly number[]
}

function report(http: Rounds, { followed, limited, bare }: Others): void {
  const of = (field: keyof (Placed & Shares)) => median(http.map((round) => round[field]))
  const perSecond = of('perSecond')
  console.log(`One bid a call, ${clients} clients; medians of ${rounds} rounds of ${seconds} s`)
  console.log(`  over HTTP          ${perSecond.toFixed(0)} calls/s`)
  if (bare.length > 0) {
    console.log(`  pgbench            ${median(bare).toFixed(0)} calls/s, the same statements`)
    console.log(`  ratio              ${(perSecond / median(bare)).toFixed(2)} (at least 0.35)`)
  } else console.log('  pgbench is not installed, so there is nothing to compare with')
  const whileFollowed = median(followed.map((round) => round.perSecond))
  console.log(`  with ${followers} followers   ${whileFollowed.toFixed(0)} calls/s`)
  console.log(`  ratio              ${(whileFollowed / perSecond).toFixed(2)} (at least 0.9)`)
  const whileLimited = median(limited.map((round) => round.perSecond))
  console.log(`  with limits        ${whileLimited.toFixed(0)} calls/s, on every number`)
  console.log(`  ratio              ${(whileLimited / perSecond).toFixed(2)}`)
  console.log(
    `  answered within    ${of('median').toFixed(1)} ms (median), ${of('p99').toFixed(1)} ms (99 of 100)`,
  )
  const refused = [...http, ...followed, ...limited].reduce((sum, round) => sum + round.refused, 0)
  console.log(`  refused for now    ${refused} calls of all rounds (429)`)
  console.log(`  log of a bid       ${of('logBytes').toFixed(0)} bytes, with whole pages after checkpoints`)
  console.log('Processor time a call')
  const share = (field: keyof Shares) =>
    `${of(field).toFixed(3)} ms, followed ${median(followed.map((round) => round[field])).toFixed(3)} ms`
  console.log(`  server             ${share('server')}`)
  if (own) console.log(`  PostgreSQL         ${share('postgres')}`)
  console.log(`  clients            ${(of('cpuMs') / of('calls')).toFixed(3)} ms`)
}

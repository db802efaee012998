/**
 * What open streams of administrators cost: placing bids beside them against placing without, by turns in one run; the
 * processor's time of a server at rest; its memory. `npm run bench -- streams --streams 1000 --clients 32 --seconds 8 --rounds 5`.
 * Runs on DATABASE_URL (an empty database), else on a PostgreSQL 15 of its own.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../server/src/database/db.ts'
import { fillMarket, fillPlayers } from '../tests/support/fill.ts'
import type { Load, Placed } from './place/load.ts'
import { openSessions, tokenHashInSql, tokenOf } from './place/players.ts'
import { median } from './run/figures.ts'
import { answerTo, countCpu, memoryOf, type Taken } from './run/processor.ts'
import { openBench, readSizes } from './run/setup.ts'
import type { Read } from './streams/load.ts'

const usual = { streams: 1_000, clients: 32, seconds: 8, rounds: 5, players: 5_000 }
const { streams, clients, seconds, rounds, players } = readSizes(usual)
/** Tokens of administrators are numbered from here on, those of players below. */
const FIRST = 9_000_000_000

const opened = await openBench({ DEMO_DATA: 'off' })
const { server, database, close } = opened
await bench().finally(close)

async function bench(): Promise<void> {
  const firstPlayer = await fillPlayers(database, players)
  const { marketId } = await fillMarket(database, 'STREAMS')
  await openSessions(database, firstPlayer, players)
  const tokens = await openAdministrators()
  await database.run(sql`vacuum analyze`)
  const load = { host: server.host, clients, seconds, marketId, firstPlayer, players }
  await place({ ...load, seconds: 3 }) // Warms plans and caches.

  const rest = { without: [] as Taken[], with: [] as Taken[] }
  const placing = { without: [] as (Placed & Taken)[], with: [] as (Placed & Taken)[] }
  const memory: number[] = []
  let [lost, bytes] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    rest.without.push(await atRest())
    placing.without.push(await place(load))
    const before = memoryOf(server.pid)
    const readers = await openReaders(tokens)
    rest.with.push(await atRest())
    memory.push(memoryOf(server.pid) - before)
    placing.with.push(await place(load))
    const read = await readers.leave()
    lost += read.lost
    bytes += read.bytes
  }
  report(rest, placing, memory)
  console.log(`${Math.round(bytes / rounds / streams)} bytes a stream and round; ${lost} streams lost`)
  if (lost > 0) process.exitCode = 1
}

/** So many administrators, each signed in; their tokens. */
async function openAdministrators(): Promise<string[]> {
  await database.run(sql`
    insert into admins (user_name, password_hash, role_id, created_at, updated_at)
    select 'reader ' || n, 'none', (select role_id from admins order by id limit 1), clock_timestamp(), clock_timestamp()
    from generate_series(1, ${streams}::int) as n`)
  await database.run(sql`
    insert into sessions (token_hash, admin_id, created_at, last_used_at, expires_at)
    select ${sql.raw(tokenHashInSql(`${FIRST} + id`))}, id, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day'
    from admins where user_name like 'reader %'`)
  const ids = await database.many<{ id: number }>(sql`
    select id from admins where user_name like 'reader %' order by id`)
  return ids.map(({ id }) => tokenOf(FIRST + id))
}

async function openReaders(tokens: readonly string[]): Promise<{ leave(): Promise<Read> }> {
  const child = fork(new URL('./streams/load.ts', import.meta.url))
  child.send({ host: server.host, tokens })
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The readers ended with ${code}`)),
  )
  await Promise.race([once(child, 'message'), ended])
  return {
    async leave() {
      child.send('leave')
      const [read] = (await once(child, 'message')) as [Read]
      await ended.catch(() => {})
      await sleep(500) // The server notices that they left.
      return read
    },
  }
}

/** What is taken a second. */
async function atRest(): Promise<Taken> {
  await sleep(1_000)
  const taken = countCpu(opened)
  await sleep(seconds * 1000)
  return taken(seconds)
}

/** What is taken a call. */
async function place(load: Load): Promise<Placed & Taken> {
  const taken = countCpu(opened)
  const placed = await answerTo<Placed>(load, new URL('./place/load.ts', import.meta.url))
  return { ...placed, ...taken(placed.calls) }
}

interface Pairs<T> {
  readonly without: readonly T[]
  readonly with: readonly T[]
}

function report(rest: Pairs<Taken>, placing: Pairs<Placed & Taken>, memory: readonly number[]): void {
  const line = <T>(
    what: string,
    { without, with: beside }: Pairs<T>,
    of: (each: T) => number,
    digits: number,
  ) => {
    const ratios = beside.map((each, nth) => of(each) / of(without[nth]!))
    const figures = [without, beside].map((all) => median(all.map(of)).toFixed(digits).padStart(12))
    console.log(
      `  ${what.padEnd(34)}${figures.join('')}   ratio ${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    )
  }
  console.log(`${streams} streams; medians of ${rounds} pairs of ${seconds} s; without, with`)
  console.log('At rest, milliseconds of processor time a second')
  line('server', rest, (each) => each.server, 1)
  line('PostgreSQL', rest, (each) => each.postgres, 1)
  console.log(`Placing, one bid a call, ${clients} clients`)
  line('calls a second', placing, (each) => each.perSecond, 0)
  line('answered within, median, ms', placing, (each) => each.median, 1)
  line('99 of 100, ms', placing, (each) => each.p99, 1)
  line('server, ms a call', placing, (each) => each.server, 3)
  line('PostgreSQL, ms a call', placing, (each) => each.postgres, 3)
  console.log(
    `Memory of the server: ${(memory[0]! / streams / 1024).toFixed(0)} kB a stream as they are opened first, ${(median(memory) / streams / 1024).toFixed(0)} in the median`,
  )
}

/**
 * What lists take that are read from a standby against those that are read from the primary: two servers over one database, one
 * with DATABASE_READ_URL, asked in turns. While nothing is written, while bids are placed, and right after an act that
 * the standby must have replayed first. Primary and standby share this machine: what it takes off the primary is not measured.
 * `npm run bench -- replica --bids 300000 --days 60 --players 20000 --rounds 60`. Runs on a PostgreSQL 15 of its own.
 */
import { api, type Body, type Endpoint } from '@munim/contract'
import { sql } from '../server/src/database/db.ts'
import { fillHouse } from '../tests/support/house.ts'
import { ask, type ServerProcess, signIn, startServer } from '../tests/support/server-process.ts'
import { startStandby } from '../tests/support/standby.ts'
import { median, tableOf, timed } from './run/figures.ts'
import { openBench, readSizes } from './run/setup.ts'

const usual = { bids: 100_000, days: 30, players: 10_000, markets: 8, rounds: 60 }
const { bids, days, players, markets, rounds } = readSizes(usual)

const { own, url, server: without, database, close } = await openBench({ DEMO_DATA: 'off' })
if (!own) throw new Error('It makes a PostgreSQL of its own and a standby of that: leave DATABASE_URL out')
const standby = await startStandby(own)
try {
  await fillHouse(database, { bids, days, players, markets })
  const reads = { DATABASE_READ_URL: standby.urlOf(url), METRICS: 'on', DEMO_DATA: 'off' }
  const server = await startServer(url, { ...reads, MIGRATION_URL: own.ownerUrl })
  await bench(server).finally(() => server.stop())
} finally {
  await standby.stop()
  await close()
}

async function bench(server: ServerProcess): Promise<void> {
  const token = await signIn(without.host)
  const { market } = await database.only<{ market: number }>(sql`
    select id as market from markets order by id limit 1`)
  const users: Body<typeof api.users.list> = { search: 'Asha' }
  const lists: [string, Endpoint, object][] = [
    ['Users', api.users.list, {}],
    ['Users, one in twenty', api.users.list, users],
    ["A player's postings", api.users.transactions, { userId: 7 }],
    ['Bids', api.bids.list, {}],
    ['Bids of a market', api.reports.bids, { market }],
    ['Transactions', api.reports.transactions, {}],
  ]
  const cells = tableOf(46, 12)
  cells('medians', 'primary', 'standby', 'ratio', 'by standby')
  const call = (host: string, endpoint: Endpoint, body: object) =>
    ask(host, endpoint, body as never, { token })
  /** Milliseconds of both, asked in turns, each after `before`. */
  async function compare(what: string, endpoint: Endpoint, body: object, before = async () => {}) {
    const times: Record<'primary' | 'standby', number[]> = { primary: [], standby: [] }
    const answered = await readsBy(server)
    for (let round = -Math.min(5, rounds); round < rounds; round++)
      for (const [by, { host }] of [['primary', without] as const, ['standby', server] as const]) {
        await before()
        const ms = await timed(() => call(host, endpoint, body))
        if (round >= 0) times[by].push(ms) // The first warm caches.
      }
    const [primary, own] = [median(times.primary), median(times.standby)]
    const now = await readsBy(server)
    const share = (now.answered - answered.answered) / (now.all - answered.all)
    const ms = (took: number) => `${took.toFixed(1)} ms`
    cells(what, ms(primary), ms(own), (own / primary).toFixed(2), `${Math.round(share * 100)} %`)
  }
  for (const [what, endpoint, body] of lists) await compare(what, endpoint, body)
  const add = async () => void (await call(without.host, api.users.addFunds, { id: 7, amount: 1 }))
  for (const [what, endpoint, body] of lists.slice(0, 3))
    await compare(`${what}, after an act`, endpoint, body, add)
  let isOver = false
  const writing = [11, 12, 13, 14].map(async (id) => {
    while (!isOver) await call(without.host, api.users.addFunds, { id, amount: 1 })
  })
  for (const [what, endpoint, body] of lists) await compare(`${what}, beside four who write`, endpoint, body)
  isOver = true
  await Promise.all(writing)
}

/** Statements of lists until now: those that the standby answered, and all that it was asked. */
async function readsBy({ host }: ServerProcess): Promise<{ answered: number; all: number }> {
  const text = await (await fetch(`${host}/metrics`)).text()
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))].reduce(
      (all, [, each]) => all + Number(each),
      0,
    )
  const answered = sum('munim_replica_reads_total')
  return { answered, all: answered + sum('munim_replica_passed_total') }
}

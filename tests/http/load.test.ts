/** Where there is more to do than this server can, what can wait is refused first, before anything of it is begun. */
import { api, type Endpoint, URGENCIES, type Urgency, urgencyOf } from '@munim/contract'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { BUSY_AFTER_MS, type Delays, measureDelays } from '../../server/src/http/load.ts'
import { backOffice, bidOn, NO_DELAYS } from '../support/office.ts'
import { untilLocked } from '../support/waits.ts'

let delays = NO_DELAYS
const office = await backOffice({ delays: () => delays, busyAfterMs: BUSY_AFTER_MS })
const asha = await office.user('Asha', 1000)
const market = await office.market('LOAD')
const everyCall = Object.values(api).flatMap((area): Endpoint[] =>
  Object.values(area).filter((each) => typeof each === 'object' && 'path' in each),
)
const impatient = { isPatient: false } as const

async function during<T>(some: Partial<Delays>, work: () => Promise<T>): Promise<T> {
  delays = { ...NO_DELAYS, ...some }
  return work().finally(() => {
    delays = NO_DELAYS
  })
}

/** Which of the calls are refused for now, by what can wait. */
async function refused(calls: readonly Endpoint[] = everyCall): Promise<Urgency[]> {
  const found = new Map<Urgency, Set<number>>()
  for (const call of calls) {
    const { code, headers } = await office.send(call.path, '{}', impatient)
    const isForNow = code === 429 && Number(headers.get('retry-after')) > 0
    found.set(urgencyOf(call), (found.get(urgencyOf(call)) ?? new Set()).add(isForNow ? 429 : 0))
  }
  for (const [urgency, codes] of found) expect([urgency, codes.size]).toEqual([urgency, 1])
  return URGENCIES.filter((urgency) => found.get(urgency)?.has(429))
}

const one = [api.users.listCsv, api.users.list, api.users.addFunds] as const

test.each<[string, Partial<Delays>, Urgency[]]>([
  ['nothing waits', {}, []],
  ['a connection to read by is waited for a little', { reading: 200 }, ['report']],
  ['reads wait long', { reading: 2000 }, ['report', 'list']],
  ['writes wait a little', { writing: 200 }, ['report']],
  ['writes wait', { writing: 400 }, ['report', 'list']],
  ['writes wait long', { writing: 600 }, ['report', 'list', 'act']],
  [
    'the processor and who calls are waited for together',
    { loop: 200, quick: 310 },
    ['report', 'list', 'act'],
  ],
])('every call is refused or let in as it can wait, where %s', async (_name, some, expected) => {
  expect(await during(some, () => refused())).toEqual(expected)
  expect(await refused()).toEqual([])
})

test('what was refused is let in again once the wait is half of what it was refused at', async () => {
  await during({ writing: 600 }, () => refused(one))
  expect(await during({ writing: 260 }, () => refused(one))).toEqual(URGENCIES)
  expect(await during({ writing: 140 }, () => refused(one))).toEqual(['report'])
  expect(await during({ writing: 200 }, () => refused(one))).toEqual(['report'])
  expect(await during({ writing: 74 }, () => refused(one))).toEqual([])
})

test('another BUSY_AFTER_MS moves the three limits alike', async () => {
  const { http } = await buildApp({
    database: office.database,
    dataDir: '.',
    logLevel: 'silent',
    delays: () => delays,
    busyAfterMs: 5000,
  })
  const refusedThere = async () => {
    const said: Urgency[] = []
    for (const call of one) {
      const { statusCode } = await http.inject({ method: 'POST', url: call.path })
      if (statusCode === 429) said.push(urgencyOf(call))
    }
    return said
  }
  const limits = { 1500: [], 1501: ['report'], 3001: ['report', 'list'], 5001: ['report', 'list', 'act'] }
  for (const [writing, expected] of Object.entries(limits))
    expect(await during({ writing: Number(writing) }, refusedThere)).toEqual(expected)
  await http.close()
})

test('a refusal says in words what waits, is counted, and leaves nothing done', async () => {
  const bids = [bidOn(market, 'single_digit:1:-:-:-', 10)]
  const before = [await office.fingerprint(), await office.walletOf(asha)]
  const said = await during({ writing: 600 }, async () => [
    await office.call(api.player.placeBids, { bids }, { as: asha, ...impatient }),
    await office.call(api.users.list, {}, impatient),
    await office.call(api.reports.transactionsCsv, {}, impatient),
  ])
  const busy = (then: string) => ({ code: 429, message: `Munim is busy at the moment. ${then}` })
  expect(said).toMatchObject([
    busy('Nothing was changed; please try again.'),
    busy('Please try again.'),
    busy('Files and reports wait until there is less to do; please try again.'),
  ])
  expect([await office.fingerprint(), await office.walletOf(asha)]).toEqual(before)
  const { text } = await office.send('/metrics', undefined, { method: 'GET' })
  for (const urgency of URGENCIES)
    expect(text).toMatch(new RegExp(`munim_refused_for_load_total\\{urgency="${urgency}"\\} [1-9]`))
  expect(await office.call(api.player.placeBids, { bids }, { as: asha })).toMatchObject({ code: 200 })
})

test('what is under way when the load comes is done to its end', async () => {
  const said = await office.database.transaction(async (db) => {
    await db.run(sql`select 1 from wallets where user_id = ${asha.id} for update`)
    const adding = office.call(api.users.addFunds, { id: asha.id, amount: 1 }, impatient)
    await untilLocked(office.database)
    delays = { ...NO_DELAYS, writing: 600 }
    return { adding }
  })
  expect(await said.adding).toMatchObject({ code: 200 })
  delays = NO_DELAYS
})

test('of many calls at once the wait is known before any of them has waited for it', async () => {
  const database = connect(office.url)
  const hold = (calls: number) =>
    Promise.all(
      Array.from({ length: calls }, () => database.transaction((db) => db.run(sql`select pg_sleep(0.02)`))),
    )
  await hold(60)
  const start = performance.now()
  const all = hold(200)
  await vi.waitFor(() => expect(database.waitedMs().writing).toBeGreaterThan(2 * (performance.now() - start)))
  await all
  expect(database.waitedMs().writing).toBe(0)
  await database.close()
})

test('the wait for a connection is that of who waits longest, and over with it; the loop is late when it is held', async () => {
  const database = connect(office.url)
  const http = Fastify()
  const delaysNow = measureDelays(http, database)
  expect(delaysNow()).toMatchObject({ quick: 0, reading: 0, writing: 0 })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const holding = Array.from({ length: 11 }, () =>
    database.transaction(async (db) => {
      await db.run(sql`select 1`)
      await held
    }),
  )
  const waited = await vi.waitFor(() => {
    const { writing } = delaysNow()
    expect(writing).toBeGreaterThan(0)
    return writing
  })
  await vi.waitFor(() => expect(delaysNow().writing).toBeGreaterThan(waited))
  expect(delaysNow().reading).toBe(0)
  letGo()
  await Promise.all(holding)
  expect(delaysNow().writing).toBe(0)
  for (const until = performance.now() + 1000; performance.now() < until; );
  expect(delaysNow().loop).toBeGreaterThan(700)
  await vi.waitFor(
    async () => {
      for (const until = performance.now() + 100; performance.now() < until; );
      await new Promise((done) => setImmediate(done))
      expect(delaysNow().loop).toBeGreaterThan(0)
    },
    { timeout: 600_000, interval: 1 },
  )
  await Promise.all([database.close(), http.close()])
})

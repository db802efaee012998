/**
 * Through a pooler that gives each transaction a connection of its own: limits hold, nothing is left behind, and what
 * finds no connection is told so. Without pgbouncer these are skipped; `npm run prove -- pooler` drives a whole server.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backendOf, cancel } from '../../server/src/database/backend.ts'
import { type Database, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { readSnapshot } from '../../server/src/database/snapshot.ts'
import { ask, freshDatabase, type TestDatabase } from '../support/database.ts'
import { NO_POOLER, type Pooler, poolerProgram, startPooler } from '../support/pooler.ts'
import { silentProxy } from '../support/silent-proxy.ts'
import { until } from '../support/waits.ts'

const CONNECTIONS = 3
const isThere = poolerProgram !== undefined
if (!isThere) console.warn(`Tests of a pooler are skipped: ${NO_POOLER}.`)

let own: TestDatabase
let pooler: Pooler
let url: string
let database: Database
/** Past the pooler. */
let direct: Database

beforeAll(async () => {
  if (!isThere) return
  own = await freshDatabase()
  pooler = await startPooler([own.url, own.ownerUrl], CONNECTIONS)
  url = pooler.through(own.url)
  database = connect(url)
  direct = connect(own.url, { max: 2 })
})

afterAll(async () => {
  if (!isThere) return
  await Promise.all([database.close(), direct.close()])
  await pooler.stop()
  await own.drop()
})

const LIMITS = sql<{ statement: string; lock: string; idle: string }>`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`

const several = <T>(times: number, work: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, nth) => work(nth)))

test.runIf(isThere)('statements and transactions have their limits, and leave none behind', async () => {
  const due = { statement: '30s', lock: '1500ms', idle: '15s' }
  for (const limits of await several(12, () => database.only(LIMITS))) expect(limits).toEqual(due)
  for (const limits of await several(12, () => database.transaction((db) => db.only(LIMITS))))
    expect(limits).toEqual(due)
  for (const both of await several(12, () => database.transaction((db) => db.both(LIMITS, LIMITS))))
    expect(both).toEqual([[due], [due]])
  for (const [limits] of await several(CONNECTIONS, () => ask(url, `${textOf(LIMITS)}, pg_sleep(0.05)`)))
    expect(limits).toMatchObject({ statement: '0', lock: '0', idle: '0' })
})

const textOf = (statement: typeof LIMITS) => statement.compile(database.kysely).sql

test.runIf(isThere)('what takes too long, or waits for a lock, is refused as ever', async () => {
  const hasty = connect(url, { max: 2, statementMs: 100, lockMs: 50 })
  const slow = sql`select pg_sleep(60)`
  await expect(hasty.run(slow)).rejects.toMatchObject({ trouble: 'slow' })
  await expect(hasty.transaction((db) => db.run(slow))).rejects.toMatchObject({ trouble: 'slow' })
  const settings = sql`select 1 from settings for update`
  await direct.transaction(async (db) => {
    await db.run(settings)
    await expect(hasty.many(settings)).rejects.toMatchObject({ trouble: 'locked' })
    await expect(hasty.transaction((own) => own.run(settings))).rejects.toMatchObject({ trouble: 'locked' })
  })
  await expect(hasty.many(settings)).resolves.toHaveLength(1)
  await hasty.close()
})

test.runIf(isThere)(
  'a statement that fails tells why, changes nothing, and its connection goes on',
  async () => {
    const one = connect(url, { max: 1 })
    await expect(one.run(sql`insert into leases (name) values ('half')`)).rejects.toMatchObject({
      code: '23502',
    })
    const written = await one.run(sql`
    insert into leases (name, holder, until) values ('whole', gen_random_uuid(), clock_timestamp())`)
    expect(written).toBe(1)
    expect(await direct.many(sql`select name from leases`)).toEqual([{ name: 'whole' }])
    await expect(
      one.transaction(async (db) => {
        await db.run(sql`update leases set name = 'other'`)
        throw new Error('not so')
      }),
    ).rejects.toThrow('not so')
    expect(await direct.many(sql`select name from leases`)).toEqual([{ name: 'whole' }])
    await one.close()
  },
)

test.runIf(isThere)(
  'a statement with a name is planned anew, so that every connection knows it',
  async () => {
    const named = (nth: number) => database.only(sql`/* named */ select ${nth}::int as nth`)
    expect(await several(20, named)).toEqual(Array.from({ length: 20 }, (_, nth) => ({ nth })))
    const left = await several(CONNECTIONS, () =>
      ask<{ plans: string }>(url, 'select count(*) as plans, pg_sleep(0.05) from pg_prepared_statements'),
    )
    expect(left.map(([row]) => row!.plans)).toEqual(Array(CONNECTIONS).fill('0'))
  },
)

test.runIf(isThere)('a snapshot is read on several connections', async () => {
  const read = await readSnapshot(
    database,
    (db) => several(4, () => db.only(sql`select txid_current_snapshot()::text as moment`)),
    { connections: 2 },
  )
  expect(new Set(read.map((each) => JSON.stringify(each))).size).toBe(1)
})

test.runIf(isThere)('what finds no connection in time is busy, and the next is served', async () => {
  const gate = Promise.withResolvers<void>()
  const holders = several(CONNECTIONS, () =>
    database.transaction(async (db) => {
      await db.run(sql`select 1`)
      await gate.promise
    }),
  )
  await until(async () => (await busyBehind()) === CONNECTIONS)
  await expect(database.only(sql`select 1`)).rejects.toMatchObject({ trouble: 'busy' })
  await expect(database.transaction((db) => db.only(sql`select 1`))).rejects.toMatchObject({
    trouble: 'busy',
  })
  gate.resolve()
  await holders
  await expect(database.only(sql`select 1 as one`)).resolves.toEqual({ one: 1 })
})

const busyBehind = async () =>
  (
    await direct.many(sql`
  select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)
  ).length

test.runIf(isThere)(
  'a connection cut without a word is found out, and one that works is left alone',
  async () => {
    const proxy = await silentProxy(url)
    const cut = connect(proxy.url, { max: 2 })
    await several(2, () => cut.only(sql`select 1`))
    const long = database.only(sql`select 1 as one, pg_sleep(4)`)
    proxy.cutSilently()
    await expect(cut.only(sql`select 1`)).rejects.toMatchObject({
      trouble: expect.stringMatching(/away|busy/),
    })
    await until(() => cut.only(sql`select 1 as one`).catch(() => undefined))
    await expect(long).resolves.toMatchObject({ one: 1 })
    await cut.close()
    await proxy.close()
  },
)

test.runIf(isThere)(
  'an answer that is lost on the way is found out while its statement is not worked on',
  async () => {
    const proxy = await silentProxy(url)
    const cut = connect(proxy.url, { max: 1 })
    await expect(
      cut.transaction(async (db) => {
        await db.only(sql`select 1`)
        proxy.cutSilently()
        await db.only(sql`select 2`)
      }),
    ).rejects.toMatchObject({ trouble: 'away' })
    await cut.close()
    await proxy.close()
  },
)

test.runIf(isThere)('a transaction is ended from elsewhere, and none that came after it', async () => {
  const gone = await database.transaction(backendOf)
  await database.transaction(async (db) => {
    const { pid } = await backendOf(db)
    const asked = db.only(sql`select 1 as one, pg_sleep(0.3)`)
    await cancel(direct, [{ ...gone, pid }])
    await expect(asked).resolves.toMatchObject({ one: 1 })
  })
  let hasEnded = false
  const ended = database.transaction(async (db) => {
    const backend = await backendOf(db)
    const asked = db.only(sql`select pg_sleep(60)`).finally(() => {
      hasEnded = true
    })
    await Promise.all([asked, until(() => cancel(direct, [backend]).then(() => hasEnded))])
  })
  await expect(ended).rejects.toThrow('user request')
})

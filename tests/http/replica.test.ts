/**
 * Lists that are read from a standby miss nothing that was committed before they were asked for, whoever wrote it and however
 * late the standby is; and what it can't answer is answered all the same.
 */
import { api, urgencyOf } from '@munim/contract'
import type { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type Database, readingFrom, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { MARK_NOW, type Mark, type MarkColumns, markOf } from '../../server/src/database/replica.ts'
import { prepareDatabase } from '../../server/src/programs/prepare.ts'
import { databaseIn, startTemplateServer } from '../support/database.ts'
import { backOffice } from '../support/office.ts'
import { bodiesOf, READING } from '../support/reading.ts'
import { startStandby } from '../support/standby.ts'
import { verifyBooks } from '../support/verify-books.ts'
import { until } from '../support/waits.ts'

const primary = await startTemplateServer({ durable: true })
const { url, ownerUrl } = primary
await prepareDatabase({ url, ownerUrl, hasQueue: true })
const standby = await startStandby(primary)
const drop = () => standby.stop().finally(primary.stop)
const lines: { msg: string; why?: string }[] = []
const office = await backOffice(
  { logLevel: 'info', log: { write: (line) => void lines.push(JSON.parse(line)) } },
  verifyBooks,
  { url, ownerUrl, drop, readUrl: standby.urlOf(url) },
)
const { database } = office
const replica = database.replica!
const superuser = connect(primary.adminUrl, { max: 1 })
const onStandby = connect(standby.urlOf(databaseIn(primary.adminUrl, 'munim')), { max: 1 })
afterAll(() => superuser.close())

const market = await office.market('KALYAN')
const players = await Promise.all(Array.from({ length: 8 }, (_, nth) => office.user(`Player ${nth}`, 1000)))
/** Another administrator, who reads what the first one writes. */
const other = await office.administrator('reader')

/** Once a minute a call writes that its session is used, and reads from the primary. */
const keepSessionsFresh = () => database.run(sql`update sessions set last_used_at = clock_timestamp()`)

const readMark = async (): Promise<Mark> =>
  markOf(await database.only<MarkColumns>(sql`/* mark */ select ${MARK_NOW}`))!

/** What the log says of when it is used and when not. */
const turns = () => lines.filter(({ msg }) => msg.startsWith('Lists are read from'))

/** Works again and again until the standby has answered so many statements more. */
async function untilAnswered(more: number, work: () => Promise<unknown>): Promise<void> {
  const due = replica.answered.count + more
  await until(async () => {
    await keepSessionsFresh()
    await work()
    return replica.answered.count >= due
  })
}
const readUsers = async () =>
  expect(await office.call(api.users.list, {})).toMatchObject({ code: 200, total: 8 })

async function figure(name: string): Promise<number> {
  const { text } = await office.send('/metrics', undefined, { method: 'GET' })
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test('every list, report and file is answered by the standby alone, and nothing else is', async () => {
  const { today } = await database.only<{ today: string }>(sql`select market_date::text as today from draws`)
  await office.place(players[0]!, market, 'jodi_digit:1:-:4:-', 10)
  const known = { player: players[0]!.id, today, open: { digit: '1', panna: '128' } }
  const told = () => ({ answered: replica.answered.count, ...replica.passed })
  let walked = 0
  for (const [name, endpoint] of READING) {
    const { access, effect, file } = endpoint
    const isThere = access !== 'anyone' && urgencyOf(endpoint) !== 'act' && (effect === 'read' || !!file)
    const as = access === 'player' ? players[0]! : office.admin
    for (const body of bodiesOf(name, endpoint, known).slice(0, 12)) {
      const before = told()
      const ask = () => office.call(endpoint.path, body, { as })
      await until(async () => {
        await keepSessionsFresh()
        const { code } = await ask()
        const { answered, refused, other } = told()
        // It may be late; what it is asked for it answers, and a body that is refused at once asks it nothing.
        expect([name, body, refused, other]).toEqual([name, body, before.refused, before.other])
        if (!isThere) expect([name, told()]).toEqual([name, before])
        return !isThere || answered > before.answered || code >= 400
      })
      walked++
    }
  }
  expect(walked).toBeGreaterThan(150)
})

/** Writes as one administrator; it is in what that one, another and the player read next. */
async function writeAndRead(nth: number, rounds: number): Promise<void> {
  const player = players[nth]!
  const { id: userId } = player
  const totals = async () => {
    const said = await Promise.all([
      office.call(api.users.transactions, { userId }),
      office.call(api.users.transactions, { userId }, { as: other }),
      office.call(api.player.transactions, {}, { as: player }),
    ])
    return said.map(({ code, total }) => [code, total])
  }
  const [[, begun]] = (await totals()) as [[number, number]]
  for (let round = 1; round <= rounds; round++) {
    const added = await office.call(api.users.addFunds, { id: userId, amount: 1 })
    expect(added.code).toBe(200)
    expect(await totals(), `round ${round}`).toEqual(Array(3).fill([200, begun + round]))
  }
}

test.each([
  ['at once', 0, 'on', 100],
  ['a little late', 20, 'on', 500],
  ['about as late as a call waits', 100, 'on', 100],
  ['a little late, and commits wait for no disk', 20, 'off', 100],
])(
  'acts are in every list that is asked for after them, where the standby follows %s',
  async (_name, delayMs, commit, acts) => {
    await superuser.run(sql`alter system set synchronous_commit = ${sql.raw(commit)}`)
    // What waits for no disk is sent once it is written: every 200 ms, in step with the looks at the standby, for minutes.
    await superuser.run(sql`alter system set wal_writer_delay = 10`)
    await superuser.run(sql`select pg_reload_conf()`)
    await standby.delay(delayMs)
    const before = replica.answered.count
    await keepSessionsFresh()
    await Promise.all(players.map((_, nth) => writeAndRead(nth, Math.ceil(acts / players.length))))
    // As slow as the machine may be, some are answered by the standby.
    await until(async () => {
      await keepSessionsFresh()
      await writeAndRead(0, 1)
      return replica.answered.count - before >= 20
    })
    await standby.delay(0)
    await superuser.run(sql`alter system reset synchronous_commit`)
    await superuser.run(sql`alter system reset wal_writer_delay`)
    await superuser.run(sql`select pg_reload_conf()`)
  },
)

test('where its replay is paused the primary answers, which is counted, and how late it is is shown', async () => {
  await untilAnswered(1, readUsers)
  await standby.pause()
  try {
    const { behind } = replica.passed
    await writeAndRead(0, 3)
    expect(replica.passed.behind).toBeGreaterThan(behind)
    await until(async () => (await figure('munim_replica_lag_seconds')) > 1)
    expect(await figure('munim_replica_lag_bytes')).toBeGreaterThan(0)
    await until(async () => (await figure('munim_replica_used')) === 1) // A look that took too long leaves it for a second.
    expect(await figure('munim_replica_passed_total\\{reason="behind"\\}')).toBe(replica.passed.behind)
  } finally {
    await standby.resume()
  }
  await untilAnswered(1, readUsers)
  expect(await figure('munim_replica_reads_total')).toBe(replica.answered.count)
  await until(async () => (await figure('munim_replica_lag_seconds')) === 0)
})

/** The same statement, which never ends on the standby. */
const slowThere = sql<{ one: number }>`
  select count(*) as one from settings, pg_sleep(case when pg_is_in_recovery() then 600 else 0 end)`
const isAsked = sql<{ asked: boolean }>`
  select count(*) > 0 as asked from pg_stat_activity where wait_event = 'PgSleep'`

/** For a call that the standby has answered something of already. */
const reading = () =>
  until(async () => {
    const db = readingFrom(database, database, await readMark())
    return (await db.only(whereIs)).isStandby && db
  })
const whereIs = sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`

test.each<[string, 'conflict' | 'away', () => Promise<unknown>]>([
  [
    'what it reads is locked by what it replays',
    'conflict',
    () => office.owner.transaction((db) => db.run(sql`lock table settings in access exclusive mode`)),
  ],
  [
    'its connection is ended',
    'away',
    () =>
      onStandby.run(sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`),
  ],
])(
  'a statement that it breaks off because %s is answered by the primary',
  async (_name, reason, breakOff) => {
    await onStandby.run(sql`alter system set max_standby_streaming_delay = 0`)
    await onStandby.run(sql`select pg_reload_conf()`)
    const db = await reading()
    const before = replica.passed[reason]
    const answer = db.only(slowThere)
    await until(async () => (await onStandby.only(isAsked)).asked)
    await breakOff()
    expect(await answer).toMatchObject({ one: 1 })
    expect(replica.passed[reason]).toBe(before + 1)
    await untilAnswered(1, readUsers)
  },
)

test('while no connection to it is free the primary answers, and nobody is refused for that', async () => {
  const { reads } = (replica as unknown as { readonly ways: { readonly reads: Pool } }).ways
  const db = await reading()
  const { busy } = replica.passed
  const held = await Promise.all(Array.from({ length: reads.options.max! }, () => reads.connect()))
  const givenUp = reads.connect().catch(() => 'the pool gave up')
  expect(database.waitedMs().reading).toBe(0)
  expect(await Promise.race([givenUp, db.only(whereIs)])).toEqual({ isStandby: false })
  expect(replica.passed.busy).toBe(busy + 1)
  for (const client of held) client.release()
  await givenUp.then((client) => typeof client === 'object' && client.release())
  await untilAnswered(1, readUsers)
})

test('where the primary lets nobody ask how far it has written, lists are read from it', async () => {
  await untilAnswered(1, readUsers)
  const onPrimary = connect(databaseIn(primary.adminUrl, 'munim'), { max: 1 })
  await onPrimary.run(sql`revoke execute on function pg_current_wal_flush_lsn() from public`)
  await until(() => !replica.isUsed)
  // A statement is planned anew, whoever its values are for, once it has been asked some times.
  for (let nth = 0; nth < 12; nth++) await readUsers()
  expect(turns().at(-1)?.why).toContain('permission denied')
  await onPrimary.run(sql`grant execute on function pg_current_wal_flush_lsn() to public`)
  await onPrimary.close()
  await untilAnswered(1, readUsers)
})

test('a mark of another timeline, and a statement that only the primary can answer, are asked of the primary', async () => {
  const mark = await readMark()
  const { away, refused } = replica.passed
  const elsewhere = readingFrom(database, database, { ...mark, timeline: mark.timeline + 1, lsn: 0 })
  expect(await elsewhere.only(whereIs)).toEqual({ isStandby: false })
  expect(replica.passed.away).toBe(away + 1)
  const db = await reading()
  expect(await db.many(sql`select from open_cases`)).toEqual([])
  expect(replica.passed.refused).toBe(refused + 1)
  // What is read after it does not go back in time.
  expect(await db.only(whereIs)).toEqual({ isStandby: false })
})

test.each([
  ['it is no standby', () => url],
  ['it is of another database', () => standby.urlOf(databaseIn(url, primary.template))],
])('what %s is not read from', async (why, address) => {
  await superuser.run(sql`alter database ${sql.ref(primary.template)} allow_connections true`)
  const strange: Database = connect(url, { readUrl: address() })
  const told: (string | undefined)[] = []
  strange.replica!.tellTurns((said) => told.push(said))
  await until(() => told.includes(why))
  expect(told).not.toContain(undefined)
  const { away } = strange.replica!.passed
  expect(await readingFrom(strange, strange, await readMark()).only(sql`select 1 as one`)).toEqual({ one: 1 })
  expect(strange.replica!.passed.away).toBe(away + 1)
  await strange.close()
})

test('of several hosts the standby is read from', async () => {
  const ports = [url, standby.urlOf(url)].map((each) => new URL(each).port)
  const { username, password, pathname } = new URL(url)
  const hosts = ports.map((port) => `127.0.0.1:${port}`)
  const readUrl = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=standby`
  const several = connect(url, { readUrl })
  await until(async () => {
    const db = readingFrom(several, several, await readMark())
    return (await db.only(whereIs)).isStandby
  })
  await several.close()
})

test('it is killed under lists and files and none fails; once it is back it is used again', async () => {
  await untilAnswered(1, readUsers)
  const atOnce = { isPatient: false } as const
  const calls = [
    () => office.call(api.users.list, {}, atOnce),
    () => office.call(api.users.transactions, { userId: players[1]!.id }, atOnce),
    () => office.call(api.reports.transactionsCsv, {}, atOnce),
    () => office.call(api.reports.bids, {}, atOnce),
  ]
  let isOver = false
  let asked = 0
  const asking = [...calls, ...calls].map(async (call) => {
    while (!isOver) {
      const { code, message } = await call()
      expect([code, message]).toEqual([200, undefined])
      asked++
    }
  })
  const more = (count: number) => {
    const due = asked + count
    return Promise.race([until(() => asked >= due), Promise.all(asking)])
  }
  await more(40)
  await onStandby.close()
  await standby.kill()
  await more(100)
  await until(() => !replica.isUsed)
  const { count } = replica.answered
  await more(20)
  expect(replica.answered.count).toBe(count)
  expect(await figure('munim_replica_used')).toBe(0)
  await standby.start()
  await until(() => replica.isUsed)
  await keepSessionsFresh()
  await until(() => replica.answered.count > count)
  isOver = true
  await Promise.all(asking)
  expect(
    turns()
      .slice(-2)
      .map(({ msg }) => msg),
  ).toEqual(['Lists are read from the primary.', 'Lists are read from the standby.'])
})

test('another one takes its place: once it has been promoted it is not read from', async () => {
  await untilAnswered(1, readUsers)
  await standby.promote()
  await until(() => turns().at(-1)?.why === 'it is no standby')
  await writeAndRead(0, 2)
  expect(replica.isUsed).toBe(false)
})

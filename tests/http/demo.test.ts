/** Demonstration data: alive at any hour, with books that agree, whole or not at all, and never among real players. */
import { rm } from 'node:fs/promises'
import { api } from '@munim/contract'
import { type Day, dayOf } from '@munim/core'
import { afterAll, expect, test } from 'vitest'
import { isPassword } from '../../server/src/auth/password.ts'
import { proveAll } from '../../server/src/books/prove.ts'
import { type Database, type NotNull, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { fillDemonstration } from '../../server/src/demo/fill.ts'
import { DEMONSTRATION_PASSWORD } from '../../server/src/demo/players.ts'
import { type Files, openFiles } from '../../server/src/http/files.ts'
import { createMarket } from '../../server/src/markets/change.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { registerPlayer } from '../../server/src/users/register.ts'
import { databaseAt } from '../support/clock.ts'
import { freshDatabase, testFolder } from '../support/database.ts'
import { brokenLaws } from '../support/laws.ts'
import { until } from '../support/waits.ts'

const opened: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of opened) await close()
})

/** An empty database, and as many pools to it, as its owner who fills it, as there are servers. */
async function empty(servers = 1): Promise<Database[]> {
  const { ownerUrl, drop } = await freshDatabase()
  const pools = Array.from({ length: servers }, () => connect(ownerUrl, { max: 2, plansAll: true }))
  opened.push(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await drop()
  })
  return pools
}

const india = (text: string) => new Date(`${text}:00+05:30`)
const FRIDAY_NOON = india('2026-03-20T12:00')

/** Filled at this moment, once for all the tests that read it. */
const shops = new Map<string, Promise<Database>>()
function shopAt(text: string, days = 3): Promise<Database> {
  const fill = async () => {
    const [database] = await empty()
    expect(await fillDemonstration(databaseAt(database!, india(text)), { days })).toBe(true)
    return database!
  }
  return shops.get(text) ?? shops.set(text, fill()).get(text)!
}
const thirtyDays = () => shopAt('2026-03-20T12:00', 30)

/** How much there is of each, and the moment of the latest. */
function countsOf(database: Database) {
  return database.only<Record<string, number> & { latest: string | null }>(sql`
    select (select count(*) from markets where name_hindi <> '') as markets,
      (select count(*) from users) as users, (select count(*) from bids) as bids,
      (select count(*) from users where not is_approved) as "unapproved",
      (select count(*) from users where is_blocked) as blocked,
      (select count(*) from users where not betting) as "betting off",
      (select count(*) from users where deleted_at is not null) as deleted,
      (select count(*) from bids where cancel_reason = 'Reverted by admin') as reverted,
      (select count(*) from wallets where balance < 0) as "below zero",
      (select count(*) from declarations where withdrawn_at is not null) as withdrawn,
      (select count(*) from requests where status = 'pending' and kind = 'deposit') as "deposits waiting",
      (select count(*) from requests where status = 'pending' and kind = 'withdraw') as "withdrawals waiting",
      (select count(*) from requests where status = 'rejected' and note <> '') as rejected,
      (select count(*) from feedbacks where not is_read) as "feedback to read",
      (select count(*) from feedbacks where admin_comment <> '') as "feedback answered",
      (select count(*) from notifications) as notices, (select count(*) from banners) as banners,
      (select count(*) from play_limits) as limits, (select count(*) from play_pauses) as pauses,
      (select count(*) from play_limits where next_at is not null) as raised,
      (select count(*) from push_devices) as phones, (select count(*) from push_messages) as pushes,
      (select max(at) from (select at from postings union all select placed_at from bids
        union all select created_at from users union all select created_at from requests
        union all select decided_at from requests union all select at from declarations
        union all select created_at from feedbacks
        union all select created_at from notifications) moments (at)) as latest`)
}

test('thirty days of an alive shop are written, and every law of the books holds', async () => {
  const database = await thirtyDays()

  const counts = await countsOf(database)
  expect(counts).toMatchObject({
    markets: 14,
    blocked: 2,
    'betting off': 1,
    deleted: 1,
    withdrawn: 1,
    unapproved: 5,
    limits: 3,
    raised: 1,
    pauses: 1,
  })
  expect(counts.users).toBeGreaterThan(100)
  expect(counts.bids).toBeGreaterThan(15_000)
  expect(counts.reverted).toBe(2)
  expect(counts['below zero']).toBeGreaterThan(0)
  expect(counts.rejected).toBeGreaterThan(10)
  expect(counts['feedback answered']).toBeGreaterThan(5)
  expect(counts.notices).toBeGreaterThan(10)
  expect(counts.phones).toBeGreaterThan(50)
  const promised = sql`
    select from notifications, settings where description like '%₹' || referral_bonus / 100 || ' are in your wallet%'`
  expect(await database.many(promised)).toHaveLength(1)
  expect(counts.pushes).toBe(0) // None was ever sent.
  expect((await proveAll(database)).filter(({ wrong }) => wrong > 0)).toEqual([])
  expect(await brokenLaws(database)).toEqual([])
})

test('every act of the administrator is in the audit, at its moment', async () => {
  const database = await thirtyDays()

  const found = await database.only<Record<string, number>>(sql`
    with named as (select thing, thing_id, act, at from audit where actor = 'admin:1')
    select (select count(*) from (select at, 'user' as thing, coalesce(to_user, from_user)::text as id from postings
          where kind in ('fund_add', 'fund_deduct') union all
        select decided_at, 'request', id::text from requests where decided_by = 'admin:1' and (note <> 'Account closed') union all
        select at, 'draw', d.market_id || ' ' || d.market_date from declarations c join draws d on d.id = c.draw_id union all
        select cancelled_at, 'bid', id::text from bids where cancel_reason = 'Reverted by admin' union all
        select created_at, 'notification', id::text from notifications union all
        select at, 'user', user_id::text from play_changes where actor = 'admin:1') f
      where not exists (select from named n where n.thing = f.thing and n.thing_id = f.id and n.at = f.at)) as "without a row",
      (select count(*) from named where act = '/admin/user/updateUser') as "changed users",
      (select count(*) from (select at, lag(at) over (order by id) as earlier from audit) a where at < earlier) as "out of order",
      (select count(*) from postings where kind = 'bonus' and amount = 5000 and note like 'Referral bonus%') as "bonuses"`)
  expect(found).toMatchObject({ 'without a row': 0, 'out of order': 0 })
  expect(found['changed users']).toBeGreaterThan(70)
  expect(found.bonuses).toBeGreaterThan(5)
})

test.each([
  ['2026-03-20T00:03', 'Main Bazar of yesterday still takes bids'],
  ['2026-03-20T05:00', 'all of yesterday is closed, all of today ahead'],
  ['2026-03-20T11:35', 'the very moment of the first open'],
  ['2026-03-20T16:20', 'some closed, some half way, some ahead'],
  ['2026-03-22T21:30', 'a Sunday evening: five markets run'],
])('at %s there is something to decide, to declare and to watch: %s', async (text) => {
  const at = india(text)

  const database = await shopAt(text)

  const counts = await countsOf(database)
  expect(counts['deposits waiting']).toBeGreaterThan(3)
  expect(counts['withdrawals waiting']).toBeGreaterThan(1)
  expect(counts['feedback to read']).toBeGreaterThan(3)
  expect(new Date(counts.latest!).getTime()).toBeLessThanOrEqual(at.getTime())
  const draws = await drawsOf(database, at)
  expect(draws.filter(({ due }) => due).length).toBeGreaterThanOrEqual(1)
  expect(draws.filter(({ due }) => due).length).toBeLessThanOrEqual(3)
  expect(draws.some(({ half_declared }) => half_declared)).toBe(true)
  expect(draws.filter(({ ahead }) => ahead).length).toBeGreaterThan(0)
  expect(draws.filter(({ ahead, bids }) => ahead && bids === 0)).toEqual([])
  expect(await brokenLaws(database)).toEqual([])
})

/** Draws with a half due for more than ten minutes and not declared, half declared ones, and those still ahead. */
function drawsOf(database: Database, at: Date) {
  return database.many<{ due: boolean; half_declared: boolean; ahead: boolean; bids: number }>(sql`
    select d.opens_at < ${at}::timestamptz - interval '10 minutes' and declared = 0
        or d.closes_at < ${at}::timestamptz - interval '10 minutes' and declared < 2 as due,
      declared = 1 as half_declared, d.closes_at > ${at} as ahead,
      (select count(*) from bids b where b.draw_id = d.id and b.cancelled_at is null) as bids
    from draws d, lateral (select count(*) as declared from declarations c
      where c.draw_id = d.id and c.withdrawn_at is null) c`)
}

test('the same day has the same history, whatever the hour of the start', async () => {
  const early = await shopAt('2026-03-20T05:00')
  const late = await shopAt('2026-03-20T16:20')

  const history = (database: Database) =>
    database.many(sql`
      select id, user_id, pick, points, placed_at, market_date from bids
      where market_date < '2026-03-18' order by id`)
  const told = await history(early)
  expect(told.length).toBeGreaterThan(300)
  expect(await history(late)).toEqual(told)
})

test('two servers that start together write it once, and the next start leaves it alone', async () => {
  const [one, other] = await empty(2)
  const fill = (database: Database) => fillDemonstration(databaseAt(database, FRIDAY_NOON), { days: 3 })

  expect((await Promise.all([fill(one!), fill(other!)])).sort()).toEqual([false, true])

  const counts = await countsOf(one!)
  expect(counts.markets).toBe(14)
  expect(await fill(one!)).toBe(false)
  expect(await countsOf(one!)).toEqual(counts)
})

test('a start that is killed while it writes leaves nothing, no picture either, and the next one writes it whole', async () => {
  const [database, killer] = await empty(2)
  const files = await store(database!)
  const fill = (database: Database) =>
    fillDemonstration(databaseAt(database, FRIDAY_NOON), { days: 3, files })
  const ended = expect(fill(database!)).rejects.toThrow()
  await until(async () => (await killer!.only(hasBids)).hasBids && (await namesIn(files)).length > 0)
  await killer!.many(endTheOthers)
  await ended

  expect(await countsOf(killer!)).toMatchObject({ markets: 0, users: 0, bids: 0 })
  expect(await namesIn(files)).toEqual([])

  expect(await fill(killer!)).toBe(true)
  expect(await countsOf(killer!)).toMatchObject({ markets: 14 })
  const banners = await killer!.many<{ image_path: string; is_active: boolean }>(sql`
    select image_path, is_active from banners order by id`)
  expect(banners.map(({ is_active }) => is_active)).toEqual([true, true, true, false])
  for (const { image_path } of banners) {
    const { contentLength } = await files.getMetaData(image_path.replace('/uploads/', ''))
    expect(contentLength).toBeGreaterThan(1000)
  }
})

async function store(database: Database): Promise<Files> {
  const folder = await testFolder()
  opened.push(() => rm(folder, { recursive: true, force: true }))
  return openFiles({ dataDir: folder, database })
}

async function namesIn(files: Files): Promise<string[]> {
  const { objects } = await files.listAll('', { recursive: true })
  return [...objects].flatMap((each) => (each.isFile ? [each.name] : []))
}

const endTheOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

/** Of what is not yet committed nothing is seen but the room that it takes. */
const hasBids = sql<{ hasBids: boolean }>`select pg_relation_size('bids') > 0 as "hasBids"`

const secrets = { passwordHash: 'x', mpinHash: '' }
const asha = { user_name: 'Asha', mobile: '9000000001', referral: undefined, ...secrets }

const times = { open_time: '16:10', close_time: '18:10' }
const kalyan = {
  ...api.markets.create.body.parse({ name: 'KALYAN', ...times }),
  actor: 'admin:1',
}

test.each([
  ['a player', (database: Database) => database.transaction((db) => registerPlayer(db, asha))],
  ['a market', (database: Database) => database.transaction((db) => createMarket(db, kalyan, declareResult))],
  ['saved settings', (database: Database) => database.run(sql`update settings set version = version + 1`)],
])('a database with %s is never filled', async (_what, use) => {
  const [database] = await empty()
  await use(database!)
  const before = await countsOf(database!)

  expect(await fillDemonstration(database!, { days: 3 })).toBe(false)

  expect(await countsOf(database!)).toEqual(before)
  const settings = await database!.only(sql`select is_demonstration from settings`)
  expect(settings).toEqual({ is_demonstration: false })
})

test('without a moment it is written for now, says that it is a demonstration, and its players can sign in', async () => {
  const [database] = await empty()
  let said = 0

  await fillDemonstration(database!, { days: 3, onStart: () => said++ })

  expect(said).toBe(1)
  const facts = await database!.only<
    {
      is_demonstration: boolean
      today: Day
      hash: string
      now: string
    } & NotNull<'today' | 'hash'>
  >(sql`
    select is_demonstration, (select max(market_date) from draws) as today, clock_timestamp() as now,
      (select min(password_hash) from users where deleted_at is null) as hash from settings`)
  expect(facts.is_demonstration).toBe(true)
  expect(facts.today <= dayOf(new Date(facts.now))).toBe(true)
  expect(await isPassword(DEMONSTRATION_PASSWORD, facts.hash)).toBe(true)
})

/**
 * No list's plan hangs on fresh statistics: every call that reads is asked on a day that the planner knows nothing of,
 * where it reads much again after it has looked, and must not have read much more. Told by the plans, never by a clock.
 */
import { rm } from 'node:fs/promises'
import { api, type Endpoint } from '@munim/contract'
import { addDays } from '@munim/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { TOTALS } from '../../server/src/daybook/month-run.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { freshDatabase, testFolder } from '../support/database.ts'
import { fillHouse } from '../support/house.ts'
import { NO_DELAYS } from '../support/office.ts'
import { type Read, watched } from '../support/plans.ts'
import { bodiesOf, READING } from '../support/reading.ts'

const { url, ownerUrl, drop } = await freshDatabase()
const owner = connect(ownerUrl, { max: 1 })
const database = connect(`${url}?options=-c%20enable_seqscan%3Doff`)
const folder = await testFolder()
const reads: Read[] = []
/** What statements read of the rows and statistics as they are; cleared where these change. */
const known = new Map<string, Read>()
const app = await buildApp({
  database: watched(database, (read) => reads.push(read), known),
  dataDir: folder,
  logLevel: 'error',
  delays: () => NO_DELAYS,
})
afterAll(async () => {
  await app.http.close()
  await Promise.all([database.close(), owner.close()])
  await drop()
  await rm(folder, { recursive: true, force: true })
})

const PLAYER = 7
const today = await fillHouse(owner, { bids: 4_000, days: 5, players: 1_000, markets: 4, newest: 8_000 })
const tokens = await database.transaction(async (db) => {
  const { id } = await db.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, created_at, updated_at)
    values ('admin', 'none', clock_timestamp(), clock_timestamp()) returning id`)
  return {
    admin: await openSession(db, { adminId: id }, 1),
    player: await openSession(db, { userId: PLAYER }, 1),
  }
})

await owner.run(sql`
  insert into payout_batches (bank, debit_account, admin_id, at) select 'hdfc', '', id, clock_timestamp() from admins`)
await owner.run(sql`
  insert into payout_batch_rows (batch_id, request_id, amount)
  select b.id, r.id, r.amount from payout_batches b,
    (select * from requests where kind = 'withdraw' order by status = 'pending' desc, id limit 20) r`)

await owner.run(sql`
  with run as (
    insert into month_runs (month, state, next_day, actor, asked_at, at, last_posting, postings, players, totals)
    select date_trunc('month', ${today}::date), 'ready', ${today}, 'admin:1', clock_timestamp(), clock_timestamp(), 1, 1, count(*),
      ${JSON.stringify(Object.fromEntries(TOTALS.map((each) => [each, 0])))}::jsonb
    from users returning id)
  insert into month_players (run_id, user_id, stake) select run.id, u.id, u.id % 97 from run, users u`)

/** So many rows of each list that grows are more than a page may read. */
const MANY = 6_000
const each = sql`generate_series(1, ${MANY}::int) as n`
await owner.run(sql`
  insert into feedbacks (user_id, feedback, is_read, created_at)
  select 500 + n % 500, 'Paid late ' || n, n % 50 <> 0, clock_timestamp() from ${each}`)
await owner.run(sql`
  insert into notifications (title, description, created_at, updated_at)
  select 'Notice ' || n, 'Closed', clock_timestamp(), clock_timestamp() from ${each}`)
await owner.run(sql`
  insert into suspicions (kind, at, actor, user_id, looked_at)
  select 'large_win', clock_timestamp(), 'admin:1', 500 + n % 500, case when n % 50 <> 0 then clock_timestamp() end from ${each}`)
await owner.run(sql`
  insert into push_messages (kind, audience, title, description, actor, is_listed, user_id, created_at, expires_at)
  select 'personal', 'user', 'Hello ' || n, '', 'admin:1', true, 500 + n % 500, clock_timestamp(), clock_timestamp() from ${each}`)
await owner.run(sql`
  insert into waiting_acts (act, address, asker_id, at, expires_at, input, limits, thing, thing_id, outcome, decided_at)
  select ${api.users.addFunds.path}, '', a.id, clock_timestamp(), clock_timestamp(), '{}', array['funds'], 'user', '1',
    'withdrawn', clock_timestamp()
  from admins a, ${each}`)
await owner.run(sql`
  insert into banners (image_path, created_at, updated_at) values ('one.png', clock_timestamp(), clock_timestamp())`)

// Deposits of thirty days from today on, for numbers follow times, that name what the provider confirmed. All are rejected
// but those that are pending: of many players, and some of one who has hundreds. Some wait for a second person, as others did.
const HABITUAL = 499
await owner.run(sql`
  insert into requests (user_id, kind, transfer_type, amount, status, ref_id, created_at, decided_at, decided_by)
  select case when n <= 400 then ${HABITUAL} else 500 + (n + n / 20) % 500 end, 'deposit', 'upi', 10000, s.status, 'PAID' || n, s.at,
    case when s.status <> 'pending' then s.at end, case when s.status <> 'pending' then 'admin:1' end
  from ${each}, lateral (
    select clock_timestamp() + make_interval(days => 30 * (n - 1) / ${MANY}) as at,
      case when n % 20 = 0 then 'pending' else 'rejected' end as status) s`)
await owner.run(sql`
  insert into confirmations (ref_id, amount, address, confirmed_at)
  select 'PAID' || n, 10000, '', clock_timestamp() from ${each}`)
await owner.run(sql`
  insert into waiting_acts (act, address, asker_id, at, expires_at, input, limits, thing, thing_id)
  select ${api.wallet.decideDeposit.path}, '', a.id, clock_timestamp(), clock_timestamp() + interval '1 day',
    jsonb_build_object('id', r.id, 'status', 'completed'), array['funds'], 'request', r.id::text
  from admins a, requests r where r.kind = 'deposit' and r.status = 'pending' and r.ref_id like 'PAID%00'`)

// Limits of each market, on the day that is asked for and on many to come.
await owner.run(sql`
  insert into number_limits (market_id, market_date, game, amount, refuses, actor, set_at)
  select 1 + n % 4, ${today}::date + n / 4, game, 100, false, 'admin:1', clock_timestamp()
  from generate_series(0, ${MANY / 2}::int) as n, unnest(array['single_digit', 'jodi_digit']) as game`)
// A result of today that was reverted: its wins are taken back, and some of its winners are below zero.
await owner.run(sql`
  with reverted as (
    insert into declarations (draw_id, half, digit, panna, picks, source, actor, at, winners, players, paid, withdrawn_at, withdrawn_by)
    select id, 'close', '1', '128', '{}', 'manual', 'admin:1', clock_timestamp(), 0, 0, 0, clock_timestamp(), 'admin:1'
    from draws where market_id = 1 and market_date = ${today} returning id, draw_id
  )
  insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
  select 'win', 'game', b.user_id, 100, 100, r.draw_id, b.id, r.id, 'admin:1', clock_timestamp()
  from reverted r join lateral (
    select * from bids b where b.draw_id = r.draw_id and b.session = 'close' and b.cancelled_at is null order by b.id limit 300) b on true`)
await owner.run(sql`
  insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, reverses, actor, at)
  select 'win_reversed', p.to_user, 'game', p.amount, -100, p.draw_id, p.bid_id, p.id, 'admin:1', clock_timestamp()
  from postings p join declarations c on c.id = p.declaration_id
  where c.half = 'close' and c.withdrawn_at is not null and c.picks = '{}' and p.kind = 'win'`)
await owner.run(sql`
  update wallets w set balance = -100 where exists (
    select from postings p where p.kind = 'win_reversed' and p.from_user = w.user_id and p.from_after = -100)`)

const open = await database.only<{ digit: string; panna: string }>(sql`
  select c.digit, c.panna from draws d join declarations c on c.draw_id = d.id
  where d.market_id = 1 and d.market_date = ${today} and c.withdrawn_at is null`)

/** A list that has no row. */
const EMPTY = /"(total|totalItems)":0\b/

async function ask({ path, access }: Endpoint, body: object) {
  reads.length = 0
  const headers = { authorization: tokens[access as 'admin' | 'player'] }
  const said = await app.http.inject({ method: 'POST', url: path, headers, payload: body })
  expect([path, body, said.statusCode < 500 || said.body]).toEqual([path, body, true])
  const pages = Number(/"totalPages":(\d+)/.exec(said.body)?.[1] ?? 1)
  const code = said.statusCode
  return { code, pages, isEmpty: code !== 200 || EMPTY.test(said.body), reads: [...reads] }
}

interface Asked {
  readonly endpoint: Endpoint
  readonly body: object
  /** Its first page, with no filter. */
  readonly isBare: boolean
  readonly isEmpty: boolean
  readonly reads: readonly Read[]
}

/** What every call reads, by its name and body, at its first page, in the middle and at the last. */
async function readAll(): Promise<Map<string, Asked>> {
  const found = new Map<string, Asked>()
  for (const [name, endpoint] of READING) {
    const codes: number[] = []
    for (const [nth, body] of bodiesOf(name, endpoint, { today, player: PLAYER, open }).entries()) {
      const first = await ask(endpoint, body)
      codes.push(first.code)
      found.set(`${name} ${JSON.stringify(body)}`, { endpoint, body, isBare: nth === 0, ...first })
      if (endpoint.file) continue
      for (const page of new Set([Math.ceil(first.pages / 2), first.pages])) {
        if (page === 1) continue
        const there = { ...body, page }
        found.set(`${name} ${JSON.stringify(there)}`, {
          endpoint,
          body: there,
          isBare: false,
          ...(await ask(endpoint, there)),
        })
      }
    }
    expect(codes, `${name} answers something`).toContain(200)
  }
  return found
}

/**
 * A row that is answered may be looked up by its keys one by one: what it is made of lies in six tables. Beside that
 * a statement may read a draw of these days once, and never a day again and again.
 */
const isMuchMore = (read: Read, then: Pick<Read, 'blocks' | 'rows'>) =>
  read.blocks > 2 * then.blocks + 15 * read.given + 150 || read.rows > 5 * then.rows + 40 * read.given + 4_000
const isMuch = (read: Read) => isMuchMore(read, { blocks: 0, rows: 0 })

let unseen: Awaited<ReturnType<typeof readAll>>
beforeAll(async () => {
  unseen = await readAll()
}, 900_000)

/** What counts all bids of a day, or of a draw. */
const WEIGHING = ['daybook.hours', 'results.predict']

test('each list has rows here, and each call first reads few of them, however many there are', async () => {
  const [filled, empty] = [new Set<string>(), new Set<string>()]
  const much: string[] = []
  for (const [call, { endpoint, isBare, isEmpty, reads }] of unseen) {
    const [name] = call.split(' ') as [string]
    ;(isEmpty ? empty : filled).add(name)
    if (!isBare || endpoint.file || WEIGHING.includes(name)) continue
    // What counts them all gives one row.
    const wide = reads.filter(({ given, rows }) => given > 1 && rows > 40 * given + 4_000)
    much.push(...wide.map(({ rows, text }) => `${name}: ${rows} rows: ${text}`))
  }
  expect([...empty.difference(filled)], 'Fill it above, with MANY').toEqual([])
  expect(much, 'An index gives the order of a list').toEqual([])
})

test('what a call reads of a day does not hang on whether the planner has seen it', {
  timeout: 900_000,
}, async () => {
  await owner.run(sql`analyze`)
  known.clear()
  const worse: string[] = []
  for (const [call, { endpoint, body, reads: before }] of unseen) {
    if (!before.some(isMuch)) continue // However little it reads then, this is not much more.
    const { reads: seen } = await ask(endpoint, body)
    for (const [nth, read] of before.entries()) {
      const then = seen[nth]
      const told = `${call}: ${read.blocks} blocks, ${read.rows} rows; seen ${then?.blocks} and ${then?.rows}: ${read.text}`
      if (then === undefined || isMuchMore(read, then)) worse.push(told)
    }
  }
  expect(unseen.size).toBeGreaterThan(300)
  expect(worse).toEqual([])
})

test('who else has a payee is found by its index, however many players there are', async () => {
  await owner.run(sql`
    insert into users (user_name, mobile, account_no, password_hash, is_approved, created_at, updated_at)
    select 'Player ' || n, (5000000000 + n)::text, 'ACCOUNT' || n, 'none', true, clock_timestamp(), clock_timestamp()
    from generate_series(1, 20000) as n`)
  await owner.run(sql`analyze users`)
  known.clear()
  const { code, reads: told } = await ask(api.users.payouts, { id: PLAYER })
  expect(code).toBe(200)
  expect(Math.max(...told.map(({ rows }) => rows))).toBeLessThan(6_000)
})

test('what was done about a player is found by what names him, however many messages and acts name others', async () => {
  for (const userId of [PLAYER, 600]) {
    const { isEmpty, reads: told } = await ask(api.reports.audit, { userId })
    expect([userId, isEmpty]).toEqual([userId, userId === 600])
    expect(Math.max(...told.map(({ rows }) => rows))).toBeLessThan(1_000)
  }
})

test('where the statistics of a search are asked for alone no bid is read', async () => {
  for (const search of ['Asha', 'a', '9']) {
    const { reads: told } = await ask(api.reports.bids, { search, statisticsOnly: true })
    expect(told.filter(({ text }) => text.includes('with page as materialized'))).toEqual([])
  }
})

test('a page at the other end of its days reads these days alone', async () => {
  const days = { from: today, to: today, limit: 20 }
  const other = [
    days,
    { ...days, status: 'rejected' },
    { from: addDays(today, 25), to: addDays(today, 40), limit: 20, order: 'oldest' },
  ]
  for (const body of other) {
    const { isEmpty, reads: told } = await ask(api.wallet.deposits, body)
    expect(isEmpty).toBe(false)
    expect(Math.max(...told.filter(({ given }) => given > 1).map(({ rows }) => rows))).toBeLessThan(1_500)
  }
})

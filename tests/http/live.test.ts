/** What reaches open screens by itself: on every server of a database, while the session is valid. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect as dial } from 'node:net'
import { api } from '@munim/contract'
import { afterEach, expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { startFeed } from '../../server/src/live/feed.ts'
import { readFigures } from '../../server/src/live/snapshot.ts'
import { databaseAt } from '../support/clock.ts'
import { freshDatabase } from '../support/database.ts'
import { type Following, follow as followAt } from '../support/follow.ts'
import { backOffice } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'
import { ask, signIn, startServer } from '../support/server-process.ts'
import { until } from '../support/waits.ts'

const office = await backOffice()

const open: Following[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.leave()
})
async function follow(token = office.admin.token, host = office.host) {
  const following = await followAt(host, token)
  open.push(following)
  return following
}
async function session(): Promise<string> {
  const { id } = await office.database.only<{ id: number }>(sql`select id from admins`)
  return openSession(office.database, { adminId: id }, 1)
}

test('a stream begins with what waits, is kept by no cache and pressed by nobody', async () => {
  const said = await office.send(api.live.follow.path, '{}', {
    as: office.admin,
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect(said.code).toBe(200)
  expect(said.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(said.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(said.headers.get('content-encoding')).toBeNull()
  expect(said.text).toMatch(/^retry: \d+\n\n/)

  const [, counts] = /^event: counts\ndata: (.*)$/m.exec(said.text) ?? []
  if (counts === undefined) return // It came after the beginning.
  const { waiting } = (await office.call(api.dashboard.getOverview, {})).data
  expect(JSON.parse(counts)).toMatchObject({ unapprovedUsers: waiting.unapprovedUsers })
})

test('what players do is told: who registers, what they stake by market, what they ask for, what they write', async () => {
  const [asha, market] = [await office.user('Asha', 500), await office.market('TOLD')]
  const stream = await follow()
  await office.user('Newcomer', 0, { approved: false })
  await stream.next('user.changed')

  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const bid = await office.place(asha, market, 'single_digit:2:-:-:-', 30)
  let staked = { bids: 0, points: 0 }
  while (staked.bids < 2) {
    const { markets } = await stream.next('bid.aggregate')
    const [own] = markets.filter(({ marketId }) => marketId === market.id)
    staked = { bids: staked.bids + own!.bids, points: staked.points + own!.points }
  }
  expect(staked).toEqual({ bids: 2, points: 40 })
  expect((await stream.next('money.moved', ({ kinds }) => kinds.includes('stake'))).kinds).toContain('stake')

  await office.cancel(bid)
  const { markets } = await stream.next('bid.aggregate')
  expect(markets).toEqual([{ marketId: market.id, bids: -1, points: -30 }])
  expect((await stream.next('act.done', ({ things }) => things.includes('bid'))).things).toContain('bid')

  await office.requestDeposit(asha, 100)
  await stream.next('request.changed')
  const { pendingDeposits } = await stream.next('counts', (counts) => counts.pendingDeposits > 0)
  await office.call(api.player.feedback, { feedback: 'Good' }, { as: asha })
  await stream.next('feedback.changed')
  await office.decide(await office.requestDeposit(asha, 5), 'deposit', 'completed')
  await stream.next('money.moved', ({ kinds }) => kinds.includes('deposit'))
  expect(pendingDeposits).toBe(1)
})

test('a payment that the provider confirms is told, too, where it credits nothing', async () => {
  const stream = await follow()
  const confirmed = { ref_id: 'TOLD427000001', amount: 40 }
  const said = await office.call(api.wallet.confirmDeposit, confirmed, { signedWith: PROVIDER_SECRET })
  expect(said.data).toMatchObject({ status: 'kept' })
  await stream.next('request.changed')
})

test('a file that is made for a bank is told as a change of its requests, and so is its closing', async () => {
  const asha = await office.user('Asha', 500)
  const account = { account_no: '00123456789', ifsc_code: 'SBIN0031024' }
  await office.call(api.player.updateProfile.path, account, { as: asha })
  const id = await office.requestWithdrawal(asha, 120, 'bank')
  const stream = await follow()
  const { data: batch } = await office.call(api.desk.makeBatch, { bank: 'other', ids: [id] })
  await stream.next('request.changed')
  await office.call(api.desk.closeBatch, { id: batch.id })
  await stream.next('request.changed')
})

test('a result declared is told, and taken back is told; what is due is counted down and up', async () => {
  const late = await office.market('LATE', { opensIn: -2, closesIn: 1 })
  const due = (await office.call(api.dashboard.getOverview, {})).data.waiting.due.length
  const stream = await follow()
  await office.declare(late, '128-1')
  await stream.next('result.changed')
  await office.revert(late)
  await stream.next('counts', ({ dueHalves }) => dueHalves === due)
  await office.declare(late, '128-1')
  await stream.next('counts', ({ dueHalves }) => dueHalves === due - 1)
  await stream.next('result.changed')
})

test('what was rolled back is not told', async () => {
  const asha = await office.user('Asha')
  const stream = await follow()
  const before = stream.names().length
  await office.database
    .transaction(async (db) => {
      await db.run(sql`insert into requests (user_id, kind, transfer_type, amount, created_at)
        values (${asha.id}, 'deposit', 'upi', 100, clock_timestamp())`)
      throw new Error('no')
    })
    .catch(() => {})
  await office.call(api.player.feedback, { feedback: 'Told after it' }, { as: asha })
  await stream.next('feedback.changed')
  expect(stream.names().slice(before)).not.toContain('request.changed')
})

test('a row that is committed after a later one is told, too', async () => {
  const asha = await office.user('Asha')
  const stream = await follow()
  const write = (db: { run: typeof office.database.run }) =>
    db.run(sql`insert into feedbacks (user_id, feedback, is_read, created_at)
      values (${asha.id}, 'x', true, clock_timestamp())`)
  await office.database.transaction(async (db) => {
    await write(db) // Has the lower number.
    await write(office.database)
    await stream.next('feedback.changed')
  })
  await stream.next('feedback.changed')
})

test('only an administrator may follow, and only by POST', async () => {
  const player = await office.user('Curious')
  for (const as of ['nobody', player, { token: 'x'.repeat(43) }] as const) {
    const said = await office.send(api.live.follow.path, '{}', { as })
    expect([said.code, JSON.parse(said.text).message]).toEqual([401, 'Please sign in again'])
  }
  const said = await office.send(api.live.follow.path, undefined, { method: 'GET', as: office.admin })
  expect(said.code).toBe(404)
})

test('a stream ends with its session, however it ends, and keeps none alive', async () => {
  const [gone, idle, kept] = [await session(), await session(), await session()]
  const streams = [await follow(gone), await follow(idle), await follow(kept)] as const
  await office.call(api.auth.logout, {}, { as: { token: gone } })
  await streams[0].ended
  await office.database.run(sql`update sessions set last_used_at = clock_timestamp() - interval '11:59:59'
    where token_hash = sha256(convert_to(${idle}, 'utf8'))`)
  await streams[1].ended
  await office.user('Somebody new')
  await streams[2].next('user.changed')
})

test('a session follows eight times at once, and again once one is left', async () => {
  const token = await session()
  const streams = await Promise.all(Array.from({ length: 8 }, () => follow(token)))
  const said = await office.send(api.live.follow.path, '{}', { as: { token } })
  expect([said.code, said.headers.get('retry-after'), JSON.parse(said.text).message]).toEqual([
    429,
    '30',
    'Too many screens are open',
  ])
  streams[0]!.leave()
  await expect.poll(async () => (await follow(token)).code).toBe(200)
})

test('what happened while the database was away is told when it is back', async () => {
  const stream = await follow()
  await office.database.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await expect.poll(() => office.user('Patient').catch(() => null)).not.toBeNull()
  await stream.next('user.changed')
})

test('a reader that goes away in the middle of it disturbs nobody', async () => {
  const { port } = new URL(office.host)
  const socket = dial(Number(port), '127.0.0.1')
  const head = `POST ${api.live.follow.path} HTTP/1.1\r\nhost: munim\r\nauthorization: ${await session()}\r\n`
  socket.write(`${head}content-length: 0\r\n\r\n`)
  await once(socket, 'data')
  const stream = await follow()
  socket.resetAndDestroy()
  await office.user('Somebody')
  await stream.next('user.changed')
})

test('what is written through one server reaches the followers of another, and SIGTERM ends their streams', async () => {
  const { url, drop } = await freshDatabase()
  const servers = await Promise.all([startServer(url), startServer(url)])
  try {
    const [one, other] = servers
    const token = await signIn(one.host)
    const [near, far] = [await follow(token, one.host), await follow(token, other.host)]
    for (const mobile of ['9000000001', '9000000002', '9000000003']) {
      await ask(one.host, api.player.register, { user_name: 'Asha', mobile, password: 'secret1' })
      for (const stream of [near, far]) await stream.next('user.changed')
    }

    // As a browser does that expects to call again.
    const unused = dial(Number(new URL(other.host).port), '127.0.0.1').on('error', () => {})
    await once(unused, 'connect')
    const stopped = other.stop()
    await far.ended
    await stopped
    await ask(one.host, api.player.register, {
      user_name: 'Ravi',
      mobile: '9000000009',
      password: 'secret1',
    })
    await near.next('user.changed')
    near.leave()
  } finally {
    await Promise.allSettled(servers.map((server) => server.kill()))
    await drop()
  }
})

test('what an act on a market makes due no more is counted before the minute is over, and a stopped feed opens no stream', async () => {
  const times = { open_time: '00:00', close_time: '00:01' }
  const { id, name } = await office.market('SWITCHED', { draw: 'untouched', isOld: true, ...times })
  const tokenHash = createHash('sha256')
    .update(await session())
    .digest()
  const now = await office.database.now()
  const fixed = { ...databaseAt(office.database, now), quick: fixedAt(office.database.quick, now) }
  const feed = startFeed(fixed, { error: () => {}, warn: () => {} })
  let text = ''
  feed.open(tokenHash).on('data', (part: Buffer) => {
    text += part
  })
  const due = () => [...text.matchAll(/"dueHalves":(\d+)/g)].map(([, many]) => Number(many))
  await until(() => due().length === 1)
  await office.call(api.markets.update, { id, name, ...times, is_active: false })
  await until(() => due().length === 2)
  expect(due()[1]).toBe(due()[0]! - 2)

  feed.stop()
  await once(feed.open(tokenHash).resume(), 'end')
})

test('the figures are of today and yesterday, and of what is open still', async () => {
  const now = await office.database.now()
  const figuresIn = (hours: number, since: number | null = null, tokens: readonly string[] = []) => {
    const sessions = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
    const later = new Date(now.getTime() + hours * 3_600_000)
    return readFigures(fixedAt(office.database, later), { since, sessions })
  }
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi', 0, { approved: false })]
  const { counts } = await figuresIn(0)
  expect((await figuresIn(24)).postings.fund_add).toBeGreaterThan(0)
  expect((await figuresIn(48)).postings).toEqual({})
  const late = await office.market('TAKEN BACK', { opensIn: -2, closesIn: 1 })
  await office.declare(late, '128-1')
  const { results } = await figuresIn(0)
  await office.revert(late)
  expect((await figuresIn(0)).results).not.toBe(results)

  await office.call(api.users.update, { id: ravi.id, isBlocked: true })
  const { counts: without, audit, subjects } = await figuresIn(0, 0)
  expect(without.unapprovedUsers).toBe(counts.unapprovedUsers - 1)
  expect([subjects.includes('user'), (await figuresIn(0, audit)).subjects]).toEqual([true, []])

  const [owner, blind] = [await office.administrator('Meera'), await office.withRights('messages')]
  const { validSessions } = await figuresIn(0, null, [owner.token, blind.token])
  expect(validSessions).toHaveLength(1)
  await office.database.run(sql`update security set deposits = 0`)
  const transactionId = await office.requestDeposit(asha, 5)
  const said = await office.call(api.wallet.decideDeposit.path, { transactionId, status: 'completed' })
  expect(said.code).toBe(202)
  await office.database.run(sql`update security set deposits = null`)
  expect([(await figuresIn(0)).openActs, (await figuresIn(24 * 30)).openActs]).toEqual([1, 0])
  const { data } = await office.call(api.acts.list, {}, { as: owner })
  await office.call(api.acts.decline, { id: data[0]!.id, note: 'Not this' }, { as: owner })
})

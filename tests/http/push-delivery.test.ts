/** How push messages are delivered: through a service that misbehaves as FCM can, each device at most once. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { api } from '@munim/contract'
import { Registry } from 'prom-client'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { deliver, finish, giveUpClaims, type Part } from '../../server/src/push/deliver.ts'
import { clearOldTargets, endWhatIsOver, enqueue, listAudiences } from '../../server/src/push/enqueue.ts'
import { openSender, readServiceAccount, type Sender } from '../../server/src/push/fcm.ts'
import { watchPush } from '../../server/src/push/watch.ts'
import { databaseAt } from '../support/clock.ts'
import { startFcm } from '../support/fcm.ts'
import { backOffice } from '../support/office.ts'
import { HANG_MS, until as untilSo } from '../support/waits.ts'

const service = await startFcm()
const fcm = { ...readServiceAccount(JSON.stringify(service.account), service.url), withinMs: HANG_MS }
const office = await backOffice({ fcm })
const { database } = office
const faults: object[] = []
const log = { warn: () => {}, error: (about: object) => faults.push(about) }
const silentSeconds = HANG_MS / 1000
const start = () => watchPush({ database, url: office.url, fcm, metrics: new Registry(), log, silentSeconds })
let pushing = start()

afterAll(async () => {
  await pushing.stop()
  await service.close()
  expect(faults).toEqual([])
})

beforeEach(async () => {
  service.mood = 'well'
  service.delayMs = 0
  service.signInAnswer = undefined
  service.arrived.clear()
  service.times.length = 0
  service.mostAtOnce = 0
  await database.run(sql`delete from push_devices`)
  await database.run(sql`update push_connection set fault = '', since = null`)
})

let made = 0

/** Players with these phones; what a token begins with says how the service answers it. */
async function phones(...kinds: string[]): Promise<{ ids: number[]; tokens: string[] }> {
  const tokens = kinds.map((kind) => `${kind}-${made++}`)
  const players = await database.many<{ id: number }>(sql`
    with made as (
      insert into users (user_name, mobile, password_hash, created_at, updated_at)
      select token, '8' || lpad((nth + (select count(*) from users))::text, 9, '0'), 'none', clock_timestamp(), clock_timestamp()
      from unnest(${tokens}::text[]) with ordinality as t (token, nth) order by nth returning id, user_name
    ), wallets as (
      insert into wallets (user_id) select id from made
    ), devices as (
      insert into push_devices (user_id, token, token_hash, since)
      select id, user_name, sha256(convert_to(user_name, 'utf8')), clock_timestamp() from made order by id
    )
    select id from made order by id`)
  return { ids: players.map(({ id }) => id), tokens }
}

const tell = async (body: object = {}) =>
  (await office.call(api.push.sendToAll, { title: 'Diwali bonus', ...body })).data.id
const progress = async (id: number) => (await office.call(api.push.progress, { id })).data
const connection = async () => (await office.call(api.push.stats, {})).data.connection

/** Asks until it is so. */
function until<T>(ask: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  return untilSo(async () => {
    const value = await ask()
    return isSo(value) ? { value } : undefined
  }).then(({ value }) => value)
}
const done = (id: number) =>
  until(
    () => progress(id),
    ({ finishedAt }) => finishedAt !== null,
  )
const countsOf = ({
  accepted,
  waiting,
  sent,
  failed,
  dead,
  unknown,
  dropped,
}: Awaited<ReturnType<typeof progress>>) => ({
  accepted,
  waiting,
  sent,
  failed,
  dead,
  unknown,
  dropped,
})

/** Of a message that no server delivers: its devices as one part. */
async function partOf(message: number): Promise<Part> {
  await listAudiences(database)
  const ends = await database.only<{ from: number; to: number } & NotNull<'from' | 'to'>>(sql`
    select min(device_id) as from, max(device_id) as to from push_targets where message_id = ${message}`)
  return { message, ...ends, failures: 0, isSmall: true }
}
const sender = openSender(fcm)
/** What a server does with a part. */
const deliverPart = (part: Part, send: Sender['send'] = sender.send, rest = { until: 0 }) => {
  const none = () => {}
  const delivering = { db: database, rest, isEnding: () => false, count: none, time: none }
  return deliver({ ...delivering, sender: { ...sender, send } }, part)
}
/** How urgent the jobs of a message are in the queue. */
const prioritiesOf = async (message: number) => {
  const jobs = await database.many<{ priority: number }>(sql`
    select priority from pgboss.job where data ->> 'message' = ${String(message)}`)
  return jobs.map(({ priority }) => priority)
}

test('a message arrives at each device with its words, and for as long as it is news', async () => {
  const { tokens } = await phones('good', 'good', 'good')
  const id = await tell({ description: 'दस प्रतिशत' })
  expect(countsOf(await done(id))).toEqual({
    accepted: 3,
    waiting: 0,
    sent: 3,
    failed: 0,
    dead: 0,
    unknown: 0,
    dropped: 0,
  })
  expect(Object.fromEntries(service.arrived)).toEqual(
    Object.fromEntries(tokens.map((each) => [each, [`${id}`]])),
  )
  const { notification, data, android } = service.bodies.at(-1)!.message
  expect(notification).toEqual({ title: 'Diwali bonus', body: 'दस प्रतिशत' })
  expect(data).toEqual({ id: `${id}`, type: 'personal' })
  expect(Number.parseInt(android.ttl, 10)).toBeGreaterThan(86_000)
  expect(await prioritiesOf(id)).toEqual([1])
  expect(await connection()).toMatchObject({ state: 'ready', since: expect.any(String) })
})

test('what FCM says of a device is kept apart, and only dead tokens are removed', async () => {
  const kinds = [
    'good',
    'unregistered',
    'malformed',
    'garbled',
    'unwelcome',
    'stranger',
    'apple',
    'drop',
    'lost',
    'flaky',
  ]
  const { ids } = await phones(...kinds)
  const id = await tell()
  expect(countsOf(await done(id))).toEqual({
    accepted: 10,
    waiting: 0,
    sent: 2, // good, and flaky at the second try
    failed: 3,
    dead: 3,
    unknown: 2,
    dropped: 0,
  })
  const left = await database.many<{ user_id: number }>(sql`select user_id from push_devices order by id`)
  expect(left.map(({ user_id }) => user_id)).toEqual(ids.filter((_id, nth) => nth < 1 || nth > 3))
  for (const [token, messages] of service.arrived) expect(messages, token).toHaveLength(1)
})

test('a 429 is a rest for everybody, for as long as FCM asks', async () => {
  await phones(...Array.from({ length: 60 }, () => 'good'))
  service.mood = 'too many'
  const id = await tell()
  await until(
    async () => service.times.length,
    (times) => times > 0,
  )
  expect(await until(connection, ({ state }) => state === 'failing')).toMatchObject({
    message: 'FCM answers 429 QUOTA_EXCEEDED. What waits is tried again.',
  })
  service.mood = 'well'
  expect(await done(id)).toMatchObject({ sent: 60, unknown: 0 })
  const refused = service.times.filter(({ status }) => status === 429)
  const rests = Math.floor((refused.at(-1)!.at - refused[0]!.at) / 900) // of a second; how many depends on the machine
  expect(refused.length).toBeLessThanOrEqual(25 * (rests + 1))
  const rested = service.times.find(({ status }) => status === 200)!.at - refused.at(-1)!.at
  expect(rested).toBeGreaterThanOrEqual(900)
  expect(await connection()).toMatchObject({ state: 'ready' })
})

test('what is put off goes out in its time, also where the clock is set back meanwhile', async () => {
  await phones('good')
  service.mood = 'too many'
  const now = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
  const id = await tell()
  const putOff = sql`select from pgboss.job where state = 'created' and data ->> 'failures' = '1'`
  await untilSo(async () => (await database.many(putOff)).length > 0)
  expect(new Set(await prioritiesOf(id))).toEqual(new Set([1]))
  clock.mockRestore()
  service.mood = 'well'
  expect(await done(id)).toMatchObject({ sent: 1 })
})

test.each([
  ['away', '503'],
  ['denied', '403 PERMISSION_DENIED'],
  ['wrong address', '404'],
] as const)(
  'while the service is %s messages wait, no token is removed, and the panel says why',
  async (mood, said) => {
    await phones('good', 'good')
    service.mood = mood
    const id = await tell()
    const { message } = await until(connection, ({ state }) => state === 'failing')
    expect(message).toBe(`FCM answers ${said}. What waits is tried again.`)
    const hindi = { headers: { 'accept-language': 'hi' } }
    const inHindi = `FCM ${said} जवाब दे रहा है। रुके हुए मैसेज फिर भेजे जाएँगे।`
    expect((await office.call(api.push.stats, {}, hindi)).data.connection.message).toBe(inHindi)
    const { data } = await office.call(api.alerts.list, {}, hindi)
    expect(data.map(({ sentence }) => sentence)).toContain(`पुश मैसेज नहीं जा रहे: ${inHindi}`)
    expect(countsOf(await progress(id))).toMatchObject({ waiting: 2, dead: 0, failed: 0 })
    await pushing.stop()
    service.mood = 'well'
    pushing = start() // Rests are a server's own.
    await database.run(sql`update pgboss.job set start_after = now() where state = 'created'`)
    expect(await done(id)).toMatchObject({ sent: 2 })
  },
)

test('an outage that is said in other words is the same since it began', async () => {
  await phones('good')
  service.mood = 'away'
  const id = await tell()
  const { since } = await until(connection, ({ state }) => state === 'failing')
  await pushing.stop()
  service.mood = 'denied'
  pushing = start()
  await database.run(sql`update pgboss.job set start_after = now() where state = 'created'`)
  expect(await until(connection, ({ message }) => message.includes('403'))).toMatchObject({ since })
  await office.call(api.push.stop, { id })
  await pushing.stop()
  pushing = start()
})

test('a service that answers each request with 500 and no time is told, too', async () => {
  await phones(...Array.from({ length: 30 }, () => 'good'))
  service.mood = 'broken'
  const id = await tell()
  const { message } = await until(connection, ({ state }) => state === 'failing')
  expect(message).toBe('FCM answers 500. What waits is tried again.')
  service.mood = 'well'
  expect(await done(id)).toMatchObject({ sent: 30 })
  expect(await connection()).toMatchObject({ state: 'ready' })
})

test('a request waits where no connection came about in time, and is unknown once it has left', async () => {
  const taken: Socket[] = []
  const mute = createServer((socket) => taken.push(socket.resume())) // It takes the connection, and says nothing of TLS.
  await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening))
  const impatient = { ...fcm, url: `https://127.0.0.1:${(mute.address() as AddressInfo).port}` }
  const sender = openSender(impatient)
  expect(await sender.signIn()).toBeUndefined()
  impatient.withinMs = 1_000
  const message = { id: 1, title: 'Hello', description: '', kind: 'personal', secondsLeft: 60 } as const
  const outcome = await sender.send('good', message)
  for (const socket of taken) socket.destroy()
  mute.close()
  expect(outcome).toMatchObject({
    is: 'later',
    isGeneral: true,
    because: 'FCM cannot be reached (no connection)',
  })

  impatient.url = service.url
  service.delayMs = 3_000
  expect(await sender.send('good', message)).toEqual({ is: 'unknown' })
  await untilSo(() => service.atOnce === 0)
})

test('an access token that ends early is renewed, and nothing is lost or doubled', async () => {
  await phones(...Array.from({ length: 40 }, () => 'good'))
  await done(await tell())
  const ready = await connection()
  service.signOut()
  const before = service.signIns
  expect(await done(await tell())).toMatchObject({ sent: 40 })
  expect(await connection(), 'since the first was taken').toEqual(ready)
  expect(service.signIns).toBe(before + 1)
})

test('an access token that is refused twice is not asked for a third time', async () => {
  service.mood = 'signed out'
  const [asked, signIns] = [service.requests, service.signIns]
  const message = { id: 1, title: 'Hello', description: '', kind: 'personal', secondsLeft: 60 } as const
  expect(await openSender(fcm).send('good', message)).toEqual({
    is: 'later',
    isGeneral: true,
    because: 'FCM refuses the access token',
    waitMs: 60_000,
  })
  expect([service.requests - asked, service.signIns - signIns]).toEqual([2, 2])
})

test('no more requests are under way at once than agreed', async () => {
  await phones(...Array.from({ length: 300 }, () => 'good'))
  service.delayMs = 20
  expect(await done(await tell())).toMatchObject({ sent: 300 })
  expect(service.mostAtOnce).toBeLessThanOrEqual(25)
})

test('two servers share the work and double none of it', async () => {
  const { tokens } = await phones(...Array.from({ length: 2_500 }, () => 'good'))
  const second = start()
  const ended = await tell()
    .then(done)
    .finally(() => second.stop())
  expect(countsOf(ended)).toMatchObject({ accepted: 2_500, sent: 2_500, unknown: 0 })
  expect(tokens.filter((token) => service.arrived.get(token)?.length !== 1)).toEqual([])
  expect(await prioritiesOf(ended.id), 'small messages overtake it').toEqual([0, 0, 0])
})

test('what a server had claimed is given up for its own part', async () => {
  await phones('good', 'good', 'good', 'good')
  await pushing.stop()
  const message = await tell()
  await listAudiences(database)
  const claimed = await database.many<{ id: number }>(sql`
    update push_targets set state = 'claimed' where message_id = ${message} returning device_id as id`)
  const ids = claimed.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(ids).toHaveLength(4)
  const giveUp = (from: number, to: number) =>
    giveUpClaims(database, { message, from: ids[from]!, to: ids[to]!, failures: 0, isSmall: false })
  expect(await giveUp(1, 2)).toBe(2)
  expect(await progress(message)).toMatchObject({ unknown: 2 })
  expect(await giveUp(0, 3)).toBe(2)
  await finish(database, message)
  pushing = start()
})

test('what is answered after its claim was given up is counted once', async () => {
  await phones('good')
  await pushing.stop()
  const message = await tell()
  const part = await partOf(message)
  await deliverPart(part, async (...asked) => {
    const outcome = await sender.send(...asked)
    await giveUpClaims(database, part)
    return outcome
  })
  expect(countsOf(await progress(message))).toMatchObject({ accepted: 1, sent: 0, unknown: 1 })
  pushing = start()
})

test('what is still claimed an hour after its message has ended is given up', async () => {
  await phones('good', 'good')
  await pushing.stop()
  const message = await tell()
  await partOf(message)
  await database.run(sql`update push_targets set state = 'claimed' where message_id = ${message}`)
  const expiresAt = Date.parse((await progress(message)).expiresAt)
  const endAt = (minutes: number) =>
    endWhatIsOver(databaseAt(database, new Date(expiresAt + minutes * 60_000)))
  await endAt(59)
  expect(await progress(message)).toMatchObject({ waiting: 2, unknown: 0, finishedAt: null })
  await endAt(61)
  expect(await progress(message)).toMatchObject({ state: 'done', waiting: 0, unknown: 2 })
  pushing = start()
})

test('a message whose audience is not listed is not handed over, nor done with', async () => {
  await phones('good')
  await pushing.stop()
  await switchOn(true)
  await office.declare(await office.market('DISAWAR'), '128-1')
  const { id } = (await listed())[0]!
  await finish(database, id)
  expect(await enqueue(database, async () => {})).toBe(0)
  await office.call(api.push.stop, { id })
  await endWhatIsOver(database)
  expect(await progress(id)).toMatchObject({ finishedAt: null })
  pushing = start()
  expect(await done(id)).toMatchObject({ accepted: 1, dropped: 1 })
})

test('a part waits for as long as FCM asks, and ever longer while none is taken', async () => {
  await phones('good', 'flaky')
  await pushing.stop()
  const part = await partOf(await tell())
  expect(await deliverPart({ ...part, failures: 8 }), 'one was taken').toEqual({
    part: { ...part, failures: 1 },
    afterMs: 5_000,
  })
  service.mood = 'too many'
  const waits: number[] = []
  for (const failures of [0, 8, 9]) waits.push((await deliverPart({ ...part, failures }))!.afterMs)
  expect(waits).toEqual([1_000, 256_000, 300_000])
  const rest = { until: 0 }
  const longer = performance.now() + 3_600_000
  await deliverPart(
    part,
    (...asked) => {
      rest.until = longer
      return sender.send(...asked)
    },
    rest,
  )
  expect(rest.until, 'a longer rest of another part stays').toBe(longer)
  service.mood = 'well'
  await deliverPart(part)
  pushing = start()
})

test('who changes their mind, or is gone, before a message is out does not get it', async () => {
  const { ids } = await phones('good', 'good', 'good', 'good')
  await pushing.stop()
  const { id } = (await office.call(api.push.sendToMany, { userIds: ids, title: 'Hello' })).data
  await office.call(api.users.update, { id: ids[0]!, personal_notification: false })
  await office.call(api.users.remove, { id: ids[1]! })
  await database.run(sql`delete from push_devices where user_id = ${ids[2]!}`)
  pushing = start()
  expect(countsOf(await done(id))).toMatchObject({ accepted: 4, sent: 1, dropped: 3 })
})

test('what is stopped, or too old, is dropped', async () => {
  await phones('good', 'good')
  await pushing.stop()
  const [stopped, old] = [await tell(), await tell()]
  await office.call(api.push.stop, { id: stopped })
  await listAudiences(database)
  await office.owner.run(sql`
    update push_messages set expires_at = clock_timestamp(), created_at = created_at - interval '7 days' where id = ${old}`)
  await office.owner.run(sql`
    update push_messages set created_at = created_at - interval '9 days' where id < ${old}`)
  const targets = () =>
    database.many<{ id: number; from: number }>(sql`
      select message_id as id, min(device_id) as from from push_targets group by message_id order by message_id`)
  await clearOldTargets(database)
  const [, second] = await targets()
  expect((await targets()).map(({ id }) => id)).toEqual([stopped, old]) // What is not done with is kept.
  const { from } = second!
  await deliverPart({ message: old, from, to: from, failures: 0, isSmall: true })
  expect(await progress(old)).toMatchObject({ sent: 0, dropped: 1 })
  pushing = start()
  expect(await done(stopped)).toMatchObject({ state: 'stopped', sent: 0, dropped: 2 })
  expect(await done(old)).toMatchObject({ state: 'done', sent: 0, dropped: 2 })
  await clearOldTargets(database)
  expect((await targets()).map(({ id }) => id)).toEqual([old])
  expect(service.arrived.size).toBe(0)
})

test('a server that ends finishes what is under way and leaves the rest to the next', async () => {
  const { tokens } = await phones(...Array.from({ length: 400 }, () => 'good'))
  service.delayMs = 50
  const id = await tell()
  await until(
    async () => service.arrived.size,
    (arrived) => arrived > 0,
  )
  await pushing.stop()
  const atEnd = await progress(id)
  expect(atEnd.sent).toBe(service.arrived.size)
  expect(atEnd).toMatchObject({ unknown: 0, waiting: 400 - atEnd.sent })
  service.delayMs = 0
  pushing = start()
  expect(await done(id)).toMatchObject({ sent: 400 })
  expect(tokens.filter((token) => service.arrived.get(token)?.length !== 1)).toEqual([])
})

test('without a good key nothing is claimed, and the panel says that Google refuses it', async () => {
  await phones('good')
  await pushing.stop()
  service.signInAnswer = { status: 400, error: 'invalid_grant' }
  pushing = start()
  const id = await tell()
  const { message } = await until(connection, ({ state }) => state === 'failing')
  expect(message).toBe('Google refuses the FCM credentials (invalid_grant). What waits is tried again.')
  expect(await progress(id)).toMatchObject({ state: 'waiting', waiting: 1, startedAt: null })
  await office.call(api.push.stop, { id })
  await done(id)
  await pushing.stop()
  service.signInAnswer = undefined
  pushing = start()
})

const listed = async () => (await office.call(api.push.list, { limit: 100 })).data
const switchOn = (declure_notification: boolean) => office.call(api.settings.update, { declure_notification })

test('a declaration tells those who want results, where the setting is on', async () => {
  const { ids, tokens } = await phones('good', 'good')
  await office.call(api.users.update, { id: ids[0]!, result_notification: false })
  const market = await office.market('KALYAN')
  const before = (await listed()).length
  await switchOn(false)
  await office.declare(market, '128-1')
  await office.revert(market)
  expect(await listed()).toHaveLength(before)
  await switchOn(true)
  await office.declare(market, '128-1')
  await office.declare(market, '128-14-455')
  const [close, open] = await listed()
  expect(open).toMatchObject({ title: 'KALYAN 128-1', notificationType: 'result', audience: 'result' })
  expect(close).toMatchObject({ title: 'KALYAN 128-14-455' })
  expect(await done(open!.id)).toMatchObject({ accepted: 1, sent: 1 })
  expect(await done(close!.id)).toMatchObject({ accepted: 1, sent: 1 })
  expect([...service.arrived.keys()]).toEqual([tokens[1]])
})

test('a result that is declared again is told once, and again where another was told after it', async () => {
  const { tokens } = await phones('good', 'good')
  await switchOn(true)
  const market = await office.market('MILAN')
  await office.declare(market, '128-1')
  const told = (await listed())[0]!.id
  await done(told)
  await office.revert(market)
  await office.declare(market, '128-1')
  expect((await listed())[0]!.id).toBe(told)
  await office.revert(market)
  await office.declare(market, '137-1')
  const corrected = (await listed())[0]!
  expect(corrected.title).toBe('MILAN 137-1')
  await done(corrected.id)
  await office.declare(market, '137-14-455')
  const close = (await listed())[0]!.id
  await done(close)
  await office.revert(market)
  await office.declare(market, '137-1')
  expect((await listed())[0]!.id).toBe(close)
  await office.revert(market)
  await office.declare(market, '128-1')
  const right = (await listed())[0]!
  expect(right).toMatchObject({ title: 'MILAN 128-1' })
  await done(right.id)
  for (const token of tokens)
    expect(service.arrived.get(token)).toEqual([told, corrected.id, close, right.id].map(String))
  await database.run(sql`update push_messages set unknown = sent, sent = 0 where id = ${right.id}`)
  await office.revert(market)
  await office.declare(market, '137-1') // Phones were perhaps told another.
  const last = (await listed())[0]!
  expect(last.id).toBeGreaterThan(right.id)
  await done(last.id)
})

test('a close that was told is not told again where its own open was told after it', async () => {
  await phones('good')
  await switchOn(true)
  const market = await office.market('BOTH')
  await office.declare(market, '128-14-455')
  await done((await listed())[0]!.id)
  await office.revert(market)
  await office.declare(market, '128-1')
  const open = (await listed())[0]!
  expect(open.title).toBe('BOTH 128-1')
  await done(open.id)
  await office.declare(market, '128-14-455')
  expect((await listed())[0]!.id).toBe(open.id)
})

test('a result that is reverted before it is out stays in, and goes on where it left off when it is declared again', async () => {
  const { tokens } = await phones('good', 'good', 'good')
  await switchOn(true)
  service.mood = 'too many'
  const market = await office.market('RAJDHANI')
  await office.declare(market, '128-1')
  const { id } = (await listed())[0]!
  await until(
    () => progress(id),
    ({ accepted }) => accepted === 3,
  )
  await office.revert(market)
  expect(await done(id)).toMatchObject({ state: 'stopped', dropped: 3, sent: 0 })
  service.mood = 'well'
  await office.declare(market, '128-1')
  expect(await done(id)).toMatchObject({ state: 'done', accepted: 3, dropped: 0, sent: 3 })
  for (const token of tokens) expect(service.arrived.get(token)).toEqual([`${id}`])
})

test('a close that is reverted stops its own message alone', async () => {
  await phones('good')
  await switchOn(true)
  service.mood = 'too many'
  const market = await office.market('MADHUR')
  await office.declare(market, '128-1')
  await office.declare(market, '128-14-455')
  const [close, open] = await listed()
  await office.revert(market, { session: 'close' })
  service.mood = 'well'
  expect(await done(close!.id)).toMatchObject({ state: 'stopped', sent: 0 })
  expect(await done(open!.id)).toMatchObject({ state: 'done', sent: 1 })
})

test('a declaration that is refused tells nobody', async () => {
  await phones('good')
  await switchOn(true)
  const market = await office.market('SRIDEVI')
  await office.declare(market, '128-1')
  const before = await listed()
  expect(await office.declare(market, '137-1')).toMatchObject({ code: 409 })
  expect(await listed()).toHaveLength(before.length)
})

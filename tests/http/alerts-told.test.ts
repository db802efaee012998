/** The owner is told of alerts outside the panel: once each, signed, again until they are taken, whoever is killed. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { StatsFs } from 'node:fs'
import fs from 'node:fs/promises'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { hostname } from 'node:os'
import { api } from '@munim/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Reading } from '../../server/src/alerts/queries.ts'
import { byMail, byWebhook, type Message, tellAlerts, type Ways } from '../../server/src/alerts/tell.ts'
import { watchAlerts } from '../../server/src/alerts/watch.ts'
import { type AnchorState, keepFailure } from '../../server/src/anchors/state.ts'
import { sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { purge } from '../../server/src/database/purge.ts'
import { databaseAt } from '../support/clock.ts'
import { backOffice } from '../support/office.ts'
import { answeredOrLocked, until } from '../support/waits.ts'

const office = await backOffice()
const { database, owner } = office
const SECRET = 'a secret of the owner'
const DAY_MS = 24 * 3_600_000

/** What the webhook was sent, and how it answers. */
const hook = { bodies: [] as string[], signatures: [] as unknown[], status: 204 }
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    hook.bodies.push(body)
    hook.signatures.push(request.headers['x-signature'])
    response.writeHead(hook.status, { location: '/elsewhere' }).end()
  })
}).listen(0, '127.0.0.1')
const mails: { to: string[]; text: string }[] = []
/** Whom the mail server does not know. */
const strangers = new Set<string>()
/** What the mail server waits for before it says whether it knows somebody. */
let thinking = Promise.resolve()
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  async onRcptTo({ address }, _session, done) {
    await thinking
    done(strangers.has(address) ? Object.assign(new Error('unknown here'), { responseCode: 550 }) : undefined)
  },
  onData(stream, session, done) {
    let text = ''
    stream.on('data', (part: Buffer) => {
      text += part
    })
    stream.on('end', () => {
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
      done()
    })
  },
})
await Promise.all([
  once(receiver, 'listening'),
  new Promise<void>((done) => {
    smtp.listen(0, '127.0.0.1', () => done())
  }),
])
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const webhook = byWebhook(`http://127.0.0.1:${portOf(receiver)}/alerts`, SECRET)
const mail = byMail(
  {
    url: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    from: 'munim@example.com',
    to: ['owner@example.com', 'partner@example.com'],
  },
  'https://panel.example.com',
)

afterAll(async () => {
  receiver.close()
  await new Promise<void>((done) => {
    smtp.close(() => done())
  })
})

const anchors: AnchorState = {}
/** What was logged as a fault. */
const faults: object[] = []
const log = { error: (about: object) => void faults.push(about) }
const unread: Reading['unread'] = new Map()
const reading = { second: office.app.second, dataDir: '/', anchors, unread, log }
const tell = (ways: Ways, dataDir = '/', clock = database) => tellAlerts(clock, { ...reading, dataDir, ways })
const booksDiffer = () =>
  database.run(sql`
    insert into proofs (at, is_full, differences, wallets, ledger, players)
    values (clock_timestamp(), true, '["one"]', 0, 0, 0)`)
const told = () => hook.bodies.map((body) => JSON.parse(body) as Message)

beforeEach(async () => {
  await owner.run(sql`truncate proofs, alert_messages, leases`)
  Object.assign(hook, { bodies: [], signatures: [], status: 204 })
  mails.length = 0
  faults.length = 0
})

test('where all is well nothing is told', async () => {
  await tell({ webhook, mail })
  expect([hook.bodies, mails]).toEqual([[], []])
})

test('an alert is told once each way while it lasts, signed, with the way to where it is mended', async () => {
  await booksDiffer()
  await tell({ webhook, mail })
  await tell({ webhook, mail })
  expect(told()).toEqual([
    {
      id: expect.stringMatching(/^\d+-\d{13}$/),
      kind: 'books',
      sentence: 'The books do not agree: 1 difference',
      since: expect.stringMatching(/Z$/),
      foundAt: expect.stringMatching(/Z$/),
      address: '/',
    },
  ])
  expect(hook.signatures).toEqual([
    `sha256=${createHmac('sha256', SECRET).update(hook.bodies[0]!).digest('hex')}`,
  ])
  expect(mails).toHaveLength(1)
  expect(mails[0]!.to).toEqual(['owner@example.com', 'partner@example.com'])
  expect(mails[0]!.text).toContain('Subject: Munim: The books do not agree: 1 difference')
  expect(mails[0]!.text).toContain('https://panel.example.com/')
  expect(mails[0]!.text).toMatch(/^Since \d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [ap]m IST\r?$/m)
})

test('what comes again after it was mended is told again', async () => {
  await booksDiffer()
  await tell({ webhook })
  await database.run(sql`
    insert into proofs (at, is_full, differences, wallets, ledger, players) values (clock_timestamp(), true, '[]', 0, 0, 0)`)
  await tell({ webhook })
  expect(told()).toHaveLength(1)
  await booksDiffer()
  await tell({ webhook })
  expect(told()).toHaveLength(2)
})

test('what is not taken is kept with its fault, holds up no other way, and is sent again later, then no more', async () => {
  hook.status = 500
  await booksDiffer()
  await tell({ webhook, mail })
  expect(mails).toHaveLength(1)
  const waiting = () =>
    database.many(sql`select way, tries, fault, sent_at is not null as sent from alert_messages order by way`)
  expect(await waiting()).toEqual([
    { way: 'mail', tries: 1, fault: '', sent: true },
    { way: 'webhook', tries: 1, fault: 'ALERT_URL answered 500', sent: false },
  ])
  await tell({ webhook, mail })
  expect(hook.bodies).toHaveLength(1) // Ten seconds are not over.
  await owner.run(sql`update alert_messages set next_at = clock_timestamp()`)
  await tell({ mail })
  expect(hook.bodies, 'left to a server that has the way').toHaveLength(1)
  hook.status = 200
  await tell({ webhook, mail })
  expect(told().map(({ id }) => id)).toEqual([told()[0]!.id, told()[0]!.id])
  await owner.run(sql`update alert_messages set next_at = clock_timestamp()`)
  await tell({ webhook, mail })
  expect([hook.bodies.length, mails.length]).toEqual([2, 1])
})

test('no other alert has the id of one that was told, also where the table was restored from before', async () => {
  for (const _ of [1, 2]) {
    await owner.run(sql`truncate proofs, alert_messages restart identity`)
    await booksDiffer()
    await tell({ webhook, mail })
  }
  expect(new Set(told().map(({ id }) => id)).size).toBe(2)
  expect(new Set(mails.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)![1])).size).toBe(2)
})

test('whom the mail server refuses is sent it again, and who took it is not', async () => {
  const people = ['owner@example.com', 'partner@example.com', 'cashier@example.com']
  const url = `smtp://127.0.0.1:${portOf(smtp.server)}`
  const toAll = byMail({ url, from: 'munim@example.com', to: people }, undefined)
  const kept = () =>
    database.only<{ fault: string; sent: boolean }>(
      sql`select fault, sent_at is not null as sent from alert_messages`,
    )
  await booksDiffer()
  for (const [nth, person] of people.entries()) {
    const left = people.length - 1 - nth
    strangers.clear()
    for (const each of people.slice(nth + 1)) strangers.add(each)
    await owner.run(sql`update alert_messages set next_at = clock_timestamp()`)
    await tell({ mail: toAll })
    expect(mails.slice(nth).map(({ to }) => to)).toEqual([[person]])
    const fault = left === 0 ? '' : `the mail server refuses ${left} of 3 addresses`
    expect(await kept()).toEqual({ fault, sent: left === 0 })
  }
})

test('it waits twice as long after each try, an hour at most', async () => {
  const away: Ways = { webhook: () => Promise.reject(new Error('away')) }
  await booksDiffer()
  const waits: number[] = []
  for (let nth = 0; nth < 12; nth++) {
    await owner.run(sql`update alert_messages set next_at = clock_timestamp()`)
    await tell(away)
    const { seconds } = await database.only<{ seconds: number | null }>(sql`
      select extract(epoch from next_at - clock_timestamp())::float8 as seconds from alert_messages`)
    waits.push(Math.round(seconds!))
  }
  expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80])
  expect(waits.at(-1)).toBe(3600)
  await tell({ webhook })
  expect(hook.bodies).toEqual([])
  // After eight tries it rests for 21 minutes: what waits longer has waited since before the clock went back.
  for (const [minutes, times] of [
    [16, 0],
    [30, 1],
  ] as const) {
    await owner.run(sql`
      update alert_messages set tries = 8, next_at = clock_timestamp() + make_interval(mins => ${minutes})`)
    await tell({ webhook })
    expect(hook.bodies).toHaveLength(times)
  }

  await owner.run(sql`
    insert into alert_messages (alert, mark, way, kind, sentence, since, found_at, next_at)
    select 'alert ' || n, 0, 'webhook', 'books', n, at, at, at - make_interval(mins => n)
    from generate_series(1, 3) n, (select clock_timestamp() as at) moment`)
  const order: string[] = []
  await tell({ webhook: async ({ sentence }) => void order.push(sentence) })
  expect(order, 'what is due longest goes first').toEqual(['3', '2', '1'])
})

test('a mail server and an address that are away are a fault of theirs, and the message is kept', async () => {
  await booksDiffer()
  const nowhere = 'http://127.0.0.1:9/'
  await tell({
    webhook: byWebhook(nowhere, SECRET),
    mail: byMail({ url: 'smtp://127.0.0.1:9', from: 'a@example.com', to: ['b@example.com'] }, undefined),
  })
  const kept = await database.many<{ sent_at: string | null; fault: string }>(
    sql`select sent_at, fault from alert_messages`,
  )
  expect(kept.map(({ sent_at, fault }) => [sent_at, fault.length > 0])).toEqual([
    [null, true],
    [null, true],
  ])
})

test('an address that redirects has not taken it, and is not followed', async () => {
  hook.status = 307
  await booksDiffer()
  await tell({ webhook })
  expect(await database.many(sql`select fault from alert_messages`)).toEqual([
    { fault: 'ALERT_URL answered 307' },
  ])
  expect(hook.bodies).toHaveLength(1)
})

test('a mail server that answers a sign at a time holds nothing up', async () => {
  await booksDiffer()
  const dripping = createTcpServer((socket) => {
    const drip = setInterval(() => socket.write('2'), 50)
    socket.on('error', () => {}).on('close', () => clearInterval(drip))
  }).listen(0, '127.0.0.1')
  await once(dripping, 'listening')
  const url = `smtp://127.0.0.1:${portOf(dripping)}`
  await tell({ mail: byMail({ url, from: 'a@example.com', to: ['b@example.com'] }, undefined, 500) })
  const { fault } = await database.only<{ fault: string }>(sql`select fault from alert_messages`)
  expect(fault).toBe('the mail server takes it too slowly')
  dripping.close()
})

test('a mail that is given up is not delivered later', async () => {
  await booksDiffer()
  const thought = Promise.withResolvers<void>()
  thinking = thought.promise
  const url = `smtp://127.0.0.1:${portOf(smtp.server)}`
  await tell({ mail: byMail({ url, from: 'a@example.com', to: ['b@example.com'] }, undefined, 500) })
  thought.resolve()
  await until(() => smtp.connections.size === 0)
  expect(mails).toEqual([])
})

test('a stop waits for no receiver that hangs, and what was under way is sent again at once', async () => {
  await booksDiffer()
  const silent = createTcpServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  let asked = 0
  silent.on('connection', () => asked++)
  await once(silent, 'listening')
  const at = `127.0.0.1:${portOf(silent)}`
  const ways: Ways = {
    webhook: byWebhook(`http://${at}/alerts`, SECRET),
    mail: byMail({ url: `smtp://${at}`, from: 'a@example.com', to: ['b@example.com'] }, undefined),
  }
  const watch = watchAlerts(database, { ...reading, ways })!
  await until(() => asked === 2)
  await watch.stop()
  const due = sql`select tries from alert_messages where sent_at is null and next_at <= clock_timestamp()`
  expect(await database.many(due)).toEqual([{ tries: 0 }, { tries: 0 }])
  silent.close()
})

test("another administrator's new device is told, the first of each is not, and old messages are deleted", async () => {
  await database.run(sql`
    insert into devices (device_hash, admin_id, created_at)
    select decode(md5(n::text), 'hex'), 1, clock_timestamp() - make_interval(hours => 30 * (2 - n)) from generate_series(1, 2) n`)
  await tell({ webhook })
  expect(told()).toMatchObject([
    { kind: 'device', sentence: 'admin signed in with a new device', address: '/settings/administrators' },
  ])
  await owner.run(sql`update alert_messages set found_at = clock_timestamp() - interval '32 days'`)
  await purge(database)
  expect(await database.many(sql`select id from alert_messages`)).toEqual([])
  await database.run(sql`delete from devices where admin_id = 1`)
})

test('a disk that can not be asked is told, and silences no other alert', async () => {
  await booksDiffer()
  await tell({ webhook }, '/not here')
  const sentences = told().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  expect(sentences.sort()).toEqual([
    'books: The books do not agree: 1 difference',
    expect.stringMatching(/^disk: .* can not be read: ENOENT$/),
  ])
  await tell({ webhook }, '/not here', databaseAt(database, new Date(Date.now() + DAY_MS)))
  expect(
    told()
      .slice(2)
      .map(({ kind }) => kind),
    'anew each day',
  ).toEqual(['disk'])
})

test('what only the system may still write on a disk is not free', async () => {
  const disk = { bsize: 4096, bfree: 2 ** 30, bavail: 128_000 } as StatsFs
  const asked = vi.spyOn(fs, 'statfs').mockResolvedValue(disk)
  syncBuiltinESMExports()
  await tell({ webhook })
  asked.mockRestore()
  syncBuiltinESMExports()
  expect(told().map(({ sentence }) => sentence)).toEqual([
    `The disk of ${hostname()} is nearly full: 500 MB are free`,
  ])
})

test('a read that fails is an alert, and hides no other; what waits is sent where none can be read', async () => {
  await booksDiffer()
  hook.status = 500
  await owner.run(sql`alter table suspicions rename to away`)
  await tell({ webhook })
  const bell = await office.call(api.alerts.list, {})
  const seen = await office.call(api.alerts.see, { ids: bell.data.map(({ id }) => id) })
  await owner.run(sql`alter table away rename to suspicions`)
  const sentences = [
    'The books do not agree: 1 difference',
    'What needs you can not be read in full: relation "suspicions" does not exist',
  ]
  expect(
    told()
      .map(({ sentence }) => sentence)
      .sort(),
  ).toEqual(sentences)
  expect(bell.data.map(({ sentence }) => sentence)).toEqual(sentences)
  const { id, since } = bell.data.at(-1)!
  expect(id, 'anew each day').toBe(`unread: findToLookAt ${Math.floor(Date.parse(since) / DAY_MS)}`)
  expect(faults).toMatchObject([{ kind: 'look', err: { code: '42P01' } }])
  expect(seen).toMatchObject({ code: 200 })
  expect((await office.call(api.alerts.list, {})).data).toMatchObject([{ kind: 'books', isSeen: true }])

  hook.status = 204
  await owner.run(sql`update alert_messages set next_at = clock_timestamp()`)
  await owner.transaction(async (db) => {
    await db.run(sql`lock table devices in access exclusive mode`)
    unread.set('findNewDevices', { since: Date.now() - 60_000, until: Date.now() })
    await expect(tell({ webhook })).rejects.toMatchObject({ trouble: 'locked' })
    expect(hook.bodies).toHaveLength(4)
    const { since, until } = unread.get('findNewDevices')!
    unread.set('findNewDevices', { since: since - 2 * 60_000, until })
    await tell({ webhook })
  })
  expect(told().at(-1)).toMatchObject({
    kind: 'device',
    sentence: expect.stringMatching(/^What needs you can not be read in full: .* lock timeout$/),
    since: new Date(unread.get('findNewDevices')!.since).toISOString(),
  })
  await tell({ webhook })
  expect([...unread]).toEqual([])
  // Of one kind, too, each read is told of by itself.
  await owner.transaction(async (db) => {
    await db.run(sql`lock table refund_runs in access exclusive mode`)
    unread.set('findUnpaid', { since: Date.now() - 2 * 60_000, until: Date.now() })
    await tell({ webhook })
  })
  expect(told().at(-1)).toMatchObject({ kind: 'declare', sentence: expect.stringMatching(/ lock timeout$/) })
  unread.set('findUnpaid', { since: 0, until: Date.now() - 5 * 60_000 })
  await owner.transaction(async (db) => {
    await db.run(sql`lock table refund_runs in access exclusive mode`)
    await expect(tell({ webhook })).rejects.toMatchObject({ trouble: 'locked' })
  })
})

test('what was read for longer than the lease is sent by the server that has it then', async () => {
  await booksDiffer()
  const patient = connect(office.url, { max: 2, lockMs: 0 })
  const telling = await owner.transaction(async (db) => {
    await db.run(sql`lock table devices in access exclusive mode`)
    const told = tellAlerts(patient, { ...reading, ways: { webhook } })
    await answeredOrLocked(database, told)
    await database.run(sql`update leases set holder = gen_random_uuid() where name = 'alerts'`)
    return { told }
  })
  await telling.told
  await patient.close()
  expect(hook.bodies).toEqual([])
  await owner.run(sql`delete from leases where name = 'alerts'`)
  await tell({ webhook })
  expect(hook.bodies).toHaveLength(1)
})

test('anchors that fail for a quarter of an hour are told, once while they fail', async () => {
  keepFailure(anchors, 'handing on', new Error('ANCHOR_URL answered 500'))
  await tell({ webhook })
  expect(told()).toEqual([])
  anchors.failing = { ...anchors.failing!, since: Date.now() - 15 * 60_000 }
  keepFailure(anchors, 'handing on', new Error('ANCHOR_URL answered 502'))
  for (const _ of [1, 2]) await tell({ webhook })
  expect(told()).toMatchObject([
    {
      kind: 'anchors',
      sentence: `Anchors of the books can not be handed on by ${hostname()}: ANCHOR_URL answered 502`,
    },
  ])
  const { failing } = anchors
  delete anchors.failing
  await tell({ webhook })
  expect(told()).toHaveLength(1)
  anchors.failing = { ...failing!, since: failing!.since + 1 }
  await tell({ webhook })
  expect(told(), 'it fails again').toHaveLength(2)
  delete anchors.failing
})

test('what only one of several servers knows of is told, also where another one tells', async () => {
  await database.run(sql`
    insert into leases (name, holder, until) values ('alerts', gen_random_uuid(), clock_timestamp() + interval '1 minute')`)
  const failing = { what: 'signing', since: Date.now() - 15 * 60_000, fault: 'EIO' } as const
  const watch = watchAlerts(database, { ...reading, anchors: { failing }, ways: { webhook } })!
  await until(async () => (await database.many(sql`select id from alert_messages`)).length > 0)
  await watch.stop()
  await owner.run(sql`delete from leases where name = 'alerts'`)
  expect(hook.bodies).toEqual([])
  await tell({ webhook })
  expect(told()).toMatchObject([
    { kind: 'anchors', sentence: `The books can not be signed by ${hostname()}: EIO` },
  ])
  expect(faults).toEqual([])
})

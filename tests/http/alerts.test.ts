/** What needs a person: told for as long as its cause, to who has the right to mend it, and until each has seen it. */
import { api } from '@munim/contract'
import { addDays } from '@munim/core'
import { beforeEach, expect, test } from 'vitest'
import { noteBackup } from '../../server/src/backup/save.ts'
import { sql } from '../../server/src/database/db.ts'
import { ensureDraw } from '../../server/src/markets/schedule.ts'
import { follow } from '../support/follow.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const { database, owner } = office

const meera = await office.withRights('see', 'funds')

const alertsOf = async (as: { token: string } = office.admin) =>
  (await office.call(api.alerts.list, {}, { as })).data
const kindsOf = async (as?: { token: string }) => (await alertsOf(as)).map(({ kind }) => kind)
const see = (ids: string[], as: { token: string } = office.admin) =>
  office.call(api.alerts.see, { ids }, { as })
const hoursAgo = (hours: number) => sql`clock_timestamp() - make_interval(hours => ${hours})`

/** The outcome of a check so many minutes ago. */
const proof = (minutesAgo: number, differences: string[], { isFull = false } = {}) =>
  database.run(sql`
    insert into proofs (at, is_full, differences, wallets, ledger, players)
    values (clock_timestamp() - make_interval(mins => ${minutesAgo}), ${isFull}, ${JSON.stringify(differences)}, 0, 0, 0)`)

beforeEach(async () => {
  await owner.run(sql`truncate proofs, seen_alerts`)
  await owner.run(sql`delete from suspicions where looked_at is null`)
  await database.run(sql`update settings set auto_declare = false`)
  await database.run(sql`update push_connection set fault = '', since = null`)
  await owner.run(sql`update last_backup set at = null, noted_since = clock_timestamp()`)
  await database.run(sql`update security set funds = null`)
})

test('a new installation needs nobody', async () => {
  expect(await alertsOf()).toEqual([])
})

test('books that differ are told since the first check that found it, until they agree; the same again is another alert', async () => {
  await proof(50, [], { isFull: true })
  await proof(30, ['one'])
  await proof(20, ['one', 'two'])
  const [books, ...others] = await alertsOf()
  expect(others).toEqual([])
  expect(books).toMatchObject({
    kind: 'books',
    sentence: 'The books do not agree: 2 differences',
    address: '/',
    isSeen: false,
  })
  const { at } = await database.only<{ at: string | null }>(
    sql`select min(at) as at from proofs where differences <> '[]'`,
  )
  expect(books!.since).toBe(at)
  expect(await see([books!.id])).toMatchObject({ code: 200 })
  await proof(10, ['one', 'two', 'three'])
  expect(await alertsOf()).toMatchObject([{ id: books!.id, isSeen: true }])

  await proof(9, [])
  expect(await alertsOf()).toEqual([])
  await proof(8, ['again'])
  expect(await alertsOf()).toMatchObject([{ kind: 'books', isSeen: false }])
})

test('what a proof of every law found is not over when the sums agree', async () => {
  await proof(40, [])
  await proof(30, ['a law'], { isFull: true })
  await proof(20, [])
  const [books] = await alertsOf()
  const { at } = await database.only<{ at: string }>(sql`select at from proofs where is_full`)
  expect(books).toMatchObject({
    kind: 'books',
    sentence: 'The books do not agree: 1 difference',
    since: at,
  })
  await see([books!.id])
  await proof(10, [])
  expect(await alertsOf()).toMatchObject([{ isSeen: true }])
  await proof(5, [], { isFull: true })
  expect(await alertsOf()).toEqual([])
})

test('books that nobody checks any more are told', async () => {
  await proof(34, [], { isFull: true })
  expect(await alertsOf()).toEqual([])
  await owner.run(sql`update proofs set at = at - interval '3 minutes'`)
  const [unchecked] = await alertsOf()
  expect(unchecked).toMatchObject({ sentence: 'The books are not checked any more' })
  await see([unchecked!.id])
  expect(await alertsOf()).toMatchObject([{ isSeen: true }])
  await owner.run(sql`update proofs set at = at + interval '2 minutes'`) // Of a later check.
  expect(await alertsOf()).toMatchObject([{ sentence: unchecked!.sentence, isSeen: false }])
})

test('sums that agree are not enough: books that were not proven for a night and a day are told', async () => {
  await proof(36 * 60 + 90, [], { isFull: true })
  await proof(30, [])
  expect(await alertsOf()).toEqual([]) // The server was off, or has just begun to prove them.
  await proof(61, [])
  await proof(1, [])
  const [unproven] = await alertsOf()
  expect(unproven).toMatchObject({ sentence: 'Only the sums of the books are still checked', isSeen: false })
  await see([unproven!.id])
  await proof(0, [])
  expect(await alertsOf()).toMatchObject([{ isSeen: true }])
  await owner.run(sql`update proofs set at = at + interval '1 minute' where is_full`)
  expect(await alertsOf(), 'it was proven since').toMatchObject([{ isSeen: false }])
  await proof(0, [], { isFull: true })
  expect(await alertsOf()).toEqual([])

  await owner.run(sql`truncate proofs`)
  await proof(61, [])
  await proof(1, [])
  expect(await alertsOf()).toMatchObject([{ sentence: 'Only the sums of the books are still checked' }])
})

test('what one administrator has seen, another has not; of what is no alert nothing is kept', async () => {
  await proof(10, ['one'])
  const [{ id } = { id: '' }] = await alertsOf()
  await see([id, 'books 987654', 'made up 1'])
  expect(await alertsOf()).toMatchObject([{ isSeen: true }])
  expect(await alertsOf(meera)).toMatchObject([{ id, isSeen: false }])
  await owner.run(sql`update seen_alerts set at = ${hoursAgo(24 * 30)}`)
  await see([id]) // What is looked at again is kept for another month.
  expect(await database.many(sql`select alert, at > ${hoursAgo(24)} as "isNew" from seen_alerts`)).toEqual([
    { alert: 'books', isNew: true },
  ])
})

test.each([{}, { ids: [] }, { ids: 'books' }, { ids: Array(201).fill('a') }, { ids: ['x'.repeat(101)] }])(
  '%.60j is refused',
  async (body) => {
    expect(await office.call(api.alerts.see.path, body)).toMatchObject({ code: 400 })
  },
)

test('a half that auto declare leaves to a person is told while the switch is on and the half is due', async () => {
  const market = await office.market('STOPPED', { opensIn: -2, closesIn: 4 })
  const reading = (reason: string, isStopped: boolean) =>
    database.run(sql`
      insert into readings (draw_id, half, digit, panna, first_at, reason, is_stopped)
      select id, 'open', '', '', clock_timestamp(), ${reason}, ${isStopped} from draws where market_id = ${market.id}
      on conflict (draw_id, half) do update set reason = excluded.reason, is_stopped = excluded.is_stopped`)
  const told = async () => (await alertsOf()).filter(({ sentence }) => sentence.startsWith(market.name))
  await reading('111 is not a panna', true)
  expect(await told()).toEqual([])
  await database.run(sql`update settings set auto_declare = true`)
  expect(await told()).toMatchObject([
    {
      kind: 'declare',
      sentence: `${market.name}, open, is not declared by itself: 111 is not a panna`,
      address: `/results/details/${market.id}?date=${market.day}`,
    },
  ])
  expect(await kindsOf(meera)).toEqual([]) // who may not declare

  await reading('The source does not answer', false)
  const [inVain] = await told()
  await see([inVain!.id])
  expect(await told()).toMatchObject([{ isSeen: true }])
  await reading('Two readings differ', true)
  expect(await told()).toMatchObject([{ isSeen: false }])
  await reading('The source does not answer', false)
  await database.run(sql`
    update draws set opens_at = clock_timestamp() - interval '14 minutes' where market_id = ${market.id}`)
  expect(await told()).toEqual([]) // it is tried again
  await reading('Two readings differ', true)
  expect(await told()).toHaveLength(1)
  expect(await office.declare(market, '128-1')).toMatchObject({ code: 200 })
  await reading('111 is not a panna', true)
  expect(await told()).toEqual([])
})

test('a due half that auto declare does not ask for is told, of a day before and of a market switched off', async () => {
  const market = await office.market('OF BEFORE')
  const date = addDays(market.day, -2)
  await database.transaction((db) => ensureDraw(db, market.id, date))
  const off = await office.market('OFF', { opensIn: -2, closesIn: 4 })
  await database.run(sql`update markets set is_active = false where id = ${off.id}`)
  const told = async () =>
    (await alertsOf()).map(({ sentence }) => sentence).filter((each) => /^(OF BEFORE|OFF),/.test(each))
  expect(await told()).toEqual([])
  await database.run(sql`update settings set auto_declare = true`)
  const other = 'The market shows another day; auto declare leaves this one to you'
  expect(await told()).toEqual([
    `OF BEFORE, open, is not declared by itself: ${other}`,
    `OF BEFORE, close, is not declared by itself: ${other}`,
    'OFF, open, is not declared by itself: The market is switched off; auto declare leaves it to you',
  ])
  await owner.run(sql`delete from draws where market_id = ${market.id} and market_date = ${date}`) // A day to close.
})

test('a half that was seen, declared and reverted is told anew', async () => {
  const market = await office.market('AGAIN', { opensIn: -2, closesIn: 4 })
  await database.run(sql`update settings set auto_declare = true`)
  const told = async () => (await alertsOf()).filter(({ sentence }) => sentence.startsWith(market.name))
  for (const _ of [1, 2]) {
    expect(await office.declare(market, '128-1')).toMatchObject({ code: 200 })
    expect(await told()).toEqual([])
    expect(await office.call(api.results.revert, { marketId: market.id, date: market.day })).toMatchObject({
      code: 200,
    })
    const [alert] = await told()
    expect(alert).toMatchObject({ kind: 'declare', isSeen: false })
    await office.call(api.alerts.see, { ids: [alert!.id] })
    expect(await told()).toMatchObject([{ isSeen: true }])
  }
})

test('push that FCM refuses is told to who sends messages while one waits, until it takes one', async () => {
  const refused = (since = sql`clock_timestamp()`) =>
    database.run(sql`update push_connection set fault = 'FCM answers 403.', since = ${since}`)
  await refused(hoursAgo(1))
  expect(await alertsOf()).toEqual([])
  await office.call(api.push.sendToAll, { title: 'Diwali bonus' })
  const [push] = await alertsOf()
  expect(push).toMatchObject({
    kind: 'push',
    sentence: 'Push messages do not go out: FCM answers 403.',
    address: '/push-notifications',
  })
  expect(await kindsOf(meera)).toEqual([])
  expect(await kindsOf(await office.withRights('messages'))).toEqual(['push'])
  await see([push!.id])
  await database.run(sql`update push_connection set fault = '', since = clock_timestamp()`)
  expect(await alertsOf()).toEqual([])
  await refused()
  expect(await alertsOf()).toMatchObject([{ kind: 'push', isSeen: false }])
  await database.run(sql`update push_messages set finished_at = clock_timestamp()`)
})

test('a night without a backup is told, of real money only', async () => {
  const note = (at: ReturnType<typeof sql> | null) => database.run(sql`update last_backup set at = ${at}`)
  await owner.run(sql`update last_backup set noted_since = ${hoursAgo(37)}`)
  const { some } = await database.only<{ some: boolean }>(sql`select exists (select from postings) as some`)
  expect(await kindsOf()).toEqual(some ? ['backup'] : [])
  await office.user('Asha', 10)
  const [none] = await alertsOf()
  expect(none).toMatchObject({
    kind: 'backup',
    sentence: 'No backup was made yet: on the server, npm run backup',
    address: null,
  })
  await see([none!.id])
  await note(hoursAgo(35))
  expect(await alertsOf()).toEqual([])
  await note(hoursAgo(36))
  expect(await alertsOf()).toMatchObject([
    { sentence: 'The last backup is old: on the server, npm run backup', isSeen: false },
  ])
  await noteBackup(office.url, '2100-01-01T00:00:00Z') // By a clock that was ahead.
  const [old] = await alertsOf()
  expect(old).toMatchObject({ sentence: 'The last backup is old: on the server, npm run backup' })
  expect(Date.parse(old!.since)).toBeLessThan(Date.now())
  await noteBackup(office.url, (await database.now()).toISOString())
  expect(await alertsOf()).toEqual([])
  await note(hoursAgo(37))
  expect(await kindsOf(meera)).toEqual([]) // who may not change settings
  await owner.run(sql`update settings set is_demonstration = true`)
  expect(await alertsOf()).toEqual([])
  await owner.run(sql`update settings set is_demonstration = false`)
})

test('an act that waits is told to who may confirm it, and one more of them is new', async () => {
  const asha = await office.user('Asha')
  await database.run(sql`update security set funds = 0`)
  const ask = (amount: number) => office.call(api.users.addFunds, { id: asha.id, amount })
  expect(await ask(10)).toMatchObject({ code: 202 })
  expect(await alertsOf()).toEqual([]) // who asked
  const [one] = await alertsOf(meera)
  expect(one).toMatchObject({
    kind: 'confirm',
    sentence: '1 act waits for a second person',
    address: '/to-confirm',
  })
  await see([one!.id], meera)
  expect(await ask(20)).toMatchObject({ code: 202 })
  const [both] = await alertsOf(meera)
  expect(both).toMatchObject({
    sentence: '2 acts wait for a second person',
    isSeen: false,
    since: one!.since,
  })
  await see([both!.id], meera)
  const { data } = await office.call(api.acts.list, {}, { as: meera })
  expect(await office.call(api.acts.decline, { id: data[1]!.id, note: 'No' }, { as: meera })).toMatchObject({
    code: 200,
  })
  expect(await alertsOf(meera)).toMatchObject([{ sentence: '1 act waits for a second person', isSeen: true }])
  await office.call(api.acts.decline, { id: data[0]!.id, note: 'No' }, { as: meera })
  expect(await alertsOf(meera)).toEqual([])
})

test("another administrator's new device is told, one's own is not", async () => {
  await database.run(sql`
    insert into devices (device_hash, admin_id, created_at)
    values (decode(md5('first'), 'hex'), 1, ${hoursAgo(30)}), (decode(md5('new'), 'hex'), 1, ${hoursAgo(1)})`)
  expect(await kindsOf()).toEqual([])
  const other = await office.withRights('administrators')
  const [device] = await alertsOf(other)
  expect(device).toMatchObject({ kind: 'device' })
  await see([device!.id], other)
  expect(await alertsOf(other)).toMatchObject([{ isSeen: true }])
  await database.run(sql`
    insert into devices (device_hash, admin_id, created_at) values (decode(md5('newer'), 'hex'), 1, clock_timestamp())`)
  expect(await alertsOf(other)).toMatchObject([{ kind: 'device', isSeen: false }])
  await database.run(sql`delete from devices where admin_id = 1`)
})

test('what is to be looked at is told to those who did not do it', async () => {
  const suspect = () =>
    database.run(
      sql`insert into suspicions (kind, at, actor) values ('large_win', clock_timestamp(), 'admin:1')`,
    )
  await suspect()
  await suspect()
  expect(await alertsOf()).toEqual([])
  const [look] = await alertsOf(meera)
  expect(look).toMatchObject({
    kind: 'look',
    sentence: '2 things are to be looked at',
    address: '/reports/to-look-at',
  })
  await see([look!.id], meera)
  expect(await alertsOf(meera)).toMatchObject([{ isSeen: true }])
  await suspect()
  expect(await alertsOf(meera)).toMatchObject([
    { sentence: '3 things are to be looked at', isSeen: false, since: look!.since },
  ])
  for (const { id } of (await office.call(api.reports.suspicions, {})).data)
    await office.call(api.reports.lookAt, { id, note: 'All right' }, { as: meera })
  expect(await alertsOf(meera)).toEqual([])
})

test('open screens are told that something of it has changed', async () => {
  const stream = await follow(office.host, office.admin.token)
  await database.run(sql`update push_connection set fault = 'FCM answers 403.', since = clock_timestamp()`)
  await stream.next('alerts.changed')
  await database.run(sql`update last_backup set at = clock_timestamp()`)
  await stream.next('alerts.changed')
  stream.leave()
})

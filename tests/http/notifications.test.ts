/** Notices to all players, and what a player sets about being told. */
import { api } from '@munim/contract'
import { addDays, dayOf, momentOf, readTime } from '@munim/core'
import { expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import {
  changeNotification,
  findNotification,
  listNotifications,
} from '../../server/src/notifications/queries.ts'
import { backOffice } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()

const send = (body: object) => office.call(api.notifications.send.path, body)
const list = async (body: object = {}) =>
  (await office.call(api.notifications.list, { limit: 100, ...body })).data
const titlesOf = async (search: string) => (await list({ search })).notifications.map(({ title }) => title)
const sent = async (title: string, description?: string) =>
  (await office.call(api.notifications.send, { title, ...(description && { description }) })).data

test('a notice is seen by the administrator and by every player, the newest first', async () => {
  const asha = await office.user('Asha')
  const first = await sent('Diwali bonus', ' Ten percent on every deposit ')
  const second = await sent('Closed today')
  expect(first).toMatchObject({ title: 'Diwali bonus', description: 'Ten percent on every deposit' })
  const { data, total } = await office.call(api.player.notifications, {}, { as: asha })
  expect(total).toBe(2)
  expect(data).toEqual([second, first])
  expect((await list()).notifications).toEqual([second, first])
})

test.each([
  // body                                                      sentence
  [{}, 'Title is required'],
  [{ title: '', description: 'x' }, 'Title is required'],
  [{ title: '  ' }, 'Title is required'],
  [{ title: 5 }, 'Title is required'],
  [{ title: 'ab' }, 'Title must be at least 3 characters'],
  [{ title: ' ab ' }, 'Title must be at least 3 characters'],
  [{ title: 'x'.repeat(101) }, 'Title must be less than 100 characters'],
  [{ title: 'abc', description: 'x'.repeat(501) }, 'Description must be less than 500 characters'],
  [{ title: 'abc', description: null }, 'description must be text'],
  [{ title: 'a\0bc' }, 'title holds a character that cannot be stored'],
])('a notice of %j is refused and sent to nobody: %s', async (body, message) => {
  const before = await office.fingerprint()
  expect(await send(body)).toMatchObject({ code: 400, message })
  expect(await office.fingerprint()).toBe(before)
})

test('titles of 3 and of 100 characters, and a description of 500, are taken', async () => {
  for (const title of ['abc', 'x'.repeat(100)])
    expect(await send({ title, description: 'y'.repeat(500) })).toMatchObject({ code: 200 })
})

test('an edit changes what is sent, and asks only for a title of three characters', async () => {
  const { id } = await sent('Edit me', 'as it was')
  const edit = (body: object) => office.call(api.notifications.update.path, { id, ...body })
  expect(await edit({ title: 'Edited' })).toMatchObject({
    code: 200,
    data: { title: 'Edited', description: 'as it was' },
  })
  expect(await edit({ title: 'x'.repeat(120), description: '' })).toMatchObject({ data: { description: '' } })
  expect(await edit({ title: 'ab' })).toMatchObject({
    code: 400,
    message: 'Title must be at least 3 characters',
  })
  expect(await edit({})).toMatchObject({ code: 400, message: 'Title is required' })
  const nobody = await office.call(api.notifications.update.path, { title: 'All' })
  expect(nobody).toMatchObject({ code: 400, message: 'Notification ID is missing' })
  expect(await office.call(api.notifications.update, { id: 987_654, title: 'abc' })).toMatchObject({
    code: 404,
    message: 'Notification not found',
  })
})

test('words that another administrator gave meanwhile are not replaced without a word', async () => {
  const seen = await sent('Two edit', 'as it was')
  const save = (changes: object, basedOn?: object) =>
    office.call(api.notifications.update.path, { id: seen.id, title: seen.title, ...changes, basedOn })
  const was = { title: seen.title, description: seen.description }
  expect(await save({ description: 'of the first' }, was)).toMatchObject({ code: 200 })
  const sentence = (stored: string) =>
    `Another administrator changed this notification meanwhile: “${stored}”. Save again to replace it.`
  const before = await office.fingerprint()
  const refused = await save({ description: 'of the second' }, was)
  const message = sentence('of the first')
  expect(refused).toMatchObject({ code: 409, message, errors: { basedOn: message } })
  expect(await office.fingerprint()).toBe(before)
  expect(await save({ title: 'Two edit it' }, { title: seen.title })).toMatchObject({
    data: { title: 'Two edit it', description: 'of the first' },
  })
  expect(await save({ title: 'Third' }, was)).toMatchObject({
    message: sentence('Two edit it · of the first'),
  })
  expect(await save({ description: 'Meant' })).toMatchObject({ data: { description: 'Meant' } })

  const now = { title: 'Third', description: 'Meant' }
  let beside: ReturnType<typeof save>
  await office.told(async (db) => {
    await findNotification(db, seen.id)
    beside = save({ description: 'Beside' }, now)
    await answeredOrLocked(office.database, beside)
    await changeNotification(db, { id: seen.id, title: 'Fourth', description: undefined })
  })
  expect(await beside!).toMatchObject({ code: 409, message: sentence('Fourth') })
  const { later } = await office.database.only<{ later: boolean }>(sql`
    select updated_at > created_at as later from notifications where id = ${seen.id}`)
  expect(later).toBe(true)
})

test('a deleted notice is gone, once', async () => {
  const { id } = await sent('Delete me')
  const remove = (body: object) => office.call(api.notifications.remove.path, body)
  expect(await remove({ id })).toMatchObject({ code: 200 })
  expect(await remove({ id })).toMatchObject({ code: 404, message: 'Notification not found' })
  expect(await remove({})).toMatchObject({ code: 400, message: 'Notification ID is missing' })
  expect(await titlesOf('Delete me')).toEqual([])
})

test('the search looks through title, description and day, and its wildcards mean themselves', async () => {
  const { id } = await sent('Half 50% price', 'for_early birds')
  await office.database.run(sql`update notifications set created_at = '2026-03-10 20:00Z' where id = ${id}`)
  for (const search of ['HALF', '50%', 'for_early', '2026-03-11', '11 Mar']) {
    expect(await titlesOf(search), search).toEqual(['Half 50% price'])
  }
  for (const search of ['50_', 'forxearly', '2026-03-10']) expect(await titlesOf(search), search).toEqual([])
})

test('a notice is found by its Indian day and time in each way that people write them', async () => {
  const { id } = await sent('Nine of September')
  await office.database.run(sql`update notifications set created_at = '2026-09-08 19:01Z' where id = ${id}`)
  const printed = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' })
  const days = [
    '09/09/2026',
    '9/9/2026',
    '09-09-2026',
    'September',
    '9 september 2026',
    '9 Sep',
    '9 Sep 2026, 12:31 am',
  ]
  for (const search of [...days, printed.format(new Date(2026, 8, 9)), '9 Sept 2026, 12:31 am']) {
    expect(await titlesOf(search), search).toEqual(['Nine of September'])
  }
  for (const search of ['08/09/2026', '8 Sep', '12:31 pm']) expect(await titlesOf(search), search).toEqual([])
})

test('the cards count the Indian day and the last seven', async () => {
  await office.database.run(sql`delete from notifications`)
  const now = new Date('2026-11-24T20:00Z') // Half past one of the 25th.
  for (const back of [0, 0, 6, 7]) {
    const { id } = await sent(`Back ${back}`)
    const at = momentOf(addDays(dayOf(now), -back), readTime('00:00')!)
    await office.database.run(sql`update notifications set created_at = ${at} where id = ${id}`)
  }
  const asked = { search: undefined, limit: 3, page: 9 }
  expect((await listNotifications(fixedAt(office.database, now), asked)).data).toEqual({
    notifications: [],
    total: 4,
    totalPages: 2,
    today: 2,
    lastSevenDays: 3,
  })
})

test('a player says what to be told of, and the push token never comes back', async () => {
  const asha = await office.user('Asha')
  const said = await office.call(api.player.preferences, { personal_notification: false }, { as: asha })
  expect(said.data).toEqual({ personal_notification: false, result_notification: true })
  const token = 'fcm:secret-token'
  expect(await office.call(api.player.pushToken, { token }, { as: asha })).toEqual({
    code: 200,
    status: 'success',
  })
  const user = await office.call(api.users.get, { id: asha.id })
  expect(user.data).toMatchObject({
    personal_notification: false,
    result_notification: true,
    fcm: 'Configured',
  })
  await office.call(api.player.pushToken, { token: '' }, { as: asha })
  expect((await office.call(api.users.get, { id: asha.id })).data.fcm).toBe('')
  for (const body of [{}, { token: null }, { token: 'with a blank' }, { token: 'x'.repeat(4097) }]) {
    expect(await office.call(api.player.pushToken.path, body, { as: asha })).toMatchObject({ code: 400 })
  }
  expect(
    await office.call(api.player.preferences.path, { result_notification: 'no' }, { as: asha }),
  ).toMatchObject({ code: 400 })
})

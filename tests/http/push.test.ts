/** Push messages: who they are for, how they are accepted, kept and counted. How they are delivered is push-delivery.test.ts. */
import { api, type Body } from '@munim/contract'
import { expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { findMessage } from '../../server/src/push/queries.ts'
import { backOffice, PASSWORD, type Player } from '../support/office.ts'

const office = await backOffice()
let tokens = 0

/** A player with a phone. */
async function phone(name: string, preferences: object = {}): Promise<Player> {
  const player = await office.user(name)
  await office.call(api.player.pushToken, { token: `token-${name}-${tokens++}` }, { as: player })
  if (Object.keys(preferences).length > 0)
    await office.call(api.player.preferences, preferences, { as: player })
  return player
}

const asha = await phone('Asha')
const quiet = await phone('Quiet', { personal_notification: false })
const noResults = await phone('Busy', { result_notification: false })
const bare = await office.user('Bare')
const gone = await phone('Gone', { personal_notification: false })
await office.call(api.users.remove, { id: gone.id })

const progress = async (id: number) => (await office.call(api.push.progress, { id })).data

test('the figures count players, devices and preferences, and say plainly that push is not connected', async () => {
  const { data } = await office.call(api.push.stats, {})
  expect(data.users).toEqual({
    total: 4,
    with_fcm_token: 3,
    personal_notifications_enabled: 3,
    result_notifications_enabled: 3,
  })
  expect(data.connection).toMatchObject({ state: 'none', since: null })
  expect(data.connection.message).toContain('Push is not connected')
})

test('a broadcast goes to players with a device and the matching preference, and is kept without credentials', async () => {
  const personal = await office.call(api.push.sendToAll, {
    title: 'Diwali bonus',
    description: 'Ten percent',
  })
  expect(personal.data).toMatchObject({ notifications_sent: 2, state: 'kept' })
  const result = await office.call(api.push.sendToAll, {
    title: 'Results are out',
    notificationType: 'result',
  })
  expect(result.data.notifications_sent).toBe(2)
  const hoursKept = async ({ data: { id } }: typeof result) => {
    const { createdAt, expiresAt } = await progress(id)
    return (Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000
  }
  expect([await hoursKept(personal), await hoursKept(result)]).toEqual([24, 6])
  expect(await progress(personal.data.id)).toMatchObject({
    title: 'Diwali bonus',
    description: 'Ten percent',
    notificationType: 'personal',
    audience: 'all',
    user: null,
    state: 'kept',
    accepted: 2,
    waiting: 2,
    sent: 0,
    perSecond: 0,
    secondsLeft: null,
    finishedAt: null,
  })
})

test('one user is written to, or the reason why not is said and nothing is kept', async () => {
  const sent = await office.call(api.push.sendToUser, { userId: asha.id, title: 'Hello' })
  expect(sent.data).toMatchObject({ notifications_sent: 1, state: 'kept' })
  expect(await progress(sent.data.id)).toMatchObject({ user: { id: asha.id, user_name: 'Asha' } })
  const before = await office.fingerprint()
  const refused = async (userId: number, notificationType: 'personal' | 'result' = 'personal') => {
    const { code, message } = await office.call(api.push.sendToUser, { userId, title: 'x', notificationType })
    return [code, message]
  }
  expect(await refused(bare.id)).toEqual([409, 'This user has no push token'])
  expect(await refused(quiet.id)).toEqual([409, 'This user has switched personal notifications off'])
  expect(await refused(noResults.id, 'result')).toEqual([
    409,
    'This user has switched result notifications off',
  ])
  expect(await refused(gone.id)).toEqual([404, 'User not found'])
  expect(await refused(987_654)).toEqual([404, 'User not found'])
  expect(await office.fingerprint()).toBe(before)
})

test('of several users those are written to who can be reached, each once', async () => {
  const userIds = [asha.id, asha.id, quiet.id, bare.id, gone.id, 987_654]
  const { data } = await office.call(api.push.sendToMany, { userIds, title: 'Hello' })
  expect(data).toMatchObject({ notifications_sent: 1, requested_users: 5 })
  const nobody = await office.call(api.push.sendToMany, { userIds: [bare.id], title: 'Hello' })
  expect(nobody.data).toMatchObject({ notifications_sent: 0, requested_users: 1, state: 'done' })
})

test('a message to a few is audited without what it says of them', async () => {
  const words = { title: `Dear ${asha.name}`, description: `${quiet.mobile} and ${asha.mobile}` }
  for (const userIds of [[asha.id], [quiet.id, asha.id]]) {
    const { data } = await office.call(api.push.sendToMany, { userIds, ...words })
    expect(await progress(data.id)).toMatchObject({ ...words, audience: 'users', user: null })
    const { after } = await office.database.only<{ after: object }>(sql`
      select after from audit where thing = 'push' and thing_id = ${String(data.id)}`)
    const last = (player: Player) => `…${player.mobile.slice(-4)}`
    const own = userIds.length === 1 ? quiet.mobile : last(quiet)
    expect(after).toMatchObject({ userIds, title: 'Dear …', description: `${own} and ${last(asha)}` })
  }
})

test('whom a message would reach is told before it is sent, and which ids are of no user', async () => {
  const userIds = [quiet.id, asha.id, 987_654, bare.id, asha.id, gone.id]
  const named = (player: Player, hasDevice: boolean, isWanted: boolean) => ({
    id: player.id,
    user_name: player.name,
    mobile: player.mobile,
    hasDevice,
    isWanted,
  })
  const before = await office.fingerprint()
  const ask = async (body: Body<typeof api.push.receivers>) =>
    (await office.call(api.push.receivers, body)).data
  expect(await ask({ userIds })).toEqual({
    users: [named(quiet, true, false), named(asha, true, true), named(bare, false, true)],
    found: 3,
    reached: 1,
    unknown: [987_654, gone.id],
  })
  expect(await ask({ userIds: [quiet.id, noResults.id], notificationType: 'result' })).toMatchObject({
    found: 2,
    reached: 1,
    unknown: [],
  })
  expect(await office.fingerprint()).toBe(before)
  for (const wrong of [{}, { userIds: [] }, { userIds: [1.5] }])
    expect(await office.call(api.push.receivers.path, wrong)).toMatchObject({
      code: 400,
      message: 'Please provide valid user IDs',
    })
})

test.each([{ isBlocked: true }, { status: false }, { password: 'another1' }])(
  'who is signed out by %j has no phone to be written to until they sign in again',
  async (change) => {
    const lata = await phone('Lata')
    const reached = async () =>
      (await office.call(api.push.receivers, { userIds: [lata.id] })).data.users[0]!.hasDevice
    await office.call(api.users.update, { id: lata.id, telegram: '@lata' })
    expect(await reached()).toBe(true)
    await office.call(api.users.update, { id: lata.id, ...change })
    expect(await reached()).toBe(false)
    await office.call(api.users.update, { id: lata.id, isBlocked: false, status: true })
    const { mobile } = lata
    const password = change.password ?? PASSWORD
    const { token } = await office.call(api.player.login, { mobile, password })
    const as = { ...lata, token }
    await office.call(api.player.pushToken, { token: `again-${tokens++}` }, { as })
    expect(await reached()).toBe(true)
  },
)

test('of very many the first twenty are named', async () => {
  const players = await Promise.all(Array.from({ length: 22 }, (_, nth) => office.user(`Named ${nth}`)))
  const { data } = await office.call(api.push.receivers, { userIds: players.map(({ id }) => id) })
  expect([data.users.length, data.found, data.reached]).toEqual([20, 22, 0])
  const titleKept = async (many: number) => {
    const userIds = players.slice(0, many).map(({ id }) => id)
    const { id } = (await office.call(api.push.sendToMany, { userIds, title: 'Dear Named 0' })).data
    const { title } = await office.database.only<{ title: string | null }>(sql`
      select after ->> 'title' as title from audit where thing = 'push' and thing_id = ${String(id)}`)
    return title
  }
  expect([await titleKept(20), await titleKept(21)], 'as the audit has it').toEqual([
    'Dear …',
    'Dear Named 0',
  ])
})

test('its pace is of those who were tried since it began, and says how long the rest takes', async () => {
  const { id } = (await office.call(api.push.sendToAll, { title: 'A pace' })).data
  const begun = new Date()
  const after = async (seconds: number) => {
    const clock = fixedAt(office.database, new Date(begun.getTime() + seconds * 1000))
    const { perSecond, secondsLeft } = (await findMessage(clock, id, true))!
    return { perSecond, secondsLeft }
  }
  await office.database.run(sql`
    update push_messages set started_at = ${begun}, accepted = 100, sent = 20, failed = 4, dead = 3, unknown = 3, dropped = 15
    where id = ${id}`)
  expect(await after(10)).toEqual({ perSecond: 3, secondsLeft: 19 })
  expect(await after(60)).toEqual({ perSecond: 0.5, secondsLeft: 110 })
  const finished = new Date(begun.getTime() + 20_000)
  await office.database.run(sql`update push_messages set finished_at = ${finished} where id = ${id}`)
  expect(await after(60)).toEqual({ perSecond: 1.5, secondsLeft: null })
})

const NEEDS = 'User ID and title are required'
const IDS = 'Please provide valid user IDs'
const IDS_AND_TITLE = 'User IDs and title are required'
const id = asha.id
test.each([
  // call          body                                                    sentence
  ['sendToUser', { title: 'abc' }, NEEDS],
  ['sendToUser', { userId: id }, NEEDS],
  ['sendToUser', { userId: 'Asha', title: 'abc' }, NEEDS],
  ['sendToUser', { userId: 1.5, title: 'abc' }, NEEDS],
  ['sendToUser', { userId: id, title: '  ' }, NEEDS],
  ['sendToUser', { userId: id, title: 'abc', notificationType: 'spam' }, /notificationType must be one of/],
  ['sendToUser', { userId: id, title: 'x'.repeat(101) }, 'Title must be less than 100 characters'],
  [
    'sendToUser',
    { userId: id, title: 'a', description: 'x'.repeat(501) },
    'Description must be less than 500 characters',
  ],
  ['sendToAll', {}, 'Title is required'],
  ['sendToAll', { title: null }, 'Title is required'],
  ['sendToAll', { title: 'a\0b' }, 'title holds a character that cannot be stored'],
  ['sendToMany', { userIds: [id] }, IDS_AND_TITLE],
  ['sendToMany', { title: 'abc' }, IDS_AND_TITLE],
  ['sendToMany', { userIds: null, title: 'abc' }, IDS_AND_TITLE],
  ['sendToMany', {}, IDS_AND_TITLE],
  ['sendToMany', { userIds: '1,2', title: 'abc' }, IDS],
  ['sendToMany', { userIds: [], title: 'abc' }, IDS],
  ['sendToMany', { userIds: [1.5, -1], title: 'abc' }, IDS],
  ['sendToMany', { userIds: [id, 0], title: 'abc' }, IDS],
  [
    'sendToMany',
    { userIds: Array(10_001).fill(1), title: 'abc' },
    'At most 10000 users can be named at once',
  ],
] as const)('%s of %.80j is refused and sent to nobody: %s', async (call, body, sentence) => {
  const before = await office.fingerprint()
  const { code, message } = await office.call(api.push[call].path, body)
  expect([code, message]).toEqual([400, expect.stringMatching(sentence)])
  expect(await office.fingerprint()).toBe(before)
})

test('what was sent is listed, the newest first', async () => {
  const { id } = (await office.call(api.push.sendToAll, { title: 'The newest' })).data
  const { data, total, totalPages } = await office.call(api.push.list, { limit: 1 })
  expect(data).toEqual([await progress(id)])
  expect(totalPages).toBe(total)
  expect(total).toBeGreaterThan(1)
})

test('a message that is stopped is not sent, once', async () => {
  const { id } = (await office.call(api.push.sendToAll, { title: 'A slip' })).data
  expect((await office.call(api.push.stop, { id })).data).toMatchObject({ id, state: 'stopped' })
  const again = await office.call(api.push.stop, { id })
  expect([again.code, again.message]).toEqual([409, 'Nothing of this push notification waits any more'])
  for (const call of ['stop', 'progress'] as const) {
    for (const unknown of [987_654, 999_999_999_999_999]) {
      const nowhere = await office.call(api.push[call], { id: unknown })
      expect([nowhere.code, nowhere.message]).toEqual([404, 'Push notification not found'])
    }
    const nothing = await office.call(api.push[call].path, {})
    expect([nothing.code, nothing.message]).toEqual([400, 'Message ID is missing'])
  }
})

test('a phone belongs to the player who signed in with it last, and a player has one', async () => {
  const [first, second] = [await phone('First'), await phone('Second')]
  const reached = async ({ id: userId }: Player) =>
    (await office.call(api.push.sendToUser, { userId, title: 'Hello' })).code
  const give = (player: Player, token: string) => office.call(api.player.pushToken, { token }, { as: player })
  await give(first, 'shared')
  await give(second, 'shared')
  expect([await reached(first), await reached(second)]).toEqual([409, 200])
  await give(second, 'another\\with"signs')
  await give(second, 'another\\with"signs')
  await give(first, 'shared')
  expect([await reached(first), await reached(second)]).toEqual([200, 200])
  await give(second, '')
  expect([await reached(first), await reached(second)]).toEqual([200, 409])
})

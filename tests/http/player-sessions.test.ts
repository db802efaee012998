/** A player's sessions: what they see of them, and what ends them. */
import { api } from '@munim/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { hashOf, PLAYER_SESSIONS } from '../../server/src/http/caller.ts'
import { backOffice, PASSWORD } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()
let mobiles = 9_500_000_000

beforeEach(() => office.forgive())

const signIn = (body: object) => office.call(api.player.login.path, body)
const isSignedIn = async (as: { token: string }) =>
  (await office.call(api.player.me, {}, { as })).code === 200

/** The phone that the player is written to is the one of this session from now on. */
const givePhone = (as: { token: string }) =>
  office.call(api.player.pushToken, { token: `Of${as.token}` }, { as })
const isPhoneKnown = async (mobile: string) =>
  (
    await office.database.many(sql`
    select from push_devices p join users u on u.id = p.user_id where u.mobile = ${mobile}`)
  ).length > 0

/** A player who signed in on two phones. */
async function onTwoPhones() {
  const mobile = String(mobiles++)
  await office.call(api.player.register, { user_name: 'Asha', mobile, password: PASSWORD, mpin: '1234' })
  const [here, there] = [
    await office.call(api.player.login, { mobile, password: PASSWORD }),
    await office.call(api.player.login, { mobile, password: PASSWORD }),
  ]
  return { mobile, here, there }
}

test('signing out ends that session only, and the device keeps its mpin', async () => {
  const { mobile, here, there } = await onTwoPhones()
  await givePhone(here)
  expect(await office.call(api.player.logout, {}, { as: here })).toMatchObject({ code: 200 })
  expect(await isPhoneKnown(mobile)).toBe(false)
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, true])
  expect(await signIn({ mobile, mpin: '1234', device: here.device })).toMatchObject({ code: 200 })
})

test('a phone whose device is not known is forgotten with whichever session ends', async () => {
  const { mobile, here, there } = await onTwoPhones()
  await givePhone(here)
  await office.database.run(sql`update push_devices set device_hash = null`)
  await office.call(api.player.logout, {}, { as: there })
  expect(await isPhoneKnown(mobile)).toBe(false)
})

test.each([
  ['the password is changed', sql`password_hash = password_hash || 'x'`, 401],
  ['the player is blocked', sql`is_blocked = true`, 403],
])('a sign-in under way while %s begins no session', async (_how, change, code) => {
  const { mobile } = await onTwoPhones()
  let signing: ReturnType<typeof signIn>
  await office.database.transaction(async (db) => {
    await db.run(sql`update users set ${change} where mobile = ${mobile}`)
    signing = signIn({ mobile, password: PASSWORD })
    await answeredOrLocked(office.database, signing)
  })
  expect(await signing!).toMatchObject({ code })
})

test.each([
  [api.player.changePassword.path, { password: PASSWORD, newPassword: 'another1' }, 'password', 401],
  [api.player.changeMpin.path, { password: PASSWORD, mpin: '9876' }, 'password', 401],
  [api.player.updateProfile.path, { mpin: '1234', upi_id: 'thief@upi' }, 'mpin', 400],
])('%s with %j, under way while the %s is set anew, changes nothing', async (path, body, secret, code) => {
  const { mobile, here } = await onTwoPhones()
  const column = sql.ref(`${secret}_hash`)
  const stored = sql`select password_hash, mpin_hash, upi_id from users where mobile = ${mobile}`
  await office.call(api.settings.update, { payee_mpin: true })
  let changing: Promise<unknown>
  await office.database.transaction(async (db) => {
    await db.run(sql`update users set ${column} = ${column} || 'x' where mobile = ${mobile}`)
    changing = office.call(path, body, { as: here })
    await answeredOrLocked(office.database, changing)
  })
  const set = await office.database.only(stored)
  expect(await changing!).toMatchObject({ code })
  expect(await office.database.only(stored)).toEqual(set)
})

test('a player ends one session of the list, and its device asks for the password again', async () => {
  const { mobile, here, there } = await onTwoPhones()
  const { data } = await office.call(api.player.sessions, {}, { as: here })
  const own = await office.call(api.player.sessions, {}, { as: there })
  const ended = own.data.find(({ isThis }) => isThis)!.id
  expect(data.map(({ id }) => id)).toContain(ended)
  const end = (as: { token: string }, id: string) => office.call(api.player.endSession, { id }, { as })

  const stranger = await office.user('Stranger')
  const gone = { code: 404, message: 'This session has ended' }
  expect(await end(stranger, ended)).toMatchObject(gone)
  expect(await office.call(api.player.endSession.path, { id: 'x' }, { as: here })).toMatchObject({
    code: 400,
  })
  expect(await isSignedIn(there)).toBe(true)

  await givePhone(there)
  expect(await end(here, ended)).toMatchObject({ code: 200 })
  expect(await isPhoneKnown(mobile)).toBe(false)
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  expect(await end(here, ended)).toMatchObject(gone)
  expect(await signIn({ mobile, mpin: '1234', device: there.device })).toMatchObject({ code: 401 })
  expect(await signIn({ mobile, mpin: '1234', device: here.device })).toMatchObject({ code: 200 })
})

test.each([
  ['password', api.player.changePassword, { newPassword: 'another1' }],
  ['mpin', api.player.changeMpin, { mpin: '9876' }],
] as const)(
  'a new %s ends all other sessions, and their devices are strange',
  async (_what, call, changed) => {
    const { mobile, here, there } = await onTwoPhones()
    await givePhone(there)
    const said = await office.call(call.path, { password: PASSWORD, ...changed }, { as: here })
    expect(said).toMatchObject({ code: 200 })
    expect(await isPhoneKnown(mobile)).toBe(false)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    const { mpin = '1234', newPassword = PASSWORD } = changed as { mpin?: string; newPassword?: string }
    await givePhone(here)
    await office.call(api.player.changeMpin, { password: newPassword, mpin }, { as: here })
    expect(await isPhoneKnown(mobile)).toBe(true)
    expect(await signIn({ mobile, mpin, device: there.device })).toMatchObject({ code: 401 })
    expect(await signIn({ mobile, mpin, device: here.device })).toMatchObject({ code: 200 })
    expect(await signIn({ mobile, password: newPassword })).toMatchObject({ code: 200 })
  },
)

test.each([
  [api.player.changePassword, { newPassword: 'another1' }, 'Current password is required'],
  [
    api.player.changePassword,
    { password: 'wrong', newPassword: 'another1' },
    'Current password is incorrect',
  ],
  [api.player.changePassword, { password: PASSWORD }, 'Password is required'],
  [
    api.player.changePassword,
    { password: PASSWORD, newPassword: '12345' },
    'Password must be at least 6 characters long',
  ],
  [
    api.player.changePassword,
    { password: PASSWORD, newPassword: PASSWORD },
    'New password must be different from current password',
  ],
  [api.player.changeMpin, { mpin: '9876' }, 'Current password is required'],
  [api.player.changeMpin, { password: 'wrong', mpin: '9876' }, 'Current password is incorrect'],
  [api.player.changeMpin, { password: PASSWORD, mpin: '98765' }, 'MPIN must be 4 digits'],
])('%o with %j is refused and changes nothing: %s', async ({ path }, body, message) => {
  const { mobile, here, there } = await onTwoPhones()
  const before = await office.fingerprint()
  expect(await office.call(path, body, { as: here })).toMatchObject({ code: 400, message })
  expect(await office.fingerprint()).toBe(before)
  expect(await isSignedIn(there)).toBe(true)
  expect(await signIn({ mobile, mpin: '1234', device: there.device })).toMatchObject({ code: 200 })
})

test('who holds a session cannot try current passwords without end', async () => {
  const { here } = await onTwoPhones()
  const guess = () =>
    office.call(api.player.changeMpin, { password: 'guess', mpin: '9876' }, { as: here, isPatient: false })
  for (let tries = 1; tries <= 10; tries++) expect(await guess()).toMatchObject({ code: 400 })
  // The wait is a second: an hour from now a slow machine is within it, too.
  await office.database.run(sql`update attempts set at = at + interval '1 hour' where not succeeded`)
  expect(await guess()).toMatchObject({ code: 429 })
})

test('who is blocked changes nothing of the sign-in', async () => {
  const { here } = await onTwoPhones()
  const { data } = await office.call(api.player.me, {}, { as: here })
  await office.database.run(sql`update users set is_blocked = true where id = ${data.id}`)
  const change = { password: PASSWORD, newPassword: 'another1' }
  expect(await office.call(api.player.changePassword, change, { as: here })).toMatchObject({ code: 403 })
})

test('of more than twenty sessions the longest unused end, and devices that have none left are strange', async () => {
  const { mobile, here, there } = await onTwoPhones()
  const { data } = await office.call(api.player.me, {}, { as: here })
  const own = sql`user_id = ${data.id}`
  const age = (device: string, by: string) =>
    office.database.run(sql`update sessions set last_used_at = last_used_at - ${by}::interval
      where device_hash = ${hashOf(device)} and ${own}`)
  await givePhone(there)
  await age(here.device, '1 hour')
  await age(there.device, '2 hours')
  // Registered, here and there are three; `here` signs in again, and stays known for it.
  for (let nth = 4; nth <= PLAYER_SESSIONS + 2; nth++)
    expect(
      await signIn({ mobile, password: PASSWORD, ...(nth === 10 && { device: here.device }) }),
    ).toMatchObject({
      code: 200,
    })
  const counted = await office.database.only(sql`
    select (select count(*) from sessions where ${own}) as sessions,
      (select count(*) from devices where ${own}) as devices`)
  expect(counted).toEqual({ sessions: PLAYER_SESSIONS, devices: PLAYER_SESSIONS })
  expect(await isPhoneKnown(mobile)).toBe(false)
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false])
  expect(await signIn({ mobile, mpin: '1234', device: there.device })).toMatchObject({ code: 401 })
  expect(await signIn({ mobile, mpin: '1234', device: here.device })).toMatchObject({ code: 200 })
})

test('a player sees their own valid sessions, and which one asks', async () => {
  const { here, there } = await onTwoPhones()
  await office.user('Ravi')
  const { data } = await office.call(api.player.sessions, {}, { as: here })
  expect(data.map(({ isThis }) => isThis).sort()).toEqual([false, false, true]) // Registering signs in, too.
  await office.call(api.player.logout, {}, { as: there })
  expect((await office.call(api.player.sessions, {}, { as: here })).data).toHaveLength(2)
})

test.each([
  // a session that was       lasts
  [{ last_used_at: '6 days' }, true],
  [{ last_used_at: '7 days' }, false],
  [{ expires_at: '30 days' }, false],
])('a session aged by %j: %s', async (aged, expected) => {
  const { here } = await onTwoPhones()
  const { last_used_at = '0', expires_at = '0' } = aged as { last_used_at?: string; expires_at?: string }
  const { data } = await office.call(api.player.me, {}, { as: here })
  await office.database.run(sql`
    update sessions set last_used_at = last_used_at - ${last_used_at}::interval,
      expires_at = expires_at - ${expires_at}::interval where user_id = ${data.id}`)
  expect(await isSignedIn(here)).toBe(expected)
})

/** The administrator's sign-in: who gets in, for how long, and how guessing is slowed. */
import { api } from '@munim/contract'
import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../server/src/auth/password.ts'
import { sql } from '../../server/src/database/db.ts'
import { backOffice, PASSWORD } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()
const hash = await hashPassword(PASSWORD)
const WRONG = 'User ID or password is incorrect'
const SIGN_IN_AGAIN = 'Please sign in again'

/** Every test begins with no mistakes made, and from a place where the administrator has signed in before. */
beforeEach(() => office.forgive())

const signIn = (userName: string, password = PASSWORD) =>
  office.call(api.auth.login, { userName, password }, { as: 'nobody', isPatient: false })

/** Another administrator, so that no test changes the password of all the others. */
async function administrator(userName: string) {
  const { id } = await office.database.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, created_at, updated_at)
    values (${userName}, ${hash}, clock_timestamp(), clock_timestamp()) returning id`)
  const { token } = await signIn(userName)
  return { id, userName, token }
}

/** The same call from elsewhere: only addresses from which nobody ever signed in wait for long. */
async function signInFrom(address: string, userName: string, password: string) {
  const payload = { userName, password }
  const answer = await office.app.http.inject({
    method: 'POST',
    url: api.auth.login.path,
    remoteAddress: address,
    payload,
  })
  return { code: answer.statusCode, retryAfter: answer.headers['retry-after'], ...answer.json() }
}

const isSignedIn = async (as: { token: string }) => {
  const said = await office.call(api.auth.whoAmI, {}, { as })
  return said.code === 200 || said.message
}

test('who signs in is known by name', async () => {
  const { token } = await signIn('admin')
  const said = await office.call(api.auth.whoAmI, {}, { as: { token } })
  expect(said).toMatchObject({ code: 200, data: { userName: 'admin', isDemonstration: false } })
})

test.each([
  // body                                     sentence
  [{}, 'User ID is required'], // both are due
  [{ userName: '', password: '' }, 'User ID is required'],
  [{ userName: 'admin' }, 'Password is required'],
  [{ userName: 'admin', password: '' }, 'Password is required'],
  [{ userName: ['admin'], password: PASSWORD }, 'User ID is required'], // a list is no text
  [{ userName: 'admin', password: { $ne: '' } }, 'Password is required'], // nor is an object
  [{ userName: 'admin\0', password: PASSWORD }, 'userName holds a character that cannot be stored'],
])('signing in with %j is refused: %s', async (body, message) => {
  expect(await office.call(api.auth.login.path, body)).toMatchObject({ code: 400, message })
})

test('both sentences come along when both fields are missing', async () => {
  const said = await office.call(api.auth.login.path, {})
  expect(said.errors).toEqual({ userName: 'User ID is required', password: 'Password is required' })
})

test('a wrong name and a wrong password are answered with the same bytes', async () => {
  const send = (body: object) => office.send(api.auth.login.path, JSON.stringify(body))
  const wrongName = await send({ userName: 'nobody', password: PASSWORD })
  const wrongPassword = await send({ userName: 'admin', password: 'wrong-password' })
  expect(wrongName).toMatchObject({ code: 401, text: JSON.stringify({ status: 'error', message: WRONG }) })
  expect(wrongPassword).toMatchObject({ code: 401, text: wrongName.text })
})

test('a blank after the password counts', async () => {
  expect(await signIn('admin', `${PASSWORD} `)).toMatchObject({ code: 401, message: WRONG })
})

test('after ten wrong passwords from one place even the right one waits there, and nowhere else', async () => {
  const { id } = await administrator('meera')
  const guess = (password: string, name = 'meera') => signInFrom('203.0.113.1', name, password)
  expect(await signInFrom('203.0.113.9', 'meera', PASSWORD)).toMatchObject({ code: 200 }) // is none of the ten
  for (let tries = 1; tries <= 10; tries++) {
    expect(await guess(`guess ${tries}`)).toMatchObject({ code: 401 })
    if (tries === 5) expect(await signInFrom('203.0.113.8', 'meera', PASSWORD)).toMatchObject({ code: 200 })
  }
  const refused = await guess(PASSWORD)
  expect(refused).toMatchObject({
    code: 429,
    message: expect.stringMatching(/^Too many attempts\. Try again in (30|2\d) minutes\.$/),
  })
  // Counted from the tenth, however long this one took.
  expect(Number(refused.retryAfter)).toBeGreaterThan(1200)
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(1800)
  expect(await signIn('meera')).toMatchObject({ code: 200 })
  await office.call(api.administrators.update, { id, userName: 'meera devi' }) // Tries don't begin anew with a name.
  expect(await guess(PASSWORD, 'meera devi')).toMatchObject({ code: 429 })
  office.app.guard.forget()
  expect(await guess(PASSWORD, 'Meera Devi')).toMatchObject({ code: 429 })
})

test('who guessed ten times waits half an hour twice, then an hour, and after thirteen a day', async () => {
  await administrator('ritu')
  const guess = () => signInFrom('192.0.2.1', 'ritu', 'guess')
  for (let tries = 1; tries <= 10; tries++) await guess()
  const hours: number[] = []
  for (const code of [401, 401, 401, 429]) {
    hours.push(Math.round(Number((await guess()).retryAfter) / 1800) / 2)
    await office.database.run(
      sql`update attempts set at = at - interval '1 hour' where address = '192.0.2.1'`,
    )
    office.app.guard.forget()
    expect(await guess()).toMatchObject({ code })
  }
  expect(hours.slice(0, 3)).toEqual([0.5, 0.5, 1])
})

test('ten guesses at most are evaluated, however many come at once', async () => {
  await administrator('lata')
  const guesses = Array.from({ length: 40 }, (_, index) => signInFrom('203.0.113.2', 'lata', `g${index}`))
  const codes = (await Promise.all(guesses)).map(({ code }) => code)
  expect(codes.filter((code) => code === 401)).toHaveLength(10)
  expect(codes.filter((code) => code === 429)).toHaveLength(30)
})

test('guesses from many places at one name wait too', async () => {
  await administrator('gita')
  for (let place = 1; place <= 10; place++) await signInFrom(`198.51.100.${place}`, 'gita', 'guess')
  expect(await signInFrom('198.51.100.99', 'gita', PASSWORD)).toMatchObject({ code: 429 })
})

test('where a name has signed in before, ten mistakes cost seconds, and the right password then ends the waiting', async () => {
  await administrator('uma')
  for (let tries = 1; tries <= 10; tries++) await signIn('uma', 'mistyped')
  await office.database.run(sql`update attempts set at = clock_timestamp()`) // The wait is a second: it begins now.
  expect(await signIn('uma')).toMatchObject({
    code: 429,
    message: 'Too many attempts. Try again in 1 second.',
  })
  await office.database.run(sql`update attempts set at = at - interval '2 seconds'`)
  office.app.guard.forget()
  expect(await signIn('uma')).toMatchObject({ code: 200 })
  expect(await signIn('uma', 'mistyped')).toMatchObject({ code: 401 })
})

test('an address is a stranger again 30 days after it signed in', async () => {
  await administrator('lila')
  await office.database.run(sql`update attempts set at = at - interval '31 days' where succeeded`)
  for (let tries = 1; tries <= 10; tries++) await signIn('lila', 'mistyped')
  expect(await signIn('lila')).toMatchObject({
    code: 429,
    message: expect.stringMatching(/ (30|2\d) minutes\.$/),
  })
})

test('what strangers use up of a name is not taken from where it has signed in', async () => {
  await office.database.run(sql`delete from attempts`)
  await administrator('nila')
  await office.database.run(sql`
    insert into attempts (name_hash, address, succeeded, at, way, share)
    select name_hash, '198.51.100.' || n, false, clock_timestamp(), 'stranger', n::text from attempts, generate_series(1, 39) n`)
  expect(await signInFrom('198.51.100.99', 'nila', PASSWORD)).toMatchObject({ code: 429 })
  expect(await signIn('nila')).toMatchObject({ code: 200 })
})

test('signing out ends the session on the server, and only that one', async () => {
  const [one, other] = [await signIn('admin'), await signIn('admin')]
  expect(await office.call(api.auth.logout, {}, { as: one })).toMatchObject({ code: 200 })
  expect(await isSignedIn(one)).toBe(SIGN_IN_AGAIN)
  expect(await isSignedIn(other)).toBe(true)
})

test('a new password that is sent again with its key is answered again for a day, and ends no session', async () => {
  const as = await administrator('sudha')
  const change = { password: PASSWORD, newPassword: 'secret2' }
  const send = (body: object) => office.call(api.auth.resetPassword.path, body, { as, key: 'lost-answer' })
  const first = await send(change)
  expect(first).toMatchObject({ code: 200 })
  expect(await send(change)).toEqual(first)
  expect(await isSignedIn(as)).toBe(true)
  expect(await send({ ...change, newPassword: 'secret3' })).toMatchObject({
    code: 409,
    message: 'This Idempotency-Key was used with another body',
  })
  await office.database.run(sql`
    update answers set at = at - interval '24 hours 1 second' where key = encode(sha256('lost-answer'), 'hex')`)
  expect(await send({ password: 'secret2', newPassword: 'secret3' })).toMatchObject({ code: 200 })
  expect(await signIn('sudha', 'secret3')).toMatchObject({ code: 200 })
})

test('a new password ends all other sessions, and the old one signs nobody in', async () => {
  const here = await administrator('rekha')
  const elsewhere = await signIn('rekha')
  const change = { password: PASSWORD, newPassword: 'secret2' }
  await office.database.run(sql`update admins set password_is_first = true where id = ${here.id}`)
  expect(await office.call(api.auth.resetPassword, change, { as: here })).toMatchObject({ code: 200 })
  const now = sql`select password_is_first as "isFirst" from admins where id = ${here.id}`
  expect(await office.database.only(now)).toEqual({ isFirst: false })
  expect(await isSignedIn(here)).toBe(true)
  expect(await isSignedIn(elsewhere)).toBe(SIGN_IN_AGAIN)
  expect(await signIn('rekha')).toMatchObject({ code: 401 })
  expect(await signIn('rekha', 'secret2')).toMatchObject({ code: 200 })
})

test.each([
  ['the password is changed', 'radha', sql`password_hash = password_hash || 'x'`],
  ['the administrator is blocked', 'tara', sql`is_active = false`],
])('a sign-in under way while %s begins no session', async (_how, userName, change) => {
  await administrator(userName)
  let signing: ReturnType<typeof signIn>
  await office.database.transaction(async (db) => {
    await db.run(sql`update admins set ${change} where user_name = ${userName}`)
    signing = signIn(userName)
    await answeredOrLocked(office.database, signing)
  })
  expect(await signing!).toMatchObject({ code: 401, message: WRONG })
})

test.each([
  ['another administrator gives one', 'usha', sql`password_hash = password_hash || 'x'`],
  ['the administrator is blocked', 'jaya', sql`is_active = false`],
])('a change of the password under way while %s changes nothing', async (_how, userName, change) => {
  const as = await administrator(userName)
  const hashes = sql<{
    password_hash: string
  }>`select password_hash from admins where user_name = ${userName}`
  const body = { password: PASSWORD, newPassword: 'secret2' }
  let changing: Promise<unknown>
  await office.database.transaction(async (db) => {
    await db.run(sql`update admins set ${change} where user_name = ${userName}`)
    changing = office.call(api.auth.resetPassword, body, { as })
    await answeredOrLocked(office.database, changing)
  })
  const given = await office.database.only(hashes)
  expect(await changing!).toMatchObject({ code: 401, message: SIGN_IN_AGAIN })
  expect(await office.database.only(hashes)).toEqual(given)
})

test.each([
  // body                                                 sentence
  [{}, 'Current password is required'],
  [{ newPassword: 'abcdef' }, 'Current password is required'],
  [{ password: PASSWORD }, 'New password is required'],
  [{ password: PASSWORD, newPassword: '' }, 'New password is required'],
  [{ password: PASSWORD, newPassword: 'abcde' }, 'New password must be at least 6 characters long'],
  [{ password: PASSWORD, newPassword: PASSWORD }, 'New password must be different from current password'],
  [{ password: 'wrong-one', newPassword: 'abcdef' }, 'Current password is incorrect'],
  [{ password: PASSWORD, newPassword: ['abcdef'] }, 'New password is required'],
])('changing the password with %j is refused: %s', async (body, message) => {
  expect(await office.call(api.auth.resetPassword.path, body)).toMatchObject({ code: 400, message })
  expect(await isSignedIn(office.admin)).toBe(true)
})

test('who holds a session cannot try current passwords without end, and waits seconds only', async () => {
  const { token } = await administrator('sita')
  const guess = () =>
    office.call(
      api.auth.resetPassword,
      { password: 'guess', newPassword: 'abcdef' },
      { as: { token }, isPatient: false },
    )
  for (let tries = 1; tries <= 10; tries++) expect(await guess()).toMatchObject({ code: 400 })
  await office.database.run(sql`update attempts set at = clock_timestamp() where not succeeded`)
  expect(await guess()).toMatchObject({ code: 429, message: 'Too many attempts. Try again in 1 second.' })
})

test('who tries current passwords with a stolen token keeps the known devices of its owner in', async () => {
  const { userName, token } = await administrator('gauri')
  const { device } = await office.call(api.auth.login, { userName, password: PASSWORD }, { as: 'nobody' })
  const guess = { password: 'guess', newPassword: 'abcdef' }
  for (let tries = 1; tries <= 16; tries++) {
    expect(await office.call(api.auth.resetPassword, guess, { as: { token } })).toMatchObject({ code: 400 })
    await office.database.run(sql`update attempts set at = at - interval '1 hour'`)
    office.app.guard.forget()
  }
  const again = office.call(api.auth.resetPassword, guess, { as: { token }, isPatient: false })
  expect(await again).toMatchObject({ code: 429 })
  const own = { userName, password: PASSWORD, device }
  expect(await office.call(api.auth.login, own, { as: 'nobody', isPatient: false })).toMatchObject({
    code: 200,
  })
})

test.each<[string, { last_used_at?: string; created_at?: string }, string | boolean]>([
  // a session that was                  lasts
  ['used 11 hours ago', { last_used_at: '11 hours' }, true],
  ['idle for 12 hours', { last_used_at: '12 hours' }, SIGN_IN_AGAIN],
  ['used now, made 7 days ago', { created_at: '7 days' }, SIGN_IN_AGAIN],
  ['used now, made an hour under 7 days ago', { created_at: '6 days 23:00' }, true],
])('a session %s: %j', async (_name, { last_used_at = '0', created_at = '0' }, expected) => {
  const session = await signIn('admin')
  await office.database.run(sql`
    update sessions set last_used_at = last_used_at - ${last_used_at}::interval,
      created_at = created_at - ${created_at}::interval, expires_at = expires_at - ${created_at}::interval
    where created_at = (select max(created_at) from sessions)`)
  expect(await isSignedIn(session)).toBe(expected)
})

test('using a session keeps it from growing idle', async () => {
  const session = await signIn('admin')
  const age = (by: string) =>
    office.database.run(sql`update sessions set last_used_at = last_used_at - ${by}::interval`)
  for (const _ of [1, 2, 3]) {
    await age('11 hours')
    expect(await isSignedIn(session)).toBe(true)
    await office.call(api.auth.whoAmI, {}) // the office's own session ages too
  }
})

const tampered = (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
const jwt = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1","role":"admin"}')}.`

test.each([
  ['no token', ''],
  ['garbage', 'garbage'],
  ['one letter changed', tampered(office.admin.token)],
  ['with Bearer before it', `Bearer ${office.admin.token}`],
  ['a JWT that nobody signed', jwt],
  ['as long as a token, but none', 'A'.repeat(43)],
  ['twice', office.admin.token + office.admin.token],
  ['an SQL quote', "' or 1=1 --"],
])('a token that is %s lets nobody in', async (_name, token) => {
  expect(await isSignedIn({ token })).toBe(SIGN_IN_AGAIN)
})

test('a token of 20,000 characters is refused before anyone looks at it', async () => {
  const said = await office.send(api.auth.whoAmI.path, '{}', { as: { token: 'A'.repeat(20_000) } })
  expect([400, 401, 431]).toContain(said.code)
  expect(await isSignedIn(office.admin)).toBe(true)
})

test("a player's token opens no administrator's call, and an administrator's no player's", async () => {
  const asha = await office.user('Asha')
  const refused = { code: 401, message: SIGN_IN_AGAIN }
  expect(await office.call(api.users.list, {}, { as: asha })).toMatchObject(refused)
  expect(await office.call(api.player.me, {}, { as: office.admin })).toMatchObject(refused)
})

test('neither passwords nor tokens are stored as they are', async () => {
  const { token } = await signIn('admin')
  const kept = await office.database.many<{ row: string }>(sql`
    select row_to_json(s)::text as row from sessions s union all select row_to_json(a)::text from admins a`)
  const text = kept.map(({ row }) => row).join('\n')
  expect(text).not.toContain(token)
  expect(text).not.toContain(Buffer.from(token).toString('hex'))
  expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  expect(text).not.toContain(PASSWORD)
})

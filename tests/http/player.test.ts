/** The player's side: registering, signing in, and what a player sees. Placing bids is in bids-place. */
import { api } from '@munim/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { backOffice, formOf, PASSWORD } from '../support/office.ts'

const office = await backOffice()
let mobiles = 9_100_000_000

/** No test waits for the mistakes of another. */
beforeEach(() => office.forgive())

const registration = (changes: object = {}) => ({
  user_name: 'Asha',
  mobile: String(mobiles++),
  password: PASSWORD,
  mpin: '1234',
  ...changes,
})
const register = (changes: object = {}) => office.call(api.player.register.path, registration(changes))
const signIn = (body: object) => office.call(api.player.login.path, body)

test('who registers is signed in, waits for approval, and has an empty wallet', async () => {
  const body = registration({ user_name: ' Asha ' })
  const { token, data } = await office.call(api.player.register, body)
  expect(data).toMatchObject({
    user_name: 'Asha',
    mobile: body.mobile,
    wallet: 0,
    isApproved: false,
    betting: true,
    transfer: true,
  })
  const me = await office.call(api.player.me, {}, { as: { token } })
  expect(me.data).toEqual(data)
  expect((await office.call(api.users.get, { id: data.id })).data).toMatchObject({
    mpin: '••••',
    whatsapp: body.mobile,
  })
})

test('where new players start approved, the bonuses are paid at registration', async () => {
  const ravi = await office.user('Ravi')
  await office.call(api.settings.update, { auto_verified: true, joining_bonus: 5, referral_bonus: 3 })
  const { data } = await office.call(api.player.register, registration({ referral: ravi.mobile }))
  await office.call(api.settings.update, { auto_verified: false, joining_bonus: 0, referral_bonus: 0 })
  expect(data).toMatchObject({ isApproved: true, wallet: 5 })
  expect(await office.walletOf(ravi)).toBe(3)
})

test.each([
  // changed                                  sentence
  [{ user_name: undefined }, 'Name is required'],
  [{ user_name: ' ' }, 'Name is required'],
  [{ user_name: 'x'.repeat(61) }, 'user_name must be at most 60 characters'],
  [{ user_name: 'a\0b' }, 'user_name holds a character that cannot be stored'],
  [{ user_name: '\u202eahsA' }, 'Name holds a character that cannot be seen'],
  [{ user_name: 'As\u200bha' }, 'Name holds a character that cannot be seen'],
  [{ user_name: 'Asha\nRavi' }, 'Name holds a character that cannot be seen'],
  [{ mobile: undefined }, 'Mobile is required'],
  [{ mobile: 9_876_543_210 }, 'Mobile is required'],
  [{ mobile: '1234' }, 'Mobile must be 5 to 11 digits'],
  [{ mobile: '123456789012' }, 'Mobile must be 5 to 11 digits'],
  [{ mobile: '98765abc10' }, 'Mobile must be 5 to 11 digits'],
  [{ mobile: '९८७६५४३२१०' }, 'Mobile must be 5 to 11 digits'],
  [{ password: undefined }, 'Password is required'],
  [{ password: '12345' }, 'Password must be at least 6 characters long'],
  [{ password: 'x'.repeat(201) }, 'password must be at most 200 characters'],
  [{ mpin: '123' }, 'MPIN must be 4 digits'],
  [{ mpin: 1234 }, 'mpin must be text'],
  [{ referral: 5 }, 'referral must be text'],
  [{ referral: 'asha' }, 'Mobile must be 5 to 11 digits'],
])('registering with %j is refused and makes nobody: %s', async (changes, sentence) => {
  const before = await office.fingerprint()
  const said = await register(changes)
  expect(said.code).toBe(400)
  expect(said.message).toContain(sentence)
  expect(await office.fingerprint()).toBe(before)
})

test('nobody registers themselves rich, approved or verified', async () => {
  const rich = { wallet: 1000, isApproved: true, verified: true, is_approved: true, betting: false, id: 1 }
  const { data } = (await register(rich)) as unknown as { data: { id: number } }
  const user = (await office.call(api.users.get, { id: data.id })).data
  expect(user).toMatchObject({ wallet: 0, isApproved: false, verified: false, betting: true })
})

test('a mobile number registers once, also when it comes eight times at once', async () => {
  const mobile = String(mobiles++)
  const all = await Promise.all(Array.from({ length: 8 }, () => register({ mobile })))
  expect(all.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await register({ mobile })).toMatchObject({
    code: 409,
    message: 'This mobile number is registered already',
  })
})

test('a referral by somebody unknown is no reason to refuse', async () => {
  for (const referral of ['9999999999', '', null])
    expect(await register({ referral })).toMatchObject({ code: 200 })
})

test('during maintenance nobody registers', async () => {
  await office.database.run(sql`update settings set maintenance = true, maintenance_message = 'Back at six'`)
  expect(await register()).toMatchObject({ code: 403, message: 'Back at six' })
  await office.database.run(sql`update settings set maintenance = false`)
})

test('a player signs in with the password, and then on that device with the mpin', async () => {
  const mobile = String(mobiles++)
  await register({ mobile })
  const { device, token } = await office.call(api.player.login, { mobile, password: PASSWORD })
  expect(await office.call(api.player.me, {}, { as: { token } })).toMatchObject({
    code: 200,
    data: { mobile },
  })
  const again = await office.call(api.player.login, { mobile, mpin: '1234', device })
  expect(again).toMatchObject({ code: 200, device })
  expect(again.token).not.toBe(token)
})

test('an mpin alone signs nobody in', async () => {
  const mobile = String(mobiles++)
  await register({ mobile })
  const needed = 'Password is required; an mpin only works on a device that signed in with the password'
  expect(await signIn({ mobile, mpin: '1234' })).toMatchObject({ code: 400, message: needed })
  expect(await signIn({ mobile })).toMatchObject({ code: 400, message: needed })
  const stranger = { mobile, mpin: '1234', device: 'x'.repeat(43) }
  expect(await signIn(stranger)).toMatchObject({ code: 401, message: 'Mobile or password is incorrect' })
  const { device } = await office.call(api.player.login, { mobile, password: PASSWORD })
  expect(await signIn({ mobile, mpin: '4321', device })).toMatchObject({ code: 401 })
})

test("another player's device is no device of mine", async () => {
  const [one, other] = [String(mobiles++), String(mobiles++)]
  await register({ mobile: one })
  await register({ mobile: other })
  const { device } = await office.call(api.player.login, { mobile: one, password: PASSWORD })
  expect(await signIn({ mobile: other, mpin: '1234', device })).toMatchObject({ code: 401 })
})

test('a new password forgets the devices', async () => {
  const { mobile, ...body } = registration()
  const { data } = await office.call(api.player.register, { mobile, ...body })
  const { device } = await office.call(api.player.login, { mobile, password: PASSWORD })
  await office.call(api.users.update, { id: data.id, password: 'another1' })
  expect(await signIn({ mobile, mpin: '1234', device })).toMatchObject({ code: 401 })
  expect(await signIn({ mobile, password: PASSWORD })).toMatchObject({ code: 401 })
  expect(await signIn({ mobile, password: 'another1' })).toMatchObject({ code: 200 })
})

test('an unknown number and a wrong password are answered with the same bytes', async () => {
  const asha = await office.user('Asha')
  const send = (body: object) => office.send(api.player.login.path, JSON.stringify(body))
  const unknown = await send({ mobile: '9999999999', password: PASSWORD })
  expect(unknown).toMatchObject({ code: 401 })
  expect((await send({ mobile: asha.mobile, password: 'wrong-one' })).text).toBe(unknown.text)
})

test('who is blocked learns it only with the right password', async () => {
  const asha = await office.user('Asha')
  await office.call(api.users.update, { id: asha.id, status: false })
  expect(await signIn({ mobile: asha.mobile, password: 'wrong-one' })).toMatchObject({ code: 401 })
  expect(await signIn({ mobile: asha.mobile, password: PASSWORD })).toMatchObject({
    code: 403,
    message: 'This account is blocked',
  })
})

test('guessing at a player is slowed, and locks no administrator out', async () => {
  const asha = await office.user('Asha')
  for (let tries = 1; tries <= 10; tries++) {
    expect(await signIn({ mobile: asha.mobile, password: `guess ${tries}` })).toMatchObject({ code: 401 })
  }
  expect(await signIn({ mobile: asha.mobile, password: PASSWORD })).toMatchObject({ code: 429 })
  const admin = { userName: office.admin.userName, password: PASSWORD }
  expect(await office.call(api.auth.login, admin)).toMatchObject({ code: 200 })
})

test('a player sees the markets in use, with the day that a bid would count for', async () => {
  const asha = await office.user('Asha')
  const [open, half, over] = [
    await office.market('OPEN', { games: ['sp'], name_hindi: 'खुला' }),
    await office.market('HALF', { opensIn: -1 }),
    await office.market('OVER', { opensIn: -2, closesIn: -1 }),
  ]
  for (const flag of ['status', 'market_status', 'is_active'])
    await office.market(`NO ${flag}`, { [flag]: false })
  const { data } = await office.call(api.player.markets, {}, { as: asha })
  expect(data.map(({ name, openBidsFor, closeBidsFor }) => [name, openBidsFor, closeBidsFor])).toEqual([
    ['OPEN', open.day, open.day],
    ['HALF', null, half.day],
    ['OVER', null, null],
  ])
  expect(data[0]).toMatchObject({
    id: open.id,
    _id: open._id,
    name_hindi: 'खुला',
    games: ['sp'],
    open_digit: '-',
  })
  expect(over.day).toBe(open.day)
})

test('what was decided before its time takes no bid in the list of markets, either', async () => {
  const asha = await office.user('Asha', 100)
  const [early, voided] = [await office.market('EARLY'), await office.market('VOIDED')]
  const declared = { marketId: String(early.id), date: early.day, ...formOf('128-1'), confirmEarly: true }
  expect(await office.call(api.results.declare, declared)).toMatchObject({ code: 200 })
  const cancelled = { marketId: voided.id, date: voided.day, reason: 'It will not run' }
  expect(await office.call(api.results.voidDraw, cancelled)).toMatchObject({ code: 200 })
  const listed = async () =>
    (await office.call(api.player.markets, {}, { as: asha })).data
      .filter(({ id }) => [early.id, voided.id].includes(id))
      .map(({ name, openBidsFor, closeBidsFor }) => [name, openBidsFor, closeBidsFor])
  expect(await listed()).toEqual([
    ['EARLY', null, early.day],
    ['VOIDED', null, null],
  ])
  await office.call(api.results.revert, { marketId: String(early.id), date: early.day })
  expect(await listed()).toContainEqual(['EARLY', early.day, early.day])
})

test('a player sees the bids of nobody else', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi', 100)]
  const market = await office.market('MINE')
  for (let count = 0; count < 3; count++) await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(ravi, market, 'single_digit:1:-:-:-', 10)
  expect(await office.call(api.player.bids, { limit: 2 }, { as: asha })).toMatchObject({
    total: 3,
    totalPages: 2,
  })
  expect(await office.call(api.player.bids, { page: 9 }, { as: asha })).toMatchObject({ data: [], total: 3 })
  const asked = await office.call(api.player.bids.path, { userId: asha.id }, { as: ravi })
  expect(asked).toMatchObject({ total: 1 })
  for (const body of [{ page: 0 }, { limit: 101 }, { page: '1' }, { limit: null }]) {
    expect(await office.call(api.player.bids.path, body, { as: asha })).toMatchObject({ code: 400 })
  }
})

test("a player's session lasts thirty days, and no longer", async () => {
  const asha = await office.user('Asha')
  const age = (by: string) =>
    office.database.run(sql`
      update sessions set created_at = created_at - ${by}::interval,
        expires_at = expires_at - ${by}::interval where user_id = ${asha.id}`)
  await age('29 days 23:00')
  expect(await office.call(api.player.me, {}, { as: asha })).toMatchObject({ code: 200 })
  await age('1 hour')
  expect(await office.call(api.player.me, {}, { as: asha })).toMatchObject({
    code: 401,
    message: 'Please sign in again',
  })
})

/** A device is a mark of a person, and an administrator's own device or address seen with a player is to be looked at. */
import { api } from '@munim/contract'
import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../server/src/auth/password.ts'
import { DEVICES_KEPT, keepSignIn, playersOnDevicesOf } from '../../server/src/auth/sign-ins.ts'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { placeOf } from '../../server/src/http/network.ts'
import { backOffice, PASSWORD } from '../support/office.ts'

const office = await backOffice()
beforeEach(() => office.forgive())

let mobiles = 9_600_000_000
let addresses = 0
/** An address where nobody was before. */
const anywhere = () => `198.51.${Math.floor(addresses / 250)}.${1 + (addresses++ % 250)}`

async function send(path: string, payload: object, from = '127.0.0.1') {
  const said = await office.app.http.inject({ method: 'POST', url: path, remoteAddress: from, payload })
  expect([path, said.statusCode]).toEqual([path, 200])
  return said.json()
}

interface Signing {
  readonly from?: string | undefined
  readonly device?: string | undefined
}

/** Who signed in: an administrator's device, or a player with theirs. */
async function administrator({ from, device }: Signing = {}): Promise<string> {
  const own = { userName: office.admin.userName, password: PASSWORD, device }
  return (await send(api.auth.login.path, own, from)).device
}
async function player({ from, device, ...more }: Signing & { mobile?: string; referral?: string } = {}) {
  const body = { user_name: 'Asha', mobile: String(mobiles++), password: PASSWORD, device, ...more }
  const { data, token, device: own } = await send(api.player.register.path, body, from)
  return { id: data.id as number, mobile: body.mobile, token, device: own as string }
}
type Player = Awaited<ReturnType<typeof player>>
const signIn = ({ mobile }: Player, { from, device }: Signing = {}) =>
  send(api.player.login.path, { mobile, password: PASSWORD, device }, from)

/** What was written of these players. */
async function seen(...players: readonly Player[]) {
  const { data } = await office.call(api.reports.suspicions, { limit: 100 })
  return data
    .filter(({ User }) => players.some(({ id }) => id === User?.id))
    .map(({ kind, actorName, User, facts }) => ({ kind, actorName, id: User!.id, ...facts }))
}
const later = (hours: number) =>
  office.database.run(sql`update sign_ins set at = at - make_interval(hours => ${hours})`)
const named = ({ id }: Player) => ({ id, user_name: 'Asha' })
const payouts = async ({ id }: Player) => (await office.call(api.users.payouts, { id })).data

test('a player who comes with the device of an administrator is written once, and shown', async () => {
  const device = await administrator()
  const asha = await player({ device })
  const expected = [{ kind: 'own_device', actorName: office.admin.userName, id: asha.id }]
  expect(await seen(asha)).toEqual(expected)
  await signIn(asha, { device })
  await administrator({ device })
  expect(await seen(asha)).toEqual(expected)
  const seenWith = [{ userName: office.admin.userName, on: 'device' }]
  expect(await payouts(asha)).toMatchObject({ seenWith })
  await office.database.run(sql`update users set upi_id = 'asha@upi' where id = ${asha.id}`)
  await office.call(api.users.update, { id: asha.id, isApproved: true })
  await office.call(api.users.addFunds, { id: asha.id, amount: 100 })
  const id = await office.requestWithdrawal({ ...asha, name: 'Asha', since: 0 }, 100)
  const { data } = await office.call(api.wallet.withdrawals, { status: 'pending', limit: 100 })
  expect(data.find((request) => request.id === id)!.marks).toMatchObject({ seenWith, sameDevice: [] })
})

test('an administrator who signs in on the device of a player is written, too', async () => {
  const asha = await player()
  expect(await seen(asha)).toEqual([])
  await administrator({ device: asha.device })
  expect(await seen(asha)).toMatchObject([{ kind: 'own_device', id: asha.id }])
})

test.each([
  ['the administrator first', true],
  ['the player first', false],
])('both from an address where hardly anybody is are written: %s', async (_order, isFirst) => {
  const from = anywhere()
  if (isFirst) await administrator({ from })
  const asha = await player({ from })
  if (!isFirst) await administrator({ from })
  expect(await seen(asha)).toEqual([
    { kind: 'own_address', actorName: office.admin.userName, id: asha.id, players: 1 },
  ])
  expect(await payouts(asha)).toMatchObject({
    seenWith: [{ userName: office.admin.userName, on: 'address' }],
  })
  await later(24)
  await signIn(asha, { from })
  await administrator({ from })
  expect(await seen(asha)).toHaveLength(1)
})

test('an address says nothing after hours, where many players are, or where it is this machine’s', async () => {
  const [alone, shop] = [anywhere(), anywhere()]
  await administrator({ from: alone })
  await later(13)
  const asha = await player({ from: alone })
  const customers: Player[] = []
  for (const _ of [1, 2, 3, 4]) customers.push(await player({ from: shop }))
  await administrator({ from: shop })
  const [ravi, local] = [await player({ from: shop }), await player()]
  await administrator()
  expect(await seen(asha, ravi, local, ...customers)).toEqual([])
  // Behind a /64 there is one customer, whatever address of it a phone takes.
  await administrator({ from: '2001:db8:1:1::5' })
  const [same, other] = [
    await player({ from: '2001:db8:1:1:7:8:9:a' }),
    await player({ from: '2001:db8:1:2::5' }),
  ]
  expect(await seen(same, other)).toMatchObject([{ id: same.id }])
})

test('players of one device are named to each other, along all values that it was given', async () => {
  const asha = await player()
  const sister = await player({ device: asha.device })
  const cousin = await player({ device: sister.device })
  const friend = await player()
  await signIn(friend, { device: cousin.device })
  const stranger = await player()
  expect((await payouts(asha)).sameDevice).toEqual([sister, cousin, friend].map(named))
  expect((await payouts(friend)).sameDevice).toEqual([asha, sister, cousin].map(named))
  expect((await payouts(stranger)).sameDevice).toEqual([])
  // A new password forgets devices, and who was on them stays known.
  await office.call(api.users.update, { id: sister.id, password: 'another1' })
  await office.call(api.users.remove, { id: cousin.id })
  expect((await payouts(asha)).sameDevice).toEqual([sister, friend].map(named))
})

test('the bonus of joining is paid once a device, approved at once or by hand, also after deletion', async () => {
  const set = (changes: object) => office.call(api.settings.update.path, changes)
  await set({ joining_bonus: 51, auto_verified: true })
  const asha = await player()
  expect(await office.walletOf(asha)).toBe(51)
  const sister = await player({ device: asha.device })
  expect(await office.walletOf(sister)).toBe(0)
  await office.call(api.users.remove, { id: asha.id })
  await office.call(api.users.remove, { id: sister.id })
  expect(await office.walletOf(await player({ device: asha.device }))).toBe(0)
  expect(await office.walletOf(await player())).toBe(51)
  await set({ auto_verified: false })
  const waiting = await player({ device: asha.device })
  const approved = await office.call(api.users.update, { id: waiting.id, isApproved: true })
  expect(approved).toMatchObject({ code: 200, data: { isApproved: true, wallet: 0 } })
  await set({ joining_bonus: 0 })
})

test('where only who brought a player is paid, that is once a device, an account and a mobile, also after deletion', async () => {
  const set = (changes: object) => office.call(api.settings.update.path, changes)
  const approve = ({ id }: Player) => office.call(api.users.update, { id, isApproved: true })
  const remove = ({ id }: Player) => office.call(api.users.remove, { id })
  const account = { account_no: '444 555 666' }
  const change = (as: Player, details: object) => office.call(api.player.updateProfile.path, details, { as })
  await set({ joining_bonus: 0, referral_bonus: 50, auto_verified: true })
  const asha = await player()
  const brought = (more: object = {}) => player({ referral: asha.mobile, ...more })
  const first = await brought({ device: asha.device })
  expect(await office.walletOf(asha)).toBe(50)
  await brought({ device: asha.device })
  expect(await office.walletOf(asha)).toBe(50)
  // The bonus of who brought others is not one of their own joining.
  const ravi = await player()
  for (const device of [undefined, ravi.device]) await player({ referral: ravi.mobile, device })
  expect(await office.walletOf(ravi)).toBe(100)
  await remove(first)
  await brought({ device: first.device })
  await brought({ mobile: first.mobile })
  expect(await office.walletOf(asha)).toBe(50)

  await set({ auto_verified: false })
  const [same, paid, later] = [await brought(), await brought(), await brought()]
  for (const each of [paid, same, later]) await change(each, account)
  await approve(paid)
  expect(await office.walletOf(asha)).toBe(100)
  await approve(same)
  await remove(paid)
  await approve(later)
  expect(await office.walletOf(asha)).toBe(100)
  await set({ referral_bonus: 0 })
})

test('of a device and an address nothing is kept that can be read', async () => {
  await player({ from: '203.0.113.77', device: 'canary-device' })
  const rows = await office.database.many<{ text: string }>(sql`select s::text as text from sign_ins s`)
  for (const { text } of rows) expect(text).not.toMatch(/canary|203\.0\.113/)
})

/** Thirty days of a house: players and administrators on a carrier's addresses, a shop, and one who plays against it. */
test('in thirty days at most one player in a hundred is written wrongly, and the one who is an administrator is', async () => {
  const chance = chanceOf(11)
  const PLAYERS = 600
  const hash = await hashPassword(PASSWORD)
  const players = await office.database.many<{ id: number }>(sql`
    with made as (
      insert into users (user_name, mobile, password_hash, mpin_hash, created_at, updated_at)
      select 'Of thirty days', (9700000000 + n)::text, ${hash}, '', clock_timestamp(), clock_timestamp()
      from generate_series(1, ${PLAYERS}) n returning id
    ), wallet as (insert into wallets (user_id) select id from made)
    select id from made order by id`)
  const admins = await office.database.many<{ id: number }>(sql`
    insert into admins (user_name, password_hash, role_id, created_at, updated_at)
    select 'carried ' || n, '', r.id, clock_timestamp(), clock_timestamp()
    from generate_series(1, 3) n, roles r where r.is_owner returning id`)
  const begin = (await office.database.now()).getTime() - 30 * 86_400_000
  const mobile = () => `100.64.${chance.whole(0, 3)}.${chance.whole(0, 249)}`
  const insider = players[0]!.id
  const signs: { at: number; owner: Parameters<typeof keepSignIn>[1]['owner']; from: string }[] = []
  const within = (day: number, from: number, to: number) =>
    begin + (day * 24 + chance.between(from, to)) * 3_600_000
  for (let day = 0; day < 30; day++) {
    for (const [nth, { id: adminId }] of admins.entries()) {
      const from = nth === 0 ? '192.0.2.9' : nth === 1 && day % 5 === 0 ? '192.0.2.1' : mobile()
      signs.push({ at: within(day, 8, 14), owner: { adminId }, from })
      signs.push({ at: within(day, 15, 22), owner: { adminId }, from: nth === 0 ? from : mobile() })
    }
    for (const { id: userId } of players.slice(1)) {
      if (!chance.happens(1 / 20)) continue
      const isInShop = userId % 10 === 0
      signs.push({ at: within(day, 0, 24), owner: { userId }, from: isInShop ? '192.0.2.1' : mobile() })
    }
  }
  signs.push({ at: within(17, 9, 20), owner: { userId: insider }, from: '192.0.2.9' })
  let devices = 0
  for (const { at, owner, from } of signs.sort((one, other) => one.at - other.at)) {
    const signing = { owner, place: placeOf(from), device: `device ${devices++}`, presented: undefined }
    await office.database.transaction((db) => keepSignIn(fixedAt(db, new Date(at)), signing))
  }
  const written = await office.database.many<{ user_id: number }>(sql`
    select distinct user_id from suspicions where user_id between ${insider} and ${players.at(-1)!.id}`)
  const ids = written.map(({ user_id }) => user_id)
  expect(ids).toContain(insider)
  expect((ids.length - 1) / PLAYERS).toBeLessThanOrEqual(0.01)
  expect(signs.length).toBeGreaterThan(1000)
})

test('however often two accounts sign in with one value, so many devices of each are kept, shared ones longest', async () => {
  const asha = await player()
  const [sister, ravi] = [await player({ device: asha.device }), await player()]
  const rowsOf = async ({ id }: Player, from: string) =>
    (await office.database.many(sql`select from ${sql.ref(from)} where user_id = ${id}`)).length
  const place = placeOf('198.51.100.7')
  const keep = (userId: number, device: string, presented?: string) =>
    office.database.transaction((db) => keepSignIn(db, { owner: { userId }, place, device, presented }))
  for (let nth = 0; nth < DEVICES_KEPT + 5; nth++) {
    await keep(ravi.id, `ravi ${nth}`, 'same')
    await keep(asha.id, `asha ${nth}`, nth % 2 ? 'same' : undefined)
    await keep(asha.id, `alone ${nth}`)
  }
  expect(await rowsOf(ravi, 'sign_ins')).toBe(DEVICES_KEPT)
  expect(await rowsOf(asha, 'sign_ins')).toBe(DEVICES_KEPT)
  expect((await payouts(asha)).sameDevice).toEqual([sister, ravi].map(named))
  const found = await office.database.many(playersOnDevicesOf(sql`${asha.id}::bigint`))
  expect(found).toHaveLength(2)
})

test('right tries of one way, from one place, leave one row', async () => {
  const asha = await player()
  const from = anywhere()
  for (const _ of [1, 2, 3]) await signIn(asha, { from })
  const rows = await office.database.many(sql`select from attempts where address = ${from} and succeeded`)
  expect(rows).toHaveLength(2) // a stranger's, then those from an address that is known
})

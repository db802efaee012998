/** Registering is limited by where it comes from, and from where a player registered can be compared, not read. */
import { api } from '@munim/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { LIMITS } from '../../server/src/http/guard.ts'
import { backOffice, PASSWORD } from '../support/office.ts'

const office = await backOffice({
  mobileVerifier: { send: async () => {}, check: async () => true },
  limits: { ...LIMITS, delayMs: 0, registrations: { address: 3, network: 4, device: 2 } },
})
let mobiles = 9_300_000_000

/** As if nobody had registered today. */
beforeEach(async () => {
  await office.database.run(sql`update registrations set at = at - interval '1 day'`)
  office.app.guard.forget()
})

async function register(from: string, changes: object = {}) {
  const payload = {
    user_name: 'Asha',
    mobile: String(mobiles++),
    password: PASSWORD,
    mpin: '1234',
    ...changes,
  }
  const said = await office.app.http.inject({
    method: 'POST',
    url: api.player.register.path,
    remoteAddress: from,
    payload,
  })
  return { code: said.statusCode, mobile: payload.mobile, ...said.json() }
}
const LATER = { code: 429, message: 'Too many attempts. Try again in 1440 minutes.' }

test('an address and a network take so many new players in a day, and others go on', async () => {
  for (const _ of [1, 2, 3]) expect(await register('203.0.113.1')).toMatchObject({ code: 200 })
  expect(await register('203.0.113.1')).toMatchObject(LATER)
  expect(await register('203.0.113.2')).toMatchObject({ code: 200 })
  expect(await register('203.0.113.3')).toMatchObject(LATER)
  expect(await register('198.51.100.1')).toMatchObject({ code: 200 })
  await office.database.run(sql`update registrations set at = at - interval '1 day'`)
  office.app.guard.forget()
  expect(await register('203.0.113.1')).toMatchObject({ code: 200 })
})

test('a device takes so many, wherever it is; a refused one makes nobody and counts for nothing', async () => {
  const { device } = await register('203.0.113.1')
  for (const nth of [1, 2]) expect(await register(`10.${nth}.0.1`, { device })).toMatchObject({ code: 200 })
  const before = await office.fingerprint()
  expect(await register('10.3.0.1', { device })).toMatchObject(LATER)
  expect(await office.fingerprint()).toBe(before)
  expect(await register('10.3.0.1')).toMatchObject({ code: 200 })
})

async function ask({ token }: { token: string }, payload: object = {}) {
  const headers = { authorization: token }
  const url = api.player.verifyMobile.path
  const said = await office.app.http.inject({
    method: 'POST',
    url,
    remoteAddress: '10.9.0.1',
    headers,
    payload,
  })
  return said.statusCode
}

test('an address and a network get so many codes in a day, but for those that verified a mobile', async () => {
  const players = []
  for (const _ of [1, 2, 3]) players.push(await register('203.0.113.1'))
  await office.database.run(sql`update registrations set at = at - interval '1 day'`)
  office.app.guard.forget()
  players.push(await register('203.0.113.1'))
  const [one, two, three, four] = players as [
    { token: string },
    { token: string },
    { token: string },
    { token: string },
  ]
  for (const player of [one, two, three]) expect(await ask(player)).toBe(200)
  expect(await ask(four)).toBe(429)
  expect(await ask(await register('198.51.100.1'))).toBe(200)
  expect(await ask(one, { code: '4711' })).toBe(200)
  expect(await ask(four)).toBe(200)
  // Another address, of the same network.
  expect(await ask(await register('203.0.113.2'))).toBe(200)
  const last = await register('203.0.113.2')
  expect(await ask(last)).toBe(429)
  await office.database.run(sql`update mobile_codes set since = since - interval '1 day'`)
  expect(await ask(last)).toBe(200)
})

test('who registered more than a month ago counts from where a code is asked for', async () => {
  const players = []
  for (const from of ['203.0.113.1', '198.51.100.1', '192.0.2.1', '10.7.0.1'])
    players.push(await register(from))
  await office.owner.run(sql`delete from registrations`)
  const said = []
  for (const player of players) said.push(await ask(player))
  expect(said).toEqual([200, 200, 200, 429])
})

test('the own address of the machine is not limited: it may be an unnamed proxy’s, also once that is named', async () => {
  for (let nth = 0; nth < 6; nth++) {
    const player = await register('127.0.0.1')
    expect(player).toMatchObject({ code: 200 })
    expect(await ask(player)).toBe(200)
  }
})

test('on the device that registered the mpin signs in', async () => {
  const { mobile, device } = await register('203.0.113.1')
  expect(await office.call(api.player.login, { mobile, mpin: '1234', device })).toMatchObject({
    code: 200,
    device,
  })
})

test('the same address and device can be told again by what is kept, and neither is kept as it is', async () => {
  const [one, other] = [
    await register('203.0.113.8', { device: 'canary-device' }),
    await register('203.0.113.8', { device: 'canary-device' }),
  ]
  const rows = await office.database.many<{ address: string; device: string | null; text: string }>(sql`
    select encode(address_hash, 'hex') as address, encode(device_hash, 'hex') as device, r::text as text
    from registrations r where user_id in (${one.data.id}, ${other.data.id})`)
  expect(new Set(rows.map(({ address, device }) => `${address} ${device}`)).size).toBe(1)
  expect(rows).toHaveLength(2)
  for (const { text } of rows) expect(text).not.toMatch(/canary|203\.0\.113/)
  const [plain] = await office.database.many<{ hash: string }>(
    sql`select encode(sha256('203.0.113.8'), 'hex') as hash`,
  )
  expect(rows[0]!.address).not.toBe(plain!.hash)
})

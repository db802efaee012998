/** Strangers who register and guess: what they may cost the owner, the players, and those who share their address. */
import { api } from '@munim/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { LIMITS } from '../../server/src/http/guard.ts'
import { placeOf } from '../../server/src/http/network.ts'
import { backOffice, PASSWORD } from '../support/office.ts'

const office = await backOffice()
/** Answers its second refusal and those after it when the test is over long ago. */
const delaying = await backOffice({
  limits: { ...LIMITS, address: 1, network: 1, delayMs: 24 * 3_600_000 },
})
const OWNER = { userName: 'admin', password: PASSWORD }

beforeEach(() => office.forgive())

/** The call as if it came from there. */
async function post(path: string, body: object, from: string) {
  const said = await office.app.http.inject({ method: 'POST', url: path, remoteAddress: from, payload: body })
  return { code: said.statusCode, ...said.json() }
}

const signIn = (from: string, changes: { password?: string; device?: string } = {}) =>
  post(api.auth.login.path, { ...OWNER, ...changes }, from)
const guess = (from: string, device?: string) =>
  signIn(from, { password: 'a guess', ...(device !== undefined && { device }) })
const play = (mobile: string, password: string, from: string) =>
  post(api.player.login.path, { mobile, password }, from)

/** As if all that was tried had been tried so much earlier. */
async function later(interval: string) {
  await office.database.run(sql`update attempts set at = at - ${interval}::interval where not succeeded`)
  office.app.guard.forget()
}

/** Guesses until the account's tries of this way are used up; how many were tried. */
async function useUp(from: (nth: number) => string, device?: string): Promise<number> {
  let tried = 0
  for (let nth = 0; nth < 40; nth++) {
    const { code } = await guess(from(nth), device)
    if (code === 401) tried++
    else await later('30 minutes')
  }
  return tried
}

test('however many places guess, an account has fewer than a hundred tries in a day', async () => {
  const { device } = await signIn('192.0.2.1')
  await later('30 days')
  let tried = 0
  for (let place = 0; place < 120; place++) if ((await guess(`10.${place}.0.1`)).code === 401) tried++
  expect(tried).toBeGreaterThan(30)
  await office.forgive()
  expect(tried + (await useUp(() => '192.0.2.1')) + (await useUp(() => '10.1.1.1', device))).toBeLessThan(100)
})

test('a device that signed in before gets in while strangers have used up all their tries', async () => {
  const { device } = await signIn('192.0.2.2')
  for (let place = 0; place < 80; place++) await guess(`10.${place}.0.2`)
  expect(await signIn('198.51.100.2')).toMatchObject({ code: 429 })
  const again = await signIn('198.51.100.2', { device })
  expect(again).toMatchObject({ code: 200, device })
})

test("another administrator's device, or a made-up one, is a stranger's", async () => {
  const { device } = await signIn('192.0.2.3')
  await office.database.run(sql`
    insert into admins (user_name, password_hash, created_at, updated_at)
    select 'second', password_hash, created_at, updated_at from admins where user_name = 'admin'`)
  const second = { userName: 'second', password: PASSWORD }
  for (const each of [device, 'made-up']) {
    const said = await post(api.auth.login.path, { ...second, device: each }, '192.0.2.3')
    expect(said).toMatchObject({ code: 200 })
    expect(said.device).not.toBe(each)
  }
})

test('ten mistakes of strangers in one network keep nobody of another out', async () => {
  for (let nth = 0; nth < 10; nth++) expect(await guess(`203.0.113.${nth}`)).toMatchObject({ code: 401 })
  expect(await signIn('203.0.113.99')).toMatchObject({ code: 429 })
  expect(await signIn('198.51.100.4')).toMatchObject({ code: 200 })
})

test('a new password forgets the devices but the one it is changed on', async () => {
  const [here, elsewhere] = [await signIn('192.0.2.5'), await signIn('192.0.2.6')]
  const change = (password: string, newPassword: string) =>
    office.call(api.auth.resetPassword, { password, newPassword }, { as: here })
  expect(await change(PASSWORD, 'another one')).toMatchObject({ code: 200 })
  expect(await change('another one', PASSWORD)).toMatchObject({ code: 200 })
  expect((await signIn('192.0.2.6', { device: elsewhere.device })).device).not.toBe(elsewhere.device)
  expect((await signIn('192.0.2.5', { device: here.device })).device).toBe(here.device)
})

test('behind the address of a hundred who guess, a right password gets in', async () => {
  const [asha, ravi] = [await office.user('Asha'), await office.user('Ravi')]
  const guesses = Array.from({ length: 100 }, (_, nth) =>
    play(nth < 50 ? ravi.mobile : String(8e9 + nth), 'a guess', '203.0.113.7'),
  )
  const codes = (await Promise.all(guesses)).map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set([401, 429]))
  expect(await play(asha.mobile, PASSWORD, '203.0.113.7')).toMatchObject({ code: 200 })
})

test('a flood of strangers is waited for neither by the owner nor by a known player', async () => {
  const asha = await office.user('Asha')
  await play(asha.mobile, PASSWORD, '192.0.2.8')
  await signIn('192.0.2.8')
  let strangers = 0
  const flood = Array.from({ length: 120 }, async (_, nth) => {
    const body = { user_name: 'Stranger', mobile: String(6e9 + nth), password: PASSWORD, mpin: '1234' }
    const from = `10.${nth}.0.8`
    const path = [api.player.register.path, api.player.login.path, api.auth.login.path][nth % 3]!
    const { code } = await post(path, { ...body, userName: `nobody ${nth}` }, from)
    strangers++
    return code
  })
  const known = [signIn('192.0.2.8'), play(asha.mobile, PASSWORD, '192.0.2.8')]
  expect((await Promise.all(known)).map(({ code }) => code)).toEqual([200, 200])
  expect(strangers).toBeLessThan(30)
  const codes = new Set(await Promise.all(flood))
  expect([...codes].filter((code) => ![200, 401, 429].includes(code))).toEqual([])
})

test('refusals are delayed where there are many; right answers, and those to who is signed in, are not', async () => {
  const { call } = delaying
  const refuse = (signal?: AbortSignal) =>
    fetch(delaying.host + api.player.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      ...(signal && { signal }),
    })
  expect((await refuse()).status).toBe(400)
  const gone = new AbortController()
  let answered = 0
  const delayed = [1, 2].map(async () => {
    await refuse(gone.signal).catch(() => {})
    answered++
  })
  expect(await call(api.auth.login, OWNER)).toMatchObject({ code: 200 })
  expect(await call(api.users.get, { id: 12345 })).toMatchObject({ code: 404 })
  expect(answered).toBe(0)
  // Who comes from there waits behind the others to have a password checked.
  expect(await delaying.app.guard.late.isDelaying(placeOf('127.0.0.1'))).toBe(true)
  expect(await delaying.app.guard.late.isDelaying(placeOf('192.0.2.9'))).toBe(false)
  gone.abort()
  await Promise.all(delayed)
})

/** A player's mobile is verified by a code that a provider sends: once it is right, and never by guessing. */
import { api } from '@munim/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import type { MobileVerifier } from '../../server/src/users/verify-mobile.ts'
import { backOffice, type Player } from '../support/office.ts'

const sent: string[] = []
let isAway = false
/** Called where the provider never answers, as it is asked. */
let hang: (() => void) | undefined
/** Done while the provider looks at a code. */
let meanwhile: (() => Promise<unknown>) | undefined
/** A provider whose codes are known here. */
const provider: MobileVerifier = {
  async send(mobile) {
    if (isAway) throw new Error('The provider is away')
    if (hang) return new Promise(hang)
    sent.push(mobile)
  },
  async check(mobile, code) {
    if (isAway) throw new Error('The provider is away')
    await meanwhile?.()
    return sent.includes(mobile) && code === '4711'
  },
}
const lines: string[] = []
const log = { write: (line: string) => void lines.push(line) }
const office = await backOffice({ mobileVerifier: provider, log })
const without = await backOffice()
beforeEach(() => {
  isAway = false
})

const ask = (as: Player, code?: string, key?: string) =>
  office.call(api.player.verifyMobile, { code }, { as, ...(key !== undefined && { key }) })
const isVerified = async ({ id }: Player) => (await office.call(api.users.get, { id })).data.verified
const later = (minutes: number) =>
  office.database.run(sql`update mobile_codes set at = at - make_interval(mins => ${minutes}),
      since = since - make_interval(mins => ${minutes})`)
const NEW = { code: 400, message: 'Ask for a new code' }
const WRONG = { code: 400, message: 'Code is incorrect' }
const AWAY = { code: 502, message: 'The code could not be sent or checked. Please try again later.' }

test('a code is sent, and the right one verifies the mobile once and for all', async () => {
  const asha = await office.user('Asha')
  expect(await ask(asha, '4711')).toMatchObject(NEW)
  expect(await ask(asha)).toMatchObject({ code: 200, data: { verified: false } })
  expect(sent).toContain(asha.mobile)
  expect(await ask(asha, '4712')).toMatchObject(WRONG)
  expect(await isVerified(asha)).toBe(false)
  expect(await ask(asha, '4711')).toMatchObject({ code: 200, data: { verified: true } })
  expect(await isVerified(asha)).toBe(true)
  const codes = sent.length
  expect(await ask(asha)).toMatchObject({ code: 200, data: { verified: true } })
  expect(await ask(asha, '0000', 'again')).toMatchObject({ code: 200, data: { verified: true } })
  expect(sent).toHaveLength(codes)
  const kept = sql`select from answers where caller = ${`player:${asha.id}`}`
  expect(await office.database.many(kept), 'the verified could fill the table').toEqual([])
})

test('a code is tried five times, also at once, and for ten minutes', async () => {
  const asha = await office.user('Asha')
  await ask(asha)
  const wrong = await Promise.all(Array.from({ length: 8 }, () => ask(asha, '0000')))
  expect(wrong.filter(({ message }) => message === WRONG.message)).toHaveLength(5)
  expect(await ask(asha, '4711')).toMatchObject(NEW)
  await later(2)
  await ask(asha)
  expect(await ask(asha, '0000')).toMatchObject(WRONG) // of the new code
  await later(11)
  expect(await ask(asha, '4711')).toMatchObject(NEW)
})

test('one code is sent a minute, also where several are asked for at once, and five a day', async () => {
  const asha = await office.user('Asha')
  const codes = () => sent.filter((mobile) => mobile === asha.mobile).length
  await Promise.all([1, 2, 3].map(() => ask(asha)))
  expect(codes()).toBe(1)
  for (let nth = 0; nth < 6; nth++) {
    await later(2)
    await ask(asha)
  }
  expect(codes()).toBe(5)
  expect((await ask(asha)).code).toBe(429)
  await later(24 * 60 - 12) // A day after the first of them.
  expect(await ask(asha)).toMatchObject({ code: 200 })
})

test('the mobile is verified that was asked about, not one that it was changed to', async () => {
  const asha = await office.user('Asha')
  await ask(asha)
  await office.call(api.users.update, { id: asha.id, mobile: '9899900001' })
  expect(await ask(asha, '4711')).toMatchObject(WRONG)
  expect(await isVerified(asha)).toBe(false)

  const ravi = await office.user('Ravi')
  await ask(ravi)
  meanwhile = () => office.call(api.users.update, { id: ravi.id, mobile: '9899900005' })
  expect(await ask(ravi, '4711')).toMatchObject({ code: 200, data: { verified: false } })
  meanwhile = undefined
  expect(await isVerified(ravi)).toBe(false)
})

test('another mobile that an administrator gives is not verified, unless they say it is', async () => {
  const asha = await office.user('Asha')
  await ask(asha)
  await ask(asha, '4711')
  const change = (changes: object) => office.call(api.users.update, { id: asha.id, ...changes })
  await change({ mobile: asha.mobile, whatsapp: '9899900002' })
  expect(await isVerified(asha)).toBe(true)
  expect(await change({ mobile: '9899900003' })).toMatchObject({ code: 200, data: { verified: false } })
  expect((await office.call(api.reports.audit, { act: api.users.update.path, limit: 1 })).data).toMatchObject(
    [{ before: { verified: true }, after: { verified: false } }],
  )
  await change({ verified: true })
  expect(await change({ mobile: '9899900004', verified: true })).toMatchObject({ data: { verified: true } })
})

test('a provider that is away is said so, and logged without the code and the mobile', async () => {
  const asha = await office.user('Asha')
  isAway = true
  expect(await ask(asha)).toMatchObject(AWAY)
  expect(await ask(asha, '4711')).toMatchObject(AWAY)
  const said = lines.filter((line) => line.includes('MOBILE_VERIFIER failed'))
  expect(said).toHaveLength(2)
  expect(said.join()).not.toMatch(new RegExp(`4711|${asha.mobile}`))
})

test('a provider that does not answer within ten seconds has failed, also where it does not heed its signal', async () => {
  const asha = await office.user('Asha')
  const asked = new Promise<void>((done) => {
    hang = () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      done()
    }
  })
  const answer = ask(asha)
  await asked
  hang = undefined
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  expect(await answer).toMatchObject(AWAY)
})

test('who is blocked is sent none, and without a provider there is nothing to ask', async () => {
  for (const state of [sql`is_blocked = true`, sql`status = false`]) {
    const asha = await office.user('Asha')
    await office.database.run(sql`update users set ${state} where id = ${asha.id}`)
    expect(await ask(asha)).toMatchObject({ code: 403 })
    expect(sent).not.toContain(asha.mobile)
  }
  const ravi = await without.user('Ravi')
  const said = await without.call(api.player.verifyMobile, {}, { as: ravi })
  expect(said).toMatchObject({ code: 404, message: 'Mobile numbers are not verified here' })
})

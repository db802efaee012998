/** An administrator's own sessions and devices: listed, ended, told of; and sign-ins in the audit. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { backOffice, PASSWORD } from '../support/office.ts'

const office = await backOffice({ trustedProxies: 'loopback' })
const { userName } = office.admin

const signInWith = (browser: string, address: string, device?: string) =>
  office.call(
    api.auth.login,
    { userName, password: PASSWORD, ...(device !== undefined && { device }) },
    { headers: { 'user-agent': browser, 'x-forwarded-for': address } },
  )
const sessionsOf = async (as: { token: string }) => (await office.call(api.auth.sessions, {}, { as })).data
const newDevicesOf = async (as: { token: string }) =>
  (await office.call(api.auth.whoAmI, {}, { as })).data.newDevices
const lastActs = async (limit: number) => (await office.call(api.reports.audit, { limit })).data

test('sessions are listed with where they were begun, and each is ended by its own administrator only', async () => {
  const phone = await signInWith('Phone/1', '203.0.113.7')
  const laptop = await signInWith('Laptop/1', '203.0.113.8')
  const listed = await sessionsOf(laptop)
  expect(listed).toHaveLength(3)
  expect(listed).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ browser: 'Phone/1', address: '203.0.113.7', isThis: false }),
      expect.objectContaining({ browser: 'Laptop/1', address: '203.0.113.8', isThis: true }),
    ]),
  )
  const { id } = listed.find(({ browser }) => browser === 'Phone/1')!
  const { id: other } = await office.database.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, role_id, created_at, updated_at)
    select 'other', password_hash, role_id, created_at, updated_at from admins where user_name = ${userName}
    returning id`)
  const another = { userName: 'other', password: PASSWORD, device: phone.device }
  const theirs = await office.call(api.auth.login, another)
  expect(theirs.device).not.toBe(phone.device)
  expect(other).toBeGreaterThan(0)
  const end = (as: { token: string }) => office.call(api.auth.endSession, { id }, { as })
  expect(await end(theirs)).toMatchObject({ code: 404, message: 'This session has ended' })
  expect(await sessionsOf(phone)).toHaveLength(3)
  expect(await end(laptop)).toMatchObject({ code: 200 })
  expect(await office.call(api.auth.sessions, {}, { as: phone })).toMatchObject({ code: 401 })
  expect(await end(laptop)).toMatchObject({ code: 404 })
  expect((await lastActs(1))[0]).toMatchObject({
    before: { address: '203.0.113.7', browser: 'Phone/1' },
    after: { session: 'ended' },
  })
})

test('a new device is told to sessions of older ones, not to itself, and signing in there again is nothing new', async () => {
  const old = await signInWith('Old/1', '203.0.113.10')
  const thief = await signInWith('Thief/1', '198.51.100.9')
  const [told] = await newDevicesOf(old)
  expect(told).toMatchObject({ browser: 'Thief/1', address: '198.51.100.9' })
  expect((await newDevicesOf(thief)).map(({ browser }) => browser)).not.toContain('Thief/1')
  const again = await signInWith('Thief/1', '198.51.100.9', thief.device)
  expect(await newDevicesOf(again)).toEqual([])
  expect(await newDevicesOf(old)).toHaveLength(1)
  const age = (by: string) =>
    office.database.run(sql`update devices set created_at = created_at - ${by}::interval`)
  await age('7 days')
  expect(await newDevicesOf(old)).toEqual([])
  await age('-7 days')

  const [own] = await newDevicesOf(office.admin)
  expect(own).toBeDefined()
  const refuse = (id: string, as: { token: string }) => office.call(api.auth.refuseDevice, { id }, { as })
  const oldest = (await newDevicesOf(office.admin)).find(({ browser }) => browser === 'Old/1')!
  expect(await refuse(oldest.id, thief), 'the newer does not refuse the older').toMatchObject({ code: 404 })
  expect(await refuse(told!.id, old)).toMatchObject({ code: 200 })
  for (const as of [thief, again])
    expect(await office.call(api.auth.whoAmI, {}, { as })).toMatchObject({ code: 401 })
  expect(await newDevicesOf(old)).toEqual([])
})

test('sign-ins and failures are in the audit, and what is typed as a name is not', async () => {
  await signInWith('Desk/1', '203.0.113.20')
  expect((await lastActs(1))[0]).toMatchObject({
    act: api.auth.login.path,
    actorName: userName,
    address: '203.0.113.20',
    after: { signIn: 'done', browser: 'Desk/1', isNewDevice: true },
  })
  const headers = { 'user-agent': 'Guess/1', 'x-forwarded-for': '198.51.100.77' }
  for (const name of ['hunter2secret', userName]) {
    const guess = { userName: name, password: 'wrong' }
    expect(await office.call(api.auth.login, guess, { headers })).toMatchObject({ code: 401 })
  }
  await expect
    .poll(async () => (await lastActs(1))[0])
    .toMatchObject({
      actor: 'anyone',
      address: '198.51.100.77',
      thing: 'admin',
      thing_id: '1',
      after: { signIn: 'refused', browser: 'Guess/1' },
    })
  expect(JSON.stringify(await lastActs(100))).not.toContain('hunter2secret')
})

/** What each role may do: every built-in role is walked through every call of the contract, over HTTP. */
import { api, lacking, missingFor } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { rightsOf } from '../../server/src/http/caller.ts'
import { everyCall } from '../support/contract.ts'
import { follow } from '../support/follow.ts'
import { backOffice, formOf } from '../support/office.ts'

const office = await backOffice()
const calls = everyCall.flatMap(([name, endpoint]) =>
  endpoint.access === 'admin' ? [[name, endpoint] as const] : [],
)
const roles = await office.database.many<{ name: string; is_owner: boolean; rights: string[] }>(sql`
  select name, is_owner, rights from roles order by id`)

const { withRights } = office
/** Of whom only the session matters here. */
const administrator = (role: string) => office.administrator(role, role)

test('the roles are built in, and the first administrator is the Owner', async () => {
  expect(roles.map(({ name }) => name)).toEqual(['Owner', 'Results', 'Cashier', 'Support', 'Auditor'])
  const first = await office.database.only<{ name: string }>(sql`
    select r.name from admins a join roles r on r.id = a.role_id where a.user_name = ${office.admin.userName}`)
  expect(first.name).toBe('Owner')
})

test.each(roles)(
  '$name may make the calls of the role, and is refused every other in words',
  async (role) => {
    const granted = rightsOf(role)
    const refused = calls.filter(([, endpoint]) => missingFor(endpoint, granted) !== null)
    expect(refused.length > 0).toBe(!role.is_owner)
    const as = await administrator(role.name)
    const before = await office.fingerprint({ withAudit: true })
    for (const [name, endpoint] of refused) {
      const said = await office.call(endpoint.path, {}, { as })
      expect(said, name).toEqual({
        code: 403,
        status: 'error',
        message: lacking(missingFor(endpoint, granted)!),
      })
    }
    expect(await office.fingerprint({ withAudit: true })).toBe(before)
    for (const [name, endpoint] of calls.filter((call) => !refused.includes(call))) {
      const said = await office.call(endpoint.path, {}, { as: await administrator(role.name) })
      expect(said.code, name).not.toBe(403)
      expect(said.code, name).not.toBe(401)
    }
  },
)

test('a right that is missing is named, and the act it is for is not done', async () => {
  const cashier = await administrator('Cashier')
  const asha = await office.user('Asha', 100)
  const market = await office.market('RIGHTS')
  expect(await office.call(api.users.addFunds, { id: asha.id, amount: 10 }, { as: cashier })).toMatchObject({
    code: 403,
    message: 'Your role does not allow this: add and deduct funds',
  })
  expect(await office.declare(market, '128-1', { as: cashier })).toMatchObject({ code: 403 })
  expect(await office.walletOf(asha)).toBe(100)
  const transactionId = await office.requestDeposit(asha, 50)
  const decision = { transactionId, status: 'completed' } as const
  expect(await office.call(api.wallet.decideDeposit, decision, { as: cashier })).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(150)
})

const setting = async () => (await office.call(api.settings.get, {})).data

test.each([
  // rights            changes                                        missing, or null
  [['settings'], { deposit_min: 101 }, null],
  [['settings'], { merchant_upi: 'thief@upi' }, 'change whom deposits are paid to'],
  [['settings'], { deposit_min: 102, account_number: '1' }, 'change whom deposits are paid to'],
  [['payee'], { merchant_upi: 'house@upi' }, null],
  [['payee'], { merchant_upi: 'other@upi', deposit_min: 103 }, 'change rates, settings and markets'],
  [['declare'], { autoDeclareResult: true }, null],
  [['settings', 'payee'], { autoDeclareResult: false }, 'declare results'],
  [['people'], { deposit_min: 104 }, 'change rates, settings and markets'],
] as const)('with %j, %j is refused for: %s', async (rights, changes, missing) => {
  const as = await withRights(...rights)
  const before = await setting()
  const said = await office.call(api.settings.update, changes, { as })
  if (missing === null) return expect(said).toMatchObject({ code: 200, data: changes })
  expect(said).toMatchObject({ code: 403, message: `Your role does not allow this: ${missing}` })
  expect(await setting()).toEqual(before)
})

test('all settings may be sent, where those of other rights stay as they are', async () => {
  const as = await withRights('settings')
  const { rates, version, merchant_qr, app_link, ...all } = await setting()
  const said = await office.call(api.settings.update, { ...all, whatsapp_text: 'Namaste' }, { as })
  expect(said).toMatchObject({ code: 200, data: { whatsapp_text: 'Namaste' } })
})

test('a market with digits asks for the right to declare', async () => {
  const as = await withRights('settings')
  const market = { name: 'DIGITS', open_time: '12:00', close_time: '13:00' }
  const { manualOpenDigit: open_digit, manualOpenPanna: open_panna } = formOf('128-1')
  expect(await office.call(api.markets.create, { ...market, open_digit, open_panna }, { as })).toMatchObject({
    code: 403,
    message: 'Your role does not allow this: declare results',
  })
  expect(await office.call(api.markets.create, { ...market, open_digit: '-' }, { as })).toMatchObject({
    code: 200,
  })
})

test('another role, and a block, count from the next call on, and a right that nobody knows counts for nothing', async () => {
  const { id, token } = await administrator('Support')
  const code = async () => (await office.call(api.users.list, {}, { as: { token } })).code
  const change = (to: string) =>
    office.database.run(sql`
    update admins set role_id = (select id from roles where name = ${to}) where id = ${id}`)
  expect(await code()).toBe(200)
  await office.database.run(sql`insert into roles (name, rights) values ('Later', '{fly}')`)
  await change('Later')
  expect(await code()).toBe(403)
  await change('Auditor')
  expect(await code()).toBe(200)
  await office.database.run(sql`update admins set is_active = false where id = ${id}`)
  expect(await code()).toBe(401)
})

test('a stream ends when its administrator may not see any more', async () => {
  const { id, token } = await administrator('Support')
  await withRights('people')
  const stream = await follow(office.host, token)
  await office.database.run(sql`
    update admins set role_id = (select id from roles where name = 'With people') where id = ${id}`)
  await stream.ended
})

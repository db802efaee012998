/** A second person: who confirms and declines what whom asked for, and who counts as another. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { removeFactorsOf } from '../../server/src/administrators/remove-factors.ts'
import { type NotNull, type Statement, sql } from '../../server/src/database/db.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { lockAdministrators } from '../../server/src/http/second.ts'
import { backOffice, PASSWORD } from '../support/office.ts'
import { ALL, secondPerson, waiting } from '../support/second-person.ts'

const office = await backOffice()
const {
  person,
  withRights,
  limits,
  meera,
  listed,
  shownWaiting,
  confirm,
  decline,
  withdraw,
  add,
  stored,
  waitsFor,
  owner,
  administrators,
} = await secondPerson(office)

/** What no server does of an act that waits. */
async function edit(id: number, set: Statement): Promise<void> {
  await office.owner.run(sql`alter table waiting_acts disable trigger waiting_act_is_decided_once`)
  await office.owner.run(sql`update waiting_acts set ${set} where id = ${id}`)
  await office.owner.run(sql`alter table waiting_acts enable trigger waiting_act_is_decided_once`)
}

test('of one administrator alone nothing waits; who blocks the others still waits for a day', async () => {
  await limits({ funds: 0 })
  const asha = await office.user('Asha')
  const others = await office.database.many<{ id: number; role: number }>(
    sql`select id, role_id as role from admins where id <> 1 and is_active`,
  )
  const [blocked] = others
  const { role } = await office.database.only<{ role: number }>(
    sql`select id as role from roles where id <> ${blocked!.role} order by id desc limit 1`,
  )
  const both = { id: blocked!.id, roleId: role, isActive: false }
  expect(await office.call(api.administrators.update, both)).toMatchObject({
    code: 400,
    message: 'A block waits for nobody: send it apart from another role',
  })
  for (const { id } of others)
    expect(await office.call(api.administrators.update, { id, isActive: false })).toMatchObject({ code: 200 })
  expect((await office.call(api.security.get, {})).data.administrators).toBeGreaterThan(1)
  const id = waiting(await add(asha, 10))
  await withdraw(id)
  await office.database.run(sql`update admins set blocked_at = blocked_at - interval '1 day'`)
  expect((await listed(owner)).isOn).toBe(false)
  expect(await office.call(api.acts.alone, {})).toMatchObject({ data: { funds: null } })
  expect(await add(asha, 10)).toMatchObject({ code: 200 })
  await office.database.run(sql`update admins set is_active = true, blocked_at = null`)
  meera.token = await openSession(office.database, { adminId: meera.id }, 7) // a block ends sessions
  expect((await listed(owner)).isOn).toBe(true)
})

test('who was blocked long ago is back only with a second person', async () => {
  const kiran = await person('Kiran', 'Cashier')
  await limits(ALL)
  const set = (isActive: boolean) => office.call(api.administrators.update, { id: kiran.id, isActive })
  expect(await set(false)).toMatchObject({ code: 200 })
  expect(await set(true)).toMatchObject({ code: 200 })
  await set(false)
  await office.database.run(
    sql`update admins set blocked_at = blocked_at - interval '1 day' where id = ${kiran.id}`,
  )
  await decline(waiting(await set(true)))
})

test('who asked decides nothing and withdraws it, another can not', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 10))
  const own = { code: 409, message: 'Another administrator decides what you asked for' }
  expect(await confirm(id, owner)).toMatchObject(own)
  expect(await decline(id, owner)).toMatchObject(own)
  expect(await withdraw(id, meera)).toMatchObject({
    code: 409,
    message: 'Only who asked for it withdraws it',
  })
  expect(await withdraw(id)).toMatchObject({ code: 200, data: { outcome: 'withdrawn' } })
  expect(await confirm(id)).toMatchObject({ code: 409, message: 'admin has withdrawn this already' })
  expect(await office.walletOf(asha)).toBe(0)
  expect(await confirm(999_999)).toMatchObject({ code: 404, message: 'There is no such act' })
})

test('the audit of a player has the acts on them that waited, and nothing of another thing of that number', async () => {
  for (const table of ['users', 'waiting_acts'])
    await office.owner.run(sql.raw(`alter table ${table} alter column id restart with 50000`))
  const other = await office.user('Of the same number')
  await office.call(api.users.update, { id: other.id, betting: false })
  const asha = await office.user('Asha')
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 10))
  expect(id).toBe(other.id)
  await withdraw(id)
  const { data } = await office.call(api.reports.audit, { userId: asha.id, limit: 100 })
  expect(data.filter(({ thing }) => thing === 'act').map((each) => each.thing_id)).toEqual([`${id}`, `${id}`])
  expect(new Set(data.map(({ about }) => about.User?.id))).toEqual(new Set([asha.id]))
})

test('a second account at the same browser is no second person', async () => {
  const asha = await office.user('Asha')
  const role = (await administrators()).roles.find(({ isOwner }) => isOwner)!
  const signIn = async (userName: string, device?: string) =>
    office.call(
      api.auth.login,
      { userName, password: 'a word of mine', ...(device && { device }) },
      { as: 'nobody' },
    )
  for (const userName of ['One', 'Other']) {
    await office.call(api.administrators.create, { userName, password: 'given-39', roleId: role.id })
    const { token } = await office.call(api.auth.login, { userName, password: 'given-39' }, { as: 'nobody' })
    const own = { password: 'given-39', newPassword: 'a word of mine' }
    await office.call(api.auth.resetPassword, own, { as: { token } })
  }
  await limits({ funds: 0 })
  const one = await signIn('One')
  const id = waiting(await add(asha, 10, { as: one }))
  expect(await confirm(id, await signIn('Other', one.device))).toMatchObject({
    code: 409,
    message: 'One signs in on this device, too: confirm it on a device of your own',
  })
  const { id: look } = await office.database.only<{ id: number }>(sql`
    insert into suspicions (kind, at, actor)
    select 'large_win', clock_timestamp(), 'admin:' || id from admins where user_name = 'One' returning id`)
  const looked = { id: look, note: 'A guest' }
  expect(
    await office.call(api.reports.lookAt, looked, { as: await signIn('Other', one.device) }),
  ).toMatchObject({
    code: 409,
    message: 'One signs in on this device, too: look at it on a device of your own',
  })
  const other = await signIn('Other')
  expect(await office.call(api.reports.lookAt, looked, { as: other })).toMatchObject({ code: 200 })
  expect(await confirm(id, other)).toMatchObject({ code: 200 })

  const { id: last } = await office.database.only<{ id: number }>(sql`
    insert into suspicions (kind, at, actor) select kind, at, actor from suspicions where id = ${look} returning id`)
  const gone = await office.database.many<{ id: number }>(sql`
    update admins set is_active = false, blocked_at = clock_timestamp() - interval '25 hours'
    where is_active and user_name <> 'Other' returning id`)
  const alone = { as: await signIn('Other', one.device) }
  const said = await office.call(api.reports.lookAt, { id: last, note: 'Nobody else is left' }, alone)
  await office.database.run(sql`
    update admins set is_active = true, blocked_at = null where id = any(${gone.map((each) => each.id)}::int[])`)
  expect(said).toMatchObject({ code: 200 })
})

test('who asked for an account and the account are no second person to each other', async () => {
  const asha = await office.user('Asha')
  const manager = await withRights('see', 'funds', 'administrators')
  const role = (await administrators()).roles.find(
    ({ name }) => name === 'With see and funds and administrators',
  )!
  const created = { userName: 'Ravi', password: 'given-39', roleId: role.id }
  const begin = async () => {
    const { token } = await office.call(api.auth.login, created, { as: 'nobody' })
    const own = { password: created.password, newPassword: 'a word of mine' }
    await office.call(api.auth.resetPassword, own, { as: { token } })
    return office.call(api.auth.login, { ...created, password: own.newPassword }, { as: 'nobody' })
  }
  await limits({ funds: 0 })
  const asked = waiting(await office.call(api.administrators.create.path, created, { as: manager }))
  expect(await confirm(asked)).toMatchObject({ code: 200 })
  let ravi = await begin()
  const message = (name: string) =>
    `You and ${name} were given passwords by one of you or by the same administrator: another one confirms it`
  const id = waiting(await add(asha, 10, { as: manager }))
  expect(await confirm(id, ravi)).toMatchObject({ code: 409, message: message(manager.name) })
  const act = (await listed(ravi)).data.find((each) => each.id === id)!
  expect([act.mayDecide, act.confirmers.includes('Ravi')]).toEqual([false, false])
  expect(act.whyOnlyDecline).toBe(message(manager.name))
  expect(await shownWaiting(ravi)).toMatchObject({ data: [{ id }], toDecide: 0 })
  expect(await shownWaiting(meera)).toMatchObject({ toDecide: 1 })
  const unwanted = waiting(await add(asha, 9, { as: manager }))
  expect(await decline(unwanted, ravi)).toMatchObject({ code: 200 })
  const other = waiting(await add(asha, 11, { as: ravi }))
  expect(await confirm(other, manager)).toMatchObject({ code: 409, message: message('Ravi') })
  expect(await confirm(other)).toMatchObject({ code: 200 })
  // Nor are two that one of them gave passwords to.
  const second = { ...created, userName: 'Sita' }
  expect(
    await confirm(waiting(await office.call(api.administrators.create.path, second, { as: manager }))),
  ).toMatchObject({ code: 200 })
  const { token } = await office.call(api.auth.login, second, { as: 'nobody' })
  const own = { password: second.password, newPassword: 'a word of hers' }
  await office.call(api.auth.resetPassword, own, { as: { token } })
  const sita = await office.call(api.auth.login, { ...second, password: own.newPassword }, { as: 'nobody' })
  const between = waiting(await add(asha, 12, { as: ravi }))
  expect(await confirm(between, sita)).toMatchObject({ code: 409, message: message('Ravi') })
  const { id: look } = await office.database.only<{ id: number }>(sql`
    insert into suspicions (kind, at, actor)
    select 'large_win', clock_timestamp(), 'admin:' || id from admins where user_name = 'Ravi' returning id`)
  expect(await office.call(api.reports.lookAt, { id: look, note: 'A guest' }, { as: sita })).toMatchObject({
    code: 409,
    message: expect.stringMatching(/: another one looks at it$/),
  })
  expect(await confirm(between)).toMatchObject({ code: 200 })
  await limits({})
  const { id: raviId } = (await administrators()).administrators.find(({ userName }) => userName === 'Ravi')!
  await office.call(api.administrators.setPassword, { id: raviId, password: created.password })
  ravi = await begin()
  expect(await confirm(id, ravi)).toMatchObject({ code: 200 })
  // Nor are those tied whose second factors were removed at the server.
  const alone = await withRights('see', 'funds')
  for (const userName of ['Ravi', alone.name])
    await office.database.transaction((db) => removeFactorsOf(db, userName))
  ravi = await office.call(api.auth.login, { ...created, password: 'a word of mine' }, { as: 'nobody' })
  await limits({ funds: 0 })
  const apart = waiting(await add(asha, 13, { as: ravi }))
  const afresh = await openSession(office.database, { adminId: alone.id }, 7)
  expect(await confirm(apart, { token: afresh })).toMatchObject({ code: 200 })
})

test('who could not do it neither sees nor confirms it', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 10))
  const cashier = await person('Cashier', 'Cashier')
  const refused = { code: 403, message: 'Your role does not allow this: add and deduct funds' }
  expect(await confirm(id, cashier)).toMatchObject(refused)
  expect(await decline(id, cashier)).toMatchObject(refused)
  expect(await listed(cashier)).toMatchObject({ data: [], total: 0 })
  expect(await shownWaiting(cashier)).toMatchObject({ data: [{ id }], toDecide: 0 })
  expect((await listed(meera)).data[0]!.confirmers).not.toContain(cashier.name)
  await withdraw(id)
})

test('who has no second factor does not ask for one of all, nor for another limit of it', async () => {
  await limits(ALL)
  expect(await office.call(api.administrators.requireFactors, { factorLimit: 5 })).toMatchObject({
    code: 409,
    message: 'Set up a second factor of your own first',
  })
})

test('of single settings the right is asked for of both', async () => {
  await limits({ payee: true })
  const id = waiting(await office.call(api.settings.update, { merchant_upi: 'second@upi' }))
  const settings = await withRights('settings')
  expect(await confirm(id, settings)).toMatchObject({ code: 403 })
  expect(await decline(id, settings)).toMatchObject({ code: 403 })
  expect((await listed(settings)).data).toMatchObject([{ id, mayDecide: false }])
  const payee = await withRights('payee')
  expect(await shownWaiting(settings)).toMatchObject({ data: [{ id }], toDecide: 0 })
  expect(await shownWaiting(payee)).toMatchObject({ data: [{ id }], toDecide: 1 })
  expect(await confirm(id, payee)).toMatchObject({ code: 200 })
  // Also to decline what can't be done any more, for who asked has lost the right.
  const asker = await withRights('payee')
  const late = waiting(await office.call(api.settings.update, { merchant_upi: 'third@upi' }, { as: asker }))
  await office.database.run(sql`
    update admins set role_id = (select id from roles where name = 'Support') where id = ${asker.id}`)
  // A server of 0.2.0 keeps the version that it was made from, which is no field.
  await edit(late, sql`input = input || '{"version": 1}'`)
  expect(await decline(late, settings)).toMatchObject({ code: 403 })
  expect((await listed(settings)).data).toMatchObject([{ id: late, effect: null, mayDecide: false }])
  expect(await decline(late, payee)).toMatchObject({ code: 200 })
  // A field that has its new value already is none of what it would change.
  const both = { merchant_upi: 'fourth@upi', turnover_deposits: 3 }
  const partly = waiting(await office.call(api.settings.update, both))
  expect(await shownWaiting(settings)).toMatchObject({ toDecide: 0 })
  await office.database.run(sql`update settings set merchant_upi = ${both.merchant_upi}`)
  expect((await listed(settings)).data).toMatchObject([{ id: partly, mayDecide: true }])
  expect(await shownWaiting(settings)).toMatchObject({ toDecide: 1 })
  await withdraw(partly)
})

test.each([
  [
    'is blocked',
    'admin has withdrawn this already',
    (id: number) => office.call(api.administrators.update, { id, isActive: false }),
  ],
  [
    'is given a password',
    'admin has withdrawn this already',
    (id: number) => office.call(api.administrators.setPassword, { id, password: 'given-39' }),
  ],
  [
    'loses the second factors',
    'admin has withdrawn this already',
    (id: number) => office.call(api.administrators.removeFactors, { id }),
  ],
  [
    'is signed out',
    'admin has withdrawn this already',
    (id: number) => office.call(api.administrators.endSessions, { id }),
  ],
  [
    'gets a password of their own',
    /^Asked.* has withdrawn this already$/,
    async (id: number, _name: string, token: string) => {
      await office.database.run(sql`
        update admins set password_hash = (select password_hash from admins where id = 1) where id = ${id}`)
      const change = { password: PASSWORD, newPassword: 'another-39' }
      return office.call(api.auth.resetPassword, change, { as: { token } })
    },
  ],
  [
    'refuses a new device',
    /^Asked.* has withdrawn this already$/,
    async (admin: number, _name: string, token: string) => {
      await office.database.run(sql`
        insert into devices (device_hash, admin_id, created_at) values (${Buffer.alloc(32, 39)}, ${admin}, clock_timestamp())`)
      return office.call(api.auth.refuseDevice, { id: '27'.repeat(32) }, { as: { token } })
    },
  ],
  [
    'loses the second factors at the server',
    'This was withdrawn at the server',
    async (_id: number, name: string) => {
      await office.database.transaction((db) => removeFactorsOf(db, name))
      return { code: 200 }
    },
  ],
])(
  'what an administrator asked for is over once their account %s, whoever held it',
  async (_how, message, recover) => {
    const asha = await office.user('Asha')
    const asker = await withRights('see', 'funds')
    await limits({ funds: 0 })
    const id = waiting(await add(asha, 10, { as: asker }))
    const late = waiting(await add(asha, 9, { as: asker }))
    await edit(late, sql`expires_at = clock_timestamp()`)
    await limits({})
    expect(await recover(asker.id, asker.name, asker.token)).toMatchObject({ code: 200 })
    await office.database.run(
      sql`update admins set is_active = true, must_change_password = false where id = ${asker.id}`,
    )
    expect(await confirm(id)).toMatchObject({ code: 409, message: expect.stringMatching(message) })
    const over = (await listed(meera, { waits: false })).data.find((each) => each.id === late)
    expect(over).toMatchObject({ outcome: 'expired' })
    const { data } = await office.call(api.reports.audit, { act: api.acts.withdraw.path, limit: 1 })
    expect(data[0]).toMatchObject({
      thing: 'act',
      thing_id: String(id),
      after: { outcome: 'withdrawn', asked_by: `admin:${asker.id}` },
    })
  },
)

test('what is being asked for while its account is recovered is refused', async () => {
  const asha = await office.user('Asha')
  const asker = await withRights('see', 'funds')
  await limits({ funds: 0 })
  let asked: Promise<{ code: number }>
  await office.told(async (db) => {
    await db.run(sql`select from wallets where user_id = ${asha.id} for update`)
    asked = add(asha, 10, { as: asker, isPatient: false })
    await waitsFor(1)
    const blocking = { id: asker.id, isActive: false }
    expect(await office.call(api.administrators.update, blocking)).toMatchObject({ code: 200 })
  })
  expect(await asked!).toMatchObject({ code: 401 })
  expect((await listed(meera)).data).toEqual([])
})

test.each([
  ['blocked', sql`is_active = false`, /^Asked\d+ is blocked: what they asked for is not done$/],
  [
    'given a password',
    sql`must_change_password = true`,
    /^Asked\d+ has not changed the password they were given: what they asked for is not done$/,
  ],
  [
    'given another role',
    sql`role_id = (select id from roles where name = 'Support')`,
    /^Asked\d+ may not do this any more: add and deduct funds$/,
  ],
])('what was asked for by an administrator who was %s since is not done', async (_how, change, message) => {
  const asha = await office.user('Asha')
  const asker = await withRights('see', 'funds')
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 10, { as: asker }))
  await office.database.run(sql`update admins set ${change} where id = ${asker.id}`)
  const before = await stored()
  const [shown] = (await listed(meera)).data
  expect(shown).toMatchObject({ id, effect: {}, refusal: expect.stringMatching(message) })
  expect(await confirm(id)).toMatchObject({ code: 409, message: expect.stringMatching(message) })
  expect(await stored()).toBe(before)
  expect(await decline(id)).toMatchObject({ code: 200 })
})

test('confirming an act on an administrator locks it after the administrators, as a block of who asked does', async () => {
  await limits(ALL)
  const { id: target } = await person('Target', 'Cashier')
  const role = (await administrators()).roles.find(({ name }) => name === 'Support')!
  const id = waiting(await office.call(api.administrators.update, { id: target, roleId: role.id }))
  let confirming: Promise<{ code: number }>
  await office.told(async (db) => {
    await lockAdministrators(db)
    confirming = confirm(id)
    await waitsFor(1)
    await db.run(sql`select from waiting_acts where id = ${id} for no key update nowait`)
  })
  expect(await confirming!).toMatchObject({ code: 200 })
})

test.each([
  // as the database has it,    who asked for it then
  [sql`id = default`, 'admin'],
  [sql`amount = amount * 2`, 'admin'],
  [sql`thing_id = thing_id || '1'`, 'admin'],
  [sql`act = ${api.users.deductFunds.path}`, 'admin'],
  [sql`at = at - interval '1 hour'`, 'admin'],
  [sql`asker_id = (select max(id) from admins)`, 'Third'],
])(
  'what a row of the database says an administrator asked for is not done without their act in the audit: %#',
  async (set, name) => {
    await limits({ funds: 0 })
    await person('Third', 'Owner')
    await edit(waiting(await add(await office.user('Unasked'), 10)), set)
    const { id } = await office.database.only<{ id: number } & NotNull<'id'>>(sql`
    select max(id) as id from waiting_acts`)
    const before = await stored()
    expect(await confirm(id)).toMatchObject({
      code: 409,
      message: expect.stringMatching(`^The audit does not say that ${name}.* asked for this: decline it$`),
    })
    expect(await stored()).toBe(before)
    expect(await decline(id)).toMatchObject({ code: 200 })
  },
)

test('no password is kept, and the one that was given works once the act is confirmed', async () => {
  await limits(ALL)
  const role = (await administrators()).roles.find(({ name }) => name === 'Cashier')!
  const body = { userName: 'Newcomer', password: 'given-29', roleId: role.id }
  const id = waiting(await office.call(api.administrators.create, body))
  const { text } = await office.database.only<{ text: string }>(sql`
    select w::text as text from waiting_acts w where id = ${id}`)
  expect(text).not.toContain('given-29')
  const [shown] = (await listed(meera)).data
  expect(shown!.effect!.after).toEqual({ userName: 'Newcomer', role: 'Cashier', rights: role.rights })
  expect(await office.call(api.auth.login, { userName: 'Newcomer', password: 'given-29' })).toMatchObject({
    code: 401,
  })
  expect(await confirm(id)).toMatchObject({ code: 200 })
  expect(await office.call(api.auth.login, { userName: 'Newcomer', password: 'given-29' })).toMatchObject({
    code: 200,
  })
})

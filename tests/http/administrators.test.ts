/** Administrators as people: made, renamed, given a role, blocked, signed out; and the roles themselves. */
import { api, type Body, RIGHT_NAMES } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { LOCKS } from '../../server/src/database/locks.ts'
import { backOffice } from '../support/office.ts'
import { untilLocked } from '../support/waits.ts'

const office = await backOffice()

const FIRST = 'given-1'
const OWN = 'chosen-2'

const listed = async () => (await office.call(api.administrators.list, {})).data
const roleId = async (name: string) => (await listed()).roles.find((role) => role.name === name)!.id
const find = async (name: string) =>
  (await listed()).administrators.find(({ userName }) => userName === name)!
const create = async (userName: string, role: string, as = office.admin as { token: string }) =>
  office.call(
    api.administrators.create,
    { userName, password: FIRST, roleId: (await listed()).roles.find(({ name }) => name === role)!.id },
    { as },
  )
const signIn = (userName: string, password: string) => office.call(api.auth.login, { userName, password })

/** One who has signed in and chosen a password. */
async function working(userName: string, role: string) {
  expect(await create(userName, role)).toMatchObject({ code: 200 })
  const as = { token: (await signIn(userName, FIRST)).token }
  await office.call(api.auth.resetPassword, { password: FIRST, newPassword: OWN }, { as })
  return { ...as, id: (await find(userName)).id }
}

const update = (body: Body<typeof api.administrators.update>, as: { token: string } = office.admin) =>
  office.call(api.administrators.update, body, { as })
const makeRole = async (name: string, ...rights: (typeof RIGHT_NAMES)[number][]) => {
  const said = await office.call(api.administrators.createRole, { name, rights })
  return { said, id: said.code === 200 ? await roleId(name) : 0 }
}
const lastAct = async () => (await office.call(api.reports.audit, { limit: 1 })).data[0]!

test('who is made changes the password that was given before anything else is answered', async () => {
  expect(await create('Asha', 'Cashier')).toMatchObject({ code: 200 })
  expect(await find('Asha')).toMatchObject({
    isActive: true,
    mustChangePassword: true,
    sessions: 0,
    lastSeenAt: null,
  })
  const as = { token: (await signIn('Asha', FIRST)).token }
  const me = async () => (await office.call(api.auth.whoAmI, {}, { as })).data
  expect(await me()).toMatchObject({ userName: 'Asha', role: 'Cashier', mustChangePassword: true })
  const users = () => office.call(api.users.list, {}, { as })
  expect(await users()).toMatchObject({
    code: 403,
    message: 'Change the password that you were given before you go on',
  })
  const chosen = { password: FIRST, newPassword: OWN }
  expect(await office.call(api.auth.resetPassword, chosen, { as })).toMatchObject({ code: 200 })
  expect(await users()).toMatchObject({ code: 200 })
  expect(await me()).toMatchObject({ mustChangePassword: false, rights: ['see', 'deposits', 'withdrawals'] })
  expect(await find('Asha')).toMatchObject({ sessions: 1, mustChangePassword: false })
})

test('the audit names who acted, and a new name counts', async () => {
  const meena = await working('Meena', 'Support')
  await office.call(api.notifications.send, { title: 'Closed today' }, { as: meena })
  expect(await lastAct()).toMatchObject({ actorName: 'Meena', actor: `admin:${meena.id}` })
  expect(await update({ id: meena.id, userName: 'Meena Rao' })).toMatchObject({ code: 200 })
  expect(await lastAct()).toMatchObject({
    actorName: office.admin.userName,
    thing: 'admin',
    thing_id: String(meena.id),
    before: { userName: 'Meena' },
    after: { userName: 'Meena Rao' },
  })
  expect(await signIn('Meena Rao', OWN)).toMatchObject({ code: 200 })
  expect(await signIn('Meena', OWN)).toMatchObject({ code: 401 })
})

test('a name is one person: letters of either case are the same', async () => {
  await working('Ravi', 'Auditor')
  const taken = { code: 409, message: 'Another administrator has this name' }
  expect(await create('RAVI', 'Cashier')).toMatchObject(taken)
  const { id } = await working('Ravina', 'Auditor')
  expect(await update({ id, userName: 'ravi' })).toMatchObject(taken)
  expect(await update({ id, userName: 'RAVINA' })).toMatchObject({ code: 200 })
})

test('who is blocked has no session and signs in no more, until unblocked', async () => {
  const kiran = await working('Kiran', 'Cashier')
  expect(await update({ id: kiran.id, isActive: false })).toMatchObject({ code: 200 })
  expect(await lastAct()).toMatchObject({ before: { isActive: true }, after: { isActive: false } })
  expect(await office.call(api.users.list, {}, { as: kiran })).toMatchObject({ code: 401 })
  expect(await signIn('Kiran', OWN)).toMatchObject({ code: 401 })
  expect(await find('Kiran')).toMatchObject({ isActive: false, sessions: 0 })
  expect(await update({ id: kiran.id, isActive: true })).toMatchObject({ code: 200 })
  expect(await office.call(api.users.list, {}, { as: kiran })).toMatchObject({ code: 401 })
  expect(await signIn('Kiran', OWN)).toMatchObject({ code: 200 })
})

test('sessions of another are ended, and a password given again ends them and must be changed', async () => {
  const lata = await working('Lata', 'Cashier')
  const code = async (as: { token: string }) => (await office.call(api.users.list, {}, { as })).code
  expect(await office.call(api.administrators.endSessions, { id: lata.id })).toMatchObject({ code: 200 })
  expect(await code(lata)).toBe(401)
  expect(await lastAct()).toMatchObject({ after: { userName: 'Lata', sessionsEnded: 1 } })
  const again = { token: (await signIn('Lata', OWN)).token }
  expect(
    await office.call(api.administrators.setPassword, { id: lata.id, password: 'given-3' }),
  ).toMatchObject({
    code: 200,
  })
  expect(JSON.stringify(await lastAct())).not.toContain('given-3')
  expect(await code(again)).toBe(401)
  const devices = sql`select from devices where admin_id = ${lata.id}`
  expect(await office.database.many(devices)).toEqual([])
  expect(await signIn('Lata', OWN)).toMatchObject({ code: 401 })
  expect(await code({ token: (await signIn('Lata', 'given-3')).token })).toBe(403)
})

test('nobody gives, touches or takes what is beyond their own role', async () => {
  const { id: deputies } = await makeRole('Deputies', 'see', 'deposits', 'administrators')
  const deputy = await working('Deputy', 'Deputies')
  const before = await listed()
  const owner = await find(office.admin.userName)
  const cashier = await working('Beyond', 'Cashier')
  const beyond = { code: 403, message: 'This is beyond your own role: decide withdrawals' }
  expect(await create('Puppet', 'Owner', deputy)).toMatchObject(beyond)
  expect(await update({ id: owner.id, userName: 'Nobody' }, deputy)).toMatchObject(beyond)
  expect(await update({ id: owner.id, isActive: false }, deputy)).toMatchObject(beyond)
  expect(await update({ id: cashier.id, isActive: false }, deputy)).toMatchObject(beyond)
  const password = { id: owner.id, password: 'stolen-1' }
  expect(await office.call(api.administrators.setPassword, password, { as: deputy })).toMatchObject({
    code: 403,
  })
  expect(await office.call(api.administrators.endSessions, { id: owner.id }, { as: deputy })).toMatchObject({
    code: 403,
  })
  const rights = [...RIGHT_NAMES]
  expect(
    await office.call(api.administrators.createRole, { name: 'Puppets', rights }, { as: deputy }),
  ).toMatchObject({ code: 403 })
  const { id: payers } = await makeRole('Payers', 'see', 'funds')
  expect(await office.call(api.administrators.removeRole, { id: payers }, { as: deputy })).toMatchObject({
    code: 403,
  })
  expect(
    await office.call(
      api.administrators.updateRole,
      { id: payers, name: 'Payers', rights: ['see'] },
      { as: deputy },
    ),
  ).toMatchObject({ code: 403 })
  const after = await listed()
  expect(after.administrators.filter(({ id }) => id !== cashier.id)).toEqual(before.administrators)
  expect(after.roles.filter(({ id }) => id !== payers)).toEqual(before.roles)

  const { id: lookers } = await makeRole('Lookers', 'see')
  expect(await create('Looker', 'Lookers', deputy)).toMatchObject({ code: 200 })
  const looker = await find('Looker')
  expect(await update({ id: looker.id, roleId: deputies }, deputy)).toMatchObject({ code: 200 })
  expect(await update({ id: looker.id, roleId: lookers }, deputy)).toMatchObject({ code: 200 })
  expect(await update({ id: looker.id, roleId: owner.roleId }, deputy)).toMatchObject(beyond)
})

test('nobody changes their own role, blocks themselves, or changes the role they have', async () => {
  const { id: mine } = await makeRole('Mine', 'see', 'administrators')
  const own = await working('Own', 'Mine')
  const refused = { code: 409, message: 'This is your own account: another administrator does it' }
  expect(await update({ id: own.id, roleId: await roleId('Auditor') }, own)).toMatchObject(refused)
  expect(await update({ id: own.id, isActive: false }, own)).toMatchObject(refused)
  expect(
    await office.call(api.administrators.setPassword, { id: own.id, password: 'other-1' }, { as: own }),
  ).toMatchObject(refused)
  expect(
    await office.call(
      api.administrators.updateRole,
      { id: mine, name: 'Mine', rights: ['see'] },
      { as: own },
    ),
  ).toMatchObject({ code: 409, message: 'This is your own role: another administrator changes it' })
  expect(await update({ id: own.id, userName: 'Own name' }, own)).toMatchObject({ code: 200 })
})

test.each([
  ["take each other's role", 'One', 'Two'],
  ['block each other', 'Three', 'Four'],
])('two Owners who %s at the same time: one of them remains', async (how, nameOfOne, nameOfTwo) => {
  const [one, two] = [await working(nameOfOne, 'Owner'), await working(nameOfTwo, 'Owner')]
  const first = await find(office.admin.userName)
  const cashier = await roleId('Cashier')
  await update({ id: first.id, roleId: cashier }, one)
  const change = how.startsWith('block') ? { isActive: false } : { roleId: cashier }
  const said = await office.database.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(${LOCKS.administrators}::int, 0)`)
    const both = [update({ id: two.id, ...change }, one), update({ id: one.id, ...change }, two)]
    await untilLocked(office.database, 2, LOCKS.administrators)
    return both
  })
  const codes = (await Promise.all(said)).map(({ code, message }) => [code, message])
  expect(codes.sort()).toEqual([
    [200, undefined],
    [409, 'One active Owner always remains'],
  ])
  const owners = (await listedAs(one, two)).filter((each) => each.roleId === first.roleId && each.isActive)
  expect(owners).toHaveLength(1)
  const rest = owners[0]!.id === one.id ? one : two
  expect(await update({ id: first.id, roleId: first.roleId }, rest)).toMatchObject({ code: 200 })
  expect(await update({ id: rest.id, roleId: cashier })).toMatchObject({ code: 200 })
})

async function listedAs(...any: { token: string }[]) {
  for (const as of any) {
    const said = await office.call(api.administrators.list, {}, { as })
    if (said.code === 200) return said.data.administrators
  }
  throw new Error('Nobody may list administrators')
}

test("a role of the owner's own is made, changed for all who have it, and deleted when nobody has it", async () => {
  const { id } = await makeRole('Night', 'see', 'deposits')
  expect((await makeRole('NIGHT', 'see')).said).toMatchObject({
    code: 409,
    message: 'Another role has this name',
  })
  const night = await working('Night watch', 'Night')
  const change = (rights: (typeof RIGHT_NAMES)[number][]) =>
    office.call(api.administrators.updateRole, { id, name: 'Night', rights })
  expect(await office.call(api.notifications.send, { title: 'Hello' }, { as: night })).toMatchObject({
    code: 403,
  })
  expect(await change(['see', 'messages'])).toMatchObject({ code: 200 })
  expect(await lastAct()).toMatchObject({
    thing: 'role',
    before: { rights: ['see', 'deposits'] },
    after: { rights: ['see', 'messages'] },
  })
  expect(await office.call(api.notifications.send, { title: 'Hello' }, { as: night })).toMatchObject({
    code: 200,
  })
  expect(await office.call(api.administrators.removeRole, { id })).toMatchObject({
    code: 409,
    message: 'Administrators have this role: Night watch',
  })
  await update({ id: night.id, roleId: await roleId('Auditor') })
  expect(await office.call(api.administrators.removeRole, { id })).toMatchObject({ code: 200 })
  expect((await listed()).roles.map(({ name }) => name)).not.toContain('Night')
})

test('a role that another changed meanwhile is not changed by who saw it before', async () => {
  const { id } = await makeRole('Evening', 'see', 'deposits', 'payee')
  const seen = { name: 'Evening', rights: ['see', 'deposits', 'payee'] as const }
  const save = (rights: (typeof RIGHT_NAMES)[number][]) =>
    office.call(api.administrators.updateRole, {
      id,
      name: 'Evening',
      rights,
      basedOn: { ...seen, rights: [...seen.rights] },
    })
  expect(await save(['see', 'deposits'])).toMatchObject({ code: 200 }) // takes `payee` away
  const message = 'The role was changed by another administrator meanwhile: open it again.'
  expect(await save(['see', 'deposits', 'payee', 'messages'])).toMatchObject({
    code: 409,
    message,
    errors: { basedOn: message },
  })
  expect((await listed()).roles.find((role) => role.id === id)?.rights).toEqual(['see', 'deposits'])
  await office.call(api.administrators.removeRole, { id })
})

test('what is built in stays as it is, and what is not there is not found', async () => {
  const id = await roleId('Cashier')
  const stays = { code: 409, message: 'A role that is built in stays as it is' }
  expect(
    await office.call(api.administrators.updateRole, { id, name: 'Cashier', rights: ['see'] }),
  ).toMatchObject(stays)
  expect(await office.call(api.administrators.removeRole, { id })).toMatchObject(stays)
  expect(await update({ id: 9999, userName: 'Nobody' })).toMatchObject({ code: 404 })
  expect(await update({ id: (await find('Asha')).id, roleId: 9999 })).toMatchObject({ code: 404 })
  expect(await office.call(api.administrators.removeRole, { id: 9999 })).toMatchObject({ code: 404 })
})

test.each(['123456', 'Password1', 'QWERTYUIOP'])(
  '%s is no first password, nor one given again',
  async (password) => {
    const refused = {
      code: 400,
      message: 'This password is one of those that are guessed first: choose another',
    }
    const before = await listed()
    const made = { userName: `With ${password}`, password, roleId: await roleId('Auditor') }
    expect(await office.call(api.administrators.create, made)).toMatchObject(refused)
    const { id } = before.administrators.at(-1)!
    expect(await office.call(api.administrators.setPassword, { id, password })).toMatchObject(refused)
    expect(await listed()).toEqual(before)
  },
)

/** A second factor that its administrator did not set up is named, by the acts of the audit and by what was signed. */
import { api, type Body, type Endpoint } from '@munim/contract'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../server/src/auth/password.ts'
import { checkAnchors, readSigned } from '../../server/src/books/verify-anchors.ts'
import { checkFactors } from '../../server/src/books/verify-factors.ts'
import { type Db, sql } from '../../server/src/database/db.ts'
import { backOffice, PASSWORD, superuserOf } from '../support/office.ts'
import { signedFolder, signWhatIsNew } from '../support/sign.ts'

const office = await backOffice()
const { database } = office
const superuser = superuserOf(office.url)
const anchors = await signedFolder(office.signingKey)

const sign = () => signWhatIsNew(database, anchors)
const call = <E extends Endpoint>(endpoint: E, body: Body<E>, { token, proof }: Session) =>
  office.call(endpoint, body, { as: { token }, headers: { ...(proof && { 'factor-proof': proof }) } })

interface Session {
  readonly token: string
  proof?: string
}
async function administrator(userName: string): Promise<Session & { id: number }> {
  const hash = await hashPassword(PASSWORD)
  const { id } = await database.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, role_id, created_at, updated_at)
    select ${userName}, ${hash}, id, clock_timestamp(), clock_timestamp() from roles where name = 'Owner' returning id`)
  const { token } = await office.call(api.auth.login, { userName, password: PASSWORD })
  return { id, token }
}
/** Its number; the session holds a fresh factor. */
async function setUp(person: Session): Promise<number> {
  const { data } = await call(api.factors.beginTotp, { password: PASSWORD }, person)
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate()
  const said = await call(api.factors.finishTotp, { name: 'Phone', code }, person)
  expect(said.code).toBe(200)
  person.proof = said.data.proof
  return (await call(api.factors.list, {}, person)).data.factors.at(-1)!.id
}

/** What the two laws name, as this transaction sees it. */
async function named(db: Db) {
  const text = ({ differences }: Awaited<ReturnType<typeof checkFactors>>) =>
    differences.map(({ what, found }) => `${what}: ${found}`).join('\n')
  return {
    acts: text(await checkFactors(db)),
    signed: text(await checkAnchors(db, await readSigned(db, anchors))),
  }
}

let asha: Session & { id: number }
let ravi: Session & { id: number }
beforeAll(async () => {
  asha = await administrator('Asha')
  ravi = await administrator('Ravi')
  await setUp(asha)
  await setUp(asha)
  await call(api.administrators.requireFactors, { factorRequired: true, factorLimit: 0 }, asha)
  await sign()
})

test('what administrators do with their factors agrees: two, renamed, renewed, removed to the last and by another', async () => {
  const [first, second] = [await setUp(ravi), await setUp(ravi)]
  await call(api.factors.rename, { id: first, name: 'Old phone' }, ravi)
  await call(api.factors.renewCodes, {}, ravi)
  await call(api.factors.remove, { id: first }, ravi)
  expect(await named(database)).toEqual({ acts: '', signed: '' })
  await sign()
  await call(api.administrators.requireFactors, { factorRequired: false }, asha)
  expect(await call(api.factors.remove, { id: second }, ravi)).toMatchObject({ code: 200 })
  expect(await named(database)).toEqual({ acts: '', signed: '' })
  await setUp(ravi)
  expect(await call(api.administrators.removeFactors, { id: ravi.id }, asha)).toMatchObject({ code: 200 })
  await call(api.administrators.requireFactors, { factorRequired: true }, asha)
  await sign()
  expect(await named(database)).toEqual({ acts: '', signed: '' })
})

const SET_UP = `act = '${api.factors.finishTotp.path}'`

test.each([
  // what is rewritten, how, what the acts name, what was signed names
  [
    'a factor of the thief',
    `insert into factors (admin_id, kind, name, secret, last_step, created_at)
    select admin_id, kind, name, secret, 0, now() from factors limit 1`,
    /second factor \d+ of admin \d+: none/,
    'factor',
  ],
  [
    'a secret',
    `update factors set secret = '\\x00' where id = 1`,
    'second factor 1 of admin 2: another',
    'factor',
  ],
  [
    'whose factor it is',
    `update factors set admin_id = 1 where id = 1`,
    'second factor 1 of admin 1: another',
    'factor',
  ],
  ['a factor removed', `delete from factors where id = 1`, 'second factor 1 of admin 2: none', 'factor'],
  [
    'a factor put back after it was removed',
    `insert into factors (id, admin_id, kind, name, secret, last_step, created_at)
    overriding system value select 3, admin_id, kind, name, secret, 0, created_at from factors where id = 1`,
    /second factor 3 of admin \d+: another, or removed/,
    'factor',
  ],
  [
    'a recovery code',
    `insert into recovery_codes (admin_id, code_hash) values (2, '\\x01')`,
    'the recovery codes of admin 2',
    'factor',
  ],
  [
    'no recovery codes',
    `delete from recovery_codes where admin_id = 2`,
    'the recovery codes of admin 2',
    'factor',
  ],
  [
    'what releases before wrote',
    `update audit set after = after - 'factor_id' - 'mark' - 'codes' where ${SET_UP};
    update factors set secret = '\\x00' where id = 1`,
    '',
    'factor',
  ],
  [
    'what a release before removed',
    `delete from factors where id = 1;
    update audit set act = '${api.factors.remove.path}', thing = 'admin', thing_id = '2', after = '{}'
    where act = '${api.administrators.requireFactors.path}'`,
    '',
    'factor',
  ],
  ['a second factor that is not required', `update security set factor_required = false`, '', 'security'],
  ['a higher limit of fresh factors', `update security set factor_limit = 1000000`, '', 'security'],
  ['a limit of a second person', `update security set withdrawals = null, funds = 100`, '', 'security'],
] as const)('%s is named', async (_what, statement, acts, signed) => {
  const change = superuser.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    await db.run(sql.raw(statement))
    const seen = await named(db)
    if (acts === '') expect(seen.acts).toBe('')
    else expect(seen.acts).toMatch(acts)
    expect(seen.signed).toContain(`what is set: ${signed}`)
    throw new Error('taken back')
  })
  await expect(change).rejects.toThrow('taken back')
})

test('that an administrator signs in or is renamed hides no other password and no other factor', async () => {
  const change = superuser.transaction(async (db) => {
    await office.call(api.auth.login, { userName: 'Asha', password: PASSWORD })
    await db.run(sql`set local session_replication_role = replica`)
    await db.run(sql`update admins set password_hash = 'x' where id = 1`)
    await db.run(sql`update factors set secret = '\\x00' where id = 1`)
    expect((await named(db)).signed).toMatch(/what is set: admin[\s\S]*what is set: factor/)
    throw new Error('taken back')
  })
  await expect(change).rejects.toThrow('taken back')
})

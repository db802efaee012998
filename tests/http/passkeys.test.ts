/** Passkeys as second factors: set up, entered at the sign-in and for what moves money; and all that is not one. */
import { api, type Body, type Endpoint, FACTOR_NEEDS } from '@munim/contract'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../server/src/auth/password.ts'
import { sql } from '../../server/src/database/db.ts'
import { useCounter } from '../../server/src/factors/queries.ts'
import { authenticator, UNVERIFIED } from '../support/authenticator.ts'
import { backOffice, PASSWORD } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()
const PANEL = 'https://panel.example.com'
const elsewhere = await backOffice({ panelOrigin: PANEL })
const hash = await hashPassword(PASSWORD)
const HERE = 'https://office.example.com'
const WRONG = { code: 400, message: 'This passkey was not accepted: try again' }
const TOO_LONG = { code: 409, message: 'This took too long: begin again' }

beforeEach(() => office.forgive())

interface Session {
  readonly token: string
  readonly proof?: string
  /** The header Origin; undefined: as the browser at HERE sends it. Empty: none is sent. */
  readonly from?: string
}
type Key = ReturnType<typeof authenticator>
interface Person extends Session {
  readonly id: number
  readonly userName: string
  readonly key: Key
  readonly recoveryCodes: readonly string[]
}

const callAt =
  (at: typeof office) =>
  <E extends Endpoint>(endpoint: E, body: Body<E>, as: Session) =>
    at.call(endpoint, body, {
      as,
      headers: {
        ...(as.from !== '' && { origin: as.from ?? HERE }),
        ...(as.proof && { 'factor-proof': as.proof }),
      },
    })
const call = callAt(office)
const signIn = (userName: string, at = office) => at.call(api.auth.login, { userName, password: PASSWORD })

async function administrator(userName: string, at = office) {
  const { id } = await at.database.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, role_id, created_at, updated_at)
    select ${userName}, ${hash}, id, clock_timestamp(), clock_timestamp() from roles where name = 'Owner' returning id`)
  return { id, userName, token: (await signIn(userName, at)).token }
}

const begin = (as: Session, password?: string) =>
  call(api.factors.beginPasskey, password ? { password } : {}, as)
const finish = (as: Session, passkey: ReturnType<Key['make']>) =>
  call(api.factors.finishPasskey, { name: 'Laptop', passkey }, as)
const ask = async (as: Session) => (await call(api.factors.askPasskey, {}, as)).data
const enter = (as: Session, passkey: ReturnType<Key['answer']>) =>
  call(api.factors.enterPasskey, { passkey }, as)

/** An administrator with a passkey; its session holds a fresh factor. */
async function person(userName: string, key = authenticator(HERE)): Promise<Person> {
  const made = await administrator(userName)
  const { data } = await begin(made, PASSWORD)
  const said = await finish(made, key.make(data))
  return { ...made, key, ...said.data }
}

/** The password alone: the session waits for the factor. */
const halfOf = async ({ userName }: Person): Promise<Session> => ({ token: (await signIn(userName)).token })
const lastActs = async (limit = 1) => (await office.call(api.reports.audit, { limit })).data

test('a passkey is set up with the password, and comes with ten recovery codes as the first factor', async () => {
  const asha = await administrator('Asha')
  expect(await begin(asha)).toMatchObject({ code: 400, message: 'Current password is required' })
  const key = authenticator(HERE)
  const { data } = await begin(asha, PASSWORD)
  expect(data).toMatchObject({
    rp: { id: 'office.example.com' },
    user: { name: 'Asha' },
    excludeCredentials: [],
    authenticatorSelection: { userVerification: 'required' },
    attestation: 'none',
  })
  const made = await finish(asha, key.make(data))
  expect(new Set(made.data.recoveryCodes).size).toBe(10)
  expect((await lastActs())[0]).toMatchObject({
    actorName: 'Asha',
    after: { factor: 'set up', kind: 'passkey', name: 'Laptop' },
  })
  expect((await call(api.factors.list, {}, asha)).data).toMatchObject({
    factors: [{ kind: 'passkey', name: 'Laptop', lastUsedAt: null }],
    codesLeft: 10,
  })
  expect(await finish(asha, authenticator(HERE).make(data)), 'a challenge counts once').toMatchObject(
    TOO_LONG,
  )
  const as = { ...asha, proof: made.data.proof }
  const again = await begin(as)
  expect(again.data.excludeCredentials).toEqual([
    { type: 'public-key', id: key.id, transports: ['internal'] },
  ])
  expect(await finish(as, key.make(again.data))).toMatchObject({
    code: 409,
    message: 'This passkey is set up already',
  })
})

test('what ends the session while a passkey is set up leaves none', async () => {
  const asha = await administrator('Asha whose sessions end')
  const passkey = authenticator(HERE).make((await begin(asha, PASSWORD)).data)
  let finishing: ReturnType<typeof finish>
  await office.database.transaction(async (db) => {
    await db.run(sql`update admins set updated_at = updated_at where id = ${asha.id}`)
    finishing = finish(asha, passkey)
    await answeredOrLocked(office.database, finishing)
    await db.run(sql`delete from sessions where admin_id = ${asha.id}`)
  })
  expect(await finishing!).toMatchObject({ code: 401, message: 'Please sign in again' })
  expect(await office.database.many(sql`select from factors where admin_id = ${asha.id}`)).toEqual([])
})

test('it is entered at the sign-in, and what moves money asks for it again', async () => {
  const bina = await person('Bina')
  const half = await signIn('Bina')
  expect(half).toMatchObject({ needs: 'factor', factors: ['passkey'] })
  expect(await call(api.users.list, {}, half)).toMatchObject({ code: 403, needs: 'factor' })
  const asked = await ask(half)
  expect(asked).toMatchObject({
    rpId: 'office.example.com',
    allowCredentials: [{ id: bina.key.id, type: 'public-key', transports: ['internal'] }],
    userVerification: 'required',
  })
  const said = await enter(half, bina.key.answer(asked))
  expect(said).toMatchObject({ code: 200, data: { codesLeft: 10 } })
  expect((await lastActs())[0]).toMatchObject({
    actorName: 'Bina',
    after: { factor: 'entered', way: 'passkey' },
  })
  expect(await call(api.users.list, {}, half)).toMatchObject({ code: 200 })
  expect((await call(api.factors.list, {}, half)).data.factors[0]!.lastUsedAt).not.toBeNull()

  const player = await office.user('Player')
  const add = (as: Session) => call(api.users.addFunds, { id: player.id, amount: 10 }, as)
  const stolen = { token: half.token }
  expect(await add(stolen)).toMatchObject({ code: 403, message: FACTOR_NEEDS['fresh factor'] })
  expect(await begin(stolen, PASSWORD), 'nor is a passkey set up with it').toMatchObject({ code: 403 })
  const { proof } = (await enter(stolen, bina.key.answer(await ask(stolen)))).data
  expect(await add({ ...stolen, proof })).toMatchObject({ code: 200 })
  expect(await office.walletOf(player)).toBe(10)
  expect(
    await call(api.factors.enter, { code: bina.recoveryCodes[0]! }, await halfOf(bina)),
    'a recovery code takes its place',
  ).toMatchObject({ code: 200 })
})

test('an answer counts once, for the last challenge and its session, also for two at the same moment', async () => {
  const chitra = await person('Chitra')
  const [one, two] = [await halfOf(chitra), await halfOf(chitra)]
  const passkey = chitra.key.answer(await ask(one))
  const said = await Promise.all([enter(one, passkey), enter(one, passkey)])
  expect(said.map(({ code }) => code).sort()).toEqual([200, 400])
  await office.forgive()
  expect(await enter(one, passkey)).toMatchObject(WRONG)
  expect((await lastActs())[0]).toMatchObject({ actorName: 'Chitra', after: { factor: 'refused' } })
  const first = await ask(one)
  await ask(one)
  expect(await enter(one, chitra.key.answer(first)), 'another was asked for').toMatchObject(WRONG)
  const ofOne = await ask(one)
  await ask(two)
  expect(await enter(two, chitra.key.answer(ofOne)), "another session's").toMatchObject(WRONG)
  const asked = await ask(two)
  expect(await enter(two, chitra.key.answer(asked, { challenge: 'AAAA' }))).toMatchObject(WRONG)
  expect(await enter(two, chitra.key.answer(asked)), 'a wrong answer uses it up').toMatchObject(WRONG)
  const late = await ask(two)
  await office.database.run(sql`update sessions set pending_at = pending_at - interval '16 minutes'`)
  expect(await enter(two, chitra.key.answer(late))).toMatchObject(WRONG)
  expect(await enter(two, chitra.key.answer(await ask(two)))).toMatchObject({ code: 200 })
})

test.each([
  ['of another origin', { origin: 'https://office.example.com.evil.example' }],
  ['of the same name without TLS', { origin: 'http://office.example.com' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['that asked nobody who they are', { flags: UNVERIFIED }],
  ['of another act', { type: 'webauthn.create' }],
  ['whose counter has stayed', { counter: 1 }],
  ['whose counter has gone back', { counter: 0 }],
] as const)('an answer %s is refused, and the next right one counts', async (name, but) => {
  const divya = await person(`Divya ${name}`)
  const half = await halfOf(divya)
  expect(await enter(half, divya.key.answer(await ask(half)))).toMatchObject({ code: 200 })
  expect(await enter(half, divya.key.answer(await ask(half), but))).toMatchObject(WRONG)
  expect((await lastActs())[0]).toMatchObject({ after: { factor: 'refused' } })
  expect(await enter(half, divya.key.answer(await ask(half)))).toMatchObject({ code: 200 })
})

test('of two answers at once with one counter the first is taken', async () => {
  const mira = await person('Mira')
  const factor = await office.database.only<{ id: number }>(
    sql`select id from factors where admin_id = ${mira.id} and kind = 'passkey'`,
  )
  const use = (counter: number) => useCounter(office.database, factor.id, counter)
  expect([await use(7), await use(7), await use(6), await use(8)]).toEqual([true, false, false, true])
})

test('an authenticator that does not count is taken each time', async () => {
  const esha = await person('Esha', authenticator(HERE, 0))
  const half = await halfOf(esha)
  for (const _ of [1, 2])
    expect(await enter(half, esha.key.answer(await ask(half)))).toMatchObject({ code: 200 })
})

test("another's passkey opens nothing, and neither does another key under the own one's name", async () => {
  const [farah, gita] = [await person('Farah'), await person('Gita')]
  const half = await halfOf(farah)
  expect(await enter(half, gita.key.answer(await ask(half)))).toMatchObject(WRONG)
  expect(await enter(half, gita.key.answer(await ask(half), { id: farah.key.id }))).toMatchObject(WRONG)
  const as = { ...gita, proof: gita.proof! }
  const { data } = await begin(as)
  expect(await finish(as, farah.key.make(data)), 'nor is it set up by two').toMatchObject({ code: 409 })
})

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['of another challenge', { challenge: 'AAAA' }],
  ['that asked nobody who they are', { flags: UNVERIFIED }],
  ['of another act', { type: 'webauthn.get' }],
  ['with a certificate', { attestedBy: 'a maker' }],
] as const)('a passkey %s is not set up', async (name, but) => {
  const hema = await administrator(`Hema ${name}`)
  const { data } = await begin(hema, PASSWORD)
  expect(await finish(hema, authenticator(HERE).make(data, but))).toMatchObject(WRONG)
  expect(await finish(hema, authenticator(HERE).make(data)), 'a challenge counts once').toMatchObject(
    TOO_LONG,
  )
  expect((await call(api.factors.list, {}, hema)).data.factors).toEqual([])
})

test('a passkey that attests itself is set up', async () => {
  const ira = await administrator('Ira')
  const { data } = await begin(ira, PASSWORD)
  const made = authenticator(HERE).make(data, { attestedBy: 'itself' })
  expect(await finish(ira, made)).toMatchObject({ code: 200 })
})

test('what was begun to enter sets up nothing, and the other way round', async () => {
  const indu = await person('Indu')
  const asked = await ask(indu)
  const { data: form } = await begin(indu)
  await ask(indu)
  expect(await finish(indu, authenticator(HERE).make(form))).toMatchObject(TOO_LONG)
  const { challenge } = (await begin(indu)).data
  expect(await enter(indu, indu.key.answer({ ...asked, challenge }))).toMatchObject(WRONG)
})

test('wrong ones are counted with wrong codes, and slowed', async () => {
  const jaya = await person('Jaya')
  const thief = await halfOf(jaya)
  const code = async (body: { code: string } | { passkey: ReturnType<Key['answer']> }) => {
    const { path } = 'code' in body ? api.factors.enter : api.factors.enterPasskey
    return (await office.call(path, body, { as: thief, isPatient: false })).code
  }
  const wrong = jaya.key.answer({ ...(await ask(thief)), challenge: 'AAAA' })
  for (let tries = 0; tries < 5; tries++) {
    expect(await code({ passkey: wrong })).toBe(400)
    expect(await code({ code: '000000' })).toBe(400)
  }
  // The wait is a second: an hour from now a slow machine is within it, too.
  await office.database.run(sql`update attempts set at = at + interval '1 hour' where not succeeded`)
  expect(await code({ passkey: wrong })).toBe(429)
})

test('a passkey is set up beside an app; each is removed, and without the last the password is enough', async () => {
  const kavya = await person('Kavya')
  const { data } = await call(api.factors.beginTotp, {}, kavya)
  const app = new TOTP({ secret: Secret.fromBase32(data.secret) })
  const { proof, recoveryCodes } = (
    await call(api.factors.finishTotp, { name: 'Phone', code: app.generate() }, kavya)
  ).data
  expect(recoveryCodes, 'those there are stay').toEqual([])
  expect(await signIn('Kavya')).toMatchObject({ factors: ['passkey', 'totp'] })
  const as = { ...kavya, proof }
  const [passkey, totp] = (await call(api.factors.list, {}, as)).data.factors
  expect(await call(api.factors.remove, { id: passkey!.id }, as)).toMatchObject({ code: 200 })
  expect(await call(api.factors.askPasskey, {}, as)).toMatchObject({
    code: 409,
    message: 'You have no passkey for this address',
  })
  expect(await signIn('Kavya')).toMatchObject({ factors: ['totp'] })
  expect(await call(api.factors.remove, { id: totp!.id }, as)).toMatchObject({ code: 200 })
  expect(await signIn('Kavya')).not.toHaveProperty('factors')
})

test('a passkey answers the address that it was made for, which the page names', async () => {
  const lata = await person('Lata')
  const half = await halfOf(lata)
  for (const from of ['', 'null', 'https://office.example.com/path', 'file:///x'])
    expect(await call(api.factors.askPasskey, {}, { ...half, from }), from).toMatchObject({
      code: 400,
      message: 'The header Origin is missing',
    })
  const evil = 'https://evil.example'
  expect(await call(api.factors.askPasskey, {}, { ...half, from: evil })).toMatchObject({ code: 409 })
  const sibling = { ...half, from: 'https://other.office.example.com' }
  expect(await call(api.factors.askPasskey, {}, sibling)).toMatchObject({ code: 409 })
  const there = authenticator(sibling.from)
  const as = { ...lata, proof: lata.proof!, from: sibling.from }
  expect(await finish(as, there.make((await begin(as)).data))).toMatchObject({ code: 200 })
  const { from: origin } = sibling
  expect(await enter(sibling, lata.key.answer(await ask(sibling), { origin }))).toMatchObject(WRONG)
  expect(await enter(sibling, there.answer(await ask(sibling)))).toMatchObject({ code: 200 })
})

test('where the panel is elsewhere, its origin is that of the settings, whatever the page names', async () => {
  const at = callAt(elsewhere)
  const mira = await administrator('Mira', elsewhere)
  const key = authenticator(PANEL)
  const { data } = await at(api.factors.beginPasskey, { password: PASSWORD }, mira)
  expect(data.rp.id).toBe('panel.example.com')
  const made = await at(api.factors.finishPasskey, { name: 'Laptop', passkey: key.make(data) }, mira)
  expect(made.code).toBe(200)
  const half = await signIn('Mira', elsewhere)
  const asked = async () => (await at(api.factors.askPasskey, {}, half)).data
  const answer = (passkey: ReturnType<Key['answer']>) => at(api.factors.enterPasskey, { passkey }, half)
  expect(await answer(key.answer(await asked(), { origin: HERE }))).toMatchObject(WRONG)
  expect(await answer(key.answer(await asked()))).toMatchObject({ code: 200 })
})

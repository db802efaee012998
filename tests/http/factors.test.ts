/** Second factors: set up, entered at the sign-in and for what moves money, used once, lost and removed. */
import { api, type Body, type Endpoint, FACTOR_NEEDS, RIGHT_NAMES } from '@munim/contract'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../server/src/auth/password.ts'
import { sql } from '../../server/src/database/db.ts'
import { everyCall } from '../support/contract.ts'
import { follow } from '../support/follow.ts'
import { backOffice, PASSWORD } from '../support/office.ts'

const office = await backOffice()
const hash = await hashPassword(PASSWORD)
const WRONG = { code: 400, message: 'This code is not right, or was used already' }
const needs = (what: keyof typeof FACTOR_NEEDS) => ({
  code: 403,
  status: 'error',
  message: FACTOR_NEEDS[what],
  needs: what,
})

beforeEach(() => office.forgive())

interface Session {
  readonly token: string
  readonly proof?: string
}
interface Person extends Session {
  readonly id: number
  readonly userName: string
  readonly app: TOTP
  readonly recoveryCodes: readonly string[]
}

/** From a page of the panel, with what entering a factor answered, where it was. */
const call = <E extends Endpoint>(endpoint: E, body: Body<E>, as: Session) =>
  office.call(endpoint, body, {
    as,
    headers: { origin: 'https://office.example.com', ...(as.proof && { 'factor-proof': as.proof }) },
  })

const signIn = (userName: string) => office.call(api.auth.login, { userName, password: PASSWORD })

async function administrator(userName: string, role = 'Owner') {
  const { id } = await office.database.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, role_id, created_at, updated_at)
    select ${userName}, ${hash}, id, clock_timestamp(), clock_timestamp() from roles where name = ${role}
    returning id`)
  return { id, userName, token: (await signIn(userName)).token }
}

const appOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) })

/** An administrator with an authenticator app; its session holds a fresh factor. */
async function person(userName: string, role?: string): Promise<Person> {
  const made = await administrator(userName, role)
  const { data: begun } = await call(api.factors.beginTotp, { password: PASSWORD }, made)
  const app = appOf(begun.secret)
  const said = await call(api.factors.finishTotp, { name: 'Phone', code: app.generate() }, made)
  return { ...made, app, ...said.data }
}

/** A code that was not used: the steps of those before are forgotten. */
async function unused({ id, app }: Person): Promise<string> {
  await office.database.run(sql`update factors set last_step = 0 where admin_id = ${id}`)
  return app.generate()
}

/** The password alone: the session waits for the factor. */
const halfOf = async ({ userName }: Person): Promise<Session> => ({ token: (await signIn(userName)).token })
const enter = (as: Session, code: string) => call(api.factors.enter, { code }, as)
const bare = ({ token }: Session): Session => ({ token })
const lastActs = async (limit = 1) => (await office.call(api.reports.audit, { limit })).data

test('wrong codes of an app that is being set up are counted as those of a factor are, and audited', async () => {
  const malti = await administrator('Malti')
  const { data } = await call(api.factors.beginTotp, { password: PASSWORD }, malti)
  const right = appOf(data.secret).generate()
  const wrong = right === '000000' ? '000001' : '000000'
  const finish = (code: string) =>
    office.call(api.factors.finishTotp, { name: 'Phone', code }, { as: malti, isPatient: false })
  for (let tries = 1; tries <= 10; tries++) expect(await finish(wrong)).toMatchObject({ code: 400 })
  expect((await lastActs())[0]).toMatchObject({ actorName: 'Malti', after: { factor: 'refused' } })
  // The wait is a second: an hour from now a slow machine is within it, too.
  await office.database.run(sql`update attempts set at = at + interval '1 hour' where not succeeded`)
  expect(await finish(right)).toMatchObject({ code: 429 })
})

test('a factor is set up with the password and a code of the app, which comes with ten recovery codes', async () => {
  const asha = await administrator('Asha')
  const begin = (password?: string) => call(api.factors.beginTotp, password ? { password } : {}, asha)
  expect(await begin()).toMatchObject({ code: 400, message: 'Current password is required' })
  expect(await begin('wrong')).toMatchObject({ code: 400, message: 'Current password is incorrect' })
  const finish = (code: string) => call(api.factors.finishTotp, { name: 'Phone', code }, asha)
  expect(await finish('123456')).toMatchObject({ code: 409, message: 'This took too long: begin again' })
  const { data } = await begin(PASSWORD)
  expect(data.address).toContain(`secret=${data.secret}`)
  expect((await call(api.factors.list, {}, asha)).data).toEqual({
    factors: [],
    codesLeft: 0,
    isRequired: false,
  })
  expect(await finish('000000x')).toMatchObject({ code: 400 })
  const made = await finish(appOf(data.secret).generate())
  expect(new Set(made.data.recoveryCodes).size).toBe(10)
  for (const code of made.data.recoveryCodes)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect((await lastActs())[0]).toMatchObject({
    actorName: 'Asha',
    after: { factor: 'set up', name: 'Phone' },
  })
  expect((await call(api.factors.list, {}, asha)).data).toMatchObject({
    factors: [{ kind: 'totp', name: 'Phone', lastUsedAt: null }],
    codesLeft: 10,
  })
  expect(await finish(appOf(data.secret).generate()), 'it is set up once').toMatchObject({ code: 409 })
})

test('what was begun too long ago is begun again', async () => {
  const slow = await administrator('Slow')
  const { data } = await call(api.factors.beginTotp, { password: PASSWORD }, slow)
  await office.database.run(sql`update sessions set pending_at = pending_at - interval '16 minutes'`)
  const said = await call(
    api.factors.finishTotp,
    { name: 'Phone', code: appOf(data.secret).generate() },
    slow,
  )
  expect(said).toMatchObject({ code: 409 })
})

const admins = everyCall.filter(([, { access }]) => access === 'admin')

test('with the password alone every call but entering the factor and signing out is refused', async () => {
  const bina = await person('Bina')
  const half = await signIn('Bina')
  expect(half).toMatchObject({ code: 200, needs: 'factor' })
  expect((await lastActs())[0]).toMatchObject({ after: { signIn: 'done', factor: 'due' } })
  const before = await office.fingerprint({ withAudit: true })
  let refused = 0
  for (const [name, endpoint] of admins.filter(([, { factor }]) => factor !== 'none')) {
    for (const as of [bare(half), { ...bare(half), proof: bina.proof! }])
      expect(await call(endpoint, {}, as), name).toEqual(needs('factor'))
    refused++
  }
  expect(refused).toBeGreaterThan(80)
  expect(admins.filter(([, { factor }]) => factor === 'none').map(([name]) => name)).toEqual([
    'auth.logout',
    'factors.enter',
    'factors.askPasskey',
    'factors.enterPasskey',
  ])
  expect(await office.fingerprint({ withAudit: true })).toBe(before)
  expect(await enter(half, await unused(bina))).toMatchObject({ code: 200, data: { codesLeft: 10 } })
  expect((await lastActs())[0]).toMatchObject({
    actorName: 'Bina',
    after: { factor: 'entered', way: 'totp' },
  })
  expect(await call(api.users.list, {}, half)).toMatchObject({ code: 200 })
})

test('a session that waits for the factor ends after a quarter of an hour, a whole one after seven days', async () => {
  const chitra = await person('Chitra')
  const age = (minutes: number) =>
    office.database.run(sql`
      update sessions set created_at = created_at - ${minutes} * interval '1 minute',
        expires_at = expires_at - ${minutes} * interval '1 minute' where admin_id = ${chitra.id}`)
  const [half, whole] = [await halfOf(chitra), await halfOf(chitra)]
  await enter(whole, await unused(chitra))
  await age(16)
  expect(await enter(half, await unused(chitra))).toMatchObject({ code: 401 })
  expect(await call(api.users.list, {}, whole)).toMatchObject({ code: 200 })
  await age(7 * 24 * 60)
  expect(await call(api.users.list, {}, whole)).toMatchObject({ code: 401 })
})

test('an earlier session waits for the factor that another one sets up, and its stream ends', async () => {
  const divya = await administrator('Divya')
  const stolen = await signIn('Divya')
  const stream = await follow(office.host, stolen.token)
  const { data } = await call(api.factors.beginTotp, { password: PASSWORD }, divya)
  await call(api.factors.finishTotp, { name: 'Phone', code: appOf(data.secret).generate() }, divya)
  expect(await call(api.users.list, {}, stolen)).toEqual(needs('factor'))
  expect(await call(api.factors.beginTotp, { password: PASSWORD }, stolen)).toEqual(needs('factor'))
  await stream.ended
})

test('a code counts once, also for two at the same moment', async () => {
  const esha = await person('Esha')
  const [one, two, three] = [await halfOf(esha), await halfOf(esha), await halfOf(esha)]
  const code = await unused(esha)
  const codes = (await Promise.all([enter(one, code), enter(two, code)])).map((said) => said.code)
  expect(codes.sort()).toEqual([200, 400])
  expect(await enter(three, code)).toMatchObject(WRONG)
  await office.forgive()
  const earlier = esha.app.generate({ timestamp: Date.now() - 30_000 })
  expect(await enter(three, earlier), 'nor does an earlier one').toMatchObject(WRONG)
})

test('a recovery code counts once, however it is written and for two at the same moment', async () => {
  const farah = await person('Farah')
  const [one, two] = [await halfOf(farah), await halfOf(farah)]
  const [first, second, third] = farah.recoveryCodes
  const said = await Promise.all([enter(one, first!), enter(two, first!)])
  expect(said.map(({ code }) => code).sort()).toEqual([200, 400])
  expect(await enter(await halfOf(farah), second!.toLowerCase().replaceAll('-', ' '))).toMatchObject({
    code: 200,
    data: { codesLeft: 8 },
  })
  expect((await lastActs())[0]).toMatchObject({ after: { factor: 'entered', way: 'recovery code' } })
  const { proof } = (await enter(farah, third!)).data
  const { data } = await call(api.factors.renewCodes, {}, { ...farah, proof })
  expect(data.recoveryCodes).toHaveLength(10)
  const half = await halfOf(farah)
  expect(await enter(half, farah.recoveryCodes[3]!), 'those before are worth nothing').toMatchObject(WRONG)
  expect(await enter(half, data.recoveryCodes[0]!)).toMatchObject({ code: 200 })
  const other = await person('Farida')
  expect(await enter(await halfOf(farah), other.recoveryCodes[0]!), "another's").toMatchObject(WRONG)
  expect(await enter(await halfOf(farah), await unused(other))).toMatchObject(WRONG)
})

test('wrong codes are in the audit, counted, and slowed, and a device that entered one before is not kept waiting', async () => {
  const gita = await person('Gita')
  const { token, device } = await signIn('Gita')
  await enter({ token }, await unused(gita))
  const guess = async (as: Session) =>
    (await office.call(api.factors.enter, { code: '000000' }, { as, isPatient: false })).code
  const thief = await halfOf(gita)
  // A right code by chance would be one in 300,000.
  for (let tries = 0; tries < 10; tries++) expect(await guess(thief)).toBe(400)
  expect((await lastActs())[0]).toMatchObject({ actorName: 'Gita', after: { factor: 'refused' } })
  // The wait is a second: an hour from now a slow machine is within it, too.
  await office.database.run(sql`update attempts set at = at + interval '1 hour' where not succeeded`)
  expect(await guess(thief)).toBe(429)
  expect(await guess(await halfOf(gita)), 'nor by a new session').toBe(429)
  const rename = (name: string) =>
    office.database.run(sql`update admins set user_name = ${name} where id = ${gita.id}`)
  await rename('Gita Devi')
  expect(await guess(thief), 'nor by another name').toBe(429)
  await rename('Gita')
  const known = await office.call(api.auth.login, { userName: 'Gita', password: PASSWORD, device })
  expect(await enter(known, await unused(gita))).toMatchObject({ code: 200 })
})

test('neither secrets nor codes nor proofs lie in the database as they are', async () => {
  const hema = await administrator('Hema')
  const key = 'begun'
  const begun = await office.call(api.factors.beginTotp, { password: PASSWORD }, { as: hema, key })
  const code = appOf(begun.data.secret).generate()
  const made = await office.call(api.factors.finishTotp, { name: 'Phone', code }, { as: hema, key })
  const text = (
    await office.database.many<{ row: string }>(sql`
      select row_to_json(t)::text as row from factors t union all select row_to_json(t)::text from recovery_codes t
      union all select row_to_json(t)::text from sessions t union all select row_to_json(t)::text from answers t
      union all select row_to_json(t)::text from audit t`)
  )
    .map(({ row }) => row)
    .join('\n')
  const { secret } = begun.data
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes)
  for (const told of [secret, bytes.toString('hex'), made.data.proof, ...made.data.recoveryCodes]) {
    expect(text).not.toContain(told)
    expect(text).not.toContain(told.replaceAll('-', ''))
  }
  expect(text).toContain('"kind":"totp"')
})

test('an app is renamed and removed by its own administrator, and without the last one the password is enough', async () => {
  const indu = await person('Indu')
  const { data } = await call(api.factors.beginTotp, {}, indu)
  const second = await call(
    api.factors.finishTotp,
    { name: 'Tablet', code: appOf(data.secret).generate() },
    indu,
  )
  expect(second.data.recoveryCodes, 'those there are stay').toEqual([])
  const as = { ...indu, proof: second.data.proof }
  const [phone, tablet] = (await call(api.factors.list, {}, as)).data.factors
  const other = await person('Isha')
  for (const endpoint of [api.factors.rename, api.factors.remove])
    expect(
      await office.call(
        endpoint.path,
        { id: phone!.id, name: 'Mine' },
        { as: other, headers: { 'factor-proof': other.proof! } },
      ),
    ).toMatchObject({
      code: 404,
    })
  expect(await call(api.factors.rename, { id: phone!.id, name: 'Old phone' }, as)).toMatchObject({
    code: 200,
  })
  expect(await call(api.factors.remove, { id: phone!.id }, as)).toMatchObject({ code: 200 })
  expect((await lastActs())[0]).toMatchObject({
    before: { factor: 'Old phone' },
    after: { factor: 'removed' },
  })
  expect(await signIn('Indu')).toMatchObject({ needs: 'factor' })
  expect(await call(api.factors.remove, { id: tablet!.id }, as)).toMatchObject({ code: 200 })
  expect((await call(api.factors.list, {}, as)).data).toMatchObject({ factors: [], codesLeft: 0 })
  expect(await signIn('Indu')).not.toHaveProperty('needs')
})

test('who lost the factor gets in again once another administrator removed it', async () => {
  const jaya = await person('Jaya', 'Cashier')
  const listed = async () =>
    (await office.call(api.administrators.list, {})).data.administrators.find(({ id }) => id === jaya.id)
  expect(await listed()).toMatchObject({ hasFactor: true })
  const remove = (id: number, as: Session, basedOn?: number[]) =>
    call(api.administrators.removeFactors, { id, basedOn }, as)
  expect(await remove(jaya.id, jaya)).toMatchObject({ code: 403 })
  const owner = await person('Jyoti')
  expect(await remove(owner.id, owner), 'nor their own').toMatchObject({ code: 409 })
  expect(await remove(jaya.id, bare(owner))).toEqual(needs('fresh factor'))
  const lost = (await listed())!.factorIds
  const { data } = await call(api.factors.beginTotp, { password: PASSWORD }, jaya)
  await call(api.factors.finishTotp, { name: 'New phone', code: appOf(data.secret).generate() }, jaya)
  const message = 'The second factors of Jaya changed meanwhile: open it again.'
  expect(await remove(jaya.id, owner, lost)).toMatchObject({ code: 409, errors: { basedOn: message } })
  expect((await listed())!.factorIds).toEqual([...lost, expect.any(Number)])
  expect(await remove(jaya.id, owner, (await listed())!.factorIds)).toMatchObject({ code: 200 })
  expect((await lastActs())[0]).toMatchObject({
    actorName: 'Jyoti',
    after: { userName: 'Jaya', factorsRemoved: 2 },
  })
  expect(await listed()).toMatchObject({ hasFactor: false, sessions: 0 })
  expect(await call(api.users.list, {}, jaya)).toMatchObject({ code: 401 })
  expect(await signIn('Jaya')).not.toHaveProperty('needs')
})

test('where a factor is required, who has none sets one up before anything else', async () => {
  const kavya = await administrator('Kavya', 'Cashier')
  const owner = await person('Kiran')
  const update = (body: Body<typeof api.administrators.requireFactors>, as: Session) =>
    call(api.administrators.requireFactors, body, as)
  expect(await update({ factorRequired: true }, office.admin)).toMatchObject({
    code: 409,
    message: 'Set up a second factor of your own first',
  })
  expect(await update({ factorRequired: true }, bare(owner))).toEqual(needs('fresh factor'))
  expect(await update({ factorRequired: true }, owner)).toMatchObject({ code: 200 })
  try {
    expect((await call(api.auth.whoAmI, {}, kavya)).data).toMatchObject({ mustSetUpFactor: true })
    for (const [name, endpoint] of admins.filter(([, each]) => each.right !== 'own'))
      expect(await call(endpoint, {}, kavya), name).toEqual(needs('factor set up'))
    const [app] = (await call(api.factors.list, {}, owner)).data.factors
    expect(await call(api.factors.remove, { id: app!.id }, owner)).toMatchObject({
      code: 409,
      message: 'A second factor is required: set up another one first',
    })
    const { data } = await call(api.factors.beginTotp, { password: PASSWORD }, kavya)
    await call(api.factors.finishTotp, { name: 'Phone', code: appOf(data.secret).generate() }, kavya)
    expect(await call(api.users.list, {}, kavya)).toMatchObject({ code: 200 })
    expect((await call(api.auth.whoAmI, {}, kavya)).data).toMatchObject({ mustSetUpFactor: false })
  } finally {
    expect(await update({ factorRequired: false }, owner)).toMatchObject({ code: 200 })
  }
  expect((await lastActs())[0]).toMatchObject({
    thing: 'security',
    before: { factorRequired: true },
    after: { factorRequired: false },
  })
})

/** Acts that move money, or say where it goes; and those by which a thief would open the way to them. */
async function acts(): Promise<readonly (readonly [name: string, act: (as: Session) => Promise<unknown>])[]> {
  const asha = await office.user('Asha', 1000)
  const market = await office.market(`STOLEN ${asha.id}`)
  const betId = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const [deposit, withdrawal, another] = [
    await office.requestDeposit(asha, 50),
    await office.requestWithdrawal(asha, 60),
    await office.requestWithdrawal(asha, 70),
  ]
  const { data: listed } = await office.call(api.administrators.list, {})
  const roleId = listed.roles.find(({ name }) => name === 'Auditor')!.id
  const other = await administrator(`Other ${asha.id}`)
  const on = { marketId: market.id, date: market.day }
  const form = { manualOpenDigit: '1', manualOpenPanna: '128', manualCloseDigit: '', manualClosePanna: '' }
  const doing =
    <E extends Endpoint>(endpoint: E, body: Body<E>) =>
    (as: Session) =>
      call(endpoint, body, as)
  return [
    ['adds funds', doing(api.users.addFunds, { id: asha.id, amount: 1 })],
    ['deducts funds', doing(api.users.deductFunds, { id: asha.id, amount: 1 })],
    ['approves a deposit', doing(api.wallet.decideDeposit, { transactionId: deposit, status: 'completed' })],
    [
      'approves a withdrawal',
      doing(api.wallet.decideWithdrawal, { transactionId: withdrawal, status: 'completed' }),
    ],
    [
      'rejects a withdrawal',
      doing(api.wallet.decideWithdrawal, { transactionId: another, status: 'rejected' }),
    ],
    ['changes the payee', doing(api.settings.update, { merchant_upi: 'thief@upi' })],
    ['changes the QR code', doing(api.settings.updateQr, {})],
    ['raises a bonus', doing(api.settings.update, { joining_bonus: 9_000 })],
    ['lets deposits be credited', doing(api.settings.update, { auto_deposit: true, autoDeposit: true })],
    ['raises a rate', doing(api.settings.updateRates, { rates: { single_digit_2: 99 } })],
    ['declares', doing(api.results.declare, { ...on, ...form, confirmEarly: true })],
    ['reverts', doing(api.results.revert, on)],
    ['voids', doing(api.results.voidDraw, { ...on, reason: 'stolen' })],
    ['reverts a bid', doing(api.bids.revert, { betId })],
    [
      'makes a market with a result',
      doing(api.markets.create, {
        name: `DIGITS ${asha.id}`,
        open_time: '12:00',
        close_time: '13:00',
        open_digit: '1',
        open_panna: '128',
      }),
    ],
    [
      'moves the end of betting',
      doing(api.markets.update, {
        id: String(market.id),
        name: market.name,
        open_time: '12:00',
        close_time: '13:30',
      }),
    ],
    ["changes a player's account", doing(api.users.update, { id: asha.id, upi_id: 'thief@upi' })],
    ["changes a player's password", doing(api.users.update, { id: asha.id, password: 'stolen1' })],
    ["changes a player's mpin", doing(api.users.update, { id: asha.id, mpin: '4321' })],
    ['deletes a player', doing(api.users.remove, { id: asha.id })],
    ['uploads an app', doing(api.settings.uploadApp, { app_version: '9.9' })],
    [
      'makes an administrator',
      doing(api.administrators.create, { userName: 'Puppet', password: 'given 1 x', roleId }),
    ],
    ['gives a role', doing(api.administrators.update, { id: other.id, roleId })],
    ['gives a password', doing(api.administrators.setPassword, { id: other.id, password: 'given 1 x' })],
    ['lifts the requirement', doing(api.administrators.requireFactors, { factorLimit: 1_000_000 })],
    ['sets up a factor', doing(api.factors.beginTotp, { password: PASSWORD })],
    ['sets up a passkey', doing(api.factors.beginPasskey, { password: PASSWORD })],
    ['changes the password', doing(api.auth.resetPassword, { password: PASSWORD, newPassword: 'stolen1' })],
    ['makes recovery codes', doing(api.factors.renewCodes, {})],
    ['exports withdrawals', doing(api.wallet.withdrawalsCsv, {})],
    ['exports deposits', doing(api.wallet.depositsCsv, {})],
  ]
}

test('a stolen token moves no money and opens no way to it, even while its owner has just entered the factor', async () => {
  const lata = await person('Lata')
  const tried = await acts()
  const before = await office.fingerprint({ withAudit: true })
  for (const [name, act] of tried) {
    expect(await act(bare(lata)), name).toEqual(needs('fresh factor'))
    expect(await act({ ...bare(lata), proof: 'x'.repeat(43) }), name).toEqual(needs('fresh factor'))
  }
  expect(await office.fingerprint({ withAudit: true })).toBe(before)
  expect(tried.length).toBeGreaterThanOrEqual(12)
})

test('with a fresh factor the same acts are done, for five minutes', async () => {
  const mira = await person('Mira')
  const other = await person('Maya')
  const tried = await acts()
  const [[, addFunds]] = tried as [(typeof tried)[0]]
  expect(await addFunds({ ...bare(mira), proof: other.proof! }), "another's proof").toEqual(
    needs('fresh factor'),
  )
  expect(await addFunds(mira)).toMatchObject({ code: 200 })
  await office.database.run(sql`
    update sessions set factor_at = factor_at - interval '5 minutes' where admin_id = ${mira.id}`)
  expect(await addFunds(mira)).toEqual(needs('fresh factor'))
  const { proof } = (await enter(mira, await unused(mira))).data
  const refusals = ['reverts', 'changes the QR code', 'uploads an app']
  for (const [name, act] of tried.filter(
    ([name]) =>
      !['reverts a bid', 'deletes a player', 'voids', 'changes the password', 'reverts'].includes(name),
  )) {
    const said = (await act({ ...mira, proof })) as { code: number; needs?: string }
    expect(said.needs, name).toBeUndefined()
    if (!refusals.includes(name)) expect(said.code, name).toBe(200)
  }
  await office.call(
    api.administrators.requireFactors,
    { factorLimit: 0 },
    { as: mira, headers: { 'factor-proof': proof } },
  )
  await office.call(
    api.settings.update,
    { merchant_upi: 'house@upi', auto_deposit: false, autoDeposit: false, joining_bonus: 0 },
    { as: office.admin },
  )
})

test('amounts within the limit need no fresh factor, until those since the last one are above it together', async () => {
  const nita = await person('Nita')
  expect(await call(api.administrators.requireFactors, { factorLimit: 100 }, nita)).toMatchObject({
    code: 200,
  })
  try {
    const player = await office.user('Player', 1000)
    const add = (amount: number, as: Session = bare(nita)) =>
      call(api.users.addFunds, { id: player.id, amount }, as)
    expect(await add(100.01)).toEqual(needs('fresh factor'))
    expect(await add(60)).toMatchObject({ code: 200 })
    const transactionId = await office.requestDeposit(player, 50)
    const decide = (status: 'completed' | 'rejected') =>
      call(api.wallet.decideDeposit, { transactionId, status }, bare(nita))
    expect(await decide('completed')).toEqual(needs('fresh factor'))
    expect(await decide('rejected'), 'rejecting a deposit moves nothing').toMatchObject({ code: 200 })
    await office.database.run(sql`update settings set bonus_show = true, bonus = 5000`)
    const withBonus = { transactionId: await office.requestDeposit(player, 30), status: 'completed' } as const
    expect(await call(api.wallet.decideDeposit, withBonus, bare(nita))).toEqual(needs('fresh factor'))
    await office.database.run(sql`update settings set bonus_show = false`)
    const both = await Promise.all([add(40), add(40)])
    expect(both.map(({ code }) => code).sort(), 'nor do two at the same moment').toEqual([200, 403])
    expect(await add(0.01)).toEqual(needs('fresh factor'))
    expect(await office.walletOf(player)).toBe(1100)
    const { proof } = (await enter(nita, await unused(nita))).data
    expect(await add(500, { ...bare(nita), proof })).toMatchObject({ code: 200 })
    expect(await add(100)).toMatchObject({ code: 200 })
    expect(await add(0.01)).toEqual(needs('fresh factor'))
  } finally {
    const { proof } = (await enter(nita, await unused(nita))).data
    await call(api.administrators.requireFactors, { factorLimit: 0 }, { ...nita, proof })
  }
})

test('an act that was refused for want of a fresh factor is done once by its key', async () => {
  const omana = await person('Omana')
  const player = await office.user('Player')
  const add = (as: Session) =>
    office.call(
      api.users.addFunds,
      { id: player.id, amount: 70 },
      { as, key: 'once', headers: { 'factor-proof': as.proof ?? '' } },
    )
  expect(await add(bare(omana))).toEqual(needs('fresh factor'))
  for (const _ of [1, 2]) expect(await add(omana)).toMatchObject({ code: 200, data: { wallet: 70 } })
  expect(await office.walletOf(player)).toBe(70)
})

test('who has no factor is asked for none', async () => {
  const plain = await administrator('Plain')
  for (const [name, act] of await acts())
    expect(await act(plain), name).not.toMatchObject({ needs: expect.anything() })
  await office.call(api.settings.update, {
    merchant_upi: '',
    auto_deposit: false,
    autoDeposit: false,
    joining_bonus: 0,
  })
})

/** What a right lets one do to money, its payees or other administrators. */
const MONEY = ['deposits', 'withdrawals', 'funds', 'declare', 'revert', 'payee', 'administrators'] as const

/** An act that waits is declined and withdrawn without; a note, an alert that was seen, and a sheet that is kept move nothing. */
const WITHOUT: readonly unknown[] = [
  api.acts.decline,
  api.acts.withdraw,
  api.users.addNote,
  api.alerts.see,
  api.daybook.close,
]

test('every call that writes by a right to money asks for a fresh factor', () => {
  const writes = admins.flatMap(([name, each]) =>
    each.access === 'admin' && each.effect === 'write' && each.right !== 'own' ? [{ name, each }] : [],
  )
  const forgotten = writes.filter(({ each }) => {
    const rights = [each.right, ...Object.values(each.fieldRights ?? {})].flat()
    const isMoney = rights.some((right) => (MONEY as readonly string[]).includes(right))
    return isMoney && !WITHOUT.includes(each) && !['fresh', 'amount', 'fields'].includes(each.factor)
  })
  expect(forgotten.map(({ name }) => name)).toEqual([])
  expect(MONEY.every((right) => RIGHT_NAMES.includes(right))).toBe(true)
  for (const { name, each } of writes) {
    if (each.factor !== 'fields') continue
    const { fieldRights = {}, freshFields } = each
    const money = Object.keys(fieldRights).filter((field) =>
      (MONEY as readonly string[]).includes(fieldRights[field]!),
    )
    expect(freshFields, name).toEqual(expect.arrayContaining(money))
  }
})

test('with a stolen token nothing is asked of a second person either, nor confirmed', async () => {
  const [purna, renu] = [await person('Purna'), await person('Renu')]
  const player = await office.user('Player')
  const add = (as: Session) => call(api.users.addFunds, { id: player.id, amount: 10 }, as)
  await office.owner.run(sql`update security set funds = 0`)
  try {
    const before = await office.fingerprint({ withAudit: true })
    expect(await add(bare(purna))).toEqual(needs('fresh factor'))
    expect(await office.fingerprint({ withAudit: true })).toBe(before)
    const asked = (await add(purna)) as unknown as { code: number; act: { id: number } }
    expect(asked.code).toBe(202)
    const confirm = (as: Session) => call(api.acts.confirm, { id: asked.act.id }, as)
    expect(await confirm(bare(renu))).toEqual(needs('fresh factor'))
    expect(await office.walletOf(player)).toBe(0)
    expect(await confirm(renu)).toMatchObject({ code: 200 })
    expect(await office.walletOf(player)).toBe(10)
  } finally {
    await office.owner.run(sql`update security set funds = null`)
  }
})

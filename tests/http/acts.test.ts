/** A second person: acts above a limit wait whole, another administrator confirms or declines them, and they happen once. */
import { createHash } from 'node:crypto'
import { api, type Endpoint } from '@munim/contract'
import { PAYEE_FIELDS } from '@munim/core'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { LOCKS } from '../../server/src/database/locks.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { removeUnconfirmed } from '../../server/src/http/held-files.ts'
import { everyCall } from '../support/contract.ts'
import { backOffice, formOf } from '../support/office.ts'
import { ALL, secondPerson, waiting } from '../support/second-person.ts'
import { APK, PNG } from '../support/upload-files.ts'

const office = await backOffice()
const {
  person,
  withRights,
  limits,
  meera,
  listed,
  shownWaiting,
  confirm,
  effectOf,
  decline,
  withdraw,
  add,
  stored,
  waitsFor,
  owner,
  administrators,
} = await secondPerson(office)

/** Whoever confirmed an act has read another effect. */
const ANOTHER = {
  code: 409,
  message: 'What this would do has changed meanwhile: look at it again.',
  errors: { basedOn: expect.any(String) },
}

const acts = async (act: string) => (await office.call(api.reports.audit, { act, limit: 1 })).data

/** What is sent, what it concerns, and that as it is once it is done. */
interface Story {
  readonly call: Endpoint
  readonly body?: object
  readonly form?: () => FormData
  readonly look: () => Promise<unknown>
  readonly done: unknown
}

const setting = async (key: string) =>
  ((await office.call(api.settings.get, {})).data as Record<string, unknown>)[key]

const statusOf = async (kind: 'deposits' | 'withdrawals', id: number) =>
  (await office.call(api.wallet[kind], { limit: 100 })).data.find((each) => each.id === id)!.status

const declared = async (market: { id: number; day: string }) =>
  (await office.call(api.results.previous, { marketId: String(market.id) })).data.map(
    ({ open_panna, voided }) => voided?.reason ?? open_panna,
  )

async function qr(): Promise<FormData> {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(PNG)]), 'qr.png')
  return form
}

const KINDS: Readonly<Record<string, () => Promise<Story>>> = {
  'funds added': async () => {
    const asha = await office.user('Asha', 100)
    const body = { id: asha.id, amount: 50, note: 'Cash' }
    return { call: api.users.addFunds, body, look: () => office.walletOf(asha), done: 150 }
  },
  'funds deducted': async () => {
    const asha = await office.user('Asha', 100)
    const body = { id: asha.id, amount: 40 }
    return { call: api.users.deductFunds, body, look: () => office.walletOf(asha), done: 60 }
  },
  'a deposit approved': async () => {
    const transactionId = await office.requestDeposit(await office.user('Asha'), 500)
    const body = { transactionId, status: 'completed' }
    return {
      call: api.wallet.decideDeposit,
      body,
      look: () => statusOf('deposits', transactionId),
      done: 'completed',
    }
  },
  'a withdrawal approved': async () => {
    const transactionId = await office.requestWithdrawal(await office.user('Asha', 900), 300)
    const body = { transactionId, status: 'completed', note: 'UTR 4' }
    const look = () => statusOf('withdrawals', transactionId)
    return { call: api.wallet.decideWithdrawal, body, look, done: 'completed' }
  },
  'a result declared at a loss': async () => {
    const asha = await office.user('Asha', 500)
    const market = await office.market('LOSS')
    await office.place(asha, market, 'single_digit:1:-:-:-', 100)
    const body = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
    return { call: api.results.declare, body, look: () => declared(market), done: ['128'] }
  },
  'a result reverted': async () => {
    const asha = await office.user('Asha', 500)
    const market = await office.market('REVERTED')
    await office.place(asha, market, 'single_digit:1:-:-:-', 100)
    const body = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
    expect(await office.call(api.results.declare, body)).toMatchObject({ code: 200 })
    const which = { marketId: String(market.id), date: market.day }
    return { call: api.results.revert, body: which, look: () => office.walletOf(asha), done: 400 }
  },
  'a draw voided': async () => {
    const asha = await office.user('Asha', 500)
    const market = await office.market('VOIDED')
    await office.place(asha, market, 'single_digit:1:-:-:-', 100)
    const body = { marketId: String(market.id), date: market.day, reason: 'No result came' }
    return { call: api.results.voidDraw, body, look: () => office.walletOf(asha), done: 500 }
  },
  'a bid reverted': async () => {
    const asha = await office.user('Asha', 500)
    const betId = await office.place(asha, await office.market('BID'), 'single_digit:1:-:-:-', 100)
    return { call: api.bids.revert, body: { betId }, look: () => office.walletOf(asha), done: 500 }
  },
  'a rate': async () => {
    const look = async () =>
      ((await setting('rates')) as { global: Record<string, number> }).global.single_digit_2
    return { call: api.settings.updateRates, body: { rates: { single_digit_2: 9.5 } }, look, done: 9.5 }
  },
  'a bonus': async () => ({
    call: api.settings.update,
    body: { joining_bonus: 10_000 },
    look: () => setting('joining_bonus'),
    done: 10_000,
  }),
  'the payee of deposits': async () => ({
    call: api.settings.update,
    body: { merchant_upi: 'other@upi' },
    look: () => setting('merchant_upi'),
    done: 'other@upi',
  }),
  'all settings with another payee among them': async () => {
    const { merchant_qr, app_link, provider_connected, source_connected, rates, ...all } = (
      await office.call(api.settings.get, {})
    ).data
    return {
      call: api.settings.update,
      body: { ...all, account_holder: 'Another' },
      look: () => setting('account_holder'),
      done: 'Another',
    }
  },
  'a guard of payouts': async () => ({
    call: api.settings.update,
    body: { payee_wait_hours: 71 },
    look: () => setting('payee_wait_hours'),
    done: 71,
  }),
  'the version of the player app': async () => ({
    call: api.settings.update,
    body: { app_version: '9.8' },
    look: () => setting('app_version'),
    done: '9.8',
  }),
  'the QR code of deposits': async () => ({
    call: api.settings.updateQr,
    form: await qr().then((form) => () => form),
    look: () => setting('merchant_qr'),
    done: expect.stringMatching(/^\/uploads\/qr\/.+\.png$/),
  }),
  'the player app': async () => ({
    call: api.settings.uploadApp,
    form: () => {
      const form = new FormData()
      form.append('app_version', '9.9')
      form.append('app', new Blob([new Uint8Array(APK)]), 'munim.apk')
      return form
    },
    look: () => setting('app_version'),
    done: '9.9',
  }),
  'the limits': async () => ({
    call: api.security.update,
    body: { funds: 99_000, payee: false },
    look: async () => (await office.call(api.security.get, {})).data.funds,
    done: 99_000,
  }),
  'another administrator': async () => {
    const role = (await administrators()).roles.find(({ name }) => name === 'Cashier')!
    const body = { userName: 'Accomplice', password: 'given-19', roleId: role.id }
    const look = async () =>
      (await administrators()).administrators.some(({ userName }) => userName === 'Accomplice')
    return { call: api.administrators.create, body, look, done: true }
  },
  "another administrator's role": async () => {
    const { id } = await person('Kiran', 'Cashier')
    const roleId = (await administrators()).roles.find(({ name }) => name === 'Support')!.id
    const look = async () => (await administrators()).administrators.find((each) => each.id === id)!.roleId
    return { call: api.administrators.update, body: { id, roleId }, look, done: roleId }
  },
  'a password given': async () => {
    const { id } = await person('Kiran', 'Cashier')
    const look = async () =>
      (await administrators()).administrators.find((each) => each.id === id)!.mustChangePassword
    return { call: api.administrators.setPassword, body: { id, password: 'given-19' }, look, done: true }
  },
  'the rights of a role': async () => {
    await office.call(api.administrators.createRole, { name: 'Desk', rights: ['see'] })
    const role = async () => (await administrators()).roles.find(({ name }) => name === 'Desk')!
    const body = { id: (await role()).id, name: 'Desk', rights: ['see', 'funds'] }
    return {
      call: api.administrators.updateRole,
      body,
      look: async () => (await role()).rights,
      done: ['see', 'funds'],
    }
  },
}

async function ask({ call, body, form }: Story, as: { token: string } = owner) {
  if (!form) return office.call(call.path, body, { as })
  const { code, text } = await office.send(call.path, form(), { as })
  return { code, ...JSON.parse(text) }
}

test.each(Object.keys(KINDS))(
  '%s waits whole, is not done when declined, and once when confirmed',
  async (kind) => {
    const story = await KINDS[kind]!()
    await limits(ALL)
    const before = await story.look()
    expect(before).not.toEqual(story.done)
    const rows = await stored()
    const first = waiting(await ask(story))
    expect(await stored()).toBe(rows)
    expect(await ask(story)).toMatchObject({
      code: 409,
      message: 'admin asked for this already: it waits for a second person',
    })

    const shown = (await listed(meera)).data.find(({ id }) => id === first)!
    expect(shown).toMatchObject({
      call: story.call.path,
      outcome: 'waiting',
      isOwn: false,
      mayDecide: true,
      refusal: null,
    })
    expect(shown.effect!.after).not.toEqual({})
    expect(shown.confirmers).toContain(meera.name)
    expect(shown.confirmers).not.toContain('admin')
    expect((await listed(owner)).data.find(({ id }) => id === first)).toMatchObject({
      isOwn: true,
      mayDecide: false,
    })

    expect(await decline(first)).toMatchObject({ code: 200, data: { outcome: 'declined', note: 'Not this' } })
    expect(await stored()).toBe(rows)
    expect(await confirm(first)).toMatchObject({
      code: 409,
      message: `${meera.name} has declined this already`,
    })

    const again = waiting(await ask(story))
    const basedOn = await effectOf(again)
    expect(await confirm(again, meera, { basedOn: { ...basedOn, before: { is: 'another' } } })).toMatchObject(
      ANOTHER,
    )
    expect(await stored()).toBe(rows)
    expect(await confirm(again, meera, { basedOn, note: 'Agreed' })).toMatchObject({
      code: 200,
      data: {
        outcome: 'confirmed',
        asker: { userName: 'admin' },
        decidedBy: meera.name,
        effect: null,
        mayDecide: false,
      },
    })
    expect(await story.look()).toEqual(story.done)
    expect(await confirm(again)).toMatchObject({
      code: 409,
      message: `${meera.name} has confirmed this already`,
    })
    expect(await story.look()).toEqual(story.done)

    const [act] = await acts(story.call.path)
    expect(act).toMatchObject({ actor: 'admin:1', after: { confirmed_by: `admin:${meera.id}` } })
    expect(await acts(api.acts.confirm.path)).toMatchObject([
      {
        actor: `admin:${meera.id}`,
        thing: 'act',
        thing_id: String(again),
        after: { asked_by: 'admin:1', note: 'Agreed' },
      },
    ])
  },
)

test('every call of an administrator that writes says by which limit it waits, or is one of those that move no money', () => {
  const free = [
    /^auth\./, // one's own session and password
    /^(notifications|push|feedbacks|banners|reports|desk)\./,
    /^markets\./, // results are declared, and times move no money
    'users.update', // the bonus of joining is what the settings say
    'users.remove', // the house keeps what is left
    'users.addNote',
    /^(protection|risk)\./, // it keeps from moving
    /^daybook\./, // it only tells what moved
    'administrators.createRole', // giving it waits
    'administrators.removeRole',
    'administrators.endSessions',
    /^acts\./,
    /^(factors|views|alerts)\./, // one's own
  ]
  const isFree = (name: string) =>
    free.some((each) => (typeof each === 'string' ? each === name : each.test(name)))
  const writing = everyCall.filter(([, call]) => call.access === 'admin' && call.effect === 'write')
  expect(writing.filter(([name, call]) => !call.second && !isFree(name)).map(([name]) => name)).toEqual([])
  const waitable = writing.filter(([, call]) => call.second)
  expect(
    waitable.filter(([, call]) => !office.app.second.foresights.has(call.path)).map(([name]) => name),
  ).toEqual([])
  expect([...office.app.second.calls.keys()].sort()).toEqual(waitable.map(([, call]) => call.path).sort())
})

test('who confirms a player app reads its version, size and SHA-256, and no settings alone replace it', async () => {
  await limits({ payee: true })
  const form = new FormData()
  form.append('app_version', '99.1')
  form.append('app', new Blob([new Uint8Array(APK)]), 'munim.apk')
  const said = await office.send(api.settings.uploadApp.path, form, { as: await withRights('settings') })
  expect(said.code).toBe(403)
  expect((await office.send(api.settings.uploadApp.path, form, { as: owner })).code).toBe(202)
  const act = (await listed(meera)).data.find(({ call }) => call === api.settings.uploadApp.path)
  expect(act!.effect!.after).toEqual({
    app_version: '99.1',
    app_link: expect.stringMatching(/^\/uploads\/app\/munim-99\.1-/),
    app_size: APK.length,
    app_sha256: createHash('sha256').update(APK).digest('hex'),
  })
})

test.each(['the QR code of deposits', 'the player app'])(
  '%s is served to nobody before it is confirmed, and is deleted where it is not',
  async (kind) => {
    const story = await KINDS[kind]!()
    await limits({ payee: true })
    const begin = async () => {
      const id = waiting(await ask(story))
      const { effect, picture } = (await listed(meera)).data.find((each) => each.id === id)!
      const path = String(effect!.after.merchant_qr ?? effect!.after.app_link)
      return { id, path, picture }
    }
    const served = async (path: string) => (await fetch(office.host + path)).status
    const isKept = (path: string) => office.app.files.exists(path.replace('/uploads/', ''))
    const clear = () => removeUnconfirmed(office.database, office.app.files)
    const first = await begin()
    expect(first.picture?.slice(0, 22)).toBe(kind.includes('QR') ? 'data:image/png;base64,' : undefined)
    await clear()
    expect([await served(first.path), await isKept(first.path)]).toEqual([404, true])
    await decline(first.id)
    expect(await served(first.path)).toBe(404)
    await clear()
    expect(await isKept(first.path)).toBe(false)
    const again = await begin()
    await confirm(again.id)
    await clear()
    expect(await served(again.path)).toBe(200)
  },
)

test('who confirms a withdrawal sees every detail of its payee', async () => {
  const asha = await office.user('Asha', 500)
  const payee = Object.fromEntries(PAYEE_FIELDS.map((name, index) => [name, `987654321${index}`]))
  await office.call(api.users.update, { id: asha.id, ...payee })
  const transactionId = await office.requestWithdrawal(asha, 300)
  await limits({ withdrawals: 0 })
  waiting(await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'completed' }))
  const [act] = (await listed(meera)).data
  expect(act!.effect!.after).toMatchObject(payee)
})

test('many small acts of a day are one large one, and what another does counts apart', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 1000 })
  expect(await add(asha, 600)).toMatchObject({ code: 200 })
  expect(await add(asha, 400)).toMatchObject({ code: 200, data: { wallet: 1000 } })
  const id = waiting(await add(asha, 1))
  expect(await add(asha, 1000, { as: meera })).toMatchObject({ code: 200 })
  expect(await confirm(id)).toMatchObject({ code: 200 })
  waiting(await add(asha, 2)) // what was confirmed is not counted, nor is it forgotten
  expect(await office.walletOf(asha)).toBe(2001)
  await office.database.run(sql`update act_sums set day = day - 1`)
  expect(await add(asha, 1000)).toMatchObject({ code: 200 })
})

test('a decision begins to wait once the bank file is made that its withdrawal is put into', async () => {
  const asha = await office.user('Asha', 500)
  const transactionId = await office.requestWithdrawal(asha, 300)
  await limits({ withdrawals: 0 })
  let asked: Promise<{ code: number; status: string }>
  await office.told(async (db) => {
    await db.run(sql`select from requests where id = ${transactionId} for no key update`)
    const paid = { transactionId, status: 'completed' } as const
    asked = office.call(api.wallet.decideWithdrawal, paid, { isPatient: false })
    await waitsFor(1)
  })
  waiting(await asked!)
})

test('what may still be done alone today is told as it is held: above it waits, up to it does not', async () => {
  const alone = async (as = owner) => (await office.call(api.acts.alone, {}, { as })).data
  expect(await alone()).toEqual({
    funds: null,
    deposits: null,
    withdrawals: null,
    losses: null,
    reverts: null,
  })
  await limits({ funds: 1000, losses: 0 })
  const asha = await office.user('Asha')
  expect(await alone()).toMatchObject({ funds: 1000, losses: 0, reverts: null })
  await add(asha, 600.5)
  expect(await alone()).toMatchObject({ funds: 399.5 })
  expect(await alone(meera)).toMatchObject({ funds: 1000 })
  waiting(await add(asha, 400))
  expect(await add(asha, 399.5)).toMatchObject({ code: 200 })
  expect(await alone()).toMatchObject({ funds: 0 })
  const set = (rupees: number) => office.database.run(sql`update security set funds = ${rupees * 100}`)
  await set(500)
  expect(await alone()).toMatchObject({ funds: 0 })
  await set(1000)
  await office.database.run(sql`update act_sums set day = day - 1`)
  expect(await alone()).toMatchObject({ funds: 1000 })
})

test('of sixteen at once no more goes through than the limit says', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 1000 })
  const said = await Promise.all(Array.from({ length: 16 }, (_, index) => add(asha, 101 + index)))
  expect(said.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
  expect(said.filter(({ code }) => ![200, 202].includes(code))).toEqual([])
  expect(await office.walletOf(asha)).toBeLessThanOrEqual(1000)
})

test('what is refused is refused at once and counts for nothing', async () => {
  const asha = await office.user('Asha', 10)
  await limits({ funds: 100 })
  expect(await office.call(api.users.deductFunds, { id: asha.id, amount: 50 })).toMatchObject({ code: 409 })
  expect(await add(asha, 100)).toMatchObject({ code: 200 })
  expect(await office.call(api.users.deductFunds, { id: asha.id, amount: 500 })).toMatchObject({ code: 409 })
  const role = await office.database.only<{ id: number }>(
    sql`insert into roles (name, rights) values ('Lookers', array['see']) returning id`,
  )
  const beyond = { ...role, name: 'Lookers', rights: ['see' as const, 'funds' as const] }
  const deputy = await withRights('see', 'administrators')
  expect(await office.call(api.administrators.updateRole, beyond, { as: deputy })).toMatchObject({
    code: 403,
    message: 'This is beyond your own role: add and deduct funds',
  })
  expect((await listed(meera)).data).toEqual([])
})

test('what brings nothing out of the house waits for no second person', async () => {
  const transactionId = await office.requestWithdrawal(await office.user('Asha', 900), 300)
  const market = await office.market('KEPT')
  await limits(ALL)
  const body = { transactionId, status: 'rejected' } as const
  expect(await office.call(api.wallet.decideWithdrawal, body)).toMatchObject({ code: 200 })
  expect(await office.call(api.settings.update, { whatsapp_text: 'Namaste' })).toMatchObject({ code: 200 })
  const result = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
  expect(await office.call(api.results.declare, result)).toMatchObject({ code: 200 })
})

test('a withdrawal that a bank was told to pay is rejected by two, also once its batch is closed', async () => {
  const asha = await office.user('Asha', 900)
  const rejected = async () => {
    const transactionId = await office.requestWithdrawal(asha, 300)
    await office.database.run(sql`
      with made as (
        insert into payout_batches (bank, debit_account, admin_id, at, closed_at)
        select 'other', '', 1, n, n from clock_timestamp() n returning id)
      insert into payout_batch_rows (batch_id, request_id, amount) select id, ${transactionId}, 30000 from made`)
    return office.call(api.wallet.decideWithdrawal, { transactionId, status: 'rejected' })
  }
  expect(await rejected()).toMatchObject({ code: 200 }) // no limit is set
  await limits({ withdrawals: 400 })
  expect(await rejected()).toMatchObject({ code: 200 })
  const id = waiting(await rejected())
  expect(await effectOf(id)).toEqual({
    before: { status: 'pending' },
    after: { status: 'rejected', amount: 300 },
  })
  expect(await office.walletOf(asha)).toBe(600)
  expect(await confirm(id)).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(900)
})

test('of a request, a bid and a draw one act of a kind waits, of other things several', async () => {
  const asha = await office.user('Asha', 900)
  const transactionId = await office.requestWithdrawal(asha, 300)
  const betId = await office.place(asha, await office.market('ONE'), 'single_digit:1:-:-:-', 100)
  await limits(ALL)
  const pay = (note: string, as: { token: string }) =>
    office.call(api.wallet.decideWithdrawal, { transactionId, status: 'completed', note }, { as })
  const revert = (reason: string) => office.call(api.bids.revert, { betId, reason })
  const paying = waiting(await pay('UTR 1', owner))
  const reverting = waiting(await revert('By mistake'))
  const refused = { code: 409, message: 'admin asked for this already: it waits for a second person' }
  for (const said of [await pay('UTR 2', owner), await pay('UTR 3', meera), await revert('Asked twice')])
    expect(said).toMatchObject(refused)
  const adding = [waiting(await add(asha, 10)), waiting(await add(asha, 20))]
  expect((await shownWaiting(owner)).data.map(({ id }) => id)).toEqual([
    ...adding.reverse(),
    reverting,
    paying,
  ])
  // What needs no second person is done all the same, and what waited can not be done any more.
  const rejected = { transactionId, status: 'rejected' } as const
  expect(await office.call(api.wallet.decideWithdrawal, rejected, { as: meera })).toMatchObject({ code: 200 })
  expect(await confirm(paying)).toMatchObject({ code: 409, message: 'This request is decided already' })
  expect(await decline(paying)).toMatchObject({ code: 200 })
})

test('what waits is told of each thing without what it would do, to who sees the thing', async () => {
  const asha = await office.user('Asha', 900)
  const transactionId = await office.requestWithdrawal(asha, 300)
  await limits(ALL)
  const id = waiting(await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'completed' }))
  const told = {
    id,
    call: api.wallet.decideWithdrawal.path,
    thing: 'request',
    thing_id: String(transactionId),
    asker: { id: 1, userName: 'admin' },
    at: expect.any(String),
  }
  expect(await office.call(api.acts.waiting, {}, { as: meera })).toEqual({
    code: 200,
    status: 'success',
    data: [told],
    toDecide: 1,
  })
  expect(await shownWaiting(owner)).toMatchObject({ data: [told], toDecide: 0 })
  expect(await shownWaiting(await person('Auditor', 'Auditor'))).toMatchObject({ data: [told], toDecide: 0 })
  await decline(id)
  expect(await shownWaiting(meera)).toMatchObject({ data: [], toDecide: 0 })
})

test('who looks at what is to confirm leaves a row of the bank details and the exposure seen', async () => {
  const ravi = await person('Ravi')
  const asha = await office.user('Asha', 900)
  const [first, second] = [
    await office.requestWithdrawal(asha, 300),
    await office.requestWithdrawal(asha, 200),
  ]
  const market = await office.market('SEEN')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await limits(ALL)
  for (const transactionId of [first, second])
    waiting(await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'completed' }))
  const body = { marketId: String(market.id), date: market.day, ...formOf('128-1'), confirmEarly: true }
  waiting(await office.call(api.results.declare, body))
  const seen = () =>
    office.database.many(sql`
      select thing_id as at, after->'rows' as rows from audit
      where thing = 'look' and act = ${api.acts.list.path} and actor = ${`admin:${ravi.id}`} order by id`)
  await shownWaiting(ravi)
  expect(await seen()).toEqual([])
  await listed(ravi)
  await listed(ravi)
  expect(await seen()).toEqual([
    { at: 'payees', rows: 2 },
    { at: `${market.id} ${market.day}`, rows: 1 },
  ])
})

test('a repeated key is answered as before: it waits once', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 0 })
  const first = waiting(await add(asha, 10, { key: 'once' }))
  expect(waiting(await add(asha, 10, { key: 'once' }))).toBe(first)
  expect((await listed(meera)).total).toBe(1)
  await decline(first)
})

test('an act is confirmed as it was read, and not where it would do another thing by now', async () => {
  const asha = await office.user('Asha')
  await limits({ deposits: 0 })
  const transactionId = await office.requestDeposit(asha, 100)
  const id = waiting(await office.call(api.wallet.decideDeposit, { transactionId, status: 'completed' }))
  const basedOn = await effectOf(id)
  await office.call(api.settings.update, { bonus: 25, bonus_show: true })
  const before = await stored()
  expect(await confirm(id, meera, { basedOn })).toMatchObject(ANOTHER)
  expect(await stored()).toBe(before)
  expect(await confirm(id, meera, { basedOn: await effectOf(id) })).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(125)
  await office.call(api.settings.update, { bonus_show: false })
})

test('funds are confirmed also where the player has bet since: the same is added', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('STEADY')
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 50))
  const basedOn = await effectOf(id)
  await office.place(asha, market, 'single_digit:1:-:-:-', 30)
  expect(await confirm(id, meera, { basedOn })).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(120)
})

test('a bonus is told with the deposit that it is paid on, and counts with it', async () => {
  const asha = await office.user('Asha')
  await limits({ deposits: 120 })
  await office.call(api.settings.update, { bonus: 25, bonus_show: true })
  const transactionId = await office.requestDeposit(asha, 100)
  const id = waiting(await office.call(api.wallet.decideDeposit, { transactionId, status: 'completed' }))
  expect((await listed(meera)).data).toMatchObject([{ id, effect: { after: { amount: 100, bonus: 25 } } }])
  expect(await confirm(id)).toMatchObject({ code: 200 })
  expect((await office.call(api.users.get, { id: asha.id })).data.wallet).toBe(125)
  await office.call(api.settings.update, { bonus_show: false })
})

test('a deposit that waits is not credited as it is where another player claims its payment since', async () => {
  const [asha, ravi] = [await office.user('Asha'), await office.user('Ravi')]
  await limits({ deposits: 0 })
  const transactionId = await office.requestDeposit(asha, 100, 'UTR CLAIMED')
  const approve = (basedOn?: { sameReference: number }) =>
    office.call(api.wallet.decideDeposit, { transactionId, status: 'completed', basedOn })
  const id = waiting(await approve())
  await office.requestDeposit(ravi, 100, 'utr claimed')
  const before = await stored()
  const message = `What is known of the payment of request #${transactionId} changed meanwhile: look at it again.`
  expect((await listed(meera)).data).toMatchObject([{ id, effect: null, refusal: message }])
  expect(await confirm(id)).toMatchObject({ code: 409, message })
  expect(await stored()).toBe(before)
  await decline(id)
  expect(await approve({ sameReference: 0 })).toMatchObject({ code: 409, message })
  expect(await confirm(waiting(await approve({ sameReference: 1 })))).toMatchObject({ code: 200 })
})

test('what can not be done any more is refused in its own words, changes nothing and waits on', async () => {
  const asha = await office.user('Asha', 100)
  const transactionId = await office.requestWithdrawal(asha, 60)
  await limits(ALL)
  const deducting = waiting(await office.call(api.users.deductFunds, { id: asha.id, amount: 40 }))
  const paying = waiting(
    await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'completed' }),
  )
  await office.decide(transactionId, 'withdraw', 'completed')
  await office.requestWithdrawal(asha, 30)
  const before = await stored()
  for (const [id, message] of [
    [deducting, 'Amount exceeds wallet balance'],
    [paying, 'This request is decided already'],
  ] as const) {
    const shown = (await listed(meera)).data.find((each) => each.id === id)!
    expect(shown).toMatchObject({ effect: null, refusal: message })
    expect(await confirm(id)).toMatchObject({ code: 409, message })
    expect(await decline(id)).toMatchObject({ code: 200 })
  }
  expect(await stored()).toBe(before)
})

test('another save of settings neither ends what waits of them nor is overwritten by it', async () => {
  await limits({ payee: true, rates: true })
  const { version, whatsapp_text } = (await office.call(api.settings.get, {})).data
  const sent = { merchant_upi: 'late@upi', whatsapp_text, version }
  const id = waiting(await office.call(api.settings.update, sent))
  const rate = { rates: { single_digit_2: 9.4 }, version }
  const rated = waiting(await office.call(api.settings.updateRates, rate))
  const basedOn = await effectOf(id)
  await office.call(api.settings.update, { whatsapp_text: 'Changed' })
  expect(await confirm(id, meera, { basedOn })).toMatchObject({ code: 200 })
  expect([await setting('merchant_upi'), await setting('whatsapp_text')]).toEqual(['late@upi', 'Changed'])
  expect(await confirm(rated)).toMatchObject({ code: 200 })
})

test('what is left of an act is read by who confirms it, though alone it would wait for nobody', async () => {
  await limits(ALL)
  const was = (await office.call(api.settings.get, {})).data.auto_verified
  const { id: kiran } = await person('Kiran', 'Cashier')
  const roleId = (await administrators()).roles.find(({ name }) => name === 'Support')!.id
  for (const [call, alone, left] of [
    [api.settings.update, { merchant_upi: 'left@upi' }, { auto_verified: !was }],
    [api.administrators.update, { id: kiran, roleId }, { userName: 'Kiran Rao' }],
  ] as const) {
    const both = waiting(await office.call(call.path, { ...alone, ...left }))
    expect(await confirm(waiting(await office.call(call.path, alone)))).toMatchObject({ code: 200 })
    const basedOn = await effectOf(both)
    expect(basedOn.after).toEqual(left)
    expect(await confirm(both, meera, { basedOn: null })).toMatchObject({ code: 409 })
    expect(await confirm(both, meera, { basedOn })).toMatchObject({ code: 200 })
  }
})

test('an act is over when it has waited too long, and can be asked for again', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 10))
  await office.owner.run(sql`alter table waiting_acts disable trigger waiting_act_is_decided_once`)
  await office.owner.run(sql`update waiting_acts set expires_at = clock_timestamp() where id = ${id}`)
  await office.owner.run(sql`alter table waiting_acts enable trigger waiting_act_is_decided_once`)
  const over = { code: 409, message: 'This has waited too long and is over. It can be asked for again.' }
  expect(await confirm(id)).toMatchObject(over)
  expect(await withdraw(id)).toMatchObject(over)
  expect((await listed(meera)).data).toEqual([])
  expect(await shownWaiting(meera)).toMatchObject({ data: [], toDecide: 0 })
  expect((await listed(meera, { waits: false })).data[0]).toMatchObject({
    id,
    outcome: 'expired',
    decidedAt: null,
  })
  const again = waiting(await add(asha, 10))
  expect((await listed(meera, { waits: false })).data[0]).toMatchObject({ id, outcome: 'expired' })
  expect(await confirm(again)).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(10)
})

test('of two who set different limits at the same moment neither takes back what the other set', async () => {
  await limits({})
  const beside = connect(office.url)
  let said: Promise<{ code: number }>
  await beside.transaction(async (db) => {
    await db.run(sql`update security set funds = 70000`)
    said = office.call(api.security.update, { deposits: 900 }, { isPatient: false })
    await waitsFor(1)
  })
  await beside.close()
  expect(await said!).toMatchObject({ code: 200 })
  expect((await office.call(api.security.get, {})).data).toMatchObject({ funds: 700, deposits: 900 })
  // Who has read another limit replaces none, where it would wait and where it would be done.
  const based = (funds: number | null) => office.call(api.security.update, { funds: 500, basedOn: { funds } })
  expect(await based(600)).toMatchObject({ code: 409, errors: { basedOn: expect.any(String) } })
  await limits({})
  expect(await based(700)).toMatchObject({ code: 409, errors: { basedOn: expect.any(String) } })
  expect(await based(null)).toMatchObject({ code: 200, data: { funds: 500 } })
  await limits({})
})

test('of two who confirm at the same moment, again and again, one does it', async () => {
  const asha = await office.user('Asha')
  const others = [meera, await person('Ravi'), await person('Devi')]
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 10))
  const said = await Promise.all([...others, ...others, ...others].map((as) => confirm(id, as)))
  expect(said.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(said.filter(({ code }) => code === 409)).toHaveLength(8)
  expect(await office.postingsOf(asha)).toEqual(['fund_add +10 leaves 10'])
  const racing = waiting(await add(asha, 20))
  const both = await Promise.all([confirm(racing), withdraw(racing), decline(racing, others[1]!)])
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await office.walletOf(asha)).toBe(both[0]!.code === 200 ? 30 : 10)
  const late = waiting(await add(asha, 40))
  let lost: ReturnType<typeof confirm>
  await office.told(async (db) => {
    await db.run(sql`
      update waiting_acts set outcome = 'declined', decider_id = ${meera.id}, decided_at = clock_timestamp() where id = ${late}`)
    lost = confirm(late, others[1])
    await waitsFor(1)
  })
  expect(await lost!).toMatchObject({ code: 409, message: `${meera.name} has declined this already` })
})

test('where the connection dies between the act and its end, nothing of it is done, and it is confirmed again', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 10))
  const before = await stored()
  const beside = connect(office.url)
  let said: Promise<{ code: number }>
  await beside.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(${LOCKS.audit}::int, 0)`)
    said = office.call(api.acts.confirm, { id }, { as: meera, isPatient: false }).catch(() => ({ code: 500 }))
    await expect
      .poll(async () => {
        const killed = await office.database.many(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%lock-audit%'`)
        return killed.length
      })
      .toBe(1)
  })
  await beside.close()
  expect((await said!).code).toBeGreaterThanOrEqual(400)
  expect(await stored()).toBe(before)
  expect(await confirm(id)).toMatchObject({ code: 200 })
  expect(await office.postingsOf(asha)).toEqual(['fund_add +10 leaves 10'])
})

test('a deleted player leaves no word in what waited', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 0 })
  const id = waiting(
    await office.call(api.users.addFunds, {
      id: asha.id,
      amount: 10,
      note: `Call ${asha.mobile} or 9876501234`,
    }),
  )
  await office.call(api.users.update, { id: asha.id, whatsapp: '9876501234' }) // theirs only now
  expect(await office.call(api.users.remove, { id: asha.id })).toMatchObject({ code: 200 })
  expect((await listed(meera)).data).toEqual([])
  expect((await listed(meera, { waits: false })).data[0]).toMatchObject({ id, outcome: 'expired' })
  const { text } = await office.database.only<{ text: string }>(sql`
    select w::text as text from waiting_acts w where id = ${id}`)
  expect(text).not.toMatch(new RegExp(`${asha.mobile}|9876501234`))
})

test('acts of a player that differ by their note alone do not keep the player from being deleted', async () => {
  const asha = await office.user('Asha', 100)
  await limits({ funds: 0, withdrawals: 0 })
  const addNoted = (note: string) => office.call(api.users.addFunds, { id: asha.id, amount: 10, note })
  const ids = [waiting(await addNoted('Once')), waiting(await addNoted('Twice'))]
  const transactionId = await office.requestWithdrawal(asha, 60)
  ids.push(waiting(await office.call(api.wallet.decideWithdrawal, { transactionId, status: 'completed' })))
  expect(await office.call(api.users.remove, { id: asha.id })).toMatchObject({ code: 200 })
  expect((await listed(meera)).data).toEqual([])
  const over = { code: 409, message: 'The player was deleted meanwhile: this is over.' }
  for (const id of ids)
    for (const decide of [confirm, decline, withdraw]) expect(await decide(id)).toMatchObject(over)
  const seen = (await listed(meera, { waits: false })).data.filter(({ id }) => ids.includes(id))
  expect(seen.map(({ outcome, decidedAt }) => [outcome, decidedAt !== null])).toEqual(
    Array(3).fill(['expired', true]),
  )
})

test("what is written of a player is kept without the player's own data, in the audit too", async () => {
  const asha = await office.user('Asha', 100)
  const transactionId = await office.requestWithdrawal(asha, 60)
  const betId = await office.place(asha, await office.market('PERSONAL'), 'single_digit:1:-:-:-', 10)
  await limits(ALL)
  const text = `Asked by ${asha.mobile} on the phone`
  for (const [call, body] of [
    [api.users.addFunds, { id: asha.id, amount: 1, note: text }],
    [api.wallet.decideWithdrawal, { transactionId, status: 'completed', note: text }],
    [api.bids.revert, { betId, reason: text }],
  ] as const) {
    const id = waiting(await office.call(call.path, body))
    await office.call(api.acts.decline, { id, note: text }, { as: meera })
  }
  const { kept } = await office.database.only<{ kept: string }>(sql`
    select coalesce((select string_agg(w::text, '') from waiting_acts w) || (select string_agg(a::text, '') from audit a), '') as kept`)
  expect(kept).toContain('on the phone')
  expect(kept).not.toContain(asha.mobile)
})

test('what was asked for is not changed afterwards, not by the owner of the database', async () => {
  const asha = await office.user('Asha')
  await limits({ funds: 0 })
  const id = waiting(await add(asha, 10))
  const change = (what: ReturnType<typeof sql>) =>
    office.owner.run(sql`update waiting_acts set ${what} where id = ${id}`)
  await expect(change(sql`input = jsonb_set(input, '{amount}', '10000')`)).rejects.toThrow('decided once')
  await expect(change(sql`asker_id = ${meera.id}`)).rejects.toThrow('decided once')
  await expect(office.owner.run(sql`delete from waiting_acts where id = ${id}`)).rejects.toThrow('refused')
  await decline(id)
  await expect(change(sql`outcome = 'confirmed'`)).rejects.toThrow('decided once')
})

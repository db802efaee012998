/** The player's own money: requests, transfers, profile and what a player reads of it. The administrator's side is in wallet. */
import { api } from '@munim/contract'
import { type Day, momentOf, readTime } from '@munim/core'
import { beforeAll, expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { transferTo } from '../../server/src/users/transfer.ts'
import { askForWithdrawal } from '../../server/src/wallet/ask.ts'
import { backOffice, type Player } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()
beforeAll(() =>
  office.call(api.settings.update, {
    deposit_min: 100,
    deposit_max: 1000,
    withdraw_min: 100,
    withdraw_max: 1000,
    transfer_min: 10,
    transfer_max: 500,
  }),
)

const deposit = (as: Player, body: object) =>
  office.call(api.player.requestDeposit.path, { transfer_type: 'upi', ...body }, { as })
const withdraw = (as: Player, body: object) =>
  office.call(api.player.requestWithdrawal.path, { transfer_type: 'upi', ...body }, { as })
const transfer = (as: Player, body: object) => office.call(api.player.transfer.path, body, { as })
const all = [deposit, withdraw, transfer]

test('a deposit is told and waits; a withdrawal leaves the wallet at once', async () => {
  const asha = await office.user('Asha', 500)
  const asked = await office.call(
    api.player.requestDeposit,
    { amount: 250.5, transfer_type: 'gpay', ref_id: ' utr 9 ' },
    { as: asha },
  )
  expect(asked).toMatchObject({
    code: 200,
    data: { amount: 250.5, transfer_type: 'gpay', status: 'pending', ref_id: 'UTR9' },
  })
  const paid = await office.call(
    api.player.requestWithdrawal,
    { amount: 200, transfer_type: 'upi' },
    { as: asha },
  )
  expect(paid).toMatchObject({ code: 200, wallet: 300, data: { amount: 200, status: 'pending' } })
  expect(await office.postingsOf(asha)).toEqual(['withdraw_hold -200 leaves 300'])
})

test.each(['UTR1\u200b', 'UТR1', 'UTR１\u200d', 'UTR\u202e1'])(
  'a reference that only looks like another, such as %j, is refused',
  async (ref_id) => {
    const asha = await office.user('Asha')
    const before = await office.fingerprint()
    const body = { amount: 200, transfer_type: 'upi', ref_id }
    const said = await office.call(api.player.requestDeposit.path, body, { as: asha })
    expect(said).toMatchObject({
      code: 400,
      message: 'Reference must be of plain letters, digits and signs',
    })
    expect(await office.fingerprint()).toBe(before)
  },
)

test.each([
  [api.player.requestDeposit, 'ref_id', { amount: 200, transfer_type: 'upi' }],
  [api.player.updateProfile, 'account_no', {}],
])('%o: %s that is too long in plain signs is refused as one that was sent so', async (call, field, body) => {
  const asha = await office.user('Asha')
  const send = (text: string) => office.call(call.path, { ...body, [field]: text }, { as: asha })
  const tooLong = await send('(20)'.repeat(20))
  expect(tooLong).toMatchObject({ code: 400 })
  expect(await send('\u2487'.repeat(20))).toEqual(tooLong)
})

test.each([
  // type      what the profile holds                      sentence
  ['upi', { account_no: '1', ifsc_code: 'SBIN0000001' }, 'A withdrawal by UPI needs a UPI ID'],
  ['phonepe', { google_pay_no: '1' }, 'A withdrawal by PhonePe needs a PhonePe number'],
  ['gpay', { paytm_no: '1' }, 'A withdrawal by Google Pay needs a Google Pay number'],
  ['paytm', { phone_pay_no: '1' }, 'A withdrawal by Paytm needs a Paytm number'],
  ['bank', { ifsc_code: 'SBIN0000001' }, 'A withdrawal by bank needs an account number and an IFSC code'],
  ['bank', { account_no: '1' }, 'A withdrawal by bank needs an account number and an IFSC code'],
  [
    'bank',
    { account_no: '-', ifsc_code: '-' },
    'A withdrawal by bank needs an account number and an IFSC code',
  ],
] as const)(
  'a withdrawal by %s with %j in the profile is refused, and nothing is held',
  async (type, profile, message) => {
    const asha = await office.user('Asha', 500)
    await office.call(api.player.updateProfile, { upi_id: '', ...profile }, { as: asha })
    const before = await office.fingerprint()
    const ask = () => withdraw(asha, { amount: 200, transfer_type: type })
    expect(await ask()).toMatchObject({ code: 400, message })
    expect(await office.fingerprint()).toBe(before)
    const whole = {
      upi_id: 'asha@upi',
      phone_pay_no: '1',
      google_pay_no: '2',
      paytm_no: '3',
      account_no: '4',
    }
    await office.call(api.player.updateProfile, { ...whole, ifsc_code: 'SBIN0000001' }, { as: asha })
    expect(await ask()).toMatchObject({ code: 200, wallet: 300 })
  },
)

test('a player reads what became of their own requests, with what the administrator noted', async () => {
  const [asha, ravi] = [await office.user('Asha', 500), await office.user('Ravi')]
  const asked = await deposit(asha, { amount: 200, ref_id: 'UTR 77' })
  const { data: paid } = await office.call(
    api.player.requestWithdrawal,
    { amount: 100, transfer_type: 'upi' },
    { as: asha },
  )
  await deposit(ravi, { amount: 300 })
  const { data } = await office.call(api.player.requests, {}, { as: asha })
  expect(data).toMatchObject([
    { id: paid.id, type: 'withdraw', status: 'pending', note: '', decidedAt: null },
    { type: 'deposit', status: 'pending', ref_id: 'UTR77', amount: 200 },
  ])
  expect(asked).toMatchObject({ data: { id: data[1]!.id, note: '', decidedAt: null } })
  const rejecting = {
    transactionId: data[1]!.id,
    status: 'rejected',
    note: ' No such UTR at the bank ',
  } as const
  await office.call(api.wallet.decideDeposit, rejecting)
  const read = await office.call(api.player.requests, { page: 2, limit: 1 }, { as: asha })
  expect(read).toMatchObject({ total: 2, totalPages: 2 })
  expect(read.data).toMatchObject([{ id: data[1]!.id, status: 'rejected', note: 'No such UTR at the bank' }])
  expect(read.data[0]!.decidedAt).not.toBeNull()
  expect((await office.call(api.player.requests, {}, { as: ravi })).total).toBe(1)
})

test('points are sent to another player, in one posting that both see', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi')]
  const said = await office.call(api.player.transfer, { mobile: ravi.mobile, amount: 60 }, { as: asha })
  expect(said).toMatchObject({ code: 200, wallet: 40 })
  expect(await office.postingsOf(asha)).toEqual(['transfer -60 leaves 40'])
  expect(await office.postingsOf(ravi)).toEqual(['transfer +60 leaves 60'])
  const seen = await office.call(api.player.transactions, {}, { as: ravi })
  expect(seen.data).toMatchObject([
    { type: 'credit', transfer_type: 'transfer', amount: 60, current_balance: 60 },
  ])
})

test('a transfer needs another player who may receive', async () => {
  const asha = await office.user('Asha', 100)
  const to = (mobile: string) => transfer(asha, { mobile, amount: 10 })
  expect(await to('9999999999')).toMatchObject({
    code: 404,
    message: 'There is no player with this mobile number',
  })
  expect(await to(asha.mobile)).toMatchObject({ code: 400, message: 'A transfer needs another player' })
  const pending = await office.user('Pending', 0, { approved: false })
  expect(await to(pending.mobile)).toMatchObject({
    code: 409,
    message: 'This player cannot receive a transfer now',
  })
  const blocked = await office.user('Blocked')
  await office.call(api.users.update, { id: blocked.id, isBlocked: true })
  expect(await to(blocked.mobile)).toMatchObject({ code: 409 })
  const gone = await office.user('Gone')
  await office.call(api.users.remove, { id: gone.id })
  expect(await to(gone.mobile)).toMatchObject({ code: 404 })
  expect(await office.postingsOf(asha)).toEqual([])
})

test.each([
  ['deposit', 'deposits', office.requestDeposit, deposit, withdraw],
  ['withdraw', 'withdrawals', office.requestWithdrawal, withdraw, deposit],
] as const)(
  'a player of whom a hundred requests wait asks for no other of their kind before one is decided: %s',
  async (kind, named, request, ask, askOther) => {
    const asha = await office.user('Asha', 20_000)
    const ids: number[] = []
    for (let count = 1; count <= 99; count++) ids.push(await request(asha, 100))
    expect(await ask(asha, { amount: 100 })).toMatchObject({ code: 200 })
    const before = await office.fingerprint()
    expect(await ask(asha, { amount: 100 })).toMatchObject({
      code: 429,
      message: `100 of your ${named} wait for a decision. You can ask again once one is decided.`,
    })
    expect(await office.fingerprint()).toBe(before)
    expect(await askOther(asha, { amount: 100 })).toMatchObject({ code: 200 })
    await office.decide(ids[0]!, kind, 'rejected')
    expect(await ask(asha, { amount: 100 })).toMatchObject({ code: 200 })
  },
)

test('a hundred transfers are sent in an hour, and no further one', async () => {
  const [asha, ravi] = [await office.user('Asha', 1010), await office.user('Ravi')]
  const send = () => transfer(asha, { mobile: ravi.mobile, amount: 10 })
  const said = await Promise.all(Array.from({ length: 99 }, send))
  expect(new Set(said.map(({ code }) => code))).toEqual(new Set([200]))
  const message = expect.stringMatching(/^Too many attempts. Try again in (60|59|58) minutes.$/)
  const sending = { userId: asha.id, amount: 10 }
  let beside: ReturnType<typeof send>
  await office.told(async (db) => {
    await transferTo(db, ravi.mobile, sending)
    beside = send()
    await answeredOrLocked(office.database, beside)
  })
  expect(await beside!).toMatchObject({ code: 429, message })
  const before = await office.fingerprint()
  expect(await send()).toMatchObject({ code: 429, message })
  expect(await office.fingerprint()).toBe(before)
  expect(await transfer(ravi, { mobile: asha.mobile, amount: 10 })).toMatchObject({ code: 200 })
  const inAnHour = new Date(Date.now() + 3_600_000)
  const later = await office.told((db) => transferTo(fixedAt(db, inAnHour), ravi.mobile, sending))
  expect(later).toMatchObject({ code: 200 })
})

test('more than the wallet holds is neither paid out nor sent', async () => {
  const [asha, ravi] = [await office.user('Asha', 150), await office.user('Ravi')]
  const short = { code: 409, message: 'Amount exceeds wallet balance' }
  expect(await withdraw(asha, { amount: 150.01 })).toMatchObject(short)
  expect(await transfer(asha, { mobile: ravi.mobile, amount: 150.01 })).toMatchObject(short)
  // Nor is said of a number whether it is a player's.
  expect(await transfer(asha, { mobile: '9999999999', amount: 150.01 })).toMatchObject(short)
  expect(await office.postingsOf(asha)).toEqual([])
  const pending = await office.database.many(sql`select id from requests where user_id = ${asha.id}`)
  expect(pending).toEqual([])
})

test('the bounds of the settings hold, both included', async () => {
  const [asha, ravi] = [await office.user('Asha', 5000), await office.user('Ravi')]
  for (const ask of [deposit, withdraw]) {
    for (const amount of [99.99, 1000.01]) {
      expect(await ask(asha, { amount })).toMatchObject({
        code: 400,
        message: 'Amount must be ₹100 to ₹1,000',
      })
    }
    for (const amount of [100, 1000]) expect(await ask(asha, { amount })).toMatchObject({ code: 200 })
  }
  const send = (amount: number) => transfer(asha, { mobile: ravi.mobile, amount })
  for (const amount of [9.99, 500.01])
    expect(await send(amount)).toMatchObject({ code: 400, message: 'Amount must be ₹10 to ₹500' })
  for (const amount of [10, 500]) expect(await send(amount)).toMatchObject({ code: 200 })
})

test.each([undefined, null, 0, -100, '100', true, [100], 100.001, 1e21].map((amount) => [amount]))(
  'an amount of %j is refused and moves nothing',
  async (amount) => {
    const [asha, ravi] = [await office.user('Asha', 500), await office.user('Ravi')]
    const before = await office.fingerprint()
    for (const ask of all) {
      const said = await ask(asha, { amount, mobile: ravi.mobile })
      expect(said).toMatchObject({ code: 400, message: 'Please enter a valid amount' })
    }
    expect(await office.fingerprint()).toBe(before)
  },
)

test.each([
  ['during maintenance', { maintenance: true, maintenance_message: 'Back at six' }, 'Back at six'],
  ['while not approved', { is_approved: false }, 'This account is not approved yet'],
  ['while blocked', { is_blocked: true }, 'This account is blocked'],
  ['while switched off', { status: false }, 'This account is blocked'],
])('%s a player moves no money', async (_name, state, message) => {
  const [asha, ravi] = [await office.user('Asha', 500), await office.user('Ravi')]
  const isSetting = 'maintenance' in state
  const table = isSetting ? sql`settings` : sql`users`
  const set = sql.join(Object.entries(state).map(([key, value]) => sql`${sql.ref(key)} = ${value}`))
  await office.database.run(
    sql`update ${table} set ${set} where ${isSetting ? sql`true` : sql`id = ${asha.id}`}`,
  )
  for (const ask of all)
    expect(await ask(asha, { amount: 100, mobile: ravi.mobile })).toMatchObject({ code: 403, message })
  expect(await office.postingsOf(asha)).toEqual([])
  if (isSetting) await office.database.run(sql`update settings set maintenance = false`)
})

test('who may not transfer can still be paid out', async () => {
  const [asha, ravi] = [await office.user('Asha', 500), await office.user('Ravi')]
  await office.call(api.users.update, { id: asha.id, transfer: false })
  expect(await transfer(asha, { mobile: ravi.mobile, amount: 100 })).toMatchObject({
    code: 403,
    message: 'Transfers are switched off for this account',
  })
  // Nor is said of a number whether it is a player's.
  expect(await transfer(asha, { mobile: '9999999999', amount: 100 })).toMatchObject({ code: 403 })
  expect(await withdraw(asha, { amount: 100 })).toMatchObject({ code: 200 })
})

test('a transfer is refused that was switched off for its sender while it waited', async () => {
  const [asha, ravi] = [await office.user('Asha', 500), await office.user('Ravi')]
  let sending: ReturnType<typeof transfer>
  await office.database.transaction(async (db) => {
    await db.run(sql`update users set transfer = false where id = ${asha.id}`)
    sending = transfer(asha, { mobile: ravi.mobile, amount: 100 })
    await answeredOrLocked(office.database, sending)
  })
  expect(await sending!).toMatchObject({ code: 403 })
  expect(await office.walletOf(asha)).toBe(500)
})

test.each([
  // window            at       allowed       both ends included, in India
  ['10:00', '18:00', '09:59', false],
  ['10:00', '18:00', '10:00', true],
  ['10:00', '18:00', '18:00', true],
  ['10:00', '18:00', '18:01', false],
  ['22:00', '02:00', '23:59', true], // across midnight
  ['22:00', '02:00', '02:00', true],
  ['22:00', '02:00', '02:01', false],
  ['00:00', '23:59', '23:59', true],
])('withdrawals from %s to %s are taken at %s: %s', async (withdraw_open, withdraw_close, time, isTaken) => {
  const asha = await office.user('Asha', 500)
  await office.call(api.settings.update, { withdraw_open, withdraw_close })
  const at = momentOf('2026-03-11' as Day, readTime(time)!)
  const asking = { userId: asha.id, amount: 100, transferType: 'upi' }
  const said = await office.told((db) => askForWithdrawal(fixedAt(db, at), asking))
  await office.call(api.settings.update, { withdraw_open: '00:00', withdraw_close: '23:59' })
  expect(said.code).toBe(isTaken ? 200 : 403)
  if (!isTaken)
    expect(said.message).toBe(`Withdrawals can be requested from ${withdraw_open} to ${withdraw_close}`)
})

test('of many withdrawals and transfers at once no more leave than the wallet holds', async () => {
  const [asha, ravi] = [await office.user('Asha', 1000), await office.user('Ravi', 1000)]
  const moves = Array.from({ length: 12 }, (_, index) => {
    if (index % 3 === 0) return withdraw(asha, { amount: 300 })
    return index % 3 === 1
      ? transfer(asha, { mobile: ravi.mobile, amount: 300 })
      : transfer(ravi, { mobile: asha.mobile, amount: 10 })
  })
  const codes = (await Promise.all(moves)).map(({ code }) => code)
  expect(codes.every((code) => code === 200 || code === 409)).toBe(true)
  expect(await office.walletOf(asha)).toBeGreaterThanOrEqual(0)
  expect(await office.verify()).toEqual([])
})

test('transfers both ways at once wait for each other and none fails', async () => {
  const [asha, ravi] = [await office.user('Asha', 1000), await office.user('Ravi', 1000)]
  const moves = Array.from({ length: 20 }, (_, index) =>
    index % 2
      ? transfer(asha, { mobile: ravi.mobile, amount: 10 })
      : transfer(ravi, { mobile: asha.mobile, amount: 10 }),
  )
  expect((await Promise.all(moves)).map(({ code }) => code)).toEqual(Array(20).fill(200))
  expect([await office.walletOf(asha), await office.walletOf(ravi)]).toEqual([1000, 1000])
})

test('a repeated key sends points once', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi')]
  const send = () =>
    office.call(api.player.transfer, { mobile: ravi.mobile, amount: 20 }, { as: asha, key: 'tap' })
  const copies = await Promise.all([send(), send(), send()])
  expect(copies.map(({ wallet }) => wallet)).toEqual([80, 80, 80])
  expect(await office.walletOf(ravi)).toBe(20)
})

test('a player changes the details by which they are paid, and nothing else', async () => {
  const asha = await office.user('Asha', 100)
  const sent = {
    bank_name: ' SBI ',
    account_no: '123',
    upi_id: 'asha@okbank',
    user_name: 'Rich',
    wallet: 9,
    isApproved: false,
    verified: true,
    mobile: '1',
  }
  expect(await office.call(api.player.updateProfile.path, sent, { as: asha })).toMatchObject({ code: 200 })
  expect((await office.call(api.users.get, { id: asha.id })).data).toMatchObject({
    bank_name: 'SBI',
    account_no: '123',
    upi_id: 'asha@okbank',
    user_name: 'Asha',
    mobile: asha.mobile,
    wallet: 100,
    isApproved: true,
    verified: false,
  })
  for (const body of [
    { bank_name: null },
    { upi_id: 'x'.repeat(101) },
    { address: ['x'] },
    { telegram: 'a\0' },
  ]) {
    expect(await office.call(api.player.updateProfile.path, body, { as: asha })).toMatchObject({ code: 400 })
  }
  expect(await office.call(api.player.updateProfile, { bank_name: 'HDFC' }, { as: asha })).toMatchObject({
    code: 200,
  })
  expect((await office.call(api.users.get, { id: asha.id })).data).toMatchObject({
    bank_name: 'HDFC',
    account_no: '123',
  })
})

test('the app is told limits, rates and contacts, and nothing that is only for the house', async () => {
  const asha = await office.user('Asha')
  await office.call(api.settings.update, { merchant_upi: 'munim@okbank', share_message: 'Come and play' })
  const { data } = await office.call(api.player.appSettings, {}, { as: asha })
  expect(data).toMatchObject({
    merchant_upi: 'munim@okbank',
    share_message: 'Come and play',
    transfer_max: 500,
  })
  expect(data.rates.global).toMatchObject({ jodi_digit_1: 10, jodi_digit_2: 95 })
  const ofHouse = ['version', 'autoDeclareResult', 'auto_verified', 'autoDeposit', 'large_win', 'close_days']
  for (const key of ofHouse) expect(data).not.toHaveProperty(key)
})

test('a player reads their own postings, page by page', async () => {
  const asha = await office.user('Asha', 100)
  for (let count = 0; count < 3; count++) await office.call(api.users.addFunds, { id: asha.id, amount: 1 })
  const page = (number: number) =>
    office.call(api.player.transactions, { page: number, limit: 3 }, { as: asha })
  expect(await page(1)).toMatchObject({ total: 4, totalPages: 2 })
  expect((await page(2)).data.map(({ amount }) => amount)).toEqual([100])
  expect(await page(5)).toMatchObject({ data: [], total: 4 })
})

/** What should be known before a withdrawal is paid: the payee's history, shared accounts, whether the money was played. */
import { api } from '@munim/contract'
import { afterEach, expect, test } from 'vitest'
import { fixedAt, type NotNull, sql } from '../../server/src/database/db.ts'
import { writeTrail } from '../../server/src/http/trail.ts'
import { lockWallets } from '../../server/src/ledger/post.ts'
import { approveUser } from '../../server/src/users/change.ts'
import { transferTo } from '../../server/src/users/transfer.ts'
import { askForWithdrawal } from '../../server/src/wallet/ask.ts'
import { backOffice, PASSWORD, type Player } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()
const OFF = {
  payee_wait_hours: 0,
  payee_mpin: false,
  turnover_deposits: 0,
  turnover_bonus: 0,
  joining_bonus: 0,
  bonus_show: false,
}
const set = (changes: object) => office.call(api.settings.update.path, changes)
afterEach(() => set(OFF))

const change = (as: Player, details: object) => office.call(api.player.updateProfile.path, details, { as })
const payouts = async ({ id }: Player) => (await office.call(api.users.payouts, { id })).data
const PLAIN = {
  isBlocked: false,
  payeeChangedAt: null,
  sharedWith: [],
  sameDevice: [],
  seenWith: [],
  isFirst: true,
  batch: null,
  credited: 0,
  bonus: 0,
  staked: 0,
}

async function marksOf(id: number) {
  const { data } = await office.call(api.wallet.withdrawals, { limit: 100 })
  return data.find((request) => request.id === id)!.marks
}

/** A player with a deposit of so many rupees that was approved. */
async function paidIn(name: string, rupees: number): Promise<Player> {
  const player = await office.user(name)
  await office.decide(await office.requestDeposit(player, rupees), 'deposit', 'completed')
  return player
}

test('of a deposit, and of what is decided, there are no marks', async () => {
  const asha = await paidIn('Asha', 500)
  await office.requestDeposit(asha, 500)
  const paid = await office.requestWithdrawal(asha, 100)
  await office.decide(paid, 'withdraw', 'completed')
  const { data: deposits } = await office.call(api.wallet.deposits, { limit: 100 })
  expect(deposits.map(({ marks }) => marks)).toEqual([null, null])
  expect(await marksOf(paid)).toBeNull()
})

test('the first payee of all is a change where an administrator gives it: it is told, and waits', async () => {
  const asha = await paidIn('Asha', 500)
  await office.database.run(sql`update users set upi_id = '', payee_stamp = null where id = ${asha.id}`)
  await office.call(api.users.update, { id: asha.id, upi_id: 'insider@upi' })
  const { changes } = await payouts(asha)
  expect(changes).toMatchObject([{ by: office.admin.userName, fields: ['upi_id'] }])
  const request = await office.requestWithdrawal(asha, 100)
  expect(await marksOf(request)).toMatchObject({ payeeChangedAt: changes[0]!.at })
})

test('a payee that was changed shortly before is marked, the first one is not', async () => {
  const asha = await paidIn('Asha', 500)
  await office.database.run(sql`update users set upi_id = '' where id = ${asha.id}`)
  await change(asha, { upi_id: 'asha@upi' })
  expect(await marksOf(await office.requestWithdrawal(asha, 100))).toMatchObject({ payeeChangedAt: null })

  await change(asha, { telegram: 'asha', upi_id: 'asha@upi' }) // no other payee than before
  expect(await marksOf(await office.requestWithdrawal(asha, 100))).toMatchObject({ payeeChangedAt: null })

  await change(asha, { upi_id: 'thief@upi' })
  await office.call(api.users.update, { id: asha.id, bank_name: 'Other bank' })
  const { changes } = await payouts(asha)
  expect(changes.map(({ by, fields }) => [by, fields])).toEqual([
    [office.admin.userName, ['bank_name']],
    [null, ['upi_id']],
  ])
  const request = await office.requestWithdrawal(asha, 100)
  expect(await marksOf(request)).toMatchObject({ payeeChangedAt: changes[0]!.at })

  const back = (time: string) =>
    office.owner.run(sql`update payee_changes set at = at - ${time}::interval where user_id = ${asha.id}`)
  await back('6 days 23 hours')
  expect(await marksOf(request)).toMatchObject({ payeeChangedAt: expect.any(String) })
  await back('1 hour')
  await change(asha, { upi_id: 'later@upi' }) // The request keeps the payee that it was asked for with.
  expect(await marksOf(request)).toMatchObject({ payeeChangedAt: null })

  await back('-10 days') // As after a clock that was set back: without a wait no change is waited for.
  await office.requestWithdrawal(asha, 100)
})

test('a player changes their own payee thirty times a day, an administrator as often as it takes', async () => {
  const asha = await paidIn('Asha', 500)
  for (let nth = 1; nth <= 30; nth++)
    expect(await change(asha, { upi_id: `asha${nth}@upi` })).toMatchObject({ code: 200 })
  const before = await office.fingerprint()
  const message = 'Too many attempts. Try again in 1440 minutes.'
  expect(await change(asha, { upi_id: 'asha@upi' })).toMatchObject({ code: 429, message })
  expect(await office.fingerprint()).toBe(before)
  expect(await change(asha, { upi_id: 'asha30@upi', telegram: 'asha' })).toMatchObject({ code: 200 })
  const told = await office.call(api.users.update.path, { id: asha.id, upi_id: 'asha31@upi' })
  expect(told).toMatchObject({ code: 200 })
  await office.owner.run(sql`update payee_changes set at = at - interval '1 day'`)
  expect(await change(asha, { upi_id: 'asha32@upi' })).toMatchObject({ code: 200 })
})

test('a payee that was cleared before is marked as changed, by whomever it is given', async () => {
  const day = sql`update payee_changes set at = at - interval '8 days'`
  const [asha, ravi, mina] = [await paidIn('Asha', 500), await paidIn('Ravi', 500), await paidIn('Mina', 500)]
  const isMarked = async (player: Player) =>
    (await marksOf(await office.requestWithdrawal(player, 100)))!.payeeChangedAt !== null
  await change(asha, { upi_id: '' })
  await office.owner.run(day)
  await change(asha, { upi_id: 'thief@upi' })
  expect(await isMarked(asha)).toBe(true)

  await office.call(api.users.update, { id: ravi.id, upi_id: '' })
  await office.owner.run(day)
  await office.call(api.users.update, { id: ravi.id, upi_id: 'thief@upi' })
  expect(await isMarked(ravi)).toBe(true)

  // Cleared before changes were kept: a withdrawal names it still.
  await office.requestWithdrawal(mina, 100)
  await office.database.run(sql`update users set upi_id = '' where id = ${mina.id}`)
  await change(mina, { upi_id: 'thief@upi' })
  expect(await isMarked(mina)).toBe(true)
})

test.each([
  [{ account_no: '0012-3456 789' }, { account_no: '00123456789' }],
  [{ account_no: 'ab 12 34 56' }, { account_no: 'AB123456' }],
  [{ upi_id: 'Ravi@OkBank ' }, { upi_id: 'ravi@okbank' }],
  [{ phone_pay_no: '+91 98111 22333' }, { paytm_no: '9811122333' }],
  [{ google_pay_no: '09811122334' }, { upi_number: '9811122334' }],
])('%j and %j are one account: the other player is named', async (one, other) => {
  const [asha, ravi] = [await paidIn('Asha', 500), await office.user('Ravi')]
  await change(asha, one)
  await change(ravi, other)
  const request = await office.requestWithdrawal(asha, 100)
  const sharedWith = [{ id: ravi.id, user_name: 'Ravi' }]
  expect(await marksOf(request)).toMatchObject({ sharedWith })
  expect(await payouts(asha)).toMatchObject({ sharedWith })
  expect(await payouts(ravi)).toMatchObject({ sharedWith: [{ id: asha.id }] })
  // The request pays whom it names, whatever the player has now.
  await change(asha, { account_no: '', upi_id: `new${asha.mobile}@upi`, phone_pay_no: '', google_pay_no: '' })
  expect(await marksOf(request)).toMatchObject({ sharedWith })
  expect(await payouts(asha)).toMatchObject({ sharedWith: [] })
  await office.call(api.users.remove, { id: ravi.id })
  expect(await marksOf(request)).toMatchObject({ sharedWith: [] })
})

test.each([
  [{ account_no: '-' }, { account_no: '-' }],
  [{ account_no: '12345' }, { account_no: '12345' }], // too short to be one
  [{ upi_id: '@upi' }, { upi_id: '@upi' }],
  [{ phone_pay_no: '12345' }, { phone_pay_no: '12345' }],
])('%j and %j say nothing of an account', async (one, other) => {
  const [asha, ravi] = [await office.user('Asha'), await office.user('Ravi')]
  await change(asha, one)
  await change(ravi, other)
  expect(await payouts(asha)).toMatchObject({ sharedWith: [] })
})

test('what came in and was staked is counted since the last payout', async () => {
  await set({ bonus_show: true, bonus: 10 })
  const asha = await paidIn('Asha', 1000)
  await office.call(api.users.addFunds, { id: asha.id, amount: 40 })
  await office.call(api.users.addFunds, { id: asha.id, amount: 800 }) // Meant for another player.
  await office.call(api.users.deductFunds, { id: asha.id, amount: 800 })
  const market = await office.market('PLAYED')
  await office.place(asha, market, 'single_digit:1:-:-:-', 150)
  await office.cancel(await office.place(asha, market, 'single_digit:2:-:-:-', 70))
  expect(await payouts(asha)).toEqual({
    sharedWith: [],
    sameDevice: [],
    seenWith: [],
    isFirst: true,
    credited: 1040,
    bonus: 100,
    staked: 150,
    bonuses: { joining: 0, referral: 0 },
    changes: [],
  })
  await office.decide(await office.requestWithdrawal(asha, 50), 'withdraw', 'rejected') // no payout
  const first = await office.requestWithdrawal(asha, 300)
  await office.place(asha, market, 'single_digit:3:-:-:-', 20) // after it was asked for
  expect(await marksOf(first)).toEqual({ ...PLAIN, credited: 1040, bonus: 100, staked: 150 })
  await office.decide(first, 'withdraw', 'completed')
  const ravi = await office.user('Ravi', 60)
  await office.call(api.player.transfer.path, { mobile: asha.mobile, amount: 60 }, { as: ravi })
  const second = await office.requestWithdrawal(asha, 100)
  expect(await marksOf(second)).toEqual({ ...PLAIN, isFirst: false, credited: 60, staked: 20 })

  // What was asked for before is still to be decided.
  await office.call(api.users.update, { id: asha.id, isBlocked: true })
  expect(await marksOf(second)).toMatchObject({ isBlocked: true })
})

test('after a change of the payee a withdrawal waits as long as the settings say', async () => {
  await set({ payee_wait_hours: 24 })
  const asha = await paidIn('Asha', 5000)
  const ask = (hours: number) =>
    office.told((db) => {
      const at = new Date(now.getTime() + hours * 3_600_000)
      return askForWithdrawal(fixedAt(db, at), { userId: asha.id, amount: 1000, transferType: 'upi' })
    })
  await set({ withdraw_open: '00:00', withdraw_close: '23:59' })
  await change(asha, { upi_id: 'thief@upi' })
  const now = await office.database.now()
  const before = await office.fingerprint()
  expect(await ask(0)).toMatchObject({
    code: 403,
    message: 'The payment details were changed. A withdrawal can be requested in 24 hours.',
  })
  expect(await ask(23.5)).toMatchObject({ message: expect.stringContaining('in 1 hour.') })
  expect(await office.fingerprint()).toBe(before)
  expect(await ask(24.5)).toMatchObject({ code: 200 })
})

test('after an administrator set a player’s password money waits likewise, and what is sent on is looked at', async () => {
  await set({ transfer_min: 1, payee_wait_hours: 24, withdraw_open: '00:00', withdraw_close: '23:59' })
  const [asha, ravi] = [await paidIn('Asha', 5000), await office.user('Ravi')]
  await office.call(api.users.update, { id: asha.id, password: 'another1' })
  const now = await office.database.now()
  const after = (hours: number, money: 'is sent' | 'is asked for', amount = 100) =>
    office.told<unknown>((db) => {
      const later = fixedAt(db, new Date(now.getTime() + hours * 3_600_000))
      return money === 'is sent'
        ? transferTo(later, ravi.mobile, { userId: asha.id, amount })
        : askForWithdrawal(later, { userId: asha.id, amount: 1000, transferType: 'upi' })
    })
  const waits = {
    code: 403,
    message:
      'The password, MPIN or mobile number was set anew for this account. Money can go out in 24 hours.',
  }
  for (const money of ['is sent', 'is asked for'] as const) expect(await after(0, money)).toMatchObject(waits)
  for (const given of [{ mpin: '4321' }, { mobile: '9899900011' }]) {
    const devi = await office.user('Devi', 100)
    await office.call(api.users.update, { id: devi.id, ...given })
    expect(
      await office.call(
        api.player.requestWithdrawal.path,
        { amount: 100, transfer_type: 'upi' },
        { as: devi },
      ),
    ).toMatchObject(waits)
  }
  expect(await after(24.5, 'is asked for')).toMatchObject({ code: 200 })
  const send = async (hours: number, amount: number) =>
    expect(await after(hours, 'is sent', amount)).toMatchObject({ code: 200 })
  const told = { kind: 'unplayed_payout', actorName: office.admin.userName, requestId: null }
  const sentOn = async () =>
    (await office.call(api.reports.suspicions, { kind: 'sent_on' })).data.filter(
      ({ User }) => User?.id === asha.id,
    )
  await send(24.5, 1)
  await send(25, 500)
  await send(26, 500)
  expect(await sentOn()).toMatchObject([
    { ...told, amount: 501 },
    { ...told, amount: 1 },
  ])
  await office.lookAtAll()
  await send(27, 1)
  await send(200, 1500)
  expect((await sentOn()).map(({ amount }) => amount)).toEqual([1002, 501, 1])
})

test('a payee that is changed between the look at the wait and the request is not the one that is paid', async () => {
  await set({ payee_wait_hours: 24, withdraw_open: '00:00', withdraw_close: '23:59' })
  const asha = await paidIn('Asha', 5000)
  let asked: ReturnType<typeof office.told<number>>
  let changed: Promise<unknown>
  await office.owner.transaction(async (db) => {
    await db.run(sql`lock table requests in share mode`)
    asked = office.told((own) =>
      askForWithdrawal(own, { userId: asha.id, amount: 1000, transferType: 'upi' }),
    )
    await answeredOrLocked(office.database, asked)
    changed = change(asha, { upi_id: 'thief@upi' })
    await answeredOrLocked(office.database, changed, 2)
  })
  const { answer: id } = await asked!
  expect(await changed!).toMatchObject({ code: 200 })
  const { upi } = await office.database.only<{ upi: string } & NotNull<'upi'>>(sql`
    select payee->>'upi_id' as upi from requests where id = ${id}`)
  expect(upi).toBe(`${asha.mobile}@upi`)
})

test('where the settings ask for it a player names the mpin to change whom withdrawals pay', async () => {
  const own = { user_name: 'Asha', mobile: '9810000001', password: PASSWORD, mpin: '1234' }
  const { token } = await office.call(api.player.register, own)
  const save = (details: object) => office.call(api.player.updateProfile.path, details, { as: { token } })
  expect(await save({ upi_id: 'asha@upi' })).toMatchObject({ code: 200 })
  expect(await save({ upi_id: 'asha@upi', mpin: '9999' })).toMatchObject({ code: 200 }) // off: nothing is asked

  await set({ payee_mpin: true })
  expect((await office.call(api.player.appSettings, {}, { as: { token } })).data.payee_mpin).toBe(true)
  const before = await office.fingerprint()
  expect(await save({ upi_id: 'thief@upi', telegram: 'thief' })).toMatchObject({
    code: 400,
    message: 'MPIN is required to change the payment details',
  })
  expect(await save({ upi_id: 'thief@upi', mpin: '9999' })).toMatchObject({
    code: 400,
    message: 'MPIN is incorrect',
  })
  expect(await office.fingerprint()).toBe(before)
  expect(await save({ telegram: 'asha', upi_id: 'asha@upi' })).toMatchObject({ code: 200 }) // no other payee
  expect(await save({ upi_id: 'new@upi', mpin: '1234' })).toMatchObject({ code: 200 })
  const tries: number[] = []
  for (let nth = 0; nth < 16; nth++) tries.push((await save({ upi_id: 'thief@upi', mpin: '0000' })).code)
  expect(tries).toContain(429)

  const without = await office.user('Ravi')
  const first = { upi_id: 'other@upi', mpin: '1234' }
  expect(await change(without, first)).toMatchObject({ code: 400, message: 'Set an MPIN first' })
})

test('deposits and bonuses are staked as often as the settings say before money goes out', async () => {
  await set({ bonus_show: true, bonus: 10, turnover_deposits: 0.5, turnover_bonus: 2 })
  const asha = await paidIn('Asha', 1000) // 500 and twice 100
  const market = await office.market('STAKED')
  const ask = () =>
    office.call(api.player.requestWithdrawal.path, { amount: 100, transfer_type: 'upi' }, { as: asha })
  const before = await office.fingerprint()
  expect(await ask()).toMatchObject({
    code: 403,
    message: 'Bets of ₹700 more are needed before a withdrawal',
  })
  expect(await office.fingerprint()).toBe(before)
  // Nor is it sent to who has staked enough: ₹400 of the wallet's ₹1,100 owe nothing.
  const ravi = await office.user('Ravi')
  const send = (amount: number) =>
    office.call(api.player.transfer.path, { mobile: ravi.mobile, amount }, { as: asha })
  // It is refused without a wait for the receiver's wallet, nor is that held meanwhile.
  await office.told(async (db) => {
    await lockWallets(db, [ravi.id])
    expect(await send(401)).toMatchObject({
      code: 403,
      message: 'Bets of ₹700 more are needed: so much stays in the wallet until then',
    })
  })
  expect(await send(400)).toMatchObject({ code: 200 })
  await office.place(asha, market, 'single_digit:1:-:-:-', 690)
  expect(await ask()).toMatchObject({ message: 'Bets of ₹10 more are needed before a withdrawal' })
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  expect(await ask()).toMatchObject({ code: 200 })
})

test('what was added by mistake and deducted asks for no bets, nor is its payout unplayed', async () => {
  await set({ turnover_deposits: 1 })
  const asha = await paidIn('Asha', 100)
  const market = await office.market('DEDUCTED')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await office.declare(market, '128-1')
  await office.call(api.users.addFunds, { id: asha.id, amount: 10_000 })
  await office.call(api.users.deductFunds, { id: asha.id, amount: 10_000 })
  const looked = async () => (await office.call(api.reports.suspicions, {})).total
  const before = await looked()
  await office.decide(await office.requestWithdrawal(asha, 900), 'withdraw', 'completed')
  expect(await looked()).toBe(before)
  // What was deducted before the payout takes nothing off what comes in after it.
  await office.call(api.users.addFunds, { id: asha.id, amount: 500 })
  const ask = { amount: 100, transfer_type: 'upi' }
  expect(await office.call(api.player.requestWithdrawal.path, ask, { as: asha })).toMatchObject({
    message: 'Bets of ₹500 more are needed before a withdrawal',
  })
})

test('the bonus of joining is paid once a person, also after deletion and return', async () => {
  await set({ joining_bonus: 51 })
  const approve = (id: number) => office.call(api.users.update, { id, isApproved: true })
  const asha = await office.user('Asha', 0, { approved: false })
  await change(asha, { account_no: '777 888 999' })
  await approve(asha.id)
  expect(await office.walletOf(asha)).toBe(51)

  const sister = await office.user('Sister', 0, { approved: false })
  await change(sister, { account_no: '777888999' })
  const bonuses = { joining: 0, referral: 0 }
  expect(await payouts(sister)).toMatchObject({ bonuses })
  expect(await approve(sister.id)).toMatchObject({ data: { isApproved: true, wallet: 0 }, bonuses })
  const { after } = await office.database.only<{ after: unknown }>(sql`
    select after from audit where thing = 'user' and thing_id = ${String(sister.id)} order by id desc limit 1`)
  expect(after).toEqual({ isApproved: true, joining_bonus: 'withheld' })

  await office.call(api.users.remove, { id: asha.id })
  await office.call(api.users.remove, { id: sister.id })
  const again = await office.user('Asha', 0, { mobile: asha.mobile })
  expect(await office.walletOf(again)).toBe(0)
  const other = await office.user('Other', 0, { approved: false })
  await change(other, { account_no: '777888999' })
  await approve(other.id)
  expect(await office.walletOf(other)).toBe(0)
  expect(await office.walletOf(await office.user('Somebody'))).toBe(51)
  const kept = await office.database.many<{ fingerprint: string }>(sql`select fingerprint from bonus_people`)
  expect(kept.every(({ fingerprint }) => /^[0-9a-f]{32}$/.test(fingerprint))).toBe(true)
})

test('of two accounts of one person that are approved at the same moment, one is paid the bonus', async () => {
  await set({ joining_bonus: 51 })
  const twin = () => office.user('Twin', 0, { approved: false })
  const one = await twin()
  // Players are counted by thousands of ids, in one of which approvals wait for each other anyhow.
  await office.owner.many(sql`
    select setval(pg_get_serial_sequence('users', 'id'), (select max(id) + 2000 from users))`)
  const two = await twin()
  for (const each of [one, two]) await change(each, { account_no: '555666777' })
  const approve = (id: number, more: () => Promise<unknown>) =>
    office.database.transaction(async (db) => {
      await approveUser(db, { id, actor: 'admin:1' })
      await more()
      const trail = [{ subject: 'user', id, after: { isApproved: true } }] as const
      await writeTrail(db, api.users.update.path, { actor: 'admin:1', address: '127.0.0.1', trail })
    })
  let other: Promise<void> | undefined
  await approve(one.id, async () => {
    other = approve(two.id, async () => {})
    await answeredOrLocked(office.database, other)
  })
  await other
  expect([await office.walletOf(one), await office.walletOf(two)]).toEqual([51, 0])
})

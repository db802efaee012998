/** Wallet requests: deposits and withdrawals asked for, decided once, and what moves. */
import { api } from '@munim/contract'
import { addDays, dayOf } from '@munim/core'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { backOffice } from '../support/office.ts'
import { verifyBooks } from '../support/verify-books.ts'

const office = await backOffice({}, verifyBooks)

type Status = 'completed' | 'rejected'
const decideDeposit = (transactionId: number, status: Status, note?: string) =>
  office.call(api.wallet.decideDeposit, { transactionId, status, ...(note !== undefined && { note }) })
const decideWithdrawal = (transactionId: number, status: Status, note?: string) =>
  office.call(api.wallet.decideWithdrawal, { transactionId, status, ...(note !== undefined && { note }) })

test('a deposit is credited when it is approved, and not before', async () => {
  const asha = await office.user('Asha')
  const id = await office.requestDeposit(asha, 500, ' utr 12 ')
  expect(await office.postingsOf(asha)).toEqual([])
  expect(await decideDeposit(id, 'completed', 'seen at the bank')).toMatchObject({
    code: 200,
    data: {
      id,
      status: 'completed',
      amount: 500,
      ref_id: 'UTR12',
      note: 'seen at the bank',
      User: { id: asha.id },
    },
  })
  expect(await office.postingsOf(asha)).toEqual(['deposit +500 leaves 500'])
})

test('a rejected deposit moves nothing', async () => {
  const asha = await office.user('Asha')
  const id = await office.requestDeposit(asha, 500)
  expect(await decideDeposit(id, 'rejected', ' no such payment ')).toMatchObject({
    data: { status: 'rejected', note: 'no such payment', bonus: null },
  })
  expect(await office.postingsOf(asha)).toEqual([])
})

test('a withdrawal leaves the wallet when it is asked for; approving moves nothing more in it', async () => {
  const asha = await office.user('Asha', 500)
  const id = await office.requestWithdrawal(asha, 200)
  expect(await decideWithdrawal(id, 'completed')).toMatchObject({ code: 200, data: { status: 'completed' } })
  expect(await office.postingsOf(asha)).toEqual(['withdraw_hold -200 leaves 300'])
})

test('a rejected withdrawal comes back', async () => {
  const asha = await office.user('Asha', 500)
  const id = await office.requestWithdrawal(asha, 200)
  expect(await decideWithdrawal(id, 'rejected', 'wrong account')).toMatchObject({
    data: { status: 'rejected', note: 'wrong account' },
  })
  expect(await office.postingsOf(asha)).toEqual([
    'withdraw_hold -200 leaves 300',
    'withdraw_return +200 leaves 500',
  ])
})

test('a request is decided once, whatever comes after', async () => {
  const asha = await office.user('Asha', 500)
  const decided = { code: 409, message: 'This request is decided already' }
  for (const first of ['completed', 'rejected'] as const) {
    const [deposit, withdrawal] = [
      await office.requestDeposit(asha, 10),
      await office.requestWithdrawal(asha, 10),
    ]
    await decideDeposit(deposit, first)
    await decideWithdrawal(withdrawal, first)
    const before = await office.fingerprint()
    for (const then of ['completed', 'rejected'] as const) {
      expect(await decideDeposit(deposit, then)).toMatchObject(decided)
      expect(await decideWithdrawal(withdrawal, then)).toMatchObject(decided)
    }
    expect(await office.fingerprint()).toBe(before)
  }
})

test('of thirty-two clients who approve and reject the same request exactly one decides it', async () => {
  for (const [ask, decide] of [
    [office.requestDeposit, decideDeposit],
    [office.requestWithdrawal, decideWithdrawal],
  ] as const) {
    for (let round = 1; round <= 3; round++) {
      const asha = await office.user('Asha', 100)
      const id = await ask(asha, 100)
      const all = await Promise.all(
        Array.from({ length: 32 }, (_, client) => decide(id, client % 2 ? 'completed' : 'rejected')),
      )
      expect(all.map(({ code }) => code).sort()).toEqual([200, ...Array(31).fill(409)])
      const { status } = all.find(({ code }) => code === 200)!.data
      const isDeposit = ask === office.requestDeposit
      const wallet = { completed: isDeposit ? 200 : 0, rejected: 100 }[status as Status]
      expect(await office.walletOf(asha)).toBe(wallet)
    }
  }
})

test('a decision that is sent again with its key is answered again and moves nothing', async () => {
  const asha = await office.user('Asha')
  const id = await office.requestDeposit(asha, 70)
  const body = { transactionId: id, status: 'completed' } as const
  const send = (sent: object) => office.call(api.wallet.decideDeposit.path, sent, { key: `decide-${id}` })
  const first = await send(body)
  expect(first).toMatchObject({ code: 200 })
  expect(await send(body)).toEqual(first)
  expect(await send({ ...body, status: 'rejected' })).toMatchObject({
    code: 409,
    message: 'This Idempotency-Key was used with another body',
  })
  expect(await office.postingsOf(asha)).toEqual(['deposit +70 leaves 70'])
})

test('a note is cut of its blanks, holds 500 characters, and is kept where none is sent', async () => {
  const asha = await office.user('Asha', 100)
  const noteOf = async (note: string | undefined) => {
    const id = await office.requestWithdrawal(asha, 1)
    return (await decideWithdrawal(id, 'rejected', note)).data.note
  }
  expect(await noteOf(' Account name does not match \n')).toBe('Account name does not match')
  expect(await noteOf('न'.repeat(500))).toBe('न'.repeat(500))
  expect(await noteOf('   ')).toBe('')
  expect(await noteOf(undefined)).toBe('')
})

test('admin profit grows by an approved deposit without its bonus, and falls by a paid withdrawal', async () => {
  const profit = async () => (await office.call(api.dashboard.getStats, {})).admin_profit
  const asha = await office.user('Asha', 500)
  const [deposit, withdrawal, refused] = [
    await office.requestDeposit(asha, 300.25),
    await office.requestWithdrawal(asha, 120.5),
    await office.requestWithdrawal(asha, 50),
  ]
  const before = await profit()
  await office.call(api.settings.update, { bonus: 10, bonus_show: true })
  await decideDeposit(deposit, 'completed')
  await office.call(api.settings.update, { bonus_show: false })
  expect(await profit()).toBeCloseTo(before + 300.25, 2)
  // With what its row says of a bonus.
  const paid = { transactionId: withdrawal, status: 'completed' as const, basedOn: { bonus: null } }
  expect(await office.call(api.wallet.decideWithdrawal, paid)).toMatchObject({ code: 200 })
  await decideWithdrawal(refused, 'rejected')
  expect(await profit()).toBeCloseTo(before + 300.25 - 120.5, 2)
})

test('an old withdrawal that names no payee is not approved and changes nothing, but can be rejected', async () => {
  const asha = await office.user('Asha', 500)
  const nobody = { upi_id: '', account_no: '', ifsc_code: '' }
  for (const [transfer_type, payee, message] of [
    ['upi', nobody, 'A withdrawal by UPI needs a UPI ID'],
    ['phonepay', { upi_id: 'asha@upi' }, 'A withdrawal by PhonePe needs a PhonePe number'],
    ['googlepay', {}, 'A withdrawal by Google Pay needs a Google Pay number'],
    ['imps', { account_no: '12' }, 'A withdrawal by bank needs an account number and an IFSC code'],
  ] as const) {
    const id = await office.requestWithdrawal(asha, 100)
    // As it was asked for when nobody looked at the payee. What the player tells later is not copied into it.
    await office.owner.run(sql`
      update requests set transfer_type = ${transfer_type}, payee = ${JSON.stringify(payee)}::jsonb where id = ${id}`)
    const before = await office.fingerprint()
    expect(await decideWithdrawal(id, 'completed')).toMatchObject({ code: 400, message })
    expect(await office.fingerprint()).toBe(before)
    expect(await decideWithdrawal(id, 'rejected')).toMatchObject({ code: 200 })
    expect(await decideWithdrawal(id, 'completed')).toMatchObject({ code: 409 })
  }
  expect(await office.walletOf(asha)).toBe(500)
})

test('a withdrawal is no deposit, and a deposit no withdrawal', async () => {
  const asha = await office.user('Asha', 100)
  const [deposit, withdrawal] = [
    await office.requestDeposit(asha, 10),
    await office.requestWithdrawal(asha, 10),
  ]
  const before = await office.fingerprint()
  expect(await decideDeposit(withdrawal, 'completed')).toMatchObject({
    code: 404,
    message: 'Request not found',
  })
  expect(await decideWithdrawal(deposit, 'completed')).toMatchObject({
    code: 404,
    message: 'Request not found',
  })
  expect(await decideDeposit(987_654, 'completed')).toMatchObject({ code: 404 })
  expect(await office.fingerprint()).toBe(before)
})

test('a payment reference is credited once, also when two are approved at once', async () => {
  const [asha, ravi] = [await office.user('Asha'), await office.user('Ravi')]
  for (let round = 1; round <= 4; round++) {
    const ids = [
      await office.requestDeposit(asha, 10, `utr ${round}`),
      await office.requestDeposit(ravi, 10, `UTR${round}`),
    ]
    const { data } = await office.call(api.wallet.deposits, { status: 'pending', limit: 100 })
    expect(data.filter(({ id }) => ids.includes(id)).map(({ sameReference }) => sameReference)).toEqual([
      1, 1,
    ])
    const both = await Promise.all(ids.map((id) => decideDeposit(id, 'completed')))
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(both.find(({ code }) => code === 409)?.message).toContain(
      `The reference UTR${round} was credited already`,
    )
    await decideDeposit(ids[both.findIndex(({ code }) => code === 409)]!, 'rejected')
  }
  expect((await office.walletOf(asha)) + (await office.walletOf(ravi))).toBe(40)
})

test('a reference that was rejected can still be credited, and an empty one is shared by nobody', async () => {
  const asha = await office.user('Asha')
  await decideDeposit(await office.requestDeposit(asha, 10, 'UTR REJECTED'), 'rejected')
  const next = await office.requestDeposit(asha, 10, 'utrrejected')
  const { data } = await office.call(api.wallet.get, { transactionId: next })
  expect(data.sameReference).toBe(0)
  expect(await decideDeposit(next, 'completed')).toMatchObject({ code: 200 })
  for (const id of [await office.requestDeposit(asha, 5), await office.requestDeposit(asha, 5)]) {
    expect(await decideDeposit(id, 'completed')).toMatchObject({ code: 200, data: { sameReference: 0 } })
  }
  expect(await office.walletOf(asha)).toBe(20)
})

test('a refused credit says which request had it, leaves this one pending, and changes nothing', async () => {
  const asha = await office.user('Asha')
  const first = await office.requestDeposit(asha, 10, 'UTR TWICE')
  await decideDeposit(first, 'completed')
  const second = await office.requestDeposit(asha, 10, 'UTR TWICE')
  const before = await office.fingerprint()
  expect(await decideDeposit(second, 'completed')).toMatchObject({
    code: 409,
    message: `The reference UTRTWICE was credited already, by request #${first}`,
  })
  expect(await office.fingerprint()).toBe(before)
  expect(await decideDeposit(second, 'rejected')).toMatchObject({ code: 200 })
})

test('an approved deposit brings its bonus while bonuses are shown, and its row says which before and after', async () => {
  const asha = await office.user('Asha')
  const bonusOf = async (transactionId: number) =>
    (await office.call(api.wallet.get, { transactionId })).data.bonus
  await office.call(api.settings.update, { bonus: 12.5, bonus_show: true })
  const [first, second] = [await office.requestDeposit(asha, 100.04), await office.requestDeposit(asha, 100)]
  const refused = await office.requestDeposit(asha, 100)
  const { data: rows } = await office.call(api.wallet.deposits, { status: 'pending', limit: 100 })
  expect(rows.filter(({ id }) => id >= first).map(({ bonus }) => bonus)).toEqual([12.51, 12.5, 12.5])
  expect(await decideDeposit(first, 'completed')).toMatchObject({ code: 200, data: { bonus: 12.51 } })
  await office.call(api.settings.update, { bonus_show: false })
  expect(await bonusOf(second)).toBe(0)
  const before = await office.fingerprint()
  const message = `The bonus of request #${second} changed meanwhile: look at it again.`
  const decide = (bonus: number) => ({
    transactionId: second,
    status: 'completed' as const,
    basedOn: { bonus },
  })
  expect(await office.call(api.wallet.decideDeposit, decide(12.5))).toMatchObject({
    code: 409,
    message,
    errors: { basedOn: message },
  })
  expect(await office.fingerprint()).toBe(before)
  expect(await office.call(api.wallet.decideDeposit, decide(0))).toMatchObject({
    code: 200,
    data: { bonus: 0 },
  })
  const rejection = { ...decide(12.5), transactionId: refused, status: 'rejected' as const } // It pays none.
  expect(await office.call(api.wallet.decideDeposit, rejection)).toMatchObject({ code: 200 })
  expect(await bonusOf(first)).toBe(12.51)
  await office.call(api.users.addFunds, { id: asha.id, amount: 100 })
  expect(await office.postingsOf(asha)).toEqual([
    'deposit +100.04 leaves 100.04',
    'bonus +12.51 leaves 112.55', // 12.505, rounded half up
    'deposit +100 leaves 212.55',
    'fund_add +100 leaves 312.55',
  ])
  const { data } = await office.call(api.users.transactions, { userId: asha.id })
  expect(data.map((line) => line.transfer_type)).toEqual(['admin', 'deposit', 'bonus', 'deposit'])
})

test.each([
  // body                                                sentence
  [{ status: 'completed' }, 'Request ID is missing'],
  [{ transactionId: 'x', status: 'completed' }, 'Request ID is missing'],
  [{ transactionId: [1], status: 'completed' }, 'Request ID is missing'],
  [{ transactionId: 1 }, 'Status must be completed or rejected'],
  [{ transactionId: 1, status: 'pending' }, 'Status must be completed or rejected'],
  [{ transactionId: 1, status: 'COMPLETED' }, 'Status must be completed or rejected'],
  [{ transactionId: 1, status: true }, 'Status must be completed or rejected'],
  [{ transactionId: 1, status: 'rejected', note: { x: 1 } }, 'note must be text'],
  [{ transactionId: 1, status: 'rejected', note: null }, 'note must be text'],
  [{ transactionId: 1, status: 'rejected', note: 'x'.repeat(501) }, 'note must be at most 500 characters'],
  [{ transactionId: 1, status: 'rejected', note: 'a\0b' }, 'note holds a character that cannot be stored'],
  [{ transactionId: -1, status: 'rejected' }, 'Request ID is missing'],
  [{ transactionId: 1.5, status: 'rejected' }, 'Request ID is missing'],
])('a decision of %j is refused and changes nothing: %s', async (body, message) => {
  const before = await office.fingerprint()
  for (const endpoint of [api.wallet.decideDeposit, api.wallet.decideWithdrawal]) {
    expect(await office.call(endpoint.path, body)).toMatchObject({ code: 400, message })
  }
  expect(await office.fingerprint()).toBe(before)
})

test('requests keep the payee as it was, and name what has changed since', async () => {
  const asha = await office.user('Asha', 100)
  await office.call(api.users.update, { id: asha.id, account_no: '111', bank_name: 'SBI' })
  const id = await office.requestWithdrawal(asha, 50)
  await office.call(api.users.update, { id: asha.id, account_no: '666' })
  const { data } = await office.call(api.wallet.withdrawals, { limit: 100 })
  expect(data.find((row) => row.id === id)).toMatchObject({
    User: { account_no: '111', bank_name: 'SBI' },
    changedSince: ['account_no'],
  })
})

test('the lists have filters by status and Indian day, pages, and true totals past the end', async () => {
  await office.keepTheDay()
  const asha = await office.user('Asha', 1000)
  await office.owner.run(sql`update requests set created_at = created_at - interval '40 days'`)
  const today = dayOf(await office.database.now())
  const ids: number[] = []
  for (let count = 1; count <= 12; count++) ids.push(await office.requestWithdrawal(asha, count))
  await decideWithdrawal(ids[0]!, 'completed')
  await decideWithdrawal(ids[1]!, 'rejected')
  const list = (body: object) => office.call(api.wallet.withdrawals, { from: today, ...body })
  expect(await list({})).toMatchObject({ total: 12, totalPages: 2 })
  expect((await list({ page: 2 })).data.map(({ id }) => id)).toEqual([ids[1], ids[0]])
  expect(await list({ page: 7 })).toMatchObject({ data: [], total: 12, totalPages: 2 })
  const pending = await list({ status: 'pending', limit: 4, page: 2 })
  expect(pending).toMatchObject({ total: 10, totalPages: 3 })
  expect(pending.data.map(({ id }) => id)).toEqual(ids.slice(6, 10)) // The oldest first.
  expect((await list({ status: 'completed' })).data.map(({ id }) => id)).toEqual([ids[0]])
  expect((await list({ status: 'rejected' })).data.map(({ id }) => id)).toEqual([ids[1]])
  expect(await list({ to: today })).toMatchObject({ total: 12 })
  expect(await list({ to: addDays(today, -1) })).toMatchObject({ total: 0, data: [] }) // from after to
  expect(await list({ from: '', to: null, status: '' })).toMatchObject({ code: 200 })
  expect(await office.call(api.wallet.deposits, { from: today })).toMatchObject({ total: 0 })
})

test('requests come in the order that is asked for; by amount what is pending alone', async () => {
  await office.keepTheDay()
  await office.owner.run(sql`update requests set created_at = created_at - interval '40 days'`)
  const asha = await office.user('Asha', 1000)
  const today = dayOf(await office.database.now())
  const ids: number[] = []
  for (const amount of [30, 10, 20, 10, 40]) ids.push(await office.requestWithdrawal(asha, amount))
  const [thirty, ten, twenty, otherTen, forty] = ids
  const walk = async (body: object) => {
    const walked: number[] = []
    for (const page of [1, 2, 3, 4]) {
      const said = await office.call(api.wallet.withdrawals, { from: today, limit: 2, page, ...body })
      expect(said).toMatchObject({ code: 200, total: 5 })
      walked.push(...said.data.map(({ id }) => id))
    }
    return walked
  }
  const pending = (order?: string) => walk({ status: 'pending', ...(order && { order }) })
  expect(await pending()).toEqual(ids)
  expect(await pending('oldest')).toEqual(ids)
  expect(await pending('newest')).toEqual(ids.toReversed())
  expect(await pending('largest')).toEqual([forty, thirty, twenty, otherTen, ten])
  expect(await pending('smallest')).toEqual([ten, otherTen, twenty, thirty, forty])
  expect(await walk({ order: 'oldest' })).toEqual(ids)
  expect(await walk({ order: 'newest' })).toEqual(ids.toReversed())
  expect(await walk({ search: 'Asha', status: 'pending', order: 'largest' })).toEqual(
    await pending('largest'),
  )
  for (const body of [{ order: 'largest' }, { order: 'smallest', status: 'completed' }])
    expect(await office.call(api.wallet.withdrawals.path, body)).toMatchObject({
      code: 400,
      message: 'Only pending requests can be ordered by amount',
    })
})

test('how many there are of each status is what plain SQL says, where no days and no search narrow the list', async () => {
  const asha = await office.user('Asha', 500)
  await decideDeposit(await office.requestDeposit(asha, 10), 'completed')
  await decideDeposit(await office.requestDeposit(asha, 10), 'rejected')
  await office.requestDeposit(asha, 10)
  await decideWithdrawal(await office.requestWithdrawal(asha, 10), 'rejected')
  await office.requestWithdrawal(asha, 10)
  const counted = await office.database.many<{ kind: string; status: string; rows: number }>(
    sql`select kind, status, count(*) as rows from requests group by kind, status`,
  )
  const of = (kind: string, status: string) =>
    counted.find((each) => each.kind === kind && each.status === status)?.rows ?? 0
  const deposits = {
    pending: of('deposit', 'pending'),
    completed: of('deposit', 'completed'),
    rejected: null,
  }
  expect((await office.call(api.wallet.deposits, {})).counts).toEqual(deposits)
  expect((await office.call(api.wallet.deposits, { status: 'rejected' })).counts).toEqual(deposits)
  expect((await office.call(api.wallet.withdrawals, {})).counts).toEqual({
    pending: of('withdraw', 'pending'),
    completed: of('withdraw', 'completed'),
    rejected: of('withdraw', 'rejected'),
  })
  for (const narrowed of [{ search: 'Asha' }, { from: '2026-01-01' }])
    expect((await office.call(api.wallet.deposits, narrowed)).counts).toBeNull()
})

test('a day of the lists is an Indian day: 23:59 belongs to it, midnight to the next', async () => {
  const asha = await office.user('Asha', 100)
  const id = await office.requestWithdrawal(asha, 10)
  const askedAt = async (moment: string) => {
    await office.owner.run(sql`update requests set created_at = ${moment}::timestamptz where id = ${id}`)
    const { data } = await office.call(api.wallet.withdrawals, {
      from: '2026-03-11',
      to: '2026-03-11',
      limit: 100,
    })
    return data.some((row) => row.id === id)
  }
  expect(await askedAt('2026-03-10 18:29:59.999Z')).toBe(false)
  expect(await askedAt('2026-03-10 18:30:00Z')).toBe(true)
  expect(await askedAt('2026-03-11 18:29:59.999Z')).toBe(true)
  expect(await askedAt('2026-03-11 18:30:00Z')).toBe(false)
})

test.each([
  { status: 'hacked' },
  { status: 1 },
  { from: '0000-00-00' },
  { from: 'now()' },
  { to: '2026-02-30' },
  { page: 0 },
  { limit: 1_000_000_000 },
])('the lists refuse %j', async (body) => {
  for (const endpoint of [api.wallet.deposits, api.wallet.withdrawals]) {
    expect(await office.call(endpoint.path, body)).toMatchObject({ code: 400 })
  }
})

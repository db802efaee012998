/** The work queue: what waits, what a decision needs to know, who has what open, and the owner's reasons. */
import { api, type DeskKind } from '@munim/contract'
import { expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { keepOpen } from '../../server/src/desk/open-cases.ts'
import { writeReasons } from '../../server/src/desk/reasons.ts'
import { backOffice } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()

/** Another owner. */
const meera = await office.administrator('Meera')

const queue = (kind: DeskKind, more: object = {}, options: object = {}) =>
  office.call(api.desk.queue, { kind, ...more }, options)
const itemOf = async (kind: DeskKind, id: number, options: object = {}) =>
  (await queue(kind, { limit: 1000 }, options)).data.find((item) => item.id === id)
const caseOf = async (kind: DeskKind, id: number) => (await office.call(api.desk.getCase, { kind, id })).data
const confirm = (ref_id: string, amount: number) =>
  office.call(api.wallet.confirmDeposit, { ref_id, amount }, { signedWith: PROVIDER_SECRET })

test('what waits comes the oldest first, as much as was asked for, and what is decided is gone', async () => {
  const asha = await office.user('Asha', 1000)
  const ids = [1, 2, 3].map(() => 0)
  for (const at of ids.keys()) ids[at] = await office.requestDeposit(asha, 10 + at, `REF${at}`)
  const paid = await office.requestWithdrawal(asha, 40)
  const { data, total, totals } = await queue('deposits', { limit: 2 })
  expect(data).toEqual([
    {
      id: ids[0],
      user_name: 'Asha',
      amount: 10,
      way: 'upi',
      at: expect.any(String),
      isConfirmed: false,
      sameReference: false,
      waitsForSecond: false,
      batch: null,
      bonus: 0,
      openBy: [],
    },
    expect.objectContaining({ id: ids[1], amount: 11 }),
  ])
  expect(total).toBe(3)
  expect(totals).toMatchObject({ deposits: 3, withdrawals: 1 })
  await office.call(api.wallet.decideDeposit, { transactionId: ids[0]!, status: 'completed' })
  expect((await queue('deposits')).data.map(({ id }) => id)).toEqual(ids.slice(1))
  expect((await queue('withdrawals')).data).toMatchObject([{ id: paid, amount: 40 }])
  expect(JSON.stringify(await queue('withdrawals'))).not.toContain('@upi') // no bank details
})

test('players wait until they are approved or blocked, feedback until it is read', async () => {
  const [one, two] = [
    await office.user('One', 0, { approved: false }),
    await office.user('Two', 0, { approved: false }),
  ]
  expect((await queue('users')).data.map(({ id }) => id)).toEqual([one.id, two.id])
  await office.call(api.users.update, { id: one.id, isApproved: true })
  await office.call(api.users.update, { id: two.id, isBlocked: true })
  expect(await queue('users')).toMatchObject({ data: [], total: 0, totals: { users: 0 } })
  expect(await caseOf('users', two.id)).toMatchObject({ isWaiting: false, person: { isBlocked: true } })

  const words = 'Where is my money of yesterday, please?'
  await office.call(api.player.feedback, { feedback: words }, { as: one })
  const [waiting] = (await queue('feedback')).data
  expect(waiting).toMatchObject({ user_name: 'One', way: words, amount: null })
  expect(await caseOf('feedback', waiting!.id)).toMatchObject({
    isWaiting: true,
    feedback: { feedback: words },
    request: null,
    person: { id: one.id },
  })
  await office.call(api.feedbacks.update, { id: waiting!.id, isReadByAdmin: true })
  expect((await queue('feedback')).data).toEqual([])
})

test('a deposit is confirmed where the provider said this amount, nobody else claims it, and none was credited', async () => {
  const [asha, ravi] = [await office.user('Asha'), await office.user('Ravi')]
  const isConfirmed = async (id: number) => (await itemOf('deposits', id))?.isConfirmed
  const alone = await office.requestDeposit(asha, 50, '4321 9876 0001')
  expect(await isConfirmed(alone)).toBe(false)
  await confirm('432198760001', 50)
  expect(await isConfirmed(alone)).toBe(true)
  const other = await office.requestDeposit(ravi, 50, 'UTR: 432198760001')
  expect([await isConfirmed(alone), await isConfirmed(other)]).toEqual([false, false])
  await office.call(api.wallet.decideDeposit, { transactionId: other, status: 'completed' })
  expect(await isConfirmed(alone)).toBe(false)
  const own = await office.requestDeposit(ravi, 20.5, '432198760003')
  await confirm('432198760003', 20.5)
  await office.call(api.settings.update, { bonus: 10, bonus_show: true })
  expect(await office.call(api.desk.confirmed, {})).toMatchObject({
    data: [{ id: own, user_name: 'Ravi', amount: 20.5, ref_id: '432198760003', bonus: 2.05 }],
    total: 1,
  })
  const behind = async (kind: DeskKind, limit: number) => (await queue(kind, { limit })).confirmedBehind
  const place = (await queue('deposits')).data.findIndex(({ id }) => id === own) + 1
  const asked = await office.requestDeposit(asha, 30, 'LATER1')
  expect([await behind('deposits', place - 1), await behind('deposits', place)]).toEqual([1, 0])
  expect(await behind('deposits', place + 1), 'all are there').toBeUndefined()
  await office.call(api.wallet.decideDeposit, { transactionId: asked, status: 'rejected' })
  expect(await itemOf('deposits', own)).toMatchObject({ bonus: 2.05 })
  expect(await caseOf('deposits', own)).toMatchObject({ request: { bonus: 2.05 } })
  await office.call(api.settings.update, { bonus_show: false })
  await office.call(api.wallet.decideDeposit, { transactionId: own, status: 'completed' })
  expect(await office.call(api.desk.confirmed, {})).toMatchObject({ data: [], total: 0 })
  const less = await office.requestDeposit(asha, 49, '432198760002')
  await confirm('432198760002', 50)
  expect(await isConfirmed(less)).toBe(false)
  const nameless = await office.requestDeposit(asha, 50, '')
  expect(await isConfirmed(nameless)).toBe(false)

  const mina = await office.user('Mina')
  const sure = await office.requestDeposit(mina, 50, '432198770000')
  await confirm('432198770000', 50)
  for (let nth = 1; nth <= 5; nth++) await office.requestDeposit(mina, 50, `43219877000${nth}`)
  expect(await isConfirmed(sure)).toBe(true)
  await office.requestDeposit(mina, 50, '432198770006')
  expect(await isConfirmed(sure), 'who claims six others may be guessing').toBe(false)
})

test('a case has the player, their money, the same reference elsewhere, and the requests before', async () => {
  const [asha, ravi] = [await office.user('Asha', 300), await office.user('Ravi')]
  const market = await office.market('CASE')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  const first = await office.requestDeposit(asha, 200, 'SAME1')
  await office.call(api.wallet.decideDeposit, { transactionId: first, status: 'completed' })
  const theirs = await office.requestDeposit(ravi, 70, 'UTR same1')
  const id = await office.requestDeposit(asha, 70, 'same-1')
  expect(await caseOf('deposits', id)).toMatchObject({
    kind: 'deposits',
    isWaiting: true,
    waitsForSecond: false,
    openBy: [],
    person: {
      id: asha.id,
      user_name: 'Asha',
      wallet: 400,
      staked: 100,
      won: 0,
      deposited: 200,
      withdrawn: 0,
      held: 0,
      other: 300, // by hand
    },
    request: { id, amount: 70, creditedAs: first, sameReference: 1 },
    sameReference: [
      { id: theirs, status: 'pending', User: { id: ravi.id, user_name: 'Ravi' } },
      { id: first, status: 'completed', User: { id: asha.id } },
    ],
    last: [{ id: first, kind: 'deposit', amount: 200, status: 'completed' }],
  })
  expect(await itemOf('deposits', id)).toMatchObject({ sameReference: true })
  await office.decide(await office.requestWithdrawal(asha, 30), 'withdraw', 'rejected')
  const paid = await office.requestWithdrawal(asha, 40)
  // Later ones are not before it.
  expect((await caseOf('deposits', id)).last.map(({ id: before }) => before)).toEqual([first])
  expect(await caseOf('withdrawals', paid)).toMatchObject({
    person: { wallet: 360, deposited: 200, withdrawn: 0, held: 40, other: 300 },
    request: { bonus: null, marks: { isFirst: true, staked: 100 }, User: { upi_id: `${asha.mobile}@upi` } },
    sameReference: [],
  })
  for (const [kind, none] of [
    ['deposits', paid],
    ['withdrawals', id],
    ['users', 999_999],
    ['feedback', 999_999],
  ] as const) {
    expect(await office.call(api.desk.getCase.path, { kind, id: none })).toMatchObject({ code: 404 })
  }
})

test('a case that shows bank details leaves a look, and one without leaves none', async () => {
  const looks = async () =>
    (
      await office.database.only<{ many: number }>(sql`
      select count(*) as many from audit where act = ${api.desk.getCase.path}`)
    ).many
  const asha = await office.user('Asha', 100)
  const id = await office.requestWithdrawal(asha, 40)
  await caseOf('withdrawals', id)
  const before = await looks()
  expect(before).toBeGreaterThan(0)
  const reader = { as: meera }
  await office.call(api.desk.getCase, { kind: 'users', id: asha.id }, reader)
  expect(await looks()).toBe(before)
  await office.call(api.desk.getCase, { kind: 'withdrawals', id }, reader)
  await office.call(api.desk.getCase, { kind: 'withdrawals', id }, reader)
  expect(await looks()).toBe(before + 1)
  const next = await office.requestWithdrawal(asha, 40)
  await office.call(api.desk.getCase, { kind: 'withdrawals', id: next }, reader)
  expect(await looks()).toBe(before + 2)
})

test('a decision that waits for a second person is marked', async () => {
  await office.database.run(sql`update security set deposits = 0`)
  const id = await office.requestDeposit(await office.user('Asha'), 50, 'SECOND1')
  const said = await office.call(api.wallet.decideDeposit.path, { transactionId: id, status: 'completed' })
  expect(said).toMatchObject({ code: 202 })
  expect(await itemOf('deposits', id)).toMatchObject({ waitsForSecond: true })
  expect(await caseOf('deposits', id)).toMatchObject({ isWaiting: true, waitsForSecond: true })
  await confirm('SECOND1', 50)
  const confirmed = async () => (await office.call(api.desk.confirmed, {})).data.map((row) => row.id)
  expect(await confirmed()).not.toContain(id)
  const { data } = await office.call(api.acts.list, {}, { as: meera })
  await office.call(api.acts.decline, { id: data.at(-1)!.id, note: 'Not this' }, { as: meera })
  const rejected = await office.requestDeposit(await office.user('Ravi'), 50, 'SECOND2')
  const decide = (status: 'completed' | 'rejected') =>
    office.call(api.wallet.decideDeposit.path, { transactionId: rejected, status })
  expect([(await decide('completed')).code, (await decide('rejected')).code]).toEqual([202, 200])
  expect(await caseOf('deposits', rejected)).toMatchObject({ isWaiting: false, waitsForSecond: false })
  await office.database.run(sql`update security set deposits = null`)
  expect(await itemOf('deposits', id)).toMatchObject({ waitsForSecond: false })
  expect(await confirmed()).toContain(id)
})

const PAGE = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const open = (id: number | null, page = PAGE, options: object = {}) =>
  office.call(api.desk.open, { kind: 'deposits', id, page }, options)

test('what another administrator has open is seen, and who opened it second is told', async () => {
  const id = await office.requestDeposit(await office.user('Asha'), 50, 'OPEN1')
  const hers = { as: meera }
  expect(await open(id, PAGE, hers)).toMatchObject({ openBy: [], isSecond: false })
  expect(await itemOf('deposits', id)).toMatchObject({ openBy: [meera.name] })
  expect(await itemOf('deposits', id, hers)).toMatchObject({ openBy: [] }) // one's own pages are no other's
  expect(await caseOf('deposits', id)).toMatchObject({ openBy: [meera.name] })
  expect(await open(id)).toMatchObject({ openBy: [meera.name], isSecond: true })
  expect(await open(id, PAGE, hers)).toMatchObject({ openBy: ['admin'], isSecond: false })
  expect(await open(id, OTHER, hers)).toMatchObject({ openBy: ['admin'], isSecond: true })
  expect(await itemOf('deposits', id), 'on two pages').toMatchObject({ openBy: [meera.name] })
  await open(null, PAGE, hers)
  expect(await itemOf('deposits', id)).toMatchObject({ openBy: [meera.name] })
  await open(null, OTHER, hers)
  expect(await open(id)).toMatchObject({ openBy: [], isSecond: false })
  await open(null)
})

test('what another kind has by the same number is another item, and of two at one moment one is second', async () => {
  const id = await office.requestDeposit(await office.user('Asha'), 50, 'OPEN3')
  const now = Date.now()
  const told = (kind: DeskKind, seconds: number, adminId = meera.id) =>
    keepOpen(fixedAt(office.database, new Date(now + seconds * 1000)), { kind, id, page: PAGE }, adminId)
  await told('withdrawals', 0)
  expect(await itemOf('deposits', id)).toMatchObject({ openBy: [] })
  expect(await told('deposits', 1, 1)).toEqual({ openBy: [], isSecond: false })
  expect(await told('deposits', 2), 'came from another item').toEqual({ openBy: ['admin'], isSecond: true })
  expect(await told('users', 3)).toEqual({ openBy: [], isSecond: false })
  expect(await told('users', 3, 1)).toEqual({ openBy: [meera.name], isSecond: false })
  expect(await told('users', 3)).toEqual({ openBy: ['admin'], isSecond: true })
  for (const as of [office.admin, meera]) await open(null, PAGE, { as })
})

test('what was not said again for thirty seconds is over', async () => {
  const id = await office.requestDeposit(await office.user('Asha'), 50, 'OPEN2')
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  const told = (at: Date) =>
    keepOpen(fixedAt(office.database, at), { kind: 'deposits', id, page: PAGE }, meera.id)
  await told(ago(20))
  expect(await itemOf('deposits', id)).toMatchObject({ openBy: [meera.name] })
  await told(ago(30))
  expect(await itemOf('deposits', id)).toMatchObject({ openBy: [] })
  expect(await open(id)).toMatchObject({ openBy: [], isSecond: false })
  // Who comes back after that is second.
  expect(await told(new Date())).toEqual({ openBy: ['admin'], isSecond: true })
})

test('reasons are kept in their order, and those of a kind alone are changed', async () => {
  const { data: before } = await office.call(api.desk.reasons, {})
  expect(before.deposits.length).toBeGreaterThan(0)
  const reasons = ['Wrong UTR', 'Not received']
  const save = () =>
    office.call(api.desk.saveReasons, { kind: 'deposits', reasons, basedOn: before.deposits })
  const { data } = await save()
  expect(data).toEqual({ ...before, deposits: reasons })
  expect(await office.call(api.desk.reasons, {})).toMatchObject({ data })
  const [row] = await office.database.many<{ before: object; after: object }>(sql`
    select before, after from audit where act = ${api.desk.saveReasons.path} order by id desc limit 1`)
  expect(row).toEqual({ before: { reasons: before.deposits }, after: { reasons } })
  expect(await save(), 'made from those before').toMatchObject({
    code: 409,
    errors: { basedOn: expect.stringContaining('“Wrong UTR · Not received”') },
  })
})

test('reasons that are saved beside others wait for them, and are refused', async () => {
  const { data: before } = await office.call(api.desk.reasons, {})
  const saving = (text: string) => ({
    kind: 'withdrawals' as const,
    reasons: [text],
    basedOn: before.withdrawals,
  })
  let other: Promise<{ code: number }>
  await office.told(async (db) => {
    await writeReasons(db, saving('No such account'))
    other = office.call(api.desk.saveReasons.path, saving('Account closed'), { isPatient: false })
    await answeredOrLocked(office.database, other)
  })
  expect(await other!).toMatchObject({ code: 409 })
  expect((await office.call(api.desk.reasons, {})).data.withdrawals).toEqual(['No such account'])
})

test.each([
  [{ kind: 'deposits', reasons: ['  '] }, 'A reason is missing'],
  [{ kind: 'deposits', reasons: Array(10).fill('No') }, 'At most nine reasons can be kept'],
  [{ kind: 'feedback', reasons: ['Short'] }, 'Comment must be at least 10 characters long'],
])('the reasons %j are refused', async (body, sentence) => {
  const { data: before } = await office.call(api.desk.reasons, {})
  const said = await office.call(api.desk.saveReasons.path, body)
  expect(said.code).toBe(400)
  expect(JSON.stringify(said)).toContain(sentence)
  expect((await office.call(api.desk.reasons, {})).data).toEqual(before)
})

test('a UTR that a payout was approved with is known, however it is written and whatever is noted beside it', async () => {
  const asha = await office.user('Asha', 1000)
  const paidAs = async (...utrs: string[]) =>
    (await office.call(api.desk.paidAs, { utrs })).data.map(({ utr, id }) => [utr, id])
  const [plain, noted, rejected] = [
    await office.requestWithdrawal(asha, 10),
    await office.requestWithdrawal(asha, 20),
    await office.requestWithdrawal(asha, 30),
  ]
  expect(await queue('withdrawals', { limit: 1 })).not.toHaveProperty('confirmedBehind')
  const decide = (transactionId: number, status: 'completed' | 'rejected', note: string) =>
    office.call(api.wallet.decideWithdrawal, { transactionId, status, note })
  await decide(plain, 'completed', 'UTR 452110000901')
  await decide(noted, 'completed', 'UTR 452110000902 · by phone')
  await decide(rejected, 'rejected', 'UTR 452110000903')
  const deposit = await office.requestDeposit(asha, 10, 'PAIDIN1')
  const note = 'UTR 452110000904'
  await office.call(api.wallet.decideDeposit, { transactionId: deposit, status: 'completed', note })
  expect(await paidAs('4521 1000 0901', '452110000902', '452110000903', '452110000904')).toEqual([
    ['452110000902', noted],
    ['4521 1000 0901', plain],
  ])
  expect(await paidAs('UTR', '-')).toEqual([])
  const found = await office.call(api.wallet.withdrawals, { search: '452110000902' })
  expect(found.data.map(({ id }) => id)).toEqual([noted])
  await office.call(api.users.update, { id: asha.id, user_name: 'Asha 452110000902' })
  const twice = await office.call(api.wallet.withdrawals, { search: '452110000902' })
  expect(
    twice.data.map(({ id }) => id),
    'found by their player, too',
  ).toEqual([rejected, noted, plain])
  expect(await office.call(api.desk.paidAs, { utrs: [] })).toMatchObject({ code: 400 })
})

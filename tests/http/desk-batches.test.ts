/** Batches for a bank: what is in them, that nothing is told to a bank twice unseen, and that they decide nothing. */
import { api, BANK_FORMATS, type BankFormat } from '@munim/contract'
import { paise } from '@munim/core'
import { expect, test } from 'vitest'
import { readAnswers } from '../../panel/src/screens/desk/bank-answers.ts'
import { type Db, sql } from '../../server/src/database/db.ts'
import { closeBatch, makeBatch, readPayables } from '../../server/src/desk/batches.ts'
import { requestWithdrawal } from '../../server/src/wallet/requests.ts'
import { backOffice, formOf, type Market, type Player } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()

async function withdrawal(details: object = {}, way = 'bank', of?: Player): Promise<number> {
  const asha = of ?? (await office.user('=Asha & Sons', 1000))
  const payee = {
    account_holder_name: '=Asha, K',
    account_no: '0012-3456 789',
    ifsc_code: 'SBIN0031024',
    bank_name: 'SBI',
  }
  await office.call(api.player.updateProfile.path, { ...payee, ...details }, { as: asha })
  return office.requestWithdrawal(asha, 120.5, way)
}
const make = (ids: number[], more: object = {}) =>
  office.call(api.desk.makeBatch, { bank: 'other' as BankFormat, ids, ...more })

/** What a call answers that comes while this is done and not committed. */
async function beside<T>(done: (db: Db) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  let said: Promise<T>
  await office.told(async (db) => {
    await done(db)
    said = call()
    await answeredOrLocked(office.database, said)
  })
  return said!
}

test('a batch is made of what is pending and payable, and decides nothing', async () => {
  const [one, two, unpayable] = [
    await withdrawal(),
    await withdrawal({ account_holder_name: '-' }),
    await withdrawal({ ifsc_code: 'SBIN' }),
  ]
  const { data: payables } = await office.call(api.desk.payables, {})
  expect(payables.map(({ id, isPayable, marks }) => [id, isPayable, marks?.batch])).toEqual([
    [one, true, null],
    [two, true, null],
    [unpayable, false, null],
  ])
  expect(JSON.stringify(payables)).not.toContain('3456') // no bank details
  expect(payables[0]!.marks).toMatchObject({
    isFirst: true,
    sharedWith: { length: 2 },
    credited: 1000,
    staked: 0,
  })
  const { data, file } = await make([one, two, two], { debitAccount: '5020 0012' })
  expect(data).toMatchObject({
    bank: 'other',
    by: 'admin',
    requests: 2,
    pending: 2,
    amount: 241,
    closedAt: null,
  })
  expect(file.name).toMatch(/^payouts_other_\d+_\d{4}-\d\d-\d\d_ist\.csv$/)
  expect(file.text.split('\r\n')).toEqual([
    'Reference,Beneficiary name,Account number,IFSC,Bank,Amount,Date,Debit account',
    expect.stringMatching(new RegExp(`^MUN0*${one},Asha K,00123456789,SBIN0031024,SBI,120.50,.*,50200012$`)),
    expect.stringMatching(
      new RegExp(`^MUN0*${two},Asha Sons,00123456789,SBIN0031024,SBI,120.50,.*,50200012$`),
    ),
    '',
  ])
  expect(await office.call(api.desk.batchFileAgain, { id: data.id })).toMatchObject({ file })
  expect((await office.call(api.desk.getBatch, { id: data.id })).data.rows).toMatchObject([
    { id: one, status: 'pending', amount: 120.5 },
    { id: two, status: 'pending' },
  ])
  const exports = await office.database.many<{ act: string; after: object }>(sql`
    select act, after from audit where thing = 'export' order by id`)
  expect(exports).toEqual([
    { act: api.desk.makeBatch.path, after: { bank: 'other', rows: 2, amount: 241 } },
    { act: api.desk.batchFileAgain.path, after: { rows: 2 } },
  ])
})

/** Of how many withdrawals a revert, or the deletion of the player, says that they may be paid all the same. */
async function mayBePaid(player: Player, market: Market) {
  const on = { marketId: market.id, date: market.day }
  const { data: reverting } = await office.call(api.results.previewRevert, on)
  const { data: removing } = await office.call(api.users.previewRemove, { id: player.id })
  return { reverting: reverting.toldToBank, removing: removing.toldToBank }
}

test('what a bank was told to pay says so wherever it is decided, until its batch is closed', async () => {
  const asha = await office.user('Asha', 1000)
  const market = await office.market('TOLD')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.lookAtAll()
  const [told, other] = [await withdrawal({}, 'bank', asha), await withdrawal({}, 'bank', asha)]
  const seen = async () => {
    const { data: rows } = await office.call(api.wallet.withdrawals, { limit: 100 })
    const { data: queue } = await office.call(api.desk.queue, { kind: 'withdrawals' })
    const inQueue = [told, other].map((id) => queue.find((row) => row.id === id)!.batch)
    const marked = [told, other].map((id) => rows.find((row) => row.id === id)!.marks!.batch)
    return { inQueue, marked, ...(await mayBePaid(asha, market)) }
  }
  const none = { inQueue: [null, null], marked: [null, null], reverting: 0, removing: 0 }
  expect(await seen()).toEqual(none)
  const { data: batch } = await make([told], { bank: 'hdfc' })
  const { id, bank, at } = batch
  const once = { inQueue: [id, null], marked: [{ id, bank, at }, null], reverting: 1, removing: 1 }
  expect(await seen()).toEqual(once)
  const { data: again } = await make([told], { again: true }) // It counts once; the last batch is named.
  const last = { id: again.id, bank: 'other', at: again.at }
  expect(await seen()).toEqual({ ...once, inQueue: [again.id, null], marked: [last, null] })
  // A revert takes no withdrawal back of which a bank was told since it was decided on.
  const reverting = { marketId: market.id, date: market.day, toldToBank: 0 }
  expect(await office.call(api.results.revert, reverting)).toMatchObject({
    code: 409,
    errors: { basedOn: expect.any(String) },
  })
  expect(await seen()).toMatchObject({ marked: [last, null] })
  await office.call(api.desk.closeBatch, { id: again.id })
  expect(await seen()).toEqual(once)
  await office.call(api.desk.closeBatch, { id })
  expect(await seen()).toEqual(none)
  // Of fewer than were known it takes back what there is.
  expect(await office.call(api.results.revert, { ...reverting, toldToBank: 1 })).toMatchObject({ code: 200 })
})

test('a withdrawal is decided as it was shown: since it came into a batch, or its batch was closed, it is not', async () => {
  const id = await withdrawal()
  const { data: batch } = await make([id])
  const decide = (status: 'completed' | 'rejected', shown: number | null, of = id) =>
    office.call(api.wallet.decideWithdrawal, { transactionId: of, status, basedOn: { batch: shown } })
  const message = `What a bank was told of request #${id} changed meanwhile: look at it again.`
  const isRefused = async (shown: number | null) => {
    const before = await office.fingerprint()
    for (const status of ['completed', 'rejected'] as const) {
      const said = await decide(status, shown)
      expect(said).toMatchObject({ code: 409, message, errors: { basedOn: message } })
    }
    expect(await office.fingerprint()).toBe(before)
  }
  await isRefused(null)
  await isRefused(batch.id + 1)
  await office.call(api.desk.closeBatch, { id: batch.id })
  await isRefused(batch.id)
  expect(await decide('rejected', null)).toMatchObject({ code: 200 })
  for (let round = 1; round <= 4; round++) {
    const other = await withdrawal()
    const both = await Promise.all([decide('rejected', null, other), make([other])])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  }
})

test('who is deleted while a bank is being told to pay them is not, as their dialog told of no bank', async () => {
  const asha = await office.user('Asha', 1000)
  const id = await withdrawal({}, 'bank', asha)
  const { data: basedOn } = await office.call(api.users.previewRemove, { id: asha.id })
  const removed = await beside(
    (db) => makeBatch(db, { bank: 'other', debitAccount: '', ids: [id], again: false }, 1),
    () => office.call(api.users.remove, { id: asha.id, basedOn }, { isPatient: false }),
  )
  expect(removed).toMatchObject({ code: 409, errors: { basedOn: expect.any(String) } })
})

test('a revert is not confirmed while a bank is being told to pay a withdrawal of it, as its dialog told of no bank', async () => {
  const asha = await office.user('Asha', 1000)
  const market = await office.market('TOLD MEANWHILE')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  const request = await withdrawal({}, 'bank', asha)
  const as = await office.administrator('Reena')
  await office.database.run(sql`update security set reverts = 0`)
  const on = { marketId: String(market.id), date: market.day }
  expect(await office.call(api.results.revert.path, on)).toMatchObject({ code: 202 })
  const { id, effect: basedOn } = (await office.call(api.acts.list, { limit: 1 }, { as })).data[0]!
  const confirmed = await beside(
    (db) => makeBatch(db, { bank: 'other', debitAccount: '', ids: [request], again: false }, 1),
    () => office.call(api.acts.confirm, { id, basedOn }, { as, isPatient: false }),
  )
  expect(confirmed).toMatchObject({ code: 409, errors: { basedOn: expect.any(String) } })
  await office.database.run(sql`update security set reverts = null`)
})

test('what is in an open batch is in no second one unless that is said; closed or decided it may be', async () => {
  const [one, two] = [await withdrawal(), await withdrawal()]
  const { data: first } = await make([one, two])
  expect(await make([one])).toMatchObject({
    code: 409,
    message: `Request #${one} is in batch ${first.id} already`,
  })
  expect(await make([one, two], { again: [one] })).toMatchObject({
    code: 409,
    message: `Request #${two} is in batch ${first.id} already`,
  })
  expect(await make([one], { again: [one] })).toMatchObject({ code: 200 })
  expect(await make([one], { again: true })).toMatchObject({ code: 200 })
  const { data: again } = await office.call(api.desk.batches, {})
  for (const { id, closedAt } of again) if (closedAt === null) await office.call(api.desk.closeBatch, { id })
  expect(await office.call(api.desk.closeBatch, { id: first.id })).toMatchObject({ code: 409 })
  expect(await make([two])).toMatchObject({ code: 200 })
  await office.call(api.wallet.decideWithdrawal, {
    transactionId: two,
    status: 'completed',
    note: 'UTR 432198765012',
  })
  expect(await make([two], { again: true })).toMatchObject({
    code: 409,
    message: `Request #${two} is decided already`,
  })
  const batches = async () => (await office.call(api.desk.batches, {})).data
  const [last] = await batches()
  expect(last).toMatchObject({ requests: 1, pending: 0 })
  await office.owner.run(sql`
    with made as (
      insert into payout_batches (bank, debit_account, admin_id, at, closed_at)
      select bank, debit_account, admin_id, at, at from payout_batches, generate_series(1, 49) where id = ${last!.id}
      returning id)
    insert into payout_batch_rows (batch_id, request_id, amount) select id, ${two}, 1 from made`)
  const ids = (await batches()).map(({ id }) => id)
  expect([ids.length, ids.at(-1)]).toEqual([50, last!.id])
})

test('what waits for a second person is in no file', async () => {
  await office.administrator('Meera') // Another owner, who could confirm it.
  await office.database.run(sql`update security set withdrawals = 0`)
  const [asha, ravi] = [await office.user('Asha', 1000), await office.user('Ravi', 1000)]
  const market = await office.market('WAITS')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.call(api.results.declare, {
    marketId: market.id,
    date: market.day,
    ...formOf('128-1'),
    confirmEarly: true,
  })
  const [id, other, paid] = [
    await withdrawal({}, 'bank', asha),
    await withdrawal(),
    await withdrawal({}, 'bank', ravi),
  ]
  const { data: batch } = await make([other, paid])
  const waits = (request: number) => ({
    code: 409,
    message: `A decision on request #${request} waits for a second person`,
  })
  for (const transactionId of [id, paid])
    expect(
      await office.call(api.wallet.decideWithdrawal.path, { transactionId, status: 'completed' }),
    ).toMatchObject({ code: 202 })
  expect(await make([id])).toMatchObject(waits(id))
  expect(await mayBePaid(ravi, market)).toEqual({ reverting: 1, removing: 1 })
  // A rejection that waits is none: its batch is closed, nobody pays it any more.
  const back = await withdrawal({}, 'bank', ravi)
  await office.call(api.desk.closeBatch, { id: (await make([back])).data.id })
  expect(
    await office.call(api.wallet.decideWithdrawal.path, { transactionId: back, status: 'rejected' }),
  ).toMatchObject({ code: 202 })
  expect(await mayBePaid(ravi, market)).toEqual({ reverting: 1, removing: 1 })
  // A bank paid it, and its approval waits.
  const { file } = await office.call(api.desk.batchFileAgain, { id: batch.id })
  expect(file.text).toMatch(new RegExp(`\\bMUN0*${other},`))
  expect(file.text).not.toMatch(new RegExp(`\\bMUN0*${paid},`))
  expect(await office.call(api.desk.closeBatch, { id: batch.id })).toMatchObject(waits(paid))
  await office.database.run(sql`update security set withdrawals = null`)
  expect(await make([other], { again: true })).toMatchObject({ code: 200 })
})

test.each(BANK_FORMATS)(
  'the file for %s, opened as if it were the answer of the bank, pays nothing',
  async (bank) => {
    for (const debitAccount of ['50200012345678', '']) {
      const ids = [await withdrawal(), await withdrawal({ account_no: '50100234567891' })]
      const { data, file } = await make(ids, { bank, debitAccount })
      const { rows } = (await office.call(api.desk.getBatch, { id: data.id })).data
      const read = readAnswers(file.text, rows).filter(({ requestId }) => requestId !== null)
      expect(read.map(({ requestId, verdict, utr }) => [requestId, verdict, utr])).toEqual(
        ids.map((id) => [id, 'no utr', '']),
      )
    }
  },
)

test('a file is made again of what still waits, and of nothing once all is decided or the batch is closed', async () => {
  const [one, two] = [await withdrawal(), await withdrawal()]
  const { data } = await make([one, two])
  const again = () => office.call(api.desk.batchFileAgain, { id: data.id })
  const decide = (transactionId: number, status: 'completed' | 'rejected') =>
    office.call(api.wallet.decideWithdrawal, { transactionId, status, note: 'No such account' })
  await decide(one, 'rejected')
  const { file } = await again()
  expect(file.text.split('\r\n').filter((line: string) => line.startsWith('MUN'))).toEqual([
    expect.stringMatching(new RegExp(`^MUN0*${two},`)),
  ])
  await decide(two, 'completed')
  expect(await again()).toMatchObject({
    code: 409,
    message: 'Every withdrawal of this batch is decided, or waits for a second person',
  })

  const { data: closed } = await make([await withdrawal()])
  const ofClosed = () => office.call(api.desk.batchFileAgain, { id: closed.id }, { isPatient: false })
  const refused = { code: 409, message: 'This batch is closed already' }
  expect(await beside((db) => closeBatch(db, closed.id), ofClosed)).toMatchObject(refused)
  expect(await ofClosed()).toMatchObject(refused)
})

test('what is unknown or has no account is refused whole', async () => {
  const [one, unpayable] = [await withdrawal(), await withdrawal({ account_no: '123' })]
  const before = (await office.call(api.desk.batches, {})).data.length
  expect(await make([one, unpayable])).toMatchObject({
    code: 409,
    message: `Request #${unpayable} has no account that a bank can pay`,
  })
  const deposit = await office.requestDeposit(await office.user('Devi'), 100)
  for (const other of [999_999, deposit]) expect(await make([one, other])).toMatchObject({ code: 404 })
  expect(await office.call(api.desk.makeBatch.path, { bank: 'other', ids: [] })).toMatchObject({ code: 400 })
  expect(await office.call(api.desk.getBatch, { id: 999_999 })).toMatchObject({ code: 404 })
  expect((await office.call(api.desk.batches, {})).data).toHaveLength(before)
})

test('what was asked for by UPI or a wallet is in no file, whatever account its player has', async () => {
  for (const way of ['upi', 'PhonePe', 'phonepay', 'gpay', 'googlepay', 'paytm']) {
    const id = await withdrawal(
      { upi_id: 'asha@upi', phone_pay_no: '1', google_pay_no: '1', paytm_no: '1' },
      way,
    )
    const { data } = await office.call(api.desk.payables, {})
    expect(data.find((row) => row.id === id)).toMatchObject({ way, isPayable: false })
    expect(await make([id])).toMatchObject({
      code: 409,
      message: `Request #${id} has no account that a bank can pay`,
    })
  }
})

test('of two batches made of one withdrawal at the same time, one is', async () => {
  const id = await withdrawal()
  const made = await Promise.all([1, 2, 3, 4].map(() => make([id])))
  expect(made.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
})

test('a file for a bank is kept for no repeat: asked for again with its key, it is made anew, and told of twice', async () => {
  const { data } = await make([await withdrawal()])
  const again = () => office.call(api.desk.batchFileAgain, { id: data.id }, { key: `file-${data.id}` })
  const first = await again()
  expect(first.file.text).toContain('00123456789')
  expect(await again()).toEqual(first)
  await office.owner.run(sql`update payout_batches set at = '2026-01-02T03:04:05Z' where id = ${data.id}`)
  const { file } = await office.call(api.desk.batchFileAgain, { id: data.id })
  expect(file.name, 'of the day that it was made on').toContain('_2026-01-02_ist')
  const kept = await office.database.many(sql`select answer from answers where path like '/admin/desk/%'`)
  expect(kept).toEqual([])
  const looks = await office.call(api.reports.audit, { act: api.desk.batchFileAgain.path, limit: 2 })
  expect(looks.data.map(({ thing_id }) => thing_id)).toEqual([`batch ${data.id}`, `batch ${data.id}`])
})

test('who asks for many withdrawals hides no other from who makes a batch', async () => {
  const [many, late] = [await office.user('Many'), await office.user('Late', 500)]
  const undone = new Error('undone')
  let seen: number[] = []
  const listing = office.owner.transaction(async (db) => {
    await db.run(sql`
      insert into requests (user_id, kind, transfer_type, amount, payee, created_at)
      select ${many.id}, 'withdraw', 'upi', 100, '{}', now() from generate_series(1, 600)`)
    const id = await requestWithdrawal(db, { userId: late.id, amount: paise(100), transferType: 'upi' })
    seen = (await readPayables(db)).map((row) => row.id).filter((each) => each === id)
    throw undone
  })
  await expect(listing).rejects.toBe(undone)
  expect(seen).toHaveLength(1)
})

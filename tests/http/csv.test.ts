/** Lists as files, where no other test takes them: users, a user's histories, markets, requests, the audit. */
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { eachAct } from '../../server/src/reports/audit.ts'
import { eachUser } from '../../server/src/users/list.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()

/** The file's lines without the mark at its beginning, and its name. */
async function fileOf(path: string, body: object) {
  const response = await fetch(`${office.host}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: office.admin.token },
    body: JSON.stringify(body),
  })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  const name = /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return {
    code: response.status,
    name,
    mark: text.charCodeAt(0),
    lines: text.slice(1).trimEnd().split('\r\n'),
  }
}

test('the file of users holds all that the search leaves, whatever the page, and no formula', async () => {
  const [one, two] = [await office.user('=Kiran+1', 12.5), await office.user('Kiran, the second', 0)]
  const wide = await office.user('＝Kiran()', 0)
  const file = await fileOf(api.users.listCsv.path, { search: 'kiran', page: 9, limit: 1 })
  expect([file.code, file.name, file.mark]).toEqual([200, 'users_ist.csv', 0xfeff])
  expect(file.lines[0]).toBe('ID,Name,Mobile,Wallet,Status,Approval,Betting,Transfer,Joined')
  expect(file.lines.slice(1).map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
    `${wide.id},'＝Kiran()`,
    `${two.id},"Kiran`,
    `${one.id},'=Kiran+1`,
  ])
  expect(file.lines[3]).toContain(',12.50,Active,Approved,on,on,')
})

test("a user's postings come as one chain of balances, the newest first", async () => {
  const asha = await office.user('Asha', 100)
  await office.call(api.users.deductFunds, { id: asha.id, amount: 30.25, note: '-cash' })
  const { code, name, lines } = await fileOf(api.users.transactionsCsv.path, { userId: asha.id })
  expect([code, name, lines.length]).toEqual([200, `transactions_user-${asha.id}_ist.csv`, 3])
  expect(lines[1]).toMatch(/,debit,admin,,,30\.25,completed,,'-cash,100\.00,69\.75$/)
})

test("a user's bids come with their game and what they won", async () => {
  const [ravi, market] = [await office.user('Ravi', 100), await office.market('FILES')]
  await office.place(ravi, market, 'single_digit:1:-:-:-', 10)
  const { lines } = await fileOf(api.users.bidsCsv.path, { userId: ravi.id })
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/,FILES,open,Single Digit,1,,,,10\.00,9,running,$/)
})

test("a draw's bids come as its filters leave them, and there is no file of a market that is not there", async () => {
  const [asha, market] = [await office.user('Asha', 100), await office.market('DRAW FILE')]
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'single_panna:-:-:-:137', 20)
  await office.place(asha, market, 'single_digit:1:-:-:-', 30)
  const body = { marketId: market.id, date: market.day, session: 'open', page: 7, limit: 1 }
  const { code, name, lines } = await fileOf(api.bids.ofMarketCsv.path, body)
  expect([code, name]).toEqual([200, `bets_DRAW-FILE_${market.day}_open_ist.csv`])
  expect(lines.slice(1).map((line) => /,(\d+\.00),9,running,$/.exec(line)?.[1])).toEqual(['30.00', '10.00'])
  expect((await fileOf(api.bids.ofMarketCsv.path, { ...body, status: 'win' })).lines).toHaveLength(1)
  expect((await fileOf(api.bids.ofMarketCsv.path, { marketId: 2_000_000_000 })).code).toBe(404)
})

test('there is no file of a user who is not there', async () => {
  expect((await fileOf(api.users.transactionsCsv.path, { userId: 999_999 })).code).toBe(404)
  expect((await fileOf(api.users.bidsCsv.path, { userId: 999_999 })).code).toBe(404)
})

test('requests come with the payee, deposits apart from withdrawals', async () => {
  const meera = await office.user('Meera', 1000)
  const body = { amount: 250, transfer_type: 'upi' as const }
  await office.call(api.player.requestDeposit, { ...body, ref_id: 'utr 1' }, { as: meera })
  await office.call(api.player.requestWithdrawal, body, { as: meera })
  const deposits = await fileOf(api.wallet.depositsCsv.path, { status: 'pending' })
  const withdrawals = await fileOf(api.wallet.withdrawalsCsv.path, {})
  expect([deposits.name, withdrawals.name]).toEqual(['deposits_pending_ist.csv', 'withdrawals_ist.csv'])
  expect(deposits.lines[1]).toContain(',Meera,')
  expect(deposits.lines[1]).toContain(',250.00,pending,UTR1,')
  expect(withdrawals.lines).toHaveLength(2)
  await office.call(api.player.requestDeposit, { ...body, ref_id: 'utr 2' }, { as: meera })
  const first = async (filter: object) => (await fileOf(api.wallet.depositsCsv.path, filter)).lines[1]
  expect([await first({ status: 'pending' }), await first({})]).toEqual([
    expect.stringContaining(',UTR1,'), // As in the list: of what is pending the oldest first.
    expect.stringContaining(',UTR2,'),
  ])
})

test('the file of withdrawals has every field of whom they pay', async () => {
  const asha = await office.user('Asha of a branch', 100)
  const payee = { account_no: '0042', bank_name: 'SBI', branch_name: 'Fort', ifsc_code: 'SBIN0000300' }
  await office.call(api.users.update, { id: asha.id, ...payee })
  await office.requestWithdrawal(asha, 10)
  const { lines } = await fileOf(api.wallet.withdrawalsCsv.path, { search: asha.mobile })
  expect(lines[0]).toMatch(/,Account holder,Account no\.,Bank,Branch,IFSC code$/)
  expect(lines[1]).toMatch(/,SBI,Fort,SBIN0000300$/)
})

test('markets come with their times and the digits of their current draw', async () => {
  const market = await office.market('=SUM(1)')
  await office.declare(market, '128-1')
  const { code, name, lines } = await fileOf(api.markets.listCsv.path, {})
  expect([code, name]).toEqual([200, 'markets_ist.csv'])
  expect(lines[0]).toBe(
    'ID,Name,Hindi name,Open time,Close time,Status,Market status,Active,Market date,Open panna,Open digit,Close digit,Close panna,Created',
  )
  expect(lines.find((line) => line.startsWith(`${market.id},`))).toMatch(
    /,'=SUM\(1\),,\d\d:\d\d,\d\d:\d\d,Running,Available,yes,\d{4}-\d\d-\d\d,128,1,,,/,
  )
})

test('the audit comes whole, the latest act first, as its filters leave it', async () => {
  const devi = await office.user('Devi', 0, { approved: false })
  for (const telegram of ['@one', '=two']) await office.call(api.users.update, { id: devi.id, telegram })
  const { code, name, lines } = await fileOf(api.reports.auditCsv.path, {
    thing: 'user',
    thing_id: devi.id,
    page: 7,
    limit: 1,
  })
  expect([code, name, lines.length]).toEqual([200, `audit_user_${devi.id}_ist.csv`, 3])
  expect(lines[1]).toContain(`,/admin/user/updateUser,user,${devi.id},`)
  expect(Number(lines[1]!.split(',')[0])).toBeGreaterThan(Number(lines[2]!.split(',')[0]))
})

test('a file of users or of acts misses nothing, and repeats nothing, where one batch ends', async () => {
  for (const nth of [1, 2, 3, 4, 5]) await office.user(`Batch ${nth}`, 10, { approved: nth < 3 })
  const idsOf = async (batches: AsyncIterable<readonly { id: number }[]>) =>
    (await Array.fromAsync(batches)).flat().map(({ id }) => id)
  const limit = 100
  for (const isApproved of [undefined, true, false]) {
    const { data } = await office.call(api.users.list, { isApproved, limit })
    const filter = api.users.list.body.parse({ isApproved })
    expect(await idsOf(eachUser(office.database, filter, 2))).toEqual(data.map(({ id }) => id))
  }
  const { data } = await office.call(api.reports.audit, { limit })
  const acts = eachAct(office.database, api.reports.audit.body.parse({}), 2)
  expect((await idsOf(acts)).slice(0, limit)).toEqual(data.map(({ id }) => id))
})

test('a form is refused, as by every call that takes no file', async () => {
  const form = new FormData()
  form.append('search', 'kiran')
  for (const { path } of [api.users.listCsv, api.wallet.depositsCsv]) {
    expect(await office.send(path, form, { as: office.admin })).toMatchObject({
      code: 415,
      text: '{"status":"error","message":"Content-Type must be application/json"}',
    })
  }
})

test('a file is in the audit before it goes, and breaks off once who asked for it is blocked', async () => {
  const { id } = await office.user('Of many', 0)
  await office.database.run(sql`
    insert into requests (kind, user_id, amount, transfer_type, note, created_at)
    select 'deposit', ${id}, 100, 'upi', repeat('x', 5000), clock_timestamp() from generate_series(1, 6000)`)
  const { id: asker } = await office.database.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, created_at, updated_at)
    values ('Who asks', '', clock_timestamp(), clock_timestamp()) returning id`)
  const told = async (by: number) => {
    const acts = await office.database.many<{ after: object }>(sql`
      select after from audit where act = ${api.wallet.depositsCsv.path} and actor = ${`admin:${by}`} order by id`)
    return acts.map(({ after }) => after)
  }
  const headers = {
    'content-type': 'application/json',
    authorization: await openSession(office.database, { adminId: asker }, 1),
  }
  // Of what is answered nothing is read before it is asked for.
  const file = await new Promise<IncomingMessage>((answered) =>
    request(`${office.host}${api.wallet.depositsCsv.path}`, { method: 'POST', headers }, answered).end(
      JSON.stringify({ status: 'pending' }),
    ),
  )
  expect(await told(asker)).toEqual([{ status: 'pending', rows: 2000 }])
  await office.call(api.administrators.update, { id: asker, isActive: false })
  await setTimeout(1000) // For so long it counts who they were.
  await expect(text(file)).rejects.toThrow('aborted')
  const { lines } = await fileOf(api.wallet.depositsCsv.path, { status: 'pending' })
  expect((await told(1)).slice(-2)).toEqual([
    { status: 'pending', rows: 2000 },
    { status: 'pending', rows: lines.length - 1 },
  ])
})

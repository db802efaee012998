/** What the reports tell: rows, statistics, administrators' acts, files. Any filter of both is in reports-filters.test.ts. */
import { api, type Body } from '@munim/contract'
import { addDays, dayOf } from '@munim/core'
import { expect, test } from 'vitest'
import { backOffice, type Player } from '../support/office.ts'

const office = await backOffice()
const today = dayOf(new Date())

/** The rows of one player, as words. */
const rowsOf = async (player: Player, filter: Body<typeof api.reports.transactions> = {}) => {
  const said = await office.call(api.reports.transactions, { search: player.mobile, limit: 100, ...filter })
  return said.data.map(
    ({ type, side, transfer_type, amount, status }) =>
      `${type} ${transfer_type} ${side === 'credit' ? '+' : '-'}${amount} ${status}`,
  )
}

test('a transfer between players is two rows, what came in before what went out', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi')]
  await office.call(api.player.transfer, { mobile: ravi.mobile, amount: 40 }, { as: asha })
  expect((await rowsOf(asha))[0]).toBe('debit transfer -40 completed')
  expect((await rowsOf(ravi))[0]).toBe('credit transfer +40 completed')
  const both = await office.call(api.reports.transactions, { limit: 2 })
  expect(
    both.data.map(({ User, side, prev_balance, current_balance }) => [
      User.id,
      side,
      prev_balance,
      current_balance,
    ]),
  ).toEqual([
    [ravi.id, 'credit', 0, 40],
    [asha.id, 'debit', 100, 60],
  ])
})

test('a withdrawal is shown by the row that holds its money, with the status of its request', async () => {
  const asha = await office.user('Asha', 500)
  const [paid, refused] = [
    await office.requestWithdrawal(asha, 100),
    await office.requestWithdrawal(asha, 50),
  ]
  await office.requestWithdrawal(asha, 30)
  await office.decide(paid, 'withdraw', 'completed')
  await office.decide(refused, 'withdraw', 'rejected')
  const held = {
    paid: 'withdraw withdraw -100 completed',
    refused: 'withdraw withdraw -50 rejected',
    waiting: 'withdraw withdraw -30 pending',
    returned: 'withdraw withdraw +50 completed',
  }
  expect(await rowsOf(asha, { type: 'withdraw' })).toEqual([
    held.returned,
    held.waiting,
    held.refused,
    held.paid,
  ])
  expect(await rowsOf(asha, { status: 'pending' })).toEqual([held.waiting])
  expect(await rowsOf(asha, { status: 'rejected' })).toEqual([held.refused])
  expect(await rowsOf(asha, { type: 'withdraw', status: 'completed' })).toEqual([held.returned, held.paid])
  expect(await rowsOf(asha, { type: 'credit', status: 'pending' })).toEqual([])
})

test('a deposit that is not approved moved nothing and is no row', async () => {
  const asha = await office.user('Asha')
  const [approved, refused] = [
    await office.requestDeposit(asha, 40, 'utr one'),
    await office.requestDeposit(asha, 50),
  ]
  await office.requestDeposit(asha, 60)
  await office.decide(approved, 'deposit', 'completed')
  await office.decide(refused, 'deposit', 'rejected')
  expect(await rowsOf(asha)).toEqual(['deposit deposit +40 completed'])
  const { data } = await office.call(api.reports.transactions, { search: 'utrone' })
  expect(data).toMatchObject([{ ref_id: 'UTRONE', method: 'upi', User: { id: asha.id } }])
})

test('credit and debit take all of their side, deposits and withdrawals too', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('SIDES')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.requestWithdrawal(asha, 100)
  await office.decide(await office.requestDeposit(asha, 40), 'deposit', 'completed')
  expect(await rowsOf(asha, { type: 'credit' })).toEqual([
    'deposit deposit +40 completed',
    'credit win +90 completed',
    'credit admin +500 completed',
  ])
  expect(await rowsOf(asha, { type: 'debit' })).toEqual([
    'withdraw withdraw -100 pending',
    'debit bid -10 completed',
  ])
  expect(await rowsOf(asha, { market: market.id })).toEqual([
    'credit win +90 completed',
    'debit bid -10 completed',
  ])
})

test('administrators do funds, decisions and single bids reverted; settlement is not theirs', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('DESK')
  const bids = [
    await office.place(asha, market, 'single_digit:1:-:-:-', 10),
    await office.place(asha, market, 'single_digit:1:-:-:-', 20),
  ]
  await office.declare(market, '128-1')
  await office.call(api.bids.revert, { betId: bids[0]! })
  await office.revert(market) // takes the other win back: settlement
  await office.call(api.users.deductFunds, { id: asha.id, amount: 5 })
  await office.decide(await office.requestDeposit(asha, 40), 'deposit', 'completed')
  await office.decide(await office.requestDeposit(asha, 41), 'deposit', 'rejected')
  await office.decide(await office.requestWithdrawal(asha, 100), 'withdraw', 'completed')
  await office.decide(await office.requestWithdrawal(asha, 50), 'withdraw', 'rejected')
  await office.requestWithdrawal(asha, 30)
  expect(await rowsOf(asha, { adminOnly: true })).toEqual([
    'withdraw withdraw +50 completed', // rejected: it came back
    'withdraw withdraw -100 completed', // approved: it stays gone
    'deposit deposit +40 completed',
    'debit admin -5 completed',
    'debit win_reversed -90 completed',
    'credit refund +10 completed',
    'credit admin +500 completed',
  ])
  expect(await rowsOf(asha, { adminOnly: true, market: market.id })).toEqual([
    'debit win_reversed -90 completed',
    'credit refund +10 completed',
  ])
  expect(await rowsOf(asha, { adminOnly: true, status: 'pending' })).toEqual([])
  const { data, statistics } = await office.call(api.reports.bids, { search: asha.mobile, adminOnly: true })
  expect(data.map(({ id }) => id)).toEqual([bids[0]])
  expect(statistics).toEqual({
    totalBids: 1,
    totalBidAmount: 10,
    totalWinnings: 0,
    totalRefunds: 10,
    totalProfit: 0,
  })
})

test('what still runs counts as profit, and a refund as nothing won', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('PROFIT')
  for (const pick of ['single_digit:1:-:-:-', 'single_digit:2:-:-:-', 'single_digit:-:-:4:-'])
    await office.place(asha, market, pick, 10)
  await office.call(api.bids.revert, { betId: await office.place(asha, market, 'single_digit:1:-:-:-', 100) })
  await office.declare(market, '128-1')
  const { statistics } = await office.call(api.reports.bids, { market: market.id })
  expect(statistics).toEqual({
    totalBids: 4,
    totalBidAmount: 130,
    totalWinnings: 90,
    totalRefunds: 100,
    totalProfit: -60,
  })
})

test.each([
  [{ type: 'win' }],
  [{ status: 'lost' }],
  [{ from: 'yesterday' }],
  [{ market: 'x' }],
  [{ adminOnly: 'yes' }],
  [{ search: 5 }],
  [{ search: 'x'.repeat(101) }],
  [{ search: 'a\0b' }],
  [{ limit: 101 }],
])('histories filtered by %j are refused', async (filter) => {
  const { transactions, bids, transactionsCsv, bidsCsv } = api.reports
  for (const { path } of [transactions, bids, transactionsCsv, bidsCsv])
    expect(await office.call(path, filter)).toMatchObject({ code: 400, status: 'error' })
})

test('a history has the statuses of its own', async () => {
  expect(await office.call(api.reports.transactions.path, { status: 'win' })).toMatchObject({ code: 400 })
  expect(await office.call(api.reports.bids.path, { status: 'rejected' })).toMatchObject({ code: 400 })
})

// Files.

test('amounts in the file have two decimals and keep their minus; the name says what is in it', async () => {
  const asha = await office.user('Asha', 10.5)
  const [market, other] = [await office.market('BELOW'), await office.market('ZERO')]
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.place(asha, other, 'single_digit:1:-:-:-', 90)
  await office.revert(market)
  const filter = { search: asha.mobile, type: 'debit', from: today }
  const said = await office.send(api.reports.transactionsCsv.path, JSON.stringify(filter), {
    as: office.admin,
  })
  expect(said.headers.get('content-disposition')).toBe(
    `attachment; filename="transactions_debit_search_from-${today}_ist.csv"`,
  )
  expect(said.text.split('\r\n')[1]).toContain(',debit,win_reversed,completed,90.00,,0.50,-89.50,')
})

// The audit.

test('the audit names whom an act was done to, and is narrowed to one player', async () => {
  const [asha, other] = [await office.user('Asha', 500), await office.user('Binod', 500)]
  const market = await office.market('SAID')
  const [bid, others] = [
    await office.place(asha, market, 'single_digit:1:-:-:-', 10),
    await office.place(other, market, 'single_digit:1:-:-:-', 10),
  ]
  await office.call(api.bids.list, { market: market.id })
  const deposit = await office.requestDeposit(asha, 50)
  await office.call(api.users.update, { id: asha.id, betting: false })
  await office.call(api.users.update, { id: other.id, betting: false })
  await office.call(api.wallet.decideDeposit, { transactionId: deposit, status: 'completed' })
  await office.call(api.bids.get, { betId: bid })
  await office.call(api.bids.revert, { betId: bid, reason: 'Reverted by admin' })
  await office.call(api.bids.revert, { betId: others, reason: 'Reverted by admin' })
  const { data, total } = await office.call(api.reports.audit, { userId: asha.id, limit: 100 })
  expect(total).toBe(data.length)
  const User = { id: asha.id, user_name: 'Asha', mobile: asha.mobile }
  expect(data.slice(0, 4)).toMatchObject([
    { act: api.bids.revert.path, about: { thing: 'bid', User } },
    { act: api.bids.get.path, thing: 'look', about: { thing: 'bid', id: String(bid), User } },
    { act: api.wallet.decideDeposit.path, about: { thing: 'request', id: String(deposit), User } },
    { act: api.users.update.path, after: { betting: false }, about: { thing: 'user', User } },
  ])
  expect(new Set(data.map(({ about }) => about.User?.id))).toEqual(new Set([asha.id]))
  const [looked] = (await office.call(api.reports.audit, { thing_id: `bids of ${market.id}` })).data
  expect(looked).toMatchObject({ about: { thing: 'market', id: String(market.id), name: market.name } })
  await office.declare(market, '128-14-455')
  const [draw] = (await office.call(api.reports.audit, { thing: 'draw', limit: 1 })).data
  expect(draw).toMatchObject({ about: { thing: 'draw', User: null, name: market.name } })
  await office.call(api.users.remove, { id: other.id })
  const [gone] = (await office.call(api.reports.audit, { act: api.users.remove.path, limit: 1 })).data
  expect(gone!.about).toMatchObject({ id: String(other.id) })
  expect(JSON.stringify(gone)).not.toContain('Binod')
})

test('the audit lists what administrators did, by thing, act, person and day', async () => {
  const asha = await office.user('Asha', 0, { approved: false })
  await office.call(api.users.addFunds, { id: asha.id, amount: 100 })
  await office.call(api.users.deductFunds, { id: asha.id, amount: 30 })
  const mine = (filter: Body<typeof api.reports.audit> = {}) =>
    office.call(api.reports.audit, { thing: 'user', thing_id: asha.id, ...filter })
  const all = await mine()
  expect(all).toMatchObject({ code: 200, total: 2, totalPages: 1 })
  expect(all.data).toMatchObject([
    {
      act: api.users.deductFunds.path,
      actorName: 'admin',
      thing: 'user',
      thing_id: String(asha.id),
      before: { wallet: 100 },
      after: { wallet: 70 },
    },
    { act: api.users.addFunds.path, before: { wallet: 0 }, after: { wallet: 100 } },
  ])
  expect(all.data[0]!.id).toBeGreaterThan(all.data[1]!.id)
  expect(await mine({ act: api.users.addFunds.path })).toMatchObject({ total: 1 })
  expect(await mine({ actor: all.data[0]!.actor })).toMatchObject({ total: 2 })
  expect(await mine({ actor: 'admin:999' })).toMatchObject({ total: 0, data: [] })
  expect(await mine({ from: today, to: today })).toMatchObject({ total: 2 })
  expect(await mine({ to: addDays(today, -1) })).toMatchObject({ total: 0 })
  expect(await mine({ page: 2, limit: 1 })).toMatchObject({
    total: 2,
    data: [{ act: api.users.addFunds.path }],
  })
  expect(await mine({ page: 3, limit: 1 })).toMatchObject({ code: 200, total: 2, data: [] })
  const oldest = await mine({ page: 1, limit: 1, order: 'oldest' })
  expect(oldest.data.map(({ act }) => act)).toEqual([api.users.addFunds.path])
  expect(await office.call(api.reports.audit.path, { from: 'x' })).toMatchObject({ code: 400 })
})

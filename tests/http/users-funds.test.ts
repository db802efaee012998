/** Money in and out by the administrator: Add Funds and Deduct Funds, and the two histories of a player. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { backOffice, type Player } from '../support/office.ts'

const office = await backOffice()

const add = (player: Player, amount: unknown, more: object = {}) =>
  office.call(api.users.addFunds.path, { id: player.id, amount, ...more })
const deduct = (player: Player, amount: unknown) =>
  office.call(api.users.deductFunds.path, { id: player.id, amount })

test('funds are added and deducted to the paisa, and each is one posting', async () => {
  const asha = await office.user('Asha')
  for (const amount of [0.07, 4.35, 19.99, 1.1, 10_000_000]) await add(asha, amount)
  expect(await deduct(asha, 10_000_000.0)).toMatchObject({ code: 200, data: { id: asha.id, wallet: 25.51 } })
  expect(await office.postingsOf(asha)).toEqual([
    'fund_add +0.07 leaves 0.07',
    'fund_add +4.35 leaves 4.42',
    'fund_add +19.99 leaves 24.41',
    'fund_add +1.1 leaves 25.51',
    'fund_add +10000000 leaves 10000025.51',
    'fund_deduct -10000000 leaves 25.51',
  ])
})

test('a deduction larger than the wallet is refused and moves nothing', async () => {
  const asha = await office.user('Asha', 100)

  const said = await deduct(asha, 100.01)

  expect(said).toMatchObject({ code: 409, status: 'error', message: 'Amount exceeds wallet balance' })
  expect(await office.postingsOf(asha)).toEqual([])
})

test('a wallet can be emptied to its last paisa', async () => {
  const asha = await office.user('Asha', 100.01)
  expect(await deduct(asha, 100.01)).toMatchObject({ code: 200, data: { wallet: 0 } })
  expect(await deduct(asha, 0.01)).toMatchObject({ code: 409 })
})

const INVALID = 'Please enter a valid amount'
test.each([
  // amount        sentence                            why this row is here
  [undefined, INVALID],
  [null, INVALID],
  [0, INVALID],
  [-5, INVALID],
  [-0.01, INVALID],
  ['', INVALID],
  ['100', INVALID], // text is no number, whatever it says
  ['1,000', INVALID],
  ['abc', INVALID],
  [true, INVALID], // 1 rupee where types are coerced
  [[100], INVALID], // so would this be 100
  [{}, INVALID],
  [0.001, INVALID], // a tenth of a paisa
  [10.005, INVALID],
  [1e-7, INVALID],
  [1e21, INVALID], // its text has an exponent
  [10_000_000.01, 'Amount must be at most ₹1,00,00,000'],
])('an amount of %j is refused and moves nothing', async (amount, message) => {
  const asha = await office.user('Asha', 100)
  const before = await office.fingerprint()
  for (const call of [add, deduct]) expect(await call(asha, amount)).toMatchObject({ code: 400, message })
  expect(await office.fingerprint()).toBe(before)
})

test.each([
  '{"id":ID,"amount":1e309}',
  '{"id":ID,"amount":-1e309}',
  '{"id":ID,"amount":9007199254740993}', // 2^53 + 1, which JSON.parse changes
  '{"id":ID,"amount":NaN}',
  '[{"id":ID,"amount":5}]',
])('a body of %s is refused and moves nothing', async (body) => {
  const asha = await office.user('Asha', 100)
  const said = await office.send(api.users.addFunds.path, body.replace('ID', String(asha.id)), {
    as: office.admin,
  })
  expect(said.code).toBe(400)
  expect(await office.postingsOf(asha)).toEqual([])
})

test('the user must be there and be named', async () => {
  for (const endpoint of [api.users.addFunds, api.users.deductFunds]) {
    const nobody = await office.call(endpoint.path, { amount: 5 })
    expect(nobody).toMatchObject({ code: 400, message: 'User ID is missing' })
    const unknown = await office.call(endpoint, { id: 999_999, amount: 5 })
    expect(unknown).toMatchObject({ code: 404, message: 'User not found' })
  }
})

test('the note of a movement is in the history, else who made it', async () => {
  const asha = await office.user('Asha')
  await add(asha, 5, { note: ' Diwali gift ' })
  await add(asha, 5)
  await deduct(asha, 1)
  const { data } = await office.call(api.users.transactions, { userId: asha.id })
  expect(data.map(({ note, type, transfer_type }) => [note, type, transfer_type])).toEqual([
    ['Deducted by admin', 'debit', 'admin'],
    ['Added by admin', 'credit', 'admin'],
    ['Diwali gift', 'credit', 'admin'],
  ])
  expect(await add(asha, 5, { note: 'x'.repeat(201) })).toMatchObject({ code: 400 })
  expect(await add(asha, 5, { note: { x: 1 } })).toMatchObject({ code: 400 })
})

test('of thirty-two deductions of a whole wallet at once exactly one is done', async () => {
  const asha = await office.user('Asha', 1000)
  const all = await Promise.all(Array.from({ length: 32 }, () => deduct(asha, 1000)))
  expect(all.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(all.filter(({ code }) => code === 409)).toHaveLength(31)
  expect(await office.postingsOf(asha)).toEqual(['fund_deduct -1000 leaves 0'])
})

test('none of many small movements at once is lost', async () => {
  const asha = await office.user('Asha', 100)
  const moves = Array.from({ length: 20 }, (_, index) => (index % 2 ? add(asha, 3) : deduct(asha, 2)))
  expect((await Promise.all(moves)).every(({ code }) => code === 200)).toBe(true)
  expect(await office.walletOf(asha)).toBe(110)
})

test('each line of the history begins where the line before it ended', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('CHAIN')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  const withdrawal = await office.requestWithdrawal(asha, 150)
  await office.decide(withdrawal, 'withdraw', 'rejected')
  await office.decide(await office.requestDeposit(asha, 40, ' utr 77 '), 'deposit', 'completed')
  await office.declare(market, '128-1')
  await office.requestWithdrawal(asha, 60)
  await office.revert(market)

  const said = await office.call(api.users.transactions, { userId: asha.id, limit: 100 })
  const lines = said.data.reverse()
  expect(
    lines.map((line) => [line.transfer_type, line.type, line.amount, line.status, line.current_balance]),
  ).toEqual([
    ['admin', 'credit', 500, 'completed', 500],
    ['bid', 'debit', 100, 'completed', 400],
    ['withdraw', 'debit', 150, 'rejected', 250],
    ['withdraw', 'credit', 150, 'completed', 400],
    ['deposit', 'credit', 40, 'completed', 440],
    ['win', 'credit', 900, 'completed', 1340],
    ['withdraw', 'debit', 60, 'rejected', 1280],
    ['withdraw', 'credit', 60, 'completed', 1340],
    ['win_reversed', 'debit', 900, 'completed', 440],
  ])
  expect(lines.map((line) => line.prev_balance)).toEqual([
    0,
    ...lines.slice(0, -1).map((line) => line.current_balance),
  ])
  expect(lines[4]).toMatchObject({ ref_id: 'UTR77', method: 'upi' })
  expect(lines[5]!.bid).toMatchObject({
    market_name: 'CHAIN',
    game_mode: 'single_digit',
    open_digit: '1',
    points: 100,
  })
})

test('the history has pages, and a page past the end knows the true totals', async () => {
  const asha = await office.user('Asha')
  for (let index = 1; index <= 12; index++) await add(asha, index)
  const page = async (number: number) =>
    office.call(api.users.transactions, { userId: asha.id, page: number })
  expect(await page(1)).toMatchObject({ total: 12, totalPages: 2 })
  expect((await page(2)).data.map(({ amount }) => amount)).toEqual([2, 1])
  expect(await page(3)).toMatchObject({ code: 200, data: [], total: 12, totalPages: 2 })
  expect(await page(1_000_000_000)).toMatchObject({ code: 200, data: [] })
})

test('bids are in their history as running, won, lost and cancelled', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('STATES')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'single_digit:2:-:-:-', 10)
  await office.place(asha, market, 'jodi_digit:1:-:4:-', 10)
  await office.cancel(await office.place(asha, market, 'single_digit:1:-:-:-', 10))
  await office.declare(market, '128-1')
  const { data, total } = await office.call(api.users.bids, { userId: asha.id })
  expect(total).toBe(4)
  expect(data.map((bid) => [bid.game_mode, bid.status, bid.win])).toEqual([
    ['single_digit', 'cancelled', '-'],
    ['jodi_digit', 'running', '-'],
    ['single_digit', 'loss', '-'],
    ['single_digit', 'win', 90],
  ])
  expect(data[1]).toMatchObject({
    market_name: 'STATES',
    market_date: market.day,
    Market: { name: 'STATES', open_time: '12:00', close_time: '13:00' },
    session: 'close',
    open_digit: '1',
    open_panna: '-',
    points: 10,
    multiplier: 95,
  })
})

test('both histories need a user who is there', async () => {
  for (const endpoint of [api.users.transactions, api.users.bids]) {
    const everybody = await office.call(endpoint.path, { page: 1, limit: 10 })
    expect(everybody).toMatchObject({ code: 400, message: 'User ID is missing' })
    expect(await office.call(endpoint, { userId: 999_999 })).toMatchObject({
      code: 404,
      message: 'User not found',
    })
    expect(await office.call(endpoint, { userId: 1, limit: 101 })).toMatchObject({ code: 400 })
  }
})

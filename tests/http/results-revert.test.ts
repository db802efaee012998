/** Taking a result back: what it moves, what it leaves, and that declaring again comes to what one declaration does. */
import { api } from '@munim/contract'
import { addDays } from '@munim/core'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../server/src/database/db.ts'
import { writeTrail } from '../../server/src/http/trail.ts'
import { moveFunds } from '../../server/src/users/funds.ts'
import { traceOfFunds } from '../../server/src/users/trace.ts'
import { backOffice, bidOn, type Market, type Player } from '../support/office.ts'
import { crossing } from '../support/waits.ts'

const office = await backOffice()

const previewOf = async (market: Market, more: object = {}) =>
  (await office.call(api.results.previewRevert, { marketId: market.id, date: market.day, ...more })).data
const statusesOf = async (player: Player) =>
  (await office.call(api.users.bids, { userId: player.id })).data.map(({ status }) => status).reverse()
const read = async (market: Market) =>
  (await office.call(api.markets.get, { id: market.id, date: market.day })).data

test('reverting takes the wins back, lets the bids run again and clears the result', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('BACK')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'single_digit:2:-:-:-', 10)
  await office.place(asha, market, 'jodi_digit:1:-:4:-', 10)
  await office.declare(market, '128-14-455')
  expect(await statusesOf(asha)).toEqual(['win', 'loss', 'win'])

  const effect = {
    date: market.day,
    winningBids: 2,
    players: 1,
    paid: 1040,
    belowZero: 0,
    withdrawalsCancelled: 0,
  }
  const result = { open_digit: '1', open_panna: '128', close_digit: '4', close_panna: '455' }
  const declarations = [expect.any(Number), expect.any(Number)]
  expect(await previewOf(market)).toEqual({ ...effect, toldToBank: 0, ofDeleted: 0, result, declarations })
  expect(await office.revert(market)).toEqual({ code: 200, status: 'success', data: effect, warnings: [] })

  expect((await office.postingsOf(asha)).slice(5)).toEqual([
    'win_reversed -90 leaves 1020',
    'win_reversed -950 leaves 70',
  ])
  expect(await statusesOf(asha)).toEqual(['running', 'running', 'running'])
  expect(await read(market)).toMatchObject({
    open_digit: '-',
    open_panna: '-',
    close_digit: '-',
    close_panna: '-',
  })
  const { data: shown } = await office.call(api.player.markets, {}, { as: asha })
  const open = { openBidsFor: market.day, closeBidsFor: market.day }
  expect(shown.find(({ id }) => id === market.id)).toMatchObject(open)
})

test('only who is below zero by a draw that was taken back owes it, until it is made good', async () => {
  const [asha, ravi] = [await office.user('Asha', 20), await office.user('Ravi', 10)]
  const [market, declared] = [await office.market('OWED'), await office.market('DECLARED')]
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(ravi, market, 'single_digit:1:-:-:-', 10)
  const bid = await office.place(asha, declared, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.declare(declared, '128-1')
  await office.call(api.users.deductFunds, { id: asha.id, amount: 150 })
  await office.revert(market)
  const owed = async ({ id, day }: Market) => {
    const { data, ...said } = await office.call(api.results.toRecover, { marketId: id, date: day })
    return [data.map((player) => player.id), said.total, said.owed]
  }
  expect(await owed(market)).toEqual([[asha.id], 1, 60])
  expect(await owed(declared)).toEqual([[], 0, 0])
  await office.call(api.users.addFunds, { id: asha.id, amount: 60 })
  expect(await owed(market)).toEqual([[], 0, 0])
  await office.cancel(bid)
  expect(await owed(declared)).toEqual([[asha.id], 1, 80])
  const unknown = { marketId: 2_000_000_000 }
  expect(await office.call(api.results.toRecover, unknown)).toMatchObject({ code: 404 })
})

test('declaring, reverting and declaring again leaves every wallet as one declaration does', async () => {
  const fates: Record<string, number> = {}
  for (const name of ['ONCE', 'TWICE']) {
    const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi', 100)]
    const market = await office.market(name)
    await office.place(asha, market, 'single_digit:1:-:-:-', 10)
    await office.place(asha, market, 'full_sangam:-:128:-:455', 10)
    await office.place(ravi, market, 'single_digit:-:-:4:-', 10)
    if (name === 'TWICE') {
      await office.declare(market, '128-14-456')
      await office.revert(market)
    }
    await office.declare(market, '128-14-455')
    for (const player of [asha, ravi]) fates[`${name} ${player.name}`] = await office.walletOf(player)
  }
  expect(fates).toEqual({ 'ONCE Asha': 100_170, 'ONCE Ravi': 180, 'TWICE Asha': 100_170, 'TWICE Ravi': 180 })
})

test('winnings that were spent take the wallet below zero, and then no bid is taken from it', async () => {
  const asha = await office.user('Asha', 10)
  const market = await office.market('SPENT')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.call(api.users.deductFunds, { id: asha.id, amount: 80 })

  expect(await previewOf(market)).toMatchObject({ paid: 90, belowZero: 1 })
  expect(await office.revert(market)).toMatchObject({ data: { paid: 90, belowZero: 1 } })
  expect(await office.walletOf(asha)).toBe(-80)
  const owing = { marketId: market.id, date: market.day }
  expect(await office.call(api.results.toRecover, owing)).toMatchObject({
    code: 200,
    data: [{ id: asha.id, user_name: 'Asha', mobile: asha.mobile, wallet: -80 }],
    total: 1,
    totalPages: 1,
    owed: 80,
  })

  const bid = bidOn(market, 'single_digit:-:-:1:-', 10)
  expect(await office.call(api.player.placeBids, { bids: [bid] }, { as: asha })).toMatchObject({ code: 409 })
  expect(await office.call(api.users.deductFunds, { id: asha.id, amount: 1 })).toMatchObject({ code: 409 })
  expect(await office.call(api.users.addFunds, { id: asha.id, amount: 30 })).toMatchObject({
    data: { wallet: -50 },
  })

  await office.declare(market, '128-1')
  expect(await office.walletOf(asha)).toBe(40) // nothing was made by the detour: 10 − 10 + 90 − 80 + 30
})

test('pending withdrawals of the winners are cancelled first, their deposits and those of others are not', async () => {
  const [asha, ravi] = [await office.user('Asha', 10), await office.user('Ravi', 100)]
  const market = await office.market('PENDING')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(ravi, market, 'single_digit:2:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.requestWithdrawal(asha, 50)
  await office.requestWithdrawal(asha, 40)
  await office.requestDeposit(asha, 100)
  await office.requestWithdrawal(ravi, 50)

  expect(await previewOf(market)).toMatchObject({ withdrawalsCancelled: 2, belowZero: 0 })
  expect(await office.revert(market)).toMatchObject({ data: { withdrawalsCancelled: 2, belowZero: 0 } })

  expect((await office.postingsOf(asha)).slice(2)).toEqual([
    'withdraw_hold -50 leaves 40',
    'withdraw_hold -40 leaves 0',
    'withdraw_return +50 leaves 50',
    'withdraw_return +40 leaves 90',
    'win_reversed -90 leaves 0',
  ])
  const requests = await office.database.many(sql`
    select status, note from requests where user_id in (${asha.id}, ${ravi.id}) order by id`)
  const cancelled = { status: 'rejected', note: `Cancelled: result of PENDING ${market.day} reverted` }
  const pending = { status: 'pending', note: '' }
  expect(requests).toEqual([cancelled, cancelled, pending, pending])
})

test('with session close only the close is reverted', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('CLOSE ONLY')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'jodi_digit:1:-:4:-', 10)
  await office.declare(market, '128-14-455')
  expect(await previewOf(market, { session: 'close' })).toMatchObject({ winningBids: 1, paid: 950 })
  expect(await office.revert(market, { session: 'close' })).toMatchObject({
    code: 200,
    data: { winningBids: 1, paid: 950 },
  })
  expect(await statusesOf(asha)).toEqual(['win', 'running'])
  expect(await read(market)).toMatchObject({ open_digit: '1', close_digit: '-', close_panna: '-' })
  expect(await office.revert(market, { session: 'close' })).toMatchObject({ code: 409 })
  await office.declare(market, '128-15-456')
  expect(await statusesOf(asha)).toEqual(['win', 'loss'])
})

test('another result than was looked at is not reverted', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('LOOKED AT')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '137-1')
  const on = { marketId: String(market.id), date: market.day }
  const basedOn = (await previewOf(market)).declarations
  const revert = (options = {}) => office.call(api.results.revert, { ...on, basedOn }, options)
  const message = `What is declared of LOOKED AT for ${market.day} changed meanwhile: look at it again.`
  const isRefused = async () => {
    const before = await office.fingerprint()
    expect(await revert()).toMatchObject({ code: 409, message, errors: { basedOn: message } })
    expect(await office.fingerprint()).toBe(before)
  }
  await office.declare(market, '137-14-455')
  await isRefused()
  await office.revert(market, { session: 'close' })
  const done = await revert({ key: 'once' })
  expect(done).toMatchObject({ code: 200, data: { paid: 90 } })
  await office.declare(market, '137-1')
  await isRefused()
  expect(await revert({ key: 'once' })).toEqual(done)
  expect(await office.walletOf(asha)).toBe(180)
  expect(
    await office.database.only(
      sql`select after from audit where act = ${api.results.revert.path} order by id desc limit 1`,
    ),
  ).toMatchObject({ after: { reverted: 'all', open_digit: '1', open_panna: '137' } })
})

test('where nothing is declared there is nothing to revert', async () => {
  await office.keepTheDay()
  const market = await office.market('NOTHING')
  const nothing = { code: 409, message: 'NOTHING has no declared result to revert' }
  const before = await office.fingerprint()
  expect(await office.revert(market)).toMatchObject(nothing)
  expect(await office.revert(market, { date: addDays(market.day, -3) })).toMatchObject(nothing)
  expect(await office.call(api.results.revert, { marketId: market.id })).toMatchObject(nothing)
  expect(await office.call(api.results.previewRevert, { marketId: market.id })).toMatchObject(nothing)
  expect(await office.fingerprint()).toBe(before)
  await office.declare(market, '128-1')
  expect(await office.revert(market, { session: 'close' })).toMatchObject(nothing)
  expect(await office.revert(market)).toMatchObject({ code: 200 })
  expect(await office.revert(market)).toMatchObject(nothing)
})

test('without a date the current draw is reverted', async () => {
  await office.keepTheDay()
  const market = await office.market('CURRENT')
  await office.declare(market, '128-1', { date: addDays(market.day, -1) })
  await office.declare(market, '137-1')
  for (const date of ['', null, undefined]) {
    const preview = await office.call(api.results.previewRevert, { marketId: market.id, date })
    expect(preview.data.date).toBe(market.day)
  }
  expect(await office.call(api.results.revert, { marketId: market.id })).toMatchObject({
    data: { date: market.day },
  })
  expect(await office.call(api.results.revert, { marketId: market.id })).toMatchObject({ code: 409 })
  const { data } = await office.call(api.results.previous, { marketId: market.id })
  expect(data.map(({ date }) => date)).toEqual([addDays(market.day, -1)])
})

test.each([
  // body                             sentence
  [{ marketId: undefined }, 'Market ID is missing'],
  [{ marketId: 'all' }, 'Market ID is missing'],
  [{ session: 'open' }, 'session'], // a close without an open makes no result
  [{ session: true }, 'session'],
  [{ date: '2026-02-30' }, 'Date must be a day of the calendar'],
  [{ date: 20260301 }, 'date'],
])('a revert with %j is refused', async (body, sentence) => {
  for (const endpoint of [api.results.revert, api.results.previewRevert]) {
    const said = await office.call(endpoint.path, { marketId: 1, ...body })
    expect(said.code).toBe(400)
    expect(said.message).toContain(sentence)
  }
})

test('no market, no revert', async () => {
  for (const endpoint of [api.results.revert, api.results.previewRevert]) {
    const said = await office.call(endpoint, { marketId: 2_000_000_000 })
    expect(said).toMatchObject({ code: 404, message: 'Market not found' })
  }
})

test('looking at what a revert would do changes nothing', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('LOOK')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  const before = await office.fingerprint()
  expect(await previewOf(market)).toMatchObject({ winningBids: 1, players: 1, paid: 90 })
  expect(await office.fingerprint()).toBe(before)
})

test('bids that were cancelled stay cancelled, and a win that was taken back with its bid is not taken twice', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('STAYS CANCELLED')
  const before = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const after = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.cancel(before)
  await office.declare(market, '128-1')
  await office.cancel(after)
  expect(await office.walletOf(asha)).toBe(100)
  expect(await office.revert(market)).toMatchObject({ data: { winningBids: 0, paid: 0 } })
  expect(await statusesOf(asha)).toEqual(['cancelled', 'cancelled'])
  await office.declare(market, '128-1')
  expect(await office.walletOf(asha)).toBe(100)
})

test('of eight reverts at once exactly one is done', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('EIGHT')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  const all = await Promise.all(Array.from({ length: 8 }, () => office.revert(market)))
  expect(all.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await office.postingsOf(asha)).toEqual([
    'stake -10 leaves 90',
    'win +90 leaves 180',
    'win_reversed -90 leaves 90',
  ])
})

test('what a winner is given while the result is reverted is in the balance that the reversal leaves', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('GIVEN MEANWHILE')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  const given = { userId: asha.id, amount: 20, note: undefined, actor: 'admin:1' }
  const give = async (db: Db) => {
    const left = await moveFunds(db, 'fund_add', given)
    const trail = [traceOfFunds(asha.id, given.amount, left)]
    await writeTrail(db, api.users.addFunds.path, { actor: given.actor, address: '127.0.0.1', trail })
  }
  const reverted = await crossing(office.database, give, () => office.revert(market))
  expect(reverted).toMatchObject({ code: 200, data: { paid: 90 } })
  expect((await office.postingsOf(asha)).slice(2)).toEqual([
    'fund_add +20 leaves 200',
    'win_reversed -90 leaves 110',
  ])
})

test('declaring and reverting at once, many times: the wallet ends as the last result says', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('TUG OF WAR')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  for (let round = 1; round <= 8; round++) {
    await Promise.all([
      office.declare(market, '128-1'),
      office.revert(market),
      office.declare(market, '128-1'),
    ])
  }
  const { open_digit } = await read(market)
  expect(await office.walletOf(asha)).toBe(open_digit === '1' ? 180 : 90)
})

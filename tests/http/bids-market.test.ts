/** The bids of one market's draw and their analytics. All markets together are in bids.test. */
import { api } from '@munim/contract'
import { addDays, momentOf, readTime } from '@munim/core'
import { expect, test } from 'vitest'
import { backOffice, type Player } from '../support/office.ts'

const office = await backOffice()

/** A market with a bid of each status, in the order they were placed. */
async function story(name: string) {
  const asha = await office.user(`Asha of ${name}`, 1000)
  const market = await office.market(name)
  const bids = {
    win: await office.place(asha, market, 'single_digit:1:-:-:-', 10),
    loss: await office.place(asha, market, 'single_panna:-:137:-:-', 20),
    running: await office.place(asha, market, 'jodi_digit:1:-:4:-', 30),
    cancelled: await office.place(asha, market, 'single_digit:1:-:-:-', 40),
  }
  await office.cancel(bids.cancelled)
  await office.declare(market, '128-1')
  return { asha, market, bids }
}

test("a market's bids are those of its current draw, or of the day that is asked for", async () => {
  await office.keepTheDay()
  const { market, bids } = await story('OF MARKET')
  const yesterday = addDays(market.day, -1)
  const ravi: Player = await office.user('Ravi', 100)
  const early = await office.placeAt(momentOf(yesterday, readTime('11:00')!), ravi, market, 'sp:-:128:-:-')
  const ask = async (body: object) => {
    const said = await office.call(api.bids.ofMarket, { marketId: market.id, ...body })
    return [said.data.map(({ id }) => id), said.total, said.date]
  }
  const newestFirst = [bids.cancelled, bids.running, bids.loss, bids.win]
  expect(await ask({})).toEqual([newestFirst, 4, market.day])
  expect(await ask({ date: yesterday })).toEqual([[early.id], 1, yesterday])
  expect(await ask({ status: 'win' })).toEqual([[bids.win], 1, market.day])
  expect(await ask({ status: 'loss' })).toEqual([[bids.loss], 1, market.day])
  expect(await ask({ status: 'running' })).toEqual([[bids.running], 1, market.day])
  expect(await ask({ status: 'cancelled' })).toEqual([[bids.cancelled], 1, market.day])
  expect(await ask({ gameMode: 'single_digit' })).toEqual([[bids.cancelled, bids.win], 2, market.day])
  expect(await ask({ session: 'close' })).toEqual([[bids.running], 1, market.day])
  expect(await ask({ gameMode: 'sp' })).toEqual([[], 0, market.day])
  expect(await ask({ page: 2, limit: 3 })).toEqual([[bids.win], 4, market.day])
  expect(await ask({ page: 99 })).toEqual([[], 4, market.day])
  const counts = async (body: object) =>
    (await office.call(api.bids.ofMarket, { marketId: market.id, ...body })).counts
  expect(await counts({ status: 'win' })).toEqual({ running: 1, win: 1, loss: 1, cancelled: 1 })
  expect(await counts({ session: 'close' })).toEqual({ running: 1, win: 0, loss: 0, cancelled: 0 })
  expect(await counts({ gameMode: 'sp', date: yesterday })).toEqual({
    running: 1,
    win: 0,
    loss: 0,
    cancelled: 0,
  })
})

test('the analytics of a draw count what was bet and not cancelled, and the rate of winners among the decided', async () => {
  const { market } = await story('ANALYTICS')
  const { data } = await office.call(api.bids.analytics, { marketId: market.id, date: market.day })
  expect(data).toEqual({
    date: market.day,
    overview: { totalBets: 3, totalBetAmount: 60, winningBets: 1, winRate: 50, cancelledBets: 1 },
    declared: { stake: 30, paid: 90, kept: -60 }, // The open alone: the jodi is decided by the close.
    distributions: {
      gameMode: [
        { label: 'Jodi', count: 1, total_amount: 30 },
        { label: 'Single Panna', count: 1, total_amount: 20 },
        { label: 'Single Digit', count: 1, total_amount: 10 },
      ],
      session: expect.arrayContaining([
        { label: 'Open', count: 2, total_amount: 30 },
        { label: 'Close', count: 1, total_amount: 30 },
      ]),
    },
  })
  const empty = await office.call(api.bids.analytics, { marketId: (await office.market('EMPTY')).id })
  expect(empty.data.overview).toEqual({
    totalBets: 0,
    totalBetAmount: 0,
    winningBets: 0,
    winRate: 0,
    cancelledBets: 0,
  })
  expect(empty.data.declared).toBeNull()
  await office.call(api.results.revert, { marketId: market.id, date: market.day })
  const reverted = await office.call(api.bids.analytics, { marketId: market.id, date: market.day })
  expect(reverted.data.declared).toBeNull()
  await office.declare(market, '128-1')
  const again = await office.call(api.bids.analytics, { marketId: market.id, date: market.day })
  expect(again.data.declared).toEqual(data.declared) // what was taken back counts as not paid
})

test('the numbers of a draw: those that won first, then by their stake, without what was cancelled or voided', async () => {
  const { asha, market } = await story('NUMBERS')
  await office.place(asha, market, 'single_panna:-:-:-:137', 25)
  await office.place(asha, market, 'single_digit:-:-:4:-', 85)
  await office.place(asha, market, 'single_digit:-:-:4:-', 10)
  const body = { marketId: market.id, date: market.day }
  const ask = async (more: object = {}) => {
    const { data } = await office.call(api.bids.numbers, { ...body, ...more })
    return data.map(({ game_mode, session, bids, points, status, pays }) => [
      ...[game_mode, session, bids, points],
      ...[status, Math.round((pays / points) * 100) / 100],
    ])
  }
  const won = ['single_digit', 'open', 1, 10, 'win', 9]
  const digit = ['single_digit', 'close', 2, 95, 'running', 9]
  const jodi = ['jodi_digit', 'close', 1, 30, 'running', 95]
  const panna = ['single_panna', 'close', 1, 25, 'running', 150]
  const lost = ['single_panna', 'open', 1, 20, 'loss', 0]
  expect(await ask()).toEqual([won, digit, jodi, panna, lost])
  expect(await ask({ session: 'close' })).toEqual([digit, jodi, panna])
  expect(await ask({ gameMode: 'single_panna' })).toEqual([panna, lost])
  const second = await office.call(api.bids.numbers, { ...body, page: 2, limit: 4 })
  expect(second).toMatchObject({ total: 5, totalPages: 2, date: market.day, data: [{ open_panna: '137' }] })

  const file = (await office.call(api.bids.numbersCsv, { ...body, gameMode: 'single_digit' })) as unknown as {
    text: string
  }
  expect(file.text.trimEnd().split('\r\n').slice(1)).toEqual([
    'open,Single Digit,1,,,,1,10.00,win,90.00',
    'close,Single Digit,,,4,,2,95.00,running,855.00',
  ])
  await office.call(api.results.voidDraw, { ...body, reason: 'It never came' })
  expect(await ask()).toEqual([won, lost])
  const none = await office.market('NO NUMBERS')
  expect(await office.call(api.bids.numbers, { marketId: none.id })).toMatchObject({ data: [], total: 0 })
})

test('bids and analytics need a market that is there', async () => {
  for (const endpoint of [api.bids.ofMarket, api.bids.analytics, api.bids.numbers]) {
    expect(await office.call(endpoint.path, {})).toMatchObject({ code: 400, message: 'Market ID is missing' })
    expect(await office.call(endpoint, { marketId: 2_000_000_000 })).toMatchObject({
      code: 404,
      message: 'Market not found',
    })
    expect(await office.call(endpoint.path, { marketId: 1, date: '2026-02-30' })).toMatchObject({ code: 400 })
  }
})

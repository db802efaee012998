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
    overview: { totalBets: 3, totalBetAmount: 60, winningBets: 1, winRate: 50 },
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
  expect(empty.data.overview).toEqual({ totalBets: 0, totalBetAmount: 0, winningBets: 0, winRate: 0 })
  expect(empty.data.declared).toBeNull()
  await office.call(api.results.revert, { marketId: market.id, date: market.day })
  const reverted = await office.call(api.bids.analytics, { marketId: market.id, date: market.day })
  expect(reverted.data.declared).toBeNull()
  await office.declare(market, '128-1')
  const again = await office.call(api.bids.analytics, { marketId: market.id, date: market.day })
  expect(again.data.declared).toEqual(data.declared) // what was taken back counts as not paid
})

test('bids and analytics need a market that is there', async () => {
  for (const endpoint of [api.bids.ofMarket, api.bids.analytics]) {
    expect(await office.call(endpoint.path, {})).toMatchObject({ code: 400, message: 'Market ID is missing' })
    expect(await office.call(endpoint, { marketId: 2_000_000_000 })).toMatchObject({
      code: 404,
      message: 'Market not found',
    })
    expect(await office.call(endpoint.path, { marketId: 1, date: '2026-02-30' })).toMatchObject({ code: 400 })
  }
})

/** Bet management: all players' bids and their figures, one market's bids and analytics, cancelling a bid. Placing is bids-place. */
import { api } from '@munim/contract'
import { addDays, type Day, momentOf, readTime } from '@munim/core'
import { expect, test } from 'vitest'
import { backOffice, type Player } from '../support/office.ts'

const office = await backOffice()

const list = (body: object) => office.call(api.bids.list, { limit: 100, ...body })
const revert = (betId: number, reason?: string) =>
  office.call(api.bids.revert, { betId, ...(reason !== undefined && { reason }) })
const idsOf = async (body: object) => (await list(body)).data.map(({ id }) => id)

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
  await revert(bids.cancelled)
  await office.declare(market, '128-1')
  return { asha, market, bids }
}

test('the list shows every bid with its player, its market and its status, the newest first', async () => {
  const { asha, market, bids } = await story('LIST')
  const said = await list({ market: market.id })
  expect(said).toMatchObject({
    code: 200,
    total: 4,
    totalPages: 1,
    stats: {
      activeBidsCount: 1,
      winBidsCount: 1,
      lossBidsCount: 1,
      totalBetAmount: 60,
      todayTotalBetAmount: 60,
    },
  })
  expect(said.data.map(({ id, status, win }) => [id, status, win])).toEqual([
    [bids.cancelled, 'cancelled', '-'],
    [bids.running, 'running', '-'],
    [bids.loss, 'loss', '-'],
    [bids.win, 'win', 90],
  ])
  expect(said.data[3]).toMatchObject({
    User: { id: asha.id, user_name: asha.name, mobile: asha.mobile },
    Market: { _id: market._id, name: 'LIST', open_time: '12:00', close_time: '13:00' },
    market_date: market.day,
    session: 'open',
    open_digit: '1',
    points: 10,
  })
})

test('a status filter leaves the bids of that status; the figures of the cards stay', async () => {
  const { market, bids } = await story('STATUS')
  const on = { market: market._id }
  for (const [status, id] of Object.entries(bids)) {
    expect(await idsOf({ ...on, status }), status).toEqual([id])
    expect(await list({ ...on, status }), status).toMatchObject({
      total: 1,
      stats: { winBidsCount: 1, totalBetAmount: 60 },
    })
  }
  expect(await idsOf({ ...on, status: 'completed' })).toEqual([bids.win])
  expect(await idsOf({ ...on, status: 'pending' })).toEqual([bids.running])
  for (const status of ['', null]) expect(await idsOf({ ...on, status })).toHaveLength(4)
})

test('dates are business days: a bid after midnight on the night before counts for that day', async () => {
  const asha = await office.user('Asha', 100)
  const night = await office.market('NIGHT', { draw: 'untouched', open_time: '21:40', close_time: '00:05' })
  const at = (day: string, time: string) => momentOf(day as Day, readTime(time)!)
  await office.placeAt(at('2026-03-11', '00:04'), asha, night, 'single_digit:-:-:1:-')
  await office.placeAt(at('2026-03-11', '20:00'), asha, night, 'single_digit:-:-:1:-')
  const days = async (from: string, to: string) =>
    (await list({ market: night.id, from, to })).data.map(({ market_date }) => market_date)
  expect(await days('2026-03-10', '2026-03-10')).toEqual(['2026-03-10'])
  expect(await days('2026-03-11', '2026-03-11')).toEqual(['2026-03-11'])
  expect(await days('2026-03-10', '2026-03-11')).toEqual(['2026-03-11', '2026-03-10'])
  expect(await days('2026-03-11', '2026-03-10')).toEqual([]) // from after to
  expect(await list({ market: night.id, from: '2026-03-10', to: '2026-03-10' })).toMatchObject({
    stats: { totalBetAmount: 10, todayTotalBetAmount: 0 },
  })
})

test('every page of a long list is what its filters leave, over days and statuses', async () => {
  const asha = await office.user('Asha', 10_000)
  const market = await office.market('LONG')
  const picks = ['single_digit:1:-:-:-', 'single_digit:2:-:-:-', 'jodi_digit:1:-:4:-']
  const at = (back: number) => momentOf(addDays(market.day, -back), readTime('11:00')!)
  for (let index = 0; index < 24; index++) {
    const placed = await office.placeAt(
      at(1 + (index % 3)),
      asha,
      market,
      picks[index % 4 === 0 ? 2 : index % 2]!,
    )
    if (index % 5 === 0) await revert(placed.id!)
  }
  for (const back of [1, 2]) await office.declare(market, '128-1', { date: addDays(market.day, -back) })
  for (const status of [undefined, 'running', 'win', 'loss', 'cancelled'] as const) {
    const filter = { market: market.id, ...(status && { status }) }
    const whole = await list(filter)
    const pages: number[] = []
    for (let page = 1; page <= whole.totalPages * 20; page++) {
      pages.push(...(await list({ ...filter, page, limit: 5 })).data.map(({ id }) => id))
    }
    expect(pages, status).toEqual(whole.data.map(({ id }) => id))
    expect(whole.total, status).toBe(whole.data.length)
    expect(await list({ ...filter, page: 1000 }), status).toMatchObject({ data: [], total: whole.total })
  }
  const days = (await list({ market: market.id })).data.map(({ market_date }) => market_date)
  expect(days).toEqual([...days].sort().reverse())
})

test.each([
  { from: '0000-00-00' },
  { from: 'now()' },
  { to: '2026-02-30' },
  { status: 'hacked' },
  { status: true },
  { market: 'KALYAN' },
  { page: 0 },
  { limit: 1_000_000_000 },
])('the list refuses %j', async (body) => {
  expect(await office.call(api.bids.list.path, body)).toMatchObject({ code: 400 })
})

test('cancelling a running bid refunds its points, once', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('REFUND')
  const id = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  expect(await revert(id)).toMatchObject({
    code: 200,
    data: { id, status: 'cancelled', win: '-', points: 10 },
  })
  expect(await revert(id)).toMatchObject({ code: 409, message: 'This bid is cancelled already' })
  expect(await office.postingsOf(asha)).toEqual(['stake -10 leaves 90', 'refund +10 leaves 100'])
  const { data } = await office.call(api.users.transactions, { userId: asha.id })
  expect(data[0]).toMatchObject({ transfer_type: 'refund', note: 'Reverted by admin' })
})

test('cancelling a bid that had won takes the win back after the refund', async () => {
  const asha = await office.user('Asha', 10)
  const market = await office.market('WON')
  const id = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.call(api.users.deductFunds, { id: asha.id, amount: 90 })
  expect(await revert(id, ' placed by mistake ')).toMatchObject({ code: 200 })
  expect((await office.postingsOf(asha)).slice(2)).toEqual([
    'fund_deduct -90 leaves 0',
    'refund +10 leaves 10',
    'win_reversed -90 leaves -80',
  ])
  expect((await office.call(api.users.get, { id: asha.id })).data).toMatchObject({
    total_bets: 0,
    total_win: 0,
  })
})

test('a bid that lost can be cancelled too, and a bid of a deleted player is closed out', async () => {
  const asha = await office.user('Asha', 10)
  const market = await office.market('LOST')
  const id = await office.place(asha, market, 'single_digit:2:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.call(api.users.remove, { id: asha.id })
  expect(await revert(id)).toMatchObject({ code: 200 })
  expect(await office.postingsOf(asha)).toEqual([
    'stake -10 leaves 0',
    'refund +10 leaves 10',
    'closing -10 leaves 0',
  ])
})

test('of eight cancellations at once exactly one is done', async () => {
  const asha = await office.user('Asha', 100)
  const id = await office.place(asha, await office.market('ONCE'), 'single_digit:1:-:-:-', 10)
  const all = await Promise.all(Array.from({ length: 8 }, () => revert(id)))
  expect(all.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await office.walletOf(asha)).toBe(100)
})

test('cancelling beside declaring and reverting never refunds and pays the same bid', async () => {
  for (let round = 1; round <= 6; round++) {
    const asha = await office.user('Asha', 100)
    const market = await office.market(`BESIDE ${round}`)
    const id = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
    if (round % 2) await office.declare(market, '128-1')
    const [cancelled] = await Promise.all([
      revert(id),
      round % 2 ? office.revert(market) : office.declare(market, '128-1'),
    ])
    expect(cancelled.code).toBe(200)
    expect(await office.walletOf(asha)).toBe(100)
  }
})

test.each([
  [{}, 400, 'Bid ID is missing'],
  [{ betId: 'all' }, 400, 'Bid ID is missing'],
  [{ betId: [1] }, 400, 'Bid ID is missing'],
  [{ betId: 987_654_321 }, 404, 'Bid not found'],
  [{ betId: 1, reason: { x: 1 } }, 400, 'reason must be text'],
  [{ betId: 1, reason: 'x'.repeat(201) }, 400, 'reason must be at most 200 characters'],
])('cancelling %j is refused (%i): %s', async (body, code, message) => {
  const before = await office.fingerprint()
  expect(await office.call(api.bids.revert.path, body)).toMatchObject({ code, message })
  expect(await office.fingerprint()).toBe(before)
})

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
})

test('the analytics of a draw count what was bet and not cancelled, and the rate of winners among the decided', async () => {
  const { market } = await story('ANALYTICS')
  const { data } = await office.call(api.bids.analytics, { marketId: market.id, date: market.day })
  expect(data).toEqual({
    date: market.day,
    overview: { totalBets: 3, totalBetAmount: 60, winningBets: 1, winRate: 50 },
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

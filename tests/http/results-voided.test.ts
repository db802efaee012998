/** What a void shows: in each list of bids and of money, in their figures, and to the player. */
import { api, type Body } from '@munim/contract'
import { expect, test } from 'vitest'
import { readDaysOfBids } from '../../server/src/bids/days.ts'
import { searchBids } from '../../server/src/bids/search.ts'
import { checkCountedLists } from '../../server/src/books/counted-lists.ts'
import { sql } from '../../server/src/database/db.ts'
import { backOffice, type Market } from '../support/office.ts'

const office = await backOffice()

/**
 * Of two markets of one day one is declared, one half declared and then voided. `voided` are the bids that the void
 * cancelled, `reverted` the one that the administrator did; all are Asha's.
 */
const asha = await office.user('Asha', 1000)
const [whole, half] = [await office.market('WHOLE'), await office.market('HALF')]
const place = (market: Market, pick: string, points: number) => office.place(asha, market, pick, points)
const won = await place(half, 'single_digit:1:-:-:-', 10)
const lost = await place(half, 'single_panna:-:137:-:-', 20)
const combined = await place(half, 'jodi_digit:1:-:4:-', 30)
const reverted = await place(half, 'single_digit:-:-:4:-', 40)
const closing = await place(half, 'single_digit:-:-:5:-', 50)
const running = await place(whole, 'single_digit:1:-:-:-', 60)
await office.cancel(reverted)
await office.declare(half, '128-1')
await office.call(api.results.voidDraw, { marketId: half.id, date: half.day, reason: 'It never came' })
const cancelled = [closing, reverted, combined]

const idsOf = ({ data }: { data: readonly { id: number }[] }) => data.map(({ id }) => id)
const byStatus = { running: [running], win: [won], loss: [lost], cancelled }

test.each(Object.entries(byStatus))('Bet Management narrowed to %s', async (status, ids) => {
  const filter = { status: status as keyof typeof byStatus }
  const said = await office.call(api.bids.list, filter)
  expect(idsOf(said)).toEqual(ids)
  expect(said).toMatchObject({ total: ids.length, totalPages: 1 })
  expect(said.data.every((bid) => bid.status === status)).toBe(true)
  expect(said.stats).toEqual({
    activeBidsCount: 1,
    winBidsCount: 1,
    lossBidsCount: 1,
    totalBetAmount: 90,
    todayTotalBetAmount: 90,
  })
  const pages = [1, 2, 3].map((page) => office.call(api.bids.list, { ...filter, limit: 1, page }))
  expect((await Promise.all(pages)).flatMap(idsOf)).toEqual(ids)
  const market = ids.filter((id) => id !== running)
  expect(idsOf(await office.call(api.bids.list, { ...filter, market: half.id }))).toEqual(market)
  const { text } = await office.send(api.bids.listCsv.path, JSON.stringify(filter), { as: office.admin })
  expect(
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[0])),
  ).toEqual(ids)
})

test('the bids of the draw, by status and session', async () => {
  const of = async (filter: Omit<Body<typeof api.bids.ofMarket>, 'marketId'>) => {
    const said = await office.call(api.bids.ofMarket, { marketId: half.id, date: half.day, ...filter })
    expect(said.total).toBe(said.data.length)
    return idsOf(said)
  }
  expect(await of({})).toEqual([closing, reverted, combined, lost, won])
  for (const status of ['running', 'win', 'loss', 'cancelled'] as const)
    expect(await of({ status })).toEqual(byStatus[status].filter((id) => id !== running))
  expect(await of({ status: 'cancelled', gameMode: 'single_digit' })).toEqual([closing, reverted])
  expect(await of({ status: 'cancelled', session: 'open' })).toEqual([])
  expect(await of({ session: 'close' })).toEqual(cancelled)
})

test('the distribution of the draw leaves out what is voided, as it does what is cancelled', async () => {
  const { data } = await office.call(api.bids.analytics, { marketId: half.id, date: half.day })
  expect(data.overview).toEqual({
    totalBets: 2,
    totalBetAmount: 30,
    winningBets: 1,
    winRate: 50,
    cancelledBets: cancelled.length,
  })
  expect(data.distributions.session).toEqual([{ label: 'Open', count: 2, total_amount: 30 }])
})

test('the bid history of the reports counts it as refunded; the acts of administrators leave it out', async () => {
  const all = await office.call(api.reports.bids, {})
  expect(all.statistics).toEqual({
    totalBids: 6,
    totalBidAmount: 210,
    totalWinnings: 90,
    totalRefunds: 120,
    totalProfit: 0,
  })
  for (const search of [undefined, 'asha']) {
    expect(idsOf(await office.call(api.reports.bids, { status: 'cancelled', search }))).toEqual(cancelled)
    const acts = await office.call(api.reports.bids, { adminOnly: true, search })
    expect(idsOf(acts)).toEqual([reverted])
    expect(acts).toMatchObject({ total: 1, statistics: { totalBids: 1, totalRefunds: 40 } })
  }
  const filter = { status: 'cancelled', page: 1, limit: 10 } as const
  const days = await readDaysOfBids(office.database, {})
  for (const way of ['own', 'found', 'others'] as const) {
    const { data } = await searchBids(office.database, filter, 'asha', days, way)
    expect(data.map(({ id }) => id)).toEqual(cancelled)
  }
})

test('the histories show a refund with the reason, and none of it among the acts of administrators', async () => {
  const refunds = (rows: readonly { transfer_type: string; amount: number; note: string }[]) =>
    rows.filter((row) => row.transfer_type === 'refund').map(({ amount, note }) => `${amount} ${note}`)
  const byVoid = ['50 It never came', '30 It never came']
  const byAdmin = '40 Reverted by admin'
  const own = await office.call(api.users.transactions, { userId: asha.id, limit: 100 })
  expect(refunds(own.data)).toEqual([...byVoid, byAdmin])
  const seen = await office.call(api.player.transactions, { limit: 100 }, { as: asha })
  expect(refunds(seen.data)).toEqual([...byVoid, byAdmin])
  for (const search of [undefined, 'asha']) {
    const reported = await office.call(api.reports.transactions, { limit: 100, search })
    expect(refunds(reported.data)).toEqual([...byVoid, byAdmin])
    const acts = await office.call(api.reports.transactions, { limit: 100, adminOnly: true, search })
    expect(refunds(acts.data)).toEqual([byAdmin])
    const inMarket = await office.call(api.reports.transactions, { limit: 100, market: half.id, search })
    expect(inMarket.total).toBe(5 + 3 + 1)
  }
})

test('the player sees cancelled bids, and digits that are not drawn', async () => {
  const { data } = await office.call(api.player.bids, {}, { as: asha })
  expect(data.filter(({ status }) => status === 'cancelled').map(({ id }) => id)).toEqual(cancelled)
  expect(data.filter(({ win }) => win !== '-').map(({ id }) => id)).toEqual([won])
  const { data: user } = await office.call(api.users.get, { id: asha.id })
  expect(user).toMatchObject({ wallet: 1000 - 90 + 90, total_bets: 90, total_win: 90 })
})

test('the house keeps stakes less refunds less winnings', async () => {
  const { days } = (await office.call(api.dashboard.getOverview, {})).data
  expect(days.at(-1)).toMatchObject({ house: 210 - 120 - 90 })
})

test('what the lists are counted by is what the books hold, and a refund of a void is no act', async () => {
  expect((await checkCountedLists(office.database)).filter(({ wrong }) => wrong > 0)).toEqual([])
  const { acts } = await office.database.only<{ acts: number }>(sql`
    select count(*) as acts from desk_rows where kind = 'refund'`)
  expect(acts).toBe(1)
})

/** Bet management: the list with its cards, reverting one bid, and the list as a file. Placing is bids-place.test.ts. */
import { api, type Body } from '@munim/contract'
import { addDays } from '@munim/core'
import { expect, test } from 'vitest'
import { checkCountedLists } from '../../server/src/books/counted-lists.ts'
import { sql } from '../../server/src/database/db.ts'
import { tellBids } from '../support/history.ts'
import { backOffice, bidOn, type Market, type Player } from '../support/office.ts'

const office = await backOffice()
const list = (filter: Body<typeof api.bids.list>) => office.call(api.bids.list, { limit: 100, ...filter })
const revert = (betId: unknown, more: object = {}) => office.call(api.bids.revert.path, { betId, ...more })

/** One bid of each status on the open, and one that waits for the close: win, loss, running, cancelled. */
async function fourBids(player: Player, market: Market) {
  const win = await office.place(player, market, 'single_digit:1:-:-:-', 10)
  const loss = await office.place(player, market, 'single_digit:2:-:-:-', 20)
  const running = await office.place(player, market, 'single_digit:-:-:4:-', 40)
  const cancelled = await office.place(player, market, 'single_digit:1:-:-:-', 80)
  await revert(cancelled)
  await office.declare(market, '128-1')
  return { win, loss, running, cancelled }
}

test('each bid is shown with its player, its market and what became of it, the newest first', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('SHOWN')
  const ids = await fourBids(asha, market)
  const { data, total, totalPages } = await list({ market: market.id })
  expect({ total, totalPages }).toEqual({ total: 4, totalPages: 1 })
  const one = { running: 1, win: 1, loss: 1, cancelled: 1 }
  expect((await list({ market: market.id, status: 'win' })).counts).toEqual(one)
  expect((await list({ market: market.id, search: 'Asha', status: 'loss' })).counts).toEqual(one)
  expect(data.map(({ id, status, win }) => [id, status, win])).toEqual([
    [ids.cancelled, 'cancelled', '-'],
    [ids.running, 'running', '-'],
    [ids.loss, 'loss', '-'],
    [ids.win, 'win', 90],
  ])
  expect(data[3]).toMatchObject({
    User: { id: asha.id, user_name: 'Asha', mobile: asha.mobile },
    Market: { _id: market._id, name: 'SHOWN', open_time: '12:00', close_time: '13:00' },
    market_name: 'SHOWN',
    session: 'open',
    game_mode: 'single_digit',
    open_digit: '1',
    close_digit: '-',
    points: 10,
  })
})

test('the cards count by status and sum what is staked; cancelled bids are in the total only', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('CARDS')
  await fourBids(asha, market)
  const { stats, total } = await list({ market: market.id })
  expect(total).toBe(4)
  expect(stats).toEqual({
    activeBidsCount: 1,
    winBidsCount: 1,
    lossBidsCount: 1,
    totalBetAmount: 70,
    todayTotalBetAmount: 70,
  })
})

test('status and page change neither cards nor, of a page, the total', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('FILTERED')
  const ids = await fourBids(asha, market)
  const all = await list({ market: market._id }) // by its UUID, too
  for (const [status, meant] of [
    ['running', 'running'],
    ['pending', 'running'],
    ['win', 'win'],
    ['completed', 'win'],
    ['loss', 'loss'],
    ['cancelled', 'cancelled'],
  ] as const) {
    const said = await list({ market: market.id, status })
    expect(said.data.map(({ id }) => id)).toEqual([ids[meant]])
    expect(said).toMatchObject({ total: 1, stats: all.stats })
  }
  const second = await list({ market: market.id, page: 2, limit: 3 })
  expect(second).toMatchObject({ total: 4, totalPages: 2, data: [{ id: ids.win }], stats: all.stats })
  expect(await list({ market: market.id, page: 1_000_000_000 })).toMatchObject({
    code: 200,
    data: [],
    total: 4,
  })
})

test('the oldest can come first: of all days, of a draw, and of what a search finds', async () => {
  const asha = await office.user('Ordered Asha', 500)
  const market = await office.market('ORDERED')
  const { win, loss, running, cancelled } = await fourBids(asha, market)
  for (const filter of [{ market: market.id }, { search: 'Ordered Asha' }] as const) {
    const ids = async (order: 'newest' | 'oldest', page: number) =>
      (await list({ ...filter, order, page, limit: 3 })).data.map(({ id }) => id)
    expect(await ids('oldest', 1)).toEqual([win, loss, running])
    expect(await ids('oldest', 2)).toEqual([cancelled])
    expect(await ids('newest', 1)).toEqual([cancelled, running, loss])
  }
  const ofDraw = await office.call(api.bids.ofMarket, { marketId: market.id, order: 'oldest', limit: 2 })
  expect(ofDraw.data.map(({ id }) => id)).toEqual([win, loss])
})

test('dates are business days, and today stays today whatever they are', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('DATES')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const tomorrow = addDays(market.day, 1)
  expect(await list({ market: market.id, from: market.day, to: market.day })).toMatchObject({ total: 1 })
  const later = await list({ market: market.id, from: tomorrow, to: addDays(tomorrow, 9) })
  expect(later).toMatchObject({ data: [], total: 0, stats: { totalBetAmount: 0, todayTotalBetAmount: 10 } })
  expect(await list({ market: market.id, from: tomorrow, to: market.day })).toMatchObject({
    code: 200,
    data: [],
    total: 0,
  })
})

test.each([
  [{ status: 'lost' }],
  [{ status: 5 }],
  [{ from: '2026-02-30' }],
  [{ to: '20-11-2026' }],
  [{ market: 'KALYAN' }],
  [{ market: -1 }],
  [{ page: 0 }],
  [{ page: '1' }],
  [{ limit: 101 }],
])('a list filtered by %j is refused', async (filter) => {
  for (const { path } of [api.bids.list, api.bids.listCsv]) {
    expect(await office.call(path, filter)).toMatchObject({ code: 400, status: 'error' })
  }
})

test('an empty filter is none', async () => {
  const all = await list({})
  expect(await list({ from: '', to: null, market: '', status: '' } as never)).toEqual(all)
})

test('a market that is unknown or gone leaves no bid', async () => {
  expect(await list({ market: 999_999 })).toMatchObject({ code: 200, data: [], total: 0 })
})

test('reverting a running bid refunds its points once', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('REFUND')
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 30)
  expect(await revert(bid, { reason: 'Typed wrongly' })).toMatchObject({
    code: 200,
    data: { id: bid, status: 'cancelled', win: '-', points: 30 },
  })
  expect(await office.postingsOf(asha)).toEqual(['stake -30 leaves 70', 'refund +30 leaves 100'])
  expect(await revert(bid)).toMatchObject({ code: 409, message: 'This bid is cancelled already' })
  expect(await office.walletOf(asha)).toBe(100)
  const { reason } = await office.database.only<{ reason: string | null }>(
    sql`select cancel_reason as reason from bids where id = ${bid}`,
  )
  expect(reason).toBe('Typed wrongly')
})

test('without a reason it says Reverted by admin, and the audit says who', async () => {
  const asha = await office.user('Asha', 100)
  const bid = await office.place(asha, await office.market('REASON'), 'single_digit:1:-:-:-', 30)
  await revert(String(bid)) // an id in digits is an id
  const { data } = await office.call(api.users.transactions, { userId: asha.id })
  expect(data[0]).toMatchObject({ transfer_type: 'refund', note: 'Reverted by admin' })
  const acts = await office.call(api.reports.audit, { thing: 'bid', thing_id: bid })
  expect(acts.data).toMatchObject([
    { act: api.bids.revert.path, actorName: 'admin', after: { status: 'cancelled' } },
  ])
})

test('reverting a bid that has won takes the win back, below zero where it was spent', async () => {
  const asha = await office.user('Asha', 10)
  const [market, other] = [await office.market('WON'), await office.market('SPENT ON')]
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.place(asha, other, 'single_digit:1:-:-:-', 90)
  expect(await revert(bid)).toMatchObject({ code: 200 })
  expect((await office.postingsOf(asha)).slice(-2)).toEqual([
    'refund +10 leaves 10',
    'win_reversed -90 leaves -80',
  ])
  const { stats } = await list({ market: market.id })
  expect(stats).toMatchObject({ winBidsCount: 0, lossBidsCount: 0, totalBetAmount: 0 })
})

test('a bid reverted under one result stays cancelled under the next, and is counted once', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('AGAIN')
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const other = await office.place(asha, market, 'single_digit:1:-:-:-', 20)
  const counted = async () => {
    const { stats, total } = await list({ market: market.id })
    return [stats.activeBidsCount, stats.winBidsCount, stats.lossBidsCount, stats.totalBetAmount, total]
  }
  await office.declare(market, '128-1')
  expect(await counted()).toEqual([0, 2, 0, 30, 2])
  await revert(bid)
  expect(await counted()).toEqual([0, 1, 0, 20, 2])
  await office.revert(market)
  expect(await counted()).toEqual([1, 0, 0, 20, 2])
  await office.declare(market, '129-2')
  expect(await counted()).toEqual([0, 0, 1, 20, 2])
  await office.revert(market)
  await office.declare(market, '128-1')
  expect(await counted()).toEqual([0, 1, 0, 20, 2])
  await office.revert(market)
  expect(await revert(other)).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(100) // Its wins were taken back with the results.
})

test('a bid of which another thing became than was looked at is not reverted', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('LOOKED AT')
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const message = `What became of bid #${bid} changed meanwhile: look at it again.`
  const isRefused = async (basedOn: string) => {
    const before = await office.fingerprint()
    const said = await revert(bid, { basedOn })
    expect(said).toMatchObject({ code: 409, message, errors: { basedOn: message } })
    expect(await office.fingerprint()).toBe(before)
  }
  await isRefused('win')
  await office.declare(market, '128-1')
  await isRefused('running')
  await isRefused('loss')
  const body = { betId: bid, basedOn: 'win' as const }
  const done = await office.call(api.bids.revert, body, { key: 'once' })
  expect(done).toMatchObject({ code: 200, data: { status: 'cancelled' } })
  expect(await office.call(api.bids.revert, body, { key: 'once' })).toEqual(done)
  expect(await revert(bid, { basedOn: 'win' })).toMatchObject({
    code: 409,
    message: 'This bid is cancelled already',
  })
})

test('what a deleted player had won is taken back from the house', async () => {
  const gone = await office.user('Gone', 10)
  const market = await office.market('GONE')
  const bid = await office.place(gone, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.lookAtAll()
  await office.call(api.users.remove, { id: gone.id })
  expect((await office.call(api.bids.get, { betId: bid })).data).toMatchObject({ isPlayerDeleted: true })
  const on = { marketId: market.id, date: market.day }
  expect((await office.call(api.results.previewRevert, on)).data).toMatchObject({
    paid: 90,
    ofDeleted: 90,
    belowZero: 0,
  })
  expect(await revert(bid)).toMatchObject({
    code: 200,
    data: { User: { user_name: `Deleted user #${gone.id}`, mobile: '' } },
  })
  expect(await office.walletOf(gone)).toBe(0)
})

test.each([
  [undefined, 400, 'Bid ID is missing'],
  [null, 400, 'Bid ID is missing'],
  ['', 400, 'Bid ID is missing'],
  ['12a', 400, 'Bid ID is missing'],
  [0, 400, 'Bid ID is missing'],
  [1.5, 400, 'Bid ID is missing'],
  [[1], 400, 'Bid ID is missing'],
  [987_654_321, 404, 'Bid not found'],
])('reverting bid %j is refused and changes nothing', async (betId, code, message) => {
  const before = await office.fingerprint()
  expect(await revert(betId)).toMatchObject({ code, message })
  expect(await office.fingerprint()).toBe(before)
})

test('a reason of more than 200 characters, or no text, is refused', async () => {
  const asha = await office.user('Asha', 100)
  const bid = await office.place(asha, await office.market('LONG'), 'single_digit:1:-:-:-', 10)
  for (const reason of ['x'.repeat(201), 5, null, 'a\0b'])
    expect(await revert(bid, { reason })).toMatchObject({ code: 400 })
  expect(await office.walletOf(asha)).toBe(90)
})

test('of sixteen reverts of one bid at once one is done', async () => {
  const asha = await office.user('Asha', 100)
  const bid = await office.place(asha, await office.market('ONCE'), 'single_digit:1:-:-:-', 10)
  const all = await Promise.all(Array.from({ length: 16 }, () => revert(bid)))
  expect(all.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(all.filter(({ code }) => code === 409)).toHaveLength(15)
  expect(await office.walletOf(asha)).toBe(100)
})

test('reverting beside a declaration leaves the bid cancelled and unpaid, whoever comes first', async () => {
  const asha = await office.user('Asha', 1000)
  for (let round = 0; round < 10; round++) {
    const market = await office.market(`RACE ${round}`)
    const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
    await Promise.all([revert(bid), office.declare(market, '128-1')])
    const { stats, data } = await list({ market: market.id })
    expect(data).toMatchObject([{ status: 'cancelled' }])
    expect(stats).toMatchObject({ activeBidsCount: 0, winBidsCount: 0, lossBidsCount: 0, totalBetAmount: 0 })
  }
  expect(await office.walletOf(asha)).toBe(1000)
})

test('the figures are those of plain SQL while bids, results and reverts go on at once', async () => {
  const players = await Promise.all(['Asha', 'Ravi', 'Nisha'].map((name) => office.user(name, 10_000)))
  const markets = await Promise.all(['ONE', 'TWO'].map((name) => office.market(`BUSY ${name}`)))
  const picks = ['single_digit:1:-:-:-', 'single_digit:2:-:-:-', 'single_digit:-:-:4:-', 'jodi_digit:1:-:4:-']
  const bets = async (player: Player) => {
    const ids: number[] = []
    for (let round = 0; round < 12; round++) {
      const bid = bidOn(markets[round % 2]!, picks[round % 4]!, 10 + round)
      const said = await office.call(api.player.placeBids, { bids: [bid] }, { as: player })
      if (said.code === 200) ids.push(said.data[0]!.id)
      if (round % 5 === 4) await revert(ids[round - 4])
    }
  }
  const results = async (market: Market) => {
    for (const result of ['129-2', '128-1', '128-14-455']) {
      await office.declare(market, result)
      await office.revert(market)
    }
    await office.declare(market, '128-1')
  }
  await Promise.all([...players.map(bets), ...markets.map(results)])
  for (const { id } of markets) {
    for (const status of [undefined, 'running', 'win', 'loss', 'cancelled'] as const) {
      const told = await tellBids(office.database, { market: id, status })
      const said = await list({ market: id, status })
      expect(said.total).toBe(told.total)
      expect(said.data.map((bid) => bid.id)).toEqual(told.ids)
    }
  }
})

test('after all of these stories the figures agree with the books', async () => {
  expect((await checkCountedLists(office.database)).filter(({ wrong }) => wrong > 0)).toEqual([])
})

// The list as a file.

const csv = async (filter: Body<typeof api.bids.listCsv>) => {
  const said = await office.send(api.bids.listCsv.path, JSON.stringify(filter), { as: office.admin })
  return { ...said, lines: said.text.split('\r\n') }
}

test('the file holds every bid that the filters leave, in the order of the list', async () => {
  const asha = await office.user('Asha, "the first"', 500)
  const market = await office.market('FILE OF')
  const ids = await fourBids(asha, market)
  const said = await csv({ market: market.id, from: market.day, to: market.day, page: 7, limit: 1 })
  expect(said.code).toBe(200)
  expect(said.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(said.headers.get('cache-control')).toBe('no-store')
  expect(said.headers.get('content-disposition')).toBe(
    `attachment; filename="bets_FILE-OF_${market.day}_${market.day}_ist.csv"`,
  )
  expect(said.lines[0]).toBe(
    'ID,Placed at,Market date,Market,User ID,User,Mobile,Session,Game,Open digit,Open panna,Close digit,Close panna,Points,Multiplier,Status,Win',
  )
  expect(said.lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual(
    Object.values(ids).reverse(),
  )
  expect(said.lines.at(-1)).toBe('')
  expect(said.lines[4]).toMatch(
    new RegExp(
      `^${ids.win},${market.day}T\\d\\d:\\d\\d:\\d\\d\\+05:30,${market.day},FILE OF,${asha.id},"Asha, ""the first""",` +
        `${asha.mobile},open,Single Digit,1,,,,10.00,9,win,90.00$`,
    ),
  )
})

test('a slip is all that one player placed at one moment, named by any of its bids, whatever else narrows it', async () => {
  const [asha, ravi] = [await office.user('Slip Asha', 1000), await office.user('Slip Ravi', 1000)]
  const [first, second] = [await office.market('SLIP ONE'), await office.market('SLIP TWO')]
  const alone = await office.place(asha, first, 'single_digit:9:-:-:-', 10)
  const bids = [
    bidOn(first, 'single_digit:1:-:-:-', 100),
    bidOn(first, 'single_digit:-:-:4:-', 50),
    bidOn(second, 'single_digit:2:-:-:-', 30),
  ]
  const { data } = await office.call(api.player.placeBids, { bids }, { as: asha })
  const [open, close, other] = data.map(({ id }) => id) as [number, number, number]
  await office.place(ravi, first, 'single_digit:1:-:-:-', 70)
  await office.declare(first, '128-1')
  await revert(close)

  const ids = async (filter: Body<typeof api.bids.list>) => (await list(filter)).data.map(({ id }) => id)
  for (const slip of [open, close, other]) {
    const said = await list({ slip })
    expect([said.data.map(({ id }) => id), said.total, said.totalPages]).toEqual([[other, close, open], 3, 1])
    expect(said.counts).toEqual({ running: 1, win: 1, loss: 0, cancelled: 1 })
    expect(said.stats).toMatchObject({ activeBidsCount: 1, winBidsCount: 1, totalBetAmount: 130 })
  }
  expect(await ids({ slip: alone })).toEqual([alone])
  expect(await ids({ slip: String(open), order: 'oldest' })).toEqual([open, close, other])
  expect(await ids({ slip: open, limit: 2, page: 2 })).toEqual([open])
  expect(await ids({ slip: open, status: 'win' })).toEqual([open])
  expect((await list({ slip: open, status: 'win' })).counts).toMatchObject({ cancelled: 1 })
  expect(await ids({ slip: open, market: second.id })).toEqual([other])
  expect(await ids({ slip: open, from: addDays(first.day, 1) })).toEqual([])
  expect(await ids({ slip: open, search: 'Slip Asha' })).toEqual([other, close, open])
  expect(await ids({ slip: open, search: `bid ${close}` })).toEqual([close])
  expect(await ids({ slip: open, search: 'Slip Ravi' })).toEqual([])
  expect(await list({ slip: 999_999_999 })).toMatchObject({ code: 200, data: [], total: 0 })
  expect(await list({ slip: 'that' })).toMatchObject({ code: 400, message: 'slip must be an ID' })

  const file = await csv({ slip: open, page: 2, limit: 1, order: 'oldest' })
  expect(file.headers.get('content-disposition')).toContain(`bets_slip-of-${open}_`)
  expect(file.lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual([other, close, open])
  expect((await csv({ slip: 999_999_999 })).lines).toHaveLength(2)
})

test('the file begins with the mark by which spreadsheets know UTF-8', async () => {
  const response = await fetch(office.host + api.bids.listCsv.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: office.admin.token },
    body: '{"market":999999}',
  })
  expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test.each(['=1+1', '+91 98', '-5', '@SUM(A1)', '\ttab', '\rline'])(
  'a name of %j is no formula in the file',
  async (name) => {
    const asha = await office.user('Asha', 100)
    await office.database.run(sql`update users set user_name = ${name} where id = ${asha.id}`)
    const market = await office.market(`FORMULA ${name.codePointAt(0)}`)
    await office.place(asha, market, 'single_digit:1:-:-:-', 10)
    const { text } = await csv({ market: market.id })
    const quoted = name.includes('\r') ? `"'${name}"` : `'${name}`
    expect(text).toContain(`,${quoted},${asha.mobile},`)
  },
)

test('the file is for an administrator, and a refusal of it is said in words', async () => {
  const said = await office.send(api.bids.listCsv.path, '{}')
  expect(said).toMatchObject({ code: 401, text: '{"status":"error","message":"Please sign in again"}' })
})

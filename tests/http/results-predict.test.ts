/** Looking ahead: what a result would do, what each outcome would cost, what is due, what the source says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@munim/contract'
import { addDays, type Day, momentOf, readTime, timeOf } from '@munim/core'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { backOffice, formOf, type Market } from '../support/office.ts'

const office = await backOffice()

const predict = (market: Market, result: string, more: object = {}) =>
  office.call(api.results.predict, { marketId: market.id, date: market.day, ...formOf(result), ...more })

async function story(name: string) {
  const [asha, ravi] = [
    await office.user(`Asha of ${name}`, 1000),
    await office.user(`Ravi of ${name}`, 1000),
  ]
  const market = await office.market(name)
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'jodi_digit:1:-:4:-', 20)
  await office.place(ravi, market, 'single_panna:-:137:-:-', 30)
  await office.place(ravi, market, 'double_panna:-:-:-:455', 40)
  for (const digit of [1, 2])
    await office.cancel(await office.place(ravi, market, `single_digit:${digit}:-:-:-`, 50))
  return { asha, ravi, market }
}

test('a half result counts only what it decides', async () => {
  const { asha, ravi, market } = await story('HALF')
  const said = await predict(market, '128-1')
  expect(said).toMatchObject({ code: 200, message: 'Prediction completed successfully!', warnings: [] })
  expect(said.data).toMatchObject({
    statistics: {
      total_bets: 2,
      winning_bets: 1,
      losing_bets: 1,
      total_winning_amount: 90,
      total_bet_amount: 40,
      net_house_profit: -50,
    },
    result_prediction: {
      open_digit: '1',
      open_panna: '128',
      close_digit: '-',
      close_panna: '-',
      is_half_result: true,
    },
    winners_total: 1,
    losers_total: 1,
  })
  expect(said.data.winning_users).toMatchObject([
    {
      userId: asha.id,
      userName: asha.name,
      mobile: asha.mobile,
      gameMode: 'single_digit',
      betNumbers: ['1'],
      points: 10,
      winningAmount: 90,
      potentialBalance: 1060,
    },
  ])
  expect(said.data.losing_users).toMatchObject([
    { userId: ravi.id, gameMode: 'single_panna', betNumbers: ['137'], points: 30, currentWallet: 930 },
  ])
})

test('predicting changes nothing of money, bids and results, and is told in the audit', async () => {
  const { market } = await story('LOOK')
  const before = await office.fingerprint()
  await predict(market, '128-14-455')
  expect(await office.fingerprint()).toBe(before)
  const last = await office.database.only<{ act: string; actor: string }>(sql`
    select act, actor from audit order by id desc limit 1`)
  expect(last).toEqual({ act: api.results.predict.path, actor: 'admin:1' })
})

test.each(['128-1', '137-1', '128-14-455', '137-14-149', '550-05-555'])(
  'what %s is predicted to do is what declaring it does',
  async (result) => {
    const { asha, market } = await story(`SAME ${result}`)
    const { data } = await predict(market, result)
    const declared = await office.declare(market, result)
    expect(declared.data).toMatchObject({
      winningBids: data.winners_total,
      paid: data.statistics.total_winning_amount,
    })
    const winner = data.winning_users.find(({ userId }) => userId === asha.id)
    if (winner) expect(await office.walletOf(asha)).toBe(winner.potentialBalance)
  },
)

test('the file of a prediction holds every bid that it would decide, and is told in the audit as well', async () => {
  const { market } = await story('FILE')
  const file = async (result: string) => {
    const body = { marketId: market.id, date: market.day, ...formOf(result), limit: 1 }
    const { code, text, headers } = await office.send(api.results.predictCsv.path, JSON.stringify(body), {
      as: office.admin,
    })
    return { code, name: headers.get('content-disposition'), lines: text.trimEnd().split('\r\n').slice(1) }
  }
  const looks = async () =>
    (
      await office.database.only<{ total: number }>(sql`
      select count(*) as total from audit where act = ${api.results.predictCsv.path}`)
    ).total
  const before = await looks()
  const said = await file('128-14-455')
  expect(said.code).toBe(200)
  expect(said.name).toContain(`prediction_FILE_${market.day}_128_455_ist.csv`)
  expect(said.lines.map((line) => line.split(',').slice(4).join(','))).toEqual([
    'Double Panna,close,455,40.00,win,12000.00',
    'Single Panna,open,137,30.00,loss,',
    'Jodi,close,1 4,20.00,win,1900.00',
    'Single Digit,open,1,10.00,win,90.00',
  ])
  expect(await looks()).toBe(before + 1)
  await office.declare(market, '128-14-455')
  expect((await file('128-14-455')).code).toBe(409)
  expect(await looks()).toBe(before + 1)
})

test('a declared open given again is not counted again, and another one is refused', async () => {
  const { market } = await story('DECLARED')
  await office.declare(market, '128-1')
  const said = await predict(market, '128-14-455')
  expect(said.data.statistics).toMatchObject({
    total_bets: 2,
    winning_bets: 2,
    total_winning_amount: 20 * 95 + 40 * 300,
  })
  expect(await predict(market, '137-14-455')).toMatchObject({ code: 409 })
  expect(await predict(market, '128-1')).toMatchObject({ code: 409 })
})

test('winners and losers have pages of their own, the largest win first', async () => {
  const asha = await office.user('Asha', 1000)
  const market = await office.market('PAGES')
  for (const points of [10, 30, 20]) await office.place(asha, market, 'single_digit:1:-:-:-', points)
  for (const points of [11, 12, 13, 14, 15]) await office.place(asha, market, 'single_digit:2:-:-:-', points)
  const page = async (more: object) => {
    const { data } = await predict(market, '128-1', { limit: 2, ...more })
    return [data.winning_users.map(({ points }) => points), data.losing_users.map(({ points }) => points)]
  }
  expect(await page({})).toEqual([
    [30, 20],
    [15, 14],
  ])
  expect(await page({ winnersPage: 2, losersPage: 2 })).toEqual([[10], [13, 12]])
  expect(await page({ losersPage: 3 })).toEqual([[30, 20], [11]])
  expect(await page({ losersPage: 4, winnersPage: 9 })).toEqual([[], []])
})

test.each([
  // body                                                     sentence
  [{ manualOpenDigit: '' }, 'Open digit is needed'],
  [{ manualOpenPanna: '12' }, 'Open panna must be three figures, 000 to 999'],
  [{ manualOpenDigit: '५' }, 'Open digit must be one figure, 0 to 9'],
  [{ manualCloseDigit: '4' }, 'Close panna is needed with the close digit'],
  [{ date: '' }, 'Date is required'],
  [{ marketId: undefined }, 'Market ID is missing'],
  [{ limit: 101 }, 'limit must be at most 100'],
  [{ winnersPage: 0 }, 'winnersPage must be at least 1'],
])('a prediction of %j is refused: %s', async (changes, message) => {
  const { id, day } = refusing
  const body = { marketId: id, date: day, ...formOf('128-1'), ...changes }
  expect(await office.call(api.results.predict.path, body)).toMatchObject({ code: 400, message })
})
const refusing = await office.market('REFUSING')

test('a prediction is of a market that is there, and of the days that can be declared', async () => {
  const unknown = { marketId: 2_000_000_000, date: refusing.day, ...formOf('128-1') }
  expect(await office.call(api.results.predict, unknown)).toMatchObject({ code: 404 })
  for (const days of [1, -8]) {
    const date = addDays(refusing.day, days)
    expect(await predict(refusing, '128-1', { date })).toMatchObject({
      code: 400,
      message: 'Date must be one of the last 7 days or today',
    })
  }
})

test('the exposure says what every panna would cost, and what is carried to the close', async () => {
  const { market } = await story('EXPOSURE')
  const { data } = await office.call(api.results.exposure, { marketId: market.id, date: market.day })
  const open = data.halves.find(({ half }) => half === 'open')!
  expect(open.stake).toEqual({ points: 40, bids: 2 })
  expect(open.columns[1]).toEqual({ digit: '1', points: 40, bids: 2 })
  expect(open.cells).toHaveLength(220)
  expect(open.cells.find(({ panna }) => panna === '128')).toMatchObject({ digit: '1', pays: 90, result: -50 })
  expect(open.cells.find(({ panna }) => panna === '137')).toMatchObject({ digit: '1', pays: 90 + 4500 })
  expect(open.cells.find(({ panna }) => panna === '129')).toMatchObject({ digit: '2', pays: 0, result: 40 })
  await office.declare(market, '128-1')
  const later = (await office.call(api.results.exposure, { marketId: market.id, date: market.day })).data
  expect(later.halves.map(({ half }) => half)).toEqual(['close'])
  expect(later.halves[0]!.cells.find(({ panna }) => panna === '455')).toMatchObject({
    pays: 20 * 95 + 40 * 300,
  })
  expect(later.worst[0]).toMatchObject({ open: '128', open_digit: '1' })
  expect(await office.call(api.results.exposure.path, {})).toMatchObject({ code: 400 })
  expect(await office.call(api.results.exposure, { marketId: 2_000_000_000 })).toMatchObject({ code: 404 })
})

const cellOf = (market: Market, panna: string, half: 'open' | 'close' = 'open', more: object = {}) =>
  office.call(api.results.exposureCell, { marketId: market.id, date: market.day, half, panna, ...more })

test('a cell of the exposure is taken apart into the bids that would win, what pays most first', async () => {
  const { market } = await story('CELL')
  expect((await cellOf(market, '137')).data).toEqual({
    date: market.day,
    half: 'open',
    panna: '137',
    digit: '1',
    stake: { points: 40, bids: 2 },
    parts: [
      { gameMode: 'single_panna', betNumbers: ['137'], multiplier: 150, points: 30, bids: 1, pays: 4500 },
      { gameMode: 'single_digit', betNumbers: ['1'], multiplier: 9, points: 10, bids: 1, pays: 90 },
    ],
    result: -4550,
  })
  expect((await cellOf(market, '129')).data).toMatchObject({ parts: [], result: 40 })
  await office.declare(market, '128-1')
  // The open is declared, so that what waits for both halves is among the close's own.
  expect((await cellOf(market, '455', 'close')).data.parts).toMatchObject([
    { gameMode: 'double_panna', pays: 12_000 },
    { gameMode: 'jodi_digit', betNumbers: ['1', '4'], multiplier: 95, points: 20, pays: 1900 },
  ])
  expect(await cellOf(market, '137')).toMatchObject({ code: 409 })
  expect(await cellOf(market, '321', 'close')).toMatchObject({ code: 400, message: '321 is not a panna' })
  expect(await cellOf(market, '455', 'close', { marketId: 2_000_000_000 })).toMatchObject({ code: 404 })
})

test('the exposure is a file of every outcome still to come, in the order of the chart', async () => {
  const { market } = await story('EXPOSURE FILE')
  const file = async (body: object) => {
    const { code, text } = await office.send(api.results.exposureCsv.path, JSON.stringify(body), {
      as: office.admin,
    })
    return { code, lines: text.trimEnd().split('\r\n') }
  }
  const body = { marketId: market.id, date: market.day }
  const { code, lines } = await file(body)
  expect([code, lines.length]).toEqual([200, 441])
  expect(lines).toContain('open,137,single,1,40.00,40.00,2,4590.00,-4550.00')
  expect(lines[1]).toMatch(/^open,111,triple,/)
  expect((await file({ ...body, marketId: 2_000_000_000 })).code).toBe(404)
})

test('what is staked on a draw waits until the half that decides it is declared', async () => {
  const { market } = await story('WAITING')
  const waiting = async () => {
    const { data } = await office.call(api.results.waiting, {})
    return data.find(({ marketId }) => marketId === market.id)
  }
  expect(await waiting()).toEqual({ marketId: market.id, date: market.day, bids: 4, points: 100 })
  await office.declare(market, '128-1')
  expect(await waiting()).toEqual({ marketId: market.id, date: market.day, bids: 2, points: 60 })
  await office.declare(market, '128-14-455')
  expect(await waiting()).toBeUndefined()
  await office.revert(market)
  expect(await waiting()).toMatchObject({ bids: 4, points: 100 })

  const empty = await office.market('NOTHING WAITS')
  const asha = await office.user('Asha', 10)
  await office.cancel(await office.place(asha, empty, 'single_digit:1:-:-:-', 10))
  const { data } = await office.call(api.results.waiting, {})
  expect(data.map(({ marketId }) => marketId)).not.toContain(empty.id)
})

test('halves whose moment has passed are due until they are declared, the longest due first', async () => {
  const market = await office.market('DUE', { opensIn: -3, closesIn: -1 })
  const ahead = await office.market('AHEAD')
  const dueOf = async ({ id }: { id: number }) =>
    (await office.call(api.results.due, {})).data.filter(
      (each) => each.marketId === id && each.date === market.day,
    )
  expect((await dueOf(market)).map(({ half }) => half)).toEqual(['open', 'close'])
  expect(await dueOf(ahead)).toEqual([])
  await office.declare(market, '128-1')
  expect((await dueOf(market)).map(({ half }) => half)).toEqual(['close'])
  await office.declare(market, '128-14-455')
  expect(await dueOf(market)).toEqual([])
  await office.revert(market, { session: 'close' })
  expect(await dueOf(market)).toMatchObject([{ half: 'close', isStopped: true }])
  expect(await office.call(api.markets.remove, { id: market._id })).toMatchObject({ code: 200 })
  expect(await dueOf(market)).toEqual([])
})

test('a market or weekday that was switched off has due what was bet on before, and nothing where nobody bet', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('OFF AT NOON')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.database.run(sql`update draws set opens_at = clock_timestamp() where market_id = ${market.id}`)
  const now = await office.database.now()
  const ago = (minutes: number) => timeOf(new Date(now.getTime() - minutes * 60_000))
  const times = { open_time: ago(10), close_time: ago(5) }
  const untouched = await office.market('OFF ALL DAY', { draw: 'untouched', isOld: true, ...times })
  const dueOf = async ({ id }: { id: number }) =>
    (await office.call(api.results.due, {})).data
      .filter(({ marketId }) => marketId === id)
      .map(({ half, isCurrent }) => [half, isCurrent])
  expect(await dueOf(untouched)).toEqual([
    ['open', true],
    ['close', true],
  ])
  await office.database.run(
    sql`update markets set is_active = false where id in (${market.id}, ${untouched.id})`,
  )
  expect(await dueOf(market)).toEqual([['open', true]])
  expect(await dueOf(untouched)).toEqual([])
  await office.database.run(sql`
    update market_days set state = false where market_id = ${market.id}
    and weekday = trim(to_char(${market.day}::date, 'day'))`)
  expect(await dueOf(market)).toEqual([['open', false]])
})

test('a draw of long ago that nobody declared is due until it is', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('FORGOTTEN')
  const day = addDays(market.day, -20)
  await office.placeAt(momentOf(day as Day, readTime('11:00')!), asha, market, 'single_digit:1:-:-:-')
  const { data } = await office.call(api.results.due, {})
  expect(
    data.filter(({ marketId, date }) => marketId === market.id && date === day).map(({ half }) => half),
  ).toEqual(['open', 'close'])
})

test('a half that is still bet on is told where it is asked for, and a close with the open that is declared', async () => {
  const market = await office.market('EARLY', { opensIn: -1, closesIn: 1 })
  const halvesOf = async (body: object) =>
    (await office.call(api.results.due, body)).data
      .filter(({ marketId }) => marketId === market.id)
      .map(({ half, isEarly, open_digit, open_panna }) => [half, isEarly, open_digit, open_panna])
  expect(await halvesOf({})).toEqual([['open', false, '-', '-']])
  expect(await halvesOf({ early: true })).toEqual([
    ['open', false, '-', '-'],
    ['close', true, '-', '-'],
  ])
  await office.declare(market, '128-1')
  expect(await halvesOf({})).toEqual([])
  expect(await halvesOf({ early: true })).toEqual([['close', true, '1', '128']])
})

test('the close of a day before is told with its declared open, until that is taken back', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('YESTERDAY')
  const date = addDays(market.day, -2)
  await office.placeAt(momentOf(date as Day, readTime('11:00')!), asha, market, 'single_digit:1:-:-:-')
  const past = { ...market, day: date as Day }
  const halves = async () =>
    (await office.call(api.results.due, {})).data
      .filter((each) => each.marketId === market.id && each.date === date)
      .map(({ half, open_digit, open_panna }) => [half, open_digit, open_panna])
  await office.declare(past, '128-1')
  expect(await halves()).toEqual([['close', '1', '128']])
  await office.revert(past, {})
  expect(await halves()).toEqual([
    ['open', '-', '-'],
    ['close', '-', '-'],
  ])
})

/** A source of results on this machine that says what a test wants it to say. */
let says: (path: string) => { status?: number; body: unknown } = () => ({ body: {} })
const source = createServer((request, response) => {
  const { status = 200, body } = says(request.url!)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
})
await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
afterAll(() => source.close())
const address = () => `http://127.0.0.1:${(source.address() as AddressInfo).port}`
const other = await backOffice({ resultSourceUrl: `${address()}/{marketId}/{date}` })
const fetched = await other.market('FETCHED')
const fetch = () => other.call(api.results.fetch, { marketId: fetched.id })
const draw = () => ({ date: fetched.day, marketId: fetched.id })

test('what the source says is shown for review, and declares nothing', async () => {
  let asked = ''
  says = (path) => {
    asked = path
    return { body: { ...draw(), open_digit: '1', open_panna: '128', close_digit: '', close_panna: null } }
  }
  const before = await other.fingerprint()
  const said = await fetch()
  expect(asked).toBe(`/${fetched.id}/${fetched.day}`)
  expect(said.data.result).toEqual({ open_digit: '1', open_panna: '128', close_digit: '-', close_panna: '-' })
  expect(await other.fingerprint()).toBe(before)
})

test.each<[string, () => { status?: number; body: unknown }]>([
  ['of another day', () => ({ body: { ...draw(), date: '2026-03-11', open_digit: '1', open_panna: '128' } })],
  [
    'of another market',
    () => ({ body: { ...draw(), marketId: 'OTHER', open_digit: '1', open_panna: '128' } }),
  ],
  ['that is no result', () => ({ body: { hello: 'world' } })],
  ['that is no JSON', () => ({ body: '<html>' })],
  ['with half an open', () => ({ body: { ...draw(), open_digit: '1' } })],
  ['with letters', () => ({ body: { ...draw(), open_digit: 'x', open_panna: '128' } })],
  ['that failed', () => ({ status: 500, body: {} })],
  ['of a megabyte', () => ({ body: 'x'.repeat(1_000_000) })],
])('an answer of the source %s is not believed, and says so (502)', async (_name, answer) => {
  says = answer
  const said = await fetch()
  expect(said).toMatchObject({ code: 502, status: 'error' })
  expect(said.message).toMatch(/source/)
})

test('fetching needs a market that is there', async () => {
  expect(await other.call(api.results.fetch.path, {})).toMatchObject({
    code: 400,
    message: 'Market ID is missing',
  })
  expect(await other.call(api.results.fetch, { marketId: 2_000_000_000 })).toMatchObject({ code: 404 })
})

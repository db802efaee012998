/** Voiding a draw whose result never comes: stakes go back once, what was declared before stays declared, and a void is final. */
import { api, DAYS_BACK } from '@munim/contract'
import { addDays, type Day, type Half, momentOf, readTime, WEEKDAYS } from '@munim/core'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { backOffice, bidOn, formOf, type Market, type Player } from '../support/office.ts'

const office = await backOffice()
const REASON = 'The result never came'
const LONG_AGO = -20
const elevenOn = (day: Day) => momentOf(day, readTime('11:00')!)

interface Asked {
  readonly date?: string
  readonly reason?: string
  readonly basedOn?: Half[]
}
const voidDraw = ({ id, day }: Market, { date = day, reason = REASON, ...more }: Asked = {}) =>
  office.call(api.results.voidDraw, { marketId: id, date, reason, ...more })
const previewOf = ({ id, day }: Market, date: string = day) =>
  office.call(api.results.previewVoid, { marketId: id, date })
const statusesOf = async (player: Player) =>
  (await office.call(api.users.bids, { userId: player.id })).data.map(({ status }) => status).reverse()
const read = async ({ id }: Market, date: string) => (await office.call(api.markets.get, { id, date })).data
const dueOf = async ({ id }: Market) =>
  (await office.call(api.results.due, {})).data
    .filter(({ marketId }) => marketId === id)
    .map(({ date, half }) => `${date} ${half}`)
const tryToPlace = (player: Player, market: Market, pick: string) =>
  office.call(api.player.placeBids, { bids: [bidOn(market, pick, 10)] }, { as: player })
const nothing = { open_digit: '-', open_panna: '-', close_digit: '-', close_panna: '-' }

test('voiding refunds what runs and cancels it, and says what it did as it was said beforehand', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi', 100)]
  const market = await office.market('VOID')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'jodi_digit:1:-:4:-', 20)
  await office.place(ravi, market, 'single_panna:-:-:-:128', 30)
  await office.cancel(await office.place(ravi, market, 'single_digit:2:-:-:-', 15))

  const data = { date: market.day, halves: ['open', 'close'], refunded: 3, players: 2, amount: 60 }
  const before = await office.fingerprint()
  expect(await previewOf(market)).toEqual({ code: 200, status: 'success', data: { ...data, ofDeleted: 0 } })
  expect(await office.fingerprint()).toBe(before)
  expect(await voidDraw(market)).toEqual({ code: 200, status: 'success', data })

  expect(await office.postingsOf(asha)).toEqual([
    'stake -10 leaves 90',
    'stake -20 leaves 70',
    'refund +10 leaves 80',
    'refund +20 leaves 100',
  ])
  expect(await office.walletOf(ravi)).toBe(100)
  expect(await statusesOf(asha)).toEqual(['cancelled', 'cancelled'])
  expect(await statusesOf(ravi)).toEqual(['cancelled', 'cancelled'])
  const { data: user } = await office.call(api.users.get, { id: asha.id })
  expect(user).toMatchObject({ wallet: 100, total_bets: 0 })
  const voided = { halves: ['open', 'close'], reason: REASON }
  expect(await read(market, market.day)).toMatchObject({ ...nothing, voided })
  const { data: previous, total } = await office.call(api.results.previous, { marketId: market.id })
  expect({ total, previous }).toMatchObject({
    total: 1,
    previous: [{ date: market.day, ...nothing, voided }],
  })
})

test('other halves than were looked at are not voided', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('LOOKED AT')
  await office.place(asha, market, 'single_digit:-:-:4:-', 10)
  const message = `What is declared of LOOKED AT for ${market.day} changed meanwhile: look at it again.`
  const isRefused = async (basedOn: Half[]) => {
    const before = await office.fingerprint()
    const said = await voidDraw(market, { basedOn })
    expect(said).toMatchObject({ code: 409, message, errors: { basedOn: message } })
    expect(await office.fingerprint()).toBe(before)
  }
  const both = (await previewOf(market)).data.halves
  await office.declare(market, '128-1')
  await isRefused(both)
  const close = (await previewOf(market)).data.halves
  await office.revert(market)
  await isRefused(close)
  await office.declare(market, '137-1')
  expect(await voidDraw(market, { basedOn: close })).toMatchObject({ code: 200, data: { halves: ['close'] } })
})

test('no row of a bid is written', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('UNTOUCHED BIDS')
  const id = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const version = () => office.database.only(sql`select xmin::text, ctid::text from bids where id = ${id}`)
  const before = await version()
  await voidDraw(market)
  expect(await version()).toEqual(before)
})

test('a draw of long ago that never had a result is due until it is voided', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('FORGOTTEN')
  const date = addDays(market.day, LONG_AGO)
  await office.placeAt(elevenOn(date), asha, market, 'single_digit:1:-:-:-')
  expect(await dueOf(market)).toEqual([`${date} open`, `${date} close`])
  expect(await office.declare(market, '128-14-455', { date })).toMatchObject({ code: 400 })
  expect(await voidDraw(market, { date })).toMatchObject({ code: 200, data: { refunded: 1, amount: 10 } })
  expect(await dueOf(market)).toEqual([])
  expect(await office.walletOf(asha)).toBe(100)
})

test('a draw that nobody bet on is voided too, so that it is due no longer', async () => {
  await office.keepTheDay()
  const market = await office.market('NO BIDS', { opensIn: -3, closesIn: -1 })
  expect(await dueOf(market)).toEqual([`${market.day} open`, `${market.day} close`])
  const data = { date: market.day, halves: ['open', 'close'], refunded: 0, players: 0, amount: 0 }
  expect(await voidDraw(market)).toMatchObject({ code: 200, data })
  expect(await dueOf(market)).toEqual([])

  const untouched = await office.market('NO DRAW', { draw: 'untouched' })
  const yesterday = addDays(untouched.day, -1)
  expect(await previewOf(untouched, yesterday)).toMatchObject({ code: 200, data: { refunded: 0 } })
  expect(await voidDraw(untouched, { date: yesterday })).toMatchObject({ code: 200, data: { refunded: 0 } })
  const earliest = addDays(untouched.day, -DAYS_BACK)
  expect(await previewOf(untouched, earliest)).toMatchObject({ code: 200 })
  expect(await previewOf(untouched, addDays(earliest, -1))).toMatchObject({ code: 409 })
  expect(await read(untouched, yesterday)).toMatchObject({ voided: { reason: REASON } })
  expect(await office.declare(untouched, '128-1', { date: yesterday })).toMatchObject({ code: 409 })
})

test('with the open declared only the close and the combined bids are refunded', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('HALF')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'jodi_digit:1:-:4:-', 20)
  await office.place(asha, market, 'single_digit:-:-:4:-', 30)
  await office.declare(market, '128-1')
  const data = { halves: ['close'], refunded: 2, players: 1, amount: 50 }
  expect(await previewOf(market)).toMatchObject({ data })
  expect(await voidDraw(market)).toMatchObject({ code: 200, data })
  expect(await statusesOf(asha)).toEqual(['win', 'cancelled', 'cancelled'])
  expect(await office.walletOf(asha)).toBe(180)
  const voided = { halves: ['close'], reason: REASON }
  expect(await read(market, market.day)).toMatchObject({ open_panna: '128', close_panna: '-', voided })
  expect(await office.declare(market, '128-14-455')).toMatchObject({
    code: 409,
    message: `The close of HALF for ${market.day} is voided: its stakes were refunded`,
  })
})

test('the declared half of a voided draw can be reverted; then it is declared again or voided, too', async () => {
  const fates: Record<string, unknown> = {}
  for (const then of ['declared', 'voided']) {
    const asha = await office.user('Asha', 100)
    const market = await office.market(`HALF ${then}`)
    await office.place(asha, market, 'single_digit:1:-:-:-', 10)
    await office.place(asha, market, 'jodi_digit:1:-:4:-', 20)
    await office.declare(market, '137-1')
    await voidDraw(market)
    expect(await office.revert(market, { session: 'close' })).toMatchObject({ code: 409 })
    expect(await office.revert(market)).toMatchObject({ code: 200, data: { winningBids: 1, paid: 90 } })
    expect(await statusesOf(asha)).toEqual(['running', 'cancelled'])
    expect(await read(market, market.day)).toMatchObject({ ...nothing, voided: { halves: ['close'] } })

    // Its close stays as it is: no combined bid is taken, predicted, paid or refunded again.
    expect(await tryToPlace(asha, market, 'jodi_digit:1:-:4:-')).toMatchObject({
      code: 409,
      message: `HALF ${then} is voided`,
    })
    const form = { marketId: market.id, date: market.day, ...formOf('128-1') }
    const { statistics } = (await office.call(api.results.predict, form)).data
    expect(statistics).toMatchObject({ total_bets: 1, winning_bets: 1, total_winning_amount: 90 })
    const { halves } = (await office.call(api.results.exposure, { marketId: market.id })).data
    expect(halves.map(({ half, stake }) => ({ half, stake }))).toEqual([
      { half: 'open', stake: { points: 10, bids: 1 } },
    ])
    if (then === 'declared') {
      expect(await office.declare(market, '128-14-455')).toMatchObject({ code: 409 })
      expect(await office.declare(market, '128-1')).toMatchObject({ data: { winningBids: 1, paid: 90 } })
    } else {
      const again = await voidDraw(market, { reason: 'Nor the open' })
      expect(again).toMatchObject({ data: { halves: ['open'], refunded: 1, amount: 10 } })
    }
    const { voided } = await read(market, market.day)
    fates[then] = { wallet: await office.walletOf(asha), statuses: await statusesOf(asha), voided }
  }
  expect(fates).toEqual({
    declared: { wallet: 180, statuses: ['win', 'cancelled'], voided: { halves: ['close'], reason: REASON } },
    voided: {
      wallet: 100,
      statuses: ['cancelled', 'cancelled'],
      voided: { halves: ['open', 'close'], reason: `Nor the open; ${REASON}` },
    },
  })
})

test('a voided draw takes no bid, no result, no revert and no second void, and its bids are cancelled for good', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('FINAL')
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await voidDraw(market)
  const before = await office.fingerprint()
  const forDay = `FINAL for ${market.day}`
  expect(await voidDraw(market)).toMatchObject({ code: 409, message: `${forDay} is voided already` })
  expect(await previewOf(market)).toMatchObject({ code: 409, message: `${forDay} is voided already` })
  expect(await office.declare(market, '128-1')).toMatchObject({
    code: 409,
    message: `The open of ${forDay} is voided: its stakes were refunded`,
  })
  const form = { marketId: market.id, date: market.day, ...formOf('128-14-455') }
  expect(await office.call(api.results.predict, form)).toMatchObject({ code: 409 })
  const final = 'FINAL was voided and its stakes were refunded; a void is final'
  expect(await office.revert(market)).toMatchObject({ code: 409, message: final })
  expect(
    await office.call(api.results.previewRevert, { marketId: market.id, date: market.day }),
  ).toMatchObject({ code: 409, message: final })
  expect(await office.call(api.bids.revert, { betId: bid })).toMatchObject({
    code: 409,
    message: 'This bid is cancelled already',
  })
  for (const pick of ['single_digit:1:-:-:-', 'single_digit:-:-:1:-', 'jodi_digit:1:-:4:-'])
    expect(await tryToPlace(asha, market, pick)).toMatchObject({ code: 409, message: 'FINAL is voided' })
  const cell = { marketId: market.id, date: market.day, half: 'open', panna: '128' } as const
  expect(await office.call(api.results.exposureCell.path, cell)).toMatchObject({
    code: 409,
    message: `The open of ${forDay} is voided`,
  })
  expect(await office.fingerprint()).toBe(before)
  expect((await office.call(api.results.exposure, { marketId: market.id })).data).toMatchObject({
    halves: [],
    carried: null,
    losing: { outcomes: 0, of: 0 },
  })
})

test('the database itself takes no void back and edits none', async () => {
  const market = await office.market('KEPT')
  await voidDraw(market)
  for (const change of [
    sql`withdrawn_at = now(), withdrawn_by = 'admin:1'`,
    sql`reason = 'Another'`,
    sql`is_void = false, digit = '1', panna = '128', reason = ''`,
    sql`picks = array['single_digit:1:-:-:-']`,
  ]) {
    const editing = office.owner.run(sql`update declarations set ${change} where is_void`)
    await expect(editing).rejects.toThrow(/a_void_stays|a declaration is a fact/)
  }
})

const refusing = await office.market('REFUSING')
test.each([
  // body                                      sentence
  [{ marketId: undefined }, 'Market ID is missing'],
  [{ date: undefined }, 'Date is required'],
  [{ date: '2026-02-30' }, 'Date must be a day of the calendar'],
  [{ date: addDays(refusing.day, 2) }, 'Date must not be after today'],
  [{ reason: undefined }, 'Reason is required'],
  [{ reason: '   ' }, 'Reason is required'],
  [{ reason: 'x'.repeat(201) }, 'reason must be at most 200 characters'],
  [{ reason: 5 }, 'Reason is required'],
])('a void with %j is refused: %s', async (changes, message) => {
  const body = { marketId: refusing.id, date: refusing.day, reason: REASON, ...changes }
  const said = await office.call(api.results.voidDraw.path, body)
  expect(said.code).toBe(400)
  expect(said.message).toContain(message)
})

test('what is declared, was never drawn or is no market is not voided, and nothing is changed by asking', async () => {
  const declared = await office.market('DECLARED')
  await office.declare(declared, '128-14-455')
  const never = Object.fromEntries(WEEKDAYS.map((name) => [name, { state: false }]))
  const off = await office.market('OFF', { draw: 'untouched', market_off_day: never })
  const longAgo = addDays(refusing.day, LONG_AGO)
  const before = await office.fingerprint()
  for (const ask of [voidDraw, (market: Market, { date }: Asked) => previewOf(market, date)]) {
    const refusals = [
      await ask(declared, {}),
      await ask(off, {}),
      await ask(refusing, { date: longAgo }),
      await ask({ ...refusing, id: 2_000_000_000 }, {}),
    ]
    expect(refusals.map(({ code, message }) => `${code} ${message}`)).toEqual([
      `409 DECLARED for ${declared.day} is declared already`,
      `409 OFF does not run on ${off.day}`,
      `409 REFUSING had no draw on ${longAgo}`,
      '404 Market not found',
    ])
  }
  expect(await office.fingerprint()).toBe(before)
})

test('a refund of a player who was deleted goes to the house at once', async () => {
  const gone = await office.user('Gone', 100)
  const market = await office.market('GONE')
  await office.place(gone, market, 'single_digit:2:-:-:-', 10)
  await office.declare(market, '128-1')
  await office.lookAtAll()
  await office.call(api.users.remove, { id: gone.id })
  await office.revert(market)
  expect(await previewOf(market)).toMatchObject({ data: { amount: 10, ofDeleted: 10 } })
  expect(await voidDraw(market)).toMatchObject({ data: { refunded: 1, players: 1, amount: 10 } })
  expect((await office.postingsOf(gone)).slice(-2)).toEqual(['refund +10 leaves 10', 'closing -10 leaves 0'])
})

test('a voided draw has no running bid: its market and its players can be deleted', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('DELETED')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  expect(await office.call(api.markets.remove, { id: market.id })).toMatchObject({ code: 409 })
  await voidDraw(market)
  const { data } = await office.call(api.users.previewRemove, { id: asha.id })
  expect(data).toMatchObject({ wallet: 100, runningBids: 0, refunded: 0 })
  expect(await office.call(api.markets.remove, { id: market.id })).toMatchObject({ code: 200 })
  expect(await office.call(api.users.remove, { id: asha.id })).toMatchObject({ code: 200 })
})

test('the audit says who voided, why, and what ran before', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('AUDITED')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await voidDraw(market)
  const trace = await office.database.only(sql`
    select act, actor, thing, thing_id, before, after from audit order by id desc limit 1`)
  expect(trace).toMatchObject({
    act: api.results.voidDraw.path,
    actor: 'admin:1',
    thing: 'draw',
    thing_id: `${market.id} ${market.day}`,
    before: { running: 1, points: 10 },
    after: { voided: 'open and close', reason: REASON, refunded: 1, players: 1, amount: 10 },
  })
})

test('a void sent again with its key gets the same answer, and refunds once', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('TWICE')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const basedOn: Half[] = ['open', 'close']
  const body = { marketId: market.id, date: market.day, reason: REASON, basedOn }
  const all = await Promise.all(
    [1, 2, 3].map(() => office.call(api.results.voidDraw, body, { key: 'void-once' })),
  )
  expect(all.map(({ code, data }) => [code, data.refunded])).toEqual([
    [200, 1],
    [200, 1],
    [200, 1],
  ])
  expect(await office.walletOf(asha)).toBe(100)
})

test('of eight voids at once exactly one is done', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('EIGHT')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const all = await Promise.all(Array.from({ length: 8 }, () => voidDraw(market)))
  expect(all.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await office.postingsOf(asha)).toEqual(['stake -10 leaves 90', 'refund +10 leaves 100'])
})

/** Results: declaring a draw and what it pays, and what came before. Taking it back is results-revert. */
import { api } from '@munim/contract'
import { addDays, type Day, momentOf, readTime, weekdayOf } from '@munim/core'
import { expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { removeMarket } from '../../server/src/markets/change.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { backOffice, bidOn, formOf, type Market, type Player } from '../support/office.ts'
import { verifyBooks } from '../support/verify-books.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice({}, verifyBooks)

const refusing = await office.market('REFUSING')

const statusesOf = async (player: Player) => {
  const { data } = await office.call(api.users.bids, { userId: player.id, limit: 100 })
  return Object.fromEntries(data.map((bid) => [bid.id, bid.status]))
}
const digitsOf = async (market: Market) => {
  const { data } = await office.call(api.markets.get, { id: market.id, date: market.day })
  return `${data.open_panna} ${data.open_digit} ${data.close_digit} ${data.close_panna}`
}
const declareWith = (market: { id: number | string }, body: object) =>
  office.call(api.results.declare.path, { marketId: market.id, ...body })

/** One market, one player with one bid of each fate. */
async function story(name: string) {
  const asha = await office.user(`Asha of ${name}`, 1000)
  const market = await office.market(name)
  const bids = {
    openWinner: await office.place(asha, market, 'single_digit:1:-:-:-', 10),
    openLoser: await office.place(asha, market, 'single_panna:-:137:-:-', 10),
    closeWinner: await office.place(asha, market, 'double_panna:-:-:-:455', 10),
    closeLoser: await office.place(asha, market, 'single_digit:-:-:5:-', 10),
    jodi: await office.place(asha, market, 'jodi_digit:1:-:4:-', 10),
    deadJodi: await office.place(asha, market, 'jodi_digit:2:-:4:-', 10),
    halfSangam: await office.place(asha, market, 'half_sangam:1:-:-:455', 10),
  }
  return { asha, market, bids }
}

test('declaring the open pays the open winners at once and leaves what needs the close running', async () => {
  const { asha, market, bids } = await story('OPEN ONLY')
  expect(await office.declare(market, '128-1')).toEqual({
    code: 200,
    status: 'success',
    data: { date: market.day, winningBids: 1, players: 1, paid: 90, belowZero: 0, withdrawalsCancelled: 0 },
    warnings: [],
  })
  expect((await office.postingsOf(asha)).slice(7)).toEqual(['win +90 leaves 1020'])
  expect(await statusesOf(asha)).toEqual({
    [bids.openWinner]: 'win',
    [bids.openLoser]: 'loss',
    [bids.closeWinner]: 'running',
    [bids.closeLoser]: 'running',
    [bids.jodi]: 'running',
    [bids.deadJodi]: 'running', // it can no longer win, and still runs
    [bids.halfSangam]: 'running',
  })
  expect(await digitsOf(market)).toBe('128 1 - -')
})

test('the open and then the close come to the same as both at once', async () => {
  const one = await story('ONE BY ONE')
  const both = await story('BOTH AT ONCE')
  await office.declare(one.market, '128-1')
  const close = await office.declare(one.market, '128-14-455') // the same open comes along again
  expect(close).toMatchObject({ code: 200, data: { winningBids: 3, players: 1, paid: 13_950 } })
  expect(await office.declare(both.market, '128-14-455')).toMatchObject({
    code: 200,
    data: { winningBids: 4, players: 1, paid: 14_040 },
  })
  expect((await office.postingsOf(one.asha)).slice(7)).toEqual([
    'win +90 leaves 1020',
    'win +3000 leaves 4020',
    'win +950 leaves 4970',
    'win +10000 leaves 14970',
  ])
  expect(await office.postingsOf(both.asha)).toEqual(await office.postingsOf(one.asha))
  expect(Object.values(await statusesOf(both.asha))).toEqual(Object.values(await statusesOf(one.asha)))
  expect(await digitsOf(one.market)).toBe('128 1 4 455')
})

test('both halves in one call lock the wallets of both in the order of their ids', async () => {
  const [first, second] = [await office.user('First', 100), await office.user('Second', 100)]
  const market = await office.market('IN ORDER')
  await office.place(second, market, 'single_digit:1:-:-:-', 10)
  await office.place(first, market, 'single_digit:-:-:4:-', 10)
  const { declaring, free } = await office.database.transaction(async (db) => {
    await db.run(sql`select from wallets where user_id = ${first.id} for update`)
    const call = office.declare(market, '128-14-455')
    await answeredOrLocked(office.database, call)
    const rest = sql`select from wallets where user_id = ${second.id} for update skip locked`
    return { declaring: call, free: (await db.many(rest)).length }
  })
  expect(await declaring).toMatchObject({ code: 200, data: { winningBids: 2, players: 2 } })
  expect(free, 'The second wallet was held while the first one was waited for').toBe(1)
})

test('a declared half is not declared again, neither the same nor another', async () => {
  const { asha, market } = await story('AGAIN')
  await office.declare(market, '128-1')
  const before = await office.fingerprint()
  expect(await office.declare(market, '128-1')).toMatchObject({
    code: 409,
    message: `This result of AGAIN for ${market.day} is declared already`,
  })
  for (const other of ['137-1', '128-2', '137-14-455']) {
    expect(await office.declare(market, other)).toMatchObject({
      code: 409,
      message: `The open of AGAIN for ${market.day} is declared as 1-128. Revert it before declaring another.`,
    })
  }
  expect(await office.fingerprint()).toBe(before)
  await office.declare(market, '128-14-455')
  expect(await office.declare(market, '128-15-456')).toMatchObject({
    code: 409,
    message: `The close of AGAIN for ${market.day} is declared as 4-455. Revert it before declaring another.`,
  })
  expect((await office.postingsOf(asha)).filter((line) => line.startsWith('win'))).toHaveLength(4)
})

test('other halves than were looked at are not declared, and a repeated call gets its first answer', async () => {
  const { asha, market } = await story('LOOKED AT')
  await office.declare(market, '128-1')
  const on = { date: market.day, ...formOf('128-14-455'), confirmEarly: true }
  const declare = (options = {}) =>
    office.call(api.results.declare, { marketId: String(market.id), ...on, basedOn: ['close'] }, options)
  await office.revert(market)
  const before = await office.fingerprint()
  const message = `What is declared of LOOKED AT for ${market.day} changed meanwhile: look at it again.`
  expect(await declare()).toMatchObject({ code: 409, message, errors: { basedOn: message } })
  expect(await office.fingerprint()).toBe(before)
  await office.declare(market, '128-1')
  const done = await declare({ key: 'once' })
  expect(done).toMatchObject({ code: 200, data: { winningBids: 3 } })
  expect(await declare({ key: 'once' })).toEqual(done)
  expect(await declareWith(market, on)).toMatchObject({ code: 409 })
  expect((await office.postingsOf(asha)).filter((line) => line.startsWith('win +'))).toHaveLength(5)
  expect(
    await office.database.only(
      sql`select after from audit where act = ${api.results.declare.path} order by id desc limit 1`,
    ),
  ).not.toHaveProperty('after.basedOn')
})

test.each([
  // body                                                                        sentence
  [{ ...formOf('128-1'), manualOpenDigit: '' }, 'Open digit is needed'],
  [{ ...formOf('128-1'), manualOpenPanna: '-' }, 'Open panna is needed'],
  [{ manualOpenPanna: '128' }, 'Open digit is needed'],
  [{ ...formOf('128-14-455'), manualClosePanna: '' }, 'Close panna is needed with the close digit'],
  [{ ...formOf('128-14-455'), manualCloseDigit: '' }, 'Close digit is needed with the close panna'],
  [{ manualCloseDigit: '4', manualClosePanna: '455' }, 'Open digit is needed'],
  [{ ...formOf('128-1'), manualOpenPanna: '12' }, 'Open panna must be three figures, 000 to 999'],
  [{ ...formOf('128-1'), manualOpenPanna: '1280' }, 'Open panna must be three figures, 000 to 999'],
  [{ ...formOf('128-1'), manualOpenDigit: '11' }, 'Open digit must be one figure, 0 to 9'],
  [{ ...formOf('128-1'), manualOpenDigit: '५' }, 'Open digit must be one figure, 0 to 9'], // a Devanagari 5
  [{ ...formOf('128-1'), manualOpenDigit: ' ' }, 'Open digit must be one figure, 0 to 9'],
  [{ ...formOf('128-1'), manualOpenDigit: 1 }, 'manualOpenDigit must be text'],
  [{ ...formOf('128-1'), manualOpenDigit: null }, 'manualOpenDigit must be text'],
  [{ ...formOf('128-1'), manualOpenPanna: ['128'] }, 'manualOpenPanna must be text'],
  [{ ...formOf('128-1'), date: undefined }, 'Date is required'],
  [{ ...formOf('128-1'), date: '' }, 'Date is required'],
  [{ ...formOf('128-1'), date: null }, 'Date is required'],
  [{ ...formOf('128-1'), date: '2026-02-30' }, 'Date must be a day of the calendar, as YYYY-MM-DD'],
  [{ ...formOf('128-1'), date: 'today' }, 'Date must be a day of the calendar, as YYYY-MM-DD'],
  [{ ...formOf('128-1'), marketId: undefined }, 'Market ID is missing'],
])('a result of %j is refused and nothing is declared: %s', async (body, message) => {
  const market = refusing
  const before = await office.fingerprint()
  expect(await declareWith(market, { date: market.day, ...body })).toMatchObject({ code: 400, message })
  expect(await office.fingerprint()).toBe(before)
})

test('every field that is wrong is named', async () => {
  const market = refusing
  const said = await declareWith(market, { date: market.day, manualOpenDigit: '', manualOpenPanna: '12' })
  expect(said.errors).toEqual({
    manualOpenDigit: 'Open digit is needed',
    manualOpenPanna: 'Open panna must be three figures, 000 to 999',
  })
})

test('a result is of today or one of the seven days before', async () => {
  await office.keepTheDay()
  const market = await office.market('DAYS')
  const refused = { code: 400, message: 'Date must be one of the last 7 days or today' }
  expect(await office.declare(market, '128-1', { date: addDays(market.day, -8) })).toMatchObject(refused)
  expect(await office.declare(market, '128-1', { date: addDays(market.day, 1) })).toMatchObject(refused)
  for (const back of [0, 1, 7]) {
    const date = addDays(market.day, -back)
    expect(await office.declare(market, '128-1', { date })).toMatchObject({ code: 200, data: { date } })
  }
})

test('no result is declared for a day on which the market does not run, nor for a market that is not there', async () => {
  const market = await office.market('OFF DAY')
  const yesterday = addDays(market.day, -1)
  const off = { [weekdayOf(yesterday)]: { state: false } }
  const times = { open_time: '12:00', close_time: '13:00' }
  await office.call(api.markets.update, { id: market.id, name: 'OFF DAY', ...times, market_off_day: off })
  expect(await office.declare(market, '128-1', { date: yesterday })).toMatchObject({
    code: 409,
    message: `OFF DAY does not run on ${yesterday}`,
  })
  const unknown = await declareWith({ id: 2_000_000_000 }, { date: market.day, ...formOf('128-1') })
  expect(unknown).toMatchObject({ code: 404, message: 'Market not found' })
})

test('the Indian day counts: at 00:10 in India a result is of the new day, though UTC says yesterday', async () => {
  const { id } = await office.market('INDIAN DAY')
  const at = momentOf('2026-03-11' as Day, readTime('00:10')!)
  const declaring = {
    marketId: String(id),
    typed: formOf('128-1'),
    actor: 'admin:1',
    source: 'manual',
  } as const
  const on = (date: string) => office.told((db) => declareResult(fixedAt(db, at), { ...declaring, date }))
  expect(await on('2026-03-12')).toMatchObject({ code: 400 })
  expect(await on('2026-03-11')).toMatchObject({ code: 200 })
  expect(await on('2026-03-03')).toMatchObject({ code: 400 })
  expect(await on('2026-03-04')).toMatchObject({ code: 200 })
})

test.each([
  // result        warnings                        it settles by what was declared
  ['128-3', ['128 belongs to 1, not 3']],
  ['321-6', ['321 is not a panna']],
  ['001-9', ['001 is not a panna', '001 belongs to 1, not 9']],
  ['128-14-457', ['457 belongs to 6, not 4']],
])('an odd result, %s, is declared with warnings', async (result, warnings) => {
  const asha = await office.user('Asha', 100)
  const market = await office.market(`ODD ${result}`)
  const { manualOpenDigit } = formOf(result)
  await office.place(asha, market, `single_digit:${manualOpenDigit}:-:-:-`, 10)
  expect(await office.declare(market, result)).toMatchObject({ code: 200, warnings })
  expect(await office.walletOf(asha)).toBe(180)
})

test('only the bids of that market on that day are paid', async () => {
  const asha = await office.user('Asha', 100)
  const [market, other] = [await office.market('THIS ONE'), await office.market('THAT ONE')]
  await office.place(asha, other, 'single_digit:1:-:-:-', 10)
  const yesterday = addDays(market.day, -1)
  const before = momentOf(yesterday, readTime('11:00')!)
  expect(await office.placeAt(before, asha, market, 'single_digit:1:-:-:-')).toMatchObject({ day: yesterday })
  expect(await office.declare(market, '128-1')).toMatchObject({ data: { winningBids: 0, paid: 0 } })
  expect(await office.declare(market, '128-1', { date: yesterday })).toMatchObject({
    data: { winningBids: 1, paid: 90 },
  })
})

test('a bid is paid at the rate it was placed at, whatever the rate is now', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('OLD RATE')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.database.run(sql`update rates set multiplier = 1000 where rate_key = 'single_digit'`)
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.database.run(sql`update rates set multiplier = 900 where rate_key = 'single_digit'`)
  await office.declare(market, '128-1')
  expect((await office.postingsOf(asha)).slice(2)).toEqual(['win +90 leaves 170', 'win +100 leaves 270'])
})

test('cancelled bids are not paid', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('CANCELLED')
  await office.cancel(await office.place(asha, market, 'single_digit:1:-:-:-', 10))
  expect(await office.declare(market, '128-1')).toMatchObject({ data: { winningBids: 0 } })
  expect(await office.walletOf(asha)).toBe(100)
})

test('of eight declarations at once exactly one is done, and each winner is paid once', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('EIGHT')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  const all = await Promise.all(Array.from({ length: 8 }, () => office.declare(market, '128-1')))
  expect(all.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await office.postingsOf(asha)).toEqual(['stake -10 leaves 90', 'win +90 leaves 180'])
})

test('two different results at once: one of them is declared, and only its winners are paid', async () => {
  const [asha, ravi] = [await office.user('Asha', 10), await office.user('Ravi', 10)]
  const market = await office.market('EITHER')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(ravi, market, 'single_digit:2:-:-:-', 10)
  const both = await Promise.all(['128-1', '129-2'].map((result) => office.declare(market, result)))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  expect([await office.walletOf(asha), await office.walletOf(ravi)].sort()).toEqual([0, 90])
})

test.each([
  ['declared', api.results.declare.path, formOf('128-1')],
  ['voided', api.results.voidDraw.path, { reason: 'test' }],
])('of a market that is being deleted nothing is %s', async (how, path, body) => {
  const market = await office.market(`DELETED BEFORE IT IS ${how}`)
  let said: Promise<unknown>
  await office.told(async (db) => {
    await removeMarket(db, market)
    said = office.call(path, { marketId: market.id, date: market.day, ...body })
    await answeredOrLocked(office.database, said)
  })
  expect(await said!).toMatchObject({ code: 404, message: 'Market not found' })
})

test('bids beside a declaration are either before it and settled, or refused', async () => {
  const asha = await office.user('Asha', 1000)
  const market = await office.market('BESIDE')
  const placing = Array.from({ length: 20 }, () =>
    office.call(api.player.placeBids, { bids: [bidOn(market, 'single_digit:1:-:-:-', 10)] }, { as: asha }),
  )
  const declared = await office.declare(market, '128-1')
  const codes = (await Promise.all(placing)).map(({ code }) => code)
  const taken = codes.filter((code) => code === 200).length
  expect(codes.filter((code) => code === 409)).toHaveLength(20 - taken)
  expect(declared.data.winningBids).toBe(taken)
  expect(Object.values(await statusesOf(asha))).toEqual(Array(taken).fill('win'))
})

test('previous results are listed by day, the latest first, and only the current ones', async () => {
  await office.keepTheDay()
  const market = await office.market('PREVIOUS')
  const dayBack = (back: number) => addDays(market.day, -back)
  for (const back of [2, 0, 1, 3]) {
    await office.declare(market, back === 1 ? '128-14-455' : '137-1', { date: dayBack(back) })
  }
  await office.revert(market, { date: dayBack(2) })
  const page = (body: object) => office.call(api.results.previous, { marketId: market.id, ...body })
  const first = await page({ limit: 2 })
  expect(first).toMatchObject({ code: 200, total: 3, totalPages: 2 })
  expect(first.data.map(({ date, close_digit }) => [date, close_digit])).toEqual([
    [dayBack(0), '-'],
    [dayBack(1), '4'],
  ])
  expect((await page({ page: 2, limit: 2 })).data.map(({ date }) => date)).toEqual([dayBack(3)])
  expect(await page({ page: 9, limit: 2 })).toMatchObject({ data: [], total: 3, totalPages: 2 })
  expect(await page({ limit: 100_000 })).toMatchObject({ code: 400 })
  expect(await office.call(api.results.previous.path, {})).toMatchObject({
    code: 400,
    message: 'Market ID is missing',
  })
  expect(await office.call(api.results.previous, { marketId: 2_000_000_000 })).toMatchObject({ code: 404 })
})

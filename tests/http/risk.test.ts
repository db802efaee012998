/** Limits on numbers: they hold within the bid's transaction, to the paisa, whoever comes at once; what is beyond them is listed. */
import { api, type Body } from '@munim/contract'
import { addDays, type Day, momentOf, readTime, type ScopedLimit } from '@munim/core'
import { afterEach, describe, expect, test } from 'vitest'
import { limitsOfMarkets } from '../../server/src/bids/check-room.ts'
import { fixedAt, type NotNull, sql } from '../../server/src/database/db.ts'
import { writeTrail } from '../../server/src/http/trail.ts'
import { readExposure } from '../../server/src/results/exposure.ts'
import { findBeyond } from '../../server/src/risk/beyond.ts'
import { saveLimits } from '../../server/src/risk/save.ts'
import { backOffice, bidOn, type Market, type Player } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()
const asha = await office.user('Asha', 100_000)

type Saved = Body<typeof api.risk.saveLimits>['limits'][number]

const limit = (game: Saved['game'], amount: number, refuses = true): Saved => ({ game, amount, refuses })
const save = (limits: readonly Saved[], where: { marketId?: string; date?: string } = {}) =>
  office.call(api.risk.saveLimits, { ...where, limits: [...limits] })
const place = (market: Market, picks: readonly (readonly [string, number])[], as: Player = asha) =>
  office.call(
    api.player.placeBids.path,
    { bids: picks.map(([pick, points]) => bidOn(market, pick, points)) },
    { as },
  )
const use = (market: Market, more: Partial<Body<typeof api.risk.use>> = {}) =>
  office.call(api.risk.use, { marketId: market._id, limit: 100, ...more })

afterEach(async () => {
  await save([])
})

test('a pick takes bets up to its limit, and the sentence says what it still takes', async () => {
  const market = await office.market('EDGE')
  // A single digit pays 9 times: 20 rupees of it cost 180, and of the 21st there is no part.
  await save([limit('single_digit', 185)])
  expect(await place(market, [['single_digit:1:-:-:-', 5]])).toMatchObject({ code: 400 })
  expect(await place(market, [['single_digit:1:-:-:-', 10]])).toMatchObject({ code: 200 })
  const before = await office.fingerprint()
  expect(await place(market, [['single_digit:1:-:-:-', 11]])).toMatchObject({
    code: 409,
    message: 'Single Digit 1 of EDGE: this number takes at most ₹10 more',
  })
  expect(await office.fingerprint()).toBe(before)
  expect(await place(market, [['single_digit:1:-:-:-', 10]])).toMatchObject({ code: 200 })
  expect(await place(market, [['single_digit:1:-:-:-', 10]])).toMatchObject({
    code: 409,
    message: 'Single Digit 1 of EDGE: this number is full',
  })
  expect(await place(market, [['single_digit:2:-:-:-', 10]])).toMatchObject({ code: 200 })
})

test('a slip is placed whole or not at all, and its bids use the room together', async () => {
  const market = await office.market('SLIPS')
  await save([limit('jodi_digit', 1900)])
  const before = await office.fingerprint()
  expect(
    await place(market, [
      ['jodi_digit:1:-:4:-', 10],
      ['jodi_digit:1:-:4:-', 11],
    ]),
  ).toMatchObject({ code: 409, message: 'Jodi 14 of SLIPS: this number takes at most ₹10 more' })
  expect(await office.fingerprint()).toBe(before)
})

test('a bid that is cancelled gives its room back', async () => {
  const market = await office.market('BACK')
  await save([limit('single_digit', 180)])
  const { data } = await office.call(
    api.player.placeBids,
    { bids: [bidOn(market, 'single_digit:1:-:-:-', 20)] },
    { as: asha },
  )
  expect(await place(market, [['single_digit:1:-:-:-', 10]])).toMatchObject({ code: 409 })
  await office.call(api.bids.revert, { betId: data[0]!.id, reason: 'Asked by phone' })
  expect(await place(market, [['single_digit:1:-:-:-', 20]])).toMatchObject({ code: 200 })
})

test('of all that a panna pays, its digit counts, and the close has room of its own', async () => {
  const market = await office.market('WHOLE')
  await save([limit(null, 1000)])
  expect(await place(market, [['single_panna:-:128:-:-', 5]])).toMatchObject({ code: 400 })
  expect(await place(market, [['single_digit:1:-:-:-', 90]])).toMatchObject({ code: 200 })
  expect(await place(market, [['single_panna:-:128:-:-', 10]])).toMatchObject({
    code: 409,
    message: 'Single Panna 128 of WHOLE: this number is full',
  })
  expect(await place(market, [['single_digit:2:-:-:-', 90]])).toMatchObject({ code: 200 })
  expect(await place(market, [['single_digit:-:-:1:-', 90]])).toMatchObject({ code: 200 })
  expect(await place(market, [['jodi_digit:1:-:1:-', 500]])).toMatchObject({ code: 200 })
  const { cells } = (await readExposure(office.database, { marketId: market._id })).halves[0]!
  expect(Math.max(...cells.map(({ pays }) => pays))).toBeLessThanOrEqual(1000)
})

test('once the open is declared, what is carried to the close counts in its pannas', async () => {
  const market = await office.market('CARRIED')
  expect(await place(market, [['jodi_digit:1:-:4:-', 10]])).toMatchObject({ code: 200 })
  expect(await office.declare(market, '128-1')).toMatchObject({ code: 200 })
  await save([limit(null, 1040)])
  expect(await place(market, [['single_digit:-:-:4:-', 11]])).toMatchObject({
    code: 409,
    message: 'Single Digit 4 of CARRIED: this number takes at most ₹10 more',
  })
  expect(await place(market, [['single_digit:-:-:4:-', 10]])).toMatchObject({ code: 200 })
  expect(await place(market, [['single_digit:-:-:5:-', 100]])).toMatchObject({ code: 200 })
})

test('a warning refuses nothing; what is beyond it is listed with what to lay off, and as a file', async () => {
  const market = await office.market('WARNED')
  await save([limit('single_digit', 100, false), limit(null, 100_000, false)])
  expect((await use(market)).data).toEqual([])
  await place(market, [
    ['single_digit:1:-:-:-', 30],
    ['single_digit:2:-:-:-', 10],
    ['jodi_digit:1:-:4:-', 10],
    ['single_panna:-:128:-:-', 10], // It pays more than the digit, and is farther from its limit.
  ])
  const said = await use(market)
  expect(said).toMatchObject({ limits: 2, beyond: 1, total: 2 + 44 })
  expect(said.data[0]).toEqual({
    half: 'open',
    game: 'single_digit',
    betNumbers: ['1'],
    bids: 1,
    points: 30,
    cost: 270,
    limit: 100,
    refuses: false,
    used: 270,
    beyond: 170,
    layOff: { gameMode: 'single_digit', multiplier: 9, points: 18.89 },
  })
  expect((await use(market, { beyond: true })).data).toEqual([said.data[0]])
  expect((await use(market, { page: 2, limit: 1 })).data).toEqual([said.data[1]])
  const file = await office.call(api.risk.useCsv, { marketId: market._id, beyond: true })
  expect((file as unknown as { text: string }).text.split('\r\n')).toEqual([
    expect.stringContaining(
      'Half,Limit on,Number,Bets,Stake,Pays,Limit,Beyond it,Lay off in,Multiplier,Stake to lay off',
    ),
    'open,Single Digit,1,1,30.00,270.00,100.00,170.00,Single Digit,9,18.89',
    '',
  ])
})

test('numbers beyond their limits are an alert of their draw, anew where there is one more or the limits are others, none once it is declared', async () => {
  const market = await office.market('ALERTED')
  await save([limit('single_digit', 99, false)], { marketId: market._id })
  const alerts = async () =>
    (await office.call(api.alerts.list, {})).data.filter(({ kind }) => kind === 'limits')
  await place(market, [['single_digit:1:-:-:-', 11]])
  expect(await alerts()).toEqual([])
  await place(market, [['single_digit:1:-:-:-', 10]])
  const [alert] = await alerts()
  expect(alert).toMatchObject({
    sentence: 'ALERTED: 1 number is beyond the limit',
    address: `/results/details/${market.id}?date=${market.day}&tab=analytics&view=exposure`,
    isSeen: false,
  })
  await office.call(api.alerts.see, { ids: [alert!.id] })
  await place(market, [['single_digit:1:-:-:-', 10]])
  expect(await alerts()).toMatchObject([{ isSeen: true }])
  const second = await office.place(asha, market, 'single_digit:2:-:-:-', 20)
  const [twice] = await alerts()
  expect(twice).toMatchObject({ sentence: expect.stringContaining('2 numbers'), isSeen: false })
  await office.call(api.alerts.see, { ids: [twice!.id] })
  await office.cancel(second)
  await office.call(api.alerts.see, { ids: [alert!.id] }) // Two that were seen stay so.
  await place(market, [['single_digit:2:-:-:-', 20]])
  expect(await alerts()).toMatchObject([{ id: twice!.id, isSeen: true }])
  await save([limit('single_digit', 400, false)], { marketId: market._id })
  expect(await alerts()).toEqual([])
  await place(market, [['single_digit:5:-:-:-', 50]])
  const full = await alerts()
  expect(full).toMatchObject([{ sentence: expect.stringContaining('1 number '), isSeen: false }])
  await office.cancel(await office.place(asha, market, 'single_digit:5:-:-:-', 10))
  expect(await alerts()).toEqual(full)
  await office.call(api.alerts.see, { ids: [full[0]!.id] })
  await save([limit('single_digit', 400, false), limit('sp', 90_000, false)], { marketId: market._id })
  expect(await alerts()).toMatchObject([{ isSeen: false }])
  expect(await office.declare(market, '128-1')).toMatchObject({ code: 200 })
  expect(await alerts()).toEqual([])
})

test('numbers of the close beyond their limits are another alert than those of the open', async () => {
  const market = await office.market('BOTH HALVES')
  await save([limit('jodi_digit', 900, false), limit('single_digit', 100, false)], { marketId: market._id })
  const alerts = async () =>
    (await office.call(api.alerts.list, {})).data.filter(({ kind }) => kind === 'limits')
  for (const digit of [1, 2, 3, 4]) await place(market, [[`single_digit:${digit}:-:-:-`, 20]])
  const [open] = await alerts()
  await office.call(api.alerts.see, { ids: [open!.id] })
  await office.declare(market, '128-1')
  await place(market, [['single_digit:-:-:4:-', 20]])
  expect(await alerts()).toMatchObject([{ sentence: expect.stringContaining('1 number '), isSeen: false }])
  const voided = { marketId: market.id, date: market.day, reason: 'It never came' }
  await office.call(api.results.voidDraw, voided)
  await office.revert(market)
  expect(await alerts()).toMatchObject([{ sentence: expect.stringContaining('4 numbers ') }])
  const { closesAt } = await office.database.only<{ closesAt: string }>(
    sql`select closes_at as "closesAt" from draws where market_id = ${market.id}`,
  )
  const drawsAfter = async (hours: number) => {
    const at = new Date(Date.parse(closesAt) + hours * 3_600_000)
    return (await findBeyond(fixedAt(office.database, at))).map(({ marketId }) => marketId)
  }
  expect(await drawsAfter(23)).toContain(market.id)
  expect(await drawsAfter(25)).not.toContain(market.id) // What is left to do is to declare it.
})

describe('which limit holds', () => {
  test('a limit of a day is read with no bet any more once none of the day can be placed', async () => {
    const market = await office.market('DAYS')
    const daysRead = async (at: Day) => {
      const moment = momentOf(addDays(at, 1), readTime('03:00')!)
      return office.told(async (db) => {
        const { limits } = await db.only<{ limits: readonly ScopedLimit[] } & NotNull<'limits'>>(sql`
          select ${limitsOfMarkets(sql`select ${market.id}::int`, sql`${moment}::timestamptz`)} as limits`)
        const own = limits.filter(({ market_id }) => market_id === market.id)
        return own.map(({ market_date }) => market_date).sort()
      })
    }
    const ago = (days: number) => addDays(market.day, -days)
    await save([limit('jodi_digit', 1000)])
    const days = [ago(30), ago(5), ago(4), ago(1), ago(0), addDays(market.day, 9)]
    for (const date of days) await save([limit('single_digit', 90)], { marketId: market._id, date })
    expect((await daysRead(market.day)).answer).toEqual(days.slice(3))
    // Seen from then, nothing is past.
    expect((await daysRead(ago(30))).answer).toEqual(days)
    // What was used of a limit can be looked at for good.
    const { data } = await office.call(api.risk.limits, { marketId: market._id, date: ago(30) })
    expect(data.limits.map(({ scope, isCurrent }) => [scope, isCurrent])).toEqual([
      ['house', true],
      ['day', true],
    ])
  })

  test('the day before the market, the market before the house; a narrower warning lifts a refusal', async () => {
    const market = await office.market('SCOPES')
    const here = { marketId: market._id }
    await save([limit('single_digit', 90), limit('jodi_digit', 1000)])
    await save([limit('single_digit', 180), limit('sp', 90_000)], here)
    await save([limit('single_digit', 90, false)], { ...here, date: market.day })
    const { data } = await office.call(api.risk.limits, here)
    expect(data.limits.map(({ scope, game, amount, isCurrent }) => [scope, game, amount, isCurrent])).toEqual(
      [
        ['house', 'jodi_digit', 1000, true],
        ['house', 'single_digit', 90, false],
        ['market', 'single_digit', 180, false],
        ['market', 'sp', 90_000, true],
        ['day', 'single_digit', 90, true],
      ],
    )
    expect(await place(market, [['single_digit:1:-:-:-', 21]])).toMatchObject({ code: 200 })
    await save([], { ...here, date: market.day })
    expect(await place(market, [['single_digit:2:-:-:-', 21]])).toMatchObject({ code: 409 })
    expect(await place(market, [['single_digit:2:-:-:-', 20]])).toMatchObject({ code: 200 })
    await save([], here)
    expect(await place(market, [['single_digit:3:-:-:-', 11]])).toMatchObject({ code: 409 })
    expect(await place(await office.market('ELSEWHERE'), [['single_digit:3:-:-:-', 10]])).toMatchObject({
      code: 200,
    })
  })

  test('of two who save from what they read the second is told, and a limit that stays is not set anew', async () => {
    const market = await office.market('TOGETHER')
    const here = { marketId: market._id }
    const [one, jodi] = [limit('single_digit', 90), limit('jodi_digit', 1000, false)]
    const read = async () => (await office.call(api.risk.limits, here)).data.limits
    await save([one], here)
    const [first] = await read()
    const from = (basedOn: readonly Saved[], limits: Saved[]) =>
      office.call(api.risk.saveLimits.path, { ...here, limits, basedOn })
    expect(await from([one], [one, jodi])).toMatchObject({ code: 200 })
    for (const [stale, stored] of [
      [[one], 'Jodi ₹1,000, Warn'],
      [[], 'Jodi ₹1,000, Warn · Single Digit ₹90, Refuse'],
      [[one, { ...jodi, refuses: true }], 'Jodi ₹1,000, Warn'],
      [[one, jodi, limit(null, 5000)], 'A panna, all games No limit'],
    ] as const)
      expect(await from(stale, [limit('single_digit', 180)])).toMatchObject({
        code: 409,
        errors: { basedOn: expect.stringContaining(`meanwhile: ${stored}. Save again`) },
      })
    expect(await read()).toMatchObject([jodi, first!])
    expect(await from([jodi, one], [limit(null, 5000), one])).toMatchObject({ code: 200 })
    expect(await read()).toMatchObject([limit(null, 5000), first!])
    let beside: ReturnType<typeof from>
    await office.told(async (db) => {
      const saved = { marketId: market.id, day: null, limits: [jodi], actor: 'admin:1' }
      const trail = [await saveLimits(db, saved)]
      await writeTrail(db, api.risk.saveLimits.path, { actor: 'admin:1', address: '', trail })
      beside = from([limit(null, 5000), one], [one])
      await answeredOrLocked(office.database, beside)
    })
    expect(await beside!).toMatchObject({ code: 409 })
    await save([], here)
  })

  test('saving leaves what was and what is in the audit', async () => {
    await save([limit('single_digit', 90), limit(null, 5000, false)])
    await save([limit('single_digit', 100)])
    const [row] = (await office.call(api.reports.audit, { act: api.risk.saveLimits.path, limit: 1 })).data
    expect(row).toMatchObject({
      before: { 'Single Digit': '₹90, refused', 'A panna in all': '₹5,000, warned' },
      after: { 'Single Digit': '₹100, refused', 'A panna in all': null },
    })
  })

  test.each([
    [{ limits: [{ game: 'single_digit', amount: 0, refuses: true }] }, 'Please enter a valid amount'],
    [{ limits: [{ game: 'roulette', amount: 5, refuses: true }] }, /game/],
    [{ limits: [limit('sp', 5), limit('sp', 6)] }, 'A game has one limit'],
    [{ date: '2026-11-25', limits: [] }, 'A day needs its market'],
    [{ marketId: '999', limits: [] }, 'Market not found'],
  ])('%j is refused', async (body, message) => {
    expect(await office.call(api.risk.saveLimits.path, body)).toMatchObject({
      status: 'error',
      message: expect.stringMatching(message),
    })
  })
})

describe('32 clients at the edge', () => {
  const DIGIT = ['single_digit:1:-:-:-', 90] as const
  const PANNA = ['single_panna:-:128:-:-', 1500] as const

  test.each([
    ['ONE PICK', limit('single_digit', 1800), [DIGIT]],
    ['IN ALL', limit(null, 1800), [DIGIT]],
    ['DIGIT AND PANNA', limit(null, 10_000), [DIGIT, PANNA]],
  ])('%s: never above, never refused below', async (name, most, picks) => {
    const market = await office.market(`RACE ${name}`)
    await save([most], { marketId: market._id })
    const slips = await Promise.all(
      Array.from({ length: 32 }, async (_, nth) => ({
        pick: picks[nth % picks.length]!,
        as: await office.user(`Player ${nth}`, 1000),
      })),
    )
    const said = await Promise.all(
      slips.map(async ({ pick: [pick, cost], as }) => ({
        cost,
        code: (await place(market, [[pick, 10]], as)).code,
      })),
    )
    expect(said.filter(({ code }) => code !== 200 && code !== 409)).toEqual([])
    const placed = said.filter(({ code }) => code === 200).reduce((sum, { cost }) => sum + cost, 0)
    const { data } = await use(market)
    expect(Math.max(...data.map(({ cost }) => cost))).toBe(placed)
    expect(placed).toBeLessThanOrEqual(most.amount)
    const refused = said.filter(({ code }) => code === 409)
    expect(refused.length).toBeGreaterThan(0)
    for (const { cost } of refused) expect(placed + cost).toBeGreaterThan(most.amount)
  })

  test('slips over many numbers in any order wait for each other, and none for ever', async () => {
    const market = await office.market('MANY')
    await save([limit(null, 1900), limit('jodi_digit', 1900)])
    const players = await Promise.all(
      Array.from({ length: 32 }, (_, nth) => office.user(`Many ${nth}`, 10_000)),
    )
    const slipOf = (nth: number) =>
      Array.from({ length: 10 }, (_, place_) => {
        const digit = (place_ * (nth % 2 === 0 ? 1 : 9) + nth) % 10
        return place_ % 3 === 0
          ? ([`jodi_digit:${digit}:-:4:-`, 10] as const)
          : ([`single_digit:${digit}:-:-:-`, 10] as const)
      })
    const said = await Promise.all(players.map((player, nth) => place(market, slipOf(nth), player)))
    expect(new Set(said.map(({ code }) => code))).toEqual(new Set([200, 409]))
    const { data } = await use(market)
    expect(Math.max(...data.map(({ cost, limit: most }) => cost - most))).toBeLessThanOrEqual(0)
  })
})

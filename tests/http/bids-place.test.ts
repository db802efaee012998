/** Placing bids: what is taken from the wallet, every reason to refuse, and the moments at which betting ends. */
import { api } from '@munim/contract'
import { addDays, type Day, momentOf, readTime } from '@munim/core'
import { expect, test } from 'vitest'
import { placeBids } from '../../server/src/bids/place.ts'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { backOffice, bidOn, type Player } from '../support/office.ts'
import { untilLocked } from '../support/waits.ts'

const office = await backOffice()
const kalyan = await office.market('KALYAN')

const placeAll = (asha: Player, bids: unknown[]) =>
  office.call(api.player.placeBids.path, { bids }, { as: asha })
const bid = (changes: object = {}) => ({ ...bidOn(kalyan, 'single_digit:1:-:-:-', 10), ...changes })
const settings = (values: object) =>
  office.database.run(sql`
    update settings set ${sql.join(Object.entries(values).map(([key, value]) => sql`${sql.ref(key)} = ${value}`))}`)
const at = (text: string) => momentOf(text.slice(0, 10) as Day, readTime(text.slice(11))!)

test('a bid leaves the wallet at once and is in the history as running', async () => {
  const asha = await office.user('Asha', 100)
  const said = await office.call(api.player.placeBids, { bids: [bid({ points: 25 })] }, { as: asha })
  expect(said).toMatchObject({
    code: 200,
    wallet: 75,
    data: [
      {
        marketId: kalyan.id,
        market_date: kalyan.day,
        session: 'open',
        game_mode: 'single_digit',
        points: 25,
      },
    ],
  })
  expect(said.data[0]).toMatchObject({ open_digit: '1', open_panna: '-', close_digit: '-', close_panna: '-' })
  expect(await office.postingsOf(asha)).toEqual(['stake -25 leaves 75'])
  const history = await office.call(api.player.bids, {}, { as: asha })
  expect(history).toMatchObject({
    total: 1,
    data: [{ id: said.data[0]!.id, status: 'running', win: '-', points: 25 }],
  })
  expect((await office.call(api.users.get, { id: asha.id })).data).toMatchObject({
    wallet: 75,
    total_bets: 25,
  })
})

test('many bids are placed as one, in their order, or none of them', async () => {
  const asha = await office.user('Asha', 100)
  const [one, two] = [bid({ points: 60 }), bid({ open_digit: '2', points: 40 })]
  const broken = bid({ game_mode: 'jodi_digit' })
  for (const third of [broken, bid({ points: 10 }), bid({ marketId: 2_000_000_000 })]) {
    expect((await placeAll(asha, [one, two, third])).code).toBeGreaterThanOrEqual(400)
    expect(await office.postingsOf(asha)).toEqual([])
  }
  expect(await placeAll(asha, [one, two])).toMatchObject({ code: 200, wallet: 0 })
  expect(await office.postingsOf(asha)).toEqual(['stake -60 leaves 40', 'stake -40 leaves 0'])
})

test('bids on many markets go along in one call, each market by number or UUID', async () => {
  const asha = await office.user('Asha', 100)
  const others = [await office.market('ONE OF MANY'), await office.market('ANOTHER OF MANY')]
  const bids = [bid(), bid({ marketId: others[1]!._id }), bid({ marketId: String(others[0]!.id) }), bid()]
  const said = await office.call(api.player.placeBids, { bids }, { as: asha })
  expect(said.data.map(({ marketId }) => marketId)).toEqual([
    kalyan.id,
    others[1]!.id,
    others[0]!.id,
    kalyan.id,
  ])
  expect(said.data.map(({ id }) => id)).toEqual(said.data.map(({ id }) => id).sort((a, b) => a - b))
})

test('a combined bid is taken with either session and counts for the close', async () => {
  const asha = await office.user('Asha', 100)
  for (const session of ['open', 'close'] as const) {
    const jodi = {
      marketId: kalyan.id,
      session,
      game_mode: 'jodi_digit',
      open_digit: '0',
      close_digit: '7',
      points: 10,
    } as const
    const said = await office.call(api.player.placeBids, { bids: [jodi] }, { as: asha })
    expect(said.data[0]).toMatchObject({ session: 'close', open_digit: '0', close_digit: '7' })
  }
})

const REFUSED_BIDS: [object, number, string][] = [
  // changed in a good bid                              why
  [{ points: 9 }, 400, 'A bid on Single Digit must be at least ₹10'],
  [{ points: 5001 }, 400, 'A bid must be at most ₹5,000'],
  [{ points: 10.5 }, 400, 'Points must be whole rupees'],
  [{ points: 0 }, 400, 'Points must be whole rupees'],
  [{ points: -10 }, 400, 'Points must be whole rupees'],
  [{ points: '10' }, 400, 'Points must be whole rupees'],
  [{ points: true }, 400, 'Points must be whole rupees'],
  [{ points: null }, 400, 'Points must be whole rupees'],
  [{ points: [10] }, 400, 'Points must be whole rupees'],
  [{ points: undefined }, 400, 'Points must be whole rupees'],
  [{ points: 1e300 }, 400, 'Points must be whole rupees'],
  [{ points: 10_000_001 }, 400, 'A bid must be at most ₹1,00,00,000'],
  [{ open_digit: '12' }, 400, '12 is not a digit'],
  [{ open_digit: '५' }, 400, '५ is not a digit'],
  [{ open_digit: '-' }, 400, 'A single digit needs one digit in its own session'],
  [{ open_digit: undefined }, 400, 'A single digit needs one digit in its own session'],
  [{ close_digit: '1' }, 400, 'A single digit needs one digit in its own session'],
  [{ session: 'close' }, 400, 'A single digit needs one digit in its own session'],
  [{ open_digit: 1 }, 400, 'bids.0.open_digit must be text'],
  [{ open_digit: null }, 400, 'bids.0.open_digit must be text'],
  [{ session: 'night' }, 400, 'bids.0.session must be one of open, close'],
  [{ session: undefined }, 400, 'bids.0.session must be one of open, close'],
  [{ game_mode: 'single_pana' }, 400, 'bids.0.game_mode must be one of single_digit'],
  [{ marketId: undefined }, 400, 'Market ID is missing'],
  [{ marketId: 'KALYAN' }, 400, 'Market ID is missing'],
  [{ marketId: 2_000_000_000 }, 404, 'Market not found'],
  [{ marketId: crypto.randomUUID() }, 404, 'Market not found'],
]

test.each(REFUSED_BIDS)(
  'a bid with %j is refused (%i) and nothing changes: %s',
  async (changes, code, message) => {
    const asha = await office.user('Asha', 10_000)
    const before = await office.fingerprint()
    const said = await placeAll(asha, [bid(changes)])
    expect(said.code).toBe(code)
    expect(said.message).toContain(message)
    expect(await office.fingerprint()).toBe(before)
  },
)

test('a list of bids holds one to a hundred', async () => {
  const asha = await office.user('Asha', 1010)
  const many = Array.from({ length: 101 }, () => bid())
  expect(await placeAll(asha, [])).toMatchObject({ code: 400, message: 'There is no bid to place' })
  expect(await placeAll(asha, many)).toMatchObject({ code: 400, message: 'bids must be at most 100 entries' })
  expect(await office.call(api.player.placeBids.path, {}, { as: asha })).toMatchObject({ code: 400 })
  expect(await office.call(api.player.placeBids.path, { bids: bid() }, { as: asha })).toMatchObject({
    code: 400,
  })
  expect(await placeAll(asha, many.slice(1))).toMatchObject({ code: 200, wallet: 10 })
})

test('a bid larger than the wallet is refused and moves nothing', async () => {
  const asha = await office.user('Asha', 19.99)
  const short = { code: 409, message: 'Wallet balance is too low for these bids' }
  expect(await placeAll(asha, [bid({ points: 20 })])).toMatchObject(short)
  expect(await placeAll(asha, [bid(), bid()])).toMatchObject(short)
  expect(await office.postingsOf(asha)).toEqual([])
})

test.each([
  ['is not approved', false, true, 'This account is not approved yet'],
  ['may not bet', true, false, 'Betting is switched off for this account'],
])('a player who %s cannot bet', async (_name, approved, betting, message) => {
  const asha = await office.user('Asha', 100, { approved })
  await office.call(api.users.update, { id: asha.id, betting })
  expect(await placeAll(asha, [bid()])).toMatchObject({ code: 403, message })
  expect(await office.postingsOf(asha)).toEqual([])
})

test('a player who is blocked while the bid is on its way is refused', async () => {
  const asha = await office.user('Asha', 100)
  await office.database.run(sql`update users set is_blocked = true where id = ${asha.id}`) // the session is still valid
  expect(await placeAll(asha, [bid()])).toMatchObject({ code: 403, message: 'This account is blocked' })
})

test('during maintenance players read why, and the administrator goes on', async () => {
  const asha = await office.user('Asha', 100)
  await settings({ maintenance: true, maintenance_message: 'Back at six' })
  expect(await placeAll(asha, [bid()])).toMatchObject({ code: 403, message: 'Back at six' })
  expect(await office.call(api.users.addFunds, { id: asha.id, amount: 1 })).toMatchObject({ code: 200 })
  await settings({ maintenance_message: '' })
  expect(await placeAll(asha, [bid()])).toMatchObject({
    code: 403,
    message: 'The platform is under maintenance',
  })
  await settings({ maintenance: false })
  expect(await placeAll(asha, [bid()])).toMatchObject({ code: 200 })
})

test('the bounds of betting come from the settings and the rate, the higher minimum counts', async () => {
  const asha = await office.user('Asha', 1000)
  await settings({ betting_min: 5000, betting_max: 10_000 })
  await office.database.run(sql`update rates set min = 6000 where rate_key = 'single_digit'`)
  expect(await placeAll(asha, [bid({ points: 59 })])).toMatchObject({
    message: 'A bid on Single Digit must be at least ₹60',
  })
  expect(await placeAll(asha, [bid({ game_mode: 'odd_even', points: 49 })])).toMatchObject({ code: 400 })
  expect(
    await placeAll(asha, [
      bid({ game_mode: 'odd_even', points: 50 }),
      bid({ points: 60 }),
      bid({ points: 100 }),
    ]),
  ).toMatchObject({ code: 200 })
  expect(await placeAll(asha, [bid({ points: 101 })])).toMatchObject({
    message: 'A bid must be at most ₹100',
  })
  await settings({ betting_min: 1000, betting_max: 500_000 })
  await office.database.run(sql`update rates set min = 1000 where rate_key = 'single_digit'`)
})

test('a bid is placed at the rate that its player was shown, or not at all', async () => {
  const asha = await office.user('Asha', 100)
  const { global: shown } = (await office.call(api.player.appSettings, {}, { as: asha })).data.rates
  const place = (basedOn: Partial<typeof shown>) =>
    office.call(
      api.player.placeBids,
      { bids: [bid({ game_mode: 'odd_even' }), bid()], basedOn },
      { as: asha },
    )
  const rate = (single_digit_2: number) =>
    office.call(api.settings.updateRates, { rates: { single_digit_2 } })
  await rate(9.25)
  const message = 'The rate of Single Digit is × 9.25 now: look at the bids again.'
  expect(await place(shown)).toMatchObject({ code: 409, message, errors: { basedOn: message } })
  expect(await office.postingsOf(asha)).toEqual([])
  const others = { jodi_digit_2: 1, single_digit_1: 1 } // Of no bid, and no rate.
  expect(await place({ ...others, single_digit_2: 9.25 })).toMatchObject({ code: 200 })
  await rate(shown.single_digit_2)
})

test.each([['is_active'], ['status'], ['market_status']])(
  'a market whose %s is off takes no bids',
  async (flag) => {
    const asha = await office.user('Asha', 100)
    const market = await office.market(`OFF ${flag}`, { [flag]: false })
    expect(await placeAll(asha, [bid({ marketId: market.id })])).toMatchObject({
      code: 409,
      message: `OFF ${flag} takes no bids`,
    })
  },
)

test('a market takes the games it lists', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('SP ONLY', { games: ['sp'] })
  expect(await placeAll(asha, [bid({ marketId: market.id })])).toMatchObject({
    code: 409,
    message: 'SP ONLY does not offer Single Digit',
  })
  expect(await placeAll(asha, [bidOn(market, 'sp:-:128:-:-', 10)])).toMatchObject({ code: 200 })
})

test('a declared half takes no more bids, and the open ends combined bids too', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('HALF')
  const on = (pick: string) => placeAll(asha, [bidOn(market, pick, 10)])
  await office.declare(market, '128-1')
  const declared = { code: 409, message: 'HALF is declared already' }
  expect(await on('single_digit:1:-:-:-')).toMatchObject(declared)
  expect(await on('jodi_digit:1:-:4:-')).toMatchObject(declared)
  expect(await on('single_digit:-:-:4:-')).toMatchObject({ code: 200 })
  await office.declare(market, '128-14-455')
  expect(await on('single_digit:-:-:4:-')).toMatchObject(declared)
  await office.revert(market, { session: 'close' })
  expect(await on('single_digit:-:-:4:-')).toMatchObject({ code: 200 })
})

test('after the open has passed a market takes bids on the close, after the close none', async () => {
  const asha = await office.user('Asha', 100)
  const [half, over] = [
    await office.market('HALF OVER', { opensIn: -1 }),
    await office.market('OVER', { opensIn: -2, closesIn: -1 }),
  ]
  const closed = (name: string) => ({ code: 409, message: `${name} is closed for this bid` })
  expect(await placeAll(asha, [bidOn(half, 'single_digit:1:-:-:-', 10)])).toMatchObject(closed('HALF OVER'))
  expect(await placeAll(asha, [bidOn(half, 'jodi_digit:1:-:4:-', 10)])).toMatchObject(closed('HALF OVER'))
  expect(await placeAll(asha, [bidOn(half, 'single_digit:-:-:4:-', 10)])).toMatchObject({ code: 200 })
  expect(await placeAll(asha, [bidOn(over, 'single_digit:-:-:4:-', 10)])).toMatchObject(closed('OVER'))
})

const markets = {
  DAY: await office.market('DAY', { draw: 'untouched', open_time: '16:10', close_time: '18:10' }),
  NIGHT: await office.market('NIGHT', { draw: 'untouched', open_time: '21:40', close_time: '00:05' }),
}
const OPEN = 'single_digit:1:-:-:-'
const CLOSE = 'single_digit:-:-:1:-'
const JODI = 'jodi_digit:1:-:1:-'

test.each([
  // market, pick, now                    ms, counts for
  ['DAY', OPEN, '2026-03-11 16:10', -1, '2026-03-11'],
  ['DAY', OPEN, '2026-03-11 16:10', 0, null], // at the very moment it has passed
  ['DAY', OPEN, '2026-03-11 16:10', 1, null],
  ['DAY', JODI, '2026-03-11 16:10', -1, '2026-03-11'], // combined bids end with the open
  ['DAY', JODI, '2026-03-11 16:10', 0, null],
  ['DAY', CLOSE, '2026-03-11 16:10', 0, '2026-03-11'],
  ['DAY', CLOSE, '2026-03-11 18:10', -1, '2026-03-11'],
  ['DAY', CLOSE, '2026-03-11 18:10', 0, null],
  ['DAY', CLOSE, '2026-03-11 18:10', 1, null],
  ['DAY', OPEN, '2026-03-11 00:00', -1, null], // nothing can be bet for tomorrow
  ['DAY', OPEN, '2026-03-11 00:00', 0, '2026-03-11'],
  ['NIGHT', CLOSE, '2026-03-11 00:05', -1, '2026-03-10'], // the result belongs to the day of its open
  ['NIGHT', CLOSE, '2026-03-11 00:05', 0, '2026-03-11'],
  ['NIGHT', OPEN, '2026-03-11 00:03', 0, '2026-03-11'],
  ['NIGHT', OPEN, '2026-03-11 21:40', -1, '2026-03-11'],
  ['NIGHT', OPEN, '2026-03-11 21:40', 0, null],
  ['NIGHT', CLOSE, '2026-03-11 23:59', 0, '2026-03-11'],
] as const)('%s: %s at %s and %i ms counts for %s', async (name, pick, now, ms, counts) => {
  const asha = await office.user('Asha', 10)
  const said = await office.placeAt(new Date(at(now).getTime() + ms), asha, markets[name], pick)
  expect(said).toMatchObject(
    counts ? { code: 200, day: counts } : { code: 409, message: `${name} is closed for this bid` },
  )
  expect(await office.walletOf(asha)).toBe(counts ? 0 : 10)
})

test('a day off takes no bids, and its times replace the market’s', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('WEEKDAYS', {
    draw: 'untouched',
    open_time: '16:10',
    close_time: '18:10',
    market_off_day: {
      wednesday: { state: false },
      thursday: { state: true, open_time: '10:00', close_time: '' },
    },
  })
  const on = async (text: string, pick: string) => (await office.placeAt(at(text), asha, market, pick)).day
  expect(await on('2026-03-11 09:00', OPEN)).toBeUndefined() // a Wednesday
  expect(await on('2026-03-12 09:59', OPEN)).toBe('2026-03-12')
  expect(await on('2026-03-12 10:00', OPEN)).toBeUndefined()
  expect(await on('2026-03-12 18:09', CLOSE)).toBe('2026-03-12')
  expect(await on('2026-03-13 16:09', OPEN)).toBe('2026-03-13')
})

test('the cut-off is asked of the database when the wallet is at hand, not when the call came', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('LATE')
  const { placing } = await office.database.transaction(async (db) => {
    await db.run(sql`select from wallets where user_id = ${asha.id} for update`)
    const placing = placeAll(asha, [bidOn(market, OPEN, 10)])
    await untilLocked(office.database) // It has looked, found the market open, and waits.
    await office.database.run(sql`
      update draws set opens_at = clock_timestamp() where market_id = ${market.id} and market_date = ${market.day}`)
    return { placing }
  })
  expect(await placing).toMatchObject({ code: 409, message: 'LATE is closed for this bid' })
})

test('of many bids at once no more are taken than the wallet holds', async () => {
  const asha = await office.user('Asha', 100)
  const all = await Promise.all(Array.from({ length: 16 }, () => placeAll(asha, [bid({ points: 15 })])))
  expect(all.filter(({ code }) => code === 200)).toHaveLength(6)
  expect(await office.walletOf(asha)).toBe(10)
})

test('the first slips of a day make its draws together, in whatever order each names them, and none waits in a circle', async () => {
  const times = { draw: 'untouched', open_time: '16:10', close_time: '18:10' } as const
  const [a, b, c] = [
    await office.market('FIRST', times),
    await office.market('SECOND', times),
    await office.market('THIRD', times),
  ]
  const orders = [
    [a, b, c],
    [c, b, a],
    [b, a, c],
    [a, c, b],
    [c, a, b],
    [b, c, a],
  ]
  const players = await Promise.all(Array.from({ length: 12 }, (_, nth) => office.user(`Early ${nth}`, 100)))
  let tries = 0
  const slip = (player: Player, nth: number, day: Day) => {
    const bids = orders[nth % orders.length]!.map((market) => ({
      ...bidOn(market, 'single_digit:1:-:-:-', 10),
      marketId: String(market.id),
    }))
    return office.told((db) => {
      tries++
      return placeBids(fixedAt(db, momentOf(day, readTime('00:00')!)), { userId: player.id, bids })
    })
  }
  const days = [1, 2, 3].map((back) => addDays(a.day, -back))
  for (const day of days) {
    const said = await Promise.all(players.map((player, nth) => slip(player, nth, day)))
    expect(said.filter(({ code }) => code !== 200)).toEqual([])
  }
  expect(tries).toBe(players.length * days.length) // A deadlock would have been tried again.
})

test('bids of yesterday keep their day', async () => {
  const asha = await office.user('Asha', 100)
  const yesterday = addDays('2026-03-11' as Day, -1)
  await office.placeAt(at('2026-03-10 09:00'), asha, markets.DAY, OPEN)
  const { data } = await office.call(api.player.bids, {}, { as: asha })
  expect(data).toMatchObject([{ market_date: yesterday, market_name: 'DAY' }])
})

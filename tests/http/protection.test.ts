/** Play with measure: limits of deposits, stakes and losses, pauses, who may set them, and that they hold to the paisa. */
import { api, type Body } from '@munim/contract'
import { dayOf, timeOf } from '@munim/core'
import { expect, test } from 'vitest'
import { type Db, fixedAt, sql } from '../../server/src/database/db.ts'
import { readProtection } from '../../server/src/protection/queries.ts'
import { setHouseLimit, setHousePause, setOwnLimit } from '../../server/src/protection/set.ts'
import { readUsed } from '../../server/src/protection/used.ts'
import { backOffice, bidOn, type Player } from '../support/office.ts'

const office = await backOffice()
const kalyan = await office.market('KALYAN')

const OPEN = 'single_digit:1:-:-:-'
const place = (as: Player, points: number, times = 1) => {
  const bid = bidOn(kalyan, 'single_digit:1:-:-:-', points)
  return office.call(api.player.placeBids.path, { bids: Array(times).fill(bid) }, { as })
}
const own = (as: Player, body: Body<typeof api.player.setLimit>) =>
  office.call(api.player.setLimit, body, { as })
const house = (as: Player, body: Omit<Body<typeof api.protection.setLimit>, 'id'>) =>
  office.call(api.protection.setLimit, { id: as.id, ...body })
const deposit = (as: Player, amount: number, ref_id = '') =>
  office.call(api.player.requestDeposit.path, { amount, transfer_type: 'upi', ref_id }, { as })
const shown = async (as: Player) => (await office.call(api.protection.get, { id: as.id })).data
/** As if so many hours had gone since limits were set. */
const later = (hours: number): Db => fixedAt(office.database, new Date(Date.now() + hours * 3_600_000))

test.each(['stake', 'loss'] as const)(
  'a limit of %s holds at its edge, and refuses above it',
  async (kind) => {
    const asha = await office.user('Asha', 1000)
    await own(asha, { kind, period: 'day', amount: 100 })
    expect(await place(asha, 60)).toMatchObject({ code: 200 })
    const before = await office.fingerprint()
    const word = kind === 'stake' ? 'stakes' : 'losses'
    expect(await place(asha, 41)).toMatchObject({
      code: 409,
      message: `Your limit of ${word} a day is ₹100: ₹40 is left`,
    })
    expect(await office.fingerprint()).toBe(before)
    expect(await place(asha, 40)).toMatchObject({ code: 200 })
    expect(await place(asha, 10)).toMatchObject({ code: 409 })
    expect((await shown(asha)).limits).toMatchObject([
      { kind, side: 'player', amount: 100, used: 100, left: 0 },
    ])
  },
)

test('a stake that is cancelled gives its room back', async () => {
  const asha = await office.user('Asha', 1000)
  await own(asha, { kind: 'stake', period: 'week', amount: 100 })
  await own(asha, { kind: 'loss', period: 'month', amount: 100 })
  const { data } = await office.call(
    api.player.placeBids,
    { bids: [bidOn(kalyan, 'single_digit:1:-:-:-', 100)] },
    { as: asha },
  )
  expect(await place(asha, 10)).toMatchObject({ code: 409 })
  expect(await office.call(api.bids.revert, { betId: data[0]!.id, reason: 'Asked by phone' })).toMatchObject({
    code: 200,
  })
  expect(await place(asha, 100)).toMatchObject({ code: 200 })
})

test('a win of the period gives room for losses, and none for stakes', async () => {
  const asha = await office.user('Asha', 1000)
  const market = await office.market('WINNING')
  await own(asha, { kind: 'loss', period: 'day', amount: 100 })
  await own(asha, { kind: 'stake', period: 'day', amount: 150 })
  const bids = [bidOn(market, 'single_digit:1:-:-:-', 100)]
  expect(await office.call(api.player.placeBids, { bids }, { as: asha })).toMatchObject({ code: 200 })
  expect(await place(asha, 10)).toMatchObject({ code: 409 })
  expect(await office.declare(market, '128-1')).toMatchObject({ code: 200 })
  expect(await place(asha, 51)).toMatchObject({ code: 409, message: expect.stringContaining('stakes a day') })
  expect(await place(asha, 50)).toMatchObject({ code: 200 })
  const [stake, loss] = (await shown(asha)).limits
  expect((await office.call(api.player.protection, {}, { as: asha })).data.limits).toEqual([stake, loss])
  expect(stake).toMatchObject({ used: 150, left: 0 })
  expect(loss!.used).toBeLessThan(0)
})

test('a deposit is limited to the paisa when it is asked for; a rejected one gives its room back', async () => {
  const asha = await office.user('Asha', 0)
  await own(asha, { kind: 'deposit', period: 'day', amount: 1000.5 })
  expect(await deposit(asha, 600)).toMatchObject({ code: 200 })
  expect(await deposit(asha, 400.51)).toMatchObject({
    code: 409,
    message: 'Your limit of deposits a day is ₹1,000.50: ₹400.50 is left',
  })
  const said = await office.call(
    api.player.requestDeposit,
    { amount: 400.5, transfer_type: 'upi' },
    { as: asha },
  )
  expect(said.code).toBe(200)
  const reject = { transactionId: said.data.id, status: 'rejected', note: 'Not received' } as const
  expect(await office.call(api.wallet.decideDeposit, reject)).toMatchObject({ code: 200 })
  const again = await office.call(
    api.player.requestDeposit,
    { amount: 400.5, transfer_type: 'upi' },
    { as: asha },
  )
  expect(again.code).toBe(200)
  await own(asha, { kind: 'deposit', period: 'day', amount: 1 })
  await office.call(api.wallet.decideDeposit, { transactionId: again.data.id, status: 'completed', note: '' })
  expect(await office.postingsOf(asha)).toContain('deposit +400.5 leaves 400.5')
})

test('an own limit is lower at once, and higher or gone a day later', async () => {
  const asha = await office.user('Asha', 1000)
  const limit = { kind: 'stake', period: 'day' } as const
  await own(asha, { ...limit, amount: 100 })
  expect((await own(asha, { ...limit, amount: 50 })).data.limits).toMatchObject([
    { amount: 50, nextAt: null },
  ])
  expect((await own(asha, { ...limit, amount: 500 })).data.limits).toMatchObject([{ amount: 50, next: 500 }])
  expect(await place(asha, 51)).toMatchObject({ code: 409 })
  expect((await readProtection(later(23.9), asha.id)).limits).toMatchObject([{ amount: 50, next: 500 }])
  expect((await readProtection(later(24.1), asha.id)).limits).toMatchObject([{ amount: 500, nextAt: null }])
  expect((await own(asha, { ...limit, amount: null })).data.limits).toMatchObject([
    { amount: 50, next: null },
  ])
  expect((await readProtection(later(24.1), asha.id)).limits).toEqual([])
  // From what it is by then, not from what it was.
  await own(asha, { ...limit, amount: 500 })
  await setOwnLimit(later(25), { userId: asha.id, ...limit, amount: 400 })
  expect((await readProtection(later(25), asha.id)).limits).toMatchObject([{ amount: 400, nextAt: null }])
})

test("the lower of the player's and the house's limit holds, and neither sets the other's", async () => {
  const asha = await office.user('Asha', 1000)
  const limit = { kind: 'stake', period: 'day' } as const
  await own(asha, { ...limit, amount: 100 })
  await house(asha, { ...limit, amount: 500 })
  expect(await place(asha, 101)).toMatchObject({ code: 409 })
  await house(asha, { ...limit, amount: 40, basedOn: 500 })
  for (const basedOn of [500, null])
    expect(await house(asha, { ...limit, amount: 600, basedOn })).toMatchObject({
      code: 409,
      errors: { basedOn: expect.stringContaining('meanwhile: ₹40.') },
    })
  expect(await place(asha, 41)).toMatchObject({ code: 409, message: expect.stringMatching(/is ₹40: ₹40/) })
  await own(asha, { ...limit, amount: null })
  expect((await readProtection(later(25), asha.id)).limits).toMatchObject([
    { side: 'house', amount: 40, actorName: 'admin' },
  ])
  await house(asha, { ...limit, amount: null })
  expect((await shown(asha)).limits).toMatchObject([{ side: 'player', amount: 100 }])
})

test('a pause refuses bets and deposits, never a withdrawal, and is only made longer', async () => {
  const asha = await office.user('Asha', 1000)
  const pause = (days: number | null) => office.call(api.player.pausePlay.path, { days }, { as: asha })
  expect(await pause(7)).toMatchObject({ code: 200, data: { pauses: [{ side: 'player' }] } })
  for (const said of [await place(asha, 10), await deposit(asha, 500)])
    expect(said).toMatchObject({
      code: 403,
      message: expect.stringMatching(/^Bets and deposits are paused until \d/),
    })
  const hindi = { as: asha, headers: { 'accept-language': 'hi' } }
  expect(
    await office.call(api.player.requestDeposit.path, { amount: 500, transfer_type: 'upi' }, hindi),
  ).toMatchObject({
    message: expect.stringMatching(/^बिड और जमा \d+ [ऀ-ॿ]+ \d{4}, [^a-z]*(am|pm) तक रुके हैं$/),
  })
  expect(await pause(6)).toMatchObject({ code: 409, message: 'A pause can only be made longer' })
  expect(await pause(null)).toMatchObject({ code: 200 })
  expect(await pause(1000)).toMatchObject({ code: 409 })
  expect(await office.call(api.protection.setPause, { id: asha.id, days: 7 })).toMatchObject({ code: 200 })
  expect(await place(asha, 10)).toMatchObject({
    code: 403,
    message: 'Bets and deposits are closed for this account for good',
  })
  expect(await office.call(api.protection.setPause, { id: asha.id })).toMatchObject({
    data: { pauses: [{ side: 'player', until: null }] },
  })
  expect(await office.requestWithdrawal(asha, 500)).toEqual(expect.any(Number))
})

test('a hundred own limits and pauses are set in a day, and after them a pause for good', async () => {
  const asha = await office.user('Asha')
  const lower = (amount: number) =>
    office.call(api.player.setLimit.path, { kind: 'stake', period: 'day', amount }, { as: asha })
  const pause = (days: number | null) => office.call(api.player.pausePlay.path, { days }, { as: asha })
  await office.database.run(sql`insert into play_changes (user_id, side, kind, period, amount, actor, at)
    select ${asha.id}, 'player', 'stake', 'day', 1000 - n, ${`player:${asha.id}`}, now() from generate_series(1, 98) n`)
  for (const said of [await lower(8), await pause(1)]) expect(said).toMatchObject({ code: 200 })
  const before = await office.fingerprint()
  const message = 'Too many attempts. Try again in 1440 minutes.'
  for (const said of [await lower(7), await pause(2)]) expect(said).toMatchObject({ code: 429, message })
  expect(await office.fingerprint()).toBe(before)
  expect(await house(asha, { kind: 'stake', period: 'day', amount: 5 })).toMatchObject({ code: 200 })
  expect(await pause(null)).toMatchObject({ code: 200 })
  await setOwnLimit(later(24), { userId: asha.id, kind: 'stake', period: 'day', amount: 7 })
})

test("the house's pause ends when it says so, or with its time", async () => {
  const asha = await office.user('Asha', 1000)
  const pause = (days: number | undefined, basedOn: Body<typeof api.protection.setPause>['basedOn']) =>
    office.call(api.protection.setPause, { id: asha.id, days, basedOn })
  expect(await pause(2, null)).toMatchObject({ code: 200 })
  expect(await place(asha, 10)).toMatchObject({ code: 403 })
  const [{ until } = { until: null }] = (await shown(asha)).pauses
  for (const said of [await pause(1, null), await pause(undefined, { until: null })])
    expect(said).toMatchObject({ code: 409, errors: { basedOn: expect.stringContaining('meanwhile') } })
  expect((await shown(asha)).pauses).toMatchObject([{ until }])
  expect(await pause(2, { until })).toMatchObject({ code: 200 })
  expect((await readProtection(later(49), asha.id)).pauses).toEqual([])
  await office.call(api.protection.setPause, { id: asha.id })
  expect(await place(asha, 10)).toMatchObject({ code: 200 })
})

test('32 slips at once never go above the limit, and none that fits is refused', async () => {
  const asha = await office.user('Asha', 1000)
  await own(asha, { kind: 'stake', period: 'month', amount: 200 })
  const said = await Promise.all(Array.from({ length: 32 }, () => place(asha, 10)))
  expect(said.filter(({ code }) => code === 200)).toHaveLength(20)
  expect(said.filter(({ code }) => code === 409)).toHaveLength(12)
})

test('a day begins at Indian midnight, a week on Monday, a month on its first', async () => {
  const asha = await office.user('Asha', 0)
  // 31 May 2026 is a Sunday.
  for (const [moment, rupees] of [
    ['2026-05-31T23:59:59.999+05:30', 1],
    ['2026-06-01T00:00:00.000+05:30', 2],
    ['2026-06-02T00:00:00.000+05:30', 4],
  ] as const)
    await office.database.run(sql`
      insert into requests (user_id, kind, amount, transfer_type, created_at)
      values (${asha.id}, 'deposit', ${rupees * 100}, 'upi', ${moment}::timestamptz)`)
  const used = async (moment: string) => {
    const by = await readUsed(office.database, asha.id, {
      at: new Date(moment),
      periods: ['day', 'week', 'month'],
    })
    return (['day', 'week', 'month'] as const).map((period) => by.get(period)!.deposit / 100)
  }
  expect(await used('2026-06-02T00:00:00.000+05:30')).toEqual([4, 6, 6])
  expect(await used('2026-06-01T23:59:00.000+05:30')).toEqual([6, 6, 6])
  expect(await used('2026-05-31T12:00:00.000+05:30')).toEqual([7, 7, 7])
})

test('the periods of stakes and losses have the same edges; what is refunded later counts where it is posted', async () => {
  const asha = await office.user('Asha', 1000)
  const market = await office.market('EDGES', { draw: 'untouched', open_time: '16:10', close_time: '18:10' })
  const at = (moment: string) => new Date(`${moment}+05:30`)
  // 31 May 2026 is a Sunday.
  const first = await office.placeAt(at('2026-05-31T16:09:59.999'), asha, market, OPEN, 10)
  await office.placeAt(at('2026-06-01T00:00:00.000'), asha, market, OPEN, 20)
  await office.placeAt(at('2026-06-02T00:00:00.000'), asha, market, OPEN, 40)
  const used = async (kind: 'stake' | 'loss', moment: string) => {
    const by = await readUsed(office.database, asha.id, { at: at(moment), periods: ['day', 'week', 'month'] })
    return (['day', 'week', 'month'] as const).map((period) => by.get(period)![kind] / 100)
  }
  for (const kind of ['stake', 'loss'] as const) {
    expect(await used(kind, '2026-06-02T00:00:00')).toEqual([40, 60, 60])
    expect(await used(kind, '2026-06-01T23:59:59')).toEqual([60, 60, 60])
    expect(await used(kind, '2026-05-31T23:59:59')).toEqual([70, 70, 70])
  }
  await office.cancel(first.id!)
  // A stake of the week before gives this week no room for stakes; a loss is less where the refund is posted.
  expect(await used('stake', '2026-06-02T02:00:00')).toEqual([40, 60, 60])
  expect(await used('loss', '2026-06-02T02:00:00')).toEqual([30, 50, 50])
  expect(await used('stake', '2026-05-31T23:59:59')).toEqual([60, 60, 60])
})

test('what was set, raised, paused and ended is told in the story, by whom and from when; a repeat is not', async () => {
  const asha = await office.user('Asha', 0)
  const limit = { kind: 'stake', period: 'week' } as const
  await own(asha, { ...limit, amount: 100 })
  await own(asha, { ...limit, amount: 100 })
  await own(asha, { ...limit, amount: 200 })
  await own(asha, { ...limit, amount: 200 })
  await own(asha, { ...limit, amount: null })
  await house(asha, { ...limit, amount: 50 })
  await house(asha, { ...limit, amount: null })
  await house(asha, { ...limit, amount: null })
  await office.call(api.player.pausePlay, { days: 3 }, { as: asha })
  await office.call(api.player.pausePlay, { days: null }, { as: asha })
  await office.call(api.protection.setPause, { id: asha.id, days: 2 })
  await office.call(api.protection.setPause, { id: asha.id })
  await office.call(api.protection.setPause, { id: asha.id })
  const { data } = await office.call(api.users.story, { id: asha.id, kinds: ['changes'] })
  const lines = data.days.flatMap((day) => day.lines).toReversed()
  const told = lines.map((line) => {
    if (line.is === 'limited')
      return [line.side, line.kind, line.period, line.amount, line.from !== null, line.actorName]
    return line.is === 'paused' ? [line.side, line.until !== null, line.isEnd, line.actorName] : line.is
  })
  const [player, admin] = [`player:${asha.id}`, 'admin']
  expect(told.filter((line) => line !== 'changed')).toEqual([
    ['player', 'stake', 'week', 100, false, player],
    ['player', 'stake', 'week', 200, true, player],
    ['player', 'stake', 'week', null, true, player],
    ['house', 'stake', 'week', 50, false, admin],
    ['house', 'stake', 'week', null, false, admin],
    ['player', true, false, player],
    ['player', false, false, player],
    ['house', true, false, admin],
    ['house', true, true, admin],
  ])
  const moments = lines.flatMap((line) => {
    const moment = line.is === 'limited' ? line.from : line.is === 'paused' && !line.isEnd ? line.until : null
    return moment === null ? [] : [`${dayOf(new Date(moment))}, ${timeOf(new Date(moment))}`]
  })
  const file: unknown = await office.call(api.users.storyCsv.path, { id: asha.id, kinds: ['changes'] })
  const rows = (file as { text: string }).text.split('\r\n').toReversed()
  const details = rows.flatMap(
    (row) => /,(?:limit of stake a week|pause),"?(.*?)"?,[^,]+,,,$/.exec(row)?.[1] ?? [],
  )
  expect(details).toEqual([
    'player · ₹100',
    `player · ₹200 from ${moments[0]} on`,
    `player · ends ${moments[1]}`,
    'house · ₹50',
    'house · ended',
    `player · until ${moments[2]}`,
    'player · for good',
    `house · until ${moments[3]}`,
    'house · ended',
  ])
  await expect(office.database.run(sql`update play_changes set amount = 1`)).rejects.toThrow(
    /permission denied/,
  )
})

test('who is deleted leaves no limit and no pause; nobody sets one then', async () => {
  const asha = await office.user('Asha', 0)
  await own(asha, { kind: 'stake', period: 'day', amount: 10 })
  await office.call(api.player.pausePlay, { days: 3 }, { as: asha })
  await office.call(api.users.remove, { id: asha.id })
  const left = await office.database.many(sql`
    select user_id from play_limits where user_id = ${asha.id} union all select user_id from play_pauses where user_id = ${asha.id}
    union all select user_id from play_changes where user_id = ${asha.id}`)
  expect(left).toEqual([])
  const limit = { userId: asha.id, kind: 'stake', period: 'day', amount: 5, actor: 'admin:1' } as const
  await expect(setHouseLimit(office.database, limit)).rejects.toThrow('User not found')
  await expect(
    setHousePause(office.database, { userId: asha.id, days: 1, actor: 'admin:1' }),
  ).rejects.toThrow('User not found')
  expect(await office.call(api.protection.get.path, { id: asha.id })).toMatchObject({ code: 404 })
})

test.each([
  [{ kind: 'stake', period: 'day', amount: 0 }, 'Please enter a valid amount'],
  [{ kind: 'stake', period: 'day', amount: 1.001 }, 'Please enter a valid amount'],
  [{ kind: 'stake', period: 'year', amount: 1 }, /period/],
  [{ period: 'day', amount: 1 }, /kind/],
])('a limit of %j is refused and changes nothing', async (body, message) => {
  const asha = await office.user('Asha', 0)
  const before = await office.fingerprint()
  expect(await office.call(api.player.setLimit.path, body, { as: asha })).toMatchObject({
    code: 400,
    message: expect.stringMatching(message),
  })
  expect(await office.call(api.protection.setLimit.path, { id: asha.id, ...body })).toMatchObject({
    code: 400,
  })
  expect(await office.call(api.player.pausePlay.path, { days: 0 }, { as: asha })).toMatchObject({ code: 400 })
  expect(await office.fingerprint()).toBe(before)
})

/** What a second person should look at: written down by what is done, looked at once, with a note, by somebody else. */
import { api } from '@munim/contract'
import { addDays, dayOf, paise, weekdayOf } from '@munim/core'
import { expect, test } from 'vitest'
import { fixedAt, sql } from '../../server/src/database/db.ts'
import { updateMarket } from '../../server/src/markets/change.ts'
import { confirmDeposit } from '../../server/src/wallet/confirmations.ts'
import { backOffice, formOf, type Player } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'
import { untilLocked } from '../support/waits.ts'

const office = await backOffice()
const set = (changes: object) => office.call(api.settings.update.path, changes)
const all = async (filter: object = {}) =>
  (await office.call(api.reports.suspicions, { limit: 100, ...filter })).data

/** The betting on the open ends so many minutes from now; without them it has just ended. */
const openEnds = (market: { id: number }, minutes = 0) =>
  office.database.run(sql`
    update draws set opens_at = clock_timestamp() + make_interval(mins => ${minutes}) where market_id = ${market.id}`)

/** What is new since the last look, the oldest first. */
let seen = 0
async function fresh() {
  const rows = (await all()).filter(({ id }) => id > seen).reverse()
  seen = Math.max(seen, ...rows.map(({ id }) => id))
  return rows
}

async function second() {
  const { id, token } = await office.administrator('second')
  const gone = () =>
    office.database.run(sql`
      update admins set is_active = false, blocked_at = clock_timestamp() - interval '25 hours' where id = ${id}`)
  const isActive = (is: boolean) => office.call(api.administrators.update, { id, isActive: is })
  return { token, isActive, gone }
}

test('a half that is declared while its betting goes on names who won by it', async () => {
  await office.keepTheDay()
  const [asha, ravi] = [await office.user('Asha', 500), await office.user('Ravi', 500)]
  const market = await office.market('EARLY', { opensIn: 2, closesIn: 4 })
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await office.place(ravi, market, 'single_digit:2:-:-:-', 100)
  expect(await office.declare(market, '128-1')).toMatchObject({ code: 200 })
  expect(await fresh()).toMatchObject([
    {
      kind: 'early_result',
      actorName: office.admin.userName,
      market: { id: market.id, name: market.name },
      market_date: market.day,
      half: 'open',
      winners: [{ id: asha.id, user_name: 'Asha', amount: 900 }],
      amount: 900,
      facts: { winners: 1, minutes: 120 },
      lookedAt: null,
    },
  ])
})

test('of many who won by it those who won most are named', async () => {
  const market = await office.market('MANY WON')
  for (const points of [10, 20, 30, 40, 50, 60])
    await office.place(await office.user('Won', 100), market, 'single_digit:1:-:-:-', points)
  await office.declare(market, '128-1')
  const [{ winners } = { winners: [] }] = await fresh()
  expect(winners.map(({ amount }) => amount)).toEqual([540, 450, 360, 270, 180])
})

test('nothing is written of a half declared in its time, nor of a draw that nobody bet on', async () => {
  const asha = await office.user('Asha', 500)
  const over = await office.market('OVER', { opensIn: 1, closesIn: 2 })
  await office.place(asha, over, 'single_digit:1:-:-:-', 100)
  await openEnds(over)
  await office.database.run(sql`
    update draws set closes_at = opens_at + interval '1 ms' where market_id = ${over.id}`)
  expect(await office.declare(over, '128-14-455')).toMatchObject({ code: 200 })
  expect(await office.declare(await office.market('EMPTY'), '128-1')).toMatchObject({ code: 200 })
  expect(await fresh()).toEqual([])
})

test('among several administrators an early declaration is confirmed to the server', async () => {
  const market = await office.market('CONFIRM', { opensIn: 2, closesIn: 4 })
  const { gone, isActive } = await second()
  const body = { marketId: String(market.id), date: market.day, ...formOf('128-1') }
  const before = await office.fingerprint()
  expect(await office.call(api.results.declare, body)).toMatchObject({
    code: 409,
    message: expect.stringMatching(
      /^Betting on the open of CONFIRM.* goes on until \d\d:\d\d\. Confirm that it is declared early\.$/,
    ),
  })
  const { errors } = await office.call(api.results.declare.path, body)
  expect(Object.keys(errors!)).toEqual(['confirmEarly'])
  expect(await office.fingerprint()).toBe(before)
  await isActive(false) // Who is blocked shortly counts all the same: it can be undone.
  expect(await office.call(api.results.declare, body)).toMatchObject({ code: 409 })
  await isActive(true)
  expect(await office.call(api.results.declare, { ...body, confirmEarly: true })).toMatchObject({ code: 200 })
  await gone()
  await fresh()
})

test('another number after a revert is written, the same one is not', async () => {
  const asha = await office.user('Asha', 500)
  const market = await office.market('AGAIN', { opensIn: 1, closesIn: 2 })
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await openEnds(market)
  for (const result of ['128-1', '128-1', '137-1', '137-1', '146-1']) {
    expect(await office.declare(market, result)).toMatchObject({ code: 200 })
    await office.revert(market)
  }
  expect(await fresh()).toMatchObject([
    { kind: 'other_result', half: 'open', facts: { before: '1-128', now: '1-137' } },
    { kind: 'other_result', half: 'open', facts: { before: '1-137', now: '1-146' } },
  ])
})

const [digit, jodi, close] = ['single_digit:2:-:-:-', 'jodi_digit:2:-:4:-', 'single_digit:-:-:4:-'] as const

test.each([
  [digit, 'hours before', 120, '', []],
  [digit, 'shortly before', 15, '', [{ half: 'open', facts: { isDeclared: false, minutes: 15 } }]],
  [digit, 'after', 0, '', [{ half: 'open', facts: { isDeclared: false } }]],
  [digit, 'after the result of', 0, '128-1', [{ half: 'open', facts: { isDeclared: true } }]],
  [jodi, 'hours before', 120, '', []],
  [jodi, 'after', 0, '', [{ half: 'close', facts: { isDeclared: false } }]],
  [jodi, 'after the open of', 0, '128-1', [{ half: 'open', facts: { isDeclared: true } }]],
  [jodi, 'after the close of', 0, '128-14-455', [{ half: 'close', facts: { isDeclared: true } }]],
  [close, 'after the open, before the end of', 0, '128-1', []],
])('%s that is reverted %s its betting', async (pick, when, minutes, result, expected) => {
  const asha = await office.user('Asha', 500)
  const market = await office.market(`REVERTED ${pick.slice(0, 4)} ${when}`, { opensIn: 2, closesIn: 4 })
  const bid = await office.place(asha, market, pick, 100)
  await openEnds(market, minutes)
  if (result) await office.declare(market, result)
  await fresh() // Its close was declared early.
  await office.cancel(bid)
  expect(await fresh()).toMatchObject(
    expected.map((row) => ({ ...row, kind: 'reverted_bid', User: { id: asha.id }, bidId: bid, amount: 100 })),
  )
})

test('times that are moved to later, or while bids run, are written as they were and as they are', async () => {
  const asha = await office.user('Asha', 500)
  const day = addDays(dayOf(await office.database.now()), 1)
  const market = await office.market('MOVED', { draw: 'untouched' })
  const move = (close_time: string) =>
    office.call(api.markets.update, {
      id: String(market.id),
      name: market.name,
      open_time: '12:00',
      close_time: '13:00',
      market_off_day: { [weekdayOf(day)]: { state: true, close_time } },
    })
  await office.database.run(sql`
    insert into draws (market_id, market_date, opens_at, closes_at)
    values (${market.id}, ${day}, (${day}::date + time '12:00') at time zone 'Asia/Kolkata',
      (${day}::date + time '13:00') at time zone 'Asia/Kolkata')`)
  expect(await move('14:00')).toMatchObject({ code: 200 })
  expect(await fresh()).toMatchObject([{ kind: 'moved_times', market_date: day, facts: { bids: 0 } }])
  const at = new Date(`${day}T05:00:00+05:30`)
  expect(await office.placeAt(at, asha, market, 'single_digit:1:-:-:-', 100)).toMatchObject({ code: 200 })
  expect(await move('14:00')).toMatchObject({ code: 200 })
  expect(await fresh()).toEqual([]) // nothing moved
  expect(await move('15:00')).toMatchObject({ code: 200 })
  expect(await fresh()).toMatchObject([
    {
      kind: 'moved_times',
      market_date: day,
      amount: 100,
      facts: {
        bids: 1,
        before: [`${day}T06:30:00.000Z`, `${day}T08:30:00.000Z`],
        now: [`${day}T06:30:00.000Z`, `${day}T09:30:00.000Z`],
      },
    },
  ])
})

test('betting that is to end later is written before anybody bets, with the first day that it concerns', async () => {
  const today = dayOf(await office.database.now())
  const market = await office.market('LATER', { draw: 'untouched', open_time: '00:10', close_time: '00:20' })
  const [first, other] = [addDays(today, 1), addDays(today, 3)]
  const move = (close_time: string, onOther = {}) =>
    office.told((db) =>
      updateMarket(fixedAt(db, new Date(`${first}T00:30:00+05:30`)), String(market.id), {
        changes: {
          ...{ name: market.name, open_time: '00:10', close_time },
          market_off_day: { [weekdayOf(other)]: onOther },
        },
        basedOn: undefined,
        actor: 'admin:1',
      }),
    )
  const written = { kind: 'moved_times', market: { id: market.id }, amount: 0 }
  await move('00:15', { state: true })
  expect(await fresh()).toEqual([]) // earlier
  await move('00:45', { state: true })
  const moments = (...times: readonly string[]) => times.map((time) => `${today}T${time}:00.000Z`)
  const facts = { bids: 0, before: moments('18:40', '18:45'), now: moments('18:40', '19:15') }
  expect(await fresh()).toMatchObject([{ ...written, market_date: first, facts }])
  await move('00:45', { state: false, close_time: '01:00' })
  expect(await fresh()).toMatchObject([{ ...written, market_date: other }])
  await move('00:45', { state: true, close_time: '01:00' })
  expect(await fresh()).toEqual([]) // it was told when its times were
  const night = await office.market('LATER AT NIGHT', {
    draw: 'untouched',
    open_time: '23:00',
    close_time: '00:20',
  })
  const changes = { name: night.name, open_time: '23:00', close_time: '00:45' }
  await office.told((db) =>
    updateMarket(fixedAt(db, new Date(`${first}T00:10:00+05:30`)), String(night.id), {
      changes,
      basedOn: undefined,
      actor: 'admin:1',
    }),
  )
  expect(await fresh()).toMatchObject([{ kind: 'moved_times', market: { id: night.id }, market_date: today }])
})

test.each([
  ['hours before', 120, '', []],
  ['ten minutes before', 10, '', [{ isDeclared: false, minutes: 10 }]],
  ['after', 0, '', [{ isDeclared: false }]],
  ['hours before, after a reverted result of', 120, '128-1', [{ isDeclared: true }]],
  ['hours before, after an early result of', 120, '128-1', [{ isDeclared: true }]],
])('a draw that is voided %s its betting', async (when, minutes, result, expected) => {
  const asha = await office.user('Asha', 500)
  const market = await office.market(`VOIDED ${when}`, { opensIn: 2, closesIn: 4 })
  await office.place(asha, market, jodi, 100)
  if (result) await office.declare(market, result)
  if (when.includes('reverted')) await office.revert(market)
  await openEnds(market, minutes)
  await fresh()
  const voiding = { marketId: market.id, date: market.day, reason: 'No result' }
  expect(await office.call(api.results.voidDraw, voiding)).toMatchObject({ code: 200 })
  const facts = { newerKind: 'voided_draw', bids: 1 }
  const half = when.includes('early') ? 'close' : 'open'
  const rows = expected.map((more) => ({ half, amount: 100, facts: { ...facts, ...more } }))
  expect(await fresh()).toMatchObject(rows)
  expect((await all({ kind: 'voided_draw' })).slice(0, rows.length)).toMatchObject(rows)
})

test('a single win of so much as the settings say is written, with the bid', async () => {
  await set({ large_win: 900 })
  const [asha, ravi] = [await office.user('Asha', 500), await office.user('Ravi', 500)]
  const market = await office.market('LARGE', { opensIn: 1, closesIn: 2 })
  const bid = await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await office.place(ravi, market, 'single_digit:1:-:-:-', 99)
  await openEnds(market)
  await office.declare(market, '128-1')
  expect(await fresh()).toMatchObject([
    { kind: 'large_win', User: { id: asha.id }, bidId: bid, amount: 900, market: { id: market.id } },
  ])
  await set({ large_win: 0 })
  await fresh()
  await office.revert(market)
  await office.declare(market, '128-1')
  expect(await fresh()).toEqual([])
})

test('a guard that is lowered is written as it was and as it is', async () => {
  const lower = { payee_mpin: false, payee_wait_hours: 1, turnover_bonus: 0, large_win: 901 }
  await set({
    payee_mpin: true,
    payee_wait_hours: 24,
    turnover_deposits: 1,
    turnover_bonus: 2,
    large_win: 900,
  })
  const market = await office.market('GUARDED')
  const limits = (amount: number, refuses: boolean) =>
    office.call(api.risk.saveLimits, {
      marketId: String(market.id),
      limits: [{ game: 'jodi_digit', amount, refuses }],
    })
  await limits(500, true)
  expect(await fresh()).toEqual([])
  await set(lower)
  await set({ large_win: 900 })
  await set({ large_win: 0 })
  await limits(500, false)
  const row = (guard: string, before: unknown, now: unknown) => ({
    kind: 'other_result',
    actorName: office.admin.userName,
    facts: { newerKind: 'lowered_guard', guard, before, now },
  })
  expect(await fresh()).toMatchObject([
    row('large_win', 900, 901),
    row('payee_mpin', true, false),
    row('payee_wait_hours', 24, 1),
    row('turnover_bonus', 2, 0),
    row('large_win', 900, 0),
    { ...row('Jodi', '₹500, refused', '₹500, warned'), market: { id: market.id } },
  ])
  // A day's own limit takes the place of the market's: a looser one frees the day, without it the market's holds again.
  const date = dayOf(await office.database.now())
  const ofDay = (amount?: number) =>
    office.call(api.risk.saveLimits, {
      marketId: String(market.id),
      date,
      limits: amount === undefined ? [] : [{ game: 'jodi_digit', amount, refuses: false }],
    })
  await ofDay(90_000)
  expect(await fresh()).toMatchObject([row('Jodi', '₹500, warned', '₹90,000, warned')])
  await ofDay()
  expect(await fresh()).toEqual([])
  await set({ payee_wait_hours: 0, turnover_deposits: 0 })
  await fresh()
})

test('added funds that go out unplayed are written when they are paid', async () => {
  const [asha, ravi] = [await office.user('Asha', 1000), await office.user('Ravi', 1000)]
  const market = await office.market('UNPLAYED')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await office.place(ravi, market, 'single_digit:1:-:-:-', 500)
  for (const player of [asha, ravi]) {
    await office.decide(await office.requestWithdrawal(player, 300), 'withdraw', 'completed')
  }
  expect(await fresh()).toMatchObject([
    { kind: 'unplayed_payout', User: { id: asha.id }, amount: 300, facts: { added: 1000, staked: 100 } },
  ])
  // What was paid out before does not count again.
  await office.decide(await office.requestWithdrawal(asha, 300), 'withdraw', 'completed')
  expect(await fresh()).toEqual([])
})

test('what was given by hand is followed: sent on unplayed, or as a deposit that no provider confirmed', async () => {
  const market = await office.market('GIVEN')
  const send = async (from: Player, to: Player, amount: number) => {
    const sent = await office.call(api.player.transfer, { mobile: to.mobile, amount }, { as: from })
    expect(sent).toMatchObject({ code: 200 })
  }
  const written = async (player: Player) => {
    await office.decide(await office.requestWithdrawal(player, 300), 'withdraw', 'completed')
    return (await fresh()).map(({ kind, User, facts }) => ({ kind, id: User?.id, facts }))
  }
  const row = ({ id }: Player, added: number, staked = 0) => [
    { kind: 'unplayed_payout', id, facts: { added, staked } },
  ]
  const paidIn = async (refId: string, confirmed?: number) => {
    const player = await office.user(`Paid ${refId}`)
    await office.decide(await office.requestDeposit(player, 600, refId), 'deposit', 'completed')
    if (confirmed !== undefined)
      await office.call(
        api.wallet.confirmDeposit,
        { ref_id: refId, amount: confirmed },
        { signedWith: PROVIDER_SECRET },
      )
    return player
  }
  const [giver, between, receiver] = [
    await office.user('Giver', 1000),
    await office.user('Between'),
    await office.user('Receiver'),
  ]
  await send(giver, between, 600)
  await send(giver, between, 300)
  await send(between, receiver, 800)
  await send(receiver, between, 10)
  await office.place(receiver, market, 'single_digit:1:-:-:-', 100)
  expect(await written(receiver)).toEqual(row(receiver, 800, 100))
  expect(await written(receiver)).toEqual([]) // What was paid out before does not count again.

  const played = await office.user('Played', 1000)
  await office.place(played, market, 'single_digit:1:-:-:-', 500)
  const friend = await office.user('Friend')
  await send(played, friend, 400)
  expect(await written(friend)).toEqual([])

  const unknown = await paidIn('UTR900000')
  expect(await written(unknown)).toEqual([]) // No provider confirms anything here.
  const confirmedBefore = (days: number) =>
    office.told(async (db) => {
      const at = new Date((await db.now()).getTime() - days * 86_400_000)
      return confirmDeposit(fixedAt(db, at), { refId: `UTR90080${days}`, amount: paise(100), address: '' })
    })
  await confirmedBefore(8)
  expect(await written(await paidIn('UTR900400'))).toEqual([])
  await confirmedBefore(6)
  const inTheWeek = await paidIn('UTR900500')
  expect(await written(inTheWeek)).toEqual(row(inTheWeek, 600))
  expect(await written(await paidIn('UTR900200', 600))).toEqual([])
  const byHand = await paidIn('UTR900100')
  expect(await written(byHand)).toEqual(row(byHand, 600))
  const otherwise = await paidIn('UTR900300', 6)
  expect(await written(otherwise)).toEqual(row(otherwise, 600))
})

test('it is looked at once, with a note, and by somebody else where there is anybody', async () => {
  const [one, other] = await all({ looked: false })
  const { token, isActive, gone } = await second()
  const look = (id: number, note: string, as?: { token: string }) =>
    office.call(api.reports.lookAt.path, { id, note }, as ? { as } : {})
  expect(await look(one!.id, ' ')).toMatchObject({ code: 400, message: 'Note is required' })
  expect(await look(999_999, 'Nothing')).toMatchObject({ code: 404 })
  expect(await look(one!.id, 'I asked')).toMatchObject({
    code: 409,
    message: 'Somebody else looks at what you did',
  })
  const said = await look(one!.id, ' The draw was cancelled by its house. ', { token })
  expect(said).toMatchObject({
    code: 200,
    data: {
      id: one!.id,
      note: 'The draw was cancelled by its house.',
      lookedBy: expect.stringMatching(/^second/),
    },
  })
  expect(await look(one!.id, 'Again', { token })).toMatchObject({ code: 409 })
  await isActive(false) // It could be undone after the look.
  expect(await look(other!.id, 'I am alone')).toMatchObject({ code: 409 })
  const told = async () => (await office.call(api.alerts.list, {})).data.map(({ kind }) => kind)
  expect(await told()).not.toContain('look')
  await gone()
  expect(await told()).toContain('look')
  expect(await look(other!.id, 'I am alone')).toMatchObject({ code: 200 })
  const left = (await all({ looked: false })).map(({ id }) => id)
  expect(left).not.toContain(one!.id)
  const [twice] = left
  const { looks } = await office.database.transaction(async (db) => {
    await db.run(sql`select from suspicions where id = ${twice!} for no key update`)
    const looks = ['One', 'Other'].map((note) => look(twice!, note))
    await untilLocked(office.database, 2)
    return { looks }
  })
  expect((await Promise.all(looks)).map(({ code }) => code).sort()).toEqual([200, 409])
  expect((await all({ looked: true })).map(({ id }) => id)).toEqual(
    [other!.id, one!.id, twice!].sort((a, b) => b - a),
  )
  expect((await all({ kind: 'large_win' })).every(({ kind }) => kind === 'large_win')).toBe(true)
  const [paid] = await all({ kind: 'unplayed_payout', looked: false })
  const { mobile } = (await office.call(api.users.get, { id: paid!.User!.id })).data
  const kept = await look(paid!.id, `Asked ${mobile} by phone`)
  expect(kept).toMatchObject({ code: 200, data: { note: `Asked …${mobile.slice(-4)} by phone` } })
})

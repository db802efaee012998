/** The book of the day: each sheet is what the bids, declarations and postings say, to the paisa, whatever has happened. */
import { type Answer, api, type Body } from '@munim/contract'
import { addDays, type Day, dayOf, momentOf, PAY_WAYS, type Paise, type Time } from '@munim/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revertBid } from '../../server/src/bids/revert.ts'
import { type Db, fixedAt, sql } from '../../server/src/database/db.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { revertResult } from '../../server/src/results/revert.ts'
import { voidDraw } from '../../server/src/results/void.ts'
import { decideRequest, requestDeposit } from '../../server/src/wallet/requests.ts'
import { demonstrationDatabase } from '../support/database.ts'
import { history, live, RUNS } from '../support/day-history.ts'
import { tellAccount, tellCash, tellDay, tellResult } from '../support/day-sheet.ts'
import { backOffice, formOf } from '../support/office.ts'
import { verifyBooks } from '../support/verify-books.ts'

type Book = Answer<typeof api.daybook.get>['data']

const DAYS = 30
const office = await backOffice({}, verifyBooks, await demonstrationDatabase())
const { database } = office
const today = dayOf(await database.now())
// Requests of a few rupees, so that histories meet the end of their wallets.
await database.run(sql`update settings set deposit_min = 100, withdraw_min = 100`)

const bookOf = async (day: Day): Promise<Book> => (await office.call(api.daybook.get, { day })).data
const inPaise = (rupees: number) => Math.round(rupees * 100)

/** What the sheet says, as the plain statements tell it. */
function sumsOf({ bids, stake, refunded, paid, running }: Omit<Book['result'], 'day'>) {
  const [staked, back, won, open] = [stake, refunded, paid, running].map(inPaise)
  return { bids, stake: staked, refunded: back, paid: won, running: open }
}

const byKey = (one: string | number, other: string | number) => (one < other ? -1 : 1)

/** Holds the whole sheet of a day against the facts. */
async function check(day: Day): Promise<Book> {
  const [book, told] = [await bookOf(day), await tellDay(database, day)]
  expect(sumsOf(book.result)).toEqual(told.result)
  const markets = book.markets
    .filter(({ bids }) => bids > 0)
    .map((each) => ({ marketId: each.marketId, ...sumsOf(each) }))
  expect(markets.sort((one, other) => byKey(one.marketId, other.marketId))).toEqual(told.markets)
  const games = book.games.map((each) => ({ game_mode: each.game_mode, ...sumsOf(each) }))
  expect(games.sort((one, other) => byKey(one.game_mode, other.game_mode))).toEqual(told.games)
  for (const each of [book.result, ...book.markets, ...book.games]) {
    const { stake, refunded, paid, running } = sumsOf(each)
    expect(inPaise(each.kept)).toBe(stake! - refunded! - paid! - running!)
  }
  for (const each of Object.values(book.before)) {
    expect(sumsOf(each)).toEqual(await tellResult(database, each.day as Day))
  }
  expect(book.before).toMatchObject({
    dayBefore: { day: addDays(day, -1) },
    weekBefore: { day: addDays(day, -7) },
  })
  for (const account of book.accounts) {
    const said = {
      opening: inPaise(account.opening),
      movements: account.movements
        .filter(({ postings }) => postings > 0)
        .map(({ kind, postings, amount }) => ({ kind: kind as string, postings, amount: inPaise(amount) }))
        .sort((one, other) => byKey(one.kind, other.kind)),
      closing: inPaise(account.closing),
    }
    expect(said, account.account).toEqual(await tellAccount(database, account.account, day))
    expect(said.closing).toBe(said.movements.reduce((sum, { amount }) => sum + amount, said.opening))
  }
  const cash = book.cash
    .map(({ way, ...each }) => ({
      way,
      in: inPaise(each.in.amount),
      out: inPaise(each.out.amount),
      ins: each.in.postings,
      outs: each.out.postings,
    }))
    .filter(({ ins, outs }) => ins + outs > 0)
  expect(cash.sort((one, other) => byKey(one.way ?? '~', other.way ?? '~'))).toEqual(
    await tellCash(database, day),
  )
  const hours = (await office.call(api.daybook.hours, { day })).data.map(({ at, bids, stake }) => {
    const india = new Date(new Date(at).getTime() + 5.5 * 3_600_000).toISOString()
    return { hour: india.slice(0, 13).replace('T', ' '), bids, stake: inPaise(stake) }
  })
  expect(hours).toEqual(told.hours)
  return book
}

test('each of thirty days of a lifelike platform, and the days around them, is what the facts say', async () => {
  let staked = 0
  for (let back = -1; back <= DAYS + 8; back++) staked += (await check(addDays(today, -back))).result.bids
  expect(staked).toBe((await database.only<{ bids: number }>(sql`select count(*) as bids from bids`)).bids)
})

const overTime = async (body: Body<typeof api.daybook.market>) =>
  (await office.call(api.daybook.market, { draws: 366, ...body })).data

test('a market over time has the figures of its days, its halves together the whole, and all draws their sum', async () => {
  const books = await Promise.all(
    Array.from({ length: DAYS + 10 }, (_, nth) => bookOf(addDays(today, nth - DAYS - 8))),
  )
  const { data: markets } = await office.call(api.markets.list, {})
  let bids = 0
  for (const { id } of markets) {
    const { draws, result } = await overTime({ marketId: id })
    const days = books.flatMap((book) =>
      book.markets
        .filter(({ marketId }) => marketId === id)
        .map((each) => ({ ...each, day: book.result.day })),
    )
    const told = days.map((each) => ({ day: each.day, ...sumsOf(each) })).reverse()
    expect(draws.map((each) => ({ day: each.day, ...sumsOf(each) }))).toEqual(told)
    expect(sumsOf(result)).toEqual(addedUp(draws))
    const [open, close] = await Promise.all(
      (['open', 'close'] as const).map((session) => overTime({ marketId: id, session })),
    )
    for (const [nth, each] of draws.entries())
      expect(addedUp([open!.draws[nth]!, close!.draws[nth]!])).toEqual(sumsOf(each))
    const last = await overTime({ marketId: id, draws: 7 })
    expect(last.draws).toEqual(draws.slice(0, 7))
    expect(sumsOf(last.result)).toEqual(addedUp(draws.slice(0, 7)))
    bids += result.bids
  }
  expect(bids).toBe((await database.only<{ bids: number }>(sql`select count(*) as bids from bids`)).bids)
})

test('the wallets of today close with what the wallets hold, and cash is what all other accounts hold', async () => {
  const { accounts } = await bookOf(today)
  const closing = (of: string) => inPaise(accounts.find(({ account }) => account === of)!.closing)
  const wallets = sql<{ sum: number }>`select coalesce(sum(balance), 0)::bigint as sum from wallets`
  expect(closing('player')).toBe((await database.only(wallets)).sum)
  const others = ['player', 'held', 'game', 'bonus', 'closed'].map(closing)
  expect(closing('cash')).toBe(others.reduce((sum, each) => sum + each, 0))
})

test('the dashboard tells the results of today and of the days beside it as the day book does', async () => {
  const { result, before } = await bookOf(today)
  const { daybook } = (await office.call(api.dashboard.getOverview, {})).data
  expect(daybook).toEqual({ result, before })
})

test('the history narrowed to a kind and a day lists exactly the postings that the day counts', async () => {
  for (let back = 0; back <= DAYS; back += 3) {
    const day = addDays(today, -back)
    const { movements } = (await bookOf(day)).accounts.find(({ account }) => account === 'player')!
    for (const { kind, postings } of movements) {
      // A transfer is a row of either player.
      const type = kind === 'transfer' ? 'credit' : undefined
      const said = await office.call(api.reports.transactions, { kind, type, from: day, to: day, limit: 100 })
      expect([kind, said.total]).toEqual([kind, postings])
      const told = await database.many<{ id: number }>(sql`
        select id from postings where kind = ${kind} and (at at time zone 'Asia/Kolkata')::date = ${day}
        order by at desc, id desc limit 100`)
      expect(said.data.map(({ id }) => id)).toEqual(told.map(({ id }) => id))
    }
  }
})

test('withdrawals narrowed to the day of their approval are exactly those that the day paid out', async () => {
  let paid = 0
  for (let back = 0; back <= DAYS; back++) {
    const day = addDays(today, -back)
    const { movements } = (await bookOf(day)).accounts.find(({ account }) => account === 'held')!
    const { postings } = movements.find(({ kind }) => kind === 'withdraw_pay')!
    const said = await office.call(api.wallet.withdrawals, { paid: day, limit: 100 })
    expect(said).toMatchObject({ code: 200, total: postings, counts: null })
    const told = await database.many<{ id: number }>(sql`
      select r.id from postings p join requests r on r.id = p.request_id
      where p.kind = 'withdraw_pay' and (p.at at time zone 'Asia/Kolkata')::date = ${day} order by r.id desc`)
    expect(said.data.map(({ id }) => id)).toEqual(told.map(({ id }) => id))
    paid += postings
    const ways = await Promise.all(
      PAY_WAYS.map(async (way) => (await office.call(api.wallet.withdrawals, { paid: day, way })).total),
    )
    expect(ways.reduce((sum, each) => sum + each, 0)).toBe(postings)
  }
  expect(paid).toBeGreaterThan(0)
  expect(await office.call(api.wallet.withdrawals, { way: 'upi' })).toMatchObject({ code: 400 })
})

test('without a day it is today, and a day that has nothing is zero', async () => {
  expect((await office.call(api.daybook.get, {})).data.result.day).toBe(today)
  const { result, markets, games } = await bookOf('2001-01-01' as Day)
  expect(result).toEqual({
    day: '2001-01-01',
    bids: 0,
    stake: 0,
    refunded: 0,
    paid: 0,
    running: 0,
    kept: 0,
    hold: null,
  })
  expect([markets, games]).toEqual([[], []])
  expect(await office.call(api.daybook.get, { day: '2026-02-30' })).toMatchObject({ code: 400 })
})

test('a draw across midnight counts wholly with its own day, and is corrected there', async () => {
  const [day, next] = [addDays(today, -40), addDays(today, -39)]
  const asha = await office.user('Asha', 10_000)
  const night = await office.market('LATE NIGHT', {
    open_time: '23:00',
    close_time: '02:00',
    draw: 'untouched',
  })
  const at = (on: Day, time: string) => momentOf(on, time as Time)
  await office.placeAt(at(day, '22:00'), asha, night, 'single_digit:1:-:-:-', 100)
  const late = await office.placeAt(at(next, '01:00'), asha, night, 'single_digit:-:-:4:-', 50)
  expect(late).toMatchObject({ code: 200, day })
  expect((await bookOf(day)).result).toMatchObject({ bids: 2, stake: 150, running: 150, kept: 0, hold: null })
  expect((await bookOf(next)).result).toMatchObject({ bids: 0, stake: 0 })

  const draw = { marketId: String(night.id), date: day }
  const done = (verb: (db: Db) => Promise<unknown>) =>
    office.told((db) => verb(fixedAt(db, at(next, '12:00'))))
  const declare = (result: string) =>
    done((db) => declareResult(db, { ...draw, typed: formOf(result), source: 'manual', actor: 'admin:1' }))
  expect(await declare('128-1')).toMatchObject({ code: 200 })
  expect((await bookOf(day)).result).toMatchObject({ stake: 150, running: 50, kept: 100 - 900 })
  expect(await declare('128-14-455')).toMatchObject({ code: 200 })
  expect((await check(day)).result).toMatchObject({ running: 0, paid: 1350, kept: -1200, hold: -800 })
  await done((db) => revertBid(db, { id: late.id!, reason: 'test', actor: 'admin:1' }))
  expect((await check(day)).result).toMatchObject({
    bids: 2,
    stake: 150,
    refunded: 50,
    paid: 900,
    kept: -800,
  })
  await done((db) => revertResult(db, { ...draw, session: undefined, actor: 'admin:1' }))
  expect((await check(day)).result).toMatchObject({ refunded: 50, paid: 0, running: 100, kept: 0 })
  await done((db) => voidDraw(db, { ...draw, reason: 'test', actor: 'admin:1' }))
  expect((await check(day)).result).toMatchObject({
    stake: 150,
    refunded: 150,
    running: 0,
    kept: 0,
    hold: null,
  })
  expect((await check(next)).result.bids).toBe(0)
})

const monthOf = async (month?: string) => (await office.call(api.daybook.month, month ? { month } : {})).data

/** Each figure of these added up, in paise. */
function addedUp(all: readonly Omit<Book['result'], 'day'>[]) {
  const sums = all.map((each) => sumsOf(each) as Record<string, number>)
  return Object.fromEntries(
    ['bids', 'stake', 'refunded', 'paid', 'running'].map((figure) => [
      figure,
      sums.reduce((sum, each) => sum + each[figure]!, 0),
    ]),
  )
}

/** Each line by its key with its figures in paise, those of the same key added up, without what has no bids. */
function byKeys<Line extends Omit<Book['result'], 'day'>>(
  lines: readonly Line[],
  key: (line: Line) => unknown,
) {
  const groups = [...Map.groupBy(lines, key)].map(([of, all]) => [String(of), addedUp(all)] as const)
  return Object.fromEntries(groups.filter(([, { bids }]) => bids !== 0))
}

/** Holds a month against the books of its days, each of which is held against the facts. Nothing was corrected. */
async function checkMonth(month: string): Promise<number> {
  const told = await monthOf(month)
  const books: Book[] = []
  for (let day = `${month}-01` as Day; day.startsWith(month); day = addDays(day, 1))
    books.push(await check(day))
  expect(sumsOf(told.result)).toEqual(addedUp(books.map(({ result }) => result)))
  expect(byKeys(told.days, ({ day }) => day)).toEqual(
    byKeys(
      books.map(({ result }) => result),
      ({ day }) => day,
    ),
  )
  const id = ({ marketId }: { marketId: number }) => marketId
  expect(byKeys(told.markets, id)).toEqual(
    byKeys(
      books.flatMap(({ markets }) => markets),
      id,
    ),
  )
  const game = ({ game_mode }: { game_mode: string }) => game_mode
  expect(byKeys(told.games, game)).toEqual(
    byKeys(
      books.flatMap(({ games }) => games),
      game,
    ),
  )
  for (const [nth, account] of told.accounts.entries()) {
    const [first, last] = [books[0]!.accounts[nth]!, books.at(-1)!.accounts[nth]!]
    expect([account.opening, account.closing]).toEqual([first.opening, last.closing])
    for (const { kind, postings, amount } of account.movements) {
      const days = books.map(({ accounts }) => accounts[nth]!.movements.find((each) => each.kind === kind)!)
      expect(postings).toBe(days.reduce((sum, each) => sum + each.postings, 0))
      expect(inPaise(amount)).toBe(days.reduce((sum, each) => sum + inPaise(each.amount), 0))
    }
  }
  const came = (cash: Book['cash']) =>
    cash.reduce((sum, way) => sum + inPaise(way.in.amount - way.out.amount), 0)
  expect(came(told.cash)).toBe(books.reduce((sum, { cash }) => sum + came(cash), 0))
  expect(told.corrected).toEqual([])
  return told.result.bids
}

test('a month is the sum of its days, and each month around the demonstration is', async () => {
  const months = new Set([-40, -20, 0].map((later) => addDays(today, later).slice(0, 7)))
  let bids = 0
  for (const month of months) bids += await checkMonth(month)
  expect(bids).toBeGreaterThan(0)
})

test('after any history each sheet of its days is what the facts say', async () => {
  let first = addDays(today, -90)
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      first = addDays(first, -4)
      await live(office, first, steps)
      for (const later of [0, 1, 2]) await check(addDays(first, later))
    }),
    RUNS,
  )
})

// After the months: what is posted before the demonstration is not in the sheets that are closed of it.
test('what is approved as a day begins is of that day and not of the one before', async () => {
  const [day, next] = [addDays(today, -43), addDays(today, -42)]
  const { id: userId } = await office.user('Asha')
  await office.database.transaction(async (all) => {
    const db = fixedAt(all, momentOf(next, '00:00' as Time))
    const id = await requestDeposit(db, { userId, amount: 10_000 as Paise, transferType: 'upi', refId: '' })
    const deciding = { id, kind: 'deposit', status: 'completed', note: undefined, actor: 'admin:1' } as const
    await decideRequest(db, deciding)
  })
  await check(day)
  expect((await check(next)).cash).toContainEqual(expect.objectContaining({ way: 'upi' }))
})

test('without a month it is this one, and what is no month is refused', async () => {
  expect((await monthOf()).result.month).toBe(today.slice(0, 7))
  expect((await monthOf('2001-02')).days).toEqual([])
  for (const month of ['2026-13', '2026-1', '2026-00', 'May']) {
    expect(await office.call(api.daybook.month, { month })).toMatchObject({ code: 400 })
  }
})

test('a month is a file of its days, markets, games and accounts, each with its total', async () => {
  const month = addDays(today, -20).slice(0, 7)
  const { result, days, accounts } = await monthOf(month)
  const said = await office.call(api.daybook.monthCsv, { month })
  const lines = (said as unknown as { text: string }).text.trim().split('\r\n')
  const { bids, stake, refunded, paid, running, kept, hold } = result
  const money = [stake, refunded, paid, running, kept].map((rupees) => rupees.toFixed(2))
  for (const part of ['Day', 'Market', 'Game']) {
    expect(lines).toContain([part, 'Total', bids, ...money, hold, '', '', '', ''].join(','))
  }
  expect(lines.filter((line) => line.startsWith('Day,'))).toHaveLength(days.length + 1)
  for (const { account, opening, closing, movements } of accounts) {
    const kinds = movements.filter(({ postings }) => postings > 0)
    expect(lines.filter((line) => line.startsWith(`Account,${account},`))).toHaveLength(kinds.length + 1)
    for (const { kind, amount } of kinds)
      expect(lines).toContain(
        ['Account', account, ...Array(7).fill(''), kind, '', amount.toFixed(2), ''].join(','),
      )
    const moved = (inPaise(closing) - inPaise(opening)) / 100
    const figures = [opening, moved, closing].map((rupees) => rupees.toFixed(2))
    expect(lines).toContain(['Account', account, ...Array(7).fill(''), 'Total', ...figures].join(','))
  }
})

test('the markets of a day are a file with their sum', async () => {
  const { result, markets } = await bookOf(addDays(today, -1))
  const said = await office.call(api.daybook.getCsv, { day: addDays(today, -1) })
  const lines = (said as unknown as { text: string }).text.trim().split('\r\n')
  expect(lines[0]).toContain('Market,Bids,Stake,Refunded,Paid,Running,Kept,Hold %')
  expect(lines).toHaveLength(markets.length + 2)
  const { bids, stake, refunded, paid, running, kept, hold } = result
  const money = [stake, refunded, paid, running, kept].map((rupees) => rupees.toFixed(2))
  expect(lines.at(-1)).toBe(['Total', bids, ...money, hold].join(','))
})

// At the end: what is paid so long before the demonstration would be missing in the sheets of its closed days.
test('a draw over time is what it was declared as, whole, by half, voided or not yet; so is its file', async () => {
  const days = [-3, -2, -1, 0].map((later) => addDays(today, later - 50)) as [Day, Day, Day, Day]
  const asha = await office.user('Asha', 10_000)
  const noon = await office.market('OVER TIME', {
    open_time: '12:00',
    close_time: '14:00',
    draw: 'untouched',
  })
  const at = (on: Day, time: string) => momentOf(on, time as Time)
  for (const day of days) {
    await office.placeAt(at(day, '10:00'), asha, noon, 'single_digit:1:-:-:-', 100)
    await office.placeAt(at(day, '10:00'), asha, noon, 'single_digit:-:-:4:-', 50)
  }
  const done = (verb: (db: Db) => Promise<unknown>) =>
    office.told((db) => verb(fixedAt(db, at(days[3], '15:00'))))
  const marketId = String(noon.id)
  const declare = (date: Day, result: string) =>
    done((db) =>
      declareResult(db, { marketId, date, typed: formOf(result), source: 'manual', actor: 'admin:1' }),
    )
  await declare(days[0], '137-14-455')
  await done((db) => revertResult(db, { marketId, date: days[0], session: undefined, actor: 'admin:1' }))
  await declare(days[0], '128-14-455')
  await declare(days[1], '128-1')
  await done((db) => voidDraw(db, { marketId, date: days[1], reason: 'half', actor: 'admin:1' }))
  await done((db) => voidDraw(db, { marketId, date: days[2], reason: 'test', actor: 'admin:1' }))

  const none = { open_digit: '-', open_panna: '-', close_digit: '-', close_panna: '-' }
  const open = { open_digit: '1', open_panna: '128' }
  const staked = { bids: 2, stake: 150 }
  const { draws, result } = await overTime({ marketId })
  expect(draws).toMatchObject([
    { day: days[3], ...none, voided: null, ...staked, running: 150, kept: 0, hold: null },
    { day: days[2], ...none, voided: { halves: ['open', 'close'], reason: 'test' }, refunded: 150, kept: 0 },
    { day: days[1], ...none, ...open, voided: { halves: ['close'] }, refunded: 50, paid: 900, kept: -800 },
    { day: days[0], ...open, close_digit: '4', close_panna: '455', voided: null, paid: 1350, kept: -1200 },
  ])
  expect(result).toMatchObject({ bids: 8, stake: 600, refunded: 200, paid: 2250, running: 150, kept: -2000 })
  const close = await overTime({ marketId, session: 'close', draws: 2 })
  expect(close).toMatchObject({
    result: { bids: 2, stake: 100, refunded: 50, running: 50, paid: 0 },
    draws: [{ day: days[3] }, { day: days[2], voided: { halves: ['open', 'close'] } }],
  })

  const { text } = (await office.call(api.daybook.marketCsv, { marketId })) as unknown as { text: string }
  expect(text.trimEnd().split('\r\n').slice(1)).toEqual([
    `${days[3]},,,,,2,150.00,0.00,0.00,150.00,0.00,`,
    `${days[2]},void,void,void,void,2,150.00,150.00,0.00,0.00,0.00,`,
    `${days[1]},1,128,void,void,2,150.00,50.00,900.00,0.00,-800.00,-800`,
    `${days[0]},1,128,4,455,2,150.00,0.00,1350.00,0.00,-1200.00,-800`,
    'Total,,,,,8,600.00,200.00,2250.00,150.00,-2000.00,-800',
  ])

  const bare = await office.market('NEVER BET ON', { draw: 'untouched' })
  expect(await overTime({ marketId: bare.id })).toMatchObject({ draws: [], result: { bids: 0, hold: null } })
  for (const draws of [0, 367, 1.5])
    expect(await office.call(api.daybook.market, { marketId, draws })).toMatchObject({ code: 400 })
  for (const call of [api.daybook.market, api.daybook.marketCsv])
    expect(await office.call(call, { marketId: 2_000_000_000 })).toMatchObject({
      code: 404,
      message: 'Market not found',
    })
})

/** The sums of a month's players: each is what the postings say, to the paisa, whatever has happened, and none is shown half made. */
import { type Answer, api } from '@munim/contract'
import { addDays, type Day, dayOf, momentOf, type Time } from '@munim/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revertBid } from '../../server/src/bids/revert.ts'
import { type Db, fixedAt, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { closeNext } from '../../server/src/daybook/close.ts'
import { eachPlayer, readMade, tellPlayers } from '../../server/src/daybook/month-players.ts'
import { goOn } from '../../server/src/daybook/month-run.ts'
import { watchDays, watchMonths } from '../../server/src/daybook/watch.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { revertResult } from '../../server/src/results/revert.ts'
import { voidDraw } from '../../server/src/results/void.ts'
import { moveFunds } from '../../server/src/users/funds.ts'
import { removeUser } from '../../server/src/users/remove.ts'
import { transferTo } from '../../server/src/users/transfer.ts'
import { databaseAt } from '../support/clock.ts'
import { demonstrationDatabase } from '../support/database.ts'
import { history, live, RUNS } from '../support/day-history.ts'
import { tellWallets } from '../support/day-sheet.ts'
import { backOffice, formOf, type Player } from '../support/office.ts'
import { verifyBooks } from '../support/verify-books.ts'
import { until } from '../support/waits.ts'

type Told = Answer<typeof api.daybook.monthPlayers>

const office = await backOffice({}, verifyBooks, await demonstrationDatabase())
const { database, owner } = office
await database.run(sql`update settings set deposit_min = 100, withdraw_min = 100`)
const today = dayOf(await database.now())
const NOW = today.slice(0, 7)

const firstOf = (month: string) => `${month}-01` as Day
const after = (month: string, by = 1) => {
  let day = firstOf(month)
  for (let months = 0; months < Math.abs(by); months++)
    day = firstOf(addDays(day, by < 0 ? -1 : 31).slice(0, 7))
  return day.slice(0, 7)
}
const LAST = after(NOW, -1)
const playersOf = async (month: string, body: object = {}): Promise<Told> =>
  office.call(api.daybook.monthPlayers, { month, limit: 100, ...body })
const make = (month: string) => office.call(api.daybook.makeMonthPlayers, { month })
const stop = (month: string) => office.call(api.daybook.stopMonthPlayers, { month })
async function finish(): Promise<void> {
  while (await goOn(database));
}

const inPaise = (rupees: number) => Math.round(rupees * 100)
const plain = ({ opening, bids, movements, closing }: NonNullable<Told['made']>['total']) => ({
  opening: inPaise(opening),
  bids,
  movements: Object.fromEntries(movements.map(({ kind, amount }) => [kind, inPaise(amount)])),
  closing: inPaise(closing),
})

async function allOf(month: string, body: object = {}): Promise<Told['data']> {
  const first = await playersOf(month, body)
  const pages = [first.data]
  for (let page = 2; page <= first.totalPages; page++)
    pages.push((await playersOf(month, { ...body, page })).data)
  return pages.flat()
}

/** Makes the sums of a month and holds each against the postings, and all together against the account of the wallets. */
async function check(month: string): Promise<Told['data']> {
  expect(await make(month)).toMatchObject({ code: 200 })
  await finish()
  const { making, made } = await playersOf(month)
  expect(making).toBeNull()
  const players = await allOf(month)
  const told = await tellWallets(database, { first: firstOf(month), end: firstOf(after(month)) })
  const said = players.map((each) => ({ userId: each.userId, ...plain(each) }))
  expect(said.sort((one, other) => one.userId - other.userId)).toEqual(told)
  for (const { movements, kept } of [...players, made!.total]) {
    const ofBids = movements.filter(({ kind }) => ['stake', 'refund', 'win', 'win_reversed'].includes(kind))
    expect(inPaise(kept)).toBe(-ofBids.reduce((sum, { amount }) => sum + inPaise(amount), 0) + 0)
  }
  const { accounts } = (await office.call(api.daybook.month, { month })).data
  const wallets = accounts.find(({ account }) => account === 'player')!
  expect(plain(made!.total)).toMatchObject({
    opening: inPaise(wallets.opening),
    movements: Object.fromEntries(
      wallets.movements
        .filter(({ amount }) => amount !== 0)
        .map(({ kind, amount }) => [kind, inPaise(amount)]),
    ),
    closing: inPaise(wallets.closing),
  })
  expect(made).toMatchObject({ later: 0, isOver: month < NOW })
  return players
}

test('of each month around a lifelike platform the sums of players are what the postings say', async () => {
  let bids = 0
  for (const month of [after(LAST, -1), LAST, NOW])
    bids += (await check(month)).reduce((sum, each) => sum + each.bids, 0)
  expect(bids).toBe((await database.only<{ bids: number }>(sql`select count(*) as bids from bids`)).bids)
})

test('a month is over five minutes after its end, once every posting of it is there', async () => {
  for (const [time, isOver] of [
    ['00:04', false],
    ['00:05', true],
  ] as const) {
    expect(await make(LAST)).toMatchObject({ code: 200 })
    const then = databaseAt(database, momentOf(firstOf(NOW), time as Time))
    while (await goOn(then));
    expect((await playersOf(LAST)).made).toMatchObject({ isOver })
  }
})

test('a month over midnight with closed days, a correction, a void, transfers and a deleted player', async () => {
  const first = firstOf(after(NOW, -4))
  const eve = addDays(first, -1)
  const at = (day: Day, time: string) => momentOf(day, time as Time)
  const doneAt = <T>(moment: Date, verb: (db: Db) => Promise<T>) =>
    database.transaction((db) => verb(fixedAt(db, moment)))
  const [asha, ravi, meena] = (await Promise.all(
    ['Asha', 'Ravi', 'Meena'].map((name) => office.user(name)),
  )) as [Player, Player, Player]
  const fund = { amount: 500, note: undefined, actor: 'admin:1' }
  for (const { id } of [asha, ravi, meena])
    await doneAt(at(eve, '10:00'), (db) => moveFunds(db, 'fund_add', { ...fund, userId: id }))
  const night = await office.market('MONTH END', {
    open_time: '23:00',
    close_time: '02:00',
    draw: 'untouched',
  })
  const on = { marketId: String(night.id), date: eve }
  const declare = (moment: Date, result: string) =>
    doneAt(moment, (db) =>
      declareResult(db, { ...on, typed: formOf(result), source: 'manual', actor: 'admin:1' }),
    )
  // Placed in one month, won in the next, taken back and won anew.
  const early = await office.placeAt(at(eve, '22:00'), asha, night, 'single_digit:1:-:-:-', 100)
  await doneAt(at(first, '00:00'), (db) =>
    moveFunds(db, 'fund_add', { ...fund, userId: asha.id, amount: 10 }),
  )
  await office.placeAt(at(first, '01:00'), ravi, night, 'single_digit:-:-:4:-', 50)
  await office.placeAt(at(first, '01:10'), meena, night, 'single_digit:-:-:4:-', 20)
  await declare(at(first, '03:00'), '128-14-455')
  while (await doneAt(at(addDays(first, 1), '04:00'), closeNext));
  await doneAt(at(addDays(first, 1), '10:00'), (db) =>
    transferTo(db, meena.mobile, { userId: ravi.id, amount: 30 }),
  )
  await doneAt(at(addDays(first, 1), '11:00'), (db) => removeUser(db, { id: meena.id, actor: 'admin:1' }))
  await doneAt(at(addDays(first, 2), '10:00'), (db) =>
    revertBid(db, { id: early.id!, reason: 'test', actor: 'admin:1' }),
  )
  await doneAt(at(addDays(first, 3), '10:00'), (db) =>
    revertResult(db, { ...on, session: undefined, actor: 'admin:1' }),
  )
  await doneAt(at(firstOf(after(NOW, -3)), '10:00'), (db) =>
    voidDraw(db, { ...on, reason: 'test', actor: 'admin:1' }),
  )
  await check(after(NOW, -5))
  const players = await check(after(NOW, -4))
  await check(after(NOW, -3))
  const of = ({ id }: Player) => players.find(({ userId }) => userId === id)!
  expect(of(asha)).toMatchObject({ opening: 400, closing: 510, bids: 0, kept: -100 })
  expect(of(ravi)).toMatchObject({ opening: 500, bids: 1 })
  expect(of(meena)).toMatchObject({
    isDeleted: true,
    mobile: '',
    user_name: `Deleted user #${meena.id}`,
    closing: 0,
  })
})

test('after any history each month that it touched is what the postings say', async () => {
  let first = addDays(firstOf(after(NOW, -6)), 10)
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      // Over the end of a month.
      first = addDays(firstOf(first.slice(0, 7)), -1)
      await live(office, first, steps)
      for (const month of [first.slice(0, 7), after(first.slice(0, 7))]) await check(month)
    }),
    { ...RUNS, numRuns: Math.min(RUNS.numRuns, 6) },
  )
})

test('the largest first by what the house kept, and from the other end what it lost', async () => {
  const kept = (await allOf(LAST)).map((each) => each.kept)
  expect(kept).toEqual(kept.toSorted((one, other) => other - one))
  expect((await allOf(LAST, { sort: 'lost' })).map((each) => each.kept)).toEqual(kept.toReversed())
  expect(await playersOf(LAST, { sort: 'name' })).toMatchObject({ code: 400 })
  expect((await office.call(api.daybook.monthPlayers, {})).made).not.toBeNull()
})

test('what was posted since is told, and is in the sums when they are made anew', async () => {
  await check(NOW)
  const before = await playersOf(NOW)
  await office.user('Later', 75)
  const told = await playersOf(NOW)
  expect(told.made).toEqual({ ...before.made, later: 1 })
  expect(told.data).toEqual(before.data)
  expect(await make(NOW)).toMatchObject({ code: 200 })
  // The ones before are shown until the new ones are whole.
  await goOn(database)
  expect((await playersOf(NOW)).made).toEqual(told.made)
  await finish()
  expect(inPaise((await playersOf(NOW)).made!.total.closing)).toBe(inPaise(before.made!.total.closing) + 7500)
})

test('of the month that goes on the days that are over are read one by one, the others as the sums end', async () => {
  await make(NOW)
  const noon = databaseAt(database, momentOf(today, '12:00' as Time))
  let steps = 0
  while (await goOn(noon)) steps++
  expect(steps).toBe(Number(today.slice(8)))
})

test('sums that are made anew while they are read: a list is of the new ones, a file is refused', async () => {
  const made = (await readMade(database, NOW))!
  await make(NOW)
  // The sums are found, then made anew, then read.
  let hasFound = false
  const many: Db['many'] = async (statement) => {
    if (hasFound) await finish()
    return database.many(statement)
  }
  const maybe: Db['maybe'] = async (statement) => {
    const row = await database.maybe(statement)
    hasFound ||= (row as { totals?: unknown } | undefined)?.totals !== undefined
    return row
  }
  const told = await tellPlayers({ ...database, many, maybe }, { month: NOW, page: 1, limit: 100 })
  expect(told).toEqual(await tellPlayers(database, { month: NOW, page: 1, limit: 100 }))
  expect(told.data.length).toBeGreaterThan(0)
  await expect(Array.fromAsync(eachPlayer(database, made))).rejects.toMatchObject({ status: 409 })
})

const LONG_AGO = '2001-05'
const rowsKept = async () =>
  (await database.only<{ rows: number }>(sql`select count(*) as rows from month_players`)).rows

test('a making is stopped at any day: nothing of it is shown or kept, and it begins anew', async () => {
  const rows = await rowsKept()
  expect(await stop(LAST)).toMatchObject({ code: 409, message: 'They are not being made.' })
  const before = await playersOf(LAST)
  await make(LAST)
  expect(await make(LAST)).toMatchObject({ code: 409, message: 'They are being made already.' })
  for (let read = 0; read < 20; read++) {
    expect((await playersOf(LAST)).making).toMatchObject({
      state: 'running',
      read,
      actorName: office.admin.userName,
    })
    await goOn(database)
  }
  expect(await rowsKept()).toBeGreaterThan(rows)
  expect(await stop(LAST)).toMatchObject({ code: 200 })
  await finish()
  expect(await rowsKept()).toBe(rows)
  const { making, ...shown } = await playersOf(LAST)
  expect(making).toMatchObject({ state: 'stopped', read: 20 })
  expect(shown).toMatchObject({ made: before.made, data: before.data })
  const acts = (await office.call(api.reports.audit, { limit: 2 })).data
  expect(acts.map(({ act, thing, thing_id }) => [act, thing, thing_id])).toEqual([
    [api.daybook.stopMonthPlayers.path, 'month', LAST],
    [api.daybook.makeMonthPlayers.path, 'month', LAST],
  ])
  await check(LAST)
})

test('a server that is killed in a day leaves what another goes on with, and no day counts twice', async () => {
  await make(LAST)
  for (let read = 0; read < 12; read++) await goOn(database)
  const killed = new Error('killed')
  const dying = {
    ...database,
    transaction: <T>(work: (db: Db) => Promise<T>) =>
      database.transaction(async (db) => {
        await work(db)
        throw killed
      }),
  }
  await expect(goOn(dying)).rejects.toBe(killed)
  expect((await playersOf(LAST)).making).toMatchObject({ read: 12 })
  // Another server reads the day that this one has found to be next.
  const late = {
    ...database,
    transaction: async <T>(work: (db: Db) => Promise<T>) => {
      expect(await goOn(database)).toBe(true)
      return database.transaction(work)
    },
  }
  expect(await goOn(late)).toBe(false)
  expect((await playersOf(LAST)).making).toMatchObject({ read: 13 })
  await finish()
  expect((await playersOf(LAST)).making).toBeNull()
  await make(LAST)
  const servers = [1, 2, 3].map(() =>
    watchMonths(database, { error: (fault: object) => expect(fault).toBeNull() } as never),
  )
  await until(async () => (await playersOf(LAST)).making?.state !== 'running')
  await Promise.all(servers.map((server) => server.stop()))
  await check(LAST)
})

test('a server that is stopped ends the day that is read or closed, which another one reads anew', async () => {
  await make(LAST)
  const own = connect(office.url, { max: 3, lockMs: 0 }) // A lock holds it as long as a large day would.
  await owner.transaction(async (db) => {
    await db.run(sql`lock table postings, settings in access exclusive mode`)
    const log = { error: (fault: object) => expect(fault).toBeNull() }
    const watches = [watchMonths(own, log), watchDays(own, log)]
    const waits = () =>
      db.many(sql`
        select 1 from pg_locks where not granted and relation in ('postings'::regclass, 'settings'::regclass)`)
    await until(async () => (await waits()).length === 2)
    await Promise.all(watches.map((watch) => watch.stop()))
    expect(await waits()).toEqual([])
  })
  await own.close()
  await finish()
  await check(LAST)
})

test('sums that are not the account of the wallets are never shown', async () => {
  await make(LONG_AGO)
  await owner.run(
    sql`insert into day_totals (kind, day, slot, postings, amount) values ('deposit', '2001-05-07', 0, 1, 100)`,
  )
  await finish()
  await owner.run(sql`delete from day_totals where day = '2001-05-07'`)
  const { making, made, data } = await playersOf(LONG_AGO)
  expect([making?.state, made, data]).toEqual(['failed', null, []])
  expect(await check(LONG_AGO)).toEqual([])
})

test('sums that were made before a kind was known are shown without it', async () => {
  const before = await check(LAST)
  const { movements } = (await playersOf(LAST)).made!.total
  await owner.run(
    sql`update month_runs set totals = totals - ${movements[0]!.kind} where month = ${firstOf(LAST)}`,
  )
  expect((await playersOf(LAST)).made!.total.movements).toEqual(movements.slice(1))
  expect(await allOf(LAST)).toHaveLength(before.length)
  await check(LAST)
})

test('the file holds each player and the total, and there is none before the sums are made', async () => {
  const { data, made, total } = await playersOf(LAST)
  const said = (await office.call(api.daybook.monthPlayersCsv, { month: LAST })) as unknown as {
    text: string
  }
  const lines = said.text.trim().split('\r\n')
  expect(lines[0]).toMatch(/ID,Name,Mobile,Bids placed,Opening,Deposits,.*,Closing,House result$/)
  expect(lines).toHaveLength(total + 2)
  const { opening, closing, kept, bids } = made!.total
  expect(lines.at(-1)).toMatch(
    new RegExp(`^,Total,,${bids},${opening.toFixed(2)},.*,${closing.toFixed(2)},${kept.toFixed(2)}$`),
  )
  for (const { userId, bids: own } of data.slice(0, 5))
    expect(lines.find((line) => line.startsWith(`${userId},`))).toContain(`,${own},`)
  expect(await office.call(api.daybook.monthPlayersCsv, { month: '2002-01' })).toMatchObject({
    code: 404,
    message: "The players' sums of this month are not made.",
  })
})

test('a month that has not begun is refused', async () => {
  expect(await make(after(NOW))).toMatchObject({ code: 409, message: 'This month has not begun.' })
  expect(await make('2026-13')).toMatchObject({ code: 400 })
})

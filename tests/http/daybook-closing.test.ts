/** Closing a day: its sheet stays as it was, what is corrected later is told by the next, and what another hand changes is named. */
import { type Answer, api } from '@munim/contract'
import { addDays, type Day, dayOf, momentOf, type Time } from '@munim/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findOpenDay } from '../../server/src/alerts/queries.ts'
import { revertBid } from '../../server/src/bids/revert.ts'
import { checkDays } from '../../server/src/books/verify-days.ts'
import { type Db, fixedAt, type NotNull, type Statement, sql } from '../../server/src/database/db.ts'
import { LOCKS } from '../../server/src/database/locks.ts'
import { readSnapshot } from '../../server/src/database/snapshot.ts'
import { tellBook } from '../../server/src/daybook/book.ts'
import { closeDay, closeNext } from '../../server/src/daybook/close.ts'
import { watchDays } from '../../server/src/daybook/watch.ts'
import { updateMarket } from '../../server/src/markets/change.ts'
import { listOpenMarkets } from '../../server/src/markets/open.ts'
import { lastClosed } from '../../server/src/markets/schedule.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { revertResult } from '../../server/src/results/revert.ts'
import { voidDraw } from '../../server/src/results/void.ts'
import { moveFunds } from '../../server/src/users/funds.ts'
import { askForDeposit } from '../../server/src/wallet/ask.ts'
import { history, live, RUNS } from '../support/day-history.ts'
import { tellDay } from '../support/day-sheet.ts'
import { backOffice, formOf, type Market, type Player } from '../support/office.ts'
import { verifyBooks } from '../support/verify-books.ts'
import { crossing, until } from '../support/waits.ts'

type Told = Answer<typeof api.daybook.get>['data']

const office = await backOffice({}, async (all) => [
  ...(await verifyBooks(all)),
  await readSnapshot(all, checkDays),
])
const { database, owner } = office
/** Before the random histories, of which each has four days. */
const FIRST = addDays(dayOf(await database.now()), -10 - 4 * RUNS.numRuns)
const SECOND = addDays(FIRST, 1)
const THIRD = addDays(FIRST, 2)
const asha: Player = await office.user('Asha', 10_000)
const noon: Market = await office.market('NOON', {
  open_time: '12:00',
  close_time: '14:00',
  draw: 'untouched',
})
const night: Market = await office.market('NIGHT', {
  open_time: '23:00',
  close_time: '02:00',
  draw: 'untouched',
})

const at = (day: Day, time: string) => momentOf(day, time as Time)
const doneAt = <T>(moment: Date, verb: (db: Db) => Promise<T>) =>
  database.transaction((db) => verb(fixedAt(db, moment)))
const bookOf = async (day: Day): Promise<Told> => (await office.call(api.daybook.get, { day })).data
const closeAt = (day: Day, moment: Date) => doneAt(moment, (db) => closeDay(db, { day, actor: 'admin:1' }))
const declareAt = (moment: Date, market: Market, day: Day, result: string) =>
  doneAt(moment, (db) =>
    declareResult(db, {
      marketId: String(market.id),
      date: day,
      typed: formOf(result),
      source: 'manual',
      actor: 'admin:1',
    }),
  )
const figures = ({ bids, stake, refunded, paid, running, kept }: Omit<Told['result'], 'day' | 'hold'>) => ({
  bids,
  stake,
  refunded,
  paid,
  running,
  kept,
})

/** What the sheets say of a day, its own and all later ones, is what its bids and postings say. */
async function holdSheets(day: Day): Promise<void> {
  const { result, closing } = await bookOf(day)
  const inPaise = (rupees: number) => Math.round(rupees * 100)
  const sum = (figure: 'bids' | 'stake' | 'refunded' | 'paid' | 'running') =>
    [result, ...closing.corrected].reduce((all, each) => all + each[figure], 0)
  const told = (await tellDay(database, day)).result
  expect({
    bids: sum('bids'),
    stake: inPaise(sum('stake')),
    refunded: inPaise(sum('refunded')),
    paid: inPaise(sum('paid')),
    running: inPaise(sum('running')),
  }).toEqual(told)
}

let bid = 0

test('a day is closed once it is over, its betting has ended and every bid is decided', async () => {
  bid = (await office.placeAt(at(FIRST, '10:00'), asha, noon, 'single_digit:1:-:-:-', 100)).id!
  await office.placeAt(at(SECOND, '01:00'), asha, night, 'single_digit:-:-:4:-', 50)
  // What is asked for after midnight waits on the next day's sheet.
  for (const [moment, refId] of [
    [at(FIRST, '20:00'), 'UTR20001'],
    [at(SECOND, '00:00'), 'UTR20002'],
  ] as const)
    await doneAt(moment, (db) =>
      askForDeposit(db, { userId: asha.id, amount: 500, transferType: 'upi', refId }),
    )
  const refused = (moment: Date, sentence: string) =>
    expect(closeAt(FIRST, moment)).rejects.toMatchObject({ status: 409, message: sentence })
  await refused(at(FIRST, '23:59'), 'This day is not over.')
  await refused(at(SECOND, '00:04'), 'A day can be closed from five past midnight on.')
  await refused(at(SECOND, '01:30'), 'Betting on NIGHT for this day goes on.')
  await refused(at(SECOND, '03:00'), '2 markets wait for a result.')
  expect((await bookOf(FIRST)).closing).toMatchObject({
    sheet: null,
    obstacle: '2 markets wait for a result.',
    first: FIRST,
    undecided: [
      { marketId: night.id, market_name: 'NIGHT' },
      { marketId: noon.id, market_name: 'NOON' },
    ],
  })
  await declareAt(at(SECOND, '03:00'), noon, FIRST, '128-14-455')
  await refused(at(SECOND, '03:01'), '1 market waits for a result.')
  await declareAt(at(SECOND, '03:02'), night, FIRST, '128-13-346')
  await expect(closeAt(SECOND, at(THIRD, '05:00'))).rejects.toMatchObject({
    message: 'An earlier day is to be closed first.',
  })
  await expect(closeAt(addDays(FIRST, -1), at(THIRD, '05:00'))).rejects.toMatchObject({
    message: 'There is nothing to close: it lies before the first day.',
  })
})

test('by itself it is closed at half past three, where the setting is on', async () => {
  expect(await doneAt(at(SECOND, '03:29'), closeNext)).toBe(false)
  await office.call(api.settings.update, { close_days: false })
  expect(await doneAt(at(SECOND, '04:00'), closeNext)).toBe(false)
  await office.call(api.settings.update, { close_days: true })
  const [one, other] = await Promise.all([
    doneAt(at(SECOND, '03:30'), closeNext),
    doneAt(at(SECOND, '03:30'), closeNext),
  ])
  expect([one, other].filter(Boolean)).toHaveLength(1)
  const closedBy = (moment: Date) =>
    database.only<{ day: Day }>(sql`select ${lastClosed(sql`${moment}::timestamptz`)} as day`)
  expect(await closedBy(at(SECOND, '00:00'))).toEqual({ day: FIRST })
  expect((await closedBy(at(FIRST, '23:59'))).day < FIRST, 'by a clock that was set back').toBe(true)
  const { result, closing } = await bookOf(FIRST)
  expect(result).toMatchObject({ bids: 2, stake: 150, paid: 900, running: 0, kept: -750 })
  expect(closing).toEqual({
    sheet: {
      number: 1,
      at: at(SECOND, '03:30').toISOString(),
      actorName: 'auto',
      corrections: [],
      waiting: [
        { id: expect.any(Number), kind: 'deposit', amount: 500, createdAt: at(FIRST, '20:00').toISOString() },
      ],
    },
    obstacle: null,
    first: null,
    undecided: [],
    corrected: [],
  })
  await expect(closeAt(FIRST, at(SECOND, '04:00'))).rejects.toMatchObject({
    message: 'This day is closed already.',
  })
  expect(await doneAt(at(SECOND, '04:00'), closeNext)).toBe(false) // The second day goes on.
})

test('a market that would still take bids for a closed day takes none', async () => {
  const late = await office.market('LATE', { open_time: '23:00', close_time: '04:30', draw: 'untouched' })
  expect(await office.placeAt(at(SECOND, '03:40'), asha, late, 'single_digit:-:-:4:-')).toMatchObject({
    code: 409,
    message: 'LATE is closed for this bid',
  })
  const shown = await doneAt(at(SECOND, '03:40'), listOpenMarkets)
  expect(shown.find(({ id }) => id === late.id)).toMatchObject({ openBidsFor: SECOND, closeBidsFor: null })
  await office.call(api.markets.remove, { id: String(late.id) })
})

test('a draw that is decided before its betting ends holds up no closing', async () => {
  const late = await office.market('EARLY DECIDED', {
    open_time: '23:00',
    close_time: '05:00',
    draw: 'untouched',
  })
  const isGoingOn = async () => {
    const { closing } = await doneAt(at(THIRD, '04:00'), (db) => tellBook(db, SECOND))
    return closing.obstacle === 'Betting on EARLY DECIDED for this day goes on.'
  }
  expect(await isGoingOn()).toBe(true)
  await doneAt(at(THIRD, '03:00'), (db) =>
    voidDraw(db, { marketId: String(late.id), date: SECOND, reason: 'test', actor: 'admin:1' }),
  )
  expect(await isGoingOn()).toBe(false)
  await office.call(api.markets.remove, { id: String(late.id) })
})

test('a day is not closed while a market is given times by which betting on it goes on', async () => {
  const { id, name } = await office.market('MOVED', {
    open_time: '12:00',
    close_time: '14:00',
    draw: 'untouched',
  })
  const changes = { name, open_time: '23:00', close_time: '05:00' } as const
  const moving = (db: Db) => updateMarket(db, String(id), { changes, basedOn: undefined, actor: 'admin:1' })
  const closing = () =>
    closeAt(SECOND, at(THIRD, '04:00')).then(
      () => 'closed',
      ({ message }: Error) => message,
    )
  expect(await crossing(database, moving, closing, LOCKS.market)).toBe(
    'Betting on MOVED for this day goes on.',
  )
  await office.call(api.markets.remove, { id: String(id) })
})

test('what is corrected later changes no sheet: the next one tells it, of the day it belongs to', async () => {
  const before = await bookOf(FIRST)
  await doneAt(at(SECOND, '10:00'), (db) => revertBid(db, { id: bid, reason: 'test', actor: 'admin:1' }))
  const corrected = { day: FIRST, marketId: noon.id, market_name: 'NOON', bids: 0, stake: 0, running: 0 }
  const taken = { ...corrected, refunded: 100, paid: -900, kept: 800 }
  expect(await bookOf(FIRST)).toEqual({
    ...before,
    closing: { ...before.closing, corrected: [{ ...taken, sheet: null }] },
  })
  await doneAt(at(SECOND, '11:00'), (db) =>
    revertResult(db, { marketId: String(night.id), date: FIRST, session: undefined, actor: 'admin:1' }),
  )
  await office.placeAt(at(SECOND, '11:30'), asha, noon, 'single_digit:2:-:-:-', 70)
  await declareAt(at(SECOND, '14:30'), noon, SECOND, '128-14-455')
  // The draw that was reverted is of a closed day: its bid waits again, and holds up no other day.
  const beside = crossing(
    database,
    (db) => closeDay(fixedAt(db, at(THIRD, '03:30')), { day: SECOND, actor: 'admin:1' }),
    () => closeAt(SECOND, at(THIRD, '03:31')),
  )
  await expect(beside).rejects.toThrow('This day is closed already.')
  const { closing } = await bookOf(SECOND)
  const waits = {
    day: FIRST,
    marketId: night.id,
    market_name: 'NIGHT',
    bids: 0,
    stake: 0,
    refunded: 0,
    paid: 0,
  }
  expect(closing.sheet).toMatchObject({
    number: 2,
    actorName: office.admin.userName,
    corrections: [{ ...waits, running: 50, kept: -50 }, taken],
  })
  await doneAt(at(THIRD, '09:00'), (db) =>
    voidDraw(db, { marketId: String(night.id), date: FIRST, reason: 'test', actor: 'admin:1' }),
  )
  expect((await bookOf(FIRST)).closing.corrected).toEqual([
    { ...waits, running: 50, kept: -50, sheet: 2 },
    { ...taken, sheet: 2 },
    { ...waits, refunded: 50, running: -50, kept: 0, sheet: null },
  ])
  expect(figures((await bookOf(FIRST)).result)).toEqual(figures(before.result))
  await holdSheets(FIRST)
  await holdSheets(SECOND)
})

test('an administrator closes over HTTP; the act is in the audit, and the file is that of the sheet', async () => {
  await office.placeAt(at(THIRD, '10:00'), asha, noon, 'single_digit:3:-:-:-', 40)
  expect(await office.call(api.daybook.close, { day: THIRD })).toMatchObject({
    code: 409,
    message: '1 market waits for a result.',
  })
  await declareAt(at(THIRD, '14:30'), noon, THIRD, '128-14-455')
  expect(await office.call(api.daybook.close, { day: THIRD })).toMatchObject({
    code: 200,
    data: { number: 3 },
  })
  expect(await office.call(api.daybook.close, { day: THIRD })).toMatchObject({
    code: 409,
    message: 'This day is closed already.',
  })
  const [act] = (await office.call(api.reports.audit, { limit: 1 })).data
  expect(act).toMatchObject({
    act: api.daybook.close.path,
    thing: 'day',
    thing_id: THIRD,
    after: { number: 3 },
  })
  await doneAt(await database.now(), (db) =>
    revertResult(db, { marketId: String(noon.id), date: THIRD, session: undefined, actor: 'admin:1' }),
  )
  const file = (await office.call(api.daybook.getCsv, { day: THIRD })) as unknown as { text: string }
  expect(file.text).toContain('Total,1,40.00,0.00,0.00,0.00,40.00,100')
  await holdSheets(THIRD)
})

test('a day that waits past noon is an alert for who may close it', async () => {
  const fund = { userId: asha.id, amount: 10, note: undefined, actor: 'admin:1' }
  await doneAt(at(addDays(FIRST, 3), '10:00'), (db) => moveFunds(db, 'fund_add', fund))
  const alerts = (await office.call(api.alerts.list, {})).data.filter(({ kind }) => kind === 'day')
  const open = addDays(FIRST, 3)
  expect(alerts).toMatchObject([
    {
      sentence: expect.stringMatching(/^\d{1,2} \w+ \d{4} waits to be closed\.$/),
      address: `/reports/day?day=${open}`,
      isSeen: false,
    },
  ])
  await office.call(api.alerts.see, { ids: alerts.map(({ id }) => id) })
  const toldAt = async (time: string) =>
    (await findOpenDay(fixedAt(database, at(addDays(open, 1), time)))).length
  expect([await toldAt('11:59'), await toldAt('12:00')]).toEqual([0, 1])
})

const changed = (column: 'book' | 'corrections', path: string, value: string) =>
  sql`update closed_days set ${sql.ref(column)} = jsonb_set(${sql.ref(column)}, ${path}::text[], ${value}::jsonb)`

/** What another hand may do as the database's owner, with the guard disabled. */
const REWRITES: readonly (readonly [string, Statement, string?])[] = [
  ['a sheet is deleted', sql`delete from closed_days where id = 2`, 'the sheet of'],
  [
    'the last sheet is of another day',
    sql`update closed_days set day = day + 4 where id = 3`,
    'the sheet of',
  ],
  ['sheets change their numbers', sql`update closed_days set id = id + 1 where id = 3`, 'the sheet of'],
  ['the result is another', sql`${changed('book', '{result,paid}', '1')} where id = 1`],
  ['a market staked more', sql`${changed('book', '{markets,0,stake}', '51')} where id = 1`],
  ['a game was paid less', sql`${changed('book', '{games,0,paid}', '0')} where id = 1`],
  ['a market is left out', sql`update closed_days set book = book #- '{markets,0}' where id = 1`],
  ['an account opens otherwise', sql`${changed('book', '{accounts,0,opening}', '7')} where id = 2`],
  [
    'an account opens and closes with a rupee more',
    sql`update closed_days set book = jsonb_set(jsonb_set(book,
      '{accounts,0,opening}', to_jsonb((book #>> '{accounts,0,opening}')::numeric + 1)),
      '{accounts,0,closing}', to_jsonb((book #>> '{accounts,0,closing}')::numeric + 1)) where id = 3`,
  ],
  ['an account closes otherwise', sql`${changed('book', '{accounts,0,closing}', '7')} where id = 2`],
  ['a movement is another', sql`${changed('book', '{accounts,0,movements,0,amount}', '7')} where id = 2`],
  ['a correction is another', sql`${changed('corrections', '{0,running}', '7')} where id = 2`],
  ['corrections are forgotten', sql`update closed_days set corrections = '[]' where id = 2`],
  [
    'a posting is put into a closed day',
    sql`update day_totals set amount = amount + 100
    where kind = 'stake' and day = ${SECOND} and slot = (select min(slot) from day_totals where kind = 'stake' and day = ${SECOND})`,
  ],
  [
    'a bid was staked less',
    sql`update draw_totals set points = points - 100 where draw_id = (
    select id from draws where market_id = ${noon.id} and market_date = ${SECOND})`,
  ],
]

test.each(REWRITES.map(([what, rewrite, named = '']) => [what, rewrite, named] as const))(
  'named: %s',
  async (_, rewrite, named) => {
    const undone = new Error('undone')
    const look = owner.transaction(async (db) => {
      await db.run(sql`alter table closed_days disable trigger user`)
      expect((await checkDays(db)).wrong).toBe(0)
      expect(await db.run(rewrite)).toBe(1)
      const { wrong, differences } = await checkDays(db)
      expect(wrong).toBeGreaterThan(0)
      expect(differences.map(({ what }) => what).join()).toContain(named)
      throw undone
    })
    await expect(look).rejects.toBe(undone)
  },
)

test('a sheet that was closed while a clock was ahead makes no later correction a difference', async () => {
  const undone = new Error('undone')
  const look = owner.transaction(async (db) => {
    await db.run(sql`alter table closed_days disable trigger user`)
    await db.run(sql`update closed_days set at = at + interval '1 year' where id = 2`)
    expect((await checkDays(db)).wrong).toBe(0)
    throw undone
  })
  await expect(look).rejects.toBe(undone)
})

test('no role of the server, nor the guard of the database, lets a sheet be changed', async () => {
  for (const change of [sql`update closed_days set actor = 'auto'`, sql`delete from closed_days`]) {
    await expect(database.run(change)).rejects.toThrow('permission denied')
    await expect(owner.run(change)).rejects.toThrow('facts are written once')
  }
})

test('after any history what the sheets say of each day is what the facts say, and no sheet is another', async () => {
  let first = addDays(THIRD, 2)
  const listSheets = () =>
    database.many<{ id: number; sheet: string }>(
      sql`select id, c::text as sheet from closed_days c order by id`,
    )
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const [before, end] = [await listSheets(), addDays(first, 3)]
      const markets = await live(office, first, steps)
      for (const date of [0, 1, 2].map((later) => addDays(first, later)))
        for (const { id } of markets)
          await office.told((db) =>
            voidDraw(fixedAt(db, at(end, '02:00')), {
              marketId: String(id),
              date,
              reason: 'test',
              actor: 'admin:1',
            }),
          )
      while (await doneAt(at(end, '03:30'), closeNext));
      const after = await listSheets()
      expect(after.slice(0, before.length)).toEqual(before)
      expect(await readSnapshot(database, checkDays)).toMatchObject({ wrong: 0, checked: after.length })
      for (let day = FIRST; day < end; day = addDays(day, 1)) await holdSheets(day)
      first = addDays(first, 4)
    }),
    RUNS,
  )
  const told = await database.only<{ sheets: number; corrected: number }>(sql`
    select count(*) as sheets, count(*) filter (where corrections <> '[]') as corrected from closed_days`)
  expect(told.sheets).toBeGreaterThan(4 * (RUNS.numRuns - 1))
  expect(told.corrected).toBeGreaterThan(1)
})

test('a day is not closed while a bid of it is being corrected: the sheet has it', async () => {
  const { day } = await database.only<{ day: Day } & NotNull<'day'>>(sql`
    select max(day) + 1 as day from closed_days`)
  const night = at(addDays(day, 1), '04:00')
  const { id } = await office.placeAt(at(day, '10:00'), asha, noon, 'single_digit:1:-:-:-', 10)
  await declareAt(at(day, '14:30'), noon, day, '128-14-455')
  const correcting = Promise.withResolvers<void>()
  let isClosed = false
  const cancelling = doneAt(night, async (db) => {
    await revertBid(db, { id: id!, reason: 'test', actor: 'admin:1' })
    correcting.resolve()
    const waits = sql`select from pg_locks where locktype = 'advisory' and not granted`
    await until(async () => isClosed || (await database.maybe(waits)) !== undefined)
  })
  await correcting.promise
  await closeAt(day, night).finally(() => {
    isClosed = true
  })
  await cancelling
  expect((await bookOf(day)).result).toMatchObject({ stake: 10, refunded: 10, paid: 0, kept: 0 })
})

test('what only a clock says is over is not closed, and by itself not at once', async () => {
  const now = await database.now()
  const listDays = () =>
    database.many<{ day: Day }>(
      sql`select day from closed_days where day > ${addDays(THIRD, 1)} order by day`,
    )
  while (await doneAt(now, closeNext));
  const closed = await listDays()
  const next = addDays(closed.at(-1)!.day, 1)
  const [second, third] = [addDays(dayOf(now), -3), addDays(dayOf(now), -2)]
  expect(next < addDays(second, -1)).toBe(true)
  await expect(closeAt(next, now)).rejects.toMatchObject({
    message: 'There is nothing to close: no money moved since the last day that is closed.',
  })
  const listTold = async () =>
    (await office.call(api.alerts.list, {})).data.filter(({ kind }) => kind === 'day')
  expect(await listTold()).toEqual([])

  await office.call(api.users.addFunds, { id: asha.id, amount: 100 })
  let looks = 0
  const counted: typeof database = {
    ...database,
    transaction: (work) => database.transaction(work).finally(() => looks++),
  }
  const watch = watchDays(counted, { error: (fault: object) => expect(fault).toBeNull() })
  await until(async () => looks > 1)
  await watch.stop()
  expect(await listDays()).toEqual([...closed, { day: next }])
  // An empty day that only the pace holds back is no alert; once two later days have postings nothing holds it.
  expect(await listTold()).toEqual([])
  const fund = { userId: asha.id, amount: 10, note: undefined, actor: 'admin:1' }
  await doneAt(at(second, '10:00'), (db) => moveFunds(db, 'fund_add', fund))
  expect(await listTold()).toEqual([])
  await doneAt(at(third, '10:00'), (db) => moveFunds(db, 'fund_add', fund))
  expect(await listTold()).toMatchObject([{ address: `/reports/day?day=${addDays(next, 1)}`, isSeen: false }])
  while (await doneAt(now, (db) => closeNext(db, true)));
  expect((await listDays()).at(-1)).toEqual({ day: third })
  expect(await listTold()).toEqual([])
})

test('a day that only the clock of the database calls over is neither closed nor told as waiting', async () => {
  const today = dayOf(await database.now())
  const ahead = at(addDays(today, 2), '05:00')
  await office.market('TODAY')
  const fund = { userId: asha.id, amount: 10, note: undefined, actor: 'admin:1' }
  await doneAt(at(addDays(today, -1), '10:00'), (db) => moveFunds(db, 'fund_add', fund))
  await office.call(api.users.addFunds, { id: asha.id, amount: 10 })
  while (await doneAt(ahead, closeNext));
  expect(await database.maybe(sql`select from closed_days where day >= ${today}`)).toBeUndefined()
  await expect(closeAt(today, ahead)).rejects.toMatchObject({ message: 'This day is not over.' })
  expect(await findOpenDay(fixedAt(database, ahead))).toEqual([])
})

/** Markets: making, changing, deleting them, and which draw they show. */
import { api } from '@munim/contract'
import { addDays, currentDay, type Day, dayOf, momentOf, readTime, WEEKDAYS, weekdayOf } from '@munim/core'
import { expect, test } from 'vitest'
import { placeBids } from '../../server/src/bids/place.ts'
import { type Db, fixedAt, sql } from '../../server/src/database/db.ts'
import { createMarket, removeMarket, updateMarket } from '../../server/src/markets/change.ts'
import { listOpenMarkets } from '../../server/src/markets/open.ts'
import { ensureDraw } from '../../server/src/markets/schedule.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { foreseeDeclaring } from '../../server/src/results/predict.ts'
import { revertResult } from '../../server/src/results/revert.ts'
import { backOffice, bidOn, formOf, type Market } from '../support/office.ts'
import { verifyBooks } from '../support/verify-books.ts'
import { crossing } from '../support/waits.ts'

const office = await backOffice({}, verifyBooks)
const { database } = office

const TIMES = { open_time: '12:00', close_time: '13:00' }
const create = (body: object) => office.call(api.markets.create.path, { name: 'M', ...TIMES, ...body })
const read = async (market: { id: number }, date?: string) =>
  (await office.call(api.markets.get, { id: String(market.id), date })).data
/** The full edited market, as the panel sends it. */
const update = async (market: { id: number }, changes: object) =>
  office.call(api.markets.update.path, { ...(await read(market)), ...changes })
const at = (day: string, time: string) => momentOf(day as Day, readTime(time)!)

test('a new market takes bids, is global, runs every day at its own times and offers all games', async () => {
  const said = await office.call(api.markets.create, { name: ' FRESH ', ...TIMES })
  expect(said).toMatchObject({
    code: 200,
    data: {
      name: 'FRESH',
      name_hindi: '',
      ...TIMES,
      status: true,
      market_status: true,
      is_active: true,
      tag: 'global',
      games: [],
      open_digit: '-',
      open_panna: '-',
      close_digit: '-',
      close_panna: '-',
    },
  })
  const everyDay = Object.fromEntries(
    WEEKDAYS.map((name) => [name, { state: true, open_time: '', close_time: '' }]),
  )
  expect(said.data.market_off_day).toEqual(everyDay)
  expect(await read(said.data)).toEqual(said.data)
})

test('a market keeps what it is made with: Hindi name, flags, tag, games and weekdays', async () => {
  const body = {
    name: 'KALYAN HINDI',
    name_hindi: 'कल्याण',
    ...TIMES,
    status: false,
    market_status: false,
    is_active: false,
    tag: 'star',
    games: ['jodi_digit', 'sp'],
    market_off_day: {
      sunday: { state: false },
      monday: { state: true, open_time: '10:00', close_time: '11:30' },
    },
  } as const
  const { data } = await office.call(api.markets.create, { ...body, games: [...body.games] })
  expect(data).toMatchObject({ ...body, market_off_day: {} })
  expect(data.market_off_day).toMatchObject({
    sunday: { state: false, open_time: '', close_time: '' },
    monday: { state: true, open_time: '10:00', close_time: '11:30' },
    tuesday: { state: true, open_time: '', close_time: '' },
  })
})

test('digits sent with a new market are declared for its current draw at once', async () => {
  const digits = { open_digit: '1', open_panna: '128', close_digit: '4', close_panna: '455' }
  const { data } = await office.call(api.markets.create, { name: 'WITH DIGITS', ...TIMES, ...digits })
  expect(data).toMatchObject(digits)
  const previous = await office.call(api.results.previous, { marketId: data.id })
  expect(previous.data).toMatchObject([{ date: data.market_date, ...digits }])
  const odd = { name: 'WITH ANOTHER DIGIT', ...TIMES, open_digit: '7', open_panna: '123' }
  const { warnings } = await office.call(api.markets.create, odd)
  expect(warnings).toEqual(['123 belongs to 6, not 7'])
})

test.each([
  // body                                              sentence
  [{ name: undefined }, 'Name is required'],
  [{ name: '  ' }, 'Name is required'],
  [{ name: 5 }, 'Name is required'],
  [{ name: 'x'.repeat(61) }, 'name must be at most 60 characters'],
  [{ open_time: undefined }, 'Open time is required'],
  [{ close_time: '' }, 'Close time is required'],
  [{ open_time: '25:00' }, 'Time must be HH:mm'],
  [{ close_time: '24:30' }, 'Time must be HH:mm'],
  [{ open_time: '9:00' }, 'Time must be HH:mm'],
  [{ open_time: '09:00:00' }, 'Time must be HH:mm'],
  [{ open_digit: '10', open_panna: '128' }, 'Digit must be one figure, 0 to 9'],
  [{ open_digit: 1, open_panna: '128' }, 'open_digit must be text'],
  [{ open_digit: '५', open_panna: '128' }, 'Digit must be one figure, 0 to 9'], // a Devanagari figure
  [{ open_digit: '1', close_panna: '12a' }, 'Panna must be three figures, 000 to 999'],
  [{ open_panna: '128' }, 'Open digit is needed'],
  [{ close_digit: '1', close_panna: '128' }, 'Open digit is needed'],
  [{ open_digit: '1', open_panna: '128', close_digit: '4' }, 'Close panna is needed with the close digit'],
  [{ status: 'true' }, 'status must be true or false'],
  [{ is_active: null }, 'is_active must be true or false'],
  [{ tag: 7 }, 'tag must be text'],
  [{ games: ['roulette'] }, 'games.0 must be one of'],
  [{ games: ['sp', 'sp'] }, 'Each game can be listed once'],
  [{ games: 'sp' }, 'games must be a list'],
  [{ market_off_day: { funday: { state: true } } }, "market_off_day can't hold funday"],
  [{ market_off_day: { Monday: { state: true } } }, "market_off_day can't hold Monday"],
  [{ market_off_day: { monday: { state: 1 } } }, 'market_off_day.monday.state must be true or false'],
  [{ market_off_day: { monday: { open_time: '10:00' } } }, 'market_off_day.monday.state is required'],
  [{ market_off_day: { monday: { state: true, open_time: '7' } } }, 'Time must be HH:mm'],
  [{ market_off_day: { monday: { state: true, note: 'x' } } }, "market_off_day.monday can't hold note"],
  [{ market_off_day: null }, 'market_off_day must be an object'],
  [{ market_off_day: [] }, 'market_off_day must be an object'],
])('a market with %j is refused and nothing is made', async (body, sentence) => {
  const before = await office.fingerprint()
  const said = await create(body)
  expect(said.code).toBe(400)
  expect(said.message).toContain(sentence)
  expect(await office.fingerprint()).toBe(before)
})

test.each(['__proto__', 'constructor'])('a weekday called %s is refused', async (key) => {
  const body = `{"name":"P","open_time":"12:00","close_time":"13:00","market_off_day":{"${key}":{"state":true}}}`
  expect((await office.send(api.markets.create.path, body, { as: office.admin })).code).toBe(400)
})

test('a market that never runs has no draw, and no digits to declare', async () => {
  const market_off_day = Object.fromEntries(WEEKDAYS.map((name) => [name, { state: false }]))
  const never = await create({ name: 'NEVER', market_off_day })
  expect(never).toMatchObject({
    code: 200,
    data: { market_date: null, open_ends_at: null, close_ends_at: null },
  })
  const digits = { open_digit: '1', open_panna: '128' }
  expect(await create({ name: 'NEVER 2', market_off_day, ...digits })).toMatchObject({
    code: 400,
    message: 'A market that never runs has no result to declare',
  })
})

test('two markets in use have two names', async () => {
  const one = await office.market('TWIN')
  const other = await office.market('OTHER')
  const taken = { code: 409, message: 'There is already a market named twin' }
  expect(await create({ name: 'twin' })).toMatchObject(taken)
  expect(await update(other, { name: 'twin' })).toMatchObject(taken)
  expect(await update(one, { name: 'Twin' })).toMatchObject({ code: 200 })
})

test('of eight markets created at once under one name, one is made; so with new names of old ones', async () => {
  const creates = await Promise.all(
    Array.from({ length: 8 }, (_, n) => create({ name: n % 2 ? 'AT ONCE' : 'At Once' })),
  )
  expect(creates.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
  const old = await Promise.all(['ONE', 'TWO', 'THREE'].map((name) => office.market(`RENAMED ${name}`)))
  const updates = await Promise.all(old.map((market) => update(market, { name: 'RENAMED' })))
  expect(updates.map(({ code }) => code).sort()).toEqual([200, 409, 409])
})

test('the name of a market that was deleted is free again', async () => {
  const { id } = await office.market('FREE')
  expect(await office.call(api.markets.remove, { id })).toMatchObject({ code: 200 })
  expect(await create({ name: 'free' })).toMatchObject({ code: 200 })
})

test('a market is found by its number, its digits in text and its UUID', async () => {
  const market = await office.market('THREE WAYS')
  for (const id of [market.id, String(market.id), market._id]) {
    expect((await office.call(api.markets.get, { id })).data.name).toBe('THREE WAYS')
  }
  for (const id of [undefined, '', null, 'abc', 0, -1, 1.5, true, [market.id], 3e9]) {
    const said = await office.call(api.markets.get.path, { id })
    expect(said, JSON.stringify(id)).toMatchObject({ code: 400, message: 'Market ID is missing' })
  }
  const none = await office.call(api.markets.update.path, [])
  expect(none).toEqual({ code: 400, status: 'error', message: 'The body must be an object' })
  const unknown = { code: 404, message: 'Market Not Found' }
  expect(await office.call(api.markets.get, { id: 2_000_000_000 })).toMatchObject(unknown)
  expect(await office.call(api.markets.get, { id: crypto.randomUUID() })).toMatchObject(unknown)
})

test('a change writes what is sent; the digits that come along are never written', async () => {
  const market = await office.market('EDIT')
  await office.declare(market, '128-1', { date: (await read(market)).market_date! })
  const edited = await update(market, {
    name: 'EDITED',
    name_hindi: 'बदला',
    tag: 'x',
    games: ['sp'],
    status: false,
    open_digit: '9',
    open_panna: '999',
    close_digit: '9',
    close_panna: '999',
  })
  expect(edited).toMatchObject({
    code: 200,
    data: {
      name: 'EDITED',
      name_hindi: 'बदला',
      tag: 'x',
      games: ['sp'],
      status: false,
      open_digit: '1',
      close_digit: '-',
    },
  })
})

test('what a change leaves out stays', async () => {
  const market = await office.market('STAYS', {
    draw: 'untouched', // a draw would move to the times
    name_hindi: 'वही',
    games: ['sp'],
    market_off_day: { monday: { state: true, open_time: '10:00', close_time: '11:00' } },
  })
  const before = await read(market)
  const said = await office.call(api.markets.update, { _id: market._id, name: 'STAYS', ...TIMES })
  expect(said.data).toEqual({ ...before, updatedAt: said.data.updatedAt })
  await office.call(api.markets.update, {
    id: market.id,
    name: 'STAYS',
    ...TIMES,
    market_off_day: { monday: { state: false } },
  })
  expect((await read(market)).market_off_day.monday).toEqual({
    state: false,
    open_time: '10:00',
    close_time: '11:00',
  })
  const emptied = { monday: { state: true, open_time: '', close_time: '' } } as const
  await office.call(api.markets.update, { id: market.id, name: 'STAYS', ...TIMES, market_off_day: emptied })
  expect((await read(market)).market_off_day.monday).toEqual(emptied.monday)
})

test('a change over what another administrator saved meanwhile is refused and writes nothing', async () => {
  const market = await office.market('MEANWHILE')
  const seen = await read(market)
  const save = (changes: Partial<typeof seen>, basedOn = seen.updatedAt) =>
    office.call(api.markets.update.path, { ...seen, ...changes, basedOn })
  expect(await save({ tag: 'theirs' })).toMatchObject({ code: 200 })
  const before = await office.fingerprint()
  const message = 'The market was saved by another administrator meanwhile. Reload and try again.'
  const refused = { code: 409, message, errors: { basedOn: message } }
  expect(await save({ name_hindi: 'मेरा' })).toMatchObject(refused)
  expect(await office.fingerprint()).toBe(before)

  const now = await read(market)
  expect(await update(market, { name_hindi: 'मेरा' })).toMatchObject({
    code: 200,
    data: { tag: 'theirs', name_hindi: 'मेरा' },
  })
  const both = await Promise.all(
    ['one', 'two'].map((tag) => office.call(api.markets.update.path, { ...now, tag })),
  )
  expect(both.map(({ code }) => code)).toEqual([200, 200])
  const last = await read(market)
  const raced = await Promise.all(['three', 'four'].map((tag) => save({ ...last, tag }, last.updatedAt)))
  expect(raced.map(({ code }) => code).sort()).toEqual([200, 409])

  // Also where the clock was set back: the version is the moment of the last save, and another one after each.
  const { updatedAt } = await read(market)
  const earlier = new Date(Date.parse(updatedAt) - 60_000)
  const changes = { name: market.name, ...TIMES }
  await office.told((db) =>
    updateMarket(fixedAt(db, earlier), String(market.id), { changes, basedOn: undefined, actor: 'admin:1' }),
  )
  expect((await read(market)).updatedAt > updatedAt).toBe(true)
})

test('what a change was before is told by the audit as it was when no other change could come between', async () => {
  const market = await office.market('BEFORE')
  const { id, name } = market
  const saves = ['one', 'two', 'three', 'four'].map((tag) =>
    office.call(api.markets.update, { id, name, ...TIMES, tag }),
  )
  await Promise.all(saves)
  const rows = await office.database.many<{ before: string | null; after: string | null }>(sql`
    select before ->> 'tag' as before, after ->> 'tag' as after from audit
    where act = ${api.markets.update.path} and thing_id = ${String(market.id)} order by id`)
  expect(rows.map(({ before }) => before)).toEqual(['global', ...rows.map(({ after }) => after).slice(0, -1)])
})

const GONE = { code: 404, message: 'Market Not Found' }

test('a change that waits for the deletion of its market finds none', async () => {
  const market = await office.market('DELETED UNDER IT')
  const changing = () => update(market, { tag: 'late' })
  expect(await crossing(database, (db) => removeMarket(db, market), changing)).toMatchObject(GONE)
})

test('of two deletions of a market at once one finds none, and leaves nothing in the audit', async () => {
  const market = await office.market('DELETED TWICE')
  const again = () => office.call(api.markets.remove, { id: market.id })
  expect(await crossing(database, (db) => removeMarket(db, market), again)).toMatchObject(GONE)
  const acts = await office.database.many(sql`
    select from audit where act = ${api.markets.remove.path} and thing_id = ${String(market.id)}`)
  expect(acts).toEqual([])
})

test('a market that is made while the list for players is read does not break it', async () => {
  await office.market('THERE BEFORE')
  let isMade = false
  const many: Db['many'] = async (statement) => {
    const rows = await office.database.many(statement)
    if (!isMade) {
      isMade = true
      await office.market('MADE MEANWHILE')
    }
    return rows as never
  }
  const names = (await listOpenMarkets({ ...office.database, many })).map(({ name }) => name)
  expect(isMade).toBe(true)
  expect(names).toContain('THERE BEFORE')
  expect((await listOpenMarkets(office.database)).map(({ name }) => name)).toContain('MADE MEANWHILE')
})

test('a change names its market', async () => {
  const before = await office.fingerprint()
  const nobody = await office.call(api.markets.update.path, { name: 'ALL', ...TIMES })
  expect(nobody).toMatchObject({ code: 400, message: 'Market ID is missing' })
  const unknown = await office.call(api.markets.update, { id: 2_000_000_000, name: 'ALL', ...TIMES })
  expect(unknown).toMatchObject({ code: 404, message: 'Market Not Found' })
  expect(await office.fingerprint()).toBe(before)
})

test('a market with running bids is not deleted, one without leaves every list and keeps its history', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('LEAVING')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'single_digit:-:-:4:-', 10)
  const remove = () => office.call(api.markets.remove, { id: market._id })
  const running = (count: number) => ({
    code: 409,
    message: `LEAVING has ${count} running bids. Declare or revert them before deleting it.`,
  })
  expect(await remove()).toMatchObject(running(2))
  await office.declare(market, '128-1')
  expect(await remove()).toMatchObject(running(1))
  await office.declare(market, '128-14-455')
  expect(await remove()).toMatchObject({ code: 200 })

  expect(await office.call(api.markets.get, { id: market.id })).toMatchObject(GONE)
  expect(await remove()).toMatchObject(GONE)
  expect(await office.call(api.markets.update, { id: market.id, name: 'BACK', ...TIMES })).toMatchObject(GONE)
  const names = (await office.call(api.markets.list, {})).data.map(({ name }) => name)
  expect(names).not.toContain('LEAVING')
  const history = await office.call(api.users.bids, { userId: asha.id })
  expect(history.data.map(({ market_name, status }) => [market_name, status])).toEqual([
    ['LEAVING', 'win'],
    ['LEAVING', 'win'],
  ])
  expect(await create({ name: 'LEAVING' })).toMatchObject({ code: 200 })
})

test('deleting needs to say which', async () => {
  const said = await office.call(api.markets.remove.path, {})
  expect(said).toMatchObject({ code: 400, message: 'Market ID is missing' })
})

const placed = (asha: { id: number }, market: Market, moment?: Date) => (db: Db) => {
  const bids = [{ ...bidOn(market, 'single_digit:-:-:1:-', 10), marketId: String(market.id) }]
  return placeBids(moment ? fixedAt(db, moment) : db, { userId: asha.id, bids })
}

test.each(['touched', 'untouched'] as const)(
  'a market is not deleted under a bid that is being placed in a draw that is %s',
  async (draw) => {
    const asha = await office.user('Asha', 100)
    const market = await office.market(
      `UNDER ${draw}`,
      draw === 'touched' ? {} : { draw, ...aheadNow(await office.database.now()) },
    )
    const removing = () => office.call(api.markets.remove, { id: market.id })
    expect(await crossing(database, placed(asha, market), removing)).toMatchObject({ code: 409 })
  },
)

/** Times that the schedule itself keeps ahead: near midnight in India the close is tomorrow's. */
function aheadNow(now: Date) {
  const isLate = now >= at(dayOf(now), '23:50')
  return isLate ? { open_time: '23:59', close_time: '23:58' } : { open_time: '23:55', close_time: '23:59' }
}

test('editing the times moves a draw that is still ahead', async () => {
  const market = await office.market('MOVES', { opensIn: 2, closesIn: 4 })
  const tomorrow = addDays(market.day, 1)
  await office.database.run(sql`
    insert into draws (market_id, market_date, opens_at, closes_at)
    values (${market.id}, ${tomorrow}, ${at(tomorrow, '12:00')}, ${at(tomorrow, '13:00')})`)
  // What was taken back of it counts no more.
  await database.transaction(async (each) => {
    const db = fixedAt(each, at(tomorrow, '09:00'))
    const on = { marketId: String(market.id), date: tomorrow, actor: 'admin:1' }
    await declareResult(db, { ...on, typed: formOf('128-14-455'), source: 'manual' })
    await revertResult(db, { ...on, session: undefined })
  })
  await update(market, { open_time: '10:00', close_time: '22:00' })
  expect(await read(market, tomorrow)).toMatchObject({
    open_ends_at: at(tomorrow, '10:00').toISOString(),
    close_ends_at: at(tomorrow, '22:00').toISOString(),
  })
})

test('a draw is moved to no open that has passed, nor its close before the open that it keeps', async () => {
  const { id, name, day } = await office.market('PASSED MEANWHILE', { draw: 'untouched', ...TIMES })
  const changes = { name, open_time: '09:00', close_time: '11:00' }
  await database.transaction(async (db) => {
    await ensureDraw(db, id, day)
    const ten = fixedAt(db, at(day, '10:00'))
    await updateMarket(ten, String(id), { changes, basedOn: undefined, actor: 'asha' })
  })
  expect(await read({ id }, day)).toMatchObject({
    open_ends_at: at(day, '12:00').toISOString(),
    close_ends_at: at(day, '13:00').toISOString(),
  })
})

test('editing the times moves a draw whose first bid is on its way', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('FIRST BID', { draw: 'untouched' })
  const day = addDays(market.day, 1)
  const editing = () => update(market, { open_time: '20:00', close_time: '21:00' })
  const said = await crossing(database, placed(asha, market, at(day, '09:00')), editing)
  expect(said).toMatchObject({ code: 200 })
  expect(await read(market, day)).toMatchObject({
    open_ends_at: at(day, '20:00').toISOString(),
    close_ends_at: at(day, '21:00').toISOString(),
  })
})

test.each(['declared', 'voided', 'confirmed'] as const)(
  'a draw without a bid that is %s while the times change is made by the new ones',
  async (how) => {
    const { id } = await office.market(`MADE ${how}`, { draw: 'untouched' })
    const market = await read({ id })
    const date = addDays(dayOf(await office.database.now()), -1)
    const changes = { name: market.name, open_time: '10:00', close_time: '11:00' }
    const edited = (db: Db) => updateMarket(db, String(id), { changes, basedOn: undefined, actor: 'asha' })
    const typed = { manualOpenDigit: '1', manualOpenPanna: '128' }
    const asked = { marketId: String(id), date, ...typed, manualCloseDigit: '', manualClosePanna: '' }
    const ways = {
      declared: () => office.call(api.results.declare, asked),
      voided: () => office.call(api.results.voidDraw, { marketId: String(id), date, reason: 'Never came' }),
      confirmed: () => office.database.transaction((db) => foreseeDeclaring(db, asked, true)),
    }
    await crossing<unknown>(database, edited, ways[how])
    const moments = { opens_at: at(date, '10:00').toISOString(), closes_at: at(date, '11:00').toISOString() }
    expect(await office.database.transaction((db) => ensureDraw(db, id, date))).toMatchObject(moments)
  },
)

test('the first draw of a day, made by its first bid while the times change, is made by the new ones', async () => {
  await office.owner.run(sql`analyze markets, draws`) // A plan that begins with the draws finds none.
  const asha = await office.user('Asha', 100)
  const { id, name, day: today } = await office.market('FIRST BID BESIDE', { draw: 'untouched' })
  const day = addDays(today, 50)
  const changes = { name, open_time: '20:00', close_time: '21:00' }
  const edited = (db: Db) => updateMarket(db, String(id), { changes, basedOn: undefined, actor: 'asha' })
  const placing = () => office.placeAt(at(day, '09:00'), asha, { id }, 'single_digit:-:-:1:-')
  expect(await crossing(database, edited, placing)).toMatchObject({ code: 200, day })
  expect(await read({ id }, day)).toMatchObject({ close_ends_at: at(day, '21:00').toISOString() })
})

test('a market is not deleted while a result of it is being reverted, nor reverted while it is being deleted', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('REVERTED UNDER IT')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.declare(market, '128-14-455')
  const reverting = { marketId: market._id, date: market.day, session: undefined, actor: 'admin:1' }
  const removing = () => office.call(api.markets.remove, { id: market.id })
  const refused = await crossing(database, (db) => revertResult(db, reverting), removing)
  expect(refused).toMatchObject({ code: 409 })
  await office.declare(market, '128-14-455')
  const late = await crossing(
    database,
    (db) => removeMarket(db, market),
    () => office.revert(market),
  )
  expect(late).toMatchObject({ code: 404, message: 'Market not found' })
})

test('a draw whose market is deleted while it is declared is not made', async () => {
  const market = await office.market('GONE MEANWHILE', { draw: 'untouched' })
  const date = addDays(market.day, -1)
  const declaring = () => office.declare(market, '128-1', { date })
  const said = await crossing(database, (db) => removeMarket(db, market), declaring)
  expect(said).toMatchObject({ code: 404, message: 'Market not found' })
})

test('editing the times re-opens nothing that has ended or was declared', async () => {
  const now = await office.database.now()
  const [ended, half, declared] = [
    await office.market('ENDED', { opensIn: -2, closesIn: -1 }),
    await office.market('HALF ENDED', { opensIn: -2, closesIn: 3 }),
    await office.market('DECLARED', { opensIn: 2, closesIn: 4 }),
  ]
  await office.declare(declared, '128-14-455')
  const before = await Promise.all([ended, half, declared].map((market) => read(market, market.day)))
  for (const market of [ended, half, declared])
    await update(market, { open_time: '23:58', close_time: '23:57' })
  const after = await Promise.all([ended, half, declared].map((market) => read(market, market.day)))
  expect(after[0]).toMatchObject({
    open_ends_at: before[0]!.open_ends_at,
    close_ends_at: before[0]!.close_ends_at,
  })
  expect(after[1]!.open_ends_at).toBe(before[1]!.open_ends_at)
  expect(new Date(after[1]!.close_ends_at!).getTime()).toBeGreaterThan(now.getTime())
  expect(after[2]).toMatchObject({
    open_ends_at: before[2]!.open_ends_at,
    close_ends_at: before[2]!.close_ends_at,
  })
})

test('a market shows the draw of today, and with a date that of the day', async () => {
  await office.keepTheDay()
  const market = await office.market('SHOWS')
  const yesterday = addDays(market.day, -1)
  await office.declare(market, '137-1', { date: yesterday })
  expect(await read(market)).toMatchObject({ market_date: market.day, open_digit: '-' })
  expect(await read(market, yesterday)).toMatchObject({
    market_date: yesterday,
    open_panna: '137',
    open_digit: '1',
  })
  for (const date of ['2026-02-30', 'yesterday', '0000-00-00', 'now()', 7]) {
    expect(await office.call(api.markets.get.path, { id: market.id, date })).toMatchObject({ code: 400 })
  }
  const inList = (await office.call(api.markets.list, {})).data.find(({ id }) => id === market.id)
  expect(inList).toEqual(await read(market))
})

test('a market across midnight shows the draw that the rule of the current draw names', async () => {
  await office.keepTheDay()
  const market = await office.market('NIGHT', { draw: 'untouched', open_time: '21:40', close_time: '00:05' })
  const days = Object.fromEntries(
    WEEKDAYS.map((name) => [name, { state: true, open_time: null, close_time: null }]),
  )
  const schedule = { open_time: '21:40', close_time: '00:05', days } as never
  const now = await office.database.now()
  expect((await read(market)).market_date).toBe(currentDay(schedule, now))
})

test.each([
  // RAJDHANI NIGHT closes at 23:45, so its draw is current until 02:45; MAIN BAZAR at 00:05, until 03:05.
  ['21:35', '23:45', '2026-03-11 02:44', '2026-03-10'],
  ['21:35', '23:45', '2026-03-11 02:45', '2026-03-11'],
  ['21:40', '00:05', '2026-03-11 03:04', '2026-03-10'],
  ['21:40', '00:05', '2026-03-11 03:05', '2026-03-11'],
  ['16:10', '18:10', '2026-03-11 00:00', '2026-03-11'], // closed long ago: the new day at midnight
])('a market of %s to %s has at %s the current draw of %s', async (open_time, close_time, now, day) => {
  const moment = at(now.slice(0, 10), now.slice(11))
  const market = {
    name: `CURRENT ${open_time} ${now}`,
    open_time,
    close_time,
    market_off_day: {},
    games: [],
  } as const
  const flags = { status: true, market_status: true, is_active: true, tag: 'global' }
  const { id } = await office.database.transaction((db) =>
    createMarket(
      fixedAt(db, moment),
      {
        ...market,
        ...flags,
        games: [],
        open_digit: '1',
        open_panna: '128',
        actor: 'admin:1',
      },
      declareResult,
    ),
  )
  const declared = await office.database.many(sql`select market_date from draws where market_id = ${id}`)
  expect(declared).toEqual([{ market_date: day }])
  const reverting = {
    marketId: String(id),
    date: undefined,
    session: undefined,
    actor: 'admin:1',
  }
  const reverted = await office.told((db) => revertResult(fixedAt(db, moment), reverting))
  expect(reverted.answer).toMatchObject({ date: day })
})

test('on a day off the market shows the running day before it', async () => {
  await office.keepTheDay()
  const today = dayOf(await office.database.now())
  const off = { [weekdayOf(today)]: { state: false } }
  const market = await office.market('DAY OFF', { draw: 'untouched', market_off_day: off })
  expect((await read(market)).market_date).toBe(addDays(today, -1))
})

/** Auto declare: what the source says is declared once, by one server, and only where nothing speaks against it. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { api } from '@munim/contract'
import { addDays, dayOf, readDay, timeOf, WEEKDAYS, weekdayOf } from '@munim/core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Db, fixedAt, sql } from '../../server/src/database/db.ts'
import { LOCKS } from '../../server/src/database/locks.ts'
import { writeTrail } from '../../server/src/http/trail.ts'
import { updateMarket } from '../../server/src/markets/change.ts'
import { listOpenMarkets } from '../../server/src/markets/open.ts'
import { findMarketDetails, withOwed } from '../../server/src/markets/queries.ts'
import { ensureDraw, lockMarket } from '../../server/src/markets/schedule.ts'
import { autoDeclare } from '../../server/src/results/auto.ts'
import { findDueHalves } from '../../server/src/results/due.ts'
import { listWaiting } from '../../server/src/results/open-stakes.ts'
import { databaseAt } from '../support/clock.ts'
import { backOffice, type Market } from '../support/office.ts'
import { type Read, watched } from '../support/plans.ts'
import { answeredOrLocked, crossing, untilLocked } from '../support/waits.ts'

const office = await backOffice()
const { database, owner } = office

/** What the source answers, by market; it is handed how often it was asked. */
const answers = new Map<string, (response: ServerResponse, asked: number) => void>()
const asked = new Map<string, number>()
const server = createServer((request, response) => {
  const [, id = ''] = request.url!.split('/')
  asked.set(id, (asked.get(id) ?? 0) + 1)
  const answer = answers.get(id)
  if (answer) answer(response, asked.get(id)!)
  else response.writeHead(404).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const source = { url: `${here}/{marketId}/{date}`, hosts: [], isDemonstration: false }

const switchTo = (on: boolean) => database.run(sql`update settings set auto_declare = ${on}`)
beforeEach(async () => {
  answers.clear()
  asked.clear()
  await database.run(sql`update markets set is_active = false`) // What earlier tests left due stays theirs.
  await switchTo(true)
})

type Answer = (response: ServerResponse, asked: number) => void
const json =
  (body: unknown): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
/** The open 128-1 and the close 455-4 of this market's day, with some of it replaced. */
const drawn = (market: Market, changed: object = {}): object => ({
  marketId: market.id,
  date: market.day,
  open_digit: '1',
  open_panna: '128',
  close_digit: '4',
  close_panna: '455',
  ...changed,
})
/** An hour after its close, so both halves are due. */
const ended = (name: string) => office.market(name, { opensIn: -2, closesIn: -1 })
const says = (market: Market, answer: Answer) => answers.set(String(market.id), answer)

/** What was logged as a fault. */
const faults: object[] = []
const log = { error: (about: object) => void faults.push(about) }
const look = () => autoDeclare(database, source, log)
const passMinute = () => database.run(sql`update readings set first_at = first_at - interval '61 seconds'`)
/** Looks, lets a minute pass for the readings, and looks again. */
async function lookTwice() {
  const first = await look()
  await passMinute()
  return { first, second: await look() }
}
/** Looks while another transaction has done this, which is committed once what looks waits for a draw. */
async function lookBeside(does: (db: Db) => Promise<unknown>, meanwhile = async () => {}) {
  const looking = await database.transaction(async (db) => {
    await does(db)
    const answer = look()
    await untilLocked(database, 1, LOCKS.draw)
    await meanwhile()
    return { answer }
  })
  return looking.answer
}
const declaredOf = async (market: Market) =>
  (
    await database.many<{ said: string }>(sql`
      select c.half || ' ' || c.panna || '-' || c.digit || ' by ' || c.actor as said
      from declarations c join draws d on d.id = c.draw_id
      where d.market_id = ${market.id} and d.market_date = ${market.day} and c.withdrawn_at is null order by c.half`)
  ).map(({ said }) => said)
const notesOf = async (market: Market) => {
  const { data } = await office.call(api.results.due, {})
  return data
    .filter(({ marketId, date }) => marketId === market.id && date === market.day)
    .map(({ note }) => note)
}

test('a half is declared when two readings a minute apart say the same, the open before the close', async () => {
  const market = await ended('GOOD')
  const asha = await office.user('Asha', 100)
  says(market, json(drawn(market)))
  expect(await look()).toEqual([])
  expect(await look()).toEqual([]) // Not a minute yet.
  const { second } = await lookTwice()
  expect(second.map(({ half }) => half)).toEqual(['open'])
  expect(second[0]!.tookSeconds).toBeGreaterThan(0)
  office.app.onAutoDeclared(second[0]!.tookSeconds)
  expect((await office.send('/metrics', undefined, { method: 'GET' })).text).toContain(
    'munim_auto_declare_seconds_count 1',
  )
  expect((await lookTwice()).second.map(({ half }) => half)).toEqual(['close'])
  expect(await declaredOf(market)).toEqual(['open 128-1 by auto', 'close 455-4 by auto'])
  expect(await notesOf(market)).toEqual([])
  expect(await office.walletOf(asha)).toBe(100)
})

test('it pays the winners as a person would', async () => {
  const market = await office.market('PAYS')
  const ravi = await office.user('Ravi', 100)
  await office.place(ravi, market, 'single_digit:1:-:-:-', 10)
  await database.run(sql`
    update draws set opens_at = clock_timestamp() where market_id = ${market.id}`)
  says(market, json(drawn(market, { close_digit: '', close_panna: '' })))
  await lookTwice()
  expect(await declaredOf(market)).toEqual(['open 128-1 by auto'])
  expect(await office.walletOf(ravi)).toBe(180)
})

test('where the clock goes back by an hour, a half rests for a minute and no longer', async () => {
  const market = await ended('CLOCK')
  says(market, json(drawn(market)))
  await look()
  await database.run(sql`
    update readings r set first_at = first_at + interval '1 hour' from draws d
    where d.id = r.draw_id and d.market_id = ${market.id}`)
  expect(await look()).toEqual([])
  await passMinute()
  expect((await look()).map(({ half }) => half)).toEqual(['open'])
})

test('a close that waits while its open is reverted declares neither', async () => {
  const market = await office.market('REVERTED BESIDE')
  const ravi = await office.user('Ravi', 100)
  await office.place(ravi, market, 'single_digit:1:-:-:-', 10)
  await database.run(sql`
    update draws set opens_at = clock_timestamp(), closes_at = clock_timestamp() + interval '1 millisecond'
    where market_id = ${market.id}`)
  says(market, json(drawn(market)))
  await office.declare(market, '128-1')
  await look()
  await passMinute()
  let reverting: ReturnType<typeof office.revert> | undefined
  const besides = await lookBeside(async (db) => {
    await db.run(sql`select from wallets where user_id = ${ravi.id} for update`)
    reverting = office.revert(market) // It holds the draw, and waits for the wallet.
    await answeredOrLocked(database, reverting)
  })
  expect(await reverting).toMatchObject({ code: 200 })
  expect(besides).toEqual([])
  expect(await declaredOf(market)).toEqual([])
  expect(await office.walletOf(ravi)).toBe(90)
})

/** Each misbehaves as a source can; beside it what is said of the open and, while the open stops, of the close. */
const misbehaviours: readonly [
  string,
  (market: Market) => Answer | Promise<Answer>,
  open: RegExp,
  close?: RegExp,
][] = [
  ['fails', () => (response) => response.writeHead(500).end('{}'), /answered 500/],
  ['knows nothing', () => (response) => response.writeHead(404).end('{}'), /answered 404/],
  [
    'refuses with a result',
    (market) => (response) => response.writeHead(403).end(JSON.stringify(drawn(market))),
    /answered 403/,
  ],
  ['answers nothing', () => (response) => response.writeHead(204).end(), /no result/],
  ['drops the connection', () => (response) => response.destroy(), /does not answer/],
  [
    'stops in the middle',
    () => (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"marketId"')
      setTimeout(() => response.destroy(), 50)
    },
    /stopped in the middle/,
  ],
  ['never answers', () => () => {}, /does not answer/],
  [
    'answers by the drop',
    () => (response) => {
      const drops = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(drops))
    },
    /stopped in the middle/,
  ],
  ['answers a megabyte', () => json(`"${'x'.repeat(1_000_000)}"`), /too much/],
  [
    'answers a bomb',
    () => (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(20_000_000)))
    },
    /too much|middle/,
  ],
  ['sends on elsewhere', () => sentTo('http://169.254.169.254/latest'), /sends on/],
  ['sends on to a port beside it', () => sentTo('http://127.0.0.1:22/'), /sends on/],
  ['sends on to a file', () => sentTo('file:///etc/passwd'), /sends on/],
  ['sends on to nowhere', () => sentTo('http://[/'), /sends on/],
  ['sends round in a circle', (market) => sentTo(`/${market.id}/again`), /sends on/],
  ['sends on without saying where', () => (response) => response.writeHead(302).end(), /answered 302/],
  ['answers a page', () => json('<html>1-128</html>'), /no result/],
  ['answers a list', (market) => json([drawn(market)]), /no result/],
  ['answers null', () => json('null'), /no result/],
  ['answers a number', () => json('128'), /no result/],
  ['answers half a document', (market) => json(JSON.stringify(drawn(market)).slice(0, 60)), /no result/],
  ['hides the result', (market) => json({ data: drawn(market) }), /no result/],
  ['names no day', (market) => json(drawn(market, { date: undefined })), /no result/],
  ['shows yesterday', (market) => json(drawn(market, { date: addDays(market.day, -1) })), /shows/],
  ['shows tomorrow', (market) => json(drawn(market, { date: addDays(market.day, 1) })), /shows/],
  ['shows a day that cannot be written down', (market) => json(drawn(market, { date: '\0' })), /no result/],
  ['shows a novel', (market) => json(drawn(market, { date: 'x'.repeat(5000) })), /no result/],
  ['shows a moment', (market) => json(drawn(market, { date: `${market.day}T00:00:00Z` })), /shows/],
  ['writes the day the other way', (market) => json(drawn(market, { date: turned(market.day) })), /shows/],
  ['names no market', (market) => json(drawn(market, { marketId: undefined })), /no result/],
  ['answers for another market', (market) => json(drawn(market, { marketId: 'OTHER' })), /answered for/],
  ['names what cannot be written down', (market) => json(drawn(market, { marketId: 'A\0B' })), /no result/],
  ['answers with numbers', (market) => json(drawn(market, { open_digit: 1, open_panna: 128 })), /no result/],
  ['answers with truths', (market) => json(drawn(market, { open_digit: true })), /no result/],
  ['answers with letters', (market) => json(drawn(market, { open_digit: 'x' })), /source: /],
  ['answers in Hindi digits', (market) => json(drawn(market, { open_digit: '१' })), /source: /],
  ['answers a digit too long', (market) => json(drawn(market, { open_digit: '11' })), /source: /],
  ['answers a digit below zero', (market) => json(drawn(market, { open_digit: '-1' })), /source: /],
  ['answers a panna too short', (market) => json(drawn(market, { open_panna: '12' })), /source: /],
  ['answers a panna too long', (market) => json(drawn(market, { open_panna: '1280' })), /no result/],
  ['answers a digit alone', (market) => json(drawn(market, { open_panna: '' })), /source: /],
  ['answers a panna alone', (market) => json(drawn(market, { open_digit: null })), /source: /],
  ['answers a close alone', (market) => json(drawn(market, { open_digit: '', open_panna: '' })), /source: /],
  ['answers half a close', (market) => json(drawn(market, { close_panna: '-' })), /source: /],
  [
    'draws what is no panna',
    (market) => json(drawn(market, { open_panna: '821' })),
    /821 is not a panna/,
    /open comes first/,
  ],
  [
    'draws a digit that is not its panna’s',
    (market) => json(drawn(market, { open_digit: '2' })),
    /128 belongs to 1, not 2/,
    /open comes first/,
  ],
  [
    'says two things at once',
    (market) => json(JSON.stringify(drawn(market)).replace('}', ',"open_digit":"7"}')),
    /128 belongs to 1, not 7/,
    /open comes first/,
  ],
  [
    'says something else a minute later',
    (market) => (response, nth) =>
      json(drawn(market, nth > 1 ? { open_digit: '3', open_panna: '120' } : {}))(response, nth),
    /said 1-128 first and 3-120 now/,
    /open comes first/,
  ],
  [
    'still shows the draw before',
    async (market) => {
      expect((await office.declare(market, '128-1', { date: addDays(market.day, -1) })).code).toBe(200)
      return json(drawn(market))
    },
    /1-128 is the number of the draw before/,
    /open comes first/,
  ],
]

function sentTo(location: string): Answer {
  return (response) => response.writeHead(302, { location }).end()
}

function turned(day: string): string {
  return day.split('-').reverse().join('-')
}

test('no misbehaving source has its number declared, and each is named; a good one beside them is not held up', async () => {
  const good = await ended('AMONG THE BAD')
  says(good, json(drawn(good)))
  const markets: Market[] = []
  for (const [name, answer] of misbehaviours) {
    const market = await ended(name.toUpperCase())
    says(market, await answer(market))
    markets.push(market)
  }
  const { first, second } = await lookTwice()
  expect(first).toEqual([])
  expect(second.map(({ name, half }) => `${name} ${half}`)).toEqual(['AMONG THE BAD open'])

  for (const [index, [name, , open, close = open]] of misbehaviours.entries()) {
    expect([name, await declaredOf(markets[index]!)]).toEqual([name, []])
    const notes = await notesOf(markets[index]!)
    expect([name, notes]).toEqual([name, [expect.stringMatching(open), expect.stringMatching(close)]])
  }
  expect(misbehaviours.length).toBeGreaterThan(40)
})

test('what kept a half from being declared is told no longer than it does', async () => {
  const market = await ended('ANSWERS AGAIN')
  says(market, (response) => response.writeHead(500).end('{}'))
  await look()
  expect(await notesOf(market)).toEqual(['The result source answered 500', 'The result source answered 500'])
  says(market, json(drawn(market, { close_digit: '', close_panna: '' })))
  await look()
  expect(await notesOf(market)).toEqual(['', ''])
})

test('a close is not declared on an open that the source contradicts', async () => {
  const market = await ended('CONTRADICTED')
  await office.declare(market, '137-1')
  says(market, json(drawn(market)))
  await lookTwice()
  expect(await declaredOf(market)).toEqual(['open 137-1 by admin:1'])
  expect(await notesOf(market)).toEqual(["The source's open 1-128 is not the declared 1-137"])
})

test('a number is held against the same half of the last draw before that has one', async () => {
  const [other, same] = [await ended('OTHER THAN BEFORE'), await ended('AS BEFORE')]
  const before = (market: Market, days: number) => ({ date: addDays(market.day, -days) })
  await office.declare(other, '128-14-455', before(other, 3))
  await office.declare(other, '455-41-128', before(other, 2))
  await office.declare(other, '128-14-455', before(other, 1))
  await office.revert(other, before(other, 1))
  await office.declare(same, '128-14-455', before(same, 2))
  const voided = { marketId: same.id, ...before(same, 1), reason: 'The result never came' }
  expect(await office.call(api.results.voidDraw, voided)).toMatchObject({ code: 200 })
  for (const market of [other, same]) says(market, json(drawn(market)))
  for (const _half of ['open', 'close']) await lookTwice()
  expect(await declaredOf(other)).toEqual(['open 128-1 by auto', 'close 455-4 by auto'])
  expect(await declaredOf(same)).toEqual([])
  expect((await notesOf(same))[0]).toBe('1-128 is the number of the draw before')
})

test('a half that was reverted is left to the administrator, and so is a voided draw', async () => {
  const [reverted, voided] = [await ended('REVERTED'), await ended('VOIDED')]
  for (const market of [reverted, voided]) says(market, json(drawn(market)))
  await office.declare(reverted, '137-1')
  await office.revert(reverted)
  const reason = 'The result never came'
  await office.call(api.results.voidDraw, { marketId: voided.id, date: voided.day, reason })
  await lookTwice()
  expect(await declaredOf(reverted)).toEqual([])
  expect((await notesOf(reverted))[0]).toMatch(/reverted/)
  expect(asked.get(String(voided.id))).toBeUndefined()
})

test('what a person does while the source is asked goes first', async () => {
  const [decided, switched] = [await ended('DECIDED MEANWHILE'), await ended('SWITCHED MEANWHILE')]
  says(decided, json(drawn(decided)))
  await look()
  await passMinute()
  says(decided, (response, nth) => {
    void office
      .declare(decided, '137-1')
      .then(() => office.revert(decided))
      .then(() => json(drawn(decided))(response, nth))
  })
  expect(await look()).toEqual([])
  expect(await declaredOf(decided)).toEqual([])

  says(switched, json(drawn(switched)))
  await look()
  await passMinute()
  says(switched, (response, nth) => {
    void switchTo(false).then(() => json(drawn(switched))(response, nth))
  })
  expect(await look()).toEqual([])
  expect(await declaredOf(switched)).toEqual([])
})

test('a number that another process found corrected meanwhile is not declared by who read it before', async () => {
  const [asking, waiting] = [await ended('ASKED BEFORE'), await ended('WAITS FOR ITS DRAW')]
  const corrected = (market: Market) => json(drawn(market, { open_digit: '3', open_panna: '120' }))
  says(asking, json(drawn(asking)))
  await look()
  await passMinute()
  says(asking, (response) => response.writeHead(500).end('{}'))
  await look()
  says(asking, (response, nth) => {
    if (nth > 3) corrected(asking)(response, nth)
    else void look().then(() => json(drawn(asking))(response, nth))
  })
  expect(await look()).toEqual([])
  expect(await declaredOf(asking)).toEqual([])

  const failing = await ended('FAILS FOR ONE')
  says(failing, json(drawn(failing)))
  await look()
  await passMinute()
  says(failing, (response, nth) => {
    if (nth > 2) corrected(failing)(response, nth)
    else void look().then(() => response.writeHead(500).end('{}'))
  })
  expect(await look()).toEqual([])

  says(waiting, json(drawn(waiting)))
  await look()
  await passMinute()
  const lock = sql`
    select pg_advisory_xact_lock(${LOCKS.draw}::int, id) from draws where market_id = ${waiting.id}`
  const besides = await lookBeside(
    (db) => db.run(lock),
    async () => {
      says(waiting, corrected(waiting))
      await look()
    },
  )
  expect(besides).toEqual([])
  for (const market of [asking, failing, waiting]) {
    expect(await declaredOf(market)).toEqual([])
    expect((await notesOf(market))[0]).toBe('The source said 1-128 first and 3-120 now')
  }
})

test.each(['switched off', 'deleted'])(
  'a market that is %s while the source is asked has nothing declared',
  async (how) => {
    const market = await ended(`A MARKET ${how}`)
    says(market, json(drawn(market)))
    await look()
    await passMinute()
    const change =
      how === 'deleted'
        ? sql`update markets set deleted_at = clock_timestamp() where id = ${market.id}`
        : sql`update markets set is_active = false where id = ${market.id}`
    says(market, (response, nth) => {
      void database.run(change).then(() => json(drawn(market))(response, nth))
    })
    expect(await look()).toEqual([])
    expect(await declaredOf(market)).toEqual([])
  },
)

test('a market that was switched off, or shows another day, is not asked for, though what was bet on before is due', async () => {
  const market = await ended('OFF AND DUE')
  says(market, json(drawn(market)))
  await database.run(sql`update markets set is_active = false where id = ${market.id}`)
  const other = await office.market('SHOWS ANOTHER DAY')
  await database.transaction((db) => ensureDraw(db, other.id, addDays(other.day, -2)))
  await lookTwice()
  for (const { id } of [market, other]) expect(asked.get(String(id))).toBeUndefined()
  const note = 'The market is switched off; auto declare leaves it to you'
  expect(await notesOf(market)).toEqual([note, note])
})

test('a draw as whose betting ended its market was not there, or was off, or is now, is due only where it has a row', async () => {
  const now = await database.now()
  const yesterday = addDays(dayOf(now), -1)
  const days = Object.fromEntries(WEEKDAYS.map((name) => [name, { state: name === weekdayOf(yesterday) }]))
  const minutesAgo = (minutes: number) => timeOf(new Date(now.getTime() - minutes * 60_000))
  const noon = { open_time: '12:00', close_time: '13:00' }
  const ended = { open_time: minutesAgo(6), close_time: minutesAgo(3) }
  const due = async ({ id }: Market) =>
    (await office.call(api.results.due, {})).data
      .filter(({ marketId }) => marketId === id)
      .map(({ date, half }) => `${date} ${half}`)
  const switched = ({ id, name }: Market, times: typeof noon, is_active: boolean) =>
    office.call(api.markets.update, { id: String(id), name, ...times, is_active })
  const both = [`${yesterday} open`, `${yesterday} close`]
  const market = await office.market('MADE LATER', { draw: 'untouched', market_off_day: days })
  expect(await due(market)).toEqual([])
  await database.run(
    sql`update markets set created_at = created_at - interval '7 days' where id = ${market.id}`,
  )
  expect(await due(market)).toEqual(both)
  const ends = (await findMarketDetails(database, String(market.id), yesterday))!.close_ends_at!
  const isOwed = async (minutes: number) => {
    const db = fixedAt(database, new Date(Date.parse(ends) + minutes * 60_000))
    const then = (await findMarketDetails(db, String(market.id), yesterday))!
    const [told] = await withOwed(db, [then], { ...then, is_active: false })
    return told!.owes_result
  }
  expect([await isOwed(-1), await isOwed(1)], 'switched on then').toEqual([true, false])
  // It was on as its betting ended.
  for (const isOn of [false, true])
    expect((await switched(market, noon, isOn)).data).toMatchObject({ owes_result: isOn })
  expect(await due(market)).toEqual(both)
  await switched(market, noon, false)
  expect(await due(market)).toEqual([])

  const off = await office.market('OFF AS IT ENDED', { ...ended, draw: 'untouched', is_active: false })
  expect((await switched(off, ended, true)).data).toMatchObject({ owes_result: false })
  expect(await due(off)).toEqual([])
  // The list of Results reads it of the market.
  expect((await office.call(api.markets.get, { id: off.id })).data).toMatchObject({ owes_result: false })
  await database.run(sql`
    insert into draws (market_id, market_date, opens_at, closes_at)
    select ${off.id}, ${yesterday}, clock_timestamp() - interval '2 hours', clock_timestamp() - interval '1 hour'`)
  expect(await due(off)).toEqual(both)
})

test('a draw whose weekday its market did not take bids on as they would have ended is due only where it has a row', async () => {
  const now = await database.now()
  const [opens, closes] = [6, 3].map((minutes) => new Date(now.getTime() - minutes * 60_000))
  const runs = (state: boolean) => ({ [weekdayOf(dayOf(opens!))]: { state } })
  const times = {
    open_time: timeOf(opens!),
    close_time: timeOf(closes!),
    draw: 'untouched',
    isOld: true,
  } as const
  const turned = async ({ id, name }: Market, state: boolean) => {
    const changes = {
      name,
      open_time: times.open_time,
      close_time: times.close_time,
      market_off_day: runs(state),
    }
    return (await office.call(api.markets.update, { id, ...changes })).data.owes_result
  }
  const owes = async ({ id }: Market) => (await office.call(api.markets.get, { id })).data.owes_result

  const off = await office.market('OFF ON ITS WEEKDAY', { ...times, market_off_day: runs(false) })
  expect([await turned(off, true), await owes(off)]).toEqual([false, false])
  const on = await office.market('ON ON ITS WEEKDAY', times)
  await turned(on, false)
  expect([await turned(on, true), await owes(on)]).toEqual([true, true])
})

test('a market owes the results of draws that it was made before, by the times that it has now', async () => {
  const yesterday = addDays(dayOf(await database.now()), -1)
  const { id, name } = await office.market('MADE', { draw: 'untouched' })
  const madeAt = (time: string) =>
    owner.run(sql`
      update markets set created_at = (${yesterday}::date + ${time}::time) at time zone 'Asia/Kolkata' where id = ${id}`)
  const owed = async (date = yesterday) => (await office.call(api.markets.get, { id, date })).data.owes_result
  for (const [time, isOwed] of [
    ['11:59', true],
    ['12:59:59.999', true], // Its close took bids.
    ['13:00', false],
    ['16:00', false],
  ] as const) {
    await madeAt(time)
    expect([time, await owed()]).toEqual([time, isOwed])
  }
  expect(await owed(addDays(yesterday, 1))).toBe(true)

  const moved = (open_time: string, close_time: string, is_active = true) =>
    office.call(api.markets.update, { id, name, open_time, close_time, is_active })
  await moved('17:00', '18:00')
  expect(await owed()).toBe(true)
  await moved('12:00', '13:00')
  expect(await owed()).toBe(false)
  await moved('12:00', '13:00', false)
  await moved('12:00', '13:00')
  expect(await owed()).toBe(false)

  const declaration = { marketId: id, date: yesterday, manualOpenDigit: '1', manualOpenPanna: '128' }
  expect(await office.call(api.results.declare, declaration)).toMatchObject({ code: 200 })
  expect(await owed()).toBe(true)
})

test('a market that is made as its draw has ended has nothing due today', async () => {
  const now = await database.now()
  const [open_time, close_time] = [6, 3].map((minutes) => timeOf(new Date(now.getTime() - minutes * 60_000)))
  const times = { open_time: open_time!, close_time: close_time! }
  const { data: market } = await office.call(api.markets.create, { name: 'MADE AS IT HAD ENDED', ...times })
  expect(market).toMatchObject({ owes_result: false, has_draw: false })
  const { id, name } = market
  expect((await office.call(api.markets.update, { id, name, ...times })).data.owes_result).toBe(false)
  const day = readDay(market.market_date!)!
  const due = async () =>
    (await findDueHalves(database, now)).filter(({ marketId }) => marketId === id).map(({ date }) => date)
  expect(await due()).toEqual([])
  says({ id, name, day } as Market, json(drawn({ id, name, day } as Market)))
  await lookTwice()
  expect(asked.get(String(id))).toBeUndefined()

  const tomorrow = new Date(now.getTime() + 24 * 3_600_000)
  const then = (await findDueHalves(databaseAt(database, tomorrow), tomorrow)).filter(
    ({ marketId }) => marketId === id,
  )
  expect(then.map(({ date, half }) => [date, half])).toEqual([
    [addDays(day, 1), 'open'],
    [addDays(day, 1), 'close'],
  ])
})

test('a market owes no result of a day on which it does not run', async () => {
  const never = Object.fromEntries(WEEKDAYS.map((name) => [name, { state: false }]))
  const { id } = await office.market('NEVER RUNS', { draw: 'untouched', market_off_day: never })
  for (const date of [undefined, dayOf(await database.now())])
    expect((await office.call(api.markets.get, { id, date })).data).toMatchObject({ owes_result: false })
})

test('the audit is read where owes_result is answered only, and of a market what is later than its betting', async () => {
  const times = { open_time: '00:00', close_time: '00:01' }
  const { id } = await office.market('OFTEN SWITCHED', { draw: 'untouched', isOld: true, ...times })
  const reads: Read[] = []
  const ofAudit = () => reads.splice(0).filter(({ text }) => text.includes('from audit'))
  const read = watched(database, (each) => reads.push(each))
  await findMarketDetails(read, String(id), undefined)
  await listOpenMarkets(read)
  await listWaiting(read)
  expect(ofAudit()).toEqual([])

  // A moment read from the database is cut to the millisecond: what was written just before it may lie behind it.
  const ended = await database.now()
  const later = (minutes: number) => new Date(ended.getTime() + minutes * 60_000)
  const switched = (many: number, minutesLater: number, { of = id, wasOn = false } = {}) =>
    database.transaction(async (db) => {
      const trail = Array.from({ length: many }, (_, nth) => (nth % 2 === 1) !== wasOn).map(
        (was) =>
          ({ subject: 'market', id: of, before: { is_active: was }, after: { is_active: !was } }) as const,
      )
      const by = { actor: 'admin:1', address: '', trail }
      await writeTrail(fixedAt(db, later(minutesLater)), api.markets.update.path, by)
    })
  await switched(100, -1)
  const market = (await findMarketDetails(database, String(id), undefined))!
  const owed = (minutesLater = 0) =>
    read.transaction(async (db) => {
      await db.run(sql`set local enable_seqscan = off`)
      const [told] = await withOwed(db, [{ ...market, close_ends_at: later(minutesLater).toISOString() }])
      return told!.owes_result
    })
  expect(await owed()).toBe(true)
  await switched(10, 1)
  expect(await owed()).toBe(false)
  const rows = ofAudit().map((each) => each.rows)
  expect(rows).toHaveLength(2)
  expect(Math.max(...rows)).toBeLessThan(20)
  // The clock was set back after an act that was later than the betting, and the market switched off before that ended.
  await switched(1, 3, { of: 0 })
  await switched(1, 1, { wasOn: true })
  await switched(1, 3)
  expect(await owed(2)).toBe(false)
})

test('a half at which it fails holds up no other: a locked one is told after a quarter of an hour, another fault at once', async () => {
  const now = await database.now()
  const minutesAgo = (minutes: number) => timeOf(new Date(now.getTime() - minutes * 60_000))
  const locked = await office.market('LOCKED', {
    draw: 'untouched',
    isOld: true,
    open_time: minutesAgo(10),
    close_time: minutesAgo(5),
  })
  const broken = await office.market('BROKEN', { opensIn: -3, closesIn: -2.5 })
  const [held, good] = [await ended('HELD'), await ended('BEHIND THEM')]
  for (const market of [locked, broken, held, good]) says(market, json(drawn(market)))
  const draw = await database.only<{ id: number }>(sql`select id from draws where market_id = ${broken.id}`)
  await owner.run(
    sql`alter table declarations add constraint planted check (draw_id <> ${sql.lit(draw.id)}) not valid`,
  )
  faults.length = 0
  const declared = await database.transaction(async (db) => {
    await db.run(sql`set local idle_in_transaction_session_timeout = 0`)
    await db.run(lockMarket(locked.id))
    await db.run(
      sql`select pg_advisory_xact_lock(${LOCKS.draw}::int, id) from draws where market_id = ${held.id}`,
    )
    const { first, second } = await lookTwice()
    expect(first).toEqual([])
    return second
  })
  await owner.run(sql`alter table declarations drop constraint planted`)
  expect(declared.map(({ name, half }) => `${name} ${half}`)).toEqual(['BEHIND THEM open'])
  const due = (market: Market, half: string) => ({ due: { marketId: market.id, half } })
  const ofLocked = [due(locked, 'open'), due(locked, 'close')]
  expect(faults).toMatchObject([...ofLocked, due(broken, 'open'), due(held, 'open'), ...ofLocked])
  const day = dayOf(new Date(now.getTime() - 5 * 60_000)) // Of its close.
  expect(await notesOf({ ...locked, day })).toEqual(['', ''])
  expect((await notesOf(broken))[0]).toMatch(/^It could not be declared: .*planted/)
  expect((await notesOf(held))[0]).toMatch(/^It could not be declared: .*lock timeout/)
  const { data } = await office.call(api.alerts.list, {})
  for (const market of [broken, held])
    expect(data.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(`^${market.name}, open, is not declared by itself: It could not be declared`),
    )
  expect((await look()).map(({ name, half }) => `${name} ${half}`)).toEqual(['BROKEN open', 'HELD open'])
})

test('a draw that has no row is made by the times that its market has once a change of them has ended', async () => {
  const now = await database.now()
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const times = (open: number, close: number) => ({
    open_time: timeOf(minutesAgo(open)),
    close_time: timeOf(minutesAgo(close)),
  })
  const market = await office.market('CHANGED MEANWHILE', { draw: 'untouched', isOld: true, ...times(10, 5) })
  const changes = { name: market.name, ...times(30, 20) }
  const changed = (db: Db) =>
    updateMarket(db, String(market.id), { changes, basedOn: undefined, actor: 'asha' })
  await crossing(database, changed, look)
  const draws = await database.many<{ closes: string }>(sql`
    select to_char(closes_at at time zone 'Asia/Kolkata', 'HH24:MI') as closes from draws where market_id = ${market.id}`)
  expect(draws).toEqual([{ closes: times(30, 20).close_time }])
})

test('of many that look at once one declares, and while another process looks this one does not', async () => {
  const market = await ended('MANY')
  says(market, json(drawn(market)))
  await look()
  await passMinute()
  const all = await Promise.all(Array.from({ length: 8 }, look))
  expect(all.flat().map(({ half }) => half)).toEqual(['open'])
  expect(await declaredOf(market)).toEqual(['open 128-1 by auto'])

  const before = asked.get(String(market.id))
  const holder = sql`update leases set holder = 'another process' where name = 'auto declare'`
  await database.run(holder)
  expect(await lookTwice()).toEqual({ first: [], second: [] })
  expect(asked.get(String(market.id))).toBe(before)
  await owner.run(sql`delete from leases where name = 'auto declare'`)
})

test('nothing is asked while the switch is off, and made-up numbers settle no real bids', async () => {
  const market = await ended('SWITCHED OFF')
  says(market, json(drawn(market)))
  await switchTo(false)
  await lookTwice()
  await switchTo(true)
  expect(await autoDeclare(database, { ...source, isDemonstration: true }, log)).toEqual([])
  expect(asked.size).toBe(0)

  const said = await office.call(api.results.fetch, { marketId: market.id })
  expect(said.warnings).toContain(
    'This number is made up: no result source is connected. Who runs the server can connect one',
  )
})

/** The proof of a night of large books: what is altered of a closed day is named, and days are read in their turn. */
import { addDays, type Day, dayOf, momentOf, type Paise, type Time } from '@munim/core'
import { beforeAll, expect, test } from 'vitest'
import { revertBid } from '../../server/src/bids/revert.ts'
import { proveNight, readSince } from '../../server/src/books/night.ts'
import type { Law } from '../../server/src/books/verify.ts'
import { type Db, fixedAt, type NotNull, type Statement, sql } from '../../server/src/database/db.ts'
import { closeDay } from '../../server/src/daybook/close.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { decideRequest, requestWithdrawal } from '../../server/src/wallet/requests.ts'
import { databaseAt } from '../support/clock.ts'
import { backOffice, formOf, type Market, type Player, superuserOf } from '../support/office.ts'
import { signedFolder, signWhatIsNew } from '../support/sign.ts'
import { verifyBooks } from '../support/verify-books.ts'

/** Days are lived by the verbs themselves, so the audit has no act of them. */
const office = await backOffice({}, verifyBooks)
const { database } = office
const superuser = superuserOf(office.url, 2)
const anchors = await signedFolder(office.signingKey)

const now = await database.now()
const FIRST = addDays(dayOf(now), -4)
const SECOND = addDays(FIRST, 1)
const at = (day: Day, time: string) => momentOf(day, time as Time)
const doneAt = <T>(moment: Date, verb: (db: Db) => Promise<T>) =>
  database.transaction((db) => verb(fixedAt(db, moment)))

let asha: Player
let market: Market
beforeAll(async () => {
  await superuser.run(sql`create schema kept`)
  asha = await office.user('Asha', 1000)
  market = await office.market('NOON', { open_time: '12:00', close_time: '14:00', draw: 'untouched' })
  const placed: number[] = []
  for (const day of [FIRST, SECOND]) {
    for (const pick of ['single_digit:1:-:-:-', 'single_digit:2:-:-:-', 'jodi_digit:1:-:4:-'])
      placed.push((await office.placeAt(at(day, '10:00'), asha, market, pick, 10)).id!)
    await doneAt(at(day, '15:00'), (db) =>
      declareResult(db, {
        marketId: String(market.id),
        date: day,
        typed: formOf('128-14-455'),
        source: 'manual',
        actor: 'admin:1',
      }),
    )
    await payOut(at(day, '16:00'), at(day, '23:55'))
    await payOut(at(day, '16:05'), at(addDays(day, 1), '00:05'))
    await doneAt(at(addDays(day, 1), '03:30'), (db) => closeDay(db, { day, actor: 'auto' }))
  }
  // Of the first day's draw, on the second day after it.
  await doneAt(at(addDays(SECOND, 1), '03:45'), (db) =>
    revertBid(db, { id: placed[1]!, reason: 'test', actor: 'admin:1' }),
  )
  const signed = databaseAt(database, at(addDays(SECOND, 1), '04:00'))
  await signWhatIsNew(signed, anchors, [])
  await proven({ db: superuser })
})

/** A withdrawal of Asha's, asked for at the one moment and paid at the other. */
async function payOut(asked: Date, paid: Date): Promise<void> {
  const asking = { userId: asha.id, amount: 1000 as Paise, transferType: 'upi' }
  const id = await doneAt(asked, (db) => requestWithdrawal(db, asking))
  const deciding = { id, kind: 'withdraw', status: 'completed', note: undefined, actor: 'admin:1' } as const
  await doneAt(paid, (db) => decideRequest(db, deciding))
}

interface Proof {
  readonly db?: Db
  readonly signed?: boolean
  readonly budgetMs?: number
}

/** What a night's proof by the server's own role finds; the days read are noted by `db`. */
async function proven({ db = database, signed = false, budgetMs = 60_000 }: Proof = {}): Promise<string[]> {
  const reading = { at: new Date(), onBackend: () => {}, anchors: signed ? anchors : undefined, budgetMs }
  return namesOf(await proveNight(database, db, reading))
}

const namesOf = (laws: readonly Law[]) => laws.filter(({ wrong }) => wrong > 0).map(({ law }) => law)

/** Done behind every guard's back, as the database's owner can. */
const alter = (change: Statement) =>
  superuser.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    expect(await db.run(change)).toBeGreaterThan(0)
  })

const bid = sql`(select min(id) from bids where market_date = ${sql.lit(FIRST)})`
const win = sql`(select min(id) from postings where kind = 'win')`
const draw = sql`(select id from draws where market_date = ${sql.lit(FIRST)})`
const stake = sql`(select min(id) from postings where kind = 'stake')`

test('closed days that nobody altered agree, also where a payout is the first, last or only posting, and no view is left', async () => {
  expect(await proven({ signed: true })).toEqual([])
  expect(await database.many(sql`select 1 from pg_class where relpersistence = 't'`)).toEqual([])
})

/** What is changed of the first day, how it is put back, and the law that names it. */
const ALTERED: readonly (readonly [what: string, change: Statement, law: string])[] = [
  ["a bid's points", sql`update bids set points = points + 100 where id = ${bid}`, 'a bid has one stake'],
  ["a bid's player", sql`update bids set user_id = user_id + 1 where id = ${bid}`, 'a bid has one stake'],
  ["a bid's pick", sql`update bids set open_digit = '2' where id = ${bid}`, 'tallies = uncancelled bids'],
  [
    "a bid's multiplier",
    sql`update bids set multiplier = multiplier * 2 where id = ${bid}`,
    'each winner is paid',
  ],
  ['a bid cancelled', sql`update bids set cancelled_at = placed_at where id = ${bid}`, 'a bid has one stake'],
  [
    'a bid dated later',
    sql`update bids set placed_at = placed_at + interval '9 hours' where id = ${bid}`,
    'a bid is placed before',
  ],
  ['a bid taken out', sql`delete from bids where id = ${bid}`, 'a bid has one stake'],
  [
    'a stake of less',
    sql`update postings set amount = amount - 100 where id = ${stake}`,
    'a bid has one stake',
  ],
  ['a stake taken out', sql`delete from postings where id = ${stake}`, 'figures by day = postings'],
  [
    'a payout taken out',
    sql`delete from postings where id = (select min(id) from postings where kind = 'withdraw_pay')`,
    'figures by day = postings',
  ],
  [
    'a win of more',
    sql`update postings set amount = amount + 100 where id = ${win}`,
    'figures of draws by day',
  ],
  [
    'a win to another',
    sql`update postings set to_user = to_user + 1 where id = ${win}`,
    'each winner is paid',
  ],
  ['a win taken out', sql`delete from postings where id = ${win}`, 'a declaration says how many'],
  [
    'a win put in twice',
    sql`
    insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
    select kind, from_house, to_user, amount, to_after, draw_id, bid_id + 1, declaration_id, actor, at from postings where id = ${win}`,
    'each winner is paid',
  ],
  [
    'a win put in the day after',
    sql`
    insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
    select kind, from_house, to_user, amount, to_after, draw_id, bid_id + 1, declaration_id, actor, at + interval '1 day'
    from postings where id = ${win}`,
    'each winner is paid',
  ],
  [
    'a declared result',
    sql`update declarations set digit = '2', panna = '129' where draw_id = ${draw} and half = 'open'`,
    "a declaration's picks",
  ],
  [
    'a declaration withdrawn',
    sql`update declarations set withdrawn_at = at where draw_id = ${draw} and half = 'close'`,
    'each winner is paid',
  ],
  [
    'a tally',
    sql`update tallies set points = points + 100 where draw_id = ${draw}`,
    'tallies = uncancelled bids',
  ],
  [
    'a figure of the draw',
    sql`update draw_totals set bids = bids + 1 where draw_id = ${draw}`,
    'figures of draws = bids',
  ],
  [
    'a figure of the day',
    sql`update day_totals set amount = amount + 100 where day = ${FIRST} and kind = 'stake'`,
    'the sheets of closed days',
  ],
  [
    'the sheet',
    sql`update closed_days set book = jsonb_set(book, '{result,stake}', '9') where day = ${FIRST}`,
    'the sheets of closed days',
  ],
  [
    'a wallet',
    sql`update wallets set balance = balance + 100 where user_id = (select min(user_id) from wallets)`,
    'wallet = last posting',
  ],
]

/** The rows of these tables as they are, to be put back. */
const TABLES = [
  'bids',
  'postings',
  'declarations',
  'tallies',
  'draw_totals',
  'day_totals',
  'closed_days',
  'wallets',
]

test.each(ALTERED)('what is altered of a closed day is named: %s', async (_what, change, law) => {
  await keepRows()
  await alter(change)
  const found = await proven()
  await putBack()
  expect(
    found.some((each) => each.startsWith(law)),
    found.join(', '),
  ).toBe(true)
  expect(await proven()).toEqual([])
})

test('what breaks no law among rows is named by what was signed on its day', async () => {
  await keepRows()
  await alter(sql`update postings set note = 'Another' where id = ${stake}`)
  expect(await proven()).toEqual([])
  expect(await proven({ signed: true })).toEqual(['the books are as they were signed'])
  const signedOn = addDays(SECOND, 1)
  expect(await database.many(sql`select day from proven_days where differs`)).toEqual([{ day: signedOn }])
  await putBack()
  expect(await proven({ signed: true })).toEqual([])
})

test('a night without time reads one day; what differed is read first the next night', async () => {
  await keepRows()
  await alter(sql`update tallies set points = points + 100 where draw_id = ${draw}`)
  expect(await proven()).toEqual(['tallies = uncancelled bids'])
  expect(await database.many(sql`select day from proven_days where differs`)).toEqual([{ day: FIRST }])
  const { before } = await database.only<{ before: string } & NotNull<'before'>>(
    sql`select max(at) as before from proven_days`,
  )
  expect(await proven({ budgetMs: 0 })).toEqual(['tallies = uncancelled bids'])
  expect(await database.many(sql`select day from proven_days where at > ${before}`)).toEqual([{ day: FIRST }])
  await putBack()
  await proven()
  expect(await database.many(sql`select day from proven_days where differs`)).toEqual([])
})

test('nights read days that are over, the newest first, and then those in turn that nobody closes, too', async () => {
  const open = addDays(SECOND, 1)
  expect(await database.many(sql`select day from closed_days order by day`)).toEqual([
    { day: FIRST },
    { day: SECOND },
  ])
  await superuser.run(sql`delete from proven_days`)
  const night = async () => {
    await proven({ budgetMs: 0 })
    return (await database.only<{ day: Day }>(sql`select day from proven_days order by at desc limit 1`)).day
  }
  const read: Day[] = []
  for (let nth = 0; nth < 5; nth++) read.push(await night())
  expect(read).toEqual([open, SECOND, FIRST, open, SECOND])

  // FIRST is the next in turn each time.
  await superuser.run(sql`update proven_days set differs = true where day = ${SECOND}`)
  expect(await night(), 'what differed').toBe(SECOND)
  await alter(sql`
    update closed_days c set at = p.at + interval '1 millisecond' from proven_days p where p.day = c.day and c.day = ${SECOND}`)
  expect(await night(), 'what was closed since').toBe(SECOND)
  await superuser.run(sql`update proven_days set at = ${at(SECOND, '12:00')} where day = ${FIRST}`)
  await superuser.run(sql`update proven_days set at = ${at(open, '12:00')} where day = ${open}`)
  expect(await night(), 'what was read before it was over').toBe(open)
  await superuser.run(sql`update proven_days set at = ${at(addDays(open, 1), '00:10')} where day = ${open}`)
  expect(await night(), 'after midnight of India it was over').toBe(FIRST)
})

test('since when every day was read is not said while one never was', async () => {
  expect(await readSince(database, now)).toBeInstanceOf(Date)
  await superuser.run(sql`delete from proven_days where day = ${FIRST}`)
  expect(await readSince(database, now)).toBeNull()
  expect(await readSince(database, at(SECOND, '00:10'))).toBeNull()
  const before = at(FIRST, '23:50')
  expect(await readSince(database, before), 'no day is over').toEqual(before)
  await proven()
  expect(await readSince(database, now)).toBeInstanceOf(Date)
})

async function keepRows(): Promise<void> {
  for (const table of TABLES)
    await superuser.run(sql`create table kept.${sql.ref(table)} as table ${sql.ref(table)}`)
}

async function putBack(): Promise<void> {
  await superuser.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    for (const table of TABLES) {
      const columns = table === 'bids' ? sql.raw(BID_COLUMNS) : sql`*`
      await db.run(sql`delete from ${sql.ref(table)}`)
      const into = table === 'bids' ? sql.raw(`(${BID_COLUMNS})`) : sql``
      await db.run(sql`
        insert into ${sql.ref(table)} ${into} overriding system value select ${columns} from kept.${sql.ref(table)}`)
      await db.run(sql`drop table kept.${sql.ref(table)}`)
    }
  })
}

/** All but the pick, which is made of the others. */
const BID_COLUMNS = `id, market_date, draw_id, user_id, session, game_mode, open_digit, open_panna, close_digit, close_panna, points,
  multiplier, placed_at, cancelled_at, cancelled_by, cancel_reason`

/** The books: checked in time, by one server of many, and whatever differs is named and shown until it is mended. */
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@munim/contract'
import { addDays, type Day, momentOf, type Time } from '@munim/core'
import { beforeEach, expect, inject, test } from 'vitest'
import { checkWhenDue } from '../../server/src/books/check.ts'
import { proveAll } from '../../server/src/books/prove.ts'
import { reportOn } from '../../server/src/books/report.ts'
import { watchBooks } from '../../server/src/books/watch.ts'
import { type Database, type NotNull, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { DatabaseTrouble } from '../../server/src/database/trouble.ts'
import { databaseAt } from '../support/clock.ts'
import { freshDatabase } from '../support/database.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const { database, owner } = office
const MINUTE = 60_000
const NOON = new Date('2027-03-01T12:00:00+05:30').getTime()

const shown = async () => (await office.call(api.dashboard.getOverview, {})).data.books
const checkAt = (minutes: number) => checkWhenDue(databaseAt(database, new Date(NOON + minutes * MINUTE)))
const proofs = () =>
  database.many<{ at: string; isFull: boolean }>(sql`select at, is_full as "isFull" from proofs order by id`)

beforeEach(() => owner.run(sql`truncate proofs`))

test('books that were never checked say nothing', async () => {
  expect(await shown()).toBeNull()
})

test('the first check proves every law, the next ones compare the sums, and all agree', async () => {
  const asha = await office.user('Asha', 500.55)
  const market = await office.market('KALYAN')
  await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  await office.declare(market, '128-1')
  await office.requestWithdrawal(asha, 300)
  await office.requestDeposit(asha, 500)
  const gone = await office.user('Gone', 70)
  await office.call(api.users.remove, { id: gone.id })

  expect(await checkAt(0)).toEqual({ check: 'full', differences: [] })
  expect(await checkAt(0.4)).toBeNull()
  expect(await checkAt(10)).toEqual({ check: 'totals', differences: [] })
  const sums = { wallets: 1000.55, ledger: 1000.55, players: 2 }
  const proven = '2027-03-01T06:30:00.000Z'
  const moments = { checkedAt: '2027-03-01T06:40:00.000Z', provenAt: proven, wholeSince: proven }
  expect(await shown()).toEqual({ agree: true, differences: [], ...sums, ...moments })
})

test('of many servers that look at once one checks', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => checkAt(0)))
  expect(all.filter((proof) => proof !== null)).toHaveLength(1)
  expect(await proofs()).toHaveLength(1)
})

test('a server that found a check due, but came after another had made it, makes none', async () => {
  const { promise: other, resolve: madeByAnother } = Promise.withResolvers<void>()
  const late: Database = {
    ...database,
    transaction: (work) => other.then(() => database.transaction(work)),
  }
  const lateCheck = checkWhenDue(databaseAt(late, new Date(NOON)))
  await checkAt(0)
  madeByAnother()
  expect(await lateCheck).toBeNull()
  expect(await proofs()).toHaveLength(1)
})

test('a paisa too much in a wallet is named by the sums, then by every law, until it is mended', async () => {
  const ravi = await office.user('Ravi', 20)
  await checkAt(0)
  const add = (paise: number) =>
    database.run(sql`update wallets set balance = balance + ${paise} where user_id = ${ravi.id}`)
  await add(1)

  const sums = /^All wallets hold ₹[\d,]+\.56; by the ledger they hold ₹[\d,]+\.55\.$/
  expect((await checkAt(10))!.differences).toEqual([expect.stringMatching(sums)])
  const named = [
    `wallet = last posting = sum of postings: wallet of player ${ravi.id} is ₹20.01; it must be ₹20.00 by the sum, ₹20.00 after the last.`,
    'all wallets and house accounts sum to zero: all accounts is ₹0.01; it must be ₹0.00.',
  ]
  expect(await checkAt(20)).toMatchObject({
    check: 'full',
    differences: [expect.stringMatching(sums), ...named],
  })
  expect(await shown()).toMatchObject({ agree: false, differences: [expect.stringMatching(sums), ...named] })

  await add(-1)
  expect((await shown())!.agree).toBe(false) // Until somebody has looked.
  expect(await checkAt(30)).toEqual({ check: 'full', differences: [] })
  expect(await shown()).toMatchObject({ agree: true, differences: [] })
})

test('what the last proof found is shown although the sums agree since', async () => {
  await checkAt(0)
  await owner.run(sql`update proofs set differences = '["Something of last night."]'`)
  await database.run(sql`
    insert into proofs (at, is_full, wallets, ledger, players) values (${new Date(NOON + MINUTE)}, false, 0, 0, 0)`)
  expect(await shown()).toMatchObject({ agree: false, differences: ['Something of last night.'] })
})

/** Adds so much to what was counted, behind the facts' back. */
const miscount = {
  'figures by day = postings': (paise: number) => sql`
    insert into day_totals (kind, day, slot, postings, amount) values ('fund_add', '2026-01-01', ${300 + paise}, 0, ${paise})`,
  'counts of users = users': (users: number) => sql`
    insert into user_counts (block, is_approved, is_blocked, users) values (77, true, true, ${users})
    on conflict (block, is_approved, is_blocked) do update set users = user_counts.users + excluded.users`,
  'halves that a draw still waits for': (halves: number) => sql`
    update draws set undeclared = undeclared + ${halves} where id = (select min(draw_id) from declarations)`,
  'figures of draws = bids': (paise: number) => sql`
    update draw_totals set points = points + ${paise}
    where (draw_id, session, day, slot) = (select draw_id, session, day, slot from draw_totals limit 1)`,
  'figures of draws by day = postings': (paise: number) => sql`
    update draw_postings set amount = amount + ${paise} where kind = 'win'`,
  'figures of declarations = winning bids': (paise: number) => sql`
    update declared_wins set points = points + ${paise} where declaration_id = (select min(id) from declarations)`,
  'acts by day = acts of administrators': (acts: number) => sql`
    update desk_totals set rows = rows + ${acts} where (day, kind) = (select day, kind from desk_totals limit 1)`,
  'acts of administrators = their postings': (seconds: number) => sql`
    update desk_rows set at = at + ${seconds} * interval '1 second'
    where posting_id = (select min(posting_id) from desk_rows)`,
}

test.each(Object.entries(miscount))('a miscount is named: %s', async (law, add) => {
  await owner.run(add(1))
  const { differences } = (await checkAt(0))!
  expect(differences.some((each) => each.startsWith(law))).toBe(true)
  // Should the books outgrow being read whole by then, the night begins with these.
  const marks = sql`select bool_and(differs) as "areDiffering" from proven_days`
  expect(await database.only(marks)).toEqual({ areDiffering: true })
  await owner.run(add(-1))
  expect((await checkAt(10))!.differences).toEqual([])
  expect(await database.only(marks)).toEqual({ areDiffering: false })
})

test('past days are folded to one row a kind, and no figure changes by it', async () => {
  const slots = sql`select max(slot) as slot, count(*) = count(distinct day) as "isOneADay" from day_totals where kind = 'fund_add'`
  await database.run(sql`
    insert into day_totals (kind, day, slot, postings, amount)
    select kind, day, slot + 100, -postings, -amount from day_totals where kind = 'fund_add'`)
  await database.run(sql`
    insert into day_totals (kind, day, slot, postings, amount)
    select kind, day, 200, -sum(postings), -sum(amount) from day_totals where kind = 'fund_add' and slot >= 100
    group by kind, day`)
  const before = (await office.call(api.dashboard.getStats, {})).data
  const { day } = await database.only<{ day: Day } & NotNull<'day'>>(sql`
    select max(day) as day from day_totals where kind = 'fund_add'`)

  await checkWhenDue(databaseAt(database, momentOf(addDays(day, 1), '12:00' as Time)))
  expect(await database.only(slots), 'yesterday').toMatchObject({ slot: 200 })
  expect(await checkAt(0)).toEqual({ check: 'full', differences: [] })
  expect(await database.only(slots)).toEqual({ slot: 0, isOneADay: true })
  expect((await office.call(api.dashboard.getStats, {})).data).toEqual(before)
})

/** So many checks of the sums, or proofs of every law, minutes before noon. */
const checked = (many: number, minutes: number, differences = '[]', isFull = false) =>
  database.run(sql`
    insert into proofs (at, is_full, differences, wallets, ledger, players)
    select ${new Date(NOON - MINUTE * minutes)}, ${isFull}, ${differences}, 0, 0, 0 from generate_series(1, ${many}::int)`)

const minutesBefore = ({ at }: { at: string }) => (NOON - Date.parse(at)) / MINUTE

test('the last thousand checks of the sums are kept, and the last proof however many came after it', async () => {
  await checkAt(-60)
  await checked(1005, 20)
  await checkAt(0)
  const kept = await proofs()
  expect(kept).toHaveLength(1001)
  expect(kept[0]).toEqual({ at: new Date(NOON - MINUTE * 60).toISOString(), isFull: true })
  expect(kept.at(-1)).toEqual({ at: new Date(NOON).toISOString(), isFull: false })
})

test('while the books differ, since when they do is kept, and by which check they had agreed', async () => {
  await checked(1, 600, '[]', true)
  await checked(1, 30, '["one"]')
  await checked(1005, 20, '["one"]')
  await owner.run(sql`update wallets set balance = balance + 1`)
  expect((await checkAt(0))!.differences).not.toEqual([])
  const kept = await proofs()
  expect(kept.slice(0, 2).map(minutesBefore)).toEqual([600, 30])
  expect(kept).toHaveLength(1003)
  await owner.run(sql`update wallets set balance = balance - 1`)
})

test('since when a law differs is kept until a proof of it agrees, though the sums agree in between', async () => {
  await checked(1, 600, '[]', true)
  await checked(1, 30, '["of a law"]', true)
  await checked(1005, 20, '["of a law"]', true)
  await checked(1, 10)
  await owner.run(sql`update wallets set balance = balance + 1`)
  expect(await checkAt(0)).not.toBeNull()
  const kept = await proofs()
  expect(kept.slice(0, 2).map(minutesBefore)).toEqual([600, 30])
  expect(kept).toHaveLength(1003)
  await owner.run(sql`update wallets set balance = balance - 1`)
})

test('a server checks shortly after its start and leaves nothing running behind', async () => {
  const said: unknown[] = []
  const watch = watchBooks(database, { error: (...words) => said.push(words) })
  await expect.poll(proofs).toHaveLength(1)
  await watch.stop()
  expect(said).toEqual([])
})

test('a check that is under way ends with its server and leaves no row', async () => {
  // A lock on a table that the check reads holds it as long as a night’s work would.
  await owner.transaction(async (db) => {
    await db.run(sql`lock table wallets in access exclusive mode`)
    const watch = watchBooks(database, { error: () => {} })
    const waits = () =>
      db.many(sql`select 1 from pg_locks where not granted and relation = 'wallets'::regclass`)
    await expect.poll(waits).toHaveLength(1)
    await watch.stop()
    expect(await waits()).toEqual([])
  })
  expect(await proofs()).toEqual([])
})

test('a server ends well where the database is away while it checks', async () => {
  const { url, ownerUrl, drop } = await freshDatabase()
  const [own, holder] = [connect(url), connect(ownerUrl, { max: 1 })]
  const name = sql.ref(new URL(url).pathname.slice(1))
  const superuser = connect(inject('databaseServer').adminUrl, { max: 1 })
  let watch: ReturnType<typeof watchBooks> | undefined
  let stopped: Promise<void> | undefined
  await holder.transaction(async (db) => {
    await db.run(sql`lock table wallets in access exclusive mode`)
    watch = watchBooks(own, { error: () => {} })
    const waits = () =>
      db.many(sql`select 1 from pg_locks where not granted and relation = 'wallets'::regclass`)
    await expect.poll(waits).toHaveLength(1)
    // No connection is given any more, and those that rest are gone.
    await superuser.run(sql`alter database ${name} with allow_connections false`)
    await superuser.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)} and state = 'idle'`)
    stopped = watch.stop()
    await expect(Promise.race([stopped, pause(1_000, 'waits')])).resolves.toBe('waits')
  })
  await expect(stopped).resolves.toBeUndefined()
  await superuser.run(sql`alter database ${name} with allow_connections true`)
  await Promise.all([own.close(), holder.close(), superuser.close()])
  await drop()
})

test('a law that a row can not be read for is a difference that names it; the others are held, and the sums go on', async () => {
  await owner.run(sql`
    insert into closed_days (id, day, at, actor, book, corrections, waiting)
    values (1, '2026-01-01', clock_timestamp(), 'auto', '{"accounts": 5}', '[]', '[]')`)
  await owner.run(sql`update wallets set balance = balance + 1`)
  const ended = expect.stringMatching(
    /^each law can be checked: the proof of the sheets of closed days is ended by: .*array/,
  )
  const wallets = expect.stringMatching(/^wallet = last posting/)
  const { differences } = (await checkAt(0))!
  expect(differences).toEqual(expect.arrayContaining([ended, wallets]))
  expect(await shown()).toMatchObject({ agree: false, differences })
  expect(await checkAt(1)).toMatchObject({ check: 'totals' })
  const { lines, doAgree } = await reportOn(database)
  expect(doAgree).toBe(false)
  expect(lines.join('\n')).toMatch(
    /✗ each law can be checked .*\n +the proof of the sheets of closed days: expected made; found ended by: /,
  )

  await owner.run(sql`update wallets set balance = balance - 1`)
  await owner.transaction(async (db) => {
    await db.run(sql`alter table closed_days disable trigger closed_days_stay`)
    await db.run(sql`delete from closed_days`)
    await db.run(sql`alter table closed_days enable trigger closed_days_stay`)
  })
  expect(await checkAt(11)).toEqual({ check: 'full', differences: [] })
})

test('what is held for withdrawals is named by the sums, be it too much or too little', async () => {
  const id = await office.requestWithdrawal(await office.user('Asha', 1000), 500)
  const askFor = (paise: number) =>
    owner.run(sql`update requests set amount = amount + ${paise} where id = ${id}`)
  const sentence = /^₹[\d,.]+ is held for withdrawals; those that wait ask for ₹[\d,.]+\.$/
  for (const [nth, more] of [1, -2].entries()) {
    await askFor(more)
    expect((await checkAt(nth))!.differences).toContainEqual(expect.stringMatching(sentence))
  }
  await askFor(1)
})

test('a proof that the database can not make now is refused at once, and not begun law by law', async () => {
  let begun = 0
  const transaction = () => {
    begun++
    return Promise.reject(new DatabaseTrouble('away'))
  }
  await expect(proveAll({ ...database, transaction })).rejects.toThrow('The database is away')
  expect(begun).toBe(1)
})

/** The last one: the books are large from here on. */
test('large books whose night was left out are proven by day, and a proof that can not be made is told', async () => {
  await owner.run(sql`alter table postings alter column id restart with 300000`)
  await office.user('Late', 10)
  const name = sql.ref((await database.only<{ name: string }>(sql`select current_database() as name`)).name)
  await owner.run(sql`revoke temporary on database ${name} from public`)
  expect(await checkAt(0)).toEqual({ check: 'totals', differences: [] })
  expect(await checkAt(0.2)).toEqual({
    check: 'full',
    differences: [
      expect.stringMatching(
        /^each law can be checked: the proof of this night is ended by: permission denied/,
      ),
    ],
  })
  const readThen = sql`select from proven_days where at = ${new Date(NOON + 0.2 * MINUTE)}`
  expect(await database.many(readThen), 'no day was read').toEqual([])
  expect(await checkAt(1)).toEqual({ check: 'totals', differences: [] })
  expect((await shown())!.agree).toBe(false)

  await owner.run(sql`grant temporary on database ${name} to public`)
  const later = 37 * 60
  expect(await checkAt(later)).toMatchObject({ check: 'totals' })
  expect(await checkAt(later + 0.2)).toEqual({ check: 'full', differences: [] })
  expect((await shown())!.agree).toBe(true)
})

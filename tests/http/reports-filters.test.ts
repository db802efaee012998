/** The histories of the reports, checked against plain SQL over lifelike days: filter by filter, page by page, and as files. */
import { api } from '@munim/contract'
import { addDays, type Day, momentOf, POSTING_KINDS, type Time } from '@munim/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDaysOfBids } from '../../server/src/bids/days.ts'
import { searchBids } from '../../server/src/bids/search.ts'
import { checkCountedLists } from '../../server/src/books/counted-lists.ts'
import type { Law } from '../../server/src/books/verify.ts'
import { type NotNull, type Statement, sql } from '../../server/src/database/db.ts'
import { removePlayer } from '../../server/src/demo/acts.ts'
import { fillDemonstration } from '../../server/src/demo/fill.ts'
import type { World } from '../../server/src/demo/world.ts'
import { eachBidOfHistory } from '../../server/src/reports/bids.ts'
import {
  eachTransaction,
  listTransactions,
  searchTransactions,
} from '../../server/src/reports/transactions.ts'
import { type Told, tellBids, tellTransactions } from '../support/history.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const { database, owner } = office
await fillDemonstration(owner, { days: 4 })
await voidSome()

const { today, markets, searches } = await database.only<
  {
    today: Day
    markets: number[]
    searches: string[]
  } & NotNull<'markets' | 'searches' | 'searches[]'>
>(sql`
  select (clock_timestamp() at time zone 'Asia/Kolkata')::date as today,
    (select json_agg(id) from (select id from markets order by id limit 3) m) as markets,
    (select json_agg(text) from (
      select split_part(user_name, ' ', 1) as text from users where id % 17 = 0
      union select right(mobile, 3) from users where id % 23 = 0
      union select mobile from users where id % 31 = 0
      union select left(ref_id, 6) from requests where ref_id <> '' and id % 29 = 0
      union select bid_id::text from postings where kind = 'win' and id % 13 = 0
      union select id::text from postings where kind = 'transfer'
      union select unnest(array['deleted user', '%', '_', '9', 'a', '7', '''; --', 'nobody like this'])) s) as searches`)

// Past midnight in India it is another day than in UTC.
const gone = await office.user('Gone at night', 50)
await database.transaction((db) =>
  removePlayer({ db, admin: 'admin:1' } as World, gone, momentOf(addDays(today, 1), '01:00' as Time)),
)

/** Takes back and voids the largest and the smallest draws that were declared: of every other one the close alone. */
async function voidSome(): Promise<void> {
  const draws = await database.many<{ marketId: number; date: Day; isHalf: boolean }>(sql`
    select d.market_id as "marketId", d.market_date as date, row_number() over (order by d.id) % 2 = 0 as "isHalf"
    from (
      select t.draw_id as id, row_number() over (order by sum(t.bids), t.draw_id) as place, count(*) over () as of
      from draw_totals t group by t.draw_id having count(distinct t.session) = 2
    ) s join draws d using (id) where d.undeclared = 0 and (place <= 6 or place > "of" - 6)`)
  for (const { marketId, date, isHalf } of draws) {
    await office.call(api.results.revert, { marketId, date, session: isHalf ? 'close' : undefined })
    const said = await office.call(api.results.voidDraw, { marketId, date, reason: 'It never came' })
    expect(said).toMatchObject({ code: 200, data: { halves: isHalf ? ['close'] : ['open', 'close'] } })
    expect(said.data.refunded).toBeGreaterThan(0)
  }
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
/** What takes a way of its own through the rows: set together, no other filter would say anything. */
const seldom = <T>(value: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), maybe(value))
const day = fc.integer({ min: -6, max: 1 }).map((days) => addDays(today, days))
const shared = {
  from: maybe(day),
  to: maybe(day),
  market: seldom(fc.constantFrom(...markets)),
  adminOnly: seldom(fc.constant(true)),
  search: maybe(fc.constantFrom(...searches)),
  limit: fc.constantFrom(1, 7, 10, 100),
  order: fc.option(fc.constantFrom('newest', 'oldest'), { nil: undefined }),
}
const transactionFilter = fc.record({
  ...shared,
  type: maybe(fc.constantFrom('credit', 'debit', 'deposit', 'withdraw')),
  kind: seldom(fc.constantFrom(...POSTING_KINDS)),
  status: maybe(fc.constantFrom('completed', 'pending', 'rejected')),
})
const bidFilter = fc.record({
  ...shared,
  status: maybe(fc.constantFrom('win', 'loss', 'cancelled', 'running', 'completed', 'pending')),
})

/** The first page, one in the middle, the last, and the one behind it. */
function pagesOf(total: number, limit: number): number[] {
  const last = Math.ceil(total / limit)
  return [...new Set([1, Math.max(1, Math.ceil(last / 2)), Math.max(1, last), last + 1])]
}
interface Place {
  readonly page: number
  readonly limit: number
  readonly order?: 'newest' | 'oldest' | undefined
}
const idsOn = ({ ids }: Told, { page, limit, order }: Place) =>
  (order === 'oldest' ? ids.toReversed() : ids).slice((page - 1) * limit, page * limit)

const RUNS = Number(process.env.HISTORY_FILTERS ?? 60)

test('the transaction history and its sums are what plain SQL says, for any filter and page', async () => {
  await fc.assert(
    fc.asyncProperty(transactionFilter, async (filter) => {
      const told = await tellTransactions(database, filter)
      const isAdded = !filter.search && !filter.adminOnly && [undefined, 'completed'].includes(filter.status)
      for (const page of pagesOf(told.total, filter.limit)) {
        const said = await office.call(api.reports.transactions, { ...filter, page })
        expect(said).toMatchObject({
          code: 200,
          sums: isAdded ? { in: told.came / 100, out: told.went / 100 } : null,
          total: told.total,
          totalPages: Math.ceil(told.total / filter.limit),
        })
        expect(said.data.map(({ id }) => id)).toEqual(idsOn(told, { ...filter, page }))
      }
    }),
    { numRuns: RUNS },
  )
})

test('the bid history and its statistics are what plain SQL says, for any filter and page', async () => {
  await fc.assert(
    fc.asyncProperty(bidFilter, async (filter) => {
      const told = await tellBids(database, filter)
      for (const page of pagesOf(told.total, filter.limit)) {
        const said = await office.call(api.reports.bids, { ...filter, page })
        expect(said).toMatchObject({
          code: 200,
          total: told.total,
          statistics: {
            totalBids: told.total,
            totalBidAmount: told.staked / 100,
            totalWinnings: told.won / 100,
            totalRefunds: told.refunded / 100,
            totalProfit: (told.staked - told.won - told.refunded) / 100,
          },
        })
        const hasCounts = !filter.adminOnly && (!filter.search || filter.status === undefined)
        expect(said.counts !== null).toBe(hasCounts)
        if (said.counts && filter.status === undefined)
          expect(Object.values(said.counts).reduce((sum, bids) => sum + bids)).toBe(told.total)
        expect(said.data.map(({ id }) => id)).toEqual(idsOn(told, { ...filter, page }))
      }
    }),
    { numRuns: RUNS },
  )
})

test('a search finds the same whichever way it goes: through players, or counting those found or the others', async () => {
  await fc.assert(
    fc.asyncProperty(
      transactionFilter,
      bidFilter,
      fc.constantFrom(...searches),
      async (ofRows, ofBids, search) => {
        const rows = await tellTransactions(database, { ...ofRows, search })
        for (const page of pagesOf(rows.total, ofRows.limit)) {
          for (const way of ['own', 'found', 'others'] as const) {
            const handed = { ...numbered(ofRows), search, page }
            const found = await searchTransactions(database, handed, search, way)
            expect([way, found.total]).toEqual([way, rows.total])
            expect(found.data.map(({ id }) => id)).toEqual(idsOn(rows, { ...ofRows, page }))
          }
        }
        const { status, adminOnly: _, ...filter } = numbered(ofBids)
        if (status === 'completed' || status === 'pending') return
        const bids = await tellBids(database, { ...filter, status, search })
        const days = await readDaysOfBids(database, filter)
        for (const page of pagesOf(bids.total, filter.limit)) {
          for (const way of ['own', 'found', 'others'] as const) {
            const found = await searchBids(database, { ...filter, status, page }, search, days, way)
            const sumOf = (figure: 'bids' | 'points' | 'won') =>
              found.sums.reduce((sum, each) => sum + each[figure], 0)
            expect([way, sumOf('bids'), sumOf('points'), sumOf('won')]).toEqual([
              way,
              bids.total,
              bids.staked,
              bids.won,
            ])
            expect(found.data.map(({ id }) => id)).toEqual(idsOn(bids, { ...filter, page }))
          }
        }
      },
    ),
    { numRuns: RUNS },
  )
})

test('a posting that is found by its player and by its number is one row', async () => {
  const { id } = await office.user('Found twice', 10)
  const { number } = await database.only<{ number: number } & NotNull<'number'>>(sql`
    select max(id) as number from postings where to_user = ${id}`)
  const search = `${number}`
  await office.call(api.users.update, { id, user_name: `Found twice ${search}` })
  for (const way of ['own', 'found', 'others'] as const) {
    const { data } = await searchTransactions(database, { page: 1, limit: 100 }, search, way)
    expect([way, data.filter((row) => row.id === number).length]).toEqual([way, 1])
  }
})

/** As the contract hands a market's number on. */
function numbered<F extends { readonly market: number | undefined }>(filter: F) {
  return { ...filter, market: filter.market === undefined ? undefined : String(filter.market) }
}

// Files, longer than one batch.

const linesOf = async (path: string, filter: object) => {
  const { text } = await office.send(path, JSON.stringify(filter), { as: office.admin })
  return text.split('\r\n').slice(1, -1)
}
const idIn = (line: string) => Number(line.split(',')[0])

test('the files hold all that the filters leave, in the order of the lists', async () => {
  for (const filter of [
    {},
    { search: '9' },
    { adminOnly: true },
    { status: 'completed' },
    { status: 'rejected' },
    { type: 'credit' },
    { search: 'a', adminOnly: true },
    { search: '7', status: 'rejected' },
  ] as const) {
    const told = await tellTransactions(database, filter)
    expect((await linesOf(api.reports.transactionsCsv.path, filter)).map(idIn)).toEqual(told.ids)
  }
  for (const filter of [
    {},
    { search: '9' },
    { adminOnly: true },
    { status: 'loss' },
    { status: 'cancelled' },
    { market: markets[0] },
    { search: 'a', status: 'win' },
    { search: '7', status: 'cancelled', market: markets[0] },
  ] as const) {
    const told = await tellBids(database, filter)
    expect((await linesOf(api.reports.bidsCsv.path, filter)).map(idIn)).toEqual(told.ids)
  }
})

test('a file misses nothing where one batch ends and the next begins', async () => {
  const transfers = await idsOf(eachTransaction(database, { kind: 'transfer', page: 1, limit: 1 }, 1))
  expect(transfers.length).toBeGreaterThan(0)
  expect(transfers).toEqual((await tellTransactions(database, { kind: 'transfer' })).ids)
  const few = fc.record({
    ...shared,
    limit: fc.constantFrom(2, 3, 7),
    from: fc.constantFrom(today, addDays(today, -1)),
  })
  await fc.assert(
    fc.asyncProperty(few, async ({ limit, ...filter }) => {
      const handed = { ...numbered(filter), type: undefined, status: undefined, page: 1, limit }
      const rows = await idsOf(eachTransaction(database, handed, limit))
      expect(rows).toEqual((await tellTransactions(database, filter)).ids)
      const bids = await idsOf(eachBidOfHistory(database, handed, limit))
      expect(bids).toEqual((await tellBids(database, filter)).ids)
    }),
    { numRuns: 6 },
  )
})

async function idsOf(batches: AsyncIterable<readonly { id: number }[]>): Promise<number[]> {
  const ids: number[] = []
  for await (const batch of batches) ids.push(...batch.map(({ id }) => id))
  return ids
}

/** A plan as `explain (analyze, format json)` tells it. */
interface Step {
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Step[]
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Step }]
}

const rowsRead = (index: RegExp, step: Step): number =>
  (index.test(step['Index Name'] ?? '') ? step['Actual Rows'] * step['Actual Loops'] : 0) +
  (step.Plans ?? []).reduce((sum, below) => sum + rowsRead(index, below), 0)

test('a page of the history looks at the rows that it shows and at no other, whatever they are joined with', async () => {
  const last = await database.transaction(async (db) => {
    // Small tables are read whole, or joined by hash, whatever is asked of them.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
      await db.run(sql.raw(`set local enable_${way} = off`))
    const plans: Step[] = []
    const many = async <Row>(statement: Statement<Row>) => {
      const explained = sql<Explained>`explain (analyze, timing off, format json) ${statement}`
      const { 'QUERY PLAN': plan } = await db.only(explained)
      plans.push(plan[0].Plan)
      return db.many(statement)
    }
    await listTransactions({ ...db, many }, api.reports.transactions.body.parse({}))
    return plans.at(-1)!
  })
  // Of the two indexes by time a row more than the page and, to compare them, one more; then each row by its id,
  // once for its balances and once for what it is about.
  expect([rowsRead(/^postings_(in|out)$/, last), rowsRead(/^postings_pkey$/, last)]).toEqual([12, 20])
  expect(rowsRead(/^postings_/, last)).toBe(32)
})

test('what the lists are counted by is what the books hold', async () => {
  const laws = await checkCountedLists(database)
  expect(laws.map(({ law, wrong, differences }) => [law, wrong, differences])).toEqual(
    laws.map(({ law }) => [law, 0, []]),
  )
  expect(laws.every(({ checked }) => checked > 0)).toBe(true)
})

test.each([
  [
    'figures of draws = bids',
    sql`update draw_totals set points = points + 1 where draw_id = (select min(draw_id) from draw_totals)`,
  ],
  [
    'figures of draws by day = postings',
    sql`update draw_postings set postings = postings - 1 where draw_id = (select min(draw_id) from draw_postings)`,
  ],
  [
    'figures of declarations = winning bids',
    sql`update declared_wins set cancelled = cancelled + 1 where declaration_id = (select min(declaration_id) from declared_wins)`,
  ],
  [
    'acts of administrators = their postings',
    sql`delete from desk_rows where posting_id = (select min(posting_id) from desk_rows)`,
  ],
  [
    'acts by day = acts of administrators',
    sql`update desk_totals set rows = rows + 1 where kind = 'fund_add'`,
  ],
])('a miscount is named: %s', async (law, miscount) => {
  const undone = new Error('undone')
  const wrong = await owner
    .transaction(async (db) => {
      await db.run(miscount)
      throw Object.assign(undone, { laws: await checkCountedLists(db) })
    })
    .catch((error: Error & { laws?: Law[] }) => error.laws?.filter((each) => each.wrong > 0))
  expect(wrong?.map((each) => each.law)).toEqual([law])
})

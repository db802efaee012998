/**
 * How long the sums of a month's players take to make, a page of them, and the month as a PDF: of the last whole month of
 * `--bids` over `--days`. `npm run bench -- month --bids 1800000 --days 56`; with `--plans 1` also how each statement that
 * took more than 200 ms was carried out. Runs on DATABASE_URL (an empty database), else on a PostgreSQL 15 of its own.
 */
import { addDays, type Day } from '@munim/core'
import { type Database, type Db, type Statement, sql } from '../server/src/database/db.ts'
import { monthDocument } from '../server/src/daybook/month-pdf.ts'
import { tellPlayers } from '../server/src/daybook/month-players.ts'
import { beginRun, goOn } from '../server/src/daybook/month-run.ts'
import { fillHouse } from '../tests/support/house.ts'
import { median } from './run/figures.ts'
import { openBench, readSizes } from './run/setup.ts'

const sizes = readSizes({ bids: 100_000, days: 60, players: 5_000, markets: 14, plans: 0 })
const PLANS_FROM_MS = 200
await using bench = await openBench({ DEMO_DATA: 'off' })
const { database } = bench
const today = await fillHouse(database, sizes)
await followBalances()
const month = addDays(`${today.slice(0, 7)}-01` as Day, -1).slice(0, 7)
const { postings } = await database.only<{ postings: number }>(sql`
  select coalesce(sum(postings), 0)::bigint as postings from day_totals where to_char(day, 'YYYY-MM') = ${month}`)
console.log(`${month}: ${postings} postings, ${sizes.players} players`)
await database.transaction((db) => beginRun(db, { month, actor: 'admin:1' }))
const took: number[] = []
const begun = performance.now()
for (;;) {
  const start = performance.now()
  if (await goOn(sizes.plans ? explained(database) : database)) took.push(performance.now() - start)
  // The server beside takes steps, too.
  else if (!(await isMaking(month))) break
}
const all = performance.now() - begun
const end = took.pop()!
const ms = (each: number) => `${each.toFixed(0)} ms`
console.log(`made in ${ms(all)}: a day ${ms(median(took))}, its end ${ms(end)}`)
const page = { month, page: 1, limit: 10 }
for (const asked of [page, { ...page, page: 200 }, { ...page, sort: 'lost' as const }])
  await time(`page ${JSON.stringify(asked)}`, async () => {
    const { made } = await tellPlayers(database, asked)
    if (made === null) throw new Error('The sums did not come to the account')
  })
const { rows, bytes } = await time('the month as a PDF', async () =>
  (await monthDocument.draw(database, { month })).end(),
)
console.log(`${rows} rows, ${bytes.length} bytes, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`)

async function isMaking(month: string): Promise<boolean> {
  const { making } = await tellPlayers(database, { month, page: 1, limit: 1 })
  return making?.state === 'running'
}

async function time<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const done = await work()
  console.log(`${what.padEnd(60)} ${(performance.now() - start).toFixed(0).padStart(6)} ms`)
  return done
}

/** The house is filled without them: each posting leaves what all before it came to. */
async function followBalances(): Promise<void> {
  await database.run(sql`alter table postings disable trigger user`)
  for (const [user, left] of [
    ['to_user', 'to_after'],
    ['from_user', 'from_after'],
  ] as const)
    await database.run(sql`
      update postings p set ${sql.ref(left)} = b.left
      from (
        select id, user_id, sum(amount) over (partition by user_id order by id) as left from (
          select id, to_user as user_id, amount from postings where to_user is not null
          union all
          select id, from_user, -amount from postings where from_user is not null
        ) side
      ) b where b.id = p.id and b.user_id = p.${sql.ref(user)}`)
  await database.run(sql`alter table postings enable trigger user`)
  await database.run(sql`cluster postings using postings_pkey`)
  await database.run(sql`vacuum analyze postings`)
}

/** The same database, which prints the plans of what takes long. */
function explained(of: Database): Database {
  const ask = async (db: Db, statement: Statement): Promise<number> => {
    const start = performance.now()
    const lines = await db.many<{ 'QUERY PLAN': string }>(sql`explain (analyze, buffers) ${statement}`)
    if (performance.now() - start > PLANS_FROM_MS)
      console.log(lines.map((line) => line['QUERY PLAN']).join('\n'), '\n')
    return 1
  }
  return {
    ...of,
    transaction: (work) =>
      of.transaction((db) =>
        work({
          ...db,
          run: (statement) =>
            /^\s*(insert|update|delete)/.test(statement.compile(of.kysely).sql)
              ? ask(db, statement)
              : db.run(statement),
        }),
      ),
  }
}

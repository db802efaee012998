/**
 * No list's plan hangs on fresh statistics: every call that reads is asked on a day that the planner knows nothing of,
 * and again after it has looked, and must not have read much more. Told by the plans, never by a clock.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@munim/contract'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../server/src/app.ts'
import { sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { TOTALS } from '../../server/src/daybook/month-run.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { everyCall } from '../support/contract.ts'
import { freshDatabase, testFolderPrefix } from '../support/database.ts'
import { fillHouse } from '../support/house.ts'
import { NO_DELAYS } from '../support/office.ts'
import { type Read, watched } from '../support/plans.ts'

const { url, ownerUrl, drop } = await freshDatabase()
const owner = connect(ownerUrl, { max: 1 })
const database = connect(`${url}?options=-c%20enable_seqscan%3Doff`)
const folder = await mkdtemp(join(tmpdir(), `${testFolderPrefix}${process.pid}-`))
const reads: Read[] = []
const app = await buildApp({
  database: watched(database, (read) => reads.push(read)),
  dataDir: folder,
  logLevel: 'error',
  delays: () => NO_DELAYS,
})
afterAll(async () => {
  await app.http.close()
  await Promise.all([database.close(), owner.close()])
  await drop()
  await rm(folder, { recursive: true, force: true })
})

const PLAYER = 7
const today = await fillHouse(owner, { bids: 4_000, days: 5, players: 1_000, markets: 4, newest: 8_000 })
const tokens = await database.transaction(async (db) => {
  const { id } = await db.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, created_at, updated_at)
    values ('admin', 'none', clock_timestamp(), clock_timestamp()) returning id`)
  return {
    admin: await openSession(db, { adminId: id }, 1),
    player: await openSession(db, { userId: PLAYER }, 1),
  }
})

await owner.run(sql`
  insert into payout_batches (bank, debit_account, admin_id, at) select 'hdfc', '', id, clock_timestamp() from admins`)
await owner.run(sql`
  insert into payout_batch_rows (batch_id, request_id, amount)
  select b.id, r.id, r.amount from payout_batches b, (select * from requests where kind = 'withdraw' limit 20) r`)

await owner.run(sql`
  with run as (
    insert into month_runs (month, state, next_day, actor, asked_at, at, last_posting, postings, players, totals)
    select date_trunc('month', ${today}::date), 'ready', ${today}, 'admin:1', clock_timestamp(), clock_timestamp(), 1, 1, count(*),
      ${JSON.stringify(Object.fromEntries(TOTALS.map((each) => [each, 0])))}::jsonb
    from users returning id)
  insert into month_players (run_id, user_id, stake) select run.id, u.id, u.id % 97 from run, users u`)

const open = await database.only<{ digit: string; panna: string }>(sql`
  select c.digit, c.panna from draws d join declarations c on c.draw_id = d.id
  where d.market_id = 1 and d.market_date = ${today}`)

/** What a field is asked with, where the contract doesn't name the values itself. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  market: [1],
  marketId: [1],
  userId: [PLAYER],
  userIds: [[PLAYER, 987_654]],
  id: [1],
  betId: [1],
  transactionId: [1],
  text: ['Asha', '9', 'bid 1', '432198765012', today],
  date: [today],
  day: [today],
  month: [today.slice(0, 7)],
  paid: [today],
  utrs: [['432198765012', '1']],
  search: ['Asha', 'a', '9'],
  kinds: [['money'], ['bids'], ['requests', 'notes']],
  before: [{ day: today, posting: 1_000_000_000, moment: '2999-01-01T00:00:00.000000Z', tie: '' }],
  gameMode: ['jodi_digit'],
  adminOnly: [true],
  isApproved: [true, false],
  isBlocked: [true, false],
  isReadByAdmin: [true, false],
  isActive: [true, false],
  looked: [true, false],
  waits: [true, false],
  early: [true],
  beyond: [true],
  thing: ['user'],
  thing_id: ['1'],
  act: ['/admin/user/addFund'],
  actor: ['admin:1'],
  administrator: ['adm'],
  panna: ['128'],
  half: ['close'],
  manualOpenDigit: [open.digit],
  manualOpenPanna: [open.panna],
  manualCloseDigit: ['4'],
  manualClosePanna: ['455'],
}
/** Filters that are asked with each of the others, too: what they leave is another part of every table. */
const TELLING = ['from', 'market', 'adminOnly']
const PLACES = ['page', 'limit', 'winnersPage', 'losersPage']
/** A stream, what asks another server, a message, of which there is none here, and what tells that an item is open. */
const NO_LISTS = ['live.follow', 'results.fetch', 'push.progress', 'desk.open']
const calls = everyCall.filter(([name, { effect }]) => effect !== 'write' && !NO_LISTS.includes(name))

interface Schema {
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

const valuesIn = ({ enum: values = [], const: only, anyOf = [] }: Schema): readonly unknown[] =>
  [...values, only, ...anyOf.flatMap(valuesIn)].filter(Boolean)

/** A field's values, each as a part of a body; both ends of the days together. */
function partsOf(field: string, schema: Schema): readonly object[] {
  if (field === 'to') return []
  if (field === 'from') return [{ from: today, to: today }]
  return (SAMPLES[field] ?? valuesIn(schema)).map((value) => ({ [field]: value }))
}

/** Bodies of a call: with what it needs alone, with each of its filters, and with two of them. */
function bodiesOf(name: string, { body, file }: Endpoint): object[] {
  // Without the document's names of schemas each is written out where it is used.
  const metadata = z.registry<z.core.GlobalMeta>()
  const made = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata })
  const { properties = {}, required = [] } = made as Schema
  const isDue = (field: string) => required.includes(field) || field.startsWith('manual')
  const fields = Object.entries(properties)
    .filter(([field]) => !PLACES.includes(field))
    .map(([field, schema]) => ({ field, parts: partsOf(field, schema), isDue: isDue(field) }))
  const unknown = fields.filter(({ field, parts }) => field !== 'to' && parts.length === 0)
  expect(unknown, `${name} has fields that are asked with nothing: give them samples`).toEqual([])
  const due = Object.assign({}, ...fields.map(({ parts, isDue }) => isDue && parts[0]))
  const filters = fields.filter(({ isDue }) => !isDue)
  const telling = filters.filter(({ field }) => TELLING.includes(field)).flatMap(({ parts }) => parts)
  const each = (file ? [] : filters).flatMap(({ parts }) => parts)
  const both = telling.flatMap((part) => each.map((other) => ({ ...part, ...other })))
  return [{}, ...telling, ...each, ...both].map((part) => ({ ...due, ...part, ...places(properties) }))
}

const places = (properties: object) => ('limit' in properties ? { limit: 20 } : {})

async function ask({ path, access }: Endpoint, body: object) {
  reads.length = 0
  const headers = { authorization: tokens[access as 'admin' | 'player'] }
  const said = await app.http.inject({ method: 'POST', url: path, headers, payload: body })
  expect([path, body, said.statusCode < 500 || said.body]).toEqual([path, body, true])
  const pages = Number(/"totalPages":(\d+)/.exec(said.body)?.[1] ?? 1)
  return { code: said.statusCode, pages, reads: [...reads] }
}

/** What every call reads, by its name and body, at its first page, in the middle and at the last. */
async function readAll(): Promise<Map<string, readonly Read[]>> {
  const found = new Map<string, readonly Read[]>()
  for (const [name, endpoint] of calls) {
    const codes: number[] = []
    for (const body of bodiesOf(name, endpoint)) {
      const first = await ask(endpoint, body)
      codes.push(first.code)
      found.set(`${name} ${JSON.stringify(body)}`, first.reads)
      if (endpoint.file) continue
      // By their places, not their numbers: looking adds rows to the audit.
      for (const [page, place] of new Map([
        [Math.ceil(first.pages / 2), 'in the middle'],
        [first.pages, 'at the end'],
      ]))
        found.set(`${name} ${JSON.stringify(body)} ${place}`, (await ask(endpoint, { ...body, page })).reads)
    }
    expect(codes, `${name} answers something`).toContain(200)
  }
  return found
}

/**
 * A row that is answered may be looked up by its keys one by one: what it is made of lies in six tables. Beside that
 * a statement may read a draw of these days once, and never a day again and again.
 */
const isMuchMore = (read: Read, then: Read | undefined) =>
  then === undefined ||
  read.blocks > 2 * then.blocks + 15 * read.given + 150 ||
  read.rows > 5 * then.rows + 40 * read.given + 4_000

test('what a call reads of a day does not hang on whether the planner has seen it', {
  timeout: 900_000,
}, async () => {
  const unseen = await readAll()
  await owner.run(sql`analyze`)
  const seen = await readAll()
  const worse = [...unseen].flatMap(([call, list]) =>
    list.flatMap((read, nth) => {
      const then = seen.get(call)?.[nth]
      const told = `${call}: ${read.blocks} blocks, ${read.rows} rows; seen ${then?.blocks} and ${then?.rows}: ${read.text}`
      return isMuchMore(read, then) ? [told] : []
    }),
  )
  expect(unseen.size).toBeGreaterThan(300)
  expect(worse).toEqual([])
})

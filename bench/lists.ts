/**
 * How long the lists take that never end: users, Bet Management and both histories, at their first page, in the middle
 * and at the last, and through a search; and whether their totals are those of plain SQL, which looks at every row.
 * `npm run bench -- lists --bids 10000000 --days 365 --players 100000 --rounds 5`; all sizes by option, a million
 * bids without. Runs on DATABASE_URL (an empty database, or one that this filled before), else on a PostgreSQL 15 of its own.
 */
import { api, type Body, type Endpoint } from '@munim/contract'
import { addDays } from '@munim/core'
import { type NotNull, sql } from '../server/src/database/db.ts'
import { countTransactions, sumBids } from '../tests/support/history.ts'
import { fillHouse } from '../tests/support/house.ts'
import { ask, send, signIn } from '../tests/support/server-process.ts'
import { medianOf, number, tableOf } from './run/figures.ts'
import { isEmpty, openBench, readSizes } from './run/setup.ts'

const usual = { bids: 1_000_000, days: 365, players: 50_000, markets: 14, newest: 0, rounds: 5 }
const { bids, days, players, markets, newest, rounds } = readSizes(usual)

/** Milliseconds that a page may take, without a search and with one. */
const ALLOWED_MS = { browsing: 150, searching: 1000 }
/** The same of the users, where a search that finds at most a thousand counts as browsing. */
const ALLOWED_MS_OF_USERS = { browsing: 50, searching: 400 }

const { server, database, close } = await openBench({ DEMO_DATA: 'off' })
const cells = tableOf(44, 14)
let slow = 0
let wrong = 0
await bench().finally(close)
if (slow + wrong > 0) process.exitCode = 1

type BidFilter = Body<typeof api.reports.bids>
type RowFilter = Body<typeof api.reports.transactions>

async function bench(): Promise<void> {
  if (await isEmpty(database)) await fill()
  const token = await signIn(server.host)
  const { market, today } = await database.only<
    { market: number; today: string } & NotNull<'market' | 'today'>
  >(sql`
    select (select min(id) from markets) as market, (select max(market_date) from draws) as today`)
  const month = { from: addDays(today as never, -60), to: addDays(today as never, -31) }

  const plain: [string, Body<typeof api.bids.list>][] = [
    ['all', {}],
    ['wins', { status: 'win' }],
    ['losses', { status: 'loss' }],
    ['running', { status: 'running' }],
    ['cancelled', { status: 'cancelled' }],
    ['one market', { market }],
    ['losses of one market', { market, status: 'loss' }],
    ['a month', month],
  ]
  const rows: [string, RowFilter][] = [
    ['all', {}],
    ['credits', { type: 'credit' }],
    ['withdrawals', { type: 'withdraw' }],
    ['completed', { status: 'completed' }],
    ['rejected', { status: 'rejected' }],
    ['one market', { market }],
    ['a month', month],
    ['a month of one market', { ...month, market }],
    ['administrators', { adminOnly: true }],
    ['administrators, one market', { adminOnly: true, market }],
  ]
  const names: [string, { search: string; adminOnly?: true }][] = [
    ['one name', { search: 'Asha Bhosale' }],
    ['one in twenty players', { search: 'Asha' }],
    ['nearly everybody', { search: 'a' }],
    ['most', { search: '9' }],
    ['one in twenty players, administrators', { search: 'Asha', adminOnly: true }],
    ['nearly everybody, administrators', { search: 'a', adminOnly: true }],
  ]
  const { mobile } = await database.only<{ mobile: string }>(sql`
    select mobile from users order by id offset ${Math.floor(players / 2)} limit 1`)
  const users: [string, Body<typeof api.users.list>][] = [
    ['all', {}],
    ['not approved', { isApproved: false }],
    ['approved', { isApproved: true }],
    ['blocked', { isBlocked: true }],
    ['one mobile', { search: mobile }],
    ['the end of a mobile', { search: mobile.slice(-5) }],
    ['the end of a mobile, not blocked', { search: mobile.slice(-5), isBlocked: false }],
    ['nobody', { search: 'nobody is called that' }],
    ['one name', { search: 'Asha Bhosale' }],
    ['one in twenty', { search: 'Asha' }],
    ['nearly everybody', { search: 'a' }],
    ['nearly everybody, not approved', { search: 'a', isApproved: false }],
    ['most', { search: '9' }],
  ]
  console.log(`${number.format(bids)} bids of ${days} days; medians of ${rounds}`)
  cells('', 'rows', 'first', 'middle', 'last', 'last : first', 'allowed')
  for (const [what, filter] of users) await line('Users', api.users.list, what, filter, token)
  for (const [what, filter] of plain) await line('Bets', api.bids.list, what, filter, token)
  for (const [what, filter] of [...plain, ...names]) await line('Bids', api.reports.bids, what, filter, token)
  for (const [what, filter] of [...rows, ...names])
    await line('Transactions', api.reports.transactions, what, filter, token)
  await compare(token, [...plain, ...names], [...rows, ...names])
  await timeFile(token, { ...month, market })
}

async function fill(): Promise<void> {
  const start = performance.now()
  await fillHouse(database, { bids, days, players, markets, newest }, (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${days} days`)
  })
  console.log(`Filled in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

type Listing = Endpoint & { readonly answer: typeof api.reports.transactions.answer }

async function line(list: string, endpoint: Endpoint, what: string, filter: object, token: string) {
  const page = (number: number) =>
    ask(server.host, endpoint as Listing, { ...filter, page: number } as never, { token })
  const { total, totalPages } = await page(1)
  const last = Math.max(1, totalPages)
  const times: number[] = []
  for (const number of [1, Math.ceil(last / 2), last]) times.push(await medianOf(rounds, () => page(number)))
  const ms = endpoint === api.users.list ? ALLOWED_MS_OF_USERS : ALLOWED_MS
  const isFew = endpoint === api.users.list && total <= 1000
  const allowed = 'search' in filter && !isFew ? ms.searching : ms.browsing
  if (times.some((took) => took > allowed)) slow++
  const shown = times.map((took) => `${took > allowed ? '✗ ' : ''}${took.toFixed(0)} ms`)
  cells(
    `${list}: ${what}`,
    number.format(total),
    ...shown,
    (times[2]! / times[0]!).toFixed(1),
    `${allowed} ms`,
  )
}

/** Totals and sums against statements that look at every row. */
async function compare(
  token: string,
  plain: readonly [string, BidFilter][],
  rows: readonly [string, RowFilter][],
): Promise<void> {
  const took = { lists: 0, plain: 0 }
  const timed = async <T>(whose: keyof typeof took, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const answer = await work()
    took[whose] += performance.now() - start
    return answer
  }
  const differ = (what: string, said: unknown, told: unknown) => {
    if (JSON.stringify(said) === JSON.stringify(told)) return
    wrong++
    console.log(`✗ ${what}: ${JSON.stringify(said)}; plain SQL says ${JSON.stringify(told)}`)
  }
  for (const [what, filter] of plain) {
    const { statistics } = await timed('lists', () => ask(server.host, api.reports.bids, filter, { token }))
    const told = await timed('plain', () => sumBids(database, filter))
    const { totalBids, totalBidAmount, totalWinnings, totalRefunds } = statistics
    differ(
      `Bids, ${what}`,
      [totalBids, totalBidAmount, totalWinnings, totalRefunds],
      [told.total, told.staked / 100, told.won / 100, told.refunded / 100],
    )
  }
  for (const [what, filter] of rows) {
    const { total } = await timed('lists', () =>
      ask(server.host, api.reports.transactions, filter, { token }),
    )
    differ(`Transactions, ${what}`, total, await timed('plain', () => countTransactions(database, filter)))
  }
  const compared = plain.length + rows.length
  console.log(`Totals of ${compared - wrong} of ${compared} filters are those of plain SQL,`)
  console.log(
    `  which took ${(took.plain / 1000).toFixed(1)} s where the lists took ${(took.lists / 1000).toFixed(1)} s: ${(took.plain / took.lists).toFixed(0)} : 1`,
  )
}

async function timeFile(token: string, filter: BidFilter): Promise<void> {
  const start = performance.now()
  const { text } = await send(server.host, api.reports.bidsCsv.path, filter, { token })
  const seconds = (performance.now() - start) / 1000
  const lines = text.split('\r\n').length - 2
  const megabytes = text.length / 1e6
  console.log(
    `A file of ${number.format(lines)} bids, ${megabytes.toFixed(1)} MB, in ${seconds.toFixed(1)} s: ${number.format(Math.round(lines / seconds))} bids/s`,
  )
}

/**
 * Which rows of the transaction history a filter leaves. Totals come from the figures kept by day, a page deep in the
 * history skips whole days by them, and its offset inside a day is an index's alone.
 */
import { and, type Db, type Statement, sql } from '../database/db.ts'
import { othersThan } from '../database/sets.ts'
import { within } from '../wallet/queries.ts'
import { type Few, fewOf } from './transaction-few.ts'
import {
  conditionsOn,
  type DayOfRows,
  daysBetween,
  drawsOf,
  inOrder,
  kindsOf,
  paired,
  playerOn,
  type RowKey,
  rowsOf,
  SIDES,
  type Side,
  sidesOf,
  type TransactionFilter,
} from './transaction-filter.ts'

export interface PageOfRows {
  readonly keys: readonly RowKey[]
  readonly total: number
}

/** One page of rows; of a search, where `found` says what it finds. */
export async function findRows(db: Db, filter: TransactionFilter): Promise<PageOfRows> {
  const few = fewOf(filter)
  if (few && !few.days) return findFew(db, few, filter)
  const days = await (few?.days ? db.many(few.days) : readDays(db, filter))
  return { total: sumOf(days), keys: await findPage(db, filter, days) }
}

async function findFew(db: Db, few: Few, { page, limit }: TransactionFilter): Promise<PageOfRows> {
  const { total } = await db.only(few.total)
  const offset = (page - 1) * limit
  return {
    total,
    keys: await readFew(db, few, { rows: total, offset, wanted: Math.min(limit, total - offset) }),
  }
}

/** So many of these few rows from an offset on; counted from the end where that is nearer. */
async function readFew(db: Db, few: Few, { rows, offset, wanted }: Part): Promise<RowKey[]> {
  if (wanted <= 0) return []
  const behind = rows - offset - wanted
  const isFromEnd = behind < offset
  const skipped = isFromEnd ? behind : offset
  const keys = await db.many(few.page({ offset: skipped, limit: wanted, isFromEnd }))
  return isFromEnd ? keys.reverse() : keys
}

/** How many rows the filters leave. */
export async function countRows(db: Db, filter: TransactionFilter): Promise<number> {
  const few = fewOf(filter)
  return few ? (await db.only(few.total)).total : sumOf(await readDays(db, filter))
}

/** So many of `rows` rows, from an offset on. */
interface Part {
  readonly rows: number
  readonly offset: number
  readonly wanted: number
}

const sumOf = (days: readonly DayOfRows[]): number => days.reduce((sum, { rows }) => sum + rows, 0)

/** How many rows each day has, the latest first. */
async function readDays(db: Db, filter: TransactionFilter): Promise<DayOfRows[]> {
  return db.many<DayOfRows>(sql`
    select day, sum(rows)::bigint as rows from (${countedBy(filter)}) r
    group by day having sum(rows) > 0 order by day desc`)
}

/** By figures that are kept; or, of what a search finds, row by row. */
function countedBy({ found, ...filter }: TransactionFilter): Statement {
  const kept = filter.market === undefined ? ofAllMarkets(filter) : ofMarket(filter, filter.market)
  if (!found) return kept
  if (!found.isMost) return eachCounted({ ...filter, found })
  return sql`${kept} union all select day, -rows from (${eachCounted({ ...filter, found: othersThan(found) })}) o`
}

/** Rows counted one by one. India's days begin at the same moment all year, so that they are told by arithmetic. */
function eachCounted(filter: TransactionFilter): Statement {
  const sides = sidesOf(filter).map(
    (side) => sql`select p.at from postings p where ${and(conditionsOn(filter, side))}`,
  )
  if (sides.length === 0) return sql`select day, postings as rows from day_totals where false`
  return sql`
    select (midnight at time zone 'Asia/Kolkata')::date as day, rows from (
      select date_bin('1 day', r.at, '2000-01-01 00:00+05:30') as midnight, count(*) as rows
      from (${sql.join(sides, sql` union all `)}) r group by 1) b`
}

function ofAllMarkets(filter: TransactionFilter): Statement {
  const closings = SIDES.filter((side) => kindsOf(filter, side).includes('closing'))
  const isLess = filter.status === 'completed' && kindsOf(filter, 'debit').includes('withdraw_hold')
  const parts = [
    sql`select day, postings * ${timesShown(filter)} as rows from day_totals
      where ${and([sql`kind <> 'closing'`, ...daysBetween(filter)])}`,
    ...closings.map((side) => closingsOn(filter, side)),
    ...(isLess ? [openHoldings(filter)] : []),
  ]
  return sql.join(parts, sql` union all `)
}

/** How often a posting of a kind is shown. A transfer between players is a row on both sides. */
function timesShown(filter: TransactionFilter): Statement {
  const isShown = (side: Side) => sql`(kind = any(${kindsOf(filter, side)}::posting_kind[]))::int`
  return sql`(${isShown('credit')} + ${isShown('debit')})`
}

/** Closings are few, and go both ways under one kind. */
function closingsOn({ from, to }: TransactionFilter, side: Side): Statement {
  return sql`
    select (p.at at time zone 'Asia/Kolkata')::date, 1 from postings p
    where ${and([sql`p.kind = 'closing' and ${playerOn(side)} is not null`, ...within(sql`p.at`, from, to)])}`
}

/** To take off: withdrawals that aren't completed, by the day they were asked for. */
function openHoldings({ from, to }: TransactionFilter): Statement {
  return sql`
    select (r.created_at at time zone 'Asia/Kolkata')::date, -1 from requests r
    where ${and([sql`r.kind = 'withdraw' and r.status in ('pending', 'rejected')`, ...within(sql`r.created_at`, from, to)])}`
}

/** Stakes are counted by the draws' totals, all else of a draw's bids by its postings. */
function ofMarket(filter: TransactionFilter, market: string): Statement {
  const conditions = and([sql`t.draw_id in ${drawsOf(market)}`, ...daysBetween(filter)])
  const others = sql`select day, postings * ${timesShown(filter)} as rows from draw_postings t where ${conditions}`
  if (!kindsOf(filter, 'debit').includes('stake')) return others
  return sql`${others} union all select day, bids + cancelled from draw_totals t where ${conditions}`
}

async function findPage(db: Db, filter: TransactionFilter, days: readonly DayOfRows[]): Promise<RowKey[]> {
  let offset = (filter.page - 1) * filter.limit
  const keys: RowKey[] = []
  for (const { day, rows } of days) {
    if (offset < rows && keys.length < filter.limit) {
      const wanted = Math.min(filter.limit - keys.length, rows - offset)
      const ofDay = { ...filter, from: day, to: day }
      const few = fewOf(ofDay)
      const part = { rows, offset, wanted }
      keys.push(...(await (few ? readFew(db, few, part) : readSlice(db, rowsOf(ofDay), part))))
    }
    offset = Math.max(0, offset - rows)
  }
  return keys
}

/** So many of these rows from an offset on, the newest first; counted from the end where that is nearer. */
async function readSlice(
  db: Db,
  of: readonly Statement[],
  { rows, offset, wanted }: Part,
): Promise<RowKey[]> {
  if (of.length === 0 || wanted <= 0) return []
  const behind = Math.max(0, rows - offset - wanted)
  const isFromEnd = behind < offset
  const skipped = isFromEnd ? behind : offset
  // One more on both sides: a transfer's two rows come in any order, and may lie across the edge of the slice.
  const before = Math.min(1, skipped)
  const keys = await db.many(inOrder(of, { isFromEnd, limit: before + wanted + 1, offset: skipped - before }))
  const found = isFromEnd ? paired(keys.reverse()) : paired(keys)
  return isFromEnd
    ? found.slice(-(before + wanted), found.length - before)
    : found.slice(before, before + wanted)
}

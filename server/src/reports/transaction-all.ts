/** Every row of the transaction history by time: counted by the figures kept of each day, read from two indexes side by side. */
import { and, type Statement, sql } from '../database/db.ts'
import { eachPart, onDays, orderBy, slice } from '../database/list.ts'
import { othersThan } from '../database/sets.ts'
import {
  conditionsOn,
  daysBetween,
  drawsOfMarket,
  type Keys,
  kindsOf,
  ofBlock,
  type PartOfRows,
  playerOn,
  SIDES,
  type Side,
  sidesOf,
  type TransactionFilter,
} from './transaction-filter.ts'

export function allRows(filter: TransactionFilter): Keys {
  return {
    blocks: sql`
      select r.day as block, sum(r.rows)::bigint as rows from (${countedBy(filter)}) r
      group by r.day having sum(r.rows) > 0 order by r.day desc`,
    keys: (part) => {
      const [at, id] = [sql`r.at`, sql`r.id`]
      // One more on both sides: a transfer's two rows come in any order, and may lie across the edge of the part.
      const before = Math.min(1, part.offset)
      const more = { ...part, offset: part.offset - before, limit: before + part.limit + 1 }
      return sql`
        select r.id, r.side from (
          select r.id, r.at, r.side from (${bothSides(filter, part)}) r ${slice(more, [at, id])}
        ) r ${slice({ ...part, offset: before }, [at, id, sql`r.side = 'credit'`])}`
    },
  }
}

/** Each side says its order, too: only so are two indexes read side by side. A third column would have to be sorted for. */
function bothSides(filter: TransactionFilter, { block, after, isFromEnd }: PartOfRows): Statement {
  const order = orderBy([sql`p.at`, sql`p.id`], isFromEnd)
  const sides = sidesOf(filter)
  if (sides.length === 0) return sql`select p.id, p.at, 'credit' as side from postings p where false`
  return eachPart(sides, (side) => {
    const isBehind = after?.side === 'credit' && side === 'debit' ? sql`<=` : sql`<`
    return sql`
      select p.id, p.at, ${sql.lit(side)} as side from postings p where ${and([
        ...conditionsOn(ofBlock(filter, block), side),
        after &&
          sql`(p.at, p.id) ${isBehind} ((select q.at from postings q where q.id = ${after.id}), ${after.id}::bigint)`,
      ])} ${order}`
  })
}

/** What all rows together brought into wallets and took out of them, in paise: by figures that are kept. A search narrows nothing here. */
export const sumsOf = (filter: TransactionFilter) => sql<{ came: number; went: number }>`
  select coalesce(sum(r.came), 0)::bigint as came, coalesce(sum(r.went), 0)::bigint as went from (${keptBy(filter)}) r`

/** Rows of day, rows, came and went: what came into wallets and went out of them, in paise. */
const keptBy = (filter: TransactionFilter): Statement =>
  filter.market === undefined ? ofAllMarkets(filter) : ofMarket(filter, filter.market)

/** Rows of day and rows: by figures that are kept; or, of what a search finds, row by row. */
function countedBy({ found, ...filter }: TransactionFilter): Statement {
  const kept = sql`select day, rows from (${keptBy(filter)}) k`
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

/** Closings are few, and go both ways under one kind; withdrawals that aren't completed are taken off. */
function ofAllMarkets(filter: TransactionFilter): Statement {
  const { from, to, status } = filter
  const closings = SIDES.filter((side) => kindsOf(filter, side).includes('closing')).map(
    (side) => sql`
      select (p.at at time zone 'Asia/Kolkata')::date, 1, ${side === 'credit' ? sql`p.amount, 0` : sql`0, p.amount`}
      from postings p
      where ${and([sql`p.kind = 'closing' and ${playerOn(side)} is not null`, ...onDays(sql`p.at`, from, to)])}`,
  )
  const open = sql`
    select (r.created_at at time zone 'Asia/Kolkata')::date, -1, 0, -r.amount from requests r
    where ${and([sql`r.kind = 'withdraw' and r.status in ('pending', 'rejected')`, ...onDays(sql`r.created_at`, from, to)])}`
  const isLess = status === 'completed' && kindsOf(filter, 'debit').includes('withdraw_hold')
  const others = sql`
    select day, ${shownOf(filter)} from day_totals
    where ${and([sql`kind <> 'closing'`, ...daysBetween(filter)])}`
  return sql.join([others, ...closings, ...(isLess ? [open] : [])], sql` union all `)
}

/** Figures of a kind's postings as rows, came and went. A transfer between players is a row on both sides. */
function shownOf(filter: TransactionFilter): Statement {
  const isShown = (side: Side) => sql`(kind = any(${kindsOf(filter, side)}::posting_kind[]))::int`
  const [credit, debit] = [isShown('credit'), isShown('debit')]
  return sql`postings * (${credit} + ${debit}) as rows, amount * ${credit} as came, amount * ${debit} as went`
}

/** Stakes are counted by the draws' totals, all else of a draw's bids by its postings. */
function ofMarket(filter: TransactionFilter, market: string): Statement {
  const conditions = and([sql`t.draw_id in ${drawsOfMarket(market)}`, ...daysBetween(filter)])
  const others = sql`select day, ${shownOf(filter)} from draw_postings t where ${conditions}`
  if (!kindsOf(filter, 'debit').includes('stake')) return others
  return sql`${others}
    union all select day, bids + cancelled, 0, points + cancelled_points from draw_totals t where ${conditions}`
}

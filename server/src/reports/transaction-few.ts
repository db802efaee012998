/** Rows of the transaction history that are few and lie together: an administrator's, and withdrawals not completed. */
import { kindsThat } from '@munim/core'
import { and, type Statement, sql } from '../database/db.ts'
import { isFound } from '../database/sets.ts'
import { kindIn } from '../ledger/kinds.ts'
import { within } from '../wallet/queries.ts'
import {
  type DayOfRows,
  daysBetween,
  drawsOf,
  isOpen,
  kindsOf,
  type RowKey,
  SIDES,
  type TransactionFilter,
} from './transaction-filter.ts'

export interface Few {
  readonly total: Statement<{ total: number }>
  /** How many there are of each day, the latest first, where figures are kept of that: a page then skips whole days. */
  readonly days?: Statement<DayOfRows>
  /** Rows in their order, from an offset on or behind a row; the oldest first where they are read from the end. */
  readonly page: (slice: Slice) => Statement<RowKey>
}

interface Slice {
  readonly offset?: number
  readonly after?: RowKey | undefined
  readonly isFromEnd?: boolean
  readonly limit: number
}

/** Undefined where the filter leaves more than a few. */
export function fewOf(filter: TransactionFilter): Few | undefined {
  if (filter.adminOnly) return deskRows(filter)
  return isOpen(filter) ? openHoldings(filter) : undefined
}

/** What the desk moved out of a wallet; neither transfers nor closings are its rows. */
const isDebit = kindIn(
  kindsThat(({ ends }) => ends[0]![0] === 'player'),
  sql`w.kind`,
)

/** The desk's withdrawals are decided, so that none of them is pending or rejected. */
function deskRows(filter: TransactionFilter): Few {
  const { from, to, market, found } = filter
  const kinds = isOpen(filter) ? [] : SIDES.flatMap((side) => kindsOf(filter, side))
  const rows = sql`
    from desk_rows w where ${and([
      sql`w.kind = any(${kinds}::posting_kind[])`,
      ...within(sql`w.at`, from, to),
      market !== undefined && sql`w.draw_id in ${drawsOf(market)}`,
      found && isFound(found, sql`w.user_id`, sql`w.posting_id`),
    ])}`
  const counted = sql`
    from desk_totals where ${and([sql`kind = any(${kinds}::posting_kind[])`, ...daysBetween(filter)])}`
  const side = sql`case when ${isDebit} then 'debit' else 'credit' end`
  return {
    ...(market === undefined && !found
      ? {
          total: sql`select coalesce(sum(rows), 0)::bigint as total ${counted}`,
          days: sql`select day, sum(rows)::bigint as rows ${counted} group by day order by day desc`,
        }
      : { total: sql`select count(*) as total ${rows}` }),
    page: ({ offset = 0, after, isFromEnd = false, limit }) => sql`
      select w.posting_id as id, w.at::text as at, ${side} as side
      ${rows} and ${after ? sql`(w.at, w.posting_id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql`true`}
      order by ${isFromEnd ? sql`w.at, w.posting_id` : sql`w.at desc, w.posting_id desc`} limit ${limit} offset ${offset}`,
  }
}

/** A request is as old as the posting that holds its money. */
function openHoldings(filter: TransactionFilter): Few {
  const { from, to, status, found } = filter
  const holding = sql`(select h.id from postings h where h.request_id = r.id and h.kind = 'withdraw_hold')`
  const rows = sql`
    from requests r where ${and([
      kindsOf(filter, 'debit').length === 0 && sql`false`,
      sql`r.kind = 'withdraw' and r.status = ${status}`,
      ...within(sql`r.created_at`, from, to),
      found && isFound(found, sql`r.user_id`, holding),
    ])}`
  const behind = (after: RowKey) => sql`
    (r.created_at, r.id) < (${after.at}::timestamptz, (select request_id from postings where id = ${after.id}))`
  return {
    total: sql`select count(*) as total ${rows}`,
    page: ({ offset = 0, after, isFromEnd = false, limit }) => sql`
      with page as (
        select r.id, r.created_at ${rows} and ${after ? behind(after) : sql`true`}
        order by ${isFromEnd ? sql`r.created_at, r.id` : sql`r.created_at desc, r.id desc`} limit ${limit} offset ${offset}
      )
      select p.id, p.at::text as at, 'debit' as side
      from page join postings p on p.request_id = page.id and p.kind = 'withdraw_hold'
      order by ${isFromEnd ? sql`page.created_at, page.id` : sql`page.created_at desc, page.id desc`}`,
  }
}

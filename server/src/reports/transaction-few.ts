/** Rows of the transaction history that are few and lie together: an administrator's, and withdrawals not completed. */
import { and, type Statement, sql } from '../database/db.ts'
import { onDays, slice } from '../database/list.ts'
import { isFound } from '../database/sets.ts'
import { kindWhere } from '../ledger/kinds.ts'
import {
  type DayOfRows,
  daysBetween,
  drawsOfMarket,
  isOpen,
  type Keys,
  kindsOf,
  ofBlock,
  SIDES,
  type TransactionFilter,
} from './transaction-filter.ts'

/** What the desk moved out of a wallet; neither transfers nor closings are its rows. */
const isDebit = kindWhere(({ ends }) => ends[0]![0] === 'player', sql`w.kind`)

/** The desk's withdrawals are decided, so that none of them is pending or rejected. */
export function deskRows(filter: TransactionFilter): Keys {
  const { market, found } = filter
  const kinds = isOpen(filter) ? [] : SIDES.flatMap((side) => kindsOf(filter, side))
  const rows = (block: DayOfRows) => {
    const { from, to } = ofBlock(filter, block)
    return sql`
      from desk_rows w where ${and([
        sql`w.kind = any(${kinds}::posting_kind[])`,
        ...onDays(sql`w.at`, from, to),
        market !== undefined && sql`w.draw_id in ${drawsOfMarket(market)}`,
        found && isFound(found, sql`w.user_id`, sql`w.posting_id`),
      ])}`
  }
  return {
    blocks:
      market === undefined && !found
        ? sql`
          select day as block, sum(rows)::bigint as rows from desk_totals
          where ${and([sql`kind = any(${kinds}::posting_kind[])`, ...daysBetween(filter)])}
          group by day order by day desc`
        : sql`select null::date as block, count(*) as rows ${rows(null)}`,
    keys: (part) => sql`
      select w.posting_id as id, case when ${isDebit} then 'debit' else 'credit' end as side
      ${rows(part.block)} ${
        part.after
          ? sql`
        and (w.at, w.posting_id) < ((select at from postings where id = ${part.after.id}), ${part.after.id}::bigint)`
          : sql``
      }
      ${slice(part, [sql`w.at`, sql`w.posting_id`])}`,
  }
}

/** A request is as old as the posting that holds its money, which is looked up for each: joined, all might be read. */
export function openHoldings(filter: TransactionFilter): Keys {
  const { from, to, status, found } = filter
  const holding = sql`(select h.id from postings h where h.request_id = r.id and h.kind = 'withdraw_hold')`
  const rows = sql`
    from requests r where ${and([
      kindsOf(filter, 'debit').length === 0 && sql`false`,
      sql`r.kind = 'withdraw' and r.status = ${status}`,
      ...onDays(sql`r.created_at`, from, to),
      found && isFound(found, sql`r.user_id`, holding),
    ])}`
  const behind = (id: number): Statement => sql`
    and (r.created_at, r.id) < ((select at from postings where id = ${id}), (select request_id from postings where id = ${id}))`
  return {
    blocks: sql`select null::date as block, count(*) as rows ${rows}`,
    keys: (part) => sql`
      select ${holding} as id, 'debit' as side ${rows} ${part.after ? behind(part.after.id) : sql``}
      ${slice(part, [sql`r.created_at`, sql`r.id`])}`,
  }
}

/** The transaction history of all players as a list: each posting once for each player in it, the newest first. */
import { type Statement, sql } from '../database/db.ts'
import { eachPart, type List } from '../database/list.ts'
import { postingsShown, type SureOfPosting } from '../users/queries.ts'
import { allRows } from './transaction-all.ts'
import { deskRows, openHoldings } from './transaction-few.ts'
import {
  type DayOfRows,
  isOpen,
  type Keys,
  type TransactionFilter,
  type TransactionRow,
  typeOf,
} from './transaction-filter.ts'

export function transactionsList(filter: TransactionFilter): List<TransactionRow, DayOfRows> {
  const { blocks, keys } = keysOf(filter)
  return { blocks, rows: (parts) => transactionsBy(eachPart(parts, keys)) }
}

/** Rows of the desk, and withdrawals that are not completed, are few and lie together. */
function keysOf(filter: TransactionFilter): Keys {
  if (filter.adminOnly) return deskRows(filter)
  return isOpen(filter) ? openHoldings(filter) : allRows(filter)
}

/**
 * The rows with these keys (id, side), what came in by a transfer before what went out. Materialized, `own` counts as
 * one: with more than eight in a `from`, PostgreSQL joins as it is written (join_collapse_limit) and would read every
 * posting, two seconds at a million.
 */
export const transactionsBy = (keys: Statement) => sql<TransactionRow & SureOfPosting>`
  with own as materialized (
    select p.id, p.at, k.side, ${typeOf(sql`p.kind`, sql`k.side`)} as type,
      case k.side when 'credit' then p.to_user else p.from_user end as user_id,
      case k.side when 'credit' then p.to_after else p.from_after end as after,
      case k.side when 'credit' then p.to_after - p.amount else p.from_after + p.amount end as before
    from (${keys}) k join postings p on p.id = k.id
  )
  select own.side, own.type, json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User",
    s.*, own.before / 100.0::float8 as prev_balance, own.after / 100.0::float8 as current_balance
  from own join users u on u.id = own.user_id join ${postingsShown} s on s.id = own.id
  order by own.at desc, own.id desc, own.side`

/**
 * The transaction history of all players: each posting once for each player in it, the newest first. Which rows a
 * filter leaves is found by transaction-rows.ts and, of a search, by transaction-search.ts; here they are read.
 */
import type { Answer, api } from '@munim/contract'
import { type Db, pagesOf, sql } from '../database/db.ts'
import { BATCH } from '../http/csv.ts'
import { fieldsOfPosting, joinedPostings, type SureOfPosting } from '../users/queries.ts'
import { type RowKey, type TransactionFilter, typeOnSide } from './transaction-filter.ts'
import { findRows } from './transaction-rows.ts'
import { eachKey, searchRows } from './transaction-search.ts'

export type TransactionRow = Answer<typeof api.reports.transactions>['data'][number]

export async function listTransactions(db: Db, filter: TransactionFilter) {
  const { keys, total } = filter.search
    ? await searchRows(db, filter, filter.search)
    : await findRows(db, filter)
  return { data: await readRows(db, keys), total, totalPages: pagesOf(total, filter.limit) }
}

/** All rows that the filters leave, in batches, for a file. */
export async function* eachTransaction(
  db: Db,
  filter: TransactionFilter,
  batch = BATCH,
): AsyncIterable<readonly TransactionRow[]> {
  for await (const keys of eachKey(db, filter, batch)) yield await readRows(db, keys)
}

/**
 * These rows, in their order. Materialized, `own` counts as one: with more than eight in a `from`, PostgreSQL joins as it is
 * written (join_collapse_limit) and would read every posting, two seconds at a million.
 */
async function readRows(db: Db, keys: readonly RowKey[]): Promise<TransactionRow[]> {
  if (keys.length === 0) return []
  return db.many<TransactionRow & SureOfPosting>(sql`
    with own as materialized (
      select k.place, k.side, p.id, case k.side when 'credit' then p.to_user else p.from_user end as user_id,
        case k.side when 'credit' then p.to_after else p.from_after end as after,
        case k.side when 'credit' then p.to_after - p.amount else p.from_after + p.amount end as before
      from unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ side }) => side)}::text[])
        with ordinality as k (id, side, place)
      join postings p on p.id = k.id
    )
    select own.side, ${typeOnSide} as type,
      json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User", ${fieldsOfPosting}
    from own join users u on u.id = own.user_id join ${joinedPostings} on p.id = own.id order by own.place`)
}

/**
 * Of the request `r` in SQL: whether it may be paid, whatever is decided. A bank was told to pay what is in an open batch;
 * who asked for an approval that waits for a second person may have paid it.
 */
import { api } from '@munim/contract'
import { type Db, instantText, nowOf, type Statement, sql } from '../database/db.ts'

const openBatches = sql`
  payout_batch_rows x join payout_batches b on b.id = x.batch_id where x.request_id = r.id and b.closed_at is null`

/** A decision on it waits for a second person; `which`: one of these waiting acts `w`. They are read once, whatever `r` are many. */
export const waitsForSecond = (db: Db, which: Statement = sql``): Statement => sql`(r.id::text in (
  select w.thing_id from waiting_acts w where w.outcome is null and w.expires_at > ${nowOf(db)}
    and w.act in (${api.wallet.decideDeposit.path}, ${api.wallet.decideWithdrawal.path}) ${which}))`

const isApproval = sql`and w.input->>'status' = 'completed'`

/** It is a withdrawal that may be paid whatever is decided: a bank was told, or who paid it asked for its approval. */
export const mayBePaid = (db: Db): Statement =>
  sql`(r.kind = 'withdraw' and (exists (select from ${openBatches}) or ${waitsForSecond(db, isApproval)}))`

/** SQL: whether a bank was ever told to pay the request of this id. */
export const wasToldToBank = (requestId: number) =>
  sql`exists (select from payout_batch_rows x where x.request_id = ${requestId}::bigint)`

/** The id of the last one; null where it is in none. */
export const openBatch = sql`(select max(b.id) from ${openBatches})`

/** The last one with its bank and when it was made, as JSON; null where it is in none. */
export const batchOfRequest = sql`(
  select json_build_object('id', b.id, 'bank', b.bank, 'at', ${instantText(sql`b.at`)})
  from ${openBatches} order by b.id desc limit 1)`

/** Of the request `r` in SQL: the open batches that it is in. A bank was told to pay it, and may whatever is decided. */
import { instantText, sql } from '../database/db.ts'

const openBatches = sql`
  payout_batch_rows x join payout_batches b on b.id = x.batch_id where x.request_id = r.id and b.closed_at is null`

export const isToldToBank = sql`exists (select from ${openBatches})`

/** SQL: whether a bank was ever told to pay the request of this id. */
export const wasToldToBank = (requestId: number) =>
  sql`exists (select from payout_batch_rows x where x.request_id = ${requestId}::bigint)`

/** The id of the last one; null where it is in none. */
export const openBatch = sql`(select max(b.id) from ${openBatches})`

/** The last one with its bank and when it was made, as JSON; null where it is in none. */
export const batchOfRequest = sql`(
  select json_build_object('id', b.id, 'bank', b.bank, 'at', ${instantText(sql`b.at`)})
  from ${openBatches} order by b.id desc limit 1)`

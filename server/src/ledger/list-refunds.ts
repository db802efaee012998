/**
 * What a void owes, written down in its own transaction with all that a refund needs, so that paying reads no bid
 * again. A million bids take 1 to 2 s, so all but the newest are listed before the draw is locked.
 */
import { type Half, paise } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { type Refunded, uncancelledBids } from './post-refunds.ts'

/** Bids a batch. */
export const BATCH = 2_500
/** Of the last bids of a draw some may still be on their way: they are listed under its lock. */
const NEWEST = 2_000
const LISTED_WITHIN = '5min'

/** A run that owes nothing yet, and the bids that are listed for it so far. */
export interface Listing extends Listed {
  readonly runId: number
  readonly drawId: number
  readonly halves: readonly Half[]
  /** The last bid that may be in it. */
  readonly upTo: number
}

interface Listed extends Refunded {
  /** What the draw's totals say of these halves: bids that are not cancelled, and how many ever were. */
  readonly bids: number
  readonly cancelled: number
}

type Listable = Pick<Listing, 'runId' | 'drawId' | 'halves'>

/** Lists these halves of a draw but for its newest bids. Locks nothing; `endList` is due in the same transaction. */
export async function beginList(db: Db, drawId: number, halves: readonly Half[]): Promise<Listing> {
  await db.run(sql`set local statement_timeout = ${sql.lit(LISTED_WITHIN)}`)
  await db.run(sql`set local work_mem = '64MB'`)
  const begun = await db.only<{ runId: number; upTo: number }>(sql`
    insert into refund_runs (draw_id, declaration_ids, bids, players, points, worked_at)
    values (${drawId}, '{}', 0, 0, 0, ${nowOf(db)})
    returning id as "runId", (select coalesce(max(id), 0) from bids where draw_id = ${drawId}) - ${NEWEST}::int as "upTo"`)
  const listing = { ...begun, drawId, halves }
  return { ...listing, ...(await listBids(db, listing, { upTo: begun.upTo })) }
}

/** The bids of these halves, all listed now: what their void owes. The draw is locked. */
export async function endList(db: Db, listing: Listing, halves: readonly Half[]): Promise<Refunded> {
  const newest = await listBids(db, listing, { after: listing.upTo })
  const refunded = listing.refunded + newest.refunded
  const isWhole = refunded === newest.bids && listing.cancelled === newest.cancelled
  if (isWhole && listing.halves.join() === halves.join())
    return {
      refunded,
      players: listing.players + newest.players,
      amount: paise(listing.amount + newest.amount),
    }
  // A bid was cancelled, or a half declared, after it was listed: that happens to few voids.
  await db.run(sql`delete from refund_batches where run_id = ${listing.runId}`)
  const { refunded: all, players, amount } = await listBids(db, { ...listing, halves }, {})
  return { refunded: all, players, amount }
}

export async function dropList(db: Db, { runId }: Listing): Promise<void> {
  await db.run(sql`delete from refund_batches where run_id = ${runId}`)
  await db.run(sql`delete from refund_runs where id = ${runId}`)
}

/** Puts bids into batches, a player's together. Counts players that have none up to `after`. */
async function listBids(
  db: Db,
  { runId, drawId, halves }: Listable,
  { after = 0, upTo }: { after?: number; upTo?: number },
): Promise<Listed> {
  const bids = uncancelledBids(drawId, halves)
  return db.only<Listed>(sql`
    with batch as (
      select nth, array_agg(id) as bid_ids, array_agg(user_id) as user_ids, array_agg(session) as halves,
        array_agg(points) as points, count(*) as bids, count(*) filter (where is_first and (
          ${after}::bigint <= 0 or (
            select o.id from bids o where o.user_id = b.user_id and o.draw_id = ${drawId} and o.session = any(${halves}::half[])
            and o.cancelled_at is null and o.id <= ${after}
            and o.id >= (select min(id) from bids where draw_id = ${drawId}) limit 1) is null)) as players,
        sum(points) as amount
      from (
        select b.id, b.user_id, b.session, b.points, lag(b.user_id) over own is distinct from b.user_id as is_first,
          (row_number() over own - 1) / ${BATCH}::int + (
            select coalesce(max(nth), 0) + 1 from refund_batches where run_id = ${runId}) as nth
        ${bids} and b.id > ${after} ${upTo === undefined ? sql`` : sql`and b.id <= ${upTo}`}
        window own as (order by b.user_id, b.id)
      ) b group by nth
    ), listed as (
      insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
      select ${runId}, nth, bid_ids, user_ids, halves, points from batch
    ), total as (
      select sum(bids) as bids, sum(cancelled) as cancelled from draw_totals
      where draw_id = ${drawId} and session = any(${halves}::half[])
    )
    select coalesce(sum(b.bids), 0)::bigint as refunded, coalesce(sum(b.players), 0)::bigint as players,
      coalesce(sum(b.amount), 0)::bigint as amount, coalesce((select bids from total), 0)::bigint as bids,
      coalesce((select cancelled from total), 0)::bigint as cancelled
    from batch b`)
}

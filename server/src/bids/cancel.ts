/** Cancelling bids: the stake comes back, and a win is taken back after it. */
import { type Paise, paise } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { type Entry, post } from '../ledger/post.ts'

export interface Cancellable {
  readonly id: number
  readonly market_date: string
  readonly draw_id: number
  readonly user_id: number
  readonly points: Paise
  /** The posting of its win, if it has one that is not taken back. */
  readonly win_id: number | null
  readonly win_amount: Paise | null
}

interface Facts {
  readonly actor: string
  readonly at: Date
  readonly reason: string
}

/** Cancels these uncancelled bids. Their draws are locked (shared), their players' wallets too. */
export async function cancelBids(db: Db, bids: readonly Cancellable[], { actor, at, reason }: Facts) {
  if (bids.length === 0) return
  await takeFromTallies(db, bids) // Tallies before totals, as placing writes them.
  await db.run(sql`
    update bids b set cancelled_at = ${at}, cancelled_by = ${actor}, cancel_reason = ${reason}
    from ${keysOf(bids)}
    where b.market_date = c.day and b.id = c.id`)
  await post(db, ...bids.flatMap((bid) => entriesOf(bid, { actor, at, reason })))
}

function entriesOf(bid: Cancellable, { actor, at, reason }: Facts): Entry[] {
  const facts = { drawId: bid.draw_id, bidId: bid.id, actor, at, note: reason }
  const refund: Entry = { ...facts, kind: 'refund', from: 'game', to: bid.user_id, amount: paise(bid.points) }
  if (bid.win_id === null) return [refund]
  const amount = paise(bid.win_amount!)
  return [
    refund,
    { ...facts, kind: 'win_reversed', from: bid.user_id, to: 'game', amount, reverses: bid.win_id },
  ]
}

/** Subtracts cancelled bids. Of a pick's slots any may go below zero; only their sum counts. */
async function takeFromTallies(db: Db, bids: readonly Cancellable[]): Promise<void> {
  await db.run(sql`
    insert into tallies (draw_id, session, pick, multiplier, slot, bids, points)
    select b.draw_id, b.session, b.pick, b.multiplier, 0, -count(*), -sum(b.points)
    from bids b join ${keysOf(bids)} on b.market_date = c.day and b.id = c.id
    group by b.draw_id, b.session, b.pick, b.multiplier order by b.draw_id, b.session, b.pick, b.multiplier
    on conflict (draw_id, session, pick, multiplier, slot)
    do update set bids = tallies.bids + excluded.bids, points = tallies.points + excluded.points`)
}

/** The bids' keys as a table `c`. */
function keysOf(bids: readonly Cancellable[]): Statement {
  return sql`unnest(${bids.map((bid) => bid.market_date)}::date[], ${bids.map((bid) => bid.id)}::bigint[]) as c (day, id)`
}

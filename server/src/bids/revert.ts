/** The administrator cancels one bid: points refunded, and its win taken back. */
import { t } from '@munim/contract'
import { readRupees, sumOfRupees } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { withoutPersonal } from '../http/personal.ts'
import type { Foreseen } from '../http/second.ts'
import type { Trace } from '../http/trail.ts'
import { closeOut } from '../ledger/close-out.ts'
import { lockWallets } from '../ledger/post.ts'
import { suspectRevertedBid } from '../ledger/suspect.ts'
import { lockDrawsShared } from '../markets/schedule.ts'
import { checkSame, found, Refusal } from '../refusal.ts'
import { type Cancellable, cancelBids } from './cancel.ts'
import { type BidRow, getBid } from './list.ts'
import { decided } from './queries.ts'

interface RevertingBid {
  readonly id: number
  readonly reason: string
  readonly actor: string
  /** What it was when that was decided on; undefined: whatever it is. */
  readonly basedOn?: BidRow['status'] | undefined
}

/** What the audit keeps of it; points in rupees. */
export function traceOfRevertedBid(id: number, reason: string, points: number): Trace {
  return { subject: 'bid', id, after: { status: 'cancelled', reason, points } }
}

/**
 * For who confirms it: what comes back to the player, and the win that is taken back. Where it is asked for, the draw and
 * the wallet are locked as for reverting it: no result comes in between, and what is counted against a limit comes after.
 */
export async function foreseeRevert(
  db: Db,
  { id: betId, reason, basedOn }: Omit<RevertingBid, 'actor'>,
  isAsked: boolean,
): Promise<Foreseen> {
  const { market_date, draw_id, user_id, is_closed } = found(await findStake(db, betId), 'Bid not found')
  if (isAsked) {
    await db.run(lockDrawsShared([draw_id]))
    await lockWallets(db, [user_id])
  }
  const bid = await getBid(db, { id: betId, market_date })
  const { status, points, win, market_name, game_mode } = bid
  checkStatus(betId, status, basedOn)
  return {
    subject: 'bid',
    id: betId,
    before: { status },
    after: {
      status: 'cancelled',
      refunded: points,
      ...(is_closed && { ofDeleted: points }),
      ...(win !== '-' && { taken_back: win }),
      market_name,
      game_mode,
      reason,
    },
    name: bid.User.user_name,
    limits: ['reverts'],
    amount: readRupees(sumOfRupees([points, win === '-' ? 0 : win]))!,
    settled: { basedOn: status },
  }
}

/** Refuses a bid that is cancelled, or whose status, and with it the win, is another than it was decided on for. */
function checkStatus(id: number, status: BidRow['status'], basedOn: RevertingBid['basedOn']): void {
  if (status === 'cancelled') throw new Refusal(409, 'This bid is cancelled already')
  const values = { id: String(id) }
  checkSame(basedOn, status, t('What became of bid #{id} changed meanwhile: look at it again.', values))
}

/** The key of the bid that was cancelled, and the reason as it is kept: without the player's own data. */
export async function revertBid(
  db: Db,
  { id, reason: typed, actor, basedOn }: RevertingBid,
): Promise<{ id: number; market_date: string; reason: string }> {
  const { draw_id, market_date, user_id } = found(await findStake(db, id), 'Bid not found')
  await db.run(lockDrawsShared([draw_id]))
  await lockWallets(db, [user_id])
  const { status, ...bid } = await db.only<Cancellable & Pick<BidRow, 'status'>>(sql`
    select b.id, b.market_date, b.draw_id, b.user_id, b.points, b.status, p.id as win_id, p.amount as win_amount
    from ${decided(sql`bids`)} b
    left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null
    left join postings p on p.kind = 'win' and p.declaration_id = c.id and p.bid_id = b.id
    where b.market_date = ${market_date} and b.id = ${id}`)
  checkStatus(id, status, basedOn)
  const reason = await withoutPersonal(db, user_id, typed)
  const at = await db.now()
  await cancelBids(db, [bid], { actor, at, reason })
  await suspectRevertedBid(db, { bidId: id, marketDate: market_date, actor, at })
  await closeOut(db, [user_id], { actor, at, drawId: draw_id, note: reason })
  return { id, market_date, reason }
}

interface Stake {
  readonly draw_id: number
  readonly market_date: string
  readonly user_id: number
  /** The player is deleted. */
  readonly is_closed: boolean
}

/** Whose bid it is, and which draw it is on. */
export function findStake(db: Db, bidId: number): Promise<Stake | undefined> {
  return db.maybe<Stake>(sql`
    select p.draw_id, d.market_date, p.from_user as user_id, w.is_closed
    from postings p join draws d on d.id = p.draw_id join wallets w on w.user_id = p.from_user where p.bid_id = ${bidId} and p.kind = 'stake'`)
}

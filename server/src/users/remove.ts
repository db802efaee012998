/** Deleting a player: the account is closed for good, personal data erased, and the books still balance. */
import { type Answer, type api, type Input, TO_LOOK_AT_FIRST, t } from '@munim/contract'
import { type Paise, rupeesOf } from '@munim/core'
import { type Cancellable, cancelBids } from '../bids/cancel.ts'
import { type Db, fixedAt, type NotNull, type Statement, sql } from '../database/db.ts'
import { closeWallet } from '../ledger/close-out.ts'
import { lockWallets } from '../ledger/post.ts'
import { mayBePaid } from '../ledger/told-to-bank.ts'
import { lockDrawsShared } from '../markets/schedule.ts'
import { checkSame, Refusal } from '../refusal.ts'
import { confirmedFor, isCredited } from '../wallet/based-on.ts'
import { decideRequest, type RequestKind } from '../wallet/requests.ts'
import { lockUser } from './change.ts'
import { erasePerson } from './erase.ts'
import { checkUser } from './queries.ts'

const REASON = 'Account closed'

/** Bids of this player whose half is not declared, as `b`. */
export function runningBids(userId: number): Statement {
  return sql`
    from bids b where b.user_id = ${userId} and b.cancelled_at is null and not exists (select from declarations c
      where c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null)`
}

type Removal = Answer<typeof api.users.previewRemove>['data']

/**
 * Refunds running bids, rejects pending requests, writes the rest of the wallet out to the house, erases the person.
 * Refused (409) where that is another thing than what it is `basedOn` by now.
 */
export async function removeUser(
  db: Db,
  { id, basedOn, actor }: Input<typeof api.users.remove> & { readonly actor: string },
): Promise<void> {
  const drawn = await db.many<{ draw_id: number }>(sql`
    select distinct b.draw_id ${runningBids(id)} order by 1`)
  const drawIds = drawn.map(({ draw_id }) => draw_id)
  await db.run(lockDrawsShared(drawIds))
  await lockUser(db, id)
  await lockWallets(db, [id])
  // A batch that is being made has them locked: what a bank was told is read once it is there.
  await db.run(sql`
    select from requests where user_id = ${id} and status = 'pending' order by id for no key update`)
  const now = await previewRemoval(db, id)
  const changed = t('What deleting this user does has changed meanwhile: read it, and confirm again.')
  checkSame(basedOn, now, changed)
  const at = await db.now()
  const running = await db.many<Cancellable>(sql`
    select b.id, b.market_date, b.draw_id, b.user_id, b.points, null as win_id, null as win_amount
    ${runningBids(id)} order by b.id`)
  // A bid placed a moment ago may be in a draw that is not locked yet.
  if (running.some(({ draw_id }) => !drawIds.includes(draw_id))) return removeUser(db, { id, basedOn, actor })
  await cancelBids(db, running, { actor, at, reason: REASON })
  await rejectRequests(fixedAt(db, at), { userId: id, actor })
  await closeWallet(db, id, { actor, at, note: REASON })
  await erasePerson(db, id, at)
}

/** What a void owes the player is paid first: the wallet is closed with all that belongs in it. */
async function checkRefunds(db: Db, userId: number): Promise<void> {
  const owing = await db.maybe(sql`
    select r.id from refund_runs r join declarations c on c.id = any(r.declaration_ids)
    join bids b on b.user_id = ${userId} and b.draw_id = c.draw_id and b.session = c.half and b.cancelled_at is null
    where r.refunded < r.bids and not exists (select from postings p where p.bid_id = b.id and p.kind = 'refund')
    limit 1`)
  if (owing) throw new Refusal(409, 'Refunds of a voided draw are on their way to this user. Try again soon.')
}

/** Whether something is to be looked at that is about this player, or that they won by: the deleted have no name. */
export async function hasToLookAt(db: Db, userId: number): Promise<boolean> {
  const open = await db.maybe(sql`
    select from suspicions s
    where s.looked_at is null and (s.user_id = ${userId} or s.user_id is null and s.declaration_id in (
      select p.declaration_id from postings p where p.to_user = ${userId} and p.kind = 'win')) limit 1`)
  return open !== undefined
}

/**
 * A deposit that is paid is not rejected by the way: who deletes its player decides it first, also where another amount came or
 * another player claims it. What was credited already can't be approved once more, and goes with the player.
 */
async function checkConfirmed(db: Db, userId: number): Promise<void> {
  const paid = await db.maybe<{ id: number }>(sql`
    select r.id from requests r
    where r.user_id = ${userId} and r.status = 'pending' and ${confirmedFor} is not null and not ${isCredited}
    order by r.id limit 1`)
  if (paid)
    throw new Refusal(409, 'Deposit #{id} is confirmed as paid. Approve or reject it first.', {
      values: { id: paid.id },
    })
}

async function rejectRequests(db: Db, { userId, actor }: { userId: number; actor: string }) {
  const pending = await db.many<{ id: number; kind: RequestKind }>(sql`
    select id, kind from requests where user_id = ${userId} and status = 'pending' order by id`)
  for (const { id, kind } of pending)
    await decideRequest(db, { id, kind, status: 'rejected', note: REASON, actor })
}

/** What deleting would do, in rupees. */
export async function previewRemoval(db: Db, id: number): Promise<Removal> {
  await checkUser(db, id)
  await checkRefunds(db, id)
  await checkConfirmed(db, id)
  if (await hasToLookAt(db, id)) throw new Refusal(409, TO_LOOK_AT_FIRST)
  const { wallet, refunded, returned, ...counts } = await db.only<
    Record<'wallet' | 'refunded' | 'returned', Paise> &
      Record<'runningBids' | 'pendingRequests' | 'toldToBank', number> &
      NotNull<'wallet'>
  >(sql`
    select (select balance from wallets where user_id = ${id}) as wallet,
      count(*) as "runningBids", coalesce(sum(b.points), 0)::bigint as refunded,
      (select count(*) from requests where user_id = ${id} and status = 'pending') as "pendingRequests",
      (select coalesce(sum(amount), 0)::bigint from requests
        where user_id = ${id} and status = 'pending' and kind = 'withdraw') as returned,
      (select count(*) from requests r where r.user_id = ${id} and r.status = 'pending' and ${mayBePaid(db)}) as "toldToBank"
    ${runningBids(id)}`)
  return { ...counts, wallet: rupeesOf(wallet), refunded: rupeesOf(refunded), returned: rupeesOf(returned) }
}

/** What came into a wallet since the last payout, and how much was staked of it. */
import { inRupees, leftToStake, type Paise, paise, type Turnover } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { isAdded, isBonus, isCredited, isRefund, isStake, isTaken } from '../ledger/kinds.ts'
import { Refusal } from '../refusal.ts'

/** In a list so many postings of a player are looked through on each side, the newest first. */
export const LOOKED_THROUGH = 5000

/** SQL: the posting that took the money of the last payout before this one out of the wallet; 0 where there is none. */
export const lastPayout = (userId: Statement, before: Statement): Statement => sql`
  coalesce((select h.id from requests q join postings h on h.request_id = q.id and h.kind = 'withdraw_hold'
    where q.user_id = ${userId} and q.kind = 'withdraw' and q.status = 'completed' and h.id < ${before}
    order by h.id desc limit 1), 0)`

/**
 * A provider confirmed payments in the week before the deposit `p`, or since, and none of its reference and amount: who
 * approved it gave it.
 */
const isUnconfirmed = sql`p.kind = 'deposit'
  and p.at < interval '7 days' + (select confirmed_at from confirmations order by id desc limit 1)
  and not exists (
    select from requests r join confirmations c on c.ref_key = r.ref_key and not c.is_repeat and c.amount = r.amount
    where r.id = p.request_id)`

/**
 * SQL, one row: a player's turnover since the money of the last payout left the wallet, up to the posting `before`, in paise.
 * `atMost`: so many postings on each side.
 */
export const turnoverOf = (userId: Statement, before: Statement, atMost: number | null): Statement => sql`
  with since as (
    select ${lastPayout(userId, before)} as id
  ), came as (
    select coalesce(sum(p.amount) filter (where ${isCredited}), 0) as credited,
      coalesce(sum(p.amount) filter (where ${isAdded} or ${isUnconfirmed}), 0) as added,
      coalesce(sum(p.amount) filter (where ${isBonus}), 0) as bonus,
      coalesce(sum(p.amount) filter (where ${isRefund}), 0) as refunded
    from (select p.kind, p.amount, p.request_id, p.at from postings p
      where p.to_user = ${userId} and p.id > (select id from since) and p.id < ${before}
      order by p.id desc limit ${atMost}::int) p
  ), went as (
    select coalesce(sum(p.amount) filter (where ${isStake}), 0) as staked,
      coalesce(sum(p.amount) filter (where ${isTaken}), 0) as taken
    from (select p.kind, p.amount from postings p
      where p.from_user = ${userId} and p.id > (select id from since) and p.id < ${before}
      order by p.id desc limit ${atMost}::int) p
  )
  select greatest(0, credited - taken)::bigint as credited, greatest(0, added - taken)::bigint as added, bonus::bigint,
    greatest(0, staked - refunded)::bigint as staked from came, went`

/** The posting that took the money of this request out of the wallet. */
export const holdOf = (requestId: Statement): Statement =>
  sql`(select h.id from postings h where h.request_id = ${requestId} and h.kind = 'withdraw_hold')`

/** After every posting there is. */
export const SO_FAR = sql`9223372036854775807`

/** What the settings ask to be staked yet, and the wallet at the same moment. */
async function readLeftToStake(db: Db, userId: number): Promise<{ left: Paise; balance: Paise }> {
  const rule = await db.only<{ deposits: number; bonus: number }>(sql`
    select turnover_deposits as deposits, turnover_bonus as bonus from settings`)
  if (rule.deposits === 0 && rule.bonus === 0) return { left: paise(0), balance: paise(0) }
  const { balance, ...turnover } = await db.only<Turnover & { balance: Paise }>(sql`
    select t.*, w.balance from (${turnoverOf(sql`${userId}::bigint`, SO_FAR, null)}) t
      join wallets w on w.user_id = ${userId}`)
  return { left: leftToStake(turnover, rule), balance }
}

/** Refuses a withdrawal before what the settings ask for was staked. */
export async function checkTurnover(db: Db, userId: number): Promise<void> {
  const { left } = await readLeftToStake(db, userId)
  if (left === 0) return
  throw new Refusal(403, 'Bets of {left} more are needed before a withdrawal', {
    values: { left: inRupees(left) },
  })
}

/**
 * Refuses a transfer that leaves less than is to be staked yet: a receiver who has staked could withdraw it. Transfers and
 * payouts of the player wait; a bet, a deposit or a refund that comes meanwhile might as well have come after the transfer.
 */
export async function checkTurnoverKept(db: Db, userId: number, sent: Paise): Promise<void> {
  const { left, balance } = await readLeftToStake(db, userId)
  if (left === 0 || balance - sent >= left) return
  throw new Refusal(403, 'Bets of {left} more are needed: so much stays in the wallet until then', {
    values: { left: inRupees(left) },
  })
}

/** The dashboard in SQL: figures kept by day as facts were written, never counted per click. */
import type { Answer, api } from '@munim/contract'
import { addDays, beginOf, type Day, dayOf } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { readResults } from '../daybook/draws.ts'
import { amountFor, isBroughtIn, isPaidOut } from '../ledger/kinds.ts'
import { findDueHalves } from '../results/due.ts'

type Statistics = Answer<typeof api.dashboard.getStats>['data']
type Overview = Answer<typeof api.dashboard.getOverview>['data']

const DAYS_SHOWN = 14

/** Deposits are approved requests and Add Funds, withdrawals paid requests and Deduct Funds; bonuses are in neither. */

export async function readStatistics(db: Db): Promise<Statistics> {
  const today = dayOf(await db.now())
  const users = await db.only<Statistics['users']>(sql`
    select coalesce(sum(users), 0)::bigint as total_users,
      coalesce(sum(users) filter (where not is_approved), 0)::bigint as unapproved_users,
      (select count(*) from users where deleted_at is null and created_at >= ${beginOf(today)})
        as new_registered_today
    from user_counts`)
  const sums = await db.only<
    Record<'in' | 'out' | 'inToday' | 'outToday', { amount: number; count: number }> & { pending: number }
  >(sql`
    select ${sumOf(isBroughtIn)} as in, ${sumOf(isPaidOut)} as out,
      ${sumOf(sql`${isBroughtIn} and day = ${today}`)} as "inToday",
      ${sumOf(sql`${isPaidOut} and day = ${today}`)} as "outToday",
      (select count(*) from requests where status = 'pending' and kind = 'withdraw') as pending
    from day_totals where ${isBroughtIn} or ${isPaidOut}`)
  return {
    users,
    today: { admin_deposits: rupees(sums.inToday), withdrawals: rupees(sums.outToday) },
    withdrawals: {
      pending_requests: sums.pending,
      total_amount: sums.out.amount / 100,
      total_requests: sums.out.count,
    },
    deposits: { total_amount: sums.in.amount / 100, total_count: sums.in.count },
    admin_profit: (sums.in.amount - sums.out.amount) / 100,
  }
}

function sumOf(condition: ReturnType<typeof sql>) {
  return sql`json_build_object('amount', coalesce(sum(amount) filter (where ${condition}), 0)::bigint,
    'count', coalesce(sum(postings) filter (where ${condition}), 0)::bigint)`
}

function rupees({ amount, count }: { amount: number; count: number }) {
  return { amount: amount / 100, count }
}

/** Who is blocked waits for no approval, as in the work queue; the card of unapproved users counts them all the same. */
export async function readOverview(db: Db): Promise<Overview> {
  const at = await db.now()
  const waiting = await db.only<Omit<Overview['waiting'], 'due'>>(sql`
    select (select coalesce(sum(users), 0)::bigint from user_counts where not is_approved and not is_blocked)
        as "unapprovedUsers",
      (select created_at from users where deleted_at is null and not is_approved and not is_blocked order by id limit 1)
        as "oldestUserAt",
      count(*) filter (where kind = 'deposit') as "pendingDeposits",
      min(created_at) filter (where kind = 'deposit') as "oldestDepositAt",
      count(*) filter (where kind = 'withdraw') as "pendingWithdrawals",
      min(created_at) filter (where kind = 'withdraw') as "oldestWithdrawalAt",
      coalesce(sum(amount) filter (where kind = 'withdraw'), 0)::bigint / 100.0::float8 as "toPayOut",
      (select count(*) from feedbacks where not is_read) as "unreadFeedbacks",
      (select created_at from feedbacks where not is_read order by id limit 1) as "oldestFeedbackAt"
    from requests where status = 'pending'`)
  return {
    waiting: { ...waiting, due: await findDueHalves(db, at) },
    daybook: await readResults(db, dayOf(at)),
    days: await readDays(db, dayOf(at)),
    books: await readBooks(db),
  }
}

/** The last fourteen Indian days, the earliest first; days on which nothing moved are zero. */
async function readDays(db: Db, today: Day): Promise<Overview['days']> {
  return db.many(sql`
    select shown::date as day,
      coalesce(sum(amount) filter (where ${isBroughtIn}), 0)::bigint / 100.0::float8 as deposits,
      coalesce(sum(amount) filter (where ${isPaidOut}), 0)::bigint / 100.0::float8 as withdrawals,
      coalesce(sum(${amountFor('game')}), 0)::bigint / 100.0::float8 as house
    from generate_series(${addDays(today, 1 - DAYS_SHOWN)}::date, ${today}::date, interval '1 day') as shown
    left join day_totals t on t.day = shown::date
    group by shown order by shown`)
}

/** What the last check said together with the last proof of every law; null where the books were never checked. */
export async function readBooks(db: Db): Promise<Overview['books']> {
  const last = await db.maybe<Omit<NonNullable<Overview['books']>, 'agree'> & { unproven: string[] }>(sql`
    select last.at as "checkedAt", last.differences, last.wallets / 100.0::float8 as wallets,
      last.ledger / 100.0::float8 as ledger, last.players, proven.at as "provenAt", proven.whole_since as "wholeSince",
      case when proven.id <> last.id then proven.differences else '[]' end as unproven
    from (select * from proofs order by id desc limit 1) as last
    left join (select id, at, differences, whole_since from proofs where is_full order by id desc limit 1) as proven on true`)
  if (!last) return null
  const { unproven, ...check } = last
  const differences = [...new Set([...check.differences, ...unproven])]
  return { ...check, agree: differences.length === 0, differences }
}

/**
 * What a player used of their limits. A player's postings are in the order of their moments, for each is written under the
 * lock of the wallet: so they are read from the latest back, and not beyond the period.
 */
import { momentOfPeriod, type Paise, PLAY_PERIODS, type PlayKind, type PlayPeriod } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { amountFor, isRefund, isStake } from '../ledger/kinds.ts'

/** In paise. Of losses below zero where more was won than lost. */
export type Used = Readonly<Record<PlayKind, Paise>>

/** In each of these periods, as of this moment. Uses of the clock may differ by a little: an hour more is looked through. */
export async function readUsed(
  db: Db,
  userId: number,
  { at, periods }: { readonly at: Date; readonly periods: readonly PlayPeriod[] },
): Promise<ReadonlyMap<PlayPeriod, Used>> {
  const due = PLAY_PERIODS.filter((period) => periods.includes(period))
  const used = new Map<PlayPeriod, Used>()
  for (const period of due) used.set(period, await usedSince(db, userId, momentOfPeriod(period, at)))
  return used
}

/**
 * Deposits: those asked for in the period, but rejected ones. Stakes: those of the period, less what was refunded of
 * themselves. Losses: stakes less refunds and wins, each in the period that it is posted in.
 */
function usedSince(db: Db, userId: number, since: Date): Promise<Used> {
  return db.only<Used>(sql`
    /* used-of-limits */
    with went as materialized (
      select p.kind, p.amount from ${latest(sql`from_user`, userId, since)} p where p.at >= ${since}
    ), came as materialized (
      select p.kind, p.amount, p.bid_id from ${latest(sql`to_user`, userId, since)} p where p.at >= ${since}
    ), moved as (
      select (select coalesce(sum(p.amount) filter (where ${isStake}), 0) from went p) as staked,
        (select coalesce(sum(p.amount), 0) from came p where ${isRefund} and exists (
          select from postings s where s.bid_id = p.bid_id and s.kind = 'stake' and s.at >= ${since})) as refunded,
        (select coalesce(sum(${amountFor('game')}), 0) from (
          select kind, amount from went union all select kind, amount from came) b) as lost
    )
    select (staked - refunded)::bigint as stake, lost::bigint as loss,
      (select coalesce(sum(r.amount), 0)::bigint from requests r
       where r.user_id = ${userId} and r.kind = 'deposit' and r.status <> 'rejected' and r.created_at >= ${since}) as deposit
    from moved`)
}

/**
 * The player's postings on this side after the last one that is an hour and more before it. Apart, so that the moment is no
 * reason to read all that the house posted since by the index of moments, which statistics from before make seem little.
 */
const latest = (side: Statement, userId: number, since: Date): Statement => sql`(
  select e.* from postings e where e.${side} = ${userId} and e.id > coalesce((
    select b.id from postings b where b.${side} = ${userId} and b.at < ${since}::timestamptz - interval '1 hour'
    order by b.id desc limit 1), 0) offset 0)`

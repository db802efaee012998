/** Deleted players hold nothing: what a later win or reversal leaves in such a wallet goes to the account `closed`. */
import { type Paise, paise } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { type Entry, post } from './post.ts'

type Facts = Pick<Entry, 'actor' | 'at' | 'drawId' | 'note'>

/** Closes this wallet, which its caller has locked, and writes out what is left in it. */
export async function closeWallet(db: Db, userId: number, facts: Facts): Promise<void> {
  await db.run(sql`update wallets set is_closed = true where user_id = ${userId}`)
  await closeOut(db, [userId], facts)
}

/** Brings these closed wallets to zero. Open wallets among them are left alone. */
export async function closeOut(db: Db, userIds: readonly number[], facts: Facts): Promise<void> {
  if (userIds.length === 0) return
  const rows = await db.many<{ user_id: number; balance: Paise }>(sql`
    select user_id, balance from wallets
    where user_id = any(${userIds}::bigint[]) and is_closed and balance <> 0 order by user_id`)
  if (rows.length === 0) return
  await post(db, ...rows.map((row) => closingOf(row.user_id, row.balance, facts)))
}

function closingOf(userId: number, balance: Paise, facts: Facts): Entry {
  const ends = balance > 0 ? { from: userId, to: 'closed' as const } : { from: 'closed' as const, to: userId }
  return { ...ends, kind: 'closing', amount: paise(Math.abs(balance)), ...facts }
}

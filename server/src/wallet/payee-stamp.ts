/** The stamp of a player's payee, written with the payee and with what is kept of its changes. */
import { judgeStamp, STAMPED, stampOf } from '../anchors/stamp.ts'
import { type Db, sql } from '../database/db.ts'

const read = (db: Db, userId: number) =>
  db.only<Record<'stamp' | 'fact', Buffer | null>>(sql`
    select u.payee_stamp as stamp, ${STAMPED.payees} as fact from users u where u.id = ${userId}`)

/**
 * Whether the payee, of a player who is locked, is as the server wrote it: only then may its next form be stamped, or a
 * change made in the database would be made right by the next one. A stamp of another server's key can't be judged.
 */
export async function isPayeeAsStamped(db: Db, userId: number): Promise<boolean> {
  if (db.stampKey === null) return true
  const { stamp, fact } = await read(db, userId)
  const verdict = fact && judgeStamp(db.stampKey, 'payees', { stamp, fact, payee: null })
  return verdict === 'right' || verdict === 'of another key'
}

/** Stamps the payee of a player who is locked as it is now. */
export async function stampPayee(db: Db, userId: number): Promise<void> {
  if (db.stampKey === null) return
  const { fact } = await read(db, userId)
  const stamp = fact && stampOf(db.stampKey, 'payees', { fact, payee: null })
  await db.run(sql`update users set payee_stamp = ${stamp} where id = ${userId}`)
}

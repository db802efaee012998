/** Players' phones: one device a player, the last they signed in with, and one player a device. */
import { type Db, nowOf, sql } from '../database/db.ts'
import { hashOf } from '../http/caller.ts'

/** The device is this player's from now on, and no other's. Another token is another device, never the same renamed. */
export async function rememberDevice(db: Db, userId: number, token: string): Promise<void> {
  const hash = hashOf(token)
  await db.run(sql`
    delete from push_devices where (user_id = ${userId} or token_hash = ${hash})
    and not (user_id = ${userId} and token_hash = ${hash})`)
  await db.run(sql`
    insert into push_devices (user_id, token, token_hash, since)
    values (${userId}, ${token}, ${hash}, ${nowOf(db)}) on conflict do nothing`)
}

export async function forgetDevice(db: Db, userId: number): Promise<void> {
  await db.run(sql`delete from push_devices where user_id = ${userId}`)
}

/** Players' phones: one device a player, the last they signed in with, and one player a device. */
import { type Db, nowOf, sql } from '../database/db.ts'
import { type Caller, hashOf } from '../http/caller.ts'

/**
 * The device is this player's from now on, and no other's. Another token is another device, never the same renamed. It is
 * kept with what its session was begun on.
 */
export async function rememberDevice(
  db: Db,
  { id: userId, tokenHash }: Pick<Caller, 'id'> & Partial<Pick<Caller, 'tokenHash'>>,
  token: string,
): Promise<void> {
  const hash = hashOf(token)
  const signedIn = sql`(select device_hash from sessions where token_hash = ${tokenHash ?? null})`
  await db.run(sql`
    with known as (
      update push_devices set device_hash = ${signedIn} where user_id = ${userId} and token_hash = ${hash}
    )
    delete from push_devices where (user_id = ${userId} or token_hash = ${hash})
    and not (user_id = ${userId} and token_hash = ${hash})`)
  await db.run(sql`
    insert into push_devices (user_id, token, token_hash, since, device_hash)
    values (${userId}, ${token}, ${hash}, ${nowOf(db)}, ${signedIn}) on conflict do nothing`)
}

export async function forgetDevice(db: Db, userId: number): Promise<void> {
  await db.run(sql`delete from push_devices where user_id = ${userId}`)
}

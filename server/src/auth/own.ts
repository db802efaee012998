/** What an administrator or a player who holds a session does to their own: ends it, ends the others, names the current password. */
import { msg } from '@munim/contract'
import { type Db, type Statement, sql } from '../database/db.ts'
import type { Caller, Owner } from '../http/caller.ts'
import { placeOf } from '../http/network.ts'
import { Refusal } from '../refusal.ts'
import { type Guarded, type Try, tryOnce } from './attempts.ts'
import { isPassword } from './password.ts'

export const ownedBy = ({ adminId, userId }: Owner): Statement =>
  adminId === undefined ? sql`user_id = ${userId}` : sql`admin_id = ${adminId}`

/** Who holds a session and names a secret of their own. */
export type Owning = Pick<Caller, 'id' | 'tokenHash' | 'address' | 'signal'>

/** Refuses (400) where it is not the current secret, in these words; who holds a session can't try without end, and strangers don't slow it. */
export async function checkCurrent(
  app: Guarded,
  secret: string,
  current: Pick<Try, 'by' | 'account' | 'key'> & { readonly hash: string },
  { tokenHash, address, signal }: Owning,
  wrong: string = msg('Current password is incorrect'),
): Promise<void> {
  const { hash, ...counted } = current
  const device = `session ${tokenHash.toString('hex')}`
  const visit = { ...counted, place: placeOf(address), device, isSignedIn: true, signal }
  await tryOnce(app, { ...visit, isKnownDevice: sql`true` }, async () => {
    if (!(await isPassword(secret, hash))) throw new Refusal(400, wrong)
  })
}

/** To the phone of a player that is signed out nothing is pushed. */
export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  const ended = await db.maybe<{ user_id: number | null; device_hash: Buffer | null }>(sql`
    delete from sessions where token_hash = ${tokenHash} returning user_id, device_hash`)
  if (ended?.user_id) await forgetPhone(db, ended.user_id, ended.device_hash)
}

/** Ends all sessions but this one, and forgets all devices but its own; of a player the phone, too. */
export async function endOtherSessions(db: Db, owner: Owner, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    delete from devices where ${ownedBy(owner)}
      and device_hash is distinct from (select device_hash from sessions where token_hash = ${tokenHash})`)
  await db.run(sql`delete from sessions where ${ownedBy(owner)} and token_hash <> ${tokenHash}`)
  if (owner.userId === undefined) return
  await db.run(sql`
    delete from push_devices where user_id = ${owner.userId}
      and device_hash is distinct from (select device_hash from sessions where token_hash = ${tokenHash})`)
}

/** Nothing is pushed to the player's phone any more where it is this device, whose session ended; nor where its device isn't known. */
export async function forgetPhone(db: Db, userId: number, device: Buffer | null): Promise<void> {
  await db.run(sql`
    delete from push_devices where user_id = ${userId} and (device_hash is null or device_hash = ${device})`)
}

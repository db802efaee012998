/** With which device and from where players and administrators signed in last: keyed hashes, which can be compared, not read. */
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import type { Owner } from '../http/caller.ts'
import type { Place } from '../http/network.ts'
import { suspectSignIn } from '../ledger/suspect.ts'
import { ownedBy } from './own.ts'

/** SQL: the keyed hash of a text; null of none. */
export const keyed = (text: string | undefined): Statement =>
  sql`sha256((select value from secrets where name = 'registrations') || convert_to(${text ?? null}::text, 'utf8'))`

interface SignIn {
  readonly owner: Owner
  readonly place: Place
  /** The hash of the device's value, in hex; and of the one that came along, of whatever account, where one did. */
  readonly device: string
  readonly presented: string | undefined
}

/** So many devices of one account are kept, those that another account signed in on last to go. */
export const DEVICES_KEPT = 50

/**
 * Keeps the sign-in, and writes down where a player and an administrator share the device or an address. A new device
 * has the mark of the one that came along: apps send what an earlier answer gave them.
 */
export async function keepSignIn(db: Db, { owner, place, device, presented }: SignIn): Promise<void> {
  const came = keyed(presented || device)
  const kept = await db.only<{ mark: Buffer; address_hash: Buffer | null; at: string }>(sql`
    insert into sign_ins (device_hash, mark, admin_id, user_id, address_hash, at)
    values (${keyed(device)}, coalesce((select mark from sign_ins where device_hash = ${came}), ${came}),
      ${owner.adminId ?? null}, ${owner.userId ?? null}, ${keyed(place.isOwn ? undefined : place.address)}, ${nowOf(db)})
    on conflict (device_hash) do update set address_hash = excluded.address_hash, at = excluded.at
    returning mark, address_hash, at`)
  const own = ownedBy(owner)
  await db.run(sql`
    delete from sign_ins where device_hash in (
      select device_hash from sign_ins where ${own}
      order by mark in (
        select mark from sign_ins where mark in (select mark from sign_ins where ${own}) and (${own}) is not true
      ) desc, at desc offset ${DEVICES_KEPT})`)
  await suspectSignIn(db, { ...owner, mark: kept.mark, address: kept.address_hash, at: kept.at })
}

/** The other players who signed in on a device of this one, as rows of `id`. */
export const playersOnDevicesOf = (userId: Statement): Statement => sql`
  select distinct o.user_id as id from sign_ins o
  where o.mark in (select m.mark from sign_ins m where m.user_id = ${userId}) and o.user_id <> ${userId}`

/** Whether this administrator has signed in, too, on the device that the session of this token was begun with. */
export async function isOnDeviceOf(db: Db, adminId: number, tokenHash: Buffer): Promise<boolean> {
  const session = await db.maybe<{ device: string | null }>(sql`
    select encode(device_hash, 'hex') as device from sessions where token_hash = ${tokenHash}`)
  if (!session?.device) return false
  const shared = await db.maybe<{ admin_id: number | null }>(sql`
    select o.admin_id from sign_ins m join sign_ins o on o.mark = m.mark
    where m.device_hash = ${keyed(session.device)} and o.admin_id = ${adminId} limit 1`)
  return shared !== undefined
}

/** Devices that have signed in with the password. Each has a value of its own, of which only the hash is stored. */
import { randomBytes } from 'node:crypto'
import { type Db, nowOf, sql } from '../database/db.ts'
import { type Caller, hashOf, type Owner } from '../http/caller.ts'
import type { Guard, Visit } from '../http/guard.ts'
import { placeOf } from '../http/network.ts'
import { keepSignIn } from './sign-ins.ts'

/** Who was right, on a device that is known or, where undefined, on a new one. */
export interface Recognised {
  readonly id: number
  readonly device: string | undefined
  readonly visit: Visit
  /** What is stored of the secret that was right. */
  readonly hash: string
}

/** From where a caller tries a password, and with which device. */
export const visitOf = (
  { address, signal }: Pick<Caller, 'address' | 'signal'>,
  device: string | undefined,
): Pick<Visit, 'place' | 'device' | 'signal'> => ({
  place: placeOf(address),
  device: device && hashOf(device).toString('hex'),
  signal,
})

/** The value of the device that signed in, which is kept with from where; a new device's is made. It does not wait for guesses of strangers, and on it a player's mpin is enough. */
export async function rememberDevice(
  db: Db,
  { device, visit }: Pick<Recognised, 'device' | 'visit'>,
  owner: Owner,
  { guard, onCommit }: { readonly guard: Guard } & Pick<Caller, 'onCommit'>,
): Promise<string> {
  const own = device ?? randomBytes(32).toString('base64url')
  const hash = hashOf(own)
  if (device === undefined) {
    await db.run(sql`
      insert into devices (device_hash, admin_id, user_id, created_at)
      values (${hash}, ${owner.adminId ?? null}, ${owner.userId ?? null}, ${nowOf(db)})`)
    onCommit.push(async () => guard.know({ ...visit, device: hash.toString('hex') }))
  }
  const signIn = { owner, place: visit.place, device: hash.toString('hex'), presented: visit.device }
  await keepSignIn(db, signIn)
  return own
}

/** How a player signs in: with a password or, on a known device, with the mpin. */
import { randomBytes } from 'node:crypto'
import type { api, Input } from '@munim/contract'
import { type Database, type Db, nowOf, sql } from '../database/db.ts'
import { hashOf } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { beginAttempt, passAttempt } from './attempts.ts'
import { isPassword, NOBODY } from './password.ts'

interface Known {
  readonly id: number
  readonly password_hash: string
  readonly mpin_hash: string
  readonly is_blocked: boolean
  readonly knows_device: boolean
}

/** The player's id and whether the device is known. Wrong words cost the same time as unknown numbers. */
export async function recognisePlayer(
  database: Database,
  { mobile, password, mpin, device }: Input<typeof api.player.login>,
  address: string,
): Promise<{ userId: number; knowsDevice: boolean }> {
  if (password === undefined && (mpin === undefined || device === undefined)) {
    throw new Refusal(
      400,
      'Password is required; an mpin only works on a device that signed in with the password',
    )
  }
  const attempt = await beginAttempt(database, { name: `player ${mobile}`, address })
  const known = await database.maybe<Known>(sql`
    select u.id, u.password_hash, u.mpin_hash, u.is_blocked or not u.status as is_blocked,
      exists (select from devices d where d.user_id = u.id and d.device_hash = ${hashOf(device ?? '')}) as knows_device
    from users u where u.mobile = ${mobile} and u.deleted_at is null`)
  const isRight =
    password !== undefined
      ? await isPassword(password, known?.password_hash ?? NOBODY)
      : await isPassword(mpin!, (known?.knows_device && known.mpin_hash) || NOBODY)
  if (!known || !isRight) throw new Refusal(401, 'Mobile or password is incorrect')
  await passAttempt(database, attempt)
  if (known.is_blocked) throw new Refusal(403, 'This account is blocked')
  return { userId: known.id, knowsDevice: known.knows_device }
}

/** A value that lets the mpin alone sign in from this device; kept as a hash. */
export async function rememberDevice(db: Db, userId: number): Promise<string> {
  const device = randomBytes(32).toString('base64url')
  await db.run(sql`
    insert into devices (device_hash, user_id, created_at) values (${hashOf(device)}, ${userId}, ${nowOf(db)})`)
  return device
}

/** How a player comes in: registering, and signing in with a password or, on a known device, with the mpin. */
import { randomBytes } from 'node:crypto'
import type { api, Input } from '@munim/contract'
import { beginAttempt, passAttempt } from '../auth/attempts.ts'
import { hashPassword, isPassword, NOBODY } from '../auth/password.ts'
import { type Database, type Db, fixedAt, nowOf, sql } from '../database/db.ts'
import { hashOf } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { approveUser } from '../users/change.ts'

export interface Registration {
  readonly user_name: string
  readonly mobile: string
  readonly referral: string | undefined
  readonly passwordHash: string
  readonly mpinHash: string
}

/** A new player with an empty wallet; approved at once only where the settings say so. Their id. */
export async function registerPlayer(db: Db, registration: Registration): Promise<number> {
  const { user_name, mobile, referral, passwordHash, mpinHash } = registration
  const at = await db.now()
  const settings = await db.only<{
    auto_verified: boolean
    maintenance: boolean
    maintenance_message: string
  }>(sql`
    select auto_verified, maintenance, maintenance_message from settings`)
  if (settings.maintenance)
    throw new Refusal(403, settings.maintenance_message || 'The platform is under maintenance')
  const made = await db.maybe<{ id: number }>(sql`
    insert into users (user_name, mobile, whatsapp, password_hash, mpin_hash, referred_by, created_at, updated_at)
    values (${user_name}, ${mobile}, ${mobile}, ${passwordHash}, ${mpinHash},
      (select id from users where mobile = ${referral ?? ''} and deleted_at is null), ${at}, ${at})
    on conflict (mobile) where deleted_at is null do nothing
    returning id`)
  if (!made) throw new Refusal(409, 'This mobile number is registered already')
  await db.run(sql`insert into wallets (user_id) values (${made.id})`)
  if (settings.auto_verified) await approveUser(fixedAt(db, at), { id: made.id, actor: 'auto' })
  return made.id
}

/** Both secrets as they are stored; the mpin is optional. */
export async function hashSecrets(password: string, mpin: string | undefined) {
  return { passwordHash: await hashPassword(password), mpinHash: mpin ? await hashPassword(mpin) : '' }
}

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

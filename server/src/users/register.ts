/** A new player registers in the app, or is made by tests and demonstration data. */
import { hashPassword } from '../auth/password.ts'
import { type Db, fixedAt, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'
import { checkMaintenance, type Maintenance } from '../settings/maintenance.ts'
import { approveUser } from './change.ts'

export interface Registration {
  readonly user_name: string
  readonly mobile: string
  readonly referral: string | undefined
  readonly passwordHash: string
  readonly mpinHash: string
}

/**
 * A new player with an empty wallet; approved at once only where the settings say so. Their id. `keep` writes down from
 * where they come: the bonuses of joining ask for it.
 */
export async function registerPlayer(
  db: Db,
  registration: Registration,
  keep?: (userId: number) => Promise<void>,
): Promise<number> {
  const { user_name, mobile, referral, passwordHash, mpinHash } = registration
  const at = await db.now()
  const settings = await db.only<Maintenance & { auto_verified: boolean }>(sql`
    select auto_verified, maintenance, maintenance_message from settings`)
  checkMaintenance(settings)
  const made = await db.maybe<{ id: number }>(sql`
    insert into users (user_name, mobile, whatsapp, password_hash, mpin_hash, referred_by, created_at, updated_at)
    values (${user_name}, ${mobile}, ${mobile}, ${passwordHash}, ${mpinHash},
      (select id from users where mobile = ${referral ?? ''} and deleted_at is null), ${at}, ${at})
    on conflict (mobile) where deleted_at is null do nothing
    returning id`)
  if (!made) throw new Refusal(409, 'This mobile number is registered already')
  await db.run(sql`insert into wallets (user_id) values (${made.id})`)
  await keep?.(made.id)
  if (settings.auto_verified) await approveUser(fixedAt(db, at), { id: made.id, actor: 'auto' })
  return made.id
}

/** Both secrets as they are stored; the mpin is optional. */
export async function hashSecrets(password: string, mpin: string | undefined) {
  return { passwordHash: await hashPassword(password), mpinHash: mpin ? await hashPassword(mpin) : '' }
}

/** A player's own account as the player app shows it, and whether it may act now. */
import type { Answer, api } from '@munim/contract'
import { fieldsFor, isFlag } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'
import { checkMaintenance, type Maintenance } from '../settings/maintenance.ts'
import { storedFields } from './queries.ts'

type Player = Answer<typeof api.player.me>['data']
type Preferences = Answer<typeof api.player.preferences>['data']

export async function findPlayer(db: Db, id: number): Promise<Player | undefined> {
  return db.maybe<Player>(sql`
    select u.id, u.user_name, u.mobile, w.balance / 100.0::float8 as wallet, u.is_approved as "isApproved",
      u.betting, u.transfer, u.created_at as "createdAt"
    from users u join wallets w on w.user_id = u.id where u.id = ${id} and u.deleted_at is null`)
}

const OWN_FLAGS = fieldsFor('by player').filter(isFlag)

export function readPreferences(db: Db, id: number): Promise<Preferences> {
  return db.only<Preferences>(sql`select ${storedFields(OWN_FLAGS)} from users u where id = ${id}`)
}

/**
 * Refuses while the platform is under maintenance or the account is blocked. Until the transaction ends the player is
 * neither blocked nor deleted beside it: what it writes would be left behind.
 */
export async function checkActive(db: Db, id: number): Promise<void> {
  const state = await db.only<Maintenance & { is_active: boolean }>(sql`
    select u.status and not u.is_blocked and u.deleted_at is null as is_active, s.maintenance, s.maintenance_message
    from users u cross join settings s where u.id = ${id} for no key update of u`)
  checkMaintenance(state)
  if (!state.is_active) throw new Refusal(403, 'This account is blocked')
}

/** Whether a player may move an amount: flags of the player, and limits and maintenance of the settings. */
import { inRupees, type Paise, paise, readRupees, type Time } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'
import { checkMaintenance, type Maintenance } from '../settings/maintenance.ts'

type Act = 'deposit' | 'withdraw' | 'transfer'

/** Times of day in India. */
type Rules = Maintenance &
  Record<'is_active' | 'is_approved' | 'transfer', boolean> &
  Record<'balance' | `${Act}_min` | `${Act}_max`, Paise> &
  Record<'withdraw_open' | 'withdraw_close', Time>

export interface Moving {
  readonly userId: number
  /** Rupees, as they came. */
  readonly amount: number
}

/** The amount in paise, where this player may move so much in this way now. */
export async function checkAmount(db: Db, act: Act, { userId, amount }: Moving): Promise<Paise> {
  return amountWithin(await readRules(db, userId), act, amount)
}

/** The same where the rules are read already. */
export function amountWithin(rules: Rules, act: Act, amount: number): Paise {
  checkMaintenance(rules)
  if (!rules.is_active) throw new Refusal(403, 'This account is blocked')
  if (!rules.is_approved) throw new Refusal(403, 'This account is not approved yet')
  const asked = readRupees(amount)
  if (!asked || asked < 0) throw new Refusal(400, 'Please enter a valid amount')
  const least = rules[`${act}_min`]
  const most = rules[`${act}_max`]
  if (asked < least || asked > most)
    throw new Refusal(400, 'Amount must be {least} to {most}', {
      values: { least: inRupees(paise(least)), most: inRupees(paise(most)) },
    })
  return asked
}

export async function readRules(db: Db, userId: number): Promise<Rules> {
  return db.only<Rules>(sql`
    select u.status and not u.is_blocked and u.deleted_at is null as is_active, u.is_approved, u.transfer, w.balance,
      s.maintenance, s.maintenance_message, s.deposit_min, s.deposit_max, s.withdraw_min, s.withdraw_max,
      s.withdraw_open, s.withdraw_close, s.transfer_min, s.transfer_max
    from users u join wallets w on w.user_id = u.id cross join settings s where u.id = ${userId}`)
}

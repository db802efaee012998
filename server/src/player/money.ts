/** What a player may do with money: the flags and limits of the settings, held by the database's clock after the locks. */
import {
  inRupees,
  isBetween,
  type Paise,
  paise,
  readRupees,
  referenceOf,
  type Time,
  timeOf,
} from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { lockWallets, post } from '../ledger/post.ts'
import { found, Refusal } from '../refusal.ts'
import { creditConfirmed } from '../wallet/confirmations.ts'
import { requestDeposit, requestWithdrawal } from '../wallet/requests.ts'

/** Bounds in paise, times of day in India. */
interface Rules {
  readonly is_active: boolean
  readonly is_approved: boolean
  readonly transfer: boolean
  readonly maintenance: boolean
  readonly maintenance_message: string
  readonly deposit_min: Paise
  readonly deposit_max: Paise
  readonly withdraw_min: Paise
  readonly withdraw_max: Paise
  readonly withdraw_open: Time
  readonly withdraw_close: Time
  readonly transfer_min: Paise
  readonly transfer_max: Paise
}

type Act = 'deposit' | 'withdraw' | 'transfer'

export interface Moving {
  readonly userId: number
  /** Rupees, as they came. */
  readonly amount: number
}

/** The request's id. What the payment provider has confirmed already is credited at once. */
export async function askForDeposit(
  db: Db,
  { userId, amount, transferType, refId }: Moving & { transferType: string; refId: string },
): Promise<number> {
  const asked = await checkAmount(db, 'deposit', { userId, amount })
  const id = await requestDeposit(db, { userId, amount: asked, transferType, refId })
  await creditConfirmed(db, referenceOf(refId))
  return id
}

/** The request's id. The money is held at once; refused outside the hours of the settings. */
export async function askForWithdrawal(
  db: Db,
  { userId, amount, transferType }: Moving & { transferType: string },
): Promise<number> {
  await lockWallets(db, [userId])
  const asked = await checkAmount(db, 'withdraw', { userId, amount })
  const { withdraw_open: open, withdraw_close: close } = await readRules(db, userId)
  if (!isBetween(timeOf(await db.now()), open, close)) {
    throw new Refusal(403, `Withdrawals can be requested from ${open} to ${close}`)
  }
  return requestWithdrawal(db, { userId, amount: asked, transferType })
}

/** Sends points to the player of this mobile; the sender's wallet afterwards, in paise. */
export async function transferTo(db: Db, mobile: string, { userId, amount }: Moving): Promise<Paise> {
  const receiver = found(await findReceiver(db, mobile), 'There is no player with this mobile number')
  if (receiver.id === userId) throw new Refusal(400, 'A transfer needs another player')
  await lockWallets(db, [userId, receiver.id])
  const sent = await checkAmount(db, 'transfer', { userId, amount })
  const { transfer } = await readRules(db, userId)
  if (!transfer) throw new Refusal(403, 'Transfers are switched off for this account')
  const { is_active, is_approved } = await readRules(db, receiver.id)
  if (!is_active || !is_approved) throw new Refusal(409, 'This player cannot receive a transfer now')
  const actor = `player:${userId}`
  const left = await post(db, { kind: 'transfer', from: userId, to: receiver.id, amount: sent, actor })
  return left.get(userId)!
}

export function findReceiver(db: Db, mobile: string): Promise<{ id: number } | undefined> {
  return db.maybe(sql`select id from users where mobile = ${mobile} and deleted_at is null`)
}

/** The amount in paise, where this player may move so much in this way now. */
async function checkAmount(
  db: Db,
  act: Act,
  { userId, amount }: { userId: number; amount: number },
): Promise<Paise> {
  const rules = await readRules(db, userId)
  if (rules.maintenance)
    throw new Refusal(403, rules.maintenance_message || 'The platform is under maintenance')
  if (!rules.is_active) throw new Refusal(403, 'This account is blocked')
  if (!rules.is_approved) throw new Refusal(403, 'This account is not approved yet')
  const asked = readRupees(amount)
  if (!asked || asked < 0) throw new Refusal(400, 'Please enter a valid amount')
  const least = rules[`${act}_min`]
  const most = rules[`${act}_max`]
  if (asked < least || asked > most) {
    throw new Refusal(400, `Amount must be ${inRupees(paise(least))} to ${inRupees(paise(most))}`)
  }
  return asked
}

async function readRules(db: Db, userId: number): Promise<Rules> {
  return db.only<Rules>(sql`
    select u.status and not u.is_blocked and u.deleted_at is null as is_active, u.is_approved, u.transfer,
      s.maintenance, s.maintenance_message, s.deposit_min, s.deposit_max, s.withdraw_min, s.withdraw_max,
      s.withdraw_open, s.withdraw_close, s.transfer_min, s.transfer_max
    from users u cross join settings s where u.id = ${userId}`)
}

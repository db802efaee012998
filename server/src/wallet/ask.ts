/** A player asks for a deposit or a withdrawal, within the limits; both wait for an administrator's decision. */
import { msg } from '@munim/contract'
import { isBetween, referenceOf, timeOf } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { lockWallets } from '../ledger/post.ts'
import { checkDeposit } from '../protection/check.ts'
import { Refusal } from '../refusal.ts'
import { creditConfirmed } from './confirmations.ts'
import { amountWithin, checkAmount, type Moving, readRules } from './limits.ts'
import { checkPayeeWait, checkSignInWait } from './marks.ts'
import { lockReference, type RequestKind, requestDeposit, requestWithdrawal } from './requests.ts'
import { checkTurnover } from './turnover.ts'

/** A player's deposits that wait are at most so many, and so are the withdrawals: one player alone fills no queue. */
const PENDING_AT_MOST = 100

/** The request's id. What the payment provider has confirmed already is credited at once. */
export async function askForDeposit(
  db: Db,
  { userId, amount, transferType, refId }: Moving & { transferType: string; refId: string },
): Promise<number> {
  const key = await lockReference(db, referenceOf(refId))
  await lockWallets(db, [userId])
  const asked = await checkAmount(db, 'deposit', { userId, amount })
  await checkDeposit(db, { userId, amount: asked })
  await checkPending(db, userId, 'deposit')
  const id = await requestDeposit(db, { userId, amount: asked, transferType, refId })
  if (key !== undefined) await creditConfirmed(db, key)
  return id
}

/** Of a player whose wallet is locked. */
async function checkPending(db: Db, userId: number, kind: RequestKind): Promise<void> {
  const { pending } = await db.only<{ pending: number }>(sql`
    select count(*) as pending from requests
    where user_id = ${userId} and kind = ${kind} and status = 'pending'`)
  if (pending < PENDING_AT_MOST) return
  const sentence =
    kind === 'deposit'
      ? msg('{count} of your deposits wait for a decision. You can ask again once one is decided.')
      : msg('{count} of your withdrawals wait for a decision. You can ask again once one is decided.')
  throw new Refusal(429, sentence, { values: { count: PENDING_AT_MOST }, retryAfterSeconds: 60 * 60 })
}

/** The request's id. The money is held at once; refused outside the hours of the settings, and before what they ask for. */
export async function askForWithdrawal(
  db: Db,
  { userId, amount, transferType }: Moving & { transferType: string },
): Promise<number> {
  // The payee stays as it is from the look at the wait after a change to its copy in the request.
  await db.run(sql`select from users where id = ${userId} for no key update`)
  await lockWallets(db, [userId])
  const rules = await readRules(db, userId)
  const asked = amountWithin(rules, 'withdraw', amount)
  const { withdraw_open: open, withdraw_close: close } = rules
  if (!isBetween(timeOf(await db.now()), open, close))
    throw new Refusal(403, 'Withdrawals can be requested from {open} to {close}', { values: { open, close } })
  await checkPayeeWait(db, userId)
  await checkSignInWait(db, userId)
  await checkTurnover(db, userId)
  await checkPending(db, userId, 'withdraw')
  return requestWithdrawal(db, { userId, amount: asked, transferType })
}

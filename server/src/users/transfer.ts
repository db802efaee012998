/** A player sends points to another player. */
import { BELOW_WALLET } from '@munim/contract'
import type { Paise } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { checkOften, OFTEN } from '../http/often.ts'
import { lockWallets, post } from '../ledger/post.ts'
import { suspectSentOn } from '../ledger/suspect.ts'
import { found, Refusal } from '../refusal.ts'
import { checkAmount, type Moving, readRules } from '../wallet/limits.ts'
import { checkSignInWait } from '../wallet/marks.ts'
import { checkTurnoverKept } from '../wallet/turnover.ts'
import { lockUser } from './change.ts'

/** Sends points to the player of this mobile; the sender's wallet afterwards, in paise. */
export async function transferTo(db: Db, mobile: string, { userId, amount }: Moving): Promise<Paise> {
  // Who may send nothing learns of no number whether it is a player's.
  const sent = await checkSender(db, { userId, amount })
  // The sender's transfers and withdrawals wait for each other. What is refused holds no receiver's wallet meanwhile.
  await lockUser(db, userId)
  await checkTransfersOften(db, userId)
  await checkSignInWait(db, userId)
  const receiver = found(await findReceiver(db, mobile), 'There is no player with this mobile number')
  if (receiver.id === userId) throw new Refusal(400, 'A transfer needs another player')
  await checkTurnoverKept(db, userId, sent)
  await lockWallets(db, [userId, receiver.id])
  await checkSender(db, { userId, amount })
  const { is_active, is_approved } = await readRules(db, receiver.id)
  if (!is_active || !is_approved) throw new Refusal(409, 'This player cannot receive a transfer now')
  const actor = `player:${userId}`
  const left = await post(db, { kind: 'transfer', from: userId, to: receiver.id, amount: sent, actor })
  await suspectSentOn(db, userId)
  return left.get(userId)!
}

/** The amount in paise, where this player may send so much now. */
async function checkSender(db: Db, { userId, amount }: Moving): Promise<Paise> {
  const sent = await checkAmount(db, 'transfer', { userId, amount })
  const { transfer, balance } = await readRules(db, userId)
  if (!transfer) throw new Refusal(403, 'Transfers are switched off for this account')
  if (sent > balance) throw new Refusal(409, BELOW_WALLET)
  return sent
}

/** Of the hour's postings of all players the first is found by their moments: this player's from it on have an index. */
const checkTransfersOften = (db: Db, userId: number) =>
  checkOften(
    db,
    OFTEN.transfers,
    sql`select p.at from postings p where p.from_user = ${userId} and p.kind = 'transfer' and p.id >= (
        select o.id from postings o
        where o.from_user is not null and o.at > ${nowOf(db)} - make_interval(hours => ${OFTEN.transfers.hours})
        order by o.at, o.id limit 1)
      order by p.id desc`,
  )

export function findReceiver(db: Db, mobile: string): Promise<{ id: number } | undefined> {
  return db.maybe(sql`select id from users where mobile = ${mobile} and deleted_at is null`)
}

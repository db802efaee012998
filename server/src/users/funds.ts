/** The administrator's own deposits and withdrawals: Add Funds and Deduct Funds. */
import { type Paise, readRupees } from '@munim/core'
import type { Db } from '../database/db.ts'
import { withoutPersonal } from '../http/personal.ts'
import { lockWallets, post } from '../ledger/post.ts'
import { Refusal } from '../refusal.ts'
import { checkUser } from './queries.ts'

export interface Funds {
  readonly userId: number
  /** Rupees, as they came. */
  readonly amount: number
  readonly note: string | undefined
  readonly actor: string
}

/** The wallet it leaves, in paise. */
export async function moveFunds(db: Db, kind: 'fund_add' | 'fund_deduct', funds: Funds): Promise<Paise> {
  const { userId, actor } = funds
  const amount = readRupees(funds.amount)
  if (!amount || amount < 0) throw new Refusal(400, 'Please enter a valid amount')
  await lockWallets(db, [userId])
  await checkUser(db, userId)
  const ends =
    kind === 'fund_add' ? ({ from: 'cash', to: userId } as const) : ({ from: userId, to: 'cash' } as const)
  const typed = await withoutPersonal(db, userId, funds.note ?? '')
  const note = typed || (kind === 'fund_add' ? 'Added by admin' : 'Deducted by admin')
  const balances = await post(db, { kind, ...ends, amount, actor, note })
  return balances.get(userId)!
}

/** What the audit keeps of a changed player: flags as they are, personal fields only as fingerprints. */
import { type Answer, type api, BELOW_WALLET, MPIN_MASK } from '@munim/contract'
import { isFlag, type Paise, type PlayerField, paise, readRupees, rupeesOf } from '@munim/core'
import type { Db } from '../database/db.ts'
import type { Foreseen } from '../http/second.ts'
import { changeOf, fingerprint, type Trace } from '../http/trail.ts'
import { Refusal } from '../refusal.ts'
import type { Changes } from './change.ts'

type User = Answer<typeof api.users.get>['data']

export function fieldsChanged(before: User, { password, mpin, ...plain }: Changes): string[] {
  return [
    ...Object.keys(changeOf(before, plain).after),
    ...Object.keys(secretsIn(before, { password, mpin })),
  ]
}

/** What was sent, and what follows from it: another mobile is not verified, unless it is said to be. */
export function withVerified({ mobile, verified }: User, changes: Changes): Changes {
  const isOther = changes.mobile !== undefined && changes.mobile !== mobile
  return isOther && verified && changes.verified === undefined ? { ...changes, verified: false } : changes
}

const secretsIn = (before: User, { password, mpin }: Pick<Changes, 'password' | 'mpin'>) => ({
  ...(password !== undefined && { password: 'changed' }),
  ...(mpin !== undefined && mpin !== MPIN_MASK && mpin !== before.mpin && { mpin: 'changed' }),
})

export async function traceOf(db: Db, before: User, sent: Changes) {
  const { password, mpin, ...plain } = sent
  const change = changeOf(before, plain)
  const secrets = secretsIn(before, { password, mpin })
  return {
    before: await masked(db, change.before),
    after: { ...(await masked(db, change.after)), ...secrets },
  }
}

/** Add Funds or Deduct Funds: what was added in rupees (less than 0: taken), and the wallet it left in paise. */
export function traceOfFunds(id: number, change: number, left: Paise): Trace {
  const before = rupeesOf(paise(left - (readRupees(change) ?? 0)))
  return { subject: 'user', id, before: { wallet: before }, after: { wallet: rupeesOf(left) } }
}

/** The same as it would be now, for who confirms it. */
export function foreseeFunds(
  user: Pick<User, 'id' | 'user_name' | 'wallet'>,
  change: number,
  note = '',
): Foreseen {
  const left = paise(readRupees(user.wallet)! + readRupees(change)!)
  if (left < 0) throw new Refusal(409, BELOW_WALLET)
  const { after = {}, ...trace } = traceOfFunds(user.id, change, left)
  const amount = paise(Math.abs(readRupees(change)!))
  return {
    ...trace,
    after: { ...after, ...(note && { note }) },
    moving: ['wallet'],
    name: user.user_name,
    limits: ['funds'],
    amount,
  }
}

export const traceOfRemoval = (id: number): Trace => ({ subject: 'user', id, after: { deleted: true } })

/** All but flags is personal. An empty text says only that there was none. */
async function masked(db: Db, fields: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const marks = Object.entries(fields).map(async ([name, value]) => {
    const isShown = isFlag(name as PlayerField) || value === ''
    return [name, isShown ? value : await fingerprint(db, String(value))] as const
  })
  return Object.fromEntries(await Promise.all(marks))
}

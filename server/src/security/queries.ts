/** The limits above which acts wait for a second person, in rupees as the calls have them. */
import { AMOUNT_NAMES, type Amount, type Answer, type api, type Input } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'
import { readLimits } from '../http/second.ts'

type Security = Answer<typeof api.security.get>['data']

/** `lock` holds them against other saves until the transaction ends. */
export async function readSecurity(db: Db, lock: 'lock' | 'read' = 'read'): Promise<Security> {
  if (lock === 'lock') await db.run(sql`select from security for no key update`)
  const limits = await readLimits(db)
  const rupees = AMOUNT_NAMES.map((name) => [name, limits[name] === null ? null : limits[name] / 100])
  return { ...limits, ...Object.fromEntries(rupees) }
}

/** Writes those that are sent; the others stay as they are, read under a lock. */
export async function writeSecurity(db: Db, before: Security, sent: Input<typeof api.security.update>) {
  const { hours, rates, payee, ...amounts } = { ...before, ...sent }
  const paiseOf = (name: Amount) => {
    const rupees = amounts[name] ?? null
    return rupees === null ? null : rupees * 100
  }
  await db.run(sql`
    update security set funds = ${paiseOf('funds')}, deposits = ${paiseOf('deposits')},
      withdrawals = ${paiseOf('withdrawals')}, losses = ${paiseOf('losses')}, reverts = ${paiseOf('reverts')},
      rates = ${rates}, payee = ${payee}, hours = ${hours}`)
}

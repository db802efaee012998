/** Whether the books agree: every law of money and the chain of the audit, checked against all that is written. */
import { allOf } from '../database/all-of.ts'
import type { Db } from '../database/db.ts'
import { checkChain } from './chain.ts'
import { checkBids } from './verify-bids.ts'
import { checkGuards } from './verify-guards.ts'
import { countPostings, type Law } from './verify-law.ts'
import { checkRequests } from './verify-requests.ts'
import { checkRoles } from './verify-roles.ts'
import { checkWallets } from './verify-wallets.ts'
import { checkWins } from './verify-wins.ts'

export type { Law } from './verify-law.ts'

/**
 * Every law with what differs from it, as the transaction it is called in sees the books; they agree where none has a
 * difference. The longest of the checks come first.
 */
export async function checkBooks(db: Db): Promise<Law[]> {
  const counted = countPostings(db)
  const checks = [
    checkWallets(db, counted),
    checkBids(db, counted),
    checkWins(db, counted),
    checkRequests(db, counted),
    checkChain(db),
    checkGuards(db),
    checkRoles(db),
  ]
  return (await allOf(checks)).flat()
}

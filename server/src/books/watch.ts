/** Looks after the books for as long as the server runs. What is checked, and when, is in check.ts and due.ts. */
import type { Anchors } from '../anchors/folder.ts'
import type { OnBackend } from '../database/backend.ts'
import type { Database } from '../database/db.ts'
import { readDueSchema } from '../database/schema.ts'
import type { Log } from '../http/busy.ts'
import { type Loop, startCancellable } from '../loop.ts'
import { checkWhenDue } from './check.ts'

const FIRST_LOOK_MS = 1_000
const LOOK_EVERY_MS = 10_000

/**
 * Each server asks every ten seconds whether a check is due; the first to find one due makes it. Stopped, it ends a check
 * that is under way, which then leaves no row.
 */
export function watchBooks(database: Database, log: Pick<Log, 'error'>, anchors?: Anchors): Loop {
  readDueSchema() // Before the first proof the next release may lie in this one's folder.
  const checkIfDue = async (onBackend: OnBackend) => {
    const proof = await checkWhenDue(database, onBackend, anchors)
    if (proof && proof.differences.length > 0) log.error(proof, 'The books do not agree.')
  }
  return startCancellable(database, checkIfDue, {
    everyMs: LOOK_EVERY_MS,
    firstMs: FIRST_LOOK_MS,
    onFailed: (err) => log.error({ err }, 'The books could not be checked.'),
  })
}

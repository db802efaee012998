/** A search of requests: by their player, their number, a payment's reference, or the UTR that a payout was approved with. */
import { meaningsOf, referenceOf, UTR_NOTE } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { findPayees, isMost, type RowsFound, requestsFound } from '../database/searched.ts'
import { idOf } from '../database/typed.ts'
import type { RequestKind } from './requests.ts'

/** Letters and figures: what is shorter is in a great many references, and is none that a person looks for. */
const PART_MIN = 6

export async function findRequests(db: Db, kind: RequestKind, search: string): Promise<RowsFound> {
  const typed = meaningsOf(search)
  const players = await findPayees(db, typed)
  const written = referenceOf(search)
  const parts =
    written.replace(/[^A-Z0-9]/g, '').length < PART_MIN
      ? sql``
      : sql`union select id from requests where id in ${requestsFound(search)}`
  // The list asks for its kind, too: here it spares a list of withdrawals the ids of all deposits that a part is in.
  const named = await db.many<{ id: number }>(sql`
    select r.id from requests r where r.kind = ${kind} and r.id in (
      select id from requests where id = ${idOf(typed, 'request')}
      union select id from requests
      where ref_key <> '' and ref_key = reference_key(${written}) and reference_key(${written}) <> ''
      union select id from requests where ${isPaidAs(sql`${written}::text`)}
      ${parts})`)
  return { players, ids: named.map(({ id }) => id), isMost: isMost(players) }
}

/**
 * SQL: a payout was approved with this UTR, which its note begins with; the index requests_paid_as is over this very
 * expression.
 */
export const isPaidAs = (written: Statement) => sql`(
  kind = 'withdraw' and status = 'completed' and note <> ''
    and reference_key(split_part(note, ${sql.lit(UTR_NOTE.between)}, 1)) = reference_key(${written})
    and reference_key(${written}) <> '')`

/** Deletes what is past its time to keep. Facts (postings, bids, declarations, requests, the audit) are kept for good. */
import { type Database, nowOf, sql } from './db.ts'

/** Of each table the moment that counts, and for how many days after it a row is kept. docs/operating.md tells them, too. */
export const KEPT_DAYS = {
  answers: ['at', 2], // a repeated call is recognised for 24 hours
  attempts: ['at', 31], // an address that signed in within 30 days counts for the next try
  registrations: ['at', 31],
  sessions: ['expires_at', 1],
  devices: ['created_at', 400],
  sign_ins: ['at', 400],
  mobile_codes: ['at', 2], // five are sent in 24 hours
  act_sums: ['at', 2], // what an administrator did alone counts on its day
  open_cases: ['at', 1], // half a minute counts
  seen_alerts: ['at', 31], // what is not mended for a month is told again
  alert_messages: ['found_at', 31],
} as const satisfies Readonly<Record<string, readonly [moment: string, days: number]>>

/** So many rows a statement: what else writes these tables waits for a moment only. */
const AT_ONCE = 5_000

/** Several servers may purge at once: a row that another is deleting is skipped. */
export async function purge(database: Database, signal?: AbortSignal): Promise<void> {
  for (const [table, [moment, days]] of Object.entries(KEPT_DAYS)) {
    const [from, column] = [sql.ref(table), sql.ref(moment)]
    let deleted: number
    do {
      deleted = await database.run(sql`
        delete from ${from} where ctid = any(array(
          select ctid from ${from} where ${column} < ${nowOf(database)} - make_interval(days => ${days})
          limit ${AT_ONCE} for update skip locked))`)
    } while (deleted === AT_ONCE && !signal?.aborted)
  }
}

/** How often a player may do themself what is kept for good and costs nothing. An administrator may without end. */
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { tooMany } from './guard.ts'

interface Often {
  readonly atMost: number
  readonly hours: number
}

export const OFTEN = {
  /** A payee's stamp reads all its changes. */
  payee: { atMost: 30, hours: 24 },
  play: { atMost: 100, hours: 24 },
  transfers: { atMost: 100, hours: 1 },
} as const satisfies Readonly<Record<string, Often>>

/**
 * Refuses one more within these hours. `moments`: SQL of when it was done, as rows of `at`, the latest first. The player is
 * locked: two at once are counted.
 */
export async function checkOften(db: Db, { atMost, hours }: Often, moments: Statement): Promise<void> {
  const within = sql`make_interval(hours => ${hours})`
  const full = await db.maybe<{ seconds: number }>(sql`
    select greatest(1, ceil(extract(epoch from m.at + ${within} - ${nowOf(db)})))::int as seconds
    from (${moments} offset ${atMost - 1} limit 1) m where m.at > ${nowOf(db)} - ${within}`)
  if (full) throw tooMany(full.seconds)
}

/** Saving limits on numbers: those of one scope are replaced as a whole, and the audit keeps what changed. */
import type { api, Input } from '@munim/contract'
import { type Day, inRupees, labelOf, type NumberLimit, readRupees } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { changeOf, type Trace } from '../http/trail.ts'

interface Saving {
  /** Null: every market. */
  readonly marketId: number | null
  /** Null: every day. */
  readonly day: Day | null
  /** In rupees, one a game. */
  readonly limits: Input<typeof api.risk.saveLimits>['limits']
  readonly actor: string
}

/** Two that save at once go one after the other. */
export async function saveLimits(db: Db, { marketId, day, limits, actor }: Saving): Promise<Trace> {
  await db.run(sql`select pg_advisory_xact_lock(${LOCKS.limits}::int, 0)`)
  const before = await db.many<NumberLimit>(sql`
    delete from number_limits
    where market_id is not distinct from ${marketId}::int and market_date is not distinct from ${day}::date
    returning game, amount, refuses`)
  const now = limits.map((limit) => ({ ...limit, amount: readRupees(limit.amount)! }))
  await db.run(sql`
    insert into number_limits (market_id, market_date, game, amount, refuses, actor, set_at)
    select ${marketId}::int, ${day}::date, l.game, l.amount, l.refuses, ${actor}, n.at
    from unnest(${now.map(({ game }) => game)}::text[], ${now.map(({ amount }) => amount)}::bigint[],
      ${now.map(({ refuses }) => refuses)}::bool[]) as l (game, amount, refuses), (select ${nowOf(db)} as at) n`)
  return {
    subject: marketId === null ? 'settings' : 'market',
    id: marketId === null ? 'limits on numbers' : [marketId, day].filter((each) => each !== null).join(' '),
    ...changeOf(inAudit(before), { ...inAudit(before, null), ...inAudit(now) }),
  }
}

/** As the audit keeps them: `{"Jodi": "₹5,000, refused"}`; null for what is gone. */
function inAudit(limits: readonly NumberLimit[], gone?: null): Record<string, string | null> {
  return Object.fromEntries(
    limits.map(({ game, amount, refuses }) => [
      game === null ? 'A panna in all' : labelOf(game),
      gone === null ? null : `${inRupees(amount)}, ${refuses ? 'refused' : 'warned'}`,
    ]),
  )
}

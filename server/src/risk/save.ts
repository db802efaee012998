/** Saving limits on numbers: those of one scope are given as a whole, what changes is written, and the audit keeps it. */
import { type api, type Input, t } from '@munim/contract'
import {
  type Day,
  inRupees,
  labelOf,
  limitsOfDraw,
  type NumberLimit,
  readRupees,
  type ScopedLimit,
} from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { changeOf, type Trace } from '../http/trail.ts'
import { suspectLoweredGuard } from '../ledger/suspect.ts'
import { madeFromOld } from '../refusal.ts'

type Sent = Input<typeof api.risk.saveLimits>

interface Saving {
  /** Null: every market. */
  readonly marketId: number | null
  /** Null: every day. */
  readonly day: Day | null
  /** In rupees, one a game. */
  readonly limits: Sent['limits']
  readonly basedOn?: Sent['basedOn']
  readonly actor: string
}

/** Two that save at once go one after the other. A limit that stays keeps who set it, and when. */
export async function saveLimits(db: Db, { marketId, day, limits, basedOn, actor }: Saving): Promise<Trace> {
  await db.run(sql`select pg_advisory_xact_lock(${LOCKS.limits}::int, 0)`)
  const isThere = sql`
    market_id is not distinct from ${marketId}::int and market_date is not distinct from ${day}::date`
  const before = await db.many<NumberLimit>(sql`
    select game, amount, refuses from number_limits where ${isThere} order by game nulls first`)
  const held = await readHolding(db, { marketId, day })
  const now = inPaise(limits)
  checkBase(before, basedOn && inPaise(basedOn))
  const sent = sql`unnest(${now.map(({ game }) => game)}::text[], ${now.map(({ amount }) => amount)}::bigint[],
    ${now.map(({ refuses }) => refuses)}::bool[]) as l (game, amount, refuses)`
  await db.run(sql`
    delete from number_limits n where ${isThere} and not exists (select from ${sent}
      where l.game is not distinct from n.game and (l.amount, l.refuses) = (n.amount, n.refuses))`)
  await db.run(sql`
    insert into number_limits (market_id, market_date, game, amount, refuses, actor, set_at)
    select ${marketId}::int, ${day}::date, l.game, l.amount, l.refuses, ${actor}, ${nowOf(db)} from ${sent}
    on conflict on constraint number_limits_once do nothing`)
  const holding = await readHolding(db, { marketId, day })
  for (const guard of held) {
    const left = holding.find(({ game }) => game === guard.game)
    if (left && left.amount <= guard.amount && (left.refuses || !guard.refuses)) continue
    const [[name, was]] = Object.entries(inAudit([guard])) as [[string, string]]
    const is = left ? inAudit([left])[name]! : null
    const at = await db.now()
    await suspectLoweredGuard(db, { guard: name, before: was, now: is, market: marketId, day, actor, at })
  }
  return {
    subject: marketId === null ? 'settings' : 'market',
    id: marketId === null ? 'limits on numbers' : [marketId, day].filter((each) => each !== null).join(' '),
    ...changeOf(inAudit(before), { ...inAudit(before, null), ...inAudit(now) }),
  }
}

/** What holds in this scope, of each game the narrowest: a limit of a day takes the place of the market's or the house's. */
async function readHolding(db: Db, scope: Pick<Saving, 'marketId' | 'day'>): Promise<ScopedLimit[]> {
  const all = await db.many<ScopedLimit>(sql`
    select game, amount, refuses, market_id, market_date from number_limits
    where (market_id is null or market_id = ${scope.marketId}::int) and (market_date is null or market_date = ${scope.day}::date)`)
  return limitsOfDraw(all, scope)
}

const inPaise = (limits: Sent['limits']): NumberLimit[] =>
  limits.map((limit) => ({ ...limit, amount: readRupees(limit.amount)! }))

function checkBase(before: readonly NumberLimit[], basedOn: readonly NumberLimit[] | undefined): void {
  if (basedOn === undefined) return
  const [there, read] = [inWords(before), inWords(basedOn)]
  const changed = [...new Set([...there.keys(), ...read.keys()])].filter(
    (game) => there.get(game) !== read.get(game),
  )
  if (changed.length === 0) return
  const stored = changed.map((game) => `${game} ${there.get(game) ?? t('No limit')}`).join(' · ')
  throw madeFromOld(
    t(
      'Another administrator set limits here meanwhile: {stored}. Save again to replace those that you typed.',
      { stored },
    ),
  )
}

/** As who sets them reads them: 'Jodi' is '₹5,000, Refuse'. */
const inWords = (limits: readonly NumberLimit[]): ReadonlyMap<string, string> =>
  new Map(
    limits.map(({ game, amount, refuses }) => [
      game === null ? t('A panna, all games') : t(labelOf(game)),
      `${inRupees(amount)}, ${refuses ? t('Refuse') : t('Warn')}`,
    ]),
  )

/** As the audit keeps them: `{"Jodi": "₹5,000, refused"}`; null for what is gone. */
function inAudit(limits: readonly NumberLimit[], gone?: null): Record<string, string | null> {
  return Object.fromEntries(
    limits.map(({ game, amount, refuses }) => [
      game === null ? 'A panna in all' : labelOf(game),
      gone === null ? null : `${inRupees(amount)}, ${refuses ? 'refused' : 'warned'}`,
    ]),
  )
}

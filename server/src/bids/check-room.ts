/**
 * Refuses bids that a limit on their number has no room for. What is used is read under a lock of the number, which holds
 * to the end of the transaction: no two slips use the same room, and none waits where no limit refuses.
 */
import {
  type Day,
  figuresOf,
  findFull,
  inRupees,
  labelOf,
  limitsOfDraw,
  locksOf,
  numbersOf,
  type Offered,
  type Paise,
  paise,
  pickText,
  type ScopedLimit,
  type Tally,
  writtenNumber,
} from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { type CurrentDeclaration, resultOf } from '../markets/current-declarations.ts'
import { lastDayPast } from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'

/**
 * The limits of these markets (their ids, as a statement) and of all, as JSON of ScopedLimits; null: there are none. Those
 * of days that are past at this moment are left out. The array and the inner select let the index find the rest.
 */
export const limitsOfMarkets = (ids: Statement, moment: Statement): Statement => sql`
  (select json_agg(json_build_object('market_id', l.market_id, 'market_date', l.market_date, 'game', l.game,
    'amount', l.amount, 'refuses', l.refuses))
   from number_limits l where l.market_id is null or l.market_id = any(array(${ids}))
   and (l.market_date is null or l.market_date > (select ${lastDayPast(moment)})))`

interface Placed extends Offered {
  readonly market: { readonly id: number; readonly name: string }
  readonly day: Day
  /** The least that may be bet on it. */
  readonly least: Paise
  readonly draw:
    | {
        readonly id: number
        readonly declared: readonly Pick<CurrentDeclaration, 'half' | 'digit' | 'panna'>[]
      }
    | undefined
}

/** Asks nothing where no limit of these draws refuses. All bids have their draws, which are locked. */
export async function checkRoom(db: Db, bids: readonly Placed[], limits: readonly ScopedLimit[]) {
  const draws = [...Map.groupBy(bids, ({ draw }) => draw!.id).values()]
    .map((ofDraw) => {
      const { market, day, draw } = ofDraw[0]!
      return {
        drawId: draw!.id,
        bids: ofDraw,
        declared: resultOf(draw!.declared),
        limits: limitsOfDraw(limits, { marketId: market.id, day }).filter(({ refuses }) => refuses),
      }
    })
    .filter((draw) => draw.limits.length > 0)
  const names = draws.flatMap(({ drawId, limits: of, bids: each }) =>
    each.flatMap(({ pick }) => locksOf(pick, of).map((name) => `${drawId} ${name}`)),
  )
  if (names.length === 0) return
  await lockNumbers(db, names)
  const numbers = draws.flatMap(({ drawId, bids: each, ...rest }) =>
    each.flatMap(({ pick }) =>
      numbersOf(pick, rest.limits, rest.declared).map((number) => ({ ...number, drawId })),
    ),
  )
  const tallies = await readTalliesOf(db, numbers)
  for (const { drawId, bids: each, ...rest } of draws) {
    const full = findFull(tallies.get(drawId) ?? [], each, rest)
    if (full) throw refusalOf(full)
  }
}

/** It names the bid's own number, not the panna that is full; a bid is of whole rupees. */
function refusalOf({ bid, left }: { readonly bid: Placed; readonly left: Paise }): Refusal {
  const whole = paise(left - (left % 100))
  const values = {
    game: labelOf(bid.pick.game),
    number: writtenNumber(figuresOf(pickText(bid.pick))),
    market: bid.market.name,
    left: inRupees(whole),
  }
  return whole < bid.least
    ? new Refusal(409, '{game} {number} of {market}: this number is full', { values })
    : new Refusal(409, '{game} {number} of {market}: this number takes at most {left} more', { values })
}

/** In the order of their keys, so that no two slips wait for each other. */
async function lockNumbers(db: Db, names: readonly string[]): Promise<void> {
  await db.run(sql`
    /* lock-numbers */
    with keys as materialized (select distinct hashtext(name) as key from unnest(${names}::text[]) as n (name) order by key)
    select pg_advisory_xact_lock(${LOCKS.number}::int, key) from keys`)
}

/** What is staked on the picks of these numbers, by draw. */
async function readTalliesOf(
  db: Db,
  numbers: readonly { readonly drawId: number; readonly half: string; readonly picks: readonly string[] }[],
): Promise<ReadonlyMap<number, Tally[]>> {
  const keys = new Map(
    numbers.flatMap(({ drawId, half, picks }) =>
      picks.map((pick) => [`${drawId} ${pick}`, { drawId, half, pick }] as const),
    ),
  )
  const asked = [...keys.values()]
  const rows = await db.many<Tally & { draw_id: number }>(sql`
    /* tallies-of-numbers */
    select t.draw_id, t.session, t.pick, t.multiplier, sum(t.bids)::bigint as bids, sum(t.points)::bigint as points
    from unnest(${asked.map(({ drawId }) => drawId)}::int[], ${asked.map(({ half }) => half)}::half[],
      ${asked.map(({ pick }) => pick)}::text[]) as asked (draw_id, session, pick)
    join tallies t using (draw_id, session, pick)
    group by t.draw_id, t.session, t.pick, t.multiplier`)
  return Map.groupBy(rows, ({ draw_id }) => draw_id)
}

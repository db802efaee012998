/** The draws that are still to be declared and have numbers beyond their limits. */
import { type Day, type Half, limitsOfDraw, usesOf } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { type CurrentDeclaration, resultOf } from '../markets/current-declarations.ts'
import { readTallies } from '../results/tallied-draw.ts'
import { readLimits } from './queries.ts'

export interface Beyond {
  readonly marketId: number
  readonly market: string
  readonly date: Day
  /** So many numbers are beyond their limits. */
  readonly numbers: number
  /** Which half is to come. */
  readonly half: Half
  /** When the newest limit of the draw was set. */
  readonly limitsSetAt: number
  /** When the last bet was placed on one of them. */
  readonly since: string
}

interface OpenDraw {
  readonly id: number
  readonly market_id: number
  readonly name: string
  readonly market_date: Day
  readonly declared: readonly (Pick<CurrentDeclaration, 'half' | 'digit' | 'panna'> & {
    readonly is_void: boolean
  })[]
}

/** What closed more than a day ago waits for its result, and is told as that. */
export async function findBeyond(db: Db): Promise<Beyond[]> {
  const open = await db.many<OpenDraw>(sql`
    select d.id, d.market_id, m.name, d.market_date,
      coalesce((select json_agg(json_build_object('half', c.half, 'digit', c.digit, 'panna', c.panna, 'is_void', c.is_void))
        from declarations c where c.draw_id = d.id and c.withdrawn_at is null), '[]') as declared
    from draws d join markets m on m.id = d.market_id
    where d.undeclared > 0 and d.closes_at > ${nowOf(db)} - interval '1 day'
    order by d.closes_at, d.id`)
  const limits = await readLimits(
    db,
    open.map(({ market_id: marketId, market_date: day }) => ({ marketId, day })),
  )
  const draws = open
    .map((draw) => ({
      ...draw,
      limits: limitsOfDraw(limits, { marketId: draw.market_id, day: draw.market_date }),
    }))
    .filter((draw) => draw.limits.length > 0)
  const ids = draws.map(({ id }) => id)
  const tallies = await readTallies(db, ids)
  const beyond = draws.flatMap(({ id, declared, limits: of, ...draw }) => {
    const voided = declared.filter(({ is_void }) => is_void).map(({ half }) => half)
    const by = { limits: of, declared: resultOf(declared), voided }
    const numbers = usesOf(tallies.get(id) ?? [], by).filter(({ cost, limit }) => cost > limit.amount)
    const picks = [...new Set(numbers.flatMap((number) => number.picks))]
    const limitsSetAt = Math.max(...of.map(({ setAt }) => Date.parse(setAt)))
    const half: Half = declared.some((each) => each.half === 'open') ? 'close' : 'open'
    return numbers.length === 0 ? [] : [{ id, ...draw, half, picks, numbers: numbers.length, limitsSetAt }]
  })
  const lastBets = await readLastBets(db, beyond)
  return beyond.flatMap(({ id, market_id: marketId, name: market, market_date: date, ...beyond }) => {
    const { half, numbers, limitsSetAt } = beyond
    const since = lastBets.get(id)
    return since === undefined ? [] : [{ marketId, market, date, half, numbers, limitsSetAt, since }]
  })
}

/** When the last bet was placed on one of these picks, by draw; one whose bets were cancelled meanwhile is left out. */
async function readLastBets(
  db: Db,
  draws: readonly { readonly id: number; readonly picks: readonly string[] }[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.many<{ id: number; since: string }>(sql`
    select d.id, b.placed_at as since
    from unnest(${draws.map(({ id }) => id)}::int[], ${draws.map(({ picks }) => picks.join(' '))}::text[]) as d (id, picks)
    cross join lateral (select placed_at from bids
      where draw_id = d.id and pick = any(string_to_array(d.picks, ' ')) and cancelled_at is null order by id desc limit 1) b`)
  return new Map(rows.map(({ id, since }) => [id, since]))
}

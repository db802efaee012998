/**
 * Voiding a draw whose result never comes: what still runs of it is cancelled and its stakes are refunded. The fact
 * is a declaration by which nothing wins, so no row a bid is written; it is final, because the money went back.
 */
import { addDays, type Day, dayOf, drawOn, type Half, readDay } from '@munim/core'
import { clock, type Db, sql } from '../database/db.ts'
import { postRefunds, type Refunded } from '../ledger/post-refunds.ts'
import {
  type Draw,
  findDraw,
  findMarket,
  lockDraw,
  type MarketRow,
  scheduleOf,
  touchDraw,
} from '../markets/schedule.ts'
import { found, Refusal } from '../refusal.ts'
import { DAYS_BACK } from './declare.ts'
import { readStanding, type Standing } from './standing.ts'

interface Voiding {
  readonly marketId: string
  readonly date: string
}

export interface Voided extends Refunded {
  readonly date: Day
  /** The halves that were undeclared. */
  readonly halves: readonly Half[]
}

/** Voids each undeclared half of the draw, at any age, and refunds the bids that they decide. */
export async function voidDraw(
  db: Db,
  { reason, actor, at: told, ...voiding }: Voiding & { reason: string; actor: string; at: Date | undefined },
): Promise<Voided> {
  const { market, day, draw: known } = await findVoidable(db, voiding, told ?? (await clock(db)))
  const draw = known ?? (await touchDraw(db, market, day))!

  await db.run(lockDraw(draw.id))
  const at = told ?? (await clock(db))
  const halves = undecided(market, day, await readStanding(db, draw.id))
  const voids = await db.many<{ id: number; half: Half }>(sql`
    insert into declarations (draw_id, half, digit, panna, picks, source, actor, at, winners, players, paid, is_void, reason)
    select ${draw.id}, half, '-', '-', '{}', 'manual', ${actor}, ${at}::timestamptz, 0, 0, 0, true, ${reason}
    from unnest(${halves}::half[]) as half
    returning id, half`)
  return { date: day, halves, ...(await postRefunds(db, { drawId: draw.id, voids, actor, at })) }
}

/** The figures of voiding now, without doing it. */
export async function previewVoid(db: Db, voiding: Voiding): Promise<Voided> {
  const { market, day, draw } = await findVoidable(db, voiding, await clock(db))
  const halves = undecided(market, day, draw ? await readStanding(db, draw.id) : [])
  const figures = await db.only<Refunded>(sql`
    select count(*) as refunded, count(distinct b.user_id) as players, coalesce(sum(b.points), 0)::bigint as amount
    from bids b where b.draw_id = ${draw?.id ?? 0} and b.session = any(${halves}::half[]) and b.cancelled_at is null`)
  return { date: day, halves, ...figures }
}

/** The draw that is meant; undefined while nobody has touched it, though its market runs on that day. */
async function findVoidable(
  db: Db,
  { marketId, date }: Voiding,
  at: Date,
): Promise<{ market: MarketRow; day: Day; draw: Draw | undefined }> {
  const market = found(await findMarket(db, marketId), 'Market not found')
  const today = dayOf(at)
  const day = readDay(date)
  if (!day || day > today) throw new Refusal(400, 'Date must not be after today')
  const draw = await findDraw(db, market.id, day)
  if (draw) return { market, day, draw }
  if (!drawOn(scheduleOf(market), day)) throw new Refusal(409, `${market.name} does not run on ${day}`)
  // Nobody bet on it and it is not due; a slip of the year would make a draw of long ago.
  if (day < addDays(today, -DAYS_BACK)) throw new Refusal(409, `${market.name} had no draw on ${day}`)
  return { market, day, draw: undefined }
}

/** The halves that nothing decides yet; a refusal where there is none. */
function undecided(market: MarketRow, day: Day, standing: readonly Standing[]): Half[] {
  const halves = (['open', 'close'] as const).filter((half) => !standing.some((each) => each.half === half))
  if (halves.length > 0) return halves
  const isVoid = standing.some((each) => each.isVoid)
  throw new Refusal(409, `${market.name} for ${day} is ${isVoid ? 'voided' : 'declared'} already`)
}

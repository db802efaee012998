/**
 * Voiding a draw whose result never comes: what still runs of it is cancelled and its stakes are refunded. The fact
 * is a declaration by which nothing wins, so no row a bid is written; it is final, because the money goes back.
 */
import { type api, DAYS_BACK, type Input, msg } from '@munim/contract'
import { addDays, type Day, dayOf, drawOn, type Half, type Paise, readDay, rupeesOf } from '@munim/core'
import { type Database, type Db, type NotNull, sql } from '../database/db.ts'
import { DatabaseTrouble } from '../database/trouble.ts'
import type { Foreseen } from '../http/second.ts'
import { beginList, dropList, endList } from '../ledger/list-refunds.ts'
import { beginRefunds, findRuns, payRun } from '../ledger/pay-refunds.ts'
import { type Refunded, uncancelledBids } from '../ledger/post-refunds.ts'
import { suspectVoid } from '../ledger/suspect.ts'
import {
  type CurrentDeclaration,
  checkBase,
  readCurrentDeclarations,
} from '../markets/current-declarations.ts'
import {
  type Draw,
  ensureDraw,
  findDraw,
  findMarket,
  getMarket,
  lockDraw,
  lockDrawAndMarket,
  type MarketRow,
  scheduleOf,
} from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'

const REFUNDS_GO_ON = msg(
  'The draw is voided and its refunds go on by themselves. Ask again to hear of their end.',
)

type Voiding = Omit<Input<typeof api.results.voidDraw>, 'reason'>

export interface Voided extends Refunded {
  readonly date: Day
  /** The halves that were undeclared. */
  readonly halves: readonly Half[]
}

/**
 * Voids each undeclared half of the draw, at any age. Of few bids the refunds are in this transaction; of many they
 * follow (payVoid). Asked again before they are all paid, it answers what they come to.
 */
export async function voidDraw(
  db: Db,
  { reason, actor, ...voiding }: Voiding & { reason: string; actor: string },
): Promise<Voided & { readonly isUnderWay: boolean }> {
  const { market, day, draw: known } = await findVoidable(db, voiding)
  const draw = known ?? (await ensureDraw(db, market.id, day))
  if (!draw) throw runsNot(market, day)
  // Listed before the lock, for which every bid on the draw waits.
  const listing = await beginList(db, draw.id, free(await readCurrentDeclarations(db, draw.id)))

  await lockDrawAndMarket(db, draw.id, market.id)
  const current = await readCurrentDeclarations(db, draw.id)
  const underWay = await findUnderWay(db, draw.id, current)
  if (underWay) {
    await dropList(db, listing)
    return { date: day, ...underWay, isUnderWay: true }
  }
  const at = await db.now()
  const halves = undecided(market, day, current, voiding.basedOn)
  const owed = await endList(db, listing, halves)
  const voids = await db.many<{ id: number; half: Half }>(sql`
    insert into declarations (draw_id, half, digit, panna, picks, source, actor, at, winners, players, paid, is_void, reason)
    select ${draw.id}, half, '-', '-', '{}', 'manual', ${actor}, ${at}::timestamptz, 0, 0, 0, true, ${reason}
    from unnest(${halves}::half[]) as half
    returning id, half`)
  const { refunded: bids, amount: refunded } = owed
  await suspectVoid(db, { drawId: draw.id, halves, bids, refunded, actor, at })
  await beginRefunds(db, { runId: listing.runId, drawId: draw.id, voids, owed, actor })
  return { date: day, halves, ...owed, isUnderWay: false }
}

/**
 * Pays what voids of this draw owe, and comes back when that is nothing. Refused (429) where this server ends before, or
 * the database can't go on now: the void is committed, and its refunds go on (watch.ts).
 */
export async function payVoid(database: Database, { marketId, date }: Voiding, signal: AbortSignal) {
  const market = await findMarket(database, marketId)
  const day = readDay(date)
  const draw = market && day ? await findDraw(database, market.id, day) : undefined
  for (const run of draw ? await findRuns(database, draw.id) : []) {
    const isPaid = await payRun(database, run, { signal }).catch((error) => {
      if (error instanceof DatabaseTrouble) return false
      throw error
    })
    if (!isPaid) throw new Refusal(429, REFUNDS_GO_ON, { retryAfterSeconds: 10 })
  }
}

interface ToVoid extends Voided {
  /** Of `amount`, what deleted players staked. */
  readonly ofDeleted: Paise
}

/** The figures of voiding now, without doing it. */
export async function previewVoid(db: Db, voiding: Voiding): Promise<ToVoid> {
  const { market, day, draw } = await findVoidable(db, voiding)
  const current = draw ? await readCurrentDeclarations(db, draw.id) : []
  const halves = undecided(market, day, current, voiding.basedOn)
  const figures = await db.only<Refunded & Pick<ToVoid, 'ofDeleted'>>(sql`
    select coalesce(sum(bids), 0)::bigint as refunded, count(*) as players, coalesce(sum(points), 0)::bigint as amount,
      coalesce(sum(points) filter (where is_closed), 0)::bigint as "ofDeleted"
    from (
      select count(*) as bids, sum(b.points) as points,
        (select w.is_closed from wallets w where w.user_id = b.user_id) as is_closed
      ${uncancelledBids(draw?.id ?? 0, halves)} group by b.user_id
    ) own`)
  return { date: day, halves, ...figures }
}

/** For who confirms it; null where its refunds are under way, and it is only asked what they come to. */
export async function foreseeVoid(
  db: Db,
  { reason, ...voiding }: Voiding & { readonly reason: string },
  isAsked: boolean,
): Promise<Foreseen | null> {
  const { market, draw } = await findVoidable(db, voiding)
  if (draw && (await isUnderWay(db, draw.id, isAsked))) return null
  const { date, halves, refunded, players, amount, ofDeleted } = await previewVoid(db, voiding)
  return {
    subject: 'draw',
    id: `${market.id} ${date}`,
    before: {},
    after: {
      voided: halves.join(' and '),
      reason,
      bids: refunded,
      players,
      refunded: rupeesOf(amount),
      ...(ofDeleted > 0 && { ofDeleted: rupeesOf(ofDeleted) }),
    },
    moving: ['bids', 'players', 'refunded', 'ofDeleted'],
    name: market.name,
    limits: ['reverts'],
    amount,
    settled: { basedOn: halves },
  }
}

/** The draw is locked where it is asked for: no half is reverted before the answer that nothing is voided by. */
async function isUnderWay(db: Db, drawId: number, isAsked: boolean): Promise<boolean> {
  const seen = await findUnderWay(db, drawId, await readCurrentDeclarations(db, drawId))
  if (!seen || !isAsked) return seen !== undefined
  // Nothing is free, so no bid waits for this lock.
  await db.run(lockDraw(drawId))
  return (await findUnderWay(db, drawId, await readCurrentDeclarations(db, drawId))) !== undefined
}

/** What the void came to whose refunds are not all paid; undefined where a half is free, which is voided now. */
async function findUnderWay(
  db: Db,
  drawId: number,
  current: readonly CurrentDeclaration[],
): Promise<Omit<Voided, 'date'> | undefined> {
  if (free(current).length > 0) return undefined
  return db.maybe<Omit<Voided, 'date'> & NotNull<'halves'>>(sql`
    select bids as refunded, players, points as amount,
      (select json_agg(c.half order by c.half) from declarations c where c.id = any(r.declaration_ids)) as halves
    from refund_runs r where draw_id = ${drawId} and refunded < bids order by id desc limit 1`)
}

/** The draw that is meant; undefined while it has no row, though its market runs on that day. */
async function findVoidable(
  db: Db,
  { marketId, date }: Voiding,
): Promise<{ market: MarketRow; day: Day; draw: Draw | undefined }> {
  const today = dayOf(await db.now())
  const market = await getMarket(db, marketId)
  const day = readDay(date)
  if (!day || day > today) throw new Refusal(400, 'Date must not be after today')
  const draw = await findDraw(db, market.id, day)
  if (draw) return { market, day, draw }
  if (!drawOn(scheduleOf(market), day)) throw runsNot(market, day)
  // It has no bid and is not due; a mistyped year would make a draw of long ago.
  if (day < addDays(today, -DAYS_BACK))
    throw new Refusal(409, '{market} had no draw on {day}', { values: { market: market.name, day } })
  return { market, day, draw: undefined }
}

const runsNot = (market: MarketRow, day: Day) =>
  new Refusal(409, '{market} does not run on {day}', { values: { market: market.name, day } })

const free = (current: readonly CurrentDeclaration[]): Half[] =>
  (['open', 'close'] as const).filter((half) => !current.some((each) => each.half === half))

/** The halves that nothing decides yet; a refusal where there is none, or others are than it was decided on for. */
function undecided(
  market: MarketRow,
  day: Day,
  current: readonly CurrentDeclaration[],
  basedOn: Voiding['basedOn'],
): Half[] {
  const halves = free(current)
  if (halves.length > 0) {
    checkBase({ name: market.name, day }, halves, basedOn)
    return halves
  }
  const isVoid = current.some((each) => each.isVoid)
  throw new Refusal(
    409,
    isVoid ? '{market} for {day} is voided already' : '{market} for {day} is declared already',
    { values: { market: market.name, day } },
  )
}

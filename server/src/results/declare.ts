/** Declaring a result: the fact, and the winners' money. No row a bid. Taking it back is revert.ts. */
import { DAYS_BACK, say, t } from '@munim/contract'
import {
  addDays,
  type Day,
  dayOf,
  type Half,
  type Result,
  readDay,
  readResult,
  type TypedResult,
  timeOf,
  warningsOf,
  winningPicks,
} from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { isOneOfSeveral } from '../http/second.ts'
import { lockWinningWallets, type Paid, postWins } from '../ledger/post-wins.ts'
import { suspectDeclaration } from '../ledger/suspect.ts'
import {
  type CurrentDeclaration,
  checkBase,
  readCurrentDeclarations,
} from '../markets/current-declarations.ts'
import {
  type Draw,
  ensureDraw,
  getMarket,
  lockDrawAndMarket,
  type MarketRow,
  momentsOf,
} from '../markets/schedule.ts'
import { announceResult } from '../push/announce.ts'
import { Refusal } from '../refusal.ts'

export interface Declaring {
  readonly marketId: string
  readonly date: string
  readonly typed: TypedResult
  readonly actor: string
  readonly source: 'manual' | 'market' | 'auto'
  /** Said by who declares: the betting still goes on. */
  readonly isEarlyKnown?: boolean
  /** The halves that were new when it was decided on; undefined: whichever are. */
  readonly basedOn?: readonly Half[] | undefined
}

export interface Declared extends Paid {
  readonly date: Day
  readonly warnings: readonly string[]
}

/** Declares what is new in this result and pays its winners. An open given again must be the declared one. */
export async function declareResult(db: Db, declaring: Declaring): Promise<Declared> {
  const { result, halves } = readTyped(declaring.typed)
  const found = await getMarket(db, declaring.marketId)
  const day = checkDay(declaring.date, await db.now())
  const draw = await ensureDraw(db, found.id, day)
  if (!draw) throw new Refusal(409, '{market} does not run on {day}', { values: { market: found.name, day } })

  const market = await lockDrawAndMarket(db, draw.id, found.id)
  const at = await db.now()
  const fresh = undeclared(market, day, result, halves, await readCurrentDeclarations(db, draw.id))
  const { actor, source } = declaring
  checkBase({ name: market.name, day }, fresh, declaring.basedOn)
  if (source === 'manual' && !declaring.isEarlyKnown) await checkEarly(db, { market, draw, fresh, at })
  // At once for both halves: the second would take wallets before some that the first one holds.
  const picks = fresh.flatMap((half) => winningPicks(result, half))
  await lockWinningWallets(db, { drawId: draw.id, picks })
  const settled: Settled[] = []
  for (const half of fresh) settled.push(await settleHalf(db, { draw, half, result, actor, source, at }))
  await announceResult(db, { drawId: draw.id, marketName: market.name, day, result, halves, actor })
  return { date: day, ...(await sumOf(db, settled)), warnings: warningsOf(result).map(say) }
}

/** Among several administrators a half whose betting goes on is not declared by mistake: who declares it says so. */
export async function checkEarly(
  db: Db,
  { market, draw, fresh, at }: { market: MarketRow; draw: Draw; fresh: readonly Half[]; at: Date },
): Promise<void> {
  const { openEndsAt, closeEndsAt } = momentsOf(draw)
  const early = fresh.find((half) => (half === 'open' ? openEndsAt : closeEndsAt) > at)
  if (early === undefined) return
  const { administrators } = await db.only<{ administrators: number }>(sql`
    select count(*)::int as administrators from admins a where ${isOneOfSeveral(db)}`)
  if (administrators < 2) return
  const sentence = t(
    'Betting on the {half, select, open {open} other {close}} of {market} goes on until {time}. Confirm that it is declared early.',
    { half: early, market: market.name, time: timeOf(early === 'open' ? openEndsAt : closeEndsAt) },
  )
  throw new Refusal(409, sentence, { errors: { confirmEarly: sentence } })
}

/** The result as typed, or a refusal with a sentence for each field that is wrong. */
export function readTyped(typed: TypedResult) {
  const read = readResult(typed)
  if (!('wrong' in read)) return read
  const errors = Object.fromEntries(read.wrong.map(({ field, sentence }) => [field, t(sentence)]))
  throw new Refusal(400, t(read.wrong[0]!.sentence), { errors: read.wrong.length > 1 ? errors : undefined })
}

/** The day, where a result may be declared for it at this moment. */
export function checkDay(date: string, at: Date): Day {
  const today = dayOf(at)
  const day = readDay(date)
  if (!day || day > today || day < addDays(today, -DAYS_BACK))
    throw new Refusal(400, 'Date must be one of the last {days} days or today', {
      values: { days: DAYS_BACK },
    })
  return day
}

/** The halves that this result adds to what is declared; a refusal where it contradicts or adds nothing. */
export function undeclared(
  market: MarketRow,
  day: Day,
  result: Result,
  halves: readonly Half[],
  current: readonly CurrentDeclaration[],
): Half[] {
  for (const { half, digit, panna, isVoid } of current) {
    if (halves.includes(half) && isVoid)
      throw new Refusal(
        409,
        'The {half, select, open {open} other {close}} of {market} for {day} is voided: its stakes were refunded',
        { values: { half, market: market.name, day } },
      )
    const isSame = result[`${half}_digit`] === digit && result[`${half}_panna`] === panna
    if (halves.includes(half) && !isSame)
      throw new Refusal(
        409,
        'The {half, select, open {open} other {close}} of {market} for {day} is declared as {digit}-{panna}. Revert it before declaring another.',
        { values: { half, market: market.name, day, digit, panna } },
      )
  }
  const fresh = halves.filter((half) => !current.some((declared) => declared.half === half))
  if (fresh.length === 0)
    throw new Refusal(409, 'This result of {market} for {day} is declared already', {
      values: { market: market.name, day },
    })
  return fresh
}

interface Settling {
  readonly draw: Draw
  readonly half: Half
  readonly result: Result
  readonly actor: string
  readonly source: Declaring['source']
  readonly at: Date
}

interface Settled extends Paid {
  readonly declarationId: number
}

async function settleHalf(db: Db, { draw, half, result, actor, source, at }: Settling): Promise<Settled> {
  const picks = winningPicks(result, half)
  const { id } = await db.only<{ id: number }>(sql`
    insert into declarations (draw_id, half, digit, panna, picks, source, actor, at)
    values (${draw.id}, ${half}, ${result[`${half}_digit`]}, ${result[`${half}_panna`]}, ${picks}, ${source}, ${actor}, ${at})
    returning id`)
  const paid = await postWins(db, { drawId: draw.id, declarationId: id, picks, actor, at })
  await db.run(sql`
    update declarations set winners = ${paid.winningBids}, players = ${paid.players}, paid = ${paid.paid}
    where id = ${id}`)
  await suspectDeclaration(db, { half, declarationId: id, actor, at })
  return { ...paid, declarationId: id }
}

/** Both halves together; who won in both is one player. */
async function sumOf(db: Db, settled: readonly Settled[]): Promise<Paid> {
  if (settled.length === 1) return settled[0]!
  return db.only<Paid>(sql`
    select count(*) as "winningBids", count(distinct to_user) as players, coalesce(sum(amount), 0)::bigint as paid
    from postings where kind = 'win' and declaration_id = any(${settled.map((each) => each.declarationId)}::bigint[])`)
}

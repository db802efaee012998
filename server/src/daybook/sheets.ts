/** The sheets of closed days: what each says, and what became of its draws since. A sheet is never changed. */
import type { Answer, api } from '@munim/contract'
import type { Day } from '@munim/core'
import { type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { nameOfActor } from '../ledger/lines.ts'
import { type DrawRow, drawsOn, shown } from './draws.ts'

type Told = Answer<typeof api.daybook.get>['data']
export type Book = Omit<Told, 'closing'>
export type Closing = Told['closing']
export type Sheet = NonNullable<Closing['sheet']>
export type Correction = Sheet['corrections'][number]

/** Null where the day is open. */
export async function readSheet(db: Db, day: Day): Promise<{ book: Book; sheet: Sheet } | null> {
  const found = await db.maybe<Sheet & { book: Book }>(sql`
    select c.id as number, c.at, ${nameOfActor(sql`c.actor`)} as "actorName", c.book, c.corrections, c.waiting
    from closed_days c where c.day = ${day}`)
  if (!found) return null
  const { book, ...sheet } = found
  return { book, sheet }
}

const FIGURES = ['bids', 'stake', 'refunded', 'paid', 'running'] as const

const columns = sql`"marketId" integer, market_name text, bids bigint, stake numeric, refunded numeric, paid numeric, running numeric`
const figures = sql`d."marketId" as market_id, d.market_name, d.bids, (d.stake * 100)::bigint as stake,
  (d.refunded * 100)::bigint as refunded, (d.paid * 100)::bigint as paid, (d.running * 100)::bigint as running`

/** What all sheets say, a row for each draw of a day and for each correction of one. */
const told = sql`(
  select c.id as sheet, false as is_correction, c.day, ${figures}
  from closed_days c, jsonb_to_recordset(c.book -> 'markets') as d (${columns})
  union all
  select c.id, true, d.day, ${figures}
  from closed_days c, jsonb_to_recordset(c.corrections) as d (day date, ${columns}))`

/** What later sheets say of the draws of these closed days, and what the next one will. */
export async function listCorrections(db: Db, days: readonly Day[]): Promise<Closing['corrected']> {
  const said = await db.many<DrawRow & { sheet: number } & NotNull<Exclude<keyof DrawRow, 'day'>>>(sql`
    select t.sheet, t.day, t.market_id, t.market_name, t.bids, t.stake, t.refunded, t.paid, t.running
    from ${told} t where t.day = any(${days}::date[]) and t.is_correction order by t.sheet, t.day, t.market_name, t.market_id`)
  const waiting = await findCorrections(db, days)
  return [
    ...said.map(({ sheet, ...draw }) => ({ ...correctionOf(draw), sheet })),
    ...waiting.map((each) => ({ ...each, sheet: null })),
  ]
}

/** By how much the draws of these closed days are not any more what the sheets say of them, corrections included. */
export async function findCorrections(db: Db, days: readonly Day[]): Promise<Correction[]> {
  return (await db.many(differingOn(days))).map(correctionOf)
}

/** The same in paise. */
export const differingOn = (days: readonly Day[]) => sql<
  DrawRow & NotNull<'day' | 'market_id' | 'market_name'>
>`
  with said as (
    select t.day, t.market_id, min(t.market_name) as market_name, ${each((figure) => sql`sum(t.${figure})::bigint as ${figure}`)}
    from ${told} t where t.day = any(${days}::date[]) group by 1, 2
  ), there as (${drawsOn(days)}), differing as (
    select coalesce(t.day, s.day) as day, coalesce(t.market_id, s.market_id) as market_id,
      coalesce(t.market_name, s.market_name) as market_name,
      ${each((figure) => sql`coalesce(t.${figure}, 0) - coalesce(s.${figure}, 0) as ${figure}`)}
    from there t full join said s using (day, market_id)
  )
  select * from differing where (bids, stake, refunded, paid, running) <> (0, 0, 0, 0, 0) order by day, market_name, market_id`

function each(part: (figure: Statement) => Statement): Statement {
  return sql.join(FIGURES.map((figure) => part(sql.ref(figure))))
}

function correctionOf({ day, market_id: marketId, market_name, ...sums }: DrawRow): Correction {
  const { hold: _, ...changed } = shown(sums)
  return { day, marketId, market_name, ...changed }
}

/** The limits and pauses of a player in SQL. */
import type { Answer, api } from '@munim/contract'
import {
  comingOf,
  type KeptLimit,
  leftOf,
  type Paise,
  PLAY_KINDS,
  PLAY_PERIODS,
  type PlayKind,
  type PlayPeriod,
  type PlaySide,
  rupeesOf,
} from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { nameOfActor } from '../ledger/lines.ts'
import { found } from '../refusal.ts'
import { amountNow } from './in-force.ts'
import { readUsed } from './used.ts'

type Protection = Answer<typeof api.protection.get>['data']
type Pause = Protection['pauses'][number]

/** Amounts in paise. */
interface LimitRow extends Omit<Protection['limits'][number], 'amount' | 'next' | 'used' | 'left'> {
  readonly amount: Paise
  readonly next: Paise | null
}

/** Refused where there is no such player, or no more. `checkUser` says the same, in an area that imports this one by way of the wallet's. */
export async function checkThere(db: Db, userId: number): Promise<void> {
  found(
    await db.maybe(sql`select id from users where id = ${userId} and deleted_at is null`),
    'User not found',
  )
}

/** As of now: a raise whose wait is over is the limit, and a pause that has ended is left away. */
export async function readProtection(db: Db, userId: number): Promise<Protection> {
  const at = await db.now()
  const moment = sql`${at}::timestamptz`
  const limits = await db.many<LimitRow>(sql`
    select l.kind, l.period, l.side, l.amount, l.next, l."nextAt", l.set_at as "setAt", ${nameOfActor(sql`l.actor`)} as "actorName"
    from (select l.kind, l.period, l.side, ${amountNow(moment)} as amount, l.actor, l.set_at,
        case when l.next_at > ${moment} then l.next_amount end as next,
        case when l.next_at > ${moment} then l.next_at end as "nextAt"
      from play_limits l where l.user_id = ${userId}) l
    where l.amount is not null
    order by array_position(${PLAY_KINDS}::text[], l.kind), array_position(${PLAY_PERIODS}::text[], l.period),
      l.side desc`)
  const pauses = await db.many<Pause>(sql`
    select p.side, p.until, p.set_at as "setAt", ${nameOfActor(sql`p.actor`)} as "actorName" from play_pauses p
    where p.user_id = ${userId} and (p.until is null or p.until > ${moment}) order by p.side desc`)
  const used = await readUsed(db, userId, { at, periods: limits.map(({ period }) => period) })
  return {
    limits: limits.map((row) => {
      const spent = used.get(row.period)![row.kind]
      return {
        ...row,
        amount: rupeesOf(row.amount),
        next: row.next === null ? null : rupeesOf(row.next),
        used: rupeesOf(spent),
        left: rupeesOf(leftOf(row.amount, spent)),
      }
    }),
    pauses,
  }
}

export interface Which {
  readonly userId: number
  readonly kind: PlayKind
  readonly period: PlayPeriod
}

export async function findLimit(
  db: Db,
  { userId, kind, period }: Which,
  side: PlaySide,
): Promise<KeptLimit | null> {
  const row = await db.maybe<{ amount: Paise; next_amount: Paise | null; next_at: string | null }>(sql`
    select amount, next_amount, next_at from play_limits
    where user_id = ${userId} and kind = ${kind} and period = ${period} and side = ${side}`)
  if (!row) return null
  const next = row.next_at === null ? null : { amount: row.next_amount, at: new Date(row.next_at) }
  return { amount: row.amount, next }
}

interface Setter {
  readonly side: PlaySide
  readonly actor: string
  readonly at: Date
}

/** Null: there is none any more. What changes by it is told in the player's story. */
export async function keepLimit(
  db: Db,
  { userId, kind, period }: Which,
  { side, actor, at, before, limit }: Setter & Readonly<Record<'before' | 'limit', KeptLimit | null>>,
): Promise<void> {
  await db.run(sql`
    delete from play_limits where user_id = ${userId} and kind = ${kind} and period = ${period} and side = ${side}`)
  const [was, is] = [comingOf(before, at), comingOf(limit, at)]
  if (was.amount !== is.amount || was.from?.getTime() !== is.from?.getTime())
    await db.run(sql`
      insert into play_changes (user_id, side, kind, period, amount, from_at, actor, at)
      values (${userId}, ${side}, ${kind}, ${period}, ${is.amount}, ${is.from}, ${actor}, ${at})`)
  if (limit === null) return
  const { amount, next } = limit
  await db.run(sql`
    insert into play_limits (user_id, kind, period, side, amount, next_amount, next_at, actor, set_at)
    values (${userId}, ${kind}, ${period}, ${side}, ${amount}, ${next?.amount ?? null}, ${next?.at ?? null}, ${actor}, ${at})`)
}

/** The pause of this side that holds at this moment; undefined: none, `until` null: for good. */
export async function findPause(
  db: Db,
  { userId, side, at }: { readonly userId: number; readonly side: PlaySide; readonly at: Date },
): Promise<{ until: Date | null } | undefined> {
  const row = await db.maybe<{ until: string | null }>(sql`
    select until from play_pauses where user_id = ${userId} and side = ${side} and (until is null or until > ${at})`)
  return row && { until: row.until === null ? null : new Date(row.until) }
}

/** `until`: null for good. It is told in the player's story. */
export async function keepPause(
  db: Db,
  { userId, side, actor, at, until }: Setter & { readonly userId: number; readonly until: Date | null },
): Promise<void> {
  await db.run(sql`
    with before as (delete from play_pauses where user_id = ${userId} and side = ${side})
    insert into play_changes (user_id, side, until, actor, at) values (${userId}, ${side}, ${until}, ${actor}, ${at})`)
  await db.run(sql`
    insert into play_pauses (user_id, side, until, actor, set_at) values (${userId}, ${side}, ${until}, ${actor}, ${at})`)
}

export async function endPause(db: Db, { userId, side, actor, at }: Setter & { readonly userId: number }) {
  await db.run(sql`
    with before as (delete from play_pauses where user_id = ${userId} and side = ${side})
    insert into play_changes (user_id, side, until, actor, at) values (${userId}, ${side}, ${at}, ${actor}, ${at})`)
}

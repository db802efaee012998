/** Setting limits and pauses, under the lock of the wallet: no bet is placed beside it by what was there before. */
import { t } from '@munim/contract'
import { amountAt, changeOwnLimit, inRupees, isLonger, type Paise, readRupees } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { checkOften, OFTEN } from '../http/often.ts'
import { lockWallets } from '../ledger/post.ts'
import { madeFromOld, Refusal } from '../refusal.ts'
import { checkThere, endPause, findLimit, findPause, keepLimit, keepPause, type Which } from './queries.ts'

/** Rupees; null: no limit. */
export type Setting = Which & { readonly amount: number | null }

const paiseOrNone = (amount: number | null): Paise | null => (amount === null ? null : readRupees(amount)!)

/** A player's own limit: lower at once, higher or none after the wait. */
export async function setOwnLimit(db: Db, { amount, ...which }: Setting): Promise<void> {
  const { userId } = which
  await lockWallets(db, [userId])
  await checkPlayOften(db, userId)
  const at = await db.now()
  const before = await findLimit(db, which, 'player')
  const limit = changeOwnLimit(before, paiseOrNone(amount), at)
  await keepLimit(db, which, { side: 'player', actor: `player:${userId}`, at, before, limit })
}

/** A player's own pause, in days from now, null for good: it can only become longer. */
export async function pauseOwnPlay(
  db: Db,
  { userId, days }: { readonly userId: number; readonly days: number | null },
): Promise<void> {
  await lockWallets(db, [userId])
  const at = await db.now()
  const until = days === null ? null : daysAfter(at, days)
  const pause = await findPause(db, { userId, side: 'player', at })
  if (pause && !isLonger(until, pause.until)) throw new Refusal(409, 'A pause can only be made longer')
  // One for good is the last.
  if (until !== null) await checkPlayOften(db, userId)
  await keepPause(db, { userId, side: 'player', until, actor: `player:${userId}`, at })
}

const checkPlayOften = (db: Db, userId: number) =>
  checkOften(
    db,
    OFTEN.play,
    sql`select c.at from play_changes c where c.user_id = ${userId} and c.side = 'player' order by c.id desc`,
  )

interface LimitOfHouse extends Setting {
  readonly actor: string
  /** What it was as it was read, null: none; undefined: whatever it is. */
  readonly basedOn?: number | null | undefined
}

/** The house's limit for a player, at once; what it was before, in paise. */
export async function setHouseLimit(
  db: Db,
  { amount, actor, basedOn, ...which }: LimitOfHouse,
): Promise<Paise | null> {
  await lockPlayer(db, which.userId)
  const at = await db.now()
  const before = await findLimit(db, which, 'house')
  const was = amountAt(before, at)
  if (basedOn !== undefined && paiseOrNone(basedOn) !== was)
    throw madeFromOld(
      t('Another administrator set this limit meanwhile: {stored}. Set yours again to replace it.', {
        stored: was === null ? t('No limit') : inRupees(was),
      }),
    )
  const wanted = paiseOrNone(amount)
  const limit = wanted === null ? null : { amount: wanted, next: null }
  await keepLimit(db, which, { side: 'house', actor, at, before, limit })
  return was
}

interface PauseOfHouse {
  readonly userId: number
  readonly days: number | null | undefined
  readonly actor: string
  /** The pause that was read, null: none; undefined: whatever there is. */
  readonly basedOn?: { readonly until: string | null } | null | undefined
}

/** The house's pause: days from now, null for good, undefined ends it. The moments it lasted and lasts to; undefined: none. */
export async function setHousePause(
  db: Db,
  { userId, days, actor, basedOn }: PauseOfHouse,
): Promise<{ before: Date | null | undefined; until: Date | null | undefined }> {
  await lockPlayer(db, userId)
  const at = await db.now()
  const before = (await findPause(db, { userId, side: 'house', at }))?.until
  if (basedOn !== undefined && momentOf(basedOn?.until) !== momentOf(before))
    throw madeFromOld(
      t(
        "Another administrator changed the house's pause meanwhile: read it, and send yours again to replace it.",
      ),
    )
  const until = days ? daysAfter(at, days) : (days as null | undefined)
  const pausing = { userId, side: 'house', actor, at } as const
  if (until !== undefined) await keepPause(db, { ...pausing, until })
  else if (before !== undefined) await endPause(db, pausing)
  return { before, until }
}

async function lockPlayer(db: Db, userId: number): Promise<void> {
  await lockWallets(db, [userId])
  await checkThere(db, userId)
}

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000)

/** null: for good; undefined: no pause. */
const momentOf = (until: string | Date | null | undefined) => until && new Date(until).getTime()

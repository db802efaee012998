/** Refuses bets and deposits beyond a limit or in a pause. The wallet is locked, so that no two calls use the same room. */
import { msg } from '@munim/contract'
import { inRupees, leftOf, type Paise, type PlayKind, type PlayPeriod, paise } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { momentInWords } from '../moment-words.ts'
import { Refusal } from '../refusal.ts'
import { type InForce, inForce } from './in-force.ts'
import { readUsed } from './used.ts'

const SENTENCES: Readonly<Record<PlayKind, Readonly<Record<PlayPeriod, string>>>> = {
  deposit: {
    day: msg('Your limit of deposits a day is {most}: {left} is left'),
    week: msg('Your limit of deposits a week is {most}: {left} is left'),
    month: msg('Your limit of deposits a month is {most}: {left} is left'),
  },
  stake: {
    day: msg('Your limit of stakes a day is {most}: {left} is left'),
    week: msg('Your limit of stakes a week is {most}: {left} is left'),
    month: msg('Your limit of stakes a month is {most}: {left} is left'),
  },
  loss: {
    day: msg('Your limit of losses a day is {most}: {left} is left'),
    week: msg('Your limit of losses a week is {most}: {left} is left'),
    month: msg('Your limit of losses a month is {most}: {left} is left'),
  },
}

/** Refuses with until when, in Indian time. */
export function checkPause(pause: InForce['pause']): void {
  if (pause === null) return
  if (pause.until === null) throw new Refusal(403, 'Bets and deposits are closed for this account for good')
  throw new Refusal(403, 'Bets and deposits are paused until {until}', {
    values: { until: momentInWords(new Date(pause.until)) },
  })
}

interface Asking {
  readonly userId: number
  /** In paise. */
  readonly points: Paise
  readonly at: Date
  readonly limits: InForce['limits']
}

/** For a slip of bids. It asks nothing where the player has no limit of stakes and losses. */
export const checkPlay = (db: Db, asking: Asking): Promise<void> => check(db, ['stake', 'loss'], asking)

/** For a deposit that is asked for. What the provider has confirmed is paid, and credited whatever the limit is by then. */
export async function checkDeposit(
  db: Db,
  { userId, amount }: { readonly userId: number; readonly amount: Paise },
): Promise<void> {
  const moment = nowOf(db)
  const { at, held } = await db.only<{ at: string; held: InForce }>(sql`
    select ${moment} as at, ${inForce(sql`${userId}::bigint`, moment)} as held`)
  checkPause(held.pause)
  await check(db, ['deposit'], { userId, points: amount, at: new Date(at), limits: held.limits })
}

async function check(db: Db, kinds: readonly PlayKind[], { userId, points, at, limits }: Asking) {
  const due = limits?.filter(({ kind }) => kinds.includes(kind)) ?? []
  if (due.length === 0) return
  const used = await readUsed(db, userId, { at, periods: due.map(({ period }) => period) })
  for (const { kind, period, amount } of due) {
    const left = leftOf(amount, used.get(period)![kind])
    if (points > left)
      throw new Refusal(409, SENTENCES[kind][period], {
        values: { most: inRupees(paise(amount)), left: inRupees(left) },
      })
  }
}

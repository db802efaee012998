/**
 * Closing a business day: its sheet is kept as it is then, with the next number. Days are closed one after the other, each
 * once it is over and every bid of it is decided; by an administrator, or by themselves.
 */
import { t } from '@munim/contract'
import { addDays, beginOf, type Day, momentOf, type Time } from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { lockDrawsOf, lockMarket } from '../markets/schedule.ts'
import { Refusal } from '../refusal.ts'
import { readBook } from './book.ts'
import { earlierClock, findFirstOpen, findObstacle, findPlayed } from './obstacle.ts'
import { findCorrections, type Sheet } from './sheets.ts'

/** When a day closes by itself, on the next: a result declared wrong in the evening may be corrected before. */
const BY_ITSELF = '03:30' as Time

interface Closing {
  readonly day: Day
  /** 'admin:1'; 'auto': by itself. */
  readonly actor: string
}

/** The number of its sheet. Refused (409) with the obstacle. */
export async function closeDay(db: Db, closing: Closing): Promise<number> {
  const outcome = await tryClose(db, closing)
  if (typeof outcome === 'string') throw new Refusal(409, outcome)
  return outcome
}

/**
 * Closes the day that is next where it is time, the setting is on and nothing is in its way; whether it did. `isPaced`:
 * only where its postings or later ones say that it was.
 */
export async function closeNext(db: Db, isPaced = false): Promise<boolean> {
  const { isOn } = await db.only<{ isOn: boolean }>(sql`select close_days as "isOn" from settings`)
  const day = isOn ? await findFirstOpen(db) : null
  if (day === null) return false
  if ((await earlierClock(db)) < momentOf(addDays(day, 1), BY_ITSELF)) return false
  if (isPaced && (await findPlayed(db, day)) === null) return false
  return typeof (await tryClose(db, { day, actor: 'auto' })) === 'number'
}

/** The number of its sheet, or what is in the way. */
async function tryClose(db: Db, { day, actor }: Closing): Promise<number | string> {
  await db.run(sql`select pg_advisory_xact_lock(${LOCKS.closing}::int, 0)`)
  const { closed } = await db.only<{ closed: Day[] }>(sql`
    select coalesce(array_agg(day order by day), '{}') as closed from closed_days`)
  if (closed.includes(day)) return t('This day is closed already.')
  // No market is made, switched on or given other times meanwhile, so that a bid on this day could be placed.
  await db.run(lockMarket(0))
  // The book is several statements: what they read of the draws is of one moment.
  await db.run(lockDrawsOf(day))
  const book = await readBook(db, day)
  const { obstacle } = await findObstacle(db, day, book)
  if (obstacle !== null) return obstacle
  const [number, corrections] = [closed.length + 1, await findCorrections(db, closed)]
  const waiting = await listWaiting(db, beginOf(addDays(day, 1)))
  await db.run(sql`
    insert into closed_days (id, day, at, actor, book, corrections, waiting)
    select ${number}, ${day}, ${nowOf(db)}, ${actor}, ${JSON.stringify(book)}::jsonb, ${JSON.stringify(corrections)}::jsonb,
      ${JSON.stringify(waiting)}::jsonb`)
  return number
}

function listWaiting(db: Db, until: Date): Promise<Sheet['waiting']> {
  return db.many(sql`
    select id, kind, amount / 100.0::float8 as amount, created_at as "createdAt" from requests
    where status = 'pending' and created_at < ${until} order by id`)
}

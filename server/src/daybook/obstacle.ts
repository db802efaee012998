/** Which day is closed next, and why a day can't be closed now. */
import { t } from '@munim/contract'
import { addDays, beginOf, type Day, momentOf, type Time } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { listMarkets } from '../markets/queries.ts'
import type { Book, Closing } from './sheets.ts'

/** No transaction lasts so long: what says it was posted before midnight is committed by then. */
export const AFTER_MIDNIGHT = '00:05' as Time

/** The database's clock or this process's: a sheet is for good, so a day is over once both say so. */
export const earlierClock = async (db: Db): Promise<Date> =>
  new Date(Math.min((await db.now()).getTime(), Date.now()))

/**
 * The day after the last that was closed, at first that of the first draw; null before any, and where the last posting is
 * of an earlier day: that this one is over only a clock says then, which may be ahead.
 */
export async function findFirstOpen(db: Db): Promise<Day | null> {
  const found = await db.maybe<{ first: Day }>(sql`
    select f.first from (
      select coalesce((select max(day) + 1 from closed_days), (select min(market_date) from draws)) as first) f
    where f.first <= (select (at at time zone 'Asia/Kolkata')::date from postings order by id desc limit 1)`)
  return found?.first ?? null
}

/**
 * The day whose postings show that the first open day, `day`, is no mistake of a clock: itself where money moved on it, else
 * the second later day on which some did, for a clock that is ahead for a while makes one. Null: there is none yet.
 */
export async function findPlayed(db: Db, day: Day): Promise<Day | null> {
  const [first, second] = await db.many<{ day: Day }>(sql`
    select distinct day from day_totals where day >= ${day} order by day limit 2`)
  return (first?.day === day ? first : second)?.day ?? null
}

/** Why this open day can't be closed now, the gravest reason first. */
export async function findObstacle(
  db: Db,
  day: Day,
  { markets }: Pick<Book, 'markets'>,
): Promise<Pick<Closing, 'obstacle' | 'undecided' | 'first'>> {
  const undecided = markets
    .filter(({ running }) => running !== 0)
    .map(({ marketId, market_name }) => ({ marketId, market_name }))
  const first = await findFirstOpen(db)
  return { obstacle: await obstacleOf(db, { day, undecided, first }), undecided, first }
}

interface Asked extends Pick<Closing, 'undecided'> {
  readonly day: Day
  readonly first: Day | null
}

async function obstacleOf(db: Db, { day, undecided, first }: Asked): Promise<string | null> {
  const now = await earlierClock(db)
  if (now < beginOf(addDays(day, 1))) return t('This day is not over.')
  if (now < momentOf(addDays(day, 1), AFTER_MIDNIGHT))
    return t('A day can be closed from five past midnight on.')
  const goingOn = await findGoingOn(db, day, now)
  if (goingOn) return t('Betting on {market} for this day goes on.', { market: goingOn })
  if (undecided.length > 0)
    return t('{count, plural, one {# market waits} other {# markets wait}} for a result.', {
      count: undecided.length,
    })
  if (first === null) return t('There is nothing to close: no money moved since the last day that is closed.')
  if (first > day) return t('There is nothing to close: it lies before the first day.')
  return first < day ? t('An earlier day is to be closed first.') : null
}

/** A market whose draw of this day ends past midnight, has not, and is not decided. */
async function findGoingOn(db: Db, day: Day, now: Date): Promise<string | undefined> {
  const known = await db.maybe<{ name: string }>(sql`
    select m.name from draws d join markets m on m.id = d.market_id
    where d.market_date = ${day} and d.closes_at > ${now} and d.undeclared > 0
    order by d.closes_at, m.name limit 1`)
  if (known) return known.name
  const unplayed = (await listMarkets(db)).find(
    ({ market_date, close_ends_at, is_active, has_draw }) =>
      is_active &&
      !has_draw &&
      market_date === day &&
      close_ends_at !== null &&
      new Date(close_ends_at) > now,
  )
  return unplayed?.name
}

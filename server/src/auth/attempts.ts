/**
 * Slows guessing down. Ten wrong attempts at a name, or from an address, are evaluated; then each waits,
 * longer and longer. An address from which this name signed in during the last 30 days waits seconds only,
 * so that a stranger's guesses never lock the rightful person out.
 */
import { t } from '@munim/contract'
import { type Database, type Db, nowOf, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { hashOf } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'

const FREE = 10

interface Attempt {
  /** 'admin' or 'player' and the name, so that one can't lock the other. */
  readonly name: string
  readonly address: string
}

interface Tries {
  is_known: boolean
  own: number
  own_waited: number
  others: number
  others_waited: number
}

/**
 * Refuses (429) while this name or address has to wait; says for how long. Otherwise the attempt's id: it counts
 * as failed until `passAttempt`, so that guesses sent at once count each other. Written in a transaction of its
 * own, for it must outlive the refusal of the call.
 */
export async function beginAttempt(database: Database, attempt: Attempt): Promise<number> {
  return database.transaction(async (db) => {
    await db.run(
      sql`select pg_advisory_xact_lock(${LOCKS.attempts}::int, hashtext(${`name ${attempt.name}`}))`,
    )
    await db.run(
      sql`select pg_advisory_xact_lock(${LOCKS.attempts}::int, hashtext(${`address ${attempt.address}`}))`,
    )
    await checkAttempts(db, attempt)
    const { id } = await db.only<{ id: number }>(sql`
      insert into attempts (name_hash, address, succeeded, at)
      values (${hashOf(attempt.name)}, ${attempt.address}, false, ${nowOf(db)}) returning id`)
    return id
  })
}

/** The attempt was right. */
export async function passAttempt(database: Database, id: number): Promise<void> {
  await database.run(sql`update attempts set succeeded = true, at = ${nowOf(database)} where id = ${id}`)
}

/** Deletes the attempts at this name, with their addresses. */
export async function forgetAttempts(db: Db, name: string): Promise<void> {
  await db.run(sql`delete from attempts where name_hash = ${hashOf(name)}`)
}

async function checkAttempts(db: Db, { name, address }: Attempt): Promise<void> {
  const hash = hashOf(name)
  const tries = await db.only<Tries>(sql`
    with known as (
      select max(at) as at from attempts
      where name_hash = ${hash} and address = ${address} and succeeded and at > ${nowOf(db)} - interval '30 days'
    ), failed as (
      select name_hash, address, at from attempts
      where not succeeded and at > ${nowOf(db)} - interval '24 hours'
      and (name_hash = ${hash} or address = ${address})
    )
    select (select at from known) is not null as is_known,
      count(*) filter (where own and at > coalesce((select at from known), '-infinity'))::int as own,
      coalesce(extract(epoch from ${nowOf(db)} - max(at) filter (where own)), 1e9)::float8 as own_waited,
      greatest(count(*) filter (where f.name_hash = ${hash}), count(*) filter (where f.address = ${address}))::int as others,
      coalesce(extract(epoch from ${nowOf(db)} - max(at)), 1e9)::float8 as others_waited
    from (select *, name_hash = ${hash} and address = ${address} as own from failed) f`)
  const seconds = Math.ceil(
    tries.is_known
      ? secondsKnown(tries.own) - tries.own_waited
      : secondsUnknown(tries.others) - tries.others_waited,
  )
  if (seconds > 0) throw new Refusal(429, tooMany(seconds), { retryAfterSeconds: seconds })
}

/** One second after the tenth failure, doubling to a minute. */
function secondsKnown(failures: number): number {
  return failures < FREE ? 0 : Math.min(60, 2 ** (failures - FREE))
}

/** Half an hour between attempts after ten failures in a day, doubling with every ten more, to four hours. */
function secondsUnknown(failures: number): number {
  return failures < FREE ? 0 : Math.min(4 * 3600, 1800 * 2 ** (Math.floor(failures / FREE) - 1))
}

function tooMany(seconds: number): string {
  if (seconds < 120) {
    return t('Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.', {
      seconds,
    })
  }
  return t('Too many attempts. Try again in {minutes} minutes.', { minutes: Math.ceil(seconds / 60) })
}

/**
 * Trying passwords. An account has so many wrong tries in 24 hours: some for strangers, within them fewer for each
 * network, some for addresses from which it signed in during the last 30 days, and some for each device that signed in
 * before. They are counted in the database, for all servers; a try that was right is not counted, and kept once a share.
 * Decision 29.
 */
import { type Database, type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { hashOf } from '../http/caller.ts'
import type { Guard, Visit, Way } from '../http/guard.ts'

interface Budget {
  /** Wrong tries in 24 hours: of all that come this way, and of one device, address or network among them. */
  readonly all: number
  readonly share: number
}

/**
 * 88 together: fewer than a hundred also where four servers count a try of each way at the same moment. A device, or who
 * holds a token, does not use up what the others have.
 */
const BUDGETS: Readonly<Record<Way, Budget>> = {
  stranger: { all: 39, share: 13 },
  address: { all: 16, share: 16 },
  device: { all: 33, share: 16 },
}
/** After so many of one share the next must wait: seconds where the caller is known, else half an hour, then an hour. */
const AT_ONCE = 10

export interface Try extends Visit {
  /** SQL: whether the device is the account's, or the caller holds its session. */
  readonly isKnownDevice: Statement
  /** SQL: by which hash its tries are counted; undefined: by that of the account's name. */
  readonly key?: Statement
}

interface Begun {
  /** Null where the way has no try left: in `seconds` there is one. */
  readonly id: number | null
  readonly seconds: number
  readonly way: Way
}

export interface Guarded {
  readonly database: Database
  readonly guard: Guard
}

/** One try, in its turn: counted as wrong before `check` begins, so that tries at once count each other, until it returns. */
export async function tryOnce<T>(
  { database, guard }: Guarded,
  one: Try,
  check: (isKnownDevice: boolean) => Promise<T>,
): Promise<T> {
  return guard.admit(one, async () => {
    const { id, seconds, way } = await database.only<Begun>(begin(database, one))
    if (id === null) throw guard.refuse(one, seconds)
    const answer = await check(way === 'device')
    await database.run(sql`
      with right_one as (
        update attempts set succeeded = true, at = ${nowOf(database)} where id = ${id} returning name_hash, way, share, address)
      delete from attempts a using right_one r where a.succeeded
        and (a.name_hash, a.way, a.share, a.address) = (r.name_hash, r.way, r.share, r.address)`)
    guard.know(one)
    return answer
  })
}

/** Deletes the attempts at this account, with their addresses. */
export async function forgetAttempts(db: Db, account: string): Promise<void> {
  await db.run(sql`delete from attempts where name_hash = ${hashOf(account)}`)
}

/** Writes the try, where its way still has one. */
function begin(db: Db, { account, place, device, isKnownDevice, key }: Try): Statement<Begun> {
  return sql`
    with moment as materialized (select ${nowOf(db)} as now),
    account as materialized (select ${key ?? sql`${hashOf(account)}::bytea`} as hash),
    way as (
      select case when ${isKnownDevice} then 'device'
        when exists (select from attempts, moment where name_hash = (select hash from account) and address = ${place.address}
          and succeeded and at > now - interval '30 days') then 'address'
        else 'stranger' end as way
    ), mine as (
      select way, case way when 'device' then ${device ?? ''} when 'address' then ${place.address}
        else ${place.network} end as share, ${budgetOf('all')} as "all", ${budgetOf('share')} as own
      from way
    ), failed as (
      select t.at, t.share = m.share as is_own from attempts t, mine m, moment
      where t.name_hash = (select hash from account) and not t.succeeded and t.way = m.way and t.at > now - interval '24 hours'
    ), since as (
      select case when m.way = 'stranger' then null else (select max(at) from attempts
        where name_hash = (select hash from account) and succeeded and way = m.way and share = m.share) end as at from mine m
    ), counted as (
      select count(*) filter (where is_own and f.at > coalesce(s.at, '-infinity')) as recent,
        max(f.at) filter (where is_own) as last,
        array_agg(f.at order by f.at desc) as "all", array_agg(f.at order by f.at desc) filter (where is_own) as own
      from failed f, since s
    ), waits as (
      select greatest(0, ceil(extract(epoch from greatest(
        case when c.recent >= ${AT_ONCE} then c.last + case
          when m.way = 'stranger' then interval '30 minutes' * 2 ^ ((c.recent - ${AT_ONCE}) / 2)
          else interval '1 second' * 2 ^ (c.recent - ${AT_ONCE}) end end,
        c."all"[m."all"] + interval '24 hours', c.own[m.own] + interval '24 hours') - now)))::int as seconds
      from counted c, mine m, moment
    ), begun as (
      insert into attempts (name_hash, address, succeeded, at, way, share)
      select (select hash from account), ${place.address}, false, now, way, share from waits, mine, moment where seconds = 0
      returning id
    )
    select (select id from begun) as id, seconds, way from waits, mine`
}

const budgetOf = (of: keyof Budget): Statement =>
  sql`case way when 'device' then ${BUDGETS.device[of]}::int when 'address' then ${BUDGETS.address[of]}::int
    else ${BUDGETS.stranger[of]}::int end`

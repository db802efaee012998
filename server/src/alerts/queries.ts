/**
 * What needs a person, in SQL: each alert is read from its cause, so that it is gone when that is mended. Only what an
 * administrator has seen is kept.
 */
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { type Answer, type api, type Right, t, writtenBy } from '@munim/contract'
import { SCREENS } from '@munim/contract/screens'
import { addDays, type Day, momentOf, type Time } from '@munim/core'
import { readToDecide } from '../acts/queries.ts'
import type { AnchorState } from '../anchors/state.ts'
import { lastAgreed } from '../books/agreed.ts'
import { LEFT_OUT_MS } from '../books/due.ts'
import { readBooks } from '../dashboard/queries.ts'
import { type Db, nowOf, sql } from '../database/db.ts'
import { DatabaseTrouble, isPassing } from '../database/trouble.ts'
import { earlierClock, findFirstOpen, findPlayed } from '../daybook/obstacle.ts'
import type { Log } from '../http/busy.ts'
import type { Caller } from '../http/caller.ts'
import { isOneOfSeveral, type Second } from '../http/second.ts'
import { isIdle } from '../ledger/pay-refunds.ts'
import { faultInWords } from '../push/fault.ts'
import { findDueHalves, isLeft } from '../results/due.ts'
import { findBeyond } from '../risk/beyond.ts'

type Shown = Answer<typeof api.alerts.list>['data'][number]

export interface Alert extends Pick<Shown, 'kind' | 'sentence' | 'since' | 'address'> {
  /** What it is among all alerts. */
  readonly key: string
  /** Greater where the same comes again after it was mended. */
  readonly mark: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A server writes its log and what PostgreSQL does there; without a disk it stops. */
const DISK_SHORT_BYTES = 2 ** 30
/** Their sums are checked twice a minute; where no check came for so long, none comes. */
const UNCHECKED_MS = 35 * MINUTE_MS
/** A table that is locked for so long is not read soon. */
const LOCKED_MS = 2 * MINUTE_MS
/** What failed so long ago and was not read since fails anew. */
const UNASKED_MS = 5 * MINUTE_MS
/** It is tried again every five seconds. */
const UNSIGNED_MS = 15 * MINUTE_MS
/** One night was left out. */
const BACKUP_OLD_MS = 36 * HOUR_MS
/** On the day after: a day closes by itself in the night. */
const CLOSED_BY = '12:00' as Time
const dayInWords = writtenBy({ timeZone: 'UTC', dateStyle: 'long' })

export interface Reading {
  readonly second: Second
  /** Whose disk is looked at: it has the uploads, and the embedded database. */
  readonly dataDir: string
  /** Of this server. */
  readonly anchors: AnchorState
  /** By its name, since when and until when each read that fails has failed on this server, in milliseconds since 1970. */
  readonly unread: Map<string, { readonly since: number; readonly until: number }>
  /** Is told of a read that fails. */
  readonly log: Pick<Log, 'error'>
  readonly by: Pick<Caller, 'id' | 'actor' | 'rights'>
}

export async function readAlerts(db: Db, reading: Reading): Promise<Shown[]> {
  const alerts = await findAlerts(db, reading)
  const seen = await db.many<{ alert: string; mark: number }>(sql`
    select alert, mark from seen_alerts where admin_id = ${reading.by.id}`)
  return alerts.map(({ key, mark, ...shown }) => ({
    ...shown,
    id: `${key} ${mark}`,
    isSeen: seen.some((each) => each.alert === key && each.mark >= mark),
  }))
}

/** Keeps of these ids those that are among the alerts of this administrator. */
export async function keepSeen(
  db: Db,
  found: readonly Alert[],
  { adminId, ids }: { readonly adminId: number; readonly ids: readonly string[] },
): Promise<void> {
  const alerts = found.filter(({ key, mark }) => ids.includes(`${key} ${mark}`))
  await db.run(sql`
    insert into seen_alerts (admin_id, alert, mark, at)
    select ${adminId}, a.alert, a.mark, n.at
    from unnest(${alerts.map(({ key }) => key)}::text[], ${alerts.map(({ mark }) => mark)}::bigint[]) as a (alert, mark),
      (select ${nowOf(db)} as at) n
    on conflict (admin_id, alert) do update set mark = greatest(seen_alerts.mark, excluded.mark), at = excluded.at`)
}

/** Those that fall to this administrator, the gravest first. In no transaction: a read that fails would end it. */
export async function findAlerts(db: Db, reading: Reading): Promise<Alert[]> {
  const reads: readonly (readonly [Right | null, Alert['kind'], Read])[] = [
    ['see', 'books', findBooks],
    ['declare', 'declare', findStopped],
    ['declare', 'declare', findUnpaid],
    ['see', 'limits', findFull],
    [null, 'confirm', findToConfirm],
    ['see', 'look', findToLookAt],
    ['messages', 'push', findRefusedPush],
    ['settings', 'backup', findOldBackup],
    ['settings', 'disk', findShortDisk],
    ['settings', 'anchors', findUnsigned],
    ['administrators', 'device', findNewDevices],
    ['declare', 'day', findOpenDay],
  ]
  const found: Alert[] = []
  let locked: Error | undefined
  for (const [right, kind, read] of reads) {
    if (right !== null && !reading.by.rights.has(right)) continue
    try {
      found.push(...(await read(db, reading)))
      reading.unread.delete(read.name)
    } catch (fault) {
      const unread = findUnread(reading, { kind, name: read.name }, fault as Error)
      if (unread) found.push(unread)
      else locked ??= fault as Error
    }
  }
  if (locked) throw locked
  return found
}

type Read = (db: Db, reading: Reading) => Promise<Alert[]>

/**
 * A read that fails is an alert, anew each day: it hides no other, and what it would find is not taken as over. Undefined: a
 * table is locked, so far not for long.
 */
function findUnread(
  { unread, log }: Reading,
  { kind, name }: { readonly kind: Alert['kind']; readonly name: string },
  fault: Error,
): Alert | undefined {
  const isLocked = fault instanceof DatabaseTrouble && fault.trouble === 'locked'
  if (isPassing(fault) && !isLocked) throw fault
  const now = Date.now()
  const before = unread.get(name)
  const since = before && now - before.until < UNASKED_MS ? before.since : now
  unread.set(name, { since, until: now })
  if (isLocked && now - since < LOCKED_MS) return undefined
  log.error({ err: fault, kind }, 'alerts')
  const sentence = t('What needs you can not be read in full: {fault}', { fault: fault.message })
  const mark = Math.floor(now / DAY_MS)
  return { kind, key: `unread: ${name}`, mark, sentence, since: new Date(since).toISOString(), address: null }
}

/** Those that only this server knows of. */
export async function findOwn(db: Db, reading: Reading): Promise<Alert[]> {
  return [...(await findShortDisk(db, reading)), ...(await findUnsigned(db, reading))]
}

/** This server, among those of the database; cut, since it is part of an id. */
const HOST = hostname().slice(0, 60)

async function findBooks(db: Db): Promise<Alert[]> {
  const books = await readBooks(db)
  if (books === null) return []
  const shared = { kind: 'books', address: SCREENS.dashboard[0] } as const
  if (books.agree) {
    const late = (await db.now()).getTime() - Date.parse(books.checkedAt)
    const sentence = t('The books are not checked any more')
    return late < UNCHECKED_MS
      ? findUnproven(db, books.provenAt)
      : [{ ...shared, key: 'unchecked', mark: Date.parse(books.checkedAt), sentence, since: books.checkedAt }]
  }
  const { since, before } = await db.only<{ since: string | null; before: number }>(sql`
    with agreed as (select ${lastAgreed} as id)
    select a.id as before, (select min(p.at) from proofs p where p.id > a.id and p.differences <> '[]') as since from agreed a`)
  const sentence = t('The books do not agree: {count, plural, one {# difference} other {# differences}}', {
    count: books.differences.length,
  })
  return [{ ...shared, key: 'books', mark: before, sentence, since: since ?? books.checkedAt }]
}

/** Sums that agree say nothing of every law: where a night was left out, and no proof came in an hour of checks after it. */
async function findUnproven(db: Db, provenAt: string | null): Promise<Alert[]> {
  const dueAt = provenAt === null ? null : new Date(Date.parse(provenAt) + LEFT_OUT_MS)
  const { since } = await db.only<{ since: string | null }>(sql`
    select min(at) as since from proofs where at >= coalesce(${dueAt}::timestamptz, at)
      and at < ${nowOf(db)} - interval '1 hour'`)
  if (since === null) return []
  const [address] = SCREENS.dashboard
  const sentence = t('Only the sums of the books are still checked')
  const mark = provenAt === null ? 0 : Date.parse(provenAt)
  return [{ kind: 'books', key: 'unproven', mark, sentence, since: provenAt ?? since, address }]
}

/** Of a draw's result. */
const addressOf = (marketId: number, date: string) =>
  `${SCREENS['result details'][0].replace('$id', String(marketId))}?date=${date}`

/** Halves that auto declare leaves to a person, or tries in vain. */
async function findStopped(db: Db): Promise<Alert[]> {
  const { isOn } = await db.only<{ isOn: boolean }>(sql`select auto_declare as "isOn" from settings`)
  if (!isOn) return []
  const at = await db.now()
  return (await findDueHalves(db, at))
    .filter((half) => isLeft(half, at))
    .map(({ marketId, name: market, date, half, since, note, revertedAt, isStopped }) => ({
      kind: 'declare' as const,
      key: `declare ${marketId} ${date} ${half}`,
      // Reverted after it was seen, or stopped after it was tried in vain, it is another alert.
      mark: Date.parse(revertedAt ?? since) + Number(isStopped),
      sentence: t('{market}, {half, select, open {open} other {close}}, is not declared by itself: {note}', {
        market,
        half,
        note,
      }),
      since,
      address: addressOf(marketId, date),
    }))
}

/** Voids whose refunds fail, or whose wallets stay locked. */
async function findUnpaid(db: Db): Promise<Alert[]> {
  const runs = await db.many<
    Record<'id' | 'marketId' | 'count', number> & Record<'market' | 'date' | 'since', string>
  >(sql`
    select r.id, d.market_id as "marketId", m.name as market, d.market_date as date, r.bids - r.refunded as count,
      r.worked_at as since
    from refund_runs r join draws d on d.id = r.draw_id join markets m on m.id = d.market_id
    where ${isIdle(db, sql`r`)} order by r.id`)
  return runs.map(({ id, marketId, market, date, count, since }) => ({
    kind: 'declare',
    key: `refunds ${id}`,
    mark: Date.parse(since),
    sentence: t(
      '{market}: {count, plural, one {# refund of a void is} other {# refunds of a void are}} not paid',
      { market, count },
    ),
    since,
    address: addressOf(marketId, date),
  }))
}

/** More doublings than there are numbers. */
const DOUBLINGS = 64

/** Draws with numbers beyond their limits; twice as many, any after a limit was set, or the close's are another. */
async function findFull(db: Db): Promise<Alert[]> {
  return (await findBeyond(db)).map(({ marketId, market, date, half, numbers, limitsSetAt, since }) => ({
    kind: 'limits' as const,
    key: `limits ${marketId} ${date}${half === 'close' ? ' close' : ''}`,
    mark: limitsSetAt * DOUBLINGS + Math.floor(Math.log2(numbers)),
    sentence: t('{market}: {count, plural, one {# number is} other {# numbers are}} beyond the limit', {
      market,
      count: numbers,
    }),
    since,
    address: `${addressOf(marketId, date)}&tab=analytics&view=exposure`,
  }))
}

async function findToConfirm(db: Db, { second, by }: Reading): Promise<Alert[]> {
  const { count, since, latest } = await readToDecide(db, second, by)
  if (since === null || latest === null) return []
  const sentence = t(
    '{count, plural, one {# act waits for a second person} other {# acts wait for a second person}}',
    { count },
  )
  const [address] = SCREENS['to confirm']
  return [{ kind: 'confirm', key: 'confirm', mark: latest, sentence, since, address }]
}

/** What an administrator did is looked at by another one, where there is one. */
async function findToLookAt(db: Db, { by }: Reading): Promise<Alert[]> {
  const { count, since, latest } = await db.only<{
    count: number
    since: string | null
    latest: number | null
  }>(sql`
    select count(*) as count, min(s.at) as since, max(s.id) as latest from suspicions s
    where s.looked_at is null and (s.actor <> ${by.actor}
      or not exists (select from admins a where ${isOneOfSeveral(db)} and a.id <> ${by.id}))`)
  if (since === null || latest === null) return []
  const sentence = t('{count, plural, one {# thing is} other {# things are}} to be looked at', { count })
  const [address] = SCREENS['to look at']
  return [{ kind: 'look', key: 'look', mark: latest, sentence, since, address }]
}

/** Whichever server sends them: this one may have no credentials. */
async function findRefusedPush(db: Db): Promise<Alert[]> {
  const refused = await db.maybe<{ fault: string; since: string }>(sql`
    select fault, since from push_connection
    where fault <> '' and since is not null and exists (select from push_messages where finished_at is null)`)
  if (!refused) return []
  const { fault, since } = refused
  const sentence = t('Push messages do not go out: {message}', { message: faultInWords(fault) })
  const [address] = SCREENS['push notifications']
  return [{ kind: 'push', key: 'push', mark: Date.parse(since), sentence, since, address }]
}

/**
 * What is not closed by noon of the day after waits for a person: for a result, or to be closed by hand. A day without
 * postings that closes by itself may wait for later ones first (`closeNext`): it is told on the day after those.
 */
export async function findOpenDay(db: Db): Promise<Alert[]> {
  const day = await findFirstOpen(db)
  const [now, dueAfter] = [await earlierClock(db), (of: Day) => momentOf(addDays(of, 1), CLOSED_BY)]
  if (day === null || now < dueAfter(day)) return []
  const { isOn } = await db.only<{ isOn: boolean }>(sql`select close_days as "isOn" from settings`)
  const played = isOn ? await findPlayed(db, day) : day
  const since = played && dueAfter(played)
  if (since === null || now < since) return []
  const sentence = t('{day} waits to be closed.', { day: dayInWords(new Date(day)) })
  const address = `${SCREENS['day book'][0]}?day=${day}`
  return [{ kind: 'day', key: 'day', mark: since.getTime(), sentence, since: since.toISOString(), address }]
}

/** Invented data needs no backup, nor does an installation that nothing was paid into. */
async function findOldBackup(db: Db): Promise<Alert[]> {
  const { at, notedSince, isReal } = await db.only<{
    at: string | null
    notedSince: string
    isReal: boolean
  }>(sql`
    select b.at, b.noted_since as "notedSince", not s.is_demonstration and exists (select from postings) as "isReal"
    from last_backup b, settings s`)
  const now = (await db.now()).getTime()
  const ageOf = (moment: string) => now - Date.parse(moment)
  if (!isReal || Math.abs(ageOf(at ?? notedSince)) < BACKUP_OLD_MS) return []
  // A clock that was ahead as it was made says nothing of its age.
  const since = at === null || ageOf(at) < 0 ? notedSince : at
  const sentence =
    at === null
      ? t('No backup was made yet: on the server, npm run backup')
      : t('The last backup is old: on the server, npm run backup')
  return [{ kind: 'backup', key: 'backup', mark: Date.parse(since), sentence, since, address: null }]
}

/** Told anew each day. A disk that can't be asked is one, and hides no other alert. */
async function findShortDisk(db: Db, { dataDir }: Reading): Promise<Alert[]> {
  const disk = await statfs(dataDir).catch((error: NodeJS.ErrnoException) => error)
  const free = disk instanceof Error ? 0 : disk.bavail * disk.bsize
  if (free >= DISK_SHORT_BYTES) return []
  const at = await db.now()
  const sentence =
    disk instanceof Error
      ? t('The disk of {host} can not be read: {fault}', { host: HOST, fault: disk.code ?? disk.name })
      : t('The disk of {host} is nearly full: {megabytes, number} MB are free', {
          host: HOST,
          megabytes: Math.floor(free / 2 ** 20),
        })
  const key = disk instanceof Error ? `unread ${HOST}` : `disk ${HOST}`
  const mark = Math.floor(at.getTime() / DAY_MS)
  return [{ kind: 'disk', key, mark, sentence, since: at.toISOString(), address: null }]
}

/** Where this server can't sign its books, or the bucket or ANCHOR_URL does not take what is signed, for a while. */
async function findUnsigned(_db: Db, { anchors: { failing } }: Reading): Promise<Alert[]> {
  if (!failing || Date.now() - failing.since < UNSIGNED_MS) return []
  const { what, since, fault } = failing
  const sentence =
    what === 'signing'
      ? t('The books can not be signed by {host}: {fault}', { host: HOST, fault })
      : t('Anchors of the books can not be handed on by {host}: {fault}', { host: HOST, fault })
  const key = `anchors ${what} ${HOST}`
  return [
    { kind: 'anchors', key, mark: since, sentence, since: new Date(since).toISOString(), address: null },
  ]
}

/** Where another administrator signed in since yesterday with a device that is not their first. */
async function findNewDevices(db: Db, { by }: Reading): Promise<Alert[]> {
  const devices = await db.many<{ admin_id: number; name: string; since: string }>(sql`
    select a.id as admin_id, a.user_name as name, max(d.created_at) as since
    from devices d join admins a on a.id = d.admin_id
    where d.created_at > ${nowOf(db)} - interval '1 day' and a.id <> ${by.id}
      and exists (select from devices f where f.admin_id = d.admin_id and f.created_at < d.created_at)
    group by a.id, a.user_name order by a.id`)
  const [address] = SCREENS.administrators
  return devices.map(({ admin_id, name, since }) => ({
    kind: 'device',
    key: `device ${admin_id}`,
    mark: Date.parse(since),
    sentence: t('{name} signed in with a new device', { name }),
    since,
    address,
  }))
}

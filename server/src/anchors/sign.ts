/** Signing what is new in the books since the anchor before: once a minute, and as a day closes. */
import { setTimeout as pause } from 'node:timers/promises'
import { addDays, type Day, dayOf } from '@munim/core'
import { type Database, type Db, sql, type WrittenAct } from '../database/db.ts'
import { readSnapshot } from '../database/snapshot.ts'
import {
  FACTS,
  type FactName,
  type Given,
  type Heads,
  identityOf,
  readConfig,
  readHeads,
  readLost,
  readMarks,
  readSegments,
  readStamped,
} from './facts.ts'
import { type Anchors, addLine, type Placed, readLast } from './folder.ts'
import type { SigningKey } from './key.ts'
import { type Anchor, hashOf, writeLine } from './line.ts'
import { stampPayees } from './stamp-payees.ts'

/** So many numbers are a segment at most: what is named is not too wide, and no digest takes long. */
const WIDEST = 20_000
const AT_ONCE = 10
/** Between a number and its transaction's own, which is given a moment later. */
const SETTLING_MS = 500
const ASK_AGAIN_MS = 200
/** Longer than any transaction of a server's lives. The next try signs what this one could not. */
const WAIT_AT_MOST_MS = 50_000

export interface Signing extends Anchors {
  /** What the database that serves the calls wrote into the audit since the last line; this one is another. */
  readonly acts: WrittenAct[]
  /** Which database it is to be; undefined: whichever it says it is. */
  readonly identity?: string | undefined
}

/**
 * Signs what is new; undefined where nothing is. Fails where transactions that are under way don't end. After another
 * key a line comes before payees are stamped, and says so: wherever this ends early, that key finds it here.
 */
export async function signNews(
  database: Database,
  { acts: written, identity: due, ...anchors }: Signing,
  signal: AbortSignal,
): Promise<Placed | undefined> {
  const { dataDir, key } = anchors
  const identity = await identityOf(database)
  if (due !== undefined && identity !== due)
    throw new Error('the database says that it is another one than when this server began')
  const before = await readLast(dataDir, identity)
  const isOurs = before?.anchor.key === key.name
  const acts = [...written]
  const last = isOurs ? before.anchor : undefined
  const payees =
    last?.stamped?.payees ||
    (await stampPayees(database, { ...anchors, isToBegin: before !== undefined && !isOurs }, signal))
  const heads = await readHeads(database)
  if (!(await haveEnded(database, signal))) throw new Error('a transaction of the database does not end')
  const anchor = await readSnapshot(database, (db) =>
    readNews(db, { given: heads, last, payees, key, signal, acts }),
  )
  if (last && !isNews(anchor, last)) return undefined
  const begins = before ? 'it is signed with another key' : 'it was signed for the first time'
  const line = writeLine(
    { nth: (before?.anchor.nth ?? 0) + 1, ...(!isOurs && { begins }), ...anchor, previous: hashOf(before) },
    key,
  )
  const file = await addLine(dataDir, identity, line)
  forgetActs(written, acts)
  return { line, file }
}

/** What is in a line is not asked for again. */
function forgetActs(written: WrittenAct[], signed: readonly WrittenAct[]): void {
  const known = new Set(signed)
  written.splice(0, written.length, ...written.filter((act) => !known.has(act)))
}

type News = Omit<Anchor, 'nth' | 'begins' | 'previous' | 'key' | 'heads'> & { readonly heads: Heads }

function isNews(news: News, last: Anchor): boolean {
  return (
    dayOf(new Date(news.at)) !== dayOf(new Date(last.at)) ||
    FACTS.some((name) => news.heads[name] > (last.heads[name] ?? 0)) ||
    news.draws > last.draws ||
    news.lost !== undefined ||
    news.migration !== last.migration ||
    !last.stamped?.payees ||
    Object.entries(news.config).some(
      ([thing, digest]) => last.config[thing as keyof Anchor['config']] !== digest,
    )
  )
}

/**
 * Whether every transaction that may have taken a number by now is over: what is not there then never comes. Its own is
 * later than all of them; the end of a snapshot is not, since it is the last that is over, and none may be over since.
 */
async function haveEnded(database: Database, signal: AbortSignal): Promise<boolean> {
  await pause(SETTLING_MS, undefined, { signal })
  const { own } = await database.only<{ own: string }>(sql`select pg_current_xact_id()::text as own`)
  for (const until = performance.now() + WAIT_AT_MOST_MS; performance.now() < until; ) {
    const { isOver } = await database.only<{ isOver: boolean }>(sql`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${own}::xid8 as "isOver"`)
    if (isOver) return true
    await pause(ASK_AGAIN_MS, undefined, { signal })
  }
  return false
}

interface Reading {
  readonly given: Given
  readonly last: Anchor | undefined
  /** Whether all payees are stamped. */
  readonly payees: boolean
  readonly key: SigningKey
  readonly signal: AbortSignal
  /** What this server wrote into the audit since. */
  readonly acts: readonly WrittenAct[]
}

async function readNews(
  db: Db,
  { given: { at: seen, ...given }, last, payees, key, signal, acts }: Reading,
): Promise<News> {
  // A sequence that was set back is named by `verify`; what is signed stays.
  const heads = Object.fromEntries(
    FACTS.map((name) => [name, Math.max(given[name], last?.heads[name] ?? 0)]),
  ) as unknown as Heads
  const days = last && daysOf(dayOf(new Date(last.seen)), dayOf(new Date(seen)))
  const segments: Partial<Record<FactName, [number, string][]>> = {}
  for (const name of FACTS) {
    for (const { after, ends } of partsOf(last?.heads[name], heads[name])) {
      signal.throwIfAborted()
      const found = await readSegments(db, name, { after, ends, days })
      const signed = ends.map((end, nth): [number, string] => [
        end,
        found.find((each) => each.nth === nth)?.digest ?? '',
      ])
      segments[name] = [...(segments[name] ?? []), ...signed]
    }
  }
  const draws = Math.max(given.draws, last?.draws ?? 0)
  const marks = await readMarks(db, {
    requests: { after: last?.heads.requests ?? 0, to: heads.requests },
    draws: { after: last?.draws ?? 0, to: draws },
  })
  const { migration, ...config } = await readConfig(db)
  const at = (await db.now()).toISOString()
  const stamped = { ...(last?.stamped ?? (await readStamped(db, key, heads))), ...(payees && { payees }) }
  const lost = await readLost(db, acts)
  return {
    at,
    seen,
    migration,
    heads,
    segments,
    marks,
    draws,
    config,
    stamped,
    ...(lost.length > 0 && { lost }),
  }
}

/** Segments after `from` up to `to`, as many at once as are read in a second: `after` them, the last number of each. */
function partsOf(from: number | undefined, to: number): { after: number | undefined; ends: number[] }[] {
  const first = from ?? 0
  const ends = Array.from({ length: Math.ceil((to - first) / WIDEST) }, (_, nth) =>
    Math.min(to, first + (nth + 1) * WIDEST),
  )
  const parts = Array.from({ length: Math.ceil(ends.length / AT_ONCE) }, (_, nth) =>
    ends.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
  )
  return parts.map((part, nth) => ({ after: nth === 0 ? from : parts[nth - 1]!.at(-1), ends: part }))
}

/** The days that bids placed between these days can be for. A clock that was set back names the later one first. */
export function daysOf(since: Day, until: Day): Day[] {
  const [first, last] = since <= until ? [since, until] : [until, since]
  const days = [addDays(first, -2)]
  while (days.at(-1)! < addDays(last, 2)) days.push(addDays(days.at(-1)!, 1))
  return days
}

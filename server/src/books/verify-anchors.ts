/**
 * The books against what was signed outside the database: its owner can change rows, recompute their
 * hashes and put every guard back, but not what was signed before.
 */
import { api } from '@munim/contract'
import { type Day, dayOf } from '@munim/core'
import {
  FACTS,
  type FactName,
  identityOf,
  momentsMark,
  payeeMark,
  readConfig,
  readLost,
  readSegments,
} from '../anchors/facts.ts'
import { type Anchors, hasOthers, readLines, readLinesOf } from '../anchors/folder.ts'
import { hashOf, isSignedBy, type Line } from '../anchors/line.ts'
import { daysOf } from '../anchors/sign.ts'
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { migrationNames, readApplied } from '../database/versions.ts'
import { type Difference, firstOf, type Law, lawWith } from './verify-law.ts'

const SIGNED = 'the books are as they were signed'

/** Lines that were read before the snapshot, so that all of them is in it. */
export interface SignedLines {
  readonly key: Anchors['key']
  readonly lines: readonly Line[] | undefined
  readonly hasOthers: boolean
  readonly hasOtherKeys: boolean
}

export async function readSigned(
  db: Db,
  { dataDir, key, hasOtherKeys = false }: Anchors,
): Promise<SignedLines> {
  const lines = await readLines(dataDir, await identityOf(db))
  return { key, lines, hasOthers: await hasOthers(dataDir), hasOtherKeys }
}

/** The lines since the last one that begins anew; where none of those left does, all. */
export function sinceBegun(lines: readonly Line[]): readonly Line[] {
  const first = lines.findLastIndex(({ anchor }) => anchor.begins !== undefined)
  return first < 0 ? lines : lines.slice(first)
}

/** Undefined `signed`: nothing is kept where this runs. */
export async function checkAnchors(db: Db, signed: SignedLines | undefined): Promise<Law> {
  if (!signed?.lines) {
    const isAnother = signed?.hasOthers === true
    const found = isAnother
      ? [{ what: 'this database', expected: 'one that was signed here', found: 'another' }]
      : []
    return lawOf(found, 0, ['nothing is signed here: DATA_DIR has no anchors of this database'])
  }
  const { lines, key } = signed
  const since = sinceBegun(lines)
  const { anchor: first } = since[0]!
  const { anchor: last } = since.at(-1)!
  return lawOf([...findInChain(lines, key), ...(await findSince(db, since))], lines.length, [
    `signed since ${first.at}, when ${first.begins ?? 'the lines that are left begin'}; last at ${last.at}`,
  ])
}

/** The same of what was signed on one day only; null where nothing was, or with another key. */
export async function checkSignedDay(db: Db, { dataDir, key }: Anchors, day: Day): Promise<Law | null> {
  const { before, lines } = await readLinesOf(dataDir, await identityOf(db), day)
  const since = sinceBegun(lines)
  if (since.at(-1)?.anchor.key !== key.name) return null
  const base = since[0]!.anchor.begins === undefined ? before : undefined
  const found = await findSince(db, since, base)
  return lawOf([...findInChain(lines, key, before), ...found], lines.length, [])
}

/** `base`: the line before these; without, the first of them signs from the very first row on. */
async function findSince(db: Db, since: readonly Line[], base?: Line): Promise<Difference[]> {
  const found = await allOf([
    findLost(db, since),
    ...FACTS.map((name) => findInFacts(db, name, { all: since, before: base })),
    findInMarks(db, since),
    findInConfig(db, since),
  ])
  return found.flat()
}

function lawOf(found: readonly Difference[], checked: number, notes: readonly string[]): Law {
  return { ...lawWith(SIGNED, checked, 'anchors', found), notes }
}

/** The last signature covers all lines before it, since each names the hash of the one before. */
function findInChain(lines: readonly Line[], key: Anchors['key'], first?: Line): Difference[] {
  const broken = lines.flatMap((line, index): Difference[] => {
    const before = lines[index - 1] ?? first
    const due = hashOf(before)
    const { nth, previous } = line.anchor
    return previous === due && nth === (before?.anchor.nth ?? 0) + 1
      ? []
      : [{ what: `anchor ${nth}`, expected: `after ${due || 'none'}`, found: `after ${previous || 'none'}` }]
  })
  const last = lines.at(-1)!
  if (!isSignedBy(last, key))
    broken.push({ what: `anchor ${last.anchor.nth}`, expected: `signed by ${key.name}`, found: 'not so' })
  return broken
}

/** How much earlier than its segment a row may say it was written: its transaction may have taken so long. */
const EARLIER_MS = 5 * 60_000
const LATER_MS = 60_000

async function findInFacts(
  db: Db,
  name: FactName,
  { all, before }: { readonly all: readonly Line[]; readonly before: Line | undefined },
): Promise<Difference[]> {
  // A line of a release that did not sign these: the next one that does signs all there are.
  const unsigned = all.findLastIndex(({ anchor }) => anchor.heads[name] === undefined)
  const lines = all.slice(unsigned + 1)
  const base = unsigned < 0 && before?.anchor.heads[name] !== undefined ? before.anchor : undefined
  const after = base?.heads[name]
  const due = lines.flatMap(({ anchor }, index) =>
    (anchor.segments[name] ?? []).map(([end, digest]) => {
      // The clock may have been set back since the line before.
      const last = lines[index - 1]?.anchor ?? base ?? anchor
      const seen = Math.min(time(anchor.seen), time(last.seen))
      const at = Math.max(time(anchor.at), time(last.at))
      const isFirst = index === 0 && !base
      const earliest = isFirst ? Number.NEGATIVE_INFINITY : seen - EARLIER_MS
      return { end, digest, anchor, earliest, latest: isFirst ? Number.POSITIVE_INFINITY : at + LATER_MS }
    }),
  )
  if (due.length === 0) return []
  const ends = due.map(({ end }) => end)
  const days = base && daysOf(dayOf(new Date(base.seen)), dayOf(new Date(lines.at(-1)!.anchor.at)))
  const there = new Map((await readSegments(db, name, { after, ends, days })).map((each) => [each.nth, each]))
  return due.flatMap(({ end, digest, anchor, earliest, latest }, nth): Difference[] => {
    const segment = there.get(nth)
    const what = `${name} ${(ends[nth - 1] ?? after ?? 0) + 1} to ${end}`
    const rows = `${segment?.rows ?? 0} rows`
    if ((segment?.digest ?? '') !== digest)
      return [{ what, expected: `as signed at ${anchor.at}`, found: `${rows}, changed, cut or put in since` }]
    if (segment && (time(segment.first) < earliest || time(segment.last) > latest))
      return [
        {
          what,
          expected: `rows written from ${new Date(earliest).toISOString()} to ${new Date(latest).toISOString()}`,
          found: `${rows} that say ${segment.first} to ${segment.last}`,
        },
      ]
    return []
  })
}

const time = (moment: string) => new Date(moment).getTime()

/** What a server wrote into the audit, and did not find there when it signed: cut out within the minute. */
async function findLost(db: Db, lines: readonly Line[]): Promise<Difference[]> {
  const lost = lines.flatMap(({ anchor }) =>
    (anchor.lost ?? []).map(([id, hash]) => ({ id, hash: Buffer.from(hash, 'base64'), at: anchor.at })),
  )
  const gone = new Set((await readLost(db, lost)).map(([id, hash]) => `${id} ${hash}`))
  return lost
    .filter(({ id, hash }) => gone.has(`${id} ${hash.toString('base64')}`))
    .map(({ id, at }) => ({
      what: `row ${id} of the audit`,
      expected: `as the server wrote it before ${at}`,
      found: 'none, or another',
    }))
}

/** What was signed one by one. A payee may change where its player was deleted, a draw with its market. */
async function findInMarks(db: Db, lines: readonly Line[]): Promise<Difference[]> {
  const marks = (['payees', 'draws'] as const).flatMap((thing) =>
    lines.flatMap(({ anchor }) =>
      Object.entries(anchor.marks[thing]).map(([id, digest]) => ({
        thing,
        id,
        digest,
        audit: anchor.heads.audit,
      })),
    ),
  )
  if (marks.length === 0) return []
  return firstOf(sql`
    with signed as (
      select * from unnest(${marks.map(({ thing }) => thing)}::text[], ${marks.map(({ id }) => id)}::bigint[],
        ${marks.map(({ digest }) => digest)}::text[], ${marks.map(({ audit }) => audit)}::bigint[]) as s (thing, id, digest, audit)
    )
    select ${SIGNED}::text as law, s.id as place, 'the payee of request ' || s.id as what, 'as it was signed' as expected,
      case when r.id is null then 'none' else 'another' end as found
    from signed s left join requests r on r.id = s.id
    where s.thing = 'payees' and ${payeeMark} is distinct from s.digest
      and not exists (select from audit a where a.thing = 'user' and a.thing_id = r.user_id::text and a.act = ${api.users.remove.path})
    union all
    select ${SIGNED}, s.id, 'the moments of draw ' || s.id, 'as they were signed, or an act that moves them',
      case when d.id is null then 'none' else d.opens_at || ' to ' || d.closes_at end
    from signed s left join draws d on d.id = s.id
    where s.thing = 'draws' and ${momentsMark} is distinct from s.digest
      and not exists (select from audit a where a.id > s.audit and a.thing = 'market' and a.thing_id = d.market_id::text
        and a.act = ${api.markets.update.path})`)(db)
}

/** The acts that change an administrator or a role, and those that change second factors: a sign-in is none. */
const CHANGE_PEOPLE = [
  api.administrators.create,
  api.administrators.update,
  api.administrators.setPassword,
  api.administrators.createRole,
  api.administrators.updateRole,
  api.administrators.removeRole,
  api.auth.resetPassword,
].map(({ path }) => path)
const CHANGE_FACTORS = [
  api.administrators.removeFactors,
  api.factors.finishTotp,
  api.factors.finishPasskey,
  api.factors.remove,
  api.factors.renewCodes,
].map(({ path }) => path)

/** Acts that the audit has under settings or a market, and that change nothing of what is digested there. */
const CHANGE_NOTHING = [api.desk.saveReasons, api.risk.saveLimits].map(({ path }) => path)

/**
 * What is set may change between two anchors where the audit has an act about it; a migration may change its form. The
 * database's owner writes the names of migrations too, so they excuse only forwards, and only by a name that this Munim
 * has or that is still there, where the schema is held against it (verify-guards.ts).
 */
async function findInConfig(db: Db, lines: readonly Line[]): Promise<Difference[]> {
  const [{ migration, ...config }, known, applied] = await allOf([
    readConfig(db),
    migrationNames(),
    readApplied(db),
  ])
  const isMigration = (name: string) => known.includes(name) || applied.includes(name)
  const now = { at: 'now', audit: Number.MAX_SAFE_INTEGER, migration, config }
  const states = [...lines.map(({ anchor }) => ({ ...anchor, audit: anchor.heads.audit })), now]
  const pairs = states.slice(1).map((state, index) => ({ before: states[index]!, state }))
  const isMigrated = ({ before, state }: (typeof pairs)[number]) =>
    state.migration > before.migration && isMigration(state.migration)
  const strange = pairs
    .filter((pair) => pair.state.migration !== pair.before.migration && !isMigrated(pair))
    .map(({ before, state }) => ({
      what: 'the last migration',
      expected: `${before.migration}, as it was signed at ${before.at}, or a later one that is there`,
      found: `${state.migration} ${state.at}`,
    }))
  const changes = pairs.flatMap((pair) => {
    if (isMigrated(pair)) return []
    const { before, state } = pair
    const things = Object.keys(state.config) as (keyof typeof config)[]
    return things
      .filter((thing) => before.config[thing] !== undefined && state.config[thing] !== before.config[thing])
      .map((thing) => ({ thing, after: before.audit, until: state.audit, before: before.at, at: state.at }))
  })
  if (changes.length === 0) return strange
  const unexcused = await firstOf(sql`
    select ${SIGNED}::text as law, 0 as place, 'what is set: ' || c.thing as what,
      'as it was signed at ' || c.before || ', or an act that changes it' as expected, 'another ' || c.at as found
    from unnest(${changes.map(({ thing }) => thing)}::text[], ${changes.map(({ after }) => after)}::bigint[],
      ${changes.map(({ until }) => until)}::bigint[], ${changes.map(({ before }) => before)}::text[],
      ${changes.map(({ at }) => at)}::text[]) as c (thing, after, until, before, at)
    where not exists (select from audit a where a.id > c.after
      and case c.thing when 'admin' then a.act = any(${CHANGE_PEOPLE}::text[]) when 'factor' then a.act = any(${CHANGE_FACTORS}::text[])
        else a.thing = c.thing and a.act <> all(${CHANGE_NOTHING}::text[]) end
      and (a.id <= c.until or a.at <= c.at::timestamptz))`)(db)
  return [...strange, ...unexcused]
}

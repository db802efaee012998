/**
 * The laws that the database itself keeps: that nothing of its schema is missing, changed or strange. The role that owns
 * the tables can do that, and what was changed meanwhile may look right; the other laws see what is wrong with the rows.
 */
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { type Piece, piecesIn, readDueSchema, readSchema } from '../database/schema.ts'
import { migrationNames, readApplied, readTold } from '../database/versions.ts'
import { type Difference, firstOf, type Law, lawWith } from './verify-law.ts'

const AWAKE = 'the guards of the books are awake'

export async function checkGuards(db: Db): Promise<Law> {
  const [{ strange, dues, notes }, there, counters] = await allOf([
    findDue(db),
    readSchema(db),
    findCounters(db),
  ])
  const found = [...(strange ? [strange] : findChanged(there, dues)), ...counters]
  return { ...lawWith(AWAKE, dues[0]!.size, 'guards', found), notes }
}

type Pieces = ReadonlyMap<string, string>

interface Due {
  /** Of which version the schema is, where it is none that this Munim knows or was told of. */
  readonly strange?: Difference
  /** What each piece is to be: as one of these has it. */
  readonly dues: readonly Pieces[]
  readonly notes: readonly string[]
}

/**
 * What the migrations of this Munim make. On the schema of a newer one, what that one has told; while it migrates, which
 * may take as long as an index takes, each piece is as before or as after.
 */
async function findDue(db: Db): Promise<Due> {
  const own = readDueSchema()
  const [known, applied, told] = await allOf([migrationNames(), readApplied(db), readTold(db)])
  const last = known.at(-1)!
  const isNewer = told?.migration != null && !known.includes(told.migration) && told.migration > last
  const newest = isNewer ? told.migration! : last
  const lacking = known.find((name) => !applied.includes(name))
  const other = applied.find((name) => !known.includes(name) && (!isNewer || name > newest || name < last))
  if (lacking !== undefined || other !== undefined) {
    const found = other ?? `no ${lacking}`
    const expected = `as of ${newest}, the last that this Munim ${isNewer ? 'was told of' : 'knows'}`
    return { strange: { what: 'the schema', expected, found }, dues: [own], notes: [] }
  }
  if (!isNewer) return { dues: [own], notes: [] }
  const theirs = piecesIn(told.pieces ?? '')
  if (applied.includes(newest)) {
    const note = `a newer Munim made the schema (${newest}): held against what it told; its own check counts`
    return { dues: [theirs], notes: [note] }
  }
  return { dues: [own, theirs], notes: [`a newer Munim brings the schema to ${newest}`] }
}

function findChanged(pieces: readonly Piece[], dues: readonly Pieces[]): Difference[] {
  const there = new Map(pieces.map(({ name, definition }) => [name, definition]))
  const names = [...new Set([...dues.flatMap((due) => [...due.keys()]), ...there.keys()])].sort()
  return names
    .filter((name) => !dues.some((due) => isAsDue(due.get(name), there.get(name), dues.length > 1)))
    .map((what) => ({
      what,
      expected: dues[0]!.get(what) ?? 'no such thing',
      found: there.get(what) ?? 'none',
    }))
}

/** An index that is being made is not valid yet. */
const isAsDue = (due: string | undefined, found: string | undefined, isUnderWay: boolean): boolean =>
  due === found || (isUnderWay && found === `${due}, not valid`)

/** A counter that was set back below the last number gives numbers twice. */
const findCounters = firstOf(sql`
    with counted as (
      select 'postings' as name, coalesce(max(id), 0) as last from postings
      union all select 'requests', coalesce(max(id), 0) from requests
      union all select 'declarations', coalesce(max(id), 0) from declarations
      union all select 'users', coalesce(max(id), 0) from users
    ), given as (
      select name, last, coalesce(pg_sequence_last_value(pg_get_serial_sequence(name, 'id')::regclass), 0) as given from counted
    )
    select ${AWAKE}::text as law, 0 as place, 'counter of ' || name as what, 'at least ' || last as expected,
      given::text as found
    from given where given < last`)

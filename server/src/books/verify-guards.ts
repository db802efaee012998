/**
 * The laws that the database itself keeps: that nothing of its schema is missing, changed or strange. The role that owns
 * the tables can do that, and what was changed meanwhile may look right; the other laws see what is wrong with the rows.
 */

import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { migrationNames } from '../database/migrate.ts'
import { readDueSchema, readSchema } from '../database/schema.ts'
import { type Finding, firstOf, type Law, lawOf, NAMED_AT_MOST } from './verify-law.ts'

const AWAKE = 'the guards of the books are awake'

export async function checkGuards(db: Db): Promise<Law> {
  const due = readDueSchema()
  const [strangeVersion, changed, counters] = await allOf([
    findOtherVersion(db),
    findChanged(db, due),
    findCounters(db),
  ])
  const found = [...(strangeVersion.length > 0 ? strangeVersion : changed), ...counters]
  const wrong = found.map((each) => ({ law: AWAKE, ...each, wrong: found.length }))
  return lawOf(AWAKE, due.size, 'guards', wrong.slice(0, NAMED_AT_MOST))
}

type Difference = Pick<Finding, 'what' | 'expected' | 'found'>

/** While servers of two versions run, the older one does not know what the schema must be. */
async function findOtherVersion(db: Db): Promise<Difference[]> {
  const known = await migrationNames()
  const applied = await db.many<{ name: string }>(sql`select name from kysely_migration order by name`)
  const last = known.at(-1)!
  const found = applied.map(({ name }) => name)
  if (found.join() === known.join()) return []
  const strange =
    found.find((name) => !known.includes(name)) ?? `no ${known.find((name) => !found.includes(name))}`
  return [{ what: 'the schema', expected: `as of ${last}, the last that this Munim knows`, found: strange }]
}

/** Each piece of the schema against what the migrations make. */
async function findChanged(db: Db, due: ReadonlyMap<string, string>): Promise<Difference[]> {
  const there = new Map((await readSchema(db)).map(({ name, definition }) => [name, definition]))
  const names = [...new Set([...due.keys(), ...there.keys()])].sort()
  return names
    .filter((name) => due.get(name) !== there.get(name))
    .map((what) => ({ what, expected: due.get(what) ?? 'no such thing', found: there.get(what) ?? 'none' }))
}

/** A counter that was set back below the last number gives numbers twice. */
function findCounters(db: Db): Promise<Finding[]> {
  return firstOf(
    db,
    sql`
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
    from given where given < last`,
  )
}

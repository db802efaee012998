/**
 * Which migrations this Munim has, and which the database has. While servers of one release are replaced by those of the
 * next, and after going back, older ones run on the schema of a newer Munim: which of them may, and what it looks like,
 * that one has told in `schema_told`.
 */
import { readdir } from 'node:fs/promises'
import { type Db, sql } from './db.ts'

export const migrationsFolder = new URL('./migrations/', import.meta.url)

/** Read as the program starts: later the next release may lie in its folder, and is none of what runs. */
const names = readdir(migrationsFolder).then((files) =>
  files
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => name.replace(/\.sql$/, '')),
)

/** Those that this Munim has, in their order. */
export const migrationNames = (): Promise<readonly string[]> => names

/** What the last Munim that migrated has told; null where that was one from before it was told. */
interface Told {
  /** A server must know this migration to run on the schema. */
  readonly serves: string
  /** Its last migration, and the pieces of the schema after it as schema.txt has them; null: not told yet. */
  readonly migration: string | null
  readonly pieces: string | null
}

export async function readTold(db: Db): Promise<Told | null> {
  const { is } = await db.only<{ is: boolean }>(sql`
    select to_regclass('public.schema_told') is not null as is`)
  return is ? db.only<Told>(sql`select serves, migration, pieces from schema_told`) : null
}

/** The names of the migrations that the database has, in their order; none where it has no tables yet. */
export async function readApplied(db: Db): Promise<string[]> {
  const { is } = await db.only<{ is: boolean }>(sql`
    select to_regclass('public.kysely_migration') is not null as is`)
  if (!is) return []
  const rows = await db.many<{ name: string }>(sql`
    select name from kysely_migration order by name collate "C"`)
  return rows.map(({ name }) => name)
}

/** The migrations that the database has and this Munim has not: a newer one made them. */
export async function findNewer(db: Db): Promise<string[]> {
  const [applied, known] = [await readApplied(db), await migrationNames()]
  return applied.filter((name) => !known.includes(name))
}

/** Why this Munim can't run on a schema that a newer one has made, in a sentence; undefined where it can. */
export async function whyTooOld(db: Db): Promise<string | undefined> {
  const last = (await findNewer(db)).at(-1)
  if (last === undefined) return undefined
  const told = await readTold(db)
  if (told && (await migrationNames()).includes(told.serves)) return undefined
  const needed = told ? `a server must know ${told.serves} to run on it` : 'no older server runs on it'
  return `The database was migrated by a newer Munim (${last}), and ${needed}: start that Munim, or a later one.`
}

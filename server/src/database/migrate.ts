/**
 * Brings a database to the newest numbered migration, once, under a lock, however many servers start together. What is
 * pending runs in one transaction; an index of a large table is made apart from it, while servers write (`-- Apart:`).
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './db.ts'
import { LOCKS } from './locks.ts'
import { connect } from './postgres.ts'
import { schemaFile } from './schema.ts'
import { migrationNames, migrationsFolder, readApplied, readTold, whyTooOld } from './versions.ts'

const ASK_AGAIN_MS = 200

/**
 * Up to the newest one, or the one named. Throws when one fails; the database is then as it was before the transaction
 * that it was in. On a schema of a newer Munim it does nothing where this one may run on it, else it throws why not.
 */
export async function migrate(url: string, upTo?: string): Promise<void> {
  const options = { max: 3, statementMs: 0, lockMs: 4_000, applicationName: 'munim migrate' }
  await using database = connect(url, options)
  if (await isDone(database, upTo)) return
  await database.kysely.connection().execute(async (holder) => {
    if (!(await takeTurn(holder, database, upTo))) return
    try {
      await migrateAll(database, upTo)
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS.migrations}::int, 0)`.execute(holder)
    }
  })
}

/** What is left to do, up to the one named. Throws where this Munim can't run on what the database has. */
async function findPending(database: Database, upTo?: string): Promise<string[]> {
  const [known, applied] = [await migrationNames(), await readApplied(database)]
  const pending = known.filter((name) => !applied.includes(name) && (upTo === undefined || name <= upTo))
  const strange = applied.find((name) => !known.includes(name))
  if (strange === undefined) return pending
  const tooOld = await whyTooOld(database)
  if (tooOld) throw new Error(tooOld)
  if (pending.length > 0)
    throw new Error(
      `The database has the migration ${strange}, which this Munim lacks, and lacks ${pending[0]}.`,
    )
  return []
}

/** Whether nothing is left to migrate, nor to tell to earlier servers. */
async function isDone(database: Database, upTo?: string): Promise<boolean> {
  if ((await findPending(database, upTo)).length > 0) return false
  const [known, applied] = [await migrationNames(), await readApplied(database)]
  if (upTo !== undefined || applied.length > known.length) return true
  const told = await readTold(database)
  return told === null || (told.migration === known.at(-1) && told.pieces === (await readPieces()))
}

/**
 * Asks for the lock instead of waiting in it: a statement that waits is one that an index made beside it would wait for.
 * False: another one has done it meanwhile.
 */
async function takeTurn(holder: Kysely<unknown>, database: Database, upTo?: string): Promise<boolean> {
  for (;;) {
    const taken = sql<{ is: boolean }>`select pg_try_advisory_lock(${LOCKS.migrations}::int, 0) as is`
    if ((await taken.execute(holder)).rows[0]!.is) return true
    await pause(ASK_AGAIN_MS)
    if ((await findPending(database, upTo)).length === 0) return false
  }
}

async function migrateAll(database: Database, upTo?: string): Promise<void> {
  const pending = await findPending(database, upTo)
  if (upTo === undefined) await tell(database)
  const texts = new Map(await Promise.all(pending.map(async (name) => [name, await readText(name)] as const)))
  for (const [nth, name] of pending.entries()) {
    const isApart = isMadeApart(texts.get(name)!)
    const next = pending[nth + 1]
    // Of those that run in one transaction the last one brings the others along.
    if (!isApart && next !== undefined && !isMadeApart(texts.get(next)!)) continue
    const migrator = new Migrator({
      db: database.kysely,
      provider: { getMigrations: () => migrationsOf(database) },
      disableTransactions: isApart,
    })
    const { error } = await migrator.migrateTo(name)
    if (error) throw error
  }
  if (upTo === undefined) await tell(database)
}

/** Tells earlier servers what the schema is to be, as far as the database can keep it yet. */
async function tell(database: Database): Promise<void> {
  const [known, applied] = [await migrationNames(), await readApplied(database)]
  if (applied.length > known.length || (await readTold(database)) === null) return
  await database.run(sql`update schema_told set migration = ${known.at(-1)!}, pieces = ${await readPieces()}`)
}

const readPieces = () => readFile(schemaFile, 'utf8')
const readText = (name: string) => readFile(new URL(`${name}.sql`, migrationsFolder), 'utf8')

/** Those of this Munim, as Kysely takes them. */
async function migrationsOf(database: Database): Promise<Record<string, Migration>> {
  const names = await migrationNames()
  const migrations = await Promise.all(
    names.map(async (name): Promise<[string, Migration]> => {
      const text = await readText(name)
      const up = isMadeApart(text)
        ? () => makeIndexes(database, text)
        : async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db))
      return [name, { up }]
    }),
  )
  return Object.fromEntries(migrations)
}

/** Whether a migration says that it runs apart from the transaction. */
export const isMadeApart = (text: string): boolean => /^-- Apart: +\S/m.test(text)

const INDEX = /^create (?:unique )?index concurrently (\w+) on \w+ [^;]+$/

/** The statements of a migration that runs apart, by the index that each makes. Throws at any other statement. */
export function indexesOf(text: string): [index: string, statement: string][] {
  const statements = text.replace(/--.*$/gm, '').split(';')
  return statements
    .map((each) => each.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .map((statement) => {
      const index = INDEX.exec(statement)?.[1]
      if (index === undefined)
        throw new Error(`Apart from the transaction only an index is made: ${statement}`)
      return [index, statement]
    })
}

/**
 * Makes what is not there yet, so it can be done again after a server was killed over it: an index that was left half
 * made, which PostgreSQL keeps as not valid, is dropped and made anew. It waits for transactions that are under way.
 */
export async function makeIndexes(database: Database, text: string): Promise<void> {
  for (const [index, statement] of indexesOf(text)) {
    const found = await database.maybe<{ valid: boolean }>(sql`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${`public.${index}`})`)
    if (found?.valid) continue
    await database.kysely.connection().execute(async (db) => {
      await sql`set lock_timeout = 0`.execute(db)
      if (found) await sql`drop index concurrently ${sql.ref(index)}`.execute(db)
      await sql.raw(statement).execute(db)
    })
  }
}

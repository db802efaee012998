/** Brings a database to the newest numbered migration, once, under a lock, however many servers start together. */
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { connect } from './postgres.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Up to the newest one, or the one named. Throws when one fails; the database is then as it was before that one. */
export async function migrate(url: string, upTo?: string): Promise<void> {
  const database = connect(url, { max: 2, statementMs: 0, lockMs: 4_000, applicationName: 'munim migrate' })
  try {
    const migrator = new Migrator({ db: database.kysely, provider: { getMigrations: readMigrations } })
    const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
    if (error) throw error
  } finally {
    await database.close()
  }
}

/** Those that this Munim has, in their order. */
export async function migrationNames(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => name.replace(/\.sql$/, ''))
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = await migrationNames()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${name}.sql`, folder), 'utf8')
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }] satisfies [
        string,
        Migration,
      ]
    }),
  )
  return Object.fromEntries(migrations)
}

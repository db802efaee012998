/** Migrations that rewrite what is there: a database of before, with rows in it, brought to the newest. */
import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { type Database, sql } from '../../server/src/database/db.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { connect } from '../../server/src/database/postgres.ts'

/** A database as it was after this migration, filled, and then brought to the newest one. */
async function migrated(
  before: string,
  fill: (database: Database) => Promise<unknown>,
  look: (database: Database) => Promise<void>,
): Promise<void> {
  const { adminUrl, url } = inject('databaseServer')
  const name = `migrated_${process.pid}`
  const admin = connect(adminUrl, { max: 1 })
  await admin.run(sql.raw(`create database ${name} owner munim`))
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const database = connect(own, { max: 1 })
  try {
    await migrate(own, before)
    await fill(database)
    await migrate(own)
    await look(database)
  } finally {
    await database.close()
    await admin.run(sql.raw(`drop database ${name} with (force)`))
    await admin.close()
  }
}

test('0019: a notice that was there before is found by its day as people write it', async () => {
  await migrated(
    '0018-desk-totals',
    (database) =>
      database.run(sql`
        insert into notifications (title, description, created_at, updated_at, search_text)
        values ('Diwali', 'Closed', '2026-11-19 20:00Z', now(), 'diwali closed 2026-11-20 20 nov 2026')`),
    async (database) => {
      const found = sql`select title from notifications where search_text like '%20/11/2026%'`
      expect(await database.many(found)).toEqual([{ title: 'Diwali' }])
    },
  )
})

test('0017: markets of one name get their number behind it, and keys and bodies are kept as hashes', async () => {
  const hash = (...parts: (string | Buffer)[]) =>
    parts.reduce((made, part) => made.update(part), createHash('sha256')).digest()
  const body = hash('{"amount":1}')
  await migrated(
    '0016-push',
    async (database) => {
      for (const [name, isDeleted] of [
        ['KALYAN', true],
        ['KALYAN', false],
        ['Kalyan', false],
        ['MILAN', false],
        ['kalyan', true],
      ] as const) {
        await database.run(sql`
          insert into markets (name, open_time, close_time, created_at, updated_at, deleted_at)
          values (${name}, '10:00', '11:00', now(), now(), ${isDeleted ? new Date() : null})`)
      }
      await database.run(sql`
        insert into answers (caller, path, key, body_hash, answer) values ('admin:1', '/x', 'clé', ${body}, '{}')`)
    },
    async (database) => {
      const markets = await database.many<{ name: string }>(sql`select name from markets order by id`)
      expect(markets.map(({ name }) => name)).toEqual(['KALYAN', 'KALYAN', 'Kalyan #3', 'MILAN', 'kalyan'])
      expect(await database.many(sql`select key, body_hash, answer from answers`)).toEqual([
        { key: hash('clé').toString('hex'), body_hash: hash('clé', body), answer: '{}' },
      ])
    },
  )
})

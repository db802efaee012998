/** Migrations that rewrite what is there: an earlier database, with rows in it, brought to the newest. */
import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { type Database, sql } from '../../server/src/database/db.ts'
import { makeIndexes, migrate } from '../../server/src/database/migrate.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { readSchema, schemaText } from '../../server/src/database/schema.ts'
import { migrationNames } from '../../server/src/database/versions.ts'

const nameOfCopy = `migrated_${process.pid}`
const ownerOfCopy = () =>
  Object.assign(new URL(inject('databaseServer').ownerUrl), { pathname: `/${nameOfCopy}` }).href

/** A database as it was after this migration, filled, and then brought to the newest one. */
async function migrated(
  before: string,
  fill: (database: Database) => Promise<unknown>,
  look: (database: Database) => Promise<void>,
): Promise<void> {
  const { adminUrl } = inject('databaseServer')
  const name = nameOfCopy
  const admin = connect(adminUrl, { max: 1 })
  await admin.run(sql.raw(`create database ${name} owner munim`))
  const own = ownerOfCopy()
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

test('0025: what voids under way owe is listed whole, of one that was in batches and of one that was not yet', async () => {
  await migrated(
    '0024-refund-runs',
    async (database) => {
      await database.run(sql`
        insert into bids (market_date, draw_id, user_id, session, game_mode, points, multiplier, placed_at, cancelled_at)
        select '2026-11-20', draw, 8 - n, half, 'single_digit', 100 * n, 900, now(), case when n = 3 then now() end
        from generate_series(1, 2) as draw, generate_series(1, 3) as n, unnest(enum_range(null::half)) as half
        order by draw, n, half`)
      await database.run(sql`insert into markets (name, open_time, close_time, created_at, updated_at)
        values ('KALYAN', '10:00', '11:00', now(), now()), ('MILAN', '10:00', '11:00', now(), now())`)
      await database.run(sql`insert into draws (market_id, market_date, opens_at, closes_at)
        select id, '2026-11-20', now(), now() + interval '1 hour' from markets order by id`)
      await database.run(sql`
        insert into declarations (draw_id, half, digit, panna, picks, source, actor, at, winners, players, paid, is_void, reason)
        select draw, half, '-', '-', '{}', 'manual', 'admin:1', now(), 0, 0, 0, true, 'x'
        from generate_series(1, 2) as draw, unnest(enum_range(null::half)) as half
        where draw = 2 or half = 'close' order by draw, half`)
      await database.run(sql`
        insert into refund_runs (draw_id, declaration_ids, bids, players, points, refunded, refunded_points, is_listed, worked_at)
        values (1, '{1}', 2, 2, 300, 1, 100, true, now()), (2, '{2,3}', 4, 2, 600, 0, 0, false, now())`)
      await database.run(sql`insert into refund_batches (run_id, nth, bid_ids) values (1, 2, '{4}')`)
    },
    async (database) => {
      const batches = await database.many(sql`
        select run_id, nth, bid_ids::text, user_ids::text, halves::text, points::text from refund_batches order by run_id`)
      expect(batches).toEqual([
        { run_id: 1, nth: 2, bid_ids: '{4}', user_ids: '{6}', halves: '{close}', points: '{200}' },
        {
          run_id: 2,
          nth: 1,
          bid_ids: '{9,10,7,8}',
          user_ids: '{6,6,7,7}',
          halves: '{open,close,open,close}',
          points: '{200,200,100,100}',
        },
      ])
    },
  )
})

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

test('0020: what was credited twice stays credited, and no third spelling of it is', async () => {
  const deposit = (refId: string, status: string, minute: number) => sql`
    insert into requests (user_id, kind, transfer_type, amount, status, ref_id, created_at, decided_at, decided_by)
    select id, 'deposit', 'upi', 100, ${status}, ${refId}, now(),
      case when ${status} <> 'pending' then timestamptz '2026-03-11' + ${minute} * interval '1 minute' end,
      case when ${status} <> 'pending' then 'admin:1' end from users`
  const confirmation = (refId: string, amount: number, minute: number) => sql`
    insert into confirmations (ref_id, amount, confirmed_at, address)
    values (${refId}, ${amount}, timestamptz '2026-03-11' + ${minute} * interval '1 minute', '127.0.0.1')`
  await migrated(
    '0018-desk-totals',
    async (database) => {
      await database.run(sql`
        insert into users (user_name, mobile, password_hash, created_at, updated_at)
        values ('Asha', '9876543210', '', now(), now())`)
      for (const each of [
        deposit('UTR432198765012', 'completed', 5), // credited after the next one
        deposit('4321-9876-5012', 'completed', 1),
        deposit('432198765012.', 'completed', 9),
        deposit('0432198765012', 'rejected', 2),
        deposit('432198765012', 'pending', 0),
        deposit('---', 'pending', 0),
        deposit('...', 'completed', 3),
        deposit('', 'completed', 3),
        deposit('SBINH26326000123', 'completed', 4),
        confirmation('UTR432198765012', 100, 8),
        confirmation('432198765012', 200, 7),
        confirmation('-', 100, 1),
      ])
        await database.run(each)
    },
    async (database) => {
      const rows = await database.many<{ ref_id: string; ref_key: string; is_repeat: boolean }>(
        sql`select ref_id, ref_key, is_repeat from requests order by id`,
      )
      const payment = '432198765012'
      expect(rows.map(({ ref_id, ref_key, is_repeat }) => [ref_id, ref_key, is_repeat])).toEqual([
        ['UTR432198765012', payment, true],
        ['4321-9876-5012', payment, false],
        ['432198765012.', payment, true],
        ['0432198765012', payment, false],
        ['432198765012', payment, false],
        ['', '', false],
        ['...', '', false],
        ['', '', false],
        ['SBINH26326000123', 'SBINH26326000123', false],
      ])
      const confirmed = await database.many<{ ref_id: string; is_repeat: boolean }>(
        sql`select ref_id, is_repeat from confirmations order by confirmed_at`,
      )
      expect(confirmed.map(({ ref_id, is_repeat }) => [ref_id, is_repeat])).toEqual([
        ['-', true],
        ['432198765012', false],
        ['UTR432198765012', true],
      ])
      await expect(
        database.run(
          sql`update requests set status = 'completed', decided_at = now() where ref_id = ${payment}`,
        ),
      ).rejects.toThrow('one_credit_a_reference')
      await expect(database.run(confirmation('Ref 432198765012', 100, 9))).rejects.toThrow(
        'one_confirmation_a_reference',
      )
      await expect(database.run(sql`update requests set ref_id = '1' where ref_id = '...'`)).rejects.toThrow(
        'decided once',
      )
      await expect(database.run(sql`delete from confirmations`)).rejects.toThrow('facts are written once')
    },
  )
})

test('an index made apart is made once, and anew where it was left half made', async () => {
  await migrated(
    '0058-month-players',
    async (database) => {
      const found = () =>
        database.maybe<{ oid: number; valid: boolean }>(sql`
          select indexrelid::int as oid, indisvalid as valid from pg_index
          where indexrelid = to_regclass('public.banners_apart')`)
      await database.run(sql`
        insert into banners (image_path, created_at, updated_at) values ('a', now(), now()), ('a', now(), now())`)
      const unique = '-- Apart: a; b\ncreate unique index concurrently banners_apart on banners (image_path);'
      await expect(makeIndexes(database, unique)).rejects.toThrow('banners_apart')
      expect(await found()).toMatchObject({ valid: false })
      const plain =
        '-- Apart: a\ncreate index concurrently banners_apart on banners (image_path); -- of images\n'
      await makeIndexes(database, plain)
      const made = await found()
      expect(made).toMatchObject({ valid: true })
      await makeIndexes(database, plain)
      expect(await found()).toEqual(made)
      await expect(makeIndexes(database, 'update banners set image_path = 1')).rejects.toThrow(
        'Apart from the transaction only an index is made: update banners set image_path = 1',
      )
      await database.run(sql`drop index banners_apart`)
    },
    async () => {},
  )
})

test('what the schema is to be is told by who migrates, also where another one had told otherwise', async () => {
  const told = sql<{ migration: string; pieces: string }>`select migration, pieces from schema_told`
  await migrated(
    '0059-schema-told',
    async (database) => expect(await database.only(told)).toEqual({ migration: null, pieces: null }),
    async (database) => {
      const { migration, pieces } = await database.only(told)
      expect(migration).toBe((await migrationNames()).at(-1))
      expect(pieces).toBe(schemaText(await readSchema(database)))
      await database.run(sql`update schema_told set migration = '0900-failed', pieces = ''`)
      await migrate(ownerOfCopy())
      expect(await database.only(told)).toEqual({ migration, pieces })
    },
  )
})

test('servers that start together migrate once, and wait for each other', async () => {
  await migrated(
    '0040-passkeys',
    async (database) => {
      await Promise.all([1, 2, 3].map(() => migrate(ownerOfCopy())))
      const names = await database.many<{ name: string }>(
        sql`select name from kysely_migration order by name`,
      )
      expect(names.map(({ name }) => name)).toEqual(await migrationNames())
    },
    async () => {},
  )
})

test('a schema that a newer Munim made is left as it is, or refused in a sentence', async () => {
  await migrated(
    '0058-month-players',
    async () => {},
    async (database) => {
      await database.run(sql`insert into kysely_migration values ('0900-later', '2026-12-01')`)
      await database.run(sql`update schema_told set migration = '0900-later', pieces = 'theirs'`)
      await migrate(ownerOfCopy())
      expect(await database.only(sql`select pieces from schema_told`)).toEqual({ pieces: 'theirs' })
      await database.run(sql`update schema_told set serves = '0899-before'`)
      await expect(migrate(ownerOfCopy())).rejects.toThrow('start that Munim, or a later one.')
      await database.run(sql`update schema_told set serves = '0059-schema-told'`)
      await database.run(sql`delete from kysely_migration where name like '0058%'`)
      await expect(migrate(ownerOfCopy())).rejects.toThrow(
        'The database has the migration 0900-later, which this Munim lacks, and lacks 0058-month-players.',
      )
    },
  )
})

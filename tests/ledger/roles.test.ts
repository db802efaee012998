/** What the server's role may do: what it must, and nothing that rewrites what is written once. */
import { expect, test } from 'vitest'
import { proveAll } from '../../server/src/books/prove.ts'
import { checkRoles } from '../../server/src/books/verify-roles.ts'
import { sql } from '../../server/src/database/db.ts'
import { GRANTED_TABLES, ONE_ROLE } from '../../server/src/database/grants.ts'
import { readDueSchema } from '../../server/src/database/schema.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()

test('every table of the schema is decided about, and no other', () => {
  const tables = [...readDueSchema().keys()].filter((name) => name.startsWith('table '))
  expect([...GRANTED_TABLES].sort()).toEqual(tables.map((name) => name.slice('table '.length)).sort())
})

test('the server owns nothing', async () => {
  const owned = await office.database.many(sql`
    select c.oid::regclass::text from pg_class c where pg_has_role(c.relowner, 'usage') and c.relnamespace = 'public'::regnamespace
    union all select p.oid::regproc::text from pg_proc p where pg_has_role(p.proowner, 'usage') and p.pronamespace = 'public'::regnamespace
    union all select datname from pg_database where pg_has_role(datdba, 'usage')`)
  expect(owned).toEqual([])
})

const FACTS = [
  'postings',
  'bids',
  'declarations',
  'requests',
  'confirmations',
  'audit',
  'wallets',
  'users',
  'draws',
]

test.each([
  ...FACTS.flatMap((table) => [
    `alter table ${table} disable trigger all`,
    `delete from ${table}`,
    `truncate ${table}`,
    `drop table ${table}`,
    `create trigger own before insert on ${table} for each row execute function refuse_change()`,
  ]),
  'update postings set amount = amount + 1',
  'update audit set actor = actor',
  'update confirmations set amount = amount',
  'update bids set points = points',
  'update declarations set picks = picks',
  'update requests set amount = amount',
  'update draws set market_date = market_date',
  "select setval('postings_id_seq', 1)",
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'create table own (id int)',
  "set session_replication_role = 'replica'",
  'set role munim',
])('the server is refused: %s', async (statement) => {
  await expect(office.database.run(sql.raw(statement))).rejects.toThrow(
    /permission denied|must be owner|must be able to/,
  )
})

test('a right too many is named by the proof, and so is one too few', async () => {
  const undone = new Error('undone')
  const look = office.owner.transaction(async (db) => {
    await db.run(sql`grant delete, truncate on postings to munim_server`)
    await db.run(sql`grant update (points) on bids to public`)
    await db.run(sql`grant update on requests to munim_server`)
    await db.run(sql`revoke update on wallets from munim_server`)
    const { wrong, differences } = await checkRoles(db)
    expect(wrong).toBe(5)
    expect(differences).toEqual(
      [
        ['no such right', 'update on bids.points'],
        ['no such right', 'delete on postings'],
        ['no such right', 'truncate on postings'],
        ['no such right', 'update on requests'],
        ['update on wallets', 'none'],
      ].map(([expected, found]) => ({ what: 'the role munim_server', expected, found })),
    )
    throw undone
  })
  await expect(look).rejects.toBe(undone)
})

test('where the server is the owner the proof says so, and the books agree', async () => {
  const undone = new Error('undone')
  const look = office.owner.transaction(async (db) => {
    for (const table of GRANTED_TABLES) await db.run(sql`revoke all on ${sql.ref(table)} from munim_server`)
    expect(await checkRoles(db)).toMatchObject({ wrong: 0, notes: [ONE_ROLE] })
    throw undone
  })
  await expect(look).rejects.toBe(undone)
  const laws = await proveAll(office.database)
  expect(laws.flatMap(({ notes = [] }) => notes)).not.toContain(ONE_ROLE)
})

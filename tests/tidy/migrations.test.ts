/** The law of migrations: the release before runs on the schema of this one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkApart, faultsOfMigration } from '../support/migration-law.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'server/src/database/migrations')
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const released = [...changelog.matchAll(/^## (\d\S*)/gm)].map(([, version]) => version!)

test('servers of the release before run on what each migration makes', () => {
  const faults = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    checkApart(text)
    return faultsOfMigration(name, text, released)
  })
  expect(faults, 'See A migration in CONTRIBUTING.md').toEqual([])
})

const CONTRACTS = '-- Contracts: what 0.2.0 no longer uses: the old column.\n'
const RAISES = "update schema_told set serves = '0061-before';\n"

test.each([
  ['create table a (b text not null); create unique index c on a (b); alter table a add check (b > 0)'],
  ['alter table users add column a text; alter table users add column b integer not null default 0'],
  [
    'alter table users add column a text, add column b boolean not null default false, alter column c drop not null',
  ],
  [
    '-- Apart: postings are many.\ncreate index concurrently a on postings (note);\ncreate index concurrently b on bids (id);',
  ],
  [
    "-- Widens: a state more.\nalter table bids drop constraint a; alter table bids add constraint a check (b in ('b', 'c'))",
  ],
  ["-- Unknown: to 0.2.0: the kind loyalty.\nalter type posting_kind add value 'loyalty'"],
  [
    "-- Widens: a game more.\n-- Unknown: to 0.2.0: it.\nalter table bids add check (game_mode in ('b', 'c'))",
  ],
  [`${CONTRACTS}alter table users drop column a; ${RAISES}`],
  ['create function a() returns trigger language plpgsql as $$ begin drop table a; end $$'],
  ['-- drop table users\ninsert into settings values (1)'],
])('a migration may do this: %s', (text) => {
  expect(faultsOfMigration('0062-a.sql', text, ['0.2.0'])).toEqual([])
})

test.each([
  ['drop table users', 'takes away'],
  ['alter table users drop column a', 'takes away'],
  ['drop function a()', 'takes away'],
  ['drop trigger a on users', 'takes away'],
  ['alter table users rename column a to b', 'takes away a name'],
  ['alter table users rename to players', 'takes away a name'],
  ['alter table users alter column a type bigint', 'changes the type'],
  ['alter table users alter column a set not null', 'refuses rows'],
  ['alter table users alter column a drop default', 'refuses rows'],
  ['revoke insert on audit from munim_server', 'takes a right'],
  ['create index a on postings (note)', 'makes an index of postings in the transaction'],
  ['create unique index on users (mobile)', 'makes an index of users in the transaction'],
  ['create index concurrently a on postings (note)', 'makes an index of postings in the transaction'],
  ['-- Apart: many.\ncreate unique index concurrently a on postings (note)', 'may refuse rows'],
  ['-- Apart: many.\nupdate users set a = 1', 'does more apart than indexes'],
  ['alter table users add column a text not null', 'not null without a default'],
  ['alter table users add column a text default 1, add column b text not null', 'not null without a default'],
  ['alter table users add check (a > 0)', "does not say '-- Widens:'"],
  ['alter table users add constraint a unique (b)', "does not say '-- Widens:'"],
  ['alter table users drop constraint a', "does not say '-- Widens:'"],
  ["alter type posting_kind add value 'loyalty'", "does not say '-- Unknown:'"],
  [
    "-- Widens: a.\nalter table bids add constraint a check (game_mode in ('b'))",
    "does not say '-- Unknown:'",
  ],
  [`alter table users drop column a; ${RAISES}`, 'shuts earlier servers out'],
  [`${CONTRACTS}alter table users drop column a`, 'raises schema_told.serves'],
  [`${CONTRACTS}${RAISES.replace('0061', '0062-b')}`, 'raises schema_told.serves'],
  [`${CONTRACTS.replace('0.2.0', '0.3.0')}${RAISES}`, 'a release of the changelog'],
])('a migration may not do this: %s', (text, fault) => {
  expect(faultsOfMigration('0062-a.sql', text, ['0.2.0']).join('\n')).toContain(fault)
})

test('what came before the law is left as it was', () => {
  expect(faultsOfMigration('0059-a.sql', 'drop table users', ['0.2.0'])).toEqual([])
})

/** The ledger, the bids and the audit only grow: what even its owner is refused, and what shows when it is not. */
import { fileURLToPath } from 'node:url'
import { api } from '@munim/contract'
import { beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../server/src/books/verify.ts'
import { checkGuards } from '../../server/src/books/verify-guards.ts'
import { checkRoles } from '../../server/src/books/verify-roles.ts'
import { type Database, type Db, sql } from '../../server/src/database/db.ts'
import { findDiffering, grantTo } from '../../server/src/database/grants.ts'
import { checkServes } from '../../server/src/database/ready.ts'
import { readSchema, schemaFile, schemaText } from '../../server/src/database/schema.ts'
import { whyTooOld } from '../../server/src/database/versions.ts'
import { backOffice } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'

const office = await backOffice()

beforeAll(async () => {
  const asha = await office.user('Asha', 1000)
  const ravi = await office.user('Ravi', 1000)
  const market = await office.market('GUARDED')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.cancel(await office.place(ravi, market, 'single_digit:2:-:-:-', 10))
  await office.declare(market, '128-1')
  await office.decide(await office.requestDeposit(asha, 100, 'UTR1'), 'deposit', 'completed')
  await office.requestWithdrawal(asha, 50)
  await office.call(api.users.addFunds, { id: asha.id, amount: 1 })
  const payment = { ref_id: 'UTR2', amount: 100 }
  await office.call(api.wallet.confirmDeposit, payment, { signedWith: PROVIDER_SECRET })
})

const FACTS = /facts are written once|is a fact|is decided once/
/** In their own words, or in the database's. */
const refusals: readonly [statement: string, refusal: RegExp][] = [
  ...['postings', 'audit', 'confirmations', 'bids', 'declarations'].flatMap((table): [string, RegExp][] => [
    [`delete from ${table}`, FACTS],
    [`delete from ${table} where false`, FACTS],
    [`with gone as (delete from ${table} returning 1) select count(*) from gone`, FACTS],
    [`truncate ${table}`, FACTS],
    [`truncate only ${table} restart identity cascade`, FACTS],
    [`merge into ${table} using (select 1) s on true when matched then delete`, FACTS],
  ]),
  ["update postings set note = '' where false", FACTS],
  [
    `insert into postings (id, kind, from_house, to_house, amount, actor, at) overriding system value
     select 1, 'fund_add', 'cash', 'game', 1, '', now() on conflict (id) do update set amount = 2`,
    FACTS,
  ],
  ["update postings set amount = amount + 100 where kind = 'fund_add'", FACTS],
  ["update audit set actor = 'admin:2'", FACTS],
  ['update bids set points = points + 100', FACTS],
  ['update bids set multiplier = 95000', FACTS],
  ["update bids set open_digit = '7'", FACTS],
  ["update bids set placed_at = placed_at - interval '1 hour'", FACTS],
  ['update bids set user_id = user_id + 1', FACTS],
  ['update bids set cancelled_at = null, cancelled_by = null where cancelled_at is not null', FACTS],
  ['update bids set id = id + 1000', /is a fact|can only be updated to DEFAULT/],
  ["update declarations set digit = '2'", FACTS],
  ["update declarations set picks = '{}'", FACTS],
  ['update declarations set paid = paid + 1', FACTS],
  ["update declarations set at = at - interval '1 day'", FACTS],
  ["update requests set status = 'pending', decided_at = null where status = 'completed'", FACTS],
  ["update requests set amount = amount + 1 where status = 'completed'", FACTS],
  ["set session_replication_role = 'replica'", /permission denied/],
  ['set role postgres', /permission denied/],
  ['set session authorization postgres', /permission denied/],
  ["update pg_trigger set tgenabled = 'D'", /permission denied/],
  ['delete from pg_trigger', /permission denied/],
  ["copy postings to program 'cat'", /permission denied|must be superuser/],
  ["select pg_read_file('/etc/passwd')", /permission denied/],
  ['create role other superuser', /permission denied|must be superuser/],
  ['alter role current_user superuser', /permission denied|must be superuser|only roles with/i],
  ["select lo_import('/etc/passwd')", /permission denied|must be superuser/],
  ['create extension file_fdw', /permission denied|not available/],
  [
    'create event trigger wake on ddl_command_end execute function refuse_change()',
    /permission denied|must/i,
  ],
]

test.each(refusals)('the role of the application is refused: %s', async (statement, refusal) => {
  const before = await office.fingerprint({ withAudit: true })
  await expect(office.owner.run(sql.raw(statement))).rejects.toThrow(refusal)
  expect(await office.fingerprint({ withAudit: true })).toBe(before)
})

test('the schema that migrations make is the one written down', async () => {
  await expect(schemaText(await readSchema(office.owner))).toMatchFileSnapshot(fileURLToPath(schemaFile))
})

/** Who owns the tables may change them; then *verify* says so, though every row is still right. */
const sleeping: readonly [statement: string, named: string][] = [
  ...['postings', 'audit', 'bids', 'declarations', 'requests', 'confirmations'].map(
    (table): [string, string] => [`alter table ${table} disable trigger user`, `on ${table}`],
  ),
  ['alter table postings disable trigger postings_only_grow', 'trigger postings_only_grow'],
  ['alter table audit enable replica trigger audit_only_grows', 'trigger audit_only_grows'],
  ['drop trigger postings_only_grow on postings', 'trigger postings_only_grow'],
  ['drop trigger audit_only_grows on audit', 'trigger audit_only_grows'],
  ['drop function refuse_change() cascade', 'trigger postings_only_grow'],
  [
    `drop trigger postings_only_grow on postings;
     create trigger postings_only_grow before delete on postings for each statement execute function refuse_change()`,
    'trigger postings_only_grow',
  ],
  [
    `drop trigger bid_is_a_fact on bids;
     create trigger bid_is_a_fact before update on bids for each row when (false) execute function keep_bid()`,
    'trigger bid_is_a_fact',
  ],
  [
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'function refuse_change',
  ],
  [
    'create or replace function keep_bid() returns trigger language plpgsql as $$ begin return new; end $$',
    'function keep_bid',
  ],
  ['alter trigger postings_only_grow on postings rename to nothing', 'trigger postings_only_grow'],
  ['drop index one_stake_one_refund', 'index one_stake_one_refund'],
  ['drop index taken_back_once', 'index taken_back_once'],
  ['drop index one_credit_a_reference', 'index one_credit_a_reference'],
  ['alter table postings drop constraint not_overdrawn', 'constraint not_overdrawn'],
  [
    `alter table postings drop constraint something_moves;
     alter table postings add constraint something_moves check (amount > 0) not valid`,
    'constraint something_moves',
  ],
  ['alter table draws drop constraint one_draw_a_day', 'index one_draw_a_day'],
  [
    `create or replace function keep_bid() returns trigger language plpgsql as $$
     begin
       if new.cancel_reason = 'let me' then return new; end if;
       raise exception 'a bid is a fact';
     end $$`,
    'function keep_bid',
  ],
  ['alter function refuse_change() security definer', 'function refuse_change'],
  [
    `drop index one_stake_one_refund;
     create unique index one_stake_one_refund on postings (bid_id, kind, id) where kind in ('stake', 'refund')`,
    'index one_stake_one_refund',
  ],
  [
    `drop index one_credit_a_reference;
     create unique index one_credit_a_reference on requests (id) where kind = 'deposit'`,
    'index one_credit_a_reference',
  ],
  [
    `alter table postings drop constraint not_overdrawn;
     alter table postings add constraint not_overdrawn check (true)`,
    'constraint not_overdrawn',
  ],
  ['drop trigger postings_are_counted on postings', 'trigger postings_are_counted'],
  ['drop trigger cancelled_bids_are_counted on bids', 'trigger cancelled_bids_are_counted'],
  [
    `create function enrich() returns trigger language plpgsql as $$ begin new.balance = 0; return new; end $$;
     create trigger enrich before update on wallets for each row execute function enrich()`,
    'trigger enrich on wallets',
  ],
  ['create rule swallow as on insert to audit do instead nothing', 'rule swallow on audit'],
  ['alter table wallets drop constraint wallets_pkey', 'constraint wallets_pkey'],
  ['alter table answers drop constraint answers_pkey', 'constraint answers_pkey'],
  ['drop index users_one_per_mobile', 'index users_one_per_mobile'],
  ['alter table declarations drop constraint a_void_stays', 'constraint a_void_stays'],
  ['alter table declarations alter column ledger_end set default 0', 'column declarations.ledger_end'],
  ['alter table bids alter column pick drop expression', 'column bids.pick'],
  ["alter type posting_kind add value 'gift'", 'type posting_kind'],
  ['alter table bids alter column points drop not null', 'column bids.points'],
  [
    'alter table audit enable row level security; create policy hide on audit using (id < 3)',
    'policy hide on audit',
  ],
  ['create table postings_of_others () inherits (postings)', 'column postings_of_others'],
  ['alter table postings set unlogged', 'table postings'],
  ['alter sequence postings_id_seq restart with 1', 'counter of postings'],
  ["insert into kysely_migration values ('9999-later', '2026-01-01')", 'the schema'],
]

test.each(sleeping)('a guard put to sleep is named: %s', async (statement, named) => {
  const undone = new Error('undone')
  const look = office.owner.transaction(async (db) => {
    await db.run(sql.raw(statement))
    const laws = await checkBooks(db)
    const broken = laws.filter(({ wrong }) => wrong > 0)
    expect(broken.map(({ law }) => law)).toEqual(['the guards of the books are awake'])
    expect(broken[0]!.differences.map(({ what }) => what).join('\n')).toContain(named)
    throw undone
  })
  await expect(look).rejects.toBe(undone)
})

/** What a newer Munim, that brings this migration, tells of the schema: what is there once this is done to it. */
const LATER = '0900-later'
const COLUMN = 'alter table banners add column later text'

async function onNewer(
  { made, applied = true }: { made: string; applied?: boolean },
  look: (db: Db) => Promise<void>,
): Promise<void> {
  const undone = new Error('undone')
  const looked = office.owner.transaction(async (db) => {
    await db.run(sql`savepoint before`)
    await db.run(sql.raw(COLUMN))
    const pieces = schemaText(await readSchema(db))
    await db.run(sql`rollback to before`)
    await db.run(sql`update schema_told set migration = ${LATER}, pieces = ${pieces}`)
    if (applied) await db.run(sql`insert into kysely_migration values (${LATER}, '2026-12-01')`)
    if (made) await db.run(sql.raw(made))
    await look(db)
    throw undone
  })
  await expect(looked).rejects.toBe(undone)
}

const brokenIn = async (db: Db) => (await checkBooks(db)).flatMap(({ differences }) => differences)

test('the schema of a newer Munim is held against what that one told, and a note says so', async () => {
  await onNewer({ made: COLUMN }, async (db) => {
    expect(await brokenIn(db)).toEqual([])
    const { notes } = await checkGuards(db)
    expect(notes).toEqual([expect.stringContaining(`a newer Munim made the schema (${LATER})`)])
    expect(await whyTooOld(db)).toBeUndefined()
  })
})

test.each([
  ['', 'column banners.later'],
  [`${COLUMN}; alter table postings disable trigger postings_only_grow`, 'trigger postings_only_grow'],
  [`${COLUMN}; create table others ()`, 'table others'],
  [`${COLUMN}; insert into kysely_migration values ('9999-later', '2026-12-01')`, 'the schema'],
  [`${COLUMN}; insert into kysely_migration values ('0003-others', '2026-12-01')`, 'the schema'],
  [`${COLUMN}; delete from kysely_migration where name like '0003%'`, 'the schema'],
])('on the schema of a newer Munim it is named too: %s', async (made, named) => {
  await onNewer({ made }, async (db) => {
    expect((await brokenIn(db)).map(({ what }) => what).join('\n')).toContain(named)
  })
})

test.each(['', COLUMN])(
  'while a newer Munim migrates, each piece is as before or as after: %s',
  async (made) => {
    await onNewer({ made, applied: false }, async (db) => {
      expect(await brokenIn(db)).toEqual([])
      await db.run(sql`alter table postings disable trigger postings_only_grow`)
      expect((await brokenIn(db)).map(({ what }) => what).join()).toContain('trigger postings_only_grow')
    })
  },
)

test('a server that lacks what the schema needs says so', async () => {
  await onNewer({ made: COLUMN }, async (db) => {
    await db.run(sql`update schema_told set serves = '0899-before'`)
    expect(await whyTooOld(db)).toBe(
      'The database was migrated by a newer Munim (0900-later), and a server must know 0899-before to run on it: ' +
        'start that Munim, or a later one.',
    )
    expect(await checkServes(db)).toBe(await whyTooOld(db))
  })
})

test('on the schema of a newer Munim no right is granted or taken', async () => {
  await onNewer({ made: 'grant delete on postings to munim_server' }, async (db) => {
    const owner = { transaction: (work: (own: Db) => Promise<unknown>) => work(db) } as unknown as Database
    await grantTo(owner, 'munim_server')
    expect((await findDiffering(db, 'munim_server')).excess).toEqual(['delete on postings'])
    expect(await checkRoles(db)).toMatchObject({
      wrong: 0,
      notes: [expect.stringContaining('a newer Munim')],
    })
  })
})

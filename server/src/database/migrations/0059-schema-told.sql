-- 0059 schema told
-- Why:   servers of two releases run beside each other while one replaces the other; the older must know that it may.
-- Adds:  schema_told.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/ledger/guards.test.ts

-- What the newest Munim says of the schema to servers of before.
create table schema_told (
  one_row   boolean primary key default true check (one_row),
  -- The migration that a server must know to run on this schema: a migration that takes away raises it.
  serves    text not null,
  -- The last migration of the Munim that wrote `pieces`, and what its schema.txt holds; null: none has yet. Written before
  -- that Munim migrates, so that what it makes is expected.
  migration text,
  pieces    text
);
insert into schema_told (serves) values ('0059-schema-told');

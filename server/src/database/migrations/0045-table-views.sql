-- 0045 table views
-- Why:   filters, order and columns of a list that an administrator uses every day are chosen anew each time.
-- Adds:  table_views.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/views.test.ts

create table table_views (
  id         integer generated always as identity primary key,
  admin_id   integer not null references admins(id) on delete cascade,
  list       text not null,
  name       text not null check (name <> ''),
  -- The words of the list's address.
  query      text not null,
  is_default boolean not null default false,
  unique (admin_id, list, name)
);

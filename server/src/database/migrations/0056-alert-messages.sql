-- 0056 alert messages
-- Why:   the owner is told of alerts outside the panel, by webhook and mail, whatever server is killed meanwhile.
-- Adds:  alert_messages.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/alerts-told.test.ts

-- An alert that one way is to tell; sent_at is null until it was taken. A mark is another alert of the same thing.
create table alert_messages (
  id       bigint generated always as identity primary key,
  alert    text not null,
  mark     bigint not null,
  way      text not null check (way in ('webhook', 'mail')),
  kind     text not null,
  sentence text not null,
  address  text,
  since    timestamptz not null,
  found_at timestamptz not null,
  tries    integer not null default 0,
  next_at  timestamptz not null,
  fault    text not null default '',
  sent_at  timestamptz,
  constraint alert_told_once unique (alert, mark, way)
);
create index alert_messages_waiting on alert_messages (next_at) where sent_at is null;

-- 0046 alerts
-- Why:   what needs a person is told until each administrator has seen it; an old backup is one of these things.
-- Adds:  seen_alerts, last_backup.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/alerts.test.ts

-- Which alerts an administrator has seen: of each its latest mark, which grows where the same comes again.
create table seen_alerts (
  admin_id integer not null references admins,
  alert    text not null,
  mark     bigint not null,
  at       timestamptz not null,
  primary key (admin_id, alert)
);

-- When the database was last saved by `npm run backup`.
create table last_backup (
  one_row     boolean primary key default true check (one_row),
  noted_since timestamptz not null default now(),   -- a backup from before that is not known of
  at          timestamptz                           -- the moment that it holds; null: none yet
);
insert into last_backup default values;

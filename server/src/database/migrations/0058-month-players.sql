-- 0058 month players
-- Why:   what each player brought, staked, won and took in a month, from opening to closing, for the accountant.
-- Adds:  month_runs, month_players.
-- Locks: users, for an instant.
-- Undo:  none; forward only.
-- Test:  tests/http/month-players.test.ts

-- A making of the sums of a month: day by day, by any server, until it is ready. Of a month the newest that is ready is shown.
create table month_runs (
  id           bigint generated always as identity primary key,
  month        date not null check (extract(day from month) = 1),
  state        text not null default 'running' check (state in ('running', 'stopped', 'failed', 'ready')),
  next_day     date not null,          -- the days before it are read
  actor        text not null,          -- who asked for it: 'admin:1'
  asked_at     timestamptz not null,
  at           timestamptz,            -- when it ended; where it is ready, the moment that the sums are of
  last_posting bigint,                 -- of the ledger at that moment
  postings     bigint,                 -- of wallets in the month at that moment
  players      integer,
  totals       jsonb,                  -- the sums of all players, by the columns of month_players; paise
  constraint ended_has_a_moment check ((state = 'running') = (at is null)),
  constraint ready_has_sums check ((state = 'ready') = (totals is not null))
);
create unique index one_run_a_month on month_runs (month) where state = 'running';

-- A player who held or moved something in the month. In paise, as the wallet has it: below zero it was taken from it.
create table month_players (
  run_id          bigint not null references month_runs(id) on delete cascade,
  user_id         bigint not null references users(id),
  opening_balance bigint not null default 0,
  closing_balance bigint not null default 0,
  bids            bigint not null default 0,
  deposit         bigint not null default 0,
  withdraw_hold   bigint not null default 0,
  withdraw_return bigint not null default 0,
  stake           bigint not null default 0,
  refund          bigint not null default 0,
  win             bigint not null default 0,
  win_reversed    bigint not null default 0,
  fund_add        bigint not null default 0,
  fund_deduct     bigint not null default 0,
  transfer        bigint not null default 0,
  bonus           bigint not null default 0,
  closing         bigint not null default 0,
  primary key (run_id, user_id)
) with (fillfactor = 50);

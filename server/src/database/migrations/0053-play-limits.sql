-- 0053 play limits
-- Why:   a player, and the house for them, can limit what is deposited, staked and lost, and pause play.
-- Adds:  play_limits, play_pauses.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/protection.test.ts

-- One a player, kind, period and side. Amounts in paise. What is raised takes effect at next_at: next_amount, null: no limit.
create table play_limits (
  user_id     bigint not null references users(id),
  kind        text not null check (kind in ('deposit', 'stake', 'loss')),
  period      text not null check (period in ('day', 'week', 'month')),
  side        text not null check (side in ('player', 'house')),
  amount      bigint not null check (amount > 0),
  next_amount bigint check (next_amount > amount),
  next_at     timestamptz,
  actor       text not null,
  set_at      timestamptz not null,
  primary key (user_id, kind, period, side),
  constraint next_has_a_moment check (next_amount is null or next_at is not null),
  constraint house_waits_for_nothing check (side = 'player' or next_at is null)
);

-- No bets and no deposits until then; null: for good.
create table play_pauses (
  user_id bigint not null references users(id),
  side    text not null check (side in ('player', 'house')),
  until   timestamptz,
  actor   text not null,
  set_at  timestamptz not null,
  primary key (user_id, side)
);

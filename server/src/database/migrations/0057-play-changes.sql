-- 0057 play changes
-- Why:   a limit or pause that is set, raised or ended leaves only what holds now; a player's story told none of it.
-- Adds:  play_changes, with what is set now.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/protection.test.ts

-- Written once; they go when the player is deleted. Amounts in paise.
create table play_changes (
  id      bigint generated always as identity primary key,
  user_id bigint not null references users(id),
  side    text not null check (side in ('player', 'house')),
  -- Of a limit; null: of a pause.
  kind    text check (kind in ('deposit', 'stake', 'loss')),
  period  text check (period in ('day', 'week', 'month')),
  -- Of a limit, null: none any more; and when it takes effect, null: at once.
  amount  bigint check (amount > 0),
  from_at timestamptz,
  -- Of a pause, null: for good. What ends at `at` was ended.
  until   timestamptz,
  actor   text not null,
  at      timestamptz not null,
  constraint of_one_thing check (
    case when kind is null then num_nonnulls(period, amount, from_at) = 0 else period is not null and until is null end)
);
create index play_changes_of_user on play_changes (user_id, id);

insert into play_changes (user_id, side, kind, period, amount, from_at, until, actor, at)
select user_id, side, kind, period, case when next_at is null then amount else next_amount end, next_at, null, actor, set_at
from play_limits
union all
select user_id, side, null, null, null, null, until, actor, set_at from play_pauses
order by 9;

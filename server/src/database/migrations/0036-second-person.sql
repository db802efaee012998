-- 0036 second person
-- Why:   one administrator alone, or whoever has their session, could move any sum; above a limit another one confirms.
-- Adds:  security, act_sums, waiting_acts, admins.blocked_at.
-- Locks: admins, for an instant.
-- Undo:  none; forward only.

-- Above which limits an act waits (contract/src/limits.ts): paise that an administrator moves alone in a day; null: no limit.
create table security (
  id          integer primary key default 1 check (id = 1),
  funds       bigint check (funds >= 0),
  deposits    bigint check (deposits >= 0),
  withdrawals bigint check (withdrawals >= 0),
  losses      bigint check (losses >= 0),
  reverts     bigint check (reverts >= 0),
  rates       boolean not null default false,
  payee       boolean not null default false,
  hours       integer not null default 24 check (hours between 1 and 168)   -- how long an act waits
);
insert into security default values;

-- What an administrator has done alone on a day in India, by limit; in paise.
create table act_sums (
  admin_id   integer not null references admins,
  limit_name text not null,
  day        date not null,
  amount     bigint not null,
  at         timestamptz not null,                   -- when it was counted last
  primary key (admin_id, limit_name, day)
);

-- Acts that wait for a second person, or did. Kept for good: verify holds them against the audit.
create table waiting_acts (
  id         bigint generated always as identity primary key,
  act        text not null,                          -- the call's path
  input      jsonb not null,                         -- what was sent, checked; without passwords
  prepared   jsonb,                                  -- what its first step made of a file or a password
  limits     text[] not null,                        -- by which it was held
  amount     bigint,                                 -- paise that counted, as it was asked for
  thing      text not null,                          -- what it is about, as the audit says it
  thing_id   text not null,
  asker_id   integer not null references admins,
  address    text not null,
  at         timestamptz not null,
  expires_at timestamptz not null,
  outcome    text check (outcome in ('confirmed', 'declined', 'withdrawn', 'expired')),
  decider_id integer references admins,
  decided_at timestamptz,
  note       text not null default '',
  check ((outcome is null) = (decided_at is null)),
  check (outcome <> 'confirmed' or decider_id <> asker_id)
);
create unique index one_waiting_act on waiting_acts (act, md5(input::text)) where outcome is null;

-- It is decided once, and what was asked for stays as it is, but for a note that is erased with a player.
create function keep_waiting_act() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{input,outcome,decider_id,decided_at,note}'::text[]
      <> to_jsonb(old) - '{input,outcome,decider_id,decided_at,note}'::text[]
    or new.input <> old.input and new.input <> old.input - 'note'
    or old.outcome is not null and (new.outcome, new.decider_id, new.decided_at) is distinct from (old.outcome, old.decider_id, old.decided_at)
  then raise exception 'an act that waits is decided once, as it was asked for' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger waiting_act_is_decided_once before update on waiting_acts for each row execute function keep_waiting_act();
create trigger waiting_acts_stay before delete or truncate on waiting_acts for each statement execute function refuse_change();

-- Who was blocked counts as one of several for a day: blocking the others must not switch the second person off.
alter table admins add column blocked_at timestamptz;

-- 0006 totals
-- Why:   cards and the dashboard answer at once, however long the history: counted as facts are written.
-- Adds:  day_totals, user_counts, proofs; triggers on postings and users; users_blocked, users_by_creation.
-- Locks: postings and users, for an instant.
-- Undo:  none; forward only.

-- Postings per kind and Indian day, in slots, so that bids don't queue for one row. `amount` is paise; of closings
-- it is what went to the house less what came back.
create table day_totals (
  kind     posting_kind not null,
  day      date not null,
  slot     smallint not null,
  postings bigint not null,
  amount   bigint not null,
  primary key (kind, day, slot)
) with (fillfactor = 50);

create function count_postings() returns trigger language plpgsql as $$
begin
  insert into day_totals (kind, day, slot, postings, amount)
  select f.kind, (f.at at time zone 'Asia/Kolkata')::date, pg_backend_pid() & case f.kind when 'stake' then 255 else 7 end,
    count(*), sum(case when f.kind = 'closing' and f.from_house is not null then -f.amount else f.amount end)
  from fresh f group by 1, 2, 3 order by 1, 2, 3
  on conflict (kind, day, slot) do update
  set postings = day_totals.postings + excluded.postings, amount = day_totals.amount + excluded.amount;
  return null;
end $$;
create trigger postings_are_counted after insert on postings
  referencing new table as fresh for each statement execute function count_postings();

-- Users per thousand ids and per flag: totals of the list, and how far a page deep in it has to skip.
create table user_counts (
  block       integer not null,
  is_approved boolean not null,
  is_blocked  boolean not null,
  users       bigint not null,
  primary key (block, is_approved, is_blocked)
);

create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into user_counts (block, is_approved, is_blocked, users)
  select f.id / 1000, f.is_approved, f.is_blocked, count(*)
  from fresh f where f.deleted_at is null group by 1, 2, 3 order by 1, 2, 3
  on conflict (block, is_approved, is_blocked) do update set users = user_counts.users + excluded.users;
  return null;
end $$;
create trigger new_users_are_counted after insert on users
  referencing new table as fresh for each statement execute function count_new_users();

create function count_changed_users() returns trigger language plpgsql as $$
begin
  insert into user_counts (block, is_approved, is_blocked, users)
  select block, is_approved, is_blocked, sum(users) from (
    select id / 1000 as block, is_approved, is_blocked, 1 as users from after where deleted_at is null
    union all
    select id / 1000, is_approved, is_blocked, -1 from before where deleted_at is null
  ) moved group by 1, 2, 3 having sum(users) <> 0 order by 1, 2, 3
  on conflict (block, is_approved, is_blocked) do update set users = user_counts.users + excluded.users;
  return null;
end $$;
create trigger changed_users_are_counted after update on users
  referencing old table as before new table as after for each statement execute function count_changed_users();

create index users_blocked on users (id desc) where deleted_at is null and is_blocked;
create index users_by_creation on users (created_at) where deleted_at is null;

-- When the books were last proven, and with what outcome.
create table proofs (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  is_full     boolean not null,               -- every law, or only the totals
  differences jsonb not null default '[]'     -- sentences
);

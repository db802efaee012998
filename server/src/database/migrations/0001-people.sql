-- 0001 people
-- Why:   administrators and players, who is signed in, and who has been guessing.
-- Adds:  admins, users, sessions, attempts, answers.
-- Locks: nothing that exists.
-- Undo:  none; forward only.

create extension if not exists pg_trgm;

create table admins (
  id            integer generated always as identity primary key,
  user_name     text not null unique,
  password_hash text not null,                       -- PHC string, argon2id
  password_is_first boolean not null default false,  -- made by us and not yet changed
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);

create table users (
  id                    bigint generated always as identity primary key,
  user_name             text not null,
  mobile                text not null,
  password_hash         text not null,
  mpin_hash             text not null default '',
  whatsapp              text not null default '',
  telegram              text not null default '',
  is_approved           boolean not null default false,
  is_blocked            boolean not null default false,
  betting               boolean not null default true,
  transfer              boolean not null default true,
  verified              boolean not null default false,
  status                boolean not null default true,
  bank_name             text not null default '',
  branch_name           text not null default '',
  account_holder_name   text not null default '',
  account_no            text not null default '',
  ifsc_code             text not null default '',
  address               text not null default '',
  paytm_no              text not null default '',
  google_pay_no         text not null default '',
  phone_pay_no          text not null default '',
  upi_id                text not null default '',
  upi_number            text not null default '',
  fcm                   text not null default '',
  personal_notification boolean not null default true,
  result_notification   boolean not null default true,
  referred_by           bigint,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  deleted_at            timestamptz,
  search_text           text not null generated always as (lower(
    user_name || ' ' || mobile || ' ' || account_holder_name || ' ' || account_no || ' ' || bank_name || ' ' ||
    ifsc_code || ' ' || upi_id || ' ' || upi_number || ' ' || paytm_no || ' ' || google_pay_no || ' ' || phone_pay_no
  )) stored
);
create unique index users_one_per_mobile on users (mobile) where deleted_at is null;
create index users_by_search on users using gin (search_text gin_trgm_ops) where deleted_at is null;
create index users_unapproved on users (id desc) where deleted_at is null and not is_approved;

-- A token is kept as its SHA-256 only: who reads this table can't sign in with it.
create table sessions (
  token_hash   bytea primary key,
  admin_id     integer references admins,
  user_id      bigint references users,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null,
  constraint one_owner check ((admin_id is null) <> (user_id is null))
);
create index sessions_by_user on sessions (user_id) where user_id is not null;
create index sessions_by_admin on sessions (admin_id) where admin_id is not null;

-- Devices from which a player has signed in with the password; only there four digits are enough.
create table devices (
  device_hash bytea primary key,
  user_id     bigint not null references users,
  created_at  timestamptz not null
);
create index devices_by_user on devices (user_id);

-- Attempts to sign in. Written in a transaction of their own, for they must outlive the refusal.
create table attempts (
  id        bigint generated always as identity primary key,
  name_hash bytea not null,
  address   text not null,
  succeeded boolean not null,
  at        timestamptz not null
);
create index attempts_by_name on attempts (name_hash, at desc);
create index attempts_by_address on attempts (address, at desc);

-- Answers of calls that came with an Idempotency-Key, kept for a day.
create table answers (
  caller    text not null,
  path      text not null,
  key       text not null,
  body_hash bytea not null,
  answer    text,
  at        timestamptz not null default clock_timestamp(),
  primary key (caller, path, key)
);
create index answers_by_age on answers (at);

-- 0039 second factor
-- Why:   a stolen password or token must not be enough: administrators enter a second factor when they sign in, and
--        again for what moves money.
-- Adds:  factors, recovery_codes; two columns of security, five of sessions, devices.factor_at.
-- Locks: security, sessions and devices, for an instant.
-- Undo:  none; forward only.

create table factors (
  id           bigint generated always as identity primary key,
  admin_id     integer not null references admins,
  kind         text not null check (kind = 'totp'),
  name         text not null,
  secret       bytea not null,                          -- sealed with a key that the database never sees
  last_step    bigint not null,                         -- of the last code that was entered: it counts once
  created_at   timestamptz not null,
  last_used_at timestamptz
);
create index factors_of_admin on factors (admin_id);

-- SHA-256 of eighty random bits each; one use.
create table recovery_codes (
  admin_id  integer not null references admins,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (admin_id, code_hash)
);

-- What all administrators are asked for: a second factor, and a fresh one above so many paise in all.
alter table security add column factor_required boolean not null default false,
  add column factor_limit bigint not null default 0 check (factor_limit >= 0);

-- When the factor was entered last, and what a fresh one is known by: the token alone does not know it. Paise that were
-- moved since without a fresh one. What a set-up waits for, sealed.
alter table sessions add column factor_at timestamptz, add column proof_hash bytea,
  add column unproven bigint not null default 0, add column pending bytea, add column pending_at timestamptz;

-- When a second factor was entered last on this device: guesses of strangers don't keep it waiting.
alter table devices add column factor_at timestamptz;

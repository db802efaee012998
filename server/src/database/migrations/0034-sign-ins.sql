-- 0034 sign ins
-- Why:   a device is a mark of a person: who signs in on one is named before a payout, and a bonus of joining is paid on
--        it once; an administrator's own device or address seen with a player is to be looked at.
-- Adds:  sign_ins; two kinds of suspicion, which are found by their player.
-- Locks: suspicions, for an instant.
-- Undo:  none; forward only.

-- With which device, and from where, a player or an administrator signed in last: SHA-256 of a secret and the text.
create table sign_ins (
  device_hash  bytea primary key,                    -- of the device's value, which is one account's
  mark         bytea not null,                       -- of the first value that the device had: one for all accounts on it
  admin_id     integer references admins,
  user_id      bigint references users,
  address_hash bytea,                                -- null of this machine's own
  at           timestamptz not null,
  constraint one_owner check ((admin_id is null) <> (user_id is null))
);
create index sign_ins_by_mark on sign_ins (mark);
create index sign_ins_by_address on sign_ins (address_hash, at);
create index sign_ins_of_user on sign_ins (user_id) where user_id is not null;
create index sign_ins_of_admin on sign_ins (admin_id) where admin_id is not null;

alter table suspicions drop constraint suspicions_kind_check, add constraint suspicions_kind_check check (kind in
  ('early_result', 'other_result', 'reverted_bid', 'moved_times', 'large_win', 'unplayed_payout', 'own_device', 'own_address'));
create index suspicions_of_own on suspicions (user_id) where kind in ('own_device', 'own_address');

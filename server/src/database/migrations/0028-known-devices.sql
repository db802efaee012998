-- 0028 known devices
-- Why:   wrong tries are counted by how the caller is known to the account; administrators have known devices too.
-- Adds:  attempts.way and share, devices.admin_id, sessions.device_hash.
-- Locks: attempts, devices and sessions, for an instant.
-- Undo:  none; forward only.

-- 'stranger', 'address' or 'device', and of which network, address or device.
alter table attempts add column way text not null default 'stranger', add column share text not null default '';

alter table devices alter column user_id drop not null, add column admin_id integer references admins,
  add constraint one_owner check ((admin_id is null) <> (user_id is null));
create index devices_by_admin on devices (admin_id) where admin_id is not null;

-- From which device the session was begun; null where none is known.
alter table sessions add column device_hash bytea;

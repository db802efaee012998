-- 0061 phones signed in
-- Why:   what ends a session ends the push messages to its phone, which may be in other hands.
-- Adds:  push_devices.device_hash.
-- Locks: push_devices for a moment.
-- Undo:  none; forward only.

-- The device (sessions.device_hash) from which the token came; null: a server of before kept it, and it isn't known.
alter table push_devices add column device_hash bytea;

-- 0030 registrations
-- Why:   registering is limited by address, network and device over all servers, and linked accounts can be found.
-- Adds:  registrations; a secret.
-- Locks: nothing.
-- Undo:  none; forward only.

insert into secrets (name, value)
values ('registrations', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

-- From where a player registered: SHA-256 of the secret and the text. A network is an IPv4 /24 or an IPv6 /48; the device
-- is null where the app sent none.
create table registrations (
  user_id      bigint primary key references users,
  address_hash bytea not null,
  network_hash bytea not null,
  device_hash  bytea,
  at           timestamptz not null
);
create index registrations_by_address on registrations (address_hash, at);
create index registrations_by_network on registrations (network_hash, at);
create index registrations_by_device on registrations (device_hash, at) where device_hash is not null;

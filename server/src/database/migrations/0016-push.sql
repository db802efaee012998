-- 0016 push
-- Why:   push messages are sent to each device at most once, whatever dies meanwhile.
-- Adds:  push_devices (in place of users.fcm), push_messages, push_targets, push_connection.
-- Locks: users, for an instant.
-- Undo:  none; forward only.

-- The phone a player last signed in with. A row stands for one token for ever: another token is another row, so
-- "once a device" is once a row.
create table push_devices (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users,
  token      text not null,
  token_hash bytea not null,                 -- SHA-256: a token of 4,096 characters is more than an index takes
  since      timestamptz not null
);
create unique index push_devices_one_per_player on push_devices (user_id);
create unique index push_devices_one_per_token on push_devices (token_hash);

insert into push_devices (user_id, token, token_hash, since)
select distinct on (fcm) id, fcm, sha256(convert_to(fcm, 'utf8')), updated_at from users
where fcm <> '' and deleted_at is null order by fcm, updated_at desc;
alter table users drop column fcm;

create type push_audience as enum ('user', 'users', 'all', 'result');
create type push_kind as enum ('personal', 'result');   -- which preference of the player it obeys

-- What waits of a message is `accepted` less the other counts. They are added to as devices are settled.
create table push_messages (
  id          integer generated always as identity primary key,
  title       text not null,
  description text not null,
  kind        push_kind not null,
  audience    push_audience not null,
  user_id     bigint,                        -- of audience 'user'
  -- Of audience 'result': what it tells, so that a result declared again is not told again.
  draw_id     integer,
  half        half,                          -- the last half that it tells
  result      text,                          -- '128-1', '128-14-455'
  is_listed   boolean not null,              -- its targets are written
  is_handed   boolean not null default false, -- its jobs are written
  accepted    integer not null default 0,
  sent        integer not null default 0,
  failed      integer not null default 0,
  dead        integer not null default 0,
  unknown     integer not null default 0,
  dropped     integer not null default 0,
  actor       text not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  started_at  timestamptz,
  stopped_at  timestamptz,
  finished_at timestamptz
) with (fillfactor = 50);
create unique index push_messages_one_per_result on push_messages (draw_id, result) where draw_id is not null;
create index push_messages_open on push_messages (id) where finished_at is null;

-- waiting → claimed (committed before the request leaves) → what came of it. What is claimed is never sent again.
create type push_state as enum ('waiting', 'claimed', 'sent', 'failed', 'dead', 'unknown', 'dropped');

-- No foreign keys: a device may be gone, and 100,000 rows are written at once. Gone a week after their message.
create table push_targets (
  message_id integer not null,
  device_id  bigint not null,
  state      push_state not null default 'waiting',
  primary key (message_id, device_id)
) with (fillfactor = 70);

-- What FCM last said to any of the servers.
create table push_connection (
  one_row boolean primary key default true check (one_row),
  fault   text not null default '',          -- '': the last answer was a good one
  since   timestamptz
);
insert into push_connection default values;

-- 0009 source
-- Why:   results can be fetched and declared by themselves; what is doubtful stops and says why.
-- Adds:  readings, leases.
-- Locks: nothing that exists.
-- Undo:  none; forward only.

-- What the source said of a half that is due, and whether it may be declared. One row a half: a second reading
-- a minute later must say the same.
create table readings (
  draw_id    integer not null references draws,
  half       half not null,
  digit      text not null,
  panna      text not null,
  first_at   timestamptz not null,
  reason     text not null default '',       -- why it is not declared; '' while nothing is doubtful
  is_stopped boolean not null default false, -- left to the administrator
  primary key (draw_id, half)
);

-- Work that exactly one of many processes does at a time.
create table leases (
  name   text primary key,
  holder text not null,
  until  timestamptz not null
);

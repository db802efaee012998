-- 0038 mobile codes
-- Why:   codes that a provider sends to players' mobiles are limited, and so are the tries at one.
-- Adds:  mobile_codes.
-- Locks: nothing.
-- Undo:  none; forward only.

-- When a player was sent the last code, how many since when, and how often the last was tried. The code itself is
-- known to the provider only.
create table mobile_codes (
  user_id bigint primary key,
  at      timestamptz not null,
  since   timestamptz not null,
  sent    integer not null,
  tries   integer not null default 0
);

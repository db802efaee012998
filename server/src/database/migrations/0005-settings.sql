-- 0005 settings
-- Why:   the limits, switches and rates that the administrator sets, with a version against stale saves.
-- Adds:  settings (one row), rates.
-- Locks: nothing that exists.
-- Undo:  none; forward only.

create table settings (
  one_row               boolean primary key default true check (one_row),
  version               integer not null default 1,
  deposit_min           bigint not null default 10000 check (deposit_min >= 100),    -- paise, like all bounds
  deposit_max           bigint not null default 1000000,
  withdraw_min          bigint not null default 10000 check (withdraw_min >= 100),
  withdraw_max          bigint not null default 5000000,
  betting_min           bigint not null default 1000 check (betting_min >= 100),
  betting_max           bigint not null default 500000,
  transfer_min          bigint not null default 1000 check (transfer_min >= 100),
  transfer_max          bigint not null default 1000000,
  withdraw_open         text not null default '00:00',                                -- IST, both ends included
  withdraw_close        text not null default '23:59',
  joining_bonus         bigint not null default 0,
  referral_bonus        bigint not null default 0,
  bonus                 integer not null default 2500,                                -- hundredths of a percent
  bonus_show            boolean not null default false,
  auto_verified         boolean not null default false,
  maintenance           boolean not null default false,
  maintenance_message   text not null default '',
  is_demonstration      boolean not null default false,
  constraint deposit_bounds  check (deposit_min <= deposit_max),
  constraint withdraw_bounds check (withdraw_min <= withdraw_max),
  constraint betting_bounds  check (betting_min <= betting_max),
  constraint transfer_bounds check (transfer_min <= transfer_max)
);
insert into settings default values;

create table rates (
  rate_key   text primary key,
  min        bigint not null check (min >= 100),       -- paise
  multiplier integer not null check (multiplier >= 100) -- hundredths
);
insert into rates (rate_key, min, multiplier) values
  ('single_digit', 1000, 900), ('jodi_digit', 1000, 9500), ('single_pana', 1000, 15000), ('double_pana', 1000, 30000),
  ('tripple_pana', 1000, 70000), ('half_sangam', 1000, 100000), ('full_sangam', 1000, 1000000), ('dp', 1000, 30000),
  ('sp', 1000, 15000), ('tp', 1000, 70000), ('odd_even', 1000, 900), ('red_bracket', 1000, 9500);

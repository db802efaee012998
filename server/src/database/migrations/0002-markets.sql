-- 0002 markets
-- Why:   what can be bet on, on which days, and what came.
-- Adds:  markets, market_days, draws, declarations.
-- Locks: nothing that exists.
-- Undo:  none; forward only.

create type half as enum ('open', 'close');

create table markets (
  id            integer generated always as identity primary key,
  uuid          uuid not null unique default gen_random_uuid(),
  name          text not null,
  name_hindi    text not null default '',
  open_time     text not null check (open_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),    -- IST
  close_time    text not null check (close_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),   -- IST
  status        boolean not null default true,
  market_status boolean not null default true,
  is_active     boolean not null default true,
  tag           text not null default 'global',
  games         text[] not null default '{}',        -- empty: all twelve
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  deleted_at    timestamptz
);

create table market_days (
  market_id  integer not null references markets,
  weekday    text not null check (weekday in
    ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  state      boolean not null default true,
  open_time  text,                                   -- null: the market's own
  close_time text,
  primary key (market_id, weekday)
);

-- One market on one day, with the moments it was first touched with.
create table draws (
  id          integer generated always as identity primary key,
  market_id   integer not null,
  market_date date not null,                         -- the Indian day of its open
  opens_at    timestamptz not null,
  closes_at   timestamptz not null,
  constraint one_draw_a_day unique (market_id, market_date),
  constraint opens_before_it_closes check (opens_at < closes_at)
);
create index draws_by_date on draws (market_date, market_id);

-- One half of one draw declared. `picks` are the winning picks that the rule of the game gave (core/game/outcome).
create table declarations (
  id           bigint generated always as identity primary key,
  draw_id      integer not null references draws,
  half         half not null,
  digit        text not null check (digit ~ '^[0-9]$'),
  panna        text not null check (panna ~ '^[0-9]{3}$'),
  picks        text[] not null,
  source       text not null,                        -- 'manual', 'auto', 'market'
  actor        text not null,
  at           timestamptz not null,
  winners      integer,                              -- bids paid by it
  players      integer,
  paid         bigint,                               -- paise
  withdrawn_at timestamptz,
  withdrawn_by text
);
-- Two servers can't both declare the same half.
create unique index one_standing_declaration on declarations (draw_id, half) where withdrawn_at is null;
create index declarations_by_draw on declarations (draw_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: facts are written once', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create function keep_declaration() returns trigger language plpgsql as $$
begin
  if (new.draw_id, new.half, new.digit, new.panna, new.picks, new.source, new.actor, new.at)
     is distinct from (old.draw_id, old.half, old.digit, old.panna, old.picks, old.source, old.actor, old.at)
     or new.id <> old.id or old.withdrawn_at is not null
     or (old.winners is not null and (new.winners, new.players, new.paid) is distinct from (old.winners, old.players, old.paid))
  then raise exception 'a declaration is a fact: it can be withdrawn, not edited' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger declaration_is_a_fact before update on declarations for each row execute function keep_declaration();
create trigger declarations_stay before delete or truncate on declarations for each statement execute function refuse_change();

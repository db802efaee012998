-- 0003 bids
-- Why:   a bid is a fact; its status follows from declarations and is never stored.
-- Adds:  bids, tallies.
-- Locks: nothing that exists.
-- Undo:  none; forward only.

-- No foreign keys to draws and users: each insert would lock the hot row. verify proves that they exist.
create table bids (
  id            bigint generated always as identity,
  market_date   date not null,
  draw_id       integer not null,
  user_id       bigint not null,
  session       half not null,                       -- close for games decided by both halves
  game_mode     text not null check (game_mode in ('single_digit', 'jodi_digit', 'single_panna', 'double_panna',
    'triple_panna', 'half_sangam', 'full_sangam', 'sp', 'dp', 'tp', 'odd_even', 'red_bracket')),
  open_digit    text not null default '-',
  open_panna    text not null default '-',
  close_digit   text not null default '-',
  close_panna   text not null default '-',
  pick          text not null generated always as
    (game_mode || ':' || open_digit || ':' || open_panna || ':' || close_digit || ':' || close_panna) stored,
  points        bigint not null check (points > 0),      -- paise
  multiplier    integer not null check (multiplier > 0), -- hundredths
  placed_at     timestamptz not null,
  cancelled_at  timestamptz,
  cancelled_by  text,
  cancel_reason text,
  primary key (market_date, id)
);
-- Declaring asks `draw_id = … and pick = any(…)` and needs no more than the index holds.
create index bids_by_pick on bids (draw_id, pick) include (id, user_id, points, multiplier) where cancelled_at is null;
create index bids_by_player on bids (user_id, id desc);

create function keep_bid() returns trigger language plpgsql as $$
begin
  if (new.id, new.market_date, new.draw_id, new.user_id, new.session, new.game_mode, new.open_digit, new.open_panna,
      new.close_digit, new.close_panna, new.points, new.multiplier, new.placed_at)
     is distinct from (old.id, old.market_date, old.draw_id, old.user_id, old.session, old.game_mode, old.open_digit,
      old.open_panna, old.close_digit, old.close_panna, old.points, old.multiplier, old.placed_at)
     or old.cancelled_at is not null
  then raise exception 'a bid is a fact: it can be cancelled once, not edited' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bid_is_a_fact before update on bids for each row execute function keep_bid();
create trigger bids_stay before delete or truncate on bids for each statement execute function refuse_change();

-- Uncancelled bids and points per draw, session, pick and multiplier, added to in the bid's own transaction.
-- A pick has several slots, so that bids on a hot pick don't queue behind each other.
create table tallies (
  draw_id    integer not null,
  session    half not null,
  pick       text not null,
  multiplier integer not null,
  slot       smallint not null,
  bids       bigint not null,
  points     bigint not null,                        -- paise
  primary key (draw_id, session, pick, multiplier, slot)
) with (fillfactor = 70);

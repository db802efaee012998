-- 0055 number limits
-- Why:   the house can limit what a number costs in a draw, as a warning or as a refusal of bids beyond it.
-- Adds:  number_limits.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/risk.test.ts

-- One a market, day and game; null: every market, every day, and all that a panna pays in its half. Amounts in paise.
create table number_limits (
  market_id   integer references markets(id),
  market_date date,
  game        text check (game in ('single_digit', 'jodi_digit', 'single_panna', 'double_panna', 'triple_panna', 'half_sangam',
    'full_sangam', 'sp', 'dp', 'tp', 'odd_even', 'red_bracket')),
  amount      bigint not null check (amount > 0),
  refuses     boolean not null,
  actor       text not null,
  set_at      timestamptz not null,
  constraint number_limits_once unique nulls not distinct (market_id, market_date, game),
  constraint day_has_its_market check (market_date is null or market_id is not null)
);

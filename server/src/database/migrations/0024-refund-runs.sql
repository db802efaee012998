-- 0024 refund runs
-- Why:   a void of a million bids is declared at once; its refunds are paid in batches, so that nobody waits for all.
-- Adds:  refund_runs, refund_batches.
-- Locks: nothing that exists.
-- Undo:  none; forward only.

-- One act of voiding: what it cancelled, and how much of that is refunded. Under way while refunded < bids.
create table refund_runs (
  id              bigint generated always as identity primary key,
  draw_id         integer not null references draws,
  declaration_ids bigint[] not null,                 -- the halves that it voids
  bids            bigint not null check (bids >= 0),
  players         bigint not null check (players >= 0),
  points          bigint not null check (points >= 0),           -- paise
  refunded        bigint not null default 0,                     -- bids
  refunded_points bigint not null default 0,                     -- paise
  is_listed       boolean not null default false,    -- what is due stands in refund_batches
  worked_at       timestamptz not null,              -- when it was declared, or last paid
  constraint no_more_than_it_owes check (refunded between 0 and bids and refunded_points between 0 and points)
);
create index refund_runs_under_way on refund_runs (draw_id) where refunded < bids;

-- Bids whose refund is due. A row goes in the transaction that pays it.
create table refund_batches (
  run_id  bigint not null references refund_runs,
  nth     integer not null,
  bid_ids bigint[] not null check (bid_ids <> '{}'),
  primary key (run_id, nth)
);

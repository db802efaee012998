-- 0044 payout batches
-- Why:   a bank pays many withdrawals by one file, and none of them may be told to it twice unseen.
-- Adds:  payout_batches, payout_batch_rows.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/desk-batches.test.ts

create table payout_batches (
  id            integer generated always as identity primary key,
  bank          text not null check (bank in ('hdfc', 'icici', 'sbi', 'axis', 'other')),
  debit_account text not null,
  admin_id      integer not null references admins(id),
  at            timestamptz not null,
  -- What is not decided of it may be put in another one since then.
  closed_at     timestamptz
);

create table payout_batch_rows (
  batch_id   integer not null references payout_batches(id),
  request_id bigint not null,
  -- Paise, as it was asked for.
  amount     bigint not null,
  primary key (batch_id, request_id)
);
create index payout_batch_rows_by_request on payout_batch_rows (request_id);

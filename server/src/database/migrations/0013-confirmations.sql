-- 0013 confirmations
-- Why:   a payment provider says which reference was paid, and how much; the player may ask before or after.
-- Adds:  confirmations; requests_awaited.
-- Locks: requests, for an instant.
-- Undo:  none; forward only.

-- What the provider confirmed, whether or not it could be credited. A reference is confirmed once.
create table confirmations (
  ref_id       text primary key,                     -- upper case, no blanks, as in requests
  amount       bigint not null check (amount > 0),   -- paise
  confirmed_at timestamptz not null,
  address      text not null                         -- where the confirmation came from
);
create trigger confirmations_only_grow before update or delete or truncate on confirmations
  for each statement execute function refuse_change();

-- Whoever asks for the money of this reference.
create index requests_awaited on requests (ref_id) where kind = 'deposit' and status = 'pending' and ref_id <> '';

-- 0004 ledger
-- Why:   a wallet is the sum of its postings. Nothing else may change a balance.
-- Adds:  wallets, requests, postings.
-- Locks: nothing that exists.
-- Undo:  none. Postings are never deleted, only answered by a posting the other way.

create type house_account as enum ('cash', 'game', 'bonus', 'held', 'closed');
create type posting_kind as enum ('deposit', 'withdraw_hold', 'withdraw_pay', 'withdraw_return', 'stake', 'refund',
  'win', 'win_reversed', 'fund_add', 'fund_deduct', 'transfer', 'bonus', 'closing');

-- Narrow and without a second index: declaring updates one row a winner.
create table wallets (
  user_id    bigint primary key references users,
  balance    bigint not null default 0,              -- paise; below zero only after a win was taken back
  total_bets bigint not null default 0,              -- paise, uncancelled points
  total_win  bigint not null default 0,              -- paise, winnings standing
  is_closed  boolean not null default false          -- the account was deleted: what comes in goes out at once
) with (fillfactor = 80);

-- A deposit or withdrawal asked for, with the payee's details as they were then.
create table requests (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users,
  kind          text not null check (kind in ('deposit', 'withdraw')),
  transfer_type text not null,
  amount        bigint not null check (amount > 0),  -- paise
  status        text not null default 'pending' check (status in ('pending', 'completed', 'rejected')),
  ref_id        text not null default '',            -- upper case, no blanks
  payee         jsonb not null default '{}',
  note          text not null default '',
  created_at    timestamptz not null,
  decided_at    timestamptz,
  decided_by    text,
  constraint decided_when_not_pending check ((status = 'pending') = (decided_at is null))
);
create index requests_by_player on requests (user_id, id desc);
create index requests_pending on requests (kind, id) where status = 'pending';
create unique index one_credit_a_reference on requests (ref_id)
  where kind = 'deposit' and status = 'completed' and ref_id <> '';

create function keep_request() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' and (new.status, new.amount, new.user_id, new.kind, new.decided_at)
     is distinct from (old.status, old.amount, old.user_id, old.kind, old.decided_at)
  then raise exception 'a request is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger request_is_decided_once before update on requests for each row execute function keep_request();

-- Money from one account to another. Both ends are in one row: money can be moved and cannot be made.
-- No foreign key to users: each would write to the player's row. verify proves that every player exists.
create table postings (
  id             bigint generated always as identity primary key,
  kind           posting_kind not null,
  from_user      bigint,                             -- exactly one of user and house at each end
  from_house     house_account,
  to_user        bigint,
  to_house       house_account,
  amount         bigint not null,                    -- paise
  from_after     bigint,                             -- the player's balance after it, paise
  to_after       bigint,
  draw_id        integer,
  bid_id         bigint,
  request_id     bigint,
  declaration_id bigint,
  reverses       bigint,                             -- the posting that this one takes back
  actor          text not null,                      -- 'player:7', 'admin:1', 'auto'
  note           text not null default '',
  at             timestamptz not null,               -- read after the locks, handed in
  constraint something_moves check (amount > 0),
  constraint one_payer       check ((from_user is null) <> (from_house is null)),
  constraint one_receiver    check ((to_user is null) <> (to_house is null)),
  constraint two_ends        check (from_user is distinct from to_user or from_house is distinct from to_house),
  constraint balance_of_payer    check ((from_user is null) = (from_after is null)),
  constraint balance_of_receiver check ((to_user is null) = (to_after is null)),
  constraint not_overdrawn   check (from_after >= 0 or kind = 'win_reversed'),
  constraint reference_of_a_bid check ((kind in ('stake', 'refund', 'win', 'win_reversed')) = (bid_id is not null)),
  constraint reference_of_a_win check (kind <> 'win' or declaration_id is not null),
  constraint reference_of_a_reversal check ((kind = 'win_reversed') = (reverses is not null))
);
create unique index one_stake_one_refund on postings (bid_id, kind) where kind in ('stake', 'refund');
create unique index one_win_a_declaration on postings (declaration_id, bid_id) where kind = 'win';
create unique index taken_back_once on postings (reverses) where reverses is not null;
create unique index one_posting_a_decision on postings (request_id, kind) where request_id is not null;
create index postings_paid_by on postings (from_user, id desc) where from_user is not null;
create index postings_received_by on postings (to_user, id desc) where to_user is not null;

create trigger postings_only_grow before update or delete or truncate on postings
  for each statement execute function refuse_change();

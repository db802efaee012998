-- 0020 references
-- Why:   one payment was credited for each way its reference can be written.
-- Adds:  reference_key; ref_key and is_repeat of requests and confirmations. References are compared by ref_key.
-- Locks: requests and confirmations, while they are written anew.
-- Undo:  none; forward only.
-- Test:  tests/http/migrations.test.ts, tests/http/wallet-references.test.ts

-- The payment that a reference in plain signs means: equal for all ways of writing it; '' where it names none.
-- Case, signs between, leading zeros and the words that people and banks write around a number don't count. Of a bank's
-- narration it is the number of twelve digits that stands alone (UPI, IMPS), unless that is a mobile number with 91.
create function reference_key(written text) returns text
language sql immutable strict parallel safe as $$
  select case when bare ~ '^[0-9]*$' then ltrim(bare, '0') else coalesce(
    ltrim(substring(bare from '^[A-Z]{0,3}0*([0-9]{12})[A-Z]*$'), '0'),
    ltrim(substring(plain from '(?:^|[^A-Z0-9])(?!91[6-9])([0-9]{12})(?![A-Z0-9@])'), '0'),
    bare) end
  from (select plain, regexp_replace(regexp_replace(plain, '[^A-Z0-9]', '', 'g'),
    '^(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TXN|PAYMENT|BANK|UPI|IMPS|NEFT|RTGS|PHONEPE|GPAY|GOOGLEPAY|PAYTM|BHIM'
    || '|NUMBER|NO|NR|ID|IS|MY)+(?=.*[0-9])', '') as bare
  from (select upper(written collate "C") as plain) w) b
$$;

-- What says nothing is no reference, and is asked about before it is approved.
update requests set ref_id = '' where status = 'pending' and ref_id <> '' and reference_key(ref_id) = '';

-- is_repeat: credited, or confirmed, before this migration for a payment that was credited or confirmed already in
-- another spelling. The money has moved, so these rows stay, outside of the unique laws; none is written any more.
alter table requests
  add column ref_key   text not null generated always as (reference_key(ref_id)) stored,
  add column is_repeat boolean not null default false;
update requests r set is_repeat = true
from (select id, row_number() over (partition by ref_key order by decided_at, id) as nth
  from requests where kind = 'deposit' and status = 'completed' and ref_key <> '') o
where o.id = r.id and o.nth > 1;

alter table confirmations
  add column ref_key   text not null generated always as (reference_key(ref_id)) stored,
  add column is_repeat boolean not null default false;
alter table confirmations disable trigger confirmations_only_grow;
update confirmations c set is_repeat = true
from (select ref_id, row_number() over (partition by ref_key order by confirmed_at, ref_id) as nth
  from confirmations) o
where o.ref_id = c.ref_id and (o.nth > 1 or c.ref_key = '');
alter table confirmations enable trigger confirmations_only_grow;

drop index one_credit_a_reference, requests_awaited, requests_by_reference;
create unique index one_credit_a_reference on requests (ref_key)
  where kind = 'deposit' and status = 'completed' and ref_key <> '' and not is_repeat;
create unique index one_confirmation_a_reference on confirmations (ref_key) where not is_repeat;
create index requests_awaited on requests (ref_key) where kind = 'deposit' and status = 'pending' and ref_key <> '';
create index requests_by_reference on requests using gin (ref_id gin_trgm_ops, ref_key gin_trgm_ops)
  where ref_id <> '';

-- The reference by which a deposit was credited stays with it.
create or replace function keep_request() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' and (new.status, new.amount, new.user_id, new.kind, new.decided_at, new.ref_id, new.is_repeat)
     is distinct from (old.status, old.amount, old.user_id, old.kind, old.decided_at, old.ref_id, old.is_repeat)
  then raise exception 'a request is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

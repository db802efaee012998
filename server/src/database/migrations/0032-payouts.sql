-- 0032 payouts
-- Why:   before a withdrawal is paid: whose account it goes to, since when, and whether the money was played; a bonus
--        is paid to a person once.
-- Adds:  payee_keys, users_by_payee, payee_changes, bonus_people, three settings.
-- Locks: users, while the index is built; settings, for an instant.
-- Undo:  none; forward only.

-- The accounts that these details pay to, equal for all ways of writing them. A phone number is its last ten digits.
create function payee_keys(account_no text, upi_id text, variadic phones text[]) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct key), '{}') from (
    select 'account ' || bare as key
    from (select upper(regexp_replace(account_no, '[^[:alnum:]]', '', 'g')) as bare) a where length(bare) >= 6
    union all
    select 'upi ' || lower(trim(upi_id)) where upi_id like '%_@_%'
    union all
    select 'phone ' || right(digits, 10)
    from (select regexp_replace(phone, '[^0-9]', '', 'g') as digits from unnest(phones) phone) p where length(digits) >= 10
  ) k
$$;
create index users_by_payee on users
  using gin (payee_keys(account_no, upi_id, phone_pay_no, google_pay_no, paytm_no, upi_number));

-- Which payment details of a player were changed, when and by whom; never what they were.
create table payee_changes (
  id      bigint generated always as identity primary key,
  user_id bigint not null,
  fields  text[] not null,
  actor   text not null,                             -- 'player:7', 'admin:1'
  at      timestamptz not null
);
create index payee_changes_of_user on payee_changes (user_id, id desc);

-- Who was paid a joining bonus and was deleted since, by slow hashes of mobile and accounts (users/bonus.ts).
create table bonus_people (
  fingerprint text primary key,
  at          timestamptz not null
);

alter table settings
  add column payee_wait_hours  integer not null default 0 check (payee_wait_hours between 0 and 720),
  add column turnover_deposits integer not null default 0 check (turnover_deposits between 0 and 10000),  -- hundredths: 100 is once
  add column turnover_bonus    integer not null default 0 check (turnover_bonus between 0 and 10000);

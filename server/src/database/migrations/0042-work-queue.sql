-- 0042 work queue
-- Why:   requests, new players and feedback are worked through in one queue, by several administrators at a time.
-- Adds:  open_cases, desk_reasons.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/desk.test.ts

-- What each page of an administrator has open. Unlogged: it is worth something for half a minute.
create unlogged table open_cases (
  admin_id integer not null,
  page     text not null,
  kind     text not null,
  item_id  bigint not null,
  since    timestamptz not null,
  at       timestamptz not null,
  primary key (admin_id, page)
);
create index open_cases_by_item on open_cases (kind, item_id);

-- The owner's own words, in the order of the keys 1 to 9.
create table desk_reasons (
  kind  text not null check (kind in ('deposits', 'withdrawals', 'feedback')),
  place smallint not null check (place between 1 and 9),
  text  text not null check (text <> ''),
  primary key (kind, place)
);

insert into desk_reasons (kind, place, text) values
  ('deposits', 1, 'The payment was not received.'),
  ('deposits', 2, 'The amount is not what was paid.'),
  ('deposits', 3, 'The reference (UTR) is wrong.'),
  ('deposits', 4, 'This payment was credited before.'),
  ('withdrawals', 1, 'The payment details are wrong.'),
  ('withdrawals', 2, 'The account is not in your name.'),
  ('withdrawals', 3, 'Please play what you deposited first.'),
  ('withdrawals', 4, 'The bank refused the payment.'),
  ('feedback', 1, 'Thank you. We have noted it.'),
  ('feedback', 2, 'Your request was completed.'),
  ('feedback', 3, 'Please send us the UTR of the payment.');

-- 0041 stamps
-- Why:   a deposit or a withdrawal asked for, or a provider's confirmation, that was put in whole was named by nothing.
-- Adds:  requests.stamp, confirmations.stamp and id.
-- Locks: requests, for an instant; confirmations, while they are written anew.
-- Undo:  none; forward only.
-- Test:  tests/ledger/stamps.test.ts

-- What the server made of the row as it wrote it, with a key that the database never sees (anchors/stamp.ts); null of
-- rows that a release before wrote.
alter table requests add column stamp bytea;
alter table confirmations add column stamp bytea, add column id bigint generated always as identity unique;

-- 0049 payee stamps
-- Why:   a player's payment details changed in the database, or the lines on who changed them, were named by nothing.
-- Adds:  users.payee_stamp.
-- Locks: users, for an instant.
-- Undo:  none; forward only.
-- Test:  tests/ledger/stamps.test.ts, tests/ledger/payee-stamps.test.ts

-- What the server made of the payee and of its payee_changes as it wrote them (anchors/stamp.ts). Null of a player who
-- has neither, and of those of a release before until the server stamps them (anchors/stamp-payees.ts).
alter table users add column payee_stamp bytea;

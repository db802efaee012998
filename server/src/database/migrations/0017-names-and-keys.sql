-- 0017 names and keys
-- Why:   two markets of one name, created at once, are told apart by nobody; of a body with a password no plain hash is kept.
-- Adds:  markets_one_per_name. Answers are kept under the hash of their key, which the hash of the body is made with, too.
-- Locks: markets and answers, for an instant.
-- Undo:  none; forward only.
-- Test:  tests/http/migrations.test.ts

update markets m set name = name || ' #' || id
where deleted_at is null and exists (select from markets o
  where lower(o.name) = lower(m.name) and o.deleted_at is null and o.id < m.id);
create unique index markets_one_per_name on markets (lower(name)) where deleted_at is null;

update answers set key = encode(sha256(convert_to(key, 'UTF8')), 'hex'),
  body_hash = sha256(convert_to(key, 'UTF8') || body_hash);

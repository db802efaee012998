-- 0060 language kept
-- Why:   the language that an administrator chose follows them to another browser (decision 59).
-- Adds:  admins.language.
-- Locks: admins for a moment.
-- Undo:  none; forward only.
-- Test:  tests/http/language.test.ts

-- A tag of contract/src/languages.ts; null: none was chosen, each browser keeps its own.
alter table admins add column language text check (language ~ '^[a-z]{2,3}$');

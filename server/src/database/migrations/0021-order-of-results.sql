-- 0021 order of results
-- Why:   that a bid came before its result must not hang on a clock, which may be set back.
-- Adds:  ledger_end of declarations: the last posting there was when it was made.
-- Locks: declarations, for an instant.
-- Undo:  none; forward only.

-- Whoever declares holds the draw alone, so every stake of the draw that was placed before is there and has a lower number,
-- and one placed later a higher. Null: it was declared before this was kept.
alter table declarations add column ledger_end bigint;

create function end_of_ledger() returns bigint language sql volatile as $$
  select coalesce(max(id), 0) from postings $$;
alter table declarations alter column ledger_end set default end_of_ledger();
create trigger declaration_keeps_its_place before update of ledger_end on declarations
  for each row execute function refuse_change();

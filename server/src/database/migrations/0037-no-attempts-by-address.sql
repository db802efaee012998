-- 0037 no attempts by address
-- Why:   tries are counted by account since 0028; the index by address was written with each of them and read by nothing.
-- Adds:  nothing; drops attempts_by_address.
-- Locks: attempts, for an instant.
-- Undo:  none; forward only.

drop index attempts_by_address;

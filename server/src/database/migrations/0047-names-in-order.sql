-- 0047 names in order
-- Why:   three letters of a common name are in those of every tenth player: all of them were read for the six that Find
--        anything shows, which took a third of a second of a million. Names that begin so are found in their order.
-- Adds:  users_by_name.
-- Locks: users, while the index is made.
-- Undo:  none; forward only.

create index users_by_name on users ((lower(user_name)) collate "C") where deleted_at is null;

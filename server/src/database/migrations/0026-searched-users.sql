-- 0026 searched users
-- Why:   a search that finds most players looks at all of them: in this index, which is narrower than their rows.
-- Adds:  users_searched.
-- Locks: users, while the index is made.
-- Undo:  none; forward only.

create index users_searched on users (id) include (search_text, user_name, mobile, is_approved, is_blocked)
  where deleted_at is null;

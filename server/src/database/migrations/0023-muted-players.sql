-- 0023 muted players
-- Why:   the figures of push counted every player; those who switched something off are few.
-- Adds:  users_muted.
-- Locks: users, while the index is made.
-- Undo:  none; forward only.

create index users_muted on users (personal_notification, result_notification)
  where deleted_at is null and not (personal_notification and result_notification);

-- 0048 player notes
-- Why:   what administrators should know of a player, such as what was agreed in a call, was kept outside.
-- Adds:  player_notes.
-- Locks: nothing.
-- Undo:  none; forward only.
-- Test:  tests/http/users-story.test.ts

-- Written once; they go when the player is deleted.
create table player_notes (
  id       bigint generated always as identity primary key,
  user_id  bigint not null references users(id),
  admin_id integer not null references admins(id),
  at       timestamptz not null,
  text     text not null check (text <> '')
);
create index player_notes_of_user on player_notes (user_id, id);

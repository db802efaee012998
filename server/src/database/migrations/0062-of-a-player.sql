-- 0062 of a player
-- Why:   the acts that are about one player are found by the messages and acts that name him, not among all of them.
-- Adds:  indexes of push_messages and waiting_acts.
-- Locks: nothing that is long.
-- Undo:  none; forward only.
-- Apart: both tables grow with use, and are written to while the indexes are made.

create index concurrently push_messages_of_user on push_messages (user_id, id) where user_id is not null;
create index concurrently waiting_acts_of_thing on waiting_acts (thing, thing_id);

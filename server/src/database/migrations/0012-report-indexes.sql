-- 0012 report indexes
-- Why:   a page deep in ten million bids or postings is found off an index alone, and a search through its players'.
-- Adds:  indexes of bids, postings, requests, users and audit; some in place of narrower ones.
-- Locks: those tables, while their indexes are made.
-- Undo:  none; forward only.

-- Ascending, though they are read from the end: what is added at the end of an index leaves its pages full, what is
-- added at the start half empty (at ten million bids 519 MB against 300).

-- Both sides of the ledger by time, with what the histories filter by.
create index postings_out on postings (at, id) include (from_user, kind, draw_id) where from_user is not null;
create index postings_in on postings (at, id) include (to_user, kind, draw_id) where to_user is not null;
create index postings_closing on postings (at) where kind = 'closing';

-- A search goes through the rows of the players that it finds; of a bid its status is found out here, too.
drop index postings_paid_by;
drop index postings_received_by;
create index postings_paid_by on postings (from_user, id) include (at, kind, draw_id) where from_user is not null;
create index postings_received_by on postings (to_user, id) include (at, kind, draw_id) where to_user is not null;
drop index bids_by_player;
create index bids_by_player on bids (user_id, id)
  include (market_date, draw_id, session, pick, points, multiplier, cancelled_at);
drop index bids_by_draw;
create index bids_by_draw on bids (draw_id, id);

create index requests_by_time on requests (kind, status, created_at, id);
-- What a search finds beside the players that there are.
create index requests_by_reference on requests using gin (ref_id gin_trgm_ops) where ref_id <> '';
create index users_deleted on users (id) where deleted_at is not null;

create index audit_by_time on audit (at, id);
create index audit_by_act on audit (act, id);

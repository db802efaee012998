-- 0050 paid requests
-- Why:   the book of the day tells by which way money came and went: of the requests approved on a day, whenever they were
--        asked for. Without the index every request ever approved would be read.
-- Adds:  requests_paid.
-- Locks: requests, while the index is made.
-- Undo:  none; forward only.

create index requests_paid on requests (decided_at) include (kind, transfer_type, amount) where status = 'completed';

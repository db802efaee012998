-- 0043 found requests
-- Why:   a request is asked for by its reference or, of a payout, by its UTR, whatever became of it; a reference of twelve
--        digits took the longest to look for in the index of parts, and a UTR in a note was found nowhere.
-- Adds:  requests_by_key, requests_paid_as.
-- Locks: requests, while the indexes are made.
-- Undo:  none; forward only.

create index requests_by_key on requests (ref_key) where ref_key <> '';
create index requests_paid_as on requests (reference_key(note))
  where kind = 'withdraw' and status = 'completed' and note <> '';

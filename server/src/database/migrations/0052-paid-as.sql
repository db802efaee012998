-- 0052 paid as
-- Why:   a UTR that a payout was approved with was not found where something was noted beside it, so a second payout
--        with the same one went unseen.
-- Adds:  requests_paid_as anew, over the part of the note that is the UTR.
-- Locks: requests, while the index is made.
-- Undo:  none; forward only.

drop index requests_paid_as;
create index requests_paid_as on requests (reference_key(split_part(note, ' · ', 1)))
  where kind = 'withdraw' and status = 'completed' and note <> '';

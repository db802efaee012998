-- 0054 proven days
-- Why:   large books are proven a night at a time: which days were read, row by row, and when, leads the next night.
-- Adds:  proven_days; proofs.whole_since.
-- Locks: proofs, for an instant.
-- Undo:  none; forward only.

create table proven_days (
  day     date primary key,
  at      timestamptz not null,       -- when its rows were last held against every law of a day
  differs boolean not null            -- whether any differed; it is read again the next night
);

-- Since when each day was read at least once, as of this proof; null where some never was, and of a check of the sums.
alter table proofs add column whole_since timestamptz;

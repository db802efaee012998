-- 0033 suspicions
-- Why:   what an insider would do (declare before its time, another number after a revert …) is shown, and looked at by
--        a person with a note.
-- Adds:  suspicions, settings.large_win.
-- Locks: settings, for an instant.
-- Undo:  none; forward only.

create table suspicions (
  id             bigint generated always as identity primary key,
  kind           text not null check (kind in
    ('early_result', 'other_result', 'reverted_bid', 'moved_times', 'large_win', 'unplayed_payout')),
  at             timestamptz not null,
  actor          text not null,                      -- who did it: 'admin:1', 'auto'
  draw_id        integer,
  half           half,
  declaration_id bigint,
  user_id        bigint,
  bid_id         bigint,
  request_id     bigint,
  amount         bigint,                             -- paise: paid, staked, won
  facts          jsonb not null default '{}',        -- what else its sentence says (contract, suspicions)
  looked_at      timestamptz,
  looked_by      text,
  note           text not null default ''
);
create index suspicions_to_look_at on suspicions (id) where looked_at is null;

-- A single win of so much is a suspicion; 0: none is.
alter table settings add column large_win bigint not null default 10000000 check (large_win >= 0);

-- 0008 proof figures
-- Why:   who reads that the books agree wants to see the two sums that were compared.
-- Adds:  wallets, ledger, players of proofs.
-- Locks: proofs, for an instant; nothing has written to it yet.
-- Undo:  none; forward only.

alter table proofs
  add column wallets bigint not null,    -- paise: the sum of all wallets
  add column ledger  bigint not null,    -- paise: what day_totals brought into wallets less what they took out
  add column players bigint not null;    -- how many wallets were summed

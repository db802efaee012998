-- 0035 payee mpin
-- Why:   who holds a player's token, but not their mpin, can be kept from changing whom withdrawals pay.
-- Adds:  settings.payee_mpin, off.
-- Locks: settings, for an instant.
-- Undo:  none; forward only.

alter table settings add column payee_mpin boolean not null default false;

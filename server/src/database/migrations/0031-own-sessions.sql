-- 0031 own sessions
-- Why:   administrators see their sessions and devices, and are told of a new one: from where, and with what.
-- Adds:  sessions.address and browser, devices.address and browser.
-- Locks: sessions and devices, for an instant.
-- Undo:  none; forward only.

alter table sessions add column address text not null default '', add column browser text not null default '';
alter table devices add column address text not null default '', add column browser text not null default '';

-- 0029 administrators
-- Why:   administrators are several: a password that another gave is changed first, and names differ by more than case.
-- Adds:  admins.must_change_password, one_administrator_of_a_name.
-- Locks: admins, for a moment.
-- Undo:  none; forward only.

alter table admins add column must_change_password boolean not null default false;
create unique index one_administrator_of_a_name on admins (lower(user_name));

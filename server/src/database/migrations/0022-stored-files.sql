-- 0022 stored files
-- Why:   an uploaded file lay on the server that took it, and another server of the same database did not have it.
-- Adds:  stored_files.
-- Locks: none.
-- Undo:  drop table stored_files; each server then has the files that it has shown.

-- A file in parts of a megabyte. Its name never comes again, so what is stored under it never changes.
create table stored_files (
  name  text not null,
  part  int not null check (part >= 0),
  bytes bytea not null,
  primary key (name, part)
);
-- Pictures and apps are compressed already.
alter table stored_files alter column bytes set storage external;

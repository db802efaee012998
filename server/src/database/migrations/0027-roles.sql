-- 0027 roles
-- Why:   several administrators, each with a role: what they may do is a set of rights, which calls ask for.
-- Adds:  roles, five of them built in; admins.role_id, admins.is_active.
-- Locks: admins, for a moment.
-- Undo:  none; forward only.

-- The names of rights are those of contract/src/rights.ts; one that a release doesn't know counts for nothing there.
create table roles (
  id          integer generated always as identity primary key,
  name        text not null,
  rights      text[] not null,
  is_built_in boolean not null default false,
  is_owner    boolean not null default false,           -- has every right, those of later releases too
  updated_at  timestamptz not null default clock_timestamp()
);
create unique index one_role_of_a_name on roles (lower(name));
create unique index one_owner on roles (is_owner) where is_owner;

insert into roles (name, rights, is_built_in, is_owner) values
  ('Owner', '{}', true, true),
  ('Results', '{see,declare,revert}', true, false),
  ('Cashier', '{see,deposits,withdrawals}', true, false),
  ('Support', '{see,people,messages}', true, false),
  ('Auditor', '{see,export}', true, false);

-- Who was an administrator before is the Owner; so is whom the release before makes.
alter table admins add column role_id integer not null default 1 references roles,
  add column is_active boolean not null default true;

-- 0051 closed days
-- Why:   the sheet of a business day is closed: kept as it is then, numbered, signed with the anchors, and never changed.
--        What is corrected later of its draws is told by the sheet that is closed next.
-- Adds:  closed_days, settings.close_days.
-- Locks: settings, for an instant.
-- Undo:  none; forward only.

create table closed_days (
  id          bigint primary key check (id > 0),     -- the sheet's number: 1, 2, 3 …
  day         date not null unique,                  -- the Indian business day, one after the other
  at          timestamptz not null,
  actor       text not null,                         -- 'admin:1'; 'auto' by itself
  book        jsonb not null,                        -- the day book as it was then (contract, DaySheet); rupees
  corrections jsonb not null,                        -- by how much draws of days closed before differ since; rupees
  waiting     jsonb not null                         -- requests asked for by the end of the day and not decided then
);
create trigger closed_days_stay before update or delete or truncate on closed_days for each statement execute function refuse_change();

-- Whether days are closed by themselves once they can be.
alter table settings add column close_days boolean not null default true;

-- 0018 desk totals
-- Why:   an administrator's history is counted, and skipped through, by day, as the other histories are.
-- Adds:  desk_totals, kept as desk_rows are written; desk_rows_of_draws.
-- Locks: desk_rows, while they are counted.
-- Undo:  none; forward only.

-- Rows of desk_rows by Indian day and kind. One row is enough: these acts are done by people.
create table desk_totals (
  day  date not null,
  kind posting_kind not null,
  rows bigint not null,
  primary key (day, kind)
) with (fillfactor = 50);
insert into desk_totals (day, kind, rows)
select (at at time zone 'Asia/Kolkata')::date, kind, count(*) from desk_rows group by 1, 2;

create function count_desk_rows() returns trigger language plpgsql as $$
begin
  insert into desk_totals (day, kind, rows)
  select (f.at at time zone 'Asia/Kolkata')::date, f.kind, count(*) from fresh f group by 1, 2 order by 1, 2
  on conflict (day, kind) do update set rows = desk_totals.rows + excluded.rows;
  return null;
end $$;
create trigger desk_rows_are_counted after insert on desk_rows
  referencing new table as fresh for each statement execute function count_desk_rows();

-- Those of a market are few: the bids that were reverted.
create index desk_rows_of_draws on desk_rows (draw_id, at, posting_id) include (user_id, kind) where draw_id is not null;

-- 0014 undeclared draws
-- Why:   what is due is asked for on every dashboard; of five years of draws all but a few are declared.
-- Adds:  undeclared of draws, kept as declarations are written and withdrawn; draws_undeclared.
-- Locks: draws and declarations, while the column is filled.
-- Undo:  none; forward only.

alter table draws add column undeclared smallint not null default 2 check (undeclared between 0 and 2); -- halves
update draws d set undeclared = 2 - c.halves
from (select draw_id, count(*) as halves from declarations where withdrawn_at is null group by draw_id) c
where c.draw_id = d.id;
create index draws_undeclared on draws (closes_at) where undeclared > 0;

create function count_undeclared() returns trigger language plpgsql as $$
begin
  update draws set undeclared = undeclared + case when tg_op = 'INSERT' then -1 else 1 end where id = new.draw_id;
  return null;
end $$;
create trigger declared_halves_are_counted after insert on declarations
  for each row when (new.withdrawn_at is null) execute function count_undeclared();
create trigger withdrawn_halves_are_counted after update of withdrawn_at on declarations
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function count_undeclared();

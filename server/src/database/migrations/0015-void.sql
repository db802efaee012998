-- 0015 void
-- Why:   a draw whose result never comes is voided: what still runs of it is cancelled and its stakes are refunded.
-- Adds:  is_void and reason of declarations; refunds that name a void are settlement and no act of the desk.
-- Locks: declarations, while its rows are held against the new law.
-- Undo:  none; forward only.

-- A voided half is a declaration by which nothing wins and every bid is cancelled. Its stakes are refunded by postings
-- that name it, so it stays for good.
alter table declarations
  add column is_void boolean not null default false,
  add column reason  text not null default '',
  drop constraint declarations_digit_check,
  drop constraint declarations_panna_check,
  add constraint a_result_or_a_void check (case when is_void
    then digit = '-' and panna = '-' and picks = '{}' and reason <> ''
      and (winners, players, paid) is not distinct from (0, 0, 0::bigint)
    else digit ~ '^[0-9]$' and panna ~ '^[0-9]{3}$' and reason = '' end),
  add constraint a_void_stays check (not is_void or withdrawn_at is null);

create or replace function keep_declaration() returns trigger language plpgsql as $$
begin
  if (new.draw_id, new.half, new.digit, new.panna, new.picks, new.source, new.actor, new.at, new.is_void, new.reason)
     is distinct from
     (old.draw_id, old.half, old.digit, old.panna, old.picks, old.source, old.actor, old.at, old.is_void, old.reason)
     or new.id <> old.id or old.withdrawn_at is not null
     or (old.winners is not null and (new.winners, new.players, new.paid) is distinct from (old.winners, old.players, old.paid))
  then raise exception 'a declaration is a fact: it can be withdrawn, not edited' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- As in 0010, and settlement is told apart first: all that is posted at once belongs to one act.
create or replace function count_postings() returns trigger language plpgsql as $$
begin
  insert into day_totals (kind, day, slot, postings, amount)
  select f.kind, (f.at at time zone 'Asia/Kolkata')::date, pg_backend_pid() & case f.kind when 'stake' then 255 else 7 end,
    count(*), sum(case when f.kind = 'closing' and f.from_house is not null then -f.amount else f.amount end)
  from fresh f group by 1, 2, 3 order by 1, 2, 3
  on conflict (kind, day, slot) do update
  set postings = day_totals.postings + excluded.postings, amount = day_totals.amount + excluded.amount;
  if not exists (select from fresh f where f.kind <> 'stake') then return null; end if;  -- a player bets: nothing else

  insert into draw_postings (draw_id, kind, day, postings, amount)
  select f.draw_id, f.kind, (f.at at time zone 'Asia/Kolkata')::date, count(*), sum(f.amount)
  from fresh f where f.kind in ('refund', 'win', 'win_reversed') group by 1, 2, 3 order by 1, 2, 3
  on conflict (draw_id, kind, day) do update
  set postings = draw_postings.postings + excluded.postings, amount = draw_postings.amount + excluded.amount;
  if exists (select from fresh f where f.declaration_id is not null) then return null; end if;  -- winners, or a void

  insert into desk_rows (posting_id, at, user_id, kind, draw_id)
  select f.id, f.at, coalesce(f.from_user, f.to_user), f.kind, f.draw_id from fresh f where f.actor like 'admin:%' and (
    f.kind in ('fund_add', 'fund_deduct', 'deposit', 'withdraw_return', 'refund')
    or (f.kind = 'bonus' and f.request_id is not null))
  union all
  select h.id, h.at, h.from_user, h.kind, h.draw_id
  from fresh f join postings h on h.request_id = f.request_id and h.kind = 'withdraw_hold'
  where f.kind = 'withdraw_pay' and f.actor like 'admin:%';
  -- A win taken back beside its bid's refund is a bid reverted; taken back alone it is a result reverted.
  if exists (select from fresh f where f.kind = 'refund') then
    insert into desk_rows (posting_id, at, user_id, kind, draw_id)
    select f.id, f.at, f.from_user, f.kind, f.draw_id from fresh f join fresh r on r.bid_id = f.bid_id and r.kind = 'refund'
    where f.kind = 'win_reversed' and f.actor like 'admin:%';
  end if;
  return null;
end $$;

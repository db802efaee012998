-- 0010 reports
-- Why:   lists of bids and of postings answer at once at ten million rows: what they count is counted as facts are written.
-- Adds:  draw_totals.day, draw_postings, declared_wins, desk_rows, their triggers, folding of slots.
-- Locks: bids, postings and declarations, while figures are made of what is there.
-- Undo:  none; forward only.

-- With the Indian day that the bids were placed on, the totals of draws count the stakes of a market by day, too.
drop table draw_totals;
create table draw_totals (
  draw_id          integer not null,
  session          half not null,
  day              date not null,
  slot             smallint not null,
  bids             bigint not null,
  points           bigint not null,                  -- paise
  cancelled        bigint not null,
  cancelled_points bigint not null,                  -- paise
  primary key (draw_id, session, day, slot)
) with (fillfactor = 50);
insert into draw_totals (draw_id, session, day, slot, bids, points, cancelled, cancelled_points)
select draw_id, session, (placed_at at time zone 'Asia/Kolkata')::date, 0,
  count(*) filter (where cancelled_at is null), coalesce(sum(points) filter (where cancelled_at is null), 0),
  count(cancelled_at), coalesce(sum(points) filter (where cancelled_at is not null), 0)
from bids group by 1, 2, 3;

create or replace function count_new_bids() returns trigger language plpgsql as $$
begin
  insert into draw_totals (draw_id, session, day, slot, bids, points, cancelled, cancelled_points)
  select f.draw_id, f.session, (f.placed_at at time zone 'Asia/Kolkata')::date, pg_backend_pid() & 63,
    count(*), sum(f.points), 0, 0
  from fresh f group by 1, 2, 3 order by 1, 2, 3
  on conflict (draw_id, session, day, slot) do update
  set bids = draw_totals.bids + excluded.bids, points = draw_totals.points + excluded.points;
  return null;
end $$;

-- What the winning bids of a declaration had staked, and what cancelling single ones of them took back since.
create table declared_wins (
  declaration_id   bigint primary key,
  points           bigint not null,                  -- paise, of all that it paid
  cancelled        bigint not null default 0,
  cancelled_points bigint not null default 0,        -- paise
  cancelled_paid   bigint not null default 0         -- paise
);
insert into declared_wins (declaration_id, points, cancelled, cancelled_points, cancelled_paid)
select c.id, coalesce(sum(b.points), 0), count(k.id), coalesce(sum(k.points), 0),
  coalesce(sum(p.amount) filter (where k.id is not null), 0)
from declarations c join draws d on d.id = c.draw_id
left join postings p on p.declaration_id = c.id and p.kind = 'win'
left join bids b on b.market_date = d.market_date and b.id = p.bid_id
left join bids k on k.market_date = d.market_date and k.id = p.bid_id and k.cancelled_at >= c.at
  and (c.withdrawn_at is null or k.cancelled_at <= c.withdrawn_at)
where c.winners is not null group by c.id;

create function count_declared_wins() returns trigger language plpgsql as $$
begin
  insert into declared_wins (declaration_id, points)
  select new.id, coalesce(sum(t.points), 0) from tallies t
  where t.draw_id = new.draw_id and t.session = new.half and t.pick = any(new.picks);
  return null;
end $$;
create trigger declared_wins_are_counted after update of winners on declarations
  for each row when (old.winners is null and new.winners is not null) execute function count_declared_wins();

-- A bid changes only by being cancelled (bid_is_a_fact). Cancelled while a declaration pays it, it is no win any more.
create or replace function count_cancelled_bids() returns trigger language plpgsql as $$
begin
  insert into draw_totals (draw_id, session, day, slot, bids, points, cancelled, cancelled_points)
  select a.draw_id, a.session, (a.placed_at at time zone 'Asia/Kolkata')::date, 0,
    -count(*), -sum(a.points), count(*), sum(a.points)
  from after a group by 1, 2, 3 order by 1, 2, 3
  on conflict (draw_id, session, day, slot) do update
  set bids = draw_totals.bids + excluded.bids, points = draw_totals.points + excluded.points,
    cancelled = draw_totals.cancelled + excluded.cancelled,
    cancelled_points = draw_totals.cancelled_points + excluded.cancelled_points;
  update declared_wins w
  set cancelled = w.cancelled + a.bids, cancelled_points = w.cancelled_points + a.points,
    cancelled_paid = w.cancelled_paid + a.paid
  from (
    select c.id, count(*) as bids, sum(a.points) as points, sum((a.points * a.multiplier + 50) / 100) as paid
    from after a join declarations c on c.draw_id = a.draw_id and c.half = a.session and c.withdrawn_at is null
    where a.pick = any(c.picks) group by c.id
  ) a where w.declaration_id = a.id;
  return null;
end $$;

-- Postings of a draw per kind and Indian day, without the stakes: those are in draw_totals. One row is enough, since
-- declaring holds a draw alone and cancelling is done by people.
create table draw_postings (
  draw_id  integer not null,
  kind     posting_kind not null,
  day      date not null,
  postings bigint not null,
  amount   bigint not null,                          -- paise
  primary key (draw_id, kind, day)
);
insert into draw_postings (draw_id, kind, day, postings, amount)
select draw_id, kind, (at at time zone 'Asia/Kolkata')::date, count(*), sum(amount)
from postings where kind in ('refund', 'win', 'win_reversed') group by 1, 2, 3;

-- Rows of the history that an administrator made: funds, what became of requests, single bids reverted; never
-- settlement. An approved withdrawal is shown by its holding row, as the money left the wallet there.
create table desk_rows (
  posting_id bigint primary key,
  at         timestamptz not null,                   -- of the posting
  user_id    bigint not null,
  kind       posting_kind not null,
  draw_id    integer
);
insert into desk_rows (posting_id, at, user_id, kind, draw_id)
select id, at, coalesce(from_user, to_user), kind, draw_id from postings p where actor like 'admin:%' and (
  kind in ('fund_add', 'fund_deduct', 'deposit', 'withdraw_return', 'refund') or (kind = 'bonus' and request_id is not null)
  or (kind = 'win_reversed' and exists (
    select from postings r where r.kind = 'refund' and r.bid_id = p.bid_id and r.at = p.at)))
union all
select h.id, h.at, h.from_user, h.kind, h.draw_id
from postings p join postings h on h.request_id = p.request_id and h.kind = 'withdraw_hold'
where p.kind = 'withdraw_pay' and p.actor like 'admin:%';
create index desk_rows_by_time on desk_rows (at, posting_id) include (user_id, kind, draw_id);

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

-- Slots spread what is written at once. Once a half is declared nobody writes to its slots any more, and they are folded
-- into one row a day, so that sums over all draws stay short. (Those of day_totals are folded by the check of the books.)
create function fold_slots() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from draw_totals where draw_id = new.draw_id and session = new.half and slot <> 0 returning *
  )
  insert into draw_totals (draw_id, session, day, slot, bids, points, cancelled, cancelled_points)
  select draw_id, session, day, 0, sum(bids), sum(points), sum(cancelled), sum(cancelled_points)
  from gone group by 1, 2, 3 order by 1, 2, 3
  on conflict (draw_id, session, day, slot) do update
  set bids = draw_totals.bids + excluded.bids, points = draw_totals.points + excluded.points,
    cancelled = draw_totals.cancelled + excluded.cancelled,
    cancelled_points = draw_totals.cancelled_points + excluded.cancelled_points;
  return null;
end $$;
create trigger slots_are_folded after insert on declarations for each row execute function fold_slots();

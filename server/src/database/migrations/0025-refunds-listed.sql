-- 0025 refunds listed
-- Why:   refunds are paid from their list alone; reading their bids three times again made a void half as slow again.
-- Adds:  user_ids, halves and points of refund_batches. What a void owes is listed with it: is_listed goes.
-- Locks: refund_runs and refund_batches, while what voids under way owe is listed.
-- Undo:  none; forward only.

alter table refund_batches add column user_ids bigint[], add column halves half[], add column points bigint[];
update refund_batches l set (user_ids, halves, points) = (
  select array_agg(b.user_id order by listed.place), array_agg(b.session order by listed.place),
    array_agg(b.points order by listed.place)
  from refund_runs r join draws d on d.id = r.draw_id
  cross join unnest(l.bid_ids) with ordinality as listed (bid_id, place)
  join bids b on b.market_date = d.market_date and b.id = listed.bid_id
  where r.id = l.run_id);
insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
select id, nth, array_agg(bid_id), array_agg(user_id), array_agg(session), array_agg(points)
from (
  select r.id, b.id as bid_id, b.user_id, b.session, b.points,
    (row_number() over (partition by r.id order by b.user_id, b.id) - 1) / 5000 + 1 as nth
  from refund_runs r join declarations c on c.id = any(r.declaration_ids)
  join bids b on b.draw_id = c.draw_id and b.session = c.half and b.cancelled_at is null
  where r.refunded < r.bids and not r.is_listed
) b group by id, nth;

alter table refund_runs drop column is_listed;
-- Side by side: the bid, its player, its session and its points in paise. Kept as they are, since they live for seconds.
alter table refund_batches
  alter column user_ids set not null, alter column halves set not null, alter column points set not null,
  alter column bid_ids set storage external, alter column user_ids set storage external,
  alter column halves set storage external, alter column points set storage external,
  add constraint one_of_each check (cardinality(bid_ids) = cardinality(user_ids)
    and cardinality(bid_ids) = cardinality(halves) and cardinality(bid_ids) = cardinality(points));

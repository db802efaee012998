-- Changes made behind the ledger's back, for tests/ledger/verify.test.ts: each law of the books, and below it
-- what breaks it. Every guard of the database is off. A statement returns as `named` what verify must say under
-- that law.

create function asha() returns bigint stable language sql as $$
  select id from users where user_name = 'Asha' $$;
create function ravi() returns bigint stable language sql as $$
  select id from users where user_name = 'Ravi' $$;
create function running_bid() returns bigint stable language sql as $$
  select min(id) from bids where game_mode = 'jodi_digit' $$;
create function cancelled_bid() returns bigint stable language sql as $$
  select min(id) from bids where cancelled_at is not null $$;
create function a_win() returns bigint stable language sql as $$
  select min(id) from postings p where kind = 'win' and not exists (select from postings r where r.reverses = p.id) $$;
create function a_reversal() returns bigint stable language sql as $$
  select max(id) from postings where kind = 'win_reversed' $$;
create function a_void() returns bigint stable language sql as $$
  select id from declarations where is_void $$;
create function voided_bid() returns bigint stable language sql as $$
  select bid_id from postings where kind = 'refund' and declaration_id = a_void() $$;
create function owed(player bigint, more integer) returns table (user_ids bigint[], halves half[], points bigint[])
language sql as $$ select array[player], array['close'::half], array[1500::bigint + more] $$;
create function open_draw() returns bigint stable language sql as $$
  select draw_id from bids where game_mode = 'jodi_digit' $$;
create function a_declaration() returns bigint stable language sql as $$
  select min(id) from declarations $$;
create function withdrawn_declaration() returns bigint stable language sql as $$
  select id from declarations where withdrawn_at is not null $$;
create function credited_deposit() returns bigint stable language sql as $$
  select id from requests where kind = 'deposit' and status = 'completed' $$;
create function pending_withdrawal() returns bigint stable language sql as $$
  select id from requests where kind = 'withdraw' and status = 'pending' $$;
create function copy_posting(original bigint) returns void language sql as $$
  insert into postings (kind, from_user, from_house, to_user, to_house, amount, from_after, to_after, draw_id, bid_id,
    request_id, declaration_id, reverses, actor, note, at)
  select kind, from_user, from_house, to_user, to_house, amount, from_after, to_after, draw_id, bid_id,
    request_id, declaration_id, reverses, actor, note, at
  from postings where id = original $$;
-- A bid like one that won, with its stake.
create function late_bid() returns bigint language sql as $$
  with late as (
    insert into bids (market_date, draw_id, user_id, session, game_mode, open_digit, points, multiplier, placed_at)
    select b.market_date, b.draw_id, b.user_id, b.session, b.game_mode, b.open_digit, b.points, b.multiplier, b.placed_at
    from bids b join postings p on p.bid_id = b.id where p.id = a_win() returning *
  )
  insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, actor, at)
  select 'stake', l.user_id, 'game', l.points, w.balance - l.points, l.draw_id, l.id, 'player:' || l.user_id, l.placed_at
  from late l join wallets w using (user_id) returning bid_id $$;
-- Lays the posting behind the player's last one, with wallet and totals moved along.
create function pay_again(original bigint) returns void language sql as $$
  with again as (
    insert into postings (kind, from_user, from_house, to_user, to_house, amount, from_after, to_after, draw_id, bid_id,
      request_id, declaration_id, reverses, actor, note, at)
    select kind, from_user, from_house, to_user, to_house, amount, from_after, w.balance + p.amount, draw_id, bid_id,
      request_id, declaration_id, reverses, actor, note, at
    from postings p join wallets w on w.user_id = p.to_user where p.id = original returning *
  )
  update wallets w set balance = w.balance + a.amount,
    total_win = w.total_win + case a.kind when 'win' then a.amount else 0 end
  from again a where w.user_id = a.to_user $$;

-- # wallet = last posting = sum of postings

-- a paisa more in a wallet
update wallets set balance = balance + 1 where user_id = asha()
returning 'wallet of player ' || user_id as named;

-- a rupee from one wallet in another
update wallets
set balance = balance + case when user_id = asha() then 100 else -100 end where user_id in (asha(), ravi())
returning 'wallet of player ' || user_id as named;

-- a wallet gone
delete from wallets where user_id = asha()
returning 'wallet of player ' || user_id as named;

-- # all wallets and house accounts sum to zero

-- a paisa from nowhere
update wallets set balance = balance + 1 where user_id = asha()
returning 'all accounts' as named;

-- # each posting continues the balance before it

-- wallet and last posting raised alike
with raised as (
  update wallets set balance = balance + 100 where user_id = ravi()
)
update postings set to_after = to_after + 100
where id = (select max(id) from postings where to_user = ravi() or from_user = ravi())
returning 'posting ' || id as named;

-- the amount of a posting
update postings set amount = amount + 100
where id = (select min(id) from postings where to_user = asha()) returning 'posting ' || id as named;

-- the balance after a posting
update postings set from_after = from_after + 1
where id = (select min(id) from postings where kind = 'stake' and from_user = asha())
returning 'posting ' || id as named;

-- a posting cut out
with cut as (
  delete from postings where id = (select min(id) from postings where kind = 'stake' and from_user = asha())
  returning id, from_user
)
select 'posting ' || (select min(p.id) from postings p
  where p.id > cut.id and cut.from_user in (p.from_user, p.to_user)) as named from cut;

-- a posting moved behind the next
update postings set id = (select max(id) + 1 from postings)
where id = (select min(id) from postings where kind = 'stake' and from_user = asha())
returning 'of player ' || from_user as named;

-- # total bets = uncancelled stakes, total win = wins not taken back

-- total bets
update wallets set total_bets = total_bets + 100 where user_id = ravi()
returning 'wallet of player ' || user_id as named;

-- total win
update wallets set total_win = 0 where user_id = asha()
returning 'wallet of player ' || user_id as named;

-- # only a win taken back takes a wallet below zero

-- more deducted than there was
with taken as (
  insert into postings (kind, from_user, to_house, amount, from_after, actor, at)
  select 'fund_deduct', user_id, 'cash', balance + 100, -100, 'admin:1', clock_timestamp()
  from wallets where user_id = asha() returning id
), left_over as (update wallets set balance = -100 where user_id = asha())
select 'posting ' || id as named from taken;

-- # a closed wallet is empty and its player deleted

-- money in a closed wallet
update wallets set balance = 100 where is_closed
returning 'wallet of player ' || user_id as named;

-- a deleted player with an open wallet
update wallets set is_closed = false where is_closed
returning 'wallet of player ' || user_id as named;

-- a player deleted by hand
update users set deleted_at = now() where id = ravi()
returning 'wallet of player ' || id as named;

-- # a closing empties the wallet of a deleted player

-- money made in an open wallet
with made as (
  insert into postings (kind, from_house, to_user, amount, to_after, actor, at)
  select 'closing', 'closed', user_id, 10000000, balance + 10000000, 'admin:1', clock_timestamp() from wallets where user_id = asha()
  returning *
), paid as (update wallets set balance = balance + 10000000 where user_id = asha())
select 'posting ' || id || ' of player ' || to_user as named from made;

-- a part of an open wallet
with made as (
  insert into postings (kind, from_user, to_house, amount, from_after, actor, at)
  select 'closing', user_id, 'closed', 100, balance - 100, 'admin:1', clock_timestamp() from wallets where user_id = asha()
  returning *
), taken as (update wallets set balance = balance - 100 where user_id = asha())
select 'posting ' || id || ' of player ' || from_user as named from made;

-- all of an open wallet
with made as (
  insert into postings (kind, from_user, to_house, amount, from_after, actor, at)
  select 'closing', user_id, 'closed', balance, 0, 'admin:1', clock_timestamp() from wallets where user_id = asha()
  returning *
), taken as (update wallets set balance = 0 where user_id = asha())
select 'posting ' || id || ' of player ' || from_user as named from made;

-- a wallet closed before its player was deleted
update postings set at = at - interval '1 second' where kind = 'closing'
returning 'posting ' || id || ' of player ' || from_user as named;

-- a wallet closed for a draw that gave nothing
update postings set draw_id = (select max(id) from draws) where kind = 'closing' and draw_id is null
returning 'posting ' || id || ' of player ' || from_user as named;

-- a part of a closed wallet
update postings set amount = amount - 100, from_after = 100 where kind = 'closing' and draw_id is null
returning 'posting ' || id || ' of player ' || from_user as named;

-- # each kind of posting has the ends it may have

-- funds added out of the bonuses
update postings set from_house = 'bonus'
where id = (select min(id) from postings where kind = 'fund_add') returning 'fund_add, the first ' || id as named;

-- a deposit called a bonus
update postings set kind = 'bonus' where kind = 'deposit'
returning 'bonus, the first ' || id as named;

-- # the held account = pending withdrawals

-- held money paid out unseen
update postings set to_house = 'cash' where request_id = pending_withdrawal()
returning 'the account held' as named;

-- the amount of a pending withdrawal
update requests set amount = amount + 100 where id = pending_withdrawal()
returning 'the account held' as named;

-- # a bid has one stake, a cancelled bid one refund

-- a stake that is missing
delete from postings where kind = 'stake' and bid_id = running_bid()
returning 'bid ' || bid_id as named;

-- a stake taken twice
select 'bid ' || bid_id as named, copy_posting(id) from postings where kind = 'stake' and bid_id = running_bid();

-- the points of a bid
update bids set points = points * 2 where id = running_bid()
returning 'bid ' || id as named;

-- a bid given to another player
update bids set user_id = asha() where id = running_bid()
returning 'bid ' || id as named;

-- a bid with another number
update bids set id = 999999 where id = running_bid()
returning 'bid 999999' as named;

-- two bids with one number
update bids set id = cancelled_bid(), market_date = market_date - 1 where id = running_bid()
returning 'bid ' || id as named;

-- a bid moved to another draw
update bids set draw_id = draw_id + 1 where id = running_bid()
returning 'bid ' || id as named;

-- a bid gone
delete from bids where id = running_bid() returning 'bid ' || id as named;

-- a bid cancelled without a refund
update bids set cancelled_at = now() where id = running_bid()
returning 'bid ' || id as named;

-- a refund that is missing
delete from postings where kind = 'refund' and bid_id = cancelled_bid()
returning 'bid ' || bid_id as named;

-- a refund paid twice
select 'bid ' || bid_id as named, pay_again(id) from postings where kind = 'refund' and bid_id = cancelled_bid();

-- a refund of a bid that plays on
update bids set cancelled_at = null where id = cancelled_bid()
returning 'bid ' || id as named;

-- a refund of a void that is missing
delete from postings where kind = 'refund' and bid_id = voided_bid()
returning 'bid ' || bid_id as named;

-- a refund of a void paid twice
select 'bid ' || bid_id as named, pay_again(id) from postings where kind = 'refund' and bid_id = voided_bid();

-- a half voided without its refunds
with fallen as (
  insert into declarations (draw_id, half, digit, panna, picks, source, actor, at, winners, players, paid, is_void, reason)
  values (open_draw(), 'close', '-', '-', '{}', 'manual', 'admin:1', now(), 0, 0, 0, true, 'x') returning draw_id
)
select 'bid ' || running_bid() as named from fallen;

-- a void taken back
update declarations set withdrawn_at = now() where id = a_void()
returning 'bid ' || voided_bid() as named;

-- a bid whose refund was paid and is owed
insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
select id, 1, array[voided_bid()], owed.* from refund_runs, owed(asha(), 0)
returning 'bid ' || voided_bid() as named;

-- a refund that is owed to somebody else
with unpaid as (
  delete from postings where kind = 'refund' and bid_id = voided_bid() returning bid_id
)
insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
select id, 1, array[bid_id], owed.* from refund_runs, unpaid, owed(ravi(), 0)
returning 'bid ' || bid_ids[1] as named;

-- a refund that is owed with a paisa more
with unpaid as (
  delete from postings where kind = 'refund' and bid_id = voided_bid() returning bid_id
)
insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
select id, 1, array[bid_id], owed.* from refund_runs, unpaid, owed(asha(), 1)
returning 'bid ' || bid_ids[1] as named;

-- # a void refunds each bid that it cancels, and no other

-- a refund that is owed by the other half
with unpaid as (
  delete from postings where kind = 'refund' and bid_id = voided_bid() returning bid_id
)
insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
select id, 1, array[bid_id], owed.user_ids, array['open'::half], owed.points from refund_runs, unpaid, owed(asha(), 0)
returning 'bid ' || bid_ids[1] as named;

-- a refund of a void that names none
update postings set declaration_id = null where kind = 'refund' and bid_id = voided_bid()
returning 'bid ' || bid_id as named;

-- a refund of an administrator's that names a void
update postings set declaration_id = a_void() where kind = 'refund' and bid_id = cancelled_bid()
returning 'bid ' || bid_id as named;

-- a refund that names a result
update postings set declaration_id = a_declaration() where kind = 'refund' and bid_id = voided_bid()
returning 'bid ' || bid_id as named;

-- a void moved to another draw
with moved as (
  update declarations set draw_id = open_draw() where id = a_void() returning id
)
select 'bid ' || running_bid() as named from moved;

-- # a void has refunded what it does not owe, and pays what it owes

-- a void that says it refunded less
update refund_runs set refunded = refunded - 1
returning 'void ' || id as named;

-- a void that owes more than was bet
update refund_runs set bids = bids + 1, points = points + 100
returning 'void ' || id as named;

-- a void that nobody pays any more
with unpaid as (
  delete from postings where kind = 'refund' and bid_id = voided_bid() returning amount
), listed as (
  insert into refund_batches (run_id, nth, bid_ids, user_ids, halves, points)
  select id, 1, array[voided_bid()], owed.* from refund_runs, owed(asha(), 0) returning run_id
)
update refund_runs set refunded = refunded - 1, refunded_points = refunded_points - amount,
  worked_at = now() - interval '1 hour'
from unpaid, listed where id = run_id
returning 'void ' || id as named;

-- # tallies = uncancelled bids

-- a tally off by a rupee
update tallies set points = points + 100 where pick = 'jodi_digit:1:-:4:-'
returning pick as named;

-- a tally off by a bid
update tallies set bids = bids - 1 where pick = 'jodi_digit:1:-:4:-'
returning pick as named;

-- a tally gone
delete from tallies where pick = 'jodi_digit:1:-:4:-' returning pick as named;

-- the rate a bid was placed at
update bids set multiplier = multiplier * 10 where id = running_bid()
returning pick as named;

-- the pick of a bid
update bids set close_digit = '9' where id = running_bid() returning pick as named;

-- # a bid is placed before its cut-off and its result

-- a bid placed at its cut-off
update bids b set placed_at = d.opens_at from draws d
where d.id = b.draw_id and b.id = running_bid() returning 'bid ' || b.id as named;

-- a bid placed after its result
update bids b set placed_at = c.at + interval '1 ms' from declarations c
where c.draw_id = b.draw_id and b.id = running_bid() returning 'bid ' || b.id as named;

-- a bid slipped in after its result and dated before it, with all its money
select 'bid ' || late_bid() as named;

-- the same, with the result's place in the ledger moved behind it
with moved as (
  update declarations set ledger_end = 1000000 where id = a_declaration() returning draw_id
)
select 'bid ' || late_bid() as named from moved;

-- a bid dated back by a minute
update bids set placed_at = placed_at - interval '1 minute' where id = running_bid()
returning 'bid ' || id as named;

-- a sangam placed with its stake once the open's betting had ended
with late as (
  update bids b set placed_at = d.opens_at from draws d where d.id = b.draw_id and b.game_mode = 'full_sangam'
  returning b.id, b.placed_at
)
update postings p set at = l.placed_at from late l where p.bid_id = l.id and p.kind = 'stake'
returning 'bid ' || l.id as named;

-- a bid of another day
update bids set market_date = market_date - 1 where id = running_bid()
returning 'bid ' || id as named;

-- # each pick can be placed in its game

-- a bid on a panna of another class
update bids set open_panna = '112' where game_mode = 'single_panna'
returning 'the first ' || id as named;

-- a bid in another session
update bids set session = 'open' where id = running_bid()
returning 'the first ' || id as named;

-- # a declaration's picks are those that win by the rule of the game

-- the digit of a result
update declarations set digit = '2' where id = a_declaration()
returning 'declaration ' || id as named;

-- the panna of a result
update declarations set panna = '236' where id = a_declaration()
returning 'declaration ' || id as named;

-- one more winning pick
update declarations set picks = picks || array['single_panna:-:137:-:-']
where id = a_declaration() returning 'declaration ' || id as named;

-- a void with a winning pick
update declarations set picks = array['single_digit:-:-:2:-'] where id = a_void()
returning 'declaration ' || id as named;

-- a close on a voided open
update declarations set is_void = true, digit = '-', panna = '-', picks = '{}'
where half = 'open' and draw_id in (select draw_id from declarations where half = 'close' and not is_void)
returning 'the close' as named;

-- the same, with the picks of the close alone
with voided as (
  update declarations set is_void = true, digit = '-', panna = '-', picks = '{}'
  where half = 'open' and draw_id in (select draw_id from declarations where half = 'close' and not is_void)
)
update declarations set picks = array(select pick from unnest(picks) pick where pick !~ '^(jodi|red|half|full)_')
where half = 'close' and not is_void returning 'the close' as named;

-- an open taken from under its close
update declarations set withdrawn_at = now()
where half = 'open' and draw_id in (select draw_id from declarations where half = 'close')
returning 'the close' as named;

-- # each winner is paid once at points × multiplier, and nobody else

-- a win that is missing
delete from postings where id = a_win() returning 'bid ' || bid_id as named;

-- a win paid twice
select 'bid ' || bid_id as named, pay_again(id) from postings where id = a_win();

-- a win paid to another
update postings set to_user = ravi() where id = a_win() and to_user = asha()
returning 'bid ' || bid_id as named;

-- a win of a paisa more
with more as (
  update postings set amount = amount + 1, to_after = to_after + 1
  where id = (select max(id) from postings where kind = 'win' and to_user = asha()) returning *
), grown as (
  update wallets w set balance = balance + 1, total_win = total_win + 1 from more where w.user_id = more.to_user
)
select 'bid ' || bid_id as named from more;

-- a win for a bid that lost
with lost as (
  insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
  select 'win', 'game', b.user_id, 100, w.balance + 100, b.draw_id, b.id, a_declaration(), 'admin:1', now()
  from bids b join wallets w using (user_id) where game_mode = 'single_panna' returning *
), grown as (
  update wallets w set balance = balance + 100, total_win = total_win + 100 from lost where w.user_id = lost.to_user
)
select 'bid ' || bid_id as named from lost;

-- a declaration withdrawn with its wins left
update declarations set withdrawn_at = now()
where id = a_declaration() returning 'under declaration ' || id || ', which is withdrawn' as named;

-- a withdrawn declaration that is made current again
update declarations set withdrawn_at = null
where id = withdrawn_declaration() returning 'under declaration ' || id as named;

-- a reversal that is missing
delete from postings where id = a_reversal()
returning 'bid ' || bid_id as named;

-- a win under another declaration
update postings set declaration_id = 999999 where id = a_win()
returning 'under declaration 999999, which is unknown' as named;

-- a cancelled bid that keeps its win
update bids set cancelled_at = now()
where id = (select bid_id from postings where id = a_win()) returning 'bid ' || id as named;

-- # what is taken back is a whole win, once

-- less taken back than was won
update postings set amount = amount - 100 where id = a_reversal()
returning 'posting ' || id as named;

-- a win taken back from another player
update postings set from_user = asha() where id = a_reversal()
returning 'posting ' || id as named;

-- a win taken back in another draw
update postings set draw_id = open_draw() where id = a_reversal()
returning 'posting ' || id as named;

-- a win taken back twice
select 'posting ' || id as named, copy_posting(id) from postings where id = a_reversal();

-- a win taken back that names none
update postings set reverses = null where id = a_reversal()
returning 'posting ' || id as named;

-- a stake taken back as if it were a win
update postings set reverses =
  (select id from postings where kind = 'stake' and bid_id = running_bid()) where id = a_reversal()
returning 'posting ' || id as named;

-- # a declaration says how many it paid and how much

-- what a declaration says it paid
update declarations set paid = paid + 100 where id = a_declaration()
returning 'declaration ' || id as named;

-- how many winners it says it had
update declarations set winners = null where id = a_declaration()
returning 'declaration ' || id as named;

-- a win paid in another draw
update postings set draw_id = (select max(id) from draws) where id = a_win()
returning 'declaration ' || declaration_id as named;

-- # a request has the postings of its status

-- a second bonus of one deposit
insert into postings (kind, from_house, to_user, amount, to_after, request_id, actor, note, at)
select kind, from_house, to_user, amount, to_after, request_id, actor, note, at
from postings where kind = 'bonus' and request_id is not null
returning 'request ' || request_id || ', a completed deposit' as named;

-- a credited deposit set back to pending
update requests set status = 'pending', decided_at = null
where id = credited_deposit() returning 'request ' || id as named;

-- a deposit credited twice
select 'request ' || request_id as named, pay_again(id) from postings where kind = 'deposit';

-- a deposit that nobody asked for
insert into postings (kind, from_house, to_user, amount, to_after, actor, at)
select 'deposit', 'cash', user_id, 50000, balance, 'admin:1', clock_timestamp() from wallets where user_id = ravi()
returning 'posting ' || id as named;

-- a deposit that was never credited
update requests set status = 'completed', decided_at = now()
where kind = 'deposit' and status = 'pending' returning 'request ' || id as named;

-- a withdrawal that was never paid
update requests set status = 'completed', decided_at = now()
where id = pending_withdrawal() returning 'request ' || id as named;

-- a rejected withdrawal called completed
update requests set status = 'completed'
where kind = 'withdraw' and status = 'rejected' returning 'request ' || id as named;

-- the amount of a request
update requests set amount = amount + 100 where id = pending_withdrawal()
returning 'request ' || id as named;

-- a withdrawal that was paid with a rupee more
update postings set amount = amount + 100 where kind = 'withdraw_pay'
returning 'request ' || request_id as named;

-- a rejected withdrawal given to another player
update postings set to_user = ravi() where kind = 'withdraw_return'
returning 'request ' || request_id as named;

-- a request of another player
update requests set user_id = ravi() where id = credited_deposit()
returning 'request ' || id as named;

-- a request gone
delete from requests where id = credited_deposit() returning 'posting' as named;

-- # what the provider credited it had confirmed

-- a confirmation of less
update confirmations set amount = amount - 100
returning 'request ' || (select id from requests where decided_by = 'provider') as named;

-- a confirmation gone
delete from confirmations returning 'request ' || (select id from requests where decided_by = 'provider') as named;

-- an approval that is said to be the provider's
update requests set decided_by = 'provider' where id = credited_deposit()
returning 'request ' || id as named;

-- # every reference exists

-- a player gone
delete from users where id = asha() returning 'wallet of player ' || id as named;

-- a player without a wallet
delete from wallets where user_id = ravi()
returning 'player ' || user_id as named;

-- a market gone
delete from markets where name = 'REVERTED' returning 'draw' as named;

-- a draw gone
delete from draws where id = open_draw() returning 'declaration' as named;

-- # the audit is one chain, and each row as it was written

-- what an administrator did
update audit set thing_id = '999' where id = 3 returning 'row ' || id as named;

-- who did it
update audit set actor = 'admin:2' where id = 3 returning 'row ' || id as named;

-- an act cut out
delete from audit where id = 3 returning 'row ' || id + 1 as named;

-- an act cut out, and the one after it chained anew
with cut as (delete from audit where id = (select max(id) - 1 from audit) returning previous)
update audit a set previous = cut.previous,
  hash = audit_hash(cut.previous, a.id, a.at, a.actor, a.act, a.thing, a.thing_id, a.before, a.after, a.address)
from cut where a.id = (select max(id) from audit) returning 'row ' || a.id as named;

-- an act put in, with its own hash
insert into audit select max(id) + 1, now(), 'admin:1', '/x', 'user', '1', '{}', '{}', '', '\x00',
  audit_hash('\x00', max(id) + 1, now(), 'admin:1', '/x', 'user', '1', '{}', '{}', '') from audit
returning 'row ' || id as named;

-- an act changed, and its hash with it
update audit set address = '10.0.0.1',
  hash = audit_hash(previous, id, at, actor, act, thing, thing_id, before, after, '10.0.0.1')
where id = 3 returning 'row ' || id + 1 as named;

-- # funds added and deducted = acts of the audit

-- funds that nobody added
with made as (
  insert into postings (kind, from_house, to_user, amount, to_after, actor, at)
  select 'fund_add', 'cash', user_id, 10000000, balance + 10000000, 'admin:1', clock_timestamp() from wallets where user_id = asha()
  returning id
), paid as (update wallets set balance = balance + 10000000 where user_id = asha())
select 'posting ' || id as named from made;

-- funds cut out, the player's last movement
with cut as (
  delete from postings where id = (select id from postings p where kind = 'fund_add' and not exists (
    select from postings l where p.to_user in (l.from_user, l.to_user) and l.id > p.id) order by id desc limit 1) returning *
), taken as (update wallets w set balance = w.balance - cut.amount from cut where w.user_id = cut.to_user)
select 'row ' || a.id || ' of the audit' as named from cut
join audit a on a.act = '/admin/user/addFunds' and a.thing_id = cut.to_user::text;

-- another administrator's name
update postings set actor = 'admin:2' where id = (select min(id) from postings where kind = 'fund_add')
returning 'posting ' || id as named;

-- a moment within its day
update postings set at = at - interval '10 minutes' where id = (select min(id) from postings where kind = 'fund_add')
returning 'posting ' || id as named;

-- another player's act
update audit set thing_id = '999' where id = (select min(id) from audit where act = '/admin/user/addFunds' and thing_id = asha()::text)
returning 'row ' || id || ' of the audit' as named;

-- # decisions of requests = acts of the audit

-- a deposit that nobody approved
with decided as (
  update requests set status = 'completed', decided_at = clock_timestamp(), decided_by = 'admin:1'
  where id = (select max(id) from requests where kind = 'deposit' and status = 'pending') returning *
), paid as (
  insert into postings (kind, from_house, to_user, amount, to_after, request_id, actor, at)
  select 'deposit', 'cash', w.user_id, d.amount, w.balance + d.amount, d.id, 'admin:1', d.decided_at
  from decided d join wallets w on w.user_id = d.user_id
), credited as (update wallets w set balance = w.balance + d.amount from decided d where w.user_id = d.user_id)
select 'request ' || id as named from decided;

-- who decided
update requests set decided_by = 'admin:2' where id = (select min(id) from requests where status = 'rejected' and decided_by = 'admin:1')
returning 'request ' || id as named;

-- when it was decided
update requests set decided_at = decided_at - interval '10 minutes' where id = (select min(id) from requests where status = 'completed')
returning 'request ' || id as named;

-- a decision that the audit has alone
update requests set status = 'pending', decided_at = null, decided_by = null
where id = (select min(id) from requests where kind = 'deposit' and status = 'rejected' and decided_by = 'admin:1')
returning 'row ' || (select a.id from audit a where a.thing = 'request' and a.thing_id = requests.id::text) || ' of the audit' as named;

-- the provider in an administrator's place
update requests set decided_by = 'provider' where id = (select min(id) from requests where kind = 'deposit' and status = 'completed')
returning 'request ' || id as named;

-- # results declared, voided and reverted = acts of the audit

-- who declared
update declarations set actor = 'admin:2' where id = a_declaration() returning 'declaration ' || id as named;

-- by itself in place of by hand, as it was read before
with read as (
  insert into readings (draw_id, half, digit, panna, first_at)
  select draw_id, half, digit, panna, at - interval '1 hour' from declarations where id = a_declaration()
)
update declarations set source = 'auto' where id = a_declaration() returning 'declaration ' || id as named;

-- by itself, although nothing was read
update declarations set source = 'auto', actor = 'auto' where id = a_declaration() returning 'declaration ' || id as named;

-- by itself, as soon as it was read
with read as (
  insert into readings (draw_id, half, digit, panna, first_at)
  select draw_id, half, digit, panna, at - interval '58 seconds' from declarations where id = a_declaration()
)
update declarations set source = 'auto', actor = 'auto' where id = a_declaration() returning 'declaration ' || id as named;

-- another panna of the same digit
update declarations set panna = '245' where id = a_declaration() returning 'declaration ' || id as named;

-- when it was declared
update declarations set at = at - interval '1 hour' where id = a_declaration() returning 'declaration ' || id as named;

-- why it was voided
update declarations set reason = 'Another' where id = a_void() returning 'declaration ' || id as named;

-- who reverted
update declarations set withdrawn_by = 'admin:2' where id = withdrawn_declaration() returning 'declaration ' || id as named;

-- an act without its declaration
update audit set after = after || '{"manualOpenPanna": "245"}' where id = (
  select max(id) from audit where act = '/admin/result/declare') returning 'row ' || id || ' of the audit' as named;

-- # bids reverted = acts of the audit

-- who cancelled
update bids set cancelled_by = 'admin:2' where id = cancelled_bid() returning 'bid ' || id as named;

-- why
update bids set cancel_reason = 'Another' where id = (select thing_id::bigint from audit where act = '/admin/bet/revertBid' limit 1)
returning 'bid ' || id as named;

-- one cancelled by nobody
update bids set cancelled_at = clock_timestamp(), cancelled_by = 'admin:1', cancel_reason = 'x' where id = running_bid()
returning 'bid ' || id as named;

-- # what was looked at = acts of the audit

-- one that nobody looked at
update suspicions set looked_at = clock_timestamp(), looked_by = 'admin:1'
where id = (select min(id) from suspicions where looked_at is null) returning 'suspicion ' || id as named;

-- who looked
update suspicions set looked_by = 'admin:2' where looked_at is not null returning 'suspicion ' || id as named;

-- what was noted
update suspicions set note = 'Another' where looked_at is not null returning 'suspicion ' || id as named;

-- one that is to be looked at again
update suspicions set looked_at = null, looked_by = null where looked_at is not null
returning 'row ' || (select id from audit where act = '/admin/reports/lookAt') || ' of the audit' as named;

-- # acts confirmed by a second person = acts of the audit

-- a declined one that is said to be confirmed
update waiting_acts set outcome = 'confirmed' where outcome = 'declined' returning 'waiting act ' || id as named;

-- who confirmed
update waiting_acts set decider_id = 3 where outcome = 'confirmed' returning 'waiting act ' || id as named;

-- one administrator alone, as the audit says too
with confirmed as (
  update audit set actor = 'admin:1' where act = '/admin/acts/confirm'
), done as (
  update audit set after = after || '{"confirmed_by": "admin:1"}' where after ? 'confirmed_by'
)
update waiting_acts set decider_id = asker_id where outcome = 'confirmed' returning 'waiting act ' || id as named;

-- who asked
update waiting_acts set asker_id = 3 where outcome = 'confirmed' returning 'waiting act ' || id as named;

-- one that nobody asked for
delete from audit where act = '/admin/acts/askSecondPerson' and thing_id = (select id::text from waiting_acts where outcome = 'confirmed')
returning 'waiting act ' || thing_id as named;

-- another amount than was asked for
update waiting_acts set amount = amount + 1 where outcome = 'confirmed' returning 'waiting act ' || id as named;

-- another player than it was asked for
update waiting_acts set thing_id = asha() where outcome = 'confirmed' returning 'waiting act ' || id as named;

-- another act that is said to be confirmed
update audit set after = after || '{"confirmed_by": "admin:2", "waiting_act": 1}' where id = (
  select min(id) from audit where act = '/admin/user/addFunds') returning 'row ' || id || ' of the audit' as named;

-- an act that is said to be a declined one
update audit set after = after || '{"confirmed_by": "admin:2", "waiting_act": 2}' where id = (
  select min(id) from audit where act = '/admin/user/addFunds') returning 'row ' || id || ' of the audit' as named;

-- a confirmation whose act is gone
delete from waiting_acts where outcome = 'confirmed'
returning 'row ' || (select id from audit where act = '/admin/acts/confirm') || ' of the audit' as named;

-- # a bonus has the approval or the deposit that it came with

-- one for nothing
with made as (
  insert into postings (kind, from_house, to_user, amount, to_after, actor, note, at)
  select 'bonus', 'bonus', user_id, 50000, balance + 50000, 'admin:1', 'Joining bonus', clock_timestamp() from wallets where user_id = ravi()
  returning id
), paid as (update wallets set balance = balance + 50000 where user_id = ravi())
select 'posting ' || id as named from made;

-- one as of a registration
insert into postings (kind, from_house, to_user, amount, to_after, actor, note, at)
select 'bonus', 'bonus', user_id, 50000, balance, 'auto', 'Joining bonus', clock_timestamp() from wallets where user_id = ravi()
returning 'posting ' || id as named;

-- a second one for the same player
insert into postings (kind, from_house, to_user, amount, to_after, actor, note, at)
select kind, from_house, to_user, amount, to_after, actor, note, at from postings where note = 'Joining bonus'
returning 'posting ' || id as named;

-- of another player's deposit
update postings set to_user = ravi() where kind = 'bonus' and request_id is not null
returning 'posting ' || id as named;

-- of a request that is no deposit
update postings set request_id = pending_withdrawal() where kind = 'bonus' and request_id is not null
returning 'posting ' || id as named;

-- # a bonus is what the settings gave then

-- more for a deposit than its percent
update postings set amount = amount + 1 where kind = 'bonus' and request_id is not null
returning 'posting ' || id as named;

-- one of a deposit while they had none
with deposit as (
  select * from postings p where kind = 'deposit' and not exists (
    select from postings b where b.kind = 'bonus' and b.request_id = p.request_id) order by id limit 1
), made as (
  insert into postings (kind, from_house, to_user, amount, to_after, request_id, actor, note, at)
  select 'bonus', 'bonus', d.to_user, 100000000, w.balance + 100000000, d.request_id, d.actor, 'Deposit bonus', d.at
  from deposit d join wallets w on w.user_id = d.to_user returning *
), paid as (update wallets w set balance = w.balance + 100000000 from made m where w.user_id = m.to_user)
select 'posting ' || id as named from made;

-- more for joining
update postings set amount = 1001 where note = 'Joining bonus' returning 'posting ' || id as named;

-- more for who brought a player
update postings set amount = 50000 where note like 'Referral bonus%' returning 'posting ' || id as named;

-- # a posting says who and when as what it belongs to

-- who sent a transfer
update postings set actor = 'admin:1' where kind = 'transfer' returning 'posting ' || id as named;

-- who deleted a player, and emptied the wallet
update postings set actor = 'admin:2' where kind = 'closing' returning 'posting ' || id as named;

-- who asked for a withdrawal
update postings set actor = 'admin:1' where id = (select min(id) from postings where kind = 'withdraw_hold')
returning 'posting ' || id as named;

-- who placed a bid
update postings set actor = 'admin:1' where id = (select min(id) from postings where kind = 'stake')
returning 'posting ' || id as named;

-- who paid a win
update postings set actor = 'admin:2' where id = a_win() returning 'posting ' || id as named;

-- when a win was paid
update postings set at = at - interval '10 minutes' where id = a_win() returning 'posting ' || id as named;

-- when a deposit was credited
update postings set at = at - interval '10 minutes' where id = (select min(id) from postings where kind = 'deposit')
returning 'posting ' || id as named;

-- who took a win back
update postings set actor = 'admin:2' where id = a_reversal() returning 'posting ' || id as named;

-- the note of a refund
update postings set note = 'Another' where bid_id = cancelled_bid() and kind = 'refund' returning 'posting ' || id as named;

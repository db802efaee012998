/** Settling as a database administrator would write it by hand: the least SQL that leaves the very same rows behind. */
import { winningPicks } from '@munim/core'
import { type Db, sql } from '../../server/src/database/db.ts'
import { OPEN } from '../../tests/support/fill.ts'

/** Declares the open; the id of the declaration. */
export async function declareBare(db: Db, drawId: number): Promise<number> {
  const result = { open_digit: OPEN.digit, open_panna: OPEN.panna, close_digit: '-', close_panna: '-' }
  const picks = winningPicks(result, 'open')
  const won = sql`from bids b where b.draw_id = ${drawId} and b.pick = any(${picks}::text[]) and b.cancelled_at is null`
  const { id } = await db.only<{ id: number }>(sql`
    insert into declarations (draw_id, half, digit, panna, picks, source, actor, at)
    values (${drawId}, 'open', ${OPEN.digit}, ${OPEN.panna}, ${picks}, 'manual', 'admin:1', clock_timestamp())
    returning id`)
  await db.run(sql`
    insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
    select 'win', 'game', b.user_id, b.amount, w.balance + sum(b.amount) over (partition by b.user_id order by b.id),
      ${drawId}::int, b.id, ${id}::bigint, 'admin:1', clock_timestamp()
    from (select b.id, b.user_id, (b.points * b.multiplier + 50) / 100 as amount ${won}) b
    join wallets w on w.user_id = b.user_id`)
  await db.run(sql`
    update wallets w set balance = w.balance + t.amount, total_win = w.total_win + t.amount
    from (select b.user_id, sum((b.points * b.multiplier + 50) / 100)::bigint as amount ${won} group by b.user_id) t
    where w.user_id = t.user_id`)
  await db.run(sql`
    update declarations d set winners = t.winners, players = t.players, paid = t.paid
    from (select count(*) as winners, count(distinct to_user) as players, sum(amount) as paid
      from postings where kind = 'win' and declaration_id = ${id}) t where d.id = ${id}`)
  return id
}

/** Refunds every bid of a draw of which nothing is declared, as two voids. */
export async function voidBare(db: Db, drawId: number): Promise<void> {
  await db.run(sql`
    insert into declarations (draw_id, half, digit, panna, picks, source, actor, at, winners, players, paid, is_void, reason)
    select ${drawId}, half, '-', '-', '{}', 'manual', 'admin:1', clock_timestamp(), 0, 0, 0, true, 'It never came'
    from unnest(array['open', 'close']::half[]) as half`)
  await db.run(sql`
    insert into postings (kind, from_house, to_user, amount, to_after, draw_id, bid_id, declaration_id, actor, at)
    select 'refund', 'game', b.user_id, b.points, w.balance + sum(b.points) over (partition by b.user_id order by b.id),
      b.draw_id, b.id, c.id, 'admin:1', clock_timestamp()
    from bids b join wallets w on w.user_id = b.user_id
    join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.is_void
    where b.draw_id = ${drawId} and b.cancelled_at is null`)
  await db.run(sql`
    update wallets w set balance = w.balance + t.points, total_bets = w.total_bets - t.points
    from (select user_id, sum(points)::bigint as points from bids
      where draw_id = ${drawId} and cancelled_at is null group by user_id) t
    where w.user_id = t.user_id`)
}

/** Takes its wins back and withdraws it. */
export async function revertBare(db: Db, drawId: number, declaration: number): Promise<void> {
  await db.run(sql`
    insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, reverses, actor, at)
    select 'win_reversed', p.to_user, 'game', p.amount,
      w.balance - sum(p.amount) over (partition by p.to_user order by p.id), ${drawId}::int, p.bid_id, p.id, 'admin:1',
      clock_timestamp()
    from postings p join wallets w on w.user_id = p.to_user
    where p.kind = 'win' and p.declaration_id = ${declaration}`)
  await db.run(sql`
    update wallets w set balance = w.balance - t.amount, total_win = w.total_win - t.amount
    from (select to_user, sum(amount)::bigint as amount from postings
      where kind = 'win' and declaration_id = ${declaration} group by to_user) t
    where w.user_id = t.to_user`)
  await db.run(sql`
    update declarations set withdrawn_at = clock_timestamp(), withdrawn_by = 'admin:1' where id = ${declaration}`)
}

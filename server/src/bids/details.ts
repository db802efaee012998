/** All of one bid: when it was placed and until when it could be, its slip, its draw's declarations, and its money. */
import type { Answer, api } from '@munim/contract'
import { type Db, instantText, type NotNull, sql } from '../database/db.ts'
import { linesBy, nameOfActor } from '../ledger/lines.ts'
import { bidsBy, getBid } from './list.ts'
import { findStake } from './revert.ts'
import { SLIP_AT_MOST, slipOf } from './slip.ts'

type Details = Answer<typeof api.bids.get>['data']

type Facts = Pick<Details, 'cancelled' | 'isPlayerDeleted'>

export async function findBid(db: Db, id: number): Promise<Details | undefined> {
  const stake = await findStake(db, id)
  if (stake === undefined) return undefined
  const { market_date, draw_id } = stake
  const bid = await getBid(db, { id, market_date })
  const facts = await db.only<Facts & NotNull<'cancelled.actorName'>>(sql`
    select case when b.cancelled_at is not null then json_build_object(
      'at', ${instantText(sql`b.cancelled_at`)}, 'actorName', ${nameOfActor(sql`b.cancelled_by`)}, 'reason', coalesce(b.cancel_reason, '')) end as cancelled,
      u.deleted_at is not null as "isPlayerDeleted"
    from bids b join users u on u.id = b.user_id where b.market_date = ${market_date} and b.id = ${id}`)
  const slip = await db.many(
    bidsBy(sql`
      select o.market_date, o.id from ${slipOf(stake, id)} o where o.id <> ${id} order by o.id limit ${SLIP_AT_MOST}`),
  )
  const declarations = await db.many<Details['declarations'][number]>(sql`
    select c.half, c.digit, c.panna, c.is_void as "isVoid", c.reason, c.at,
      ${nameOfActor(sql`c.actor`)} as "actorName", c.withdrawn_at as "withdrawnAt"
    from declarations c where c.draw_id = ${draw_id} order by c.id`)
  const postings = await db.many(linesBy(postingsOf(id, draw_id)))
  return { ...bid, ...facts, slip, declarations, postings }
}

/** The ids of the postings of a bid, each found by its index: a win by its declaration, what takes it back by the win. */
function postingsOf(bidId: number, drawId: number) {
  const wins = sql`
    select w.id from declarations c join postings w on w.kind = 'win' and w.declaration_id = c.id and w.bid_id = ${bidId}
    where c.draw_id = ${drawId}`
  return sql`
    select s.id from postings s where s.bid_id = ${bidId} and s.kind in ('stake', 'refund')
    union all ${wins}
    union all select r.id from postings r where r.reverses in (${wins})`
}

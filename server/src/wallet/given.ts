/** What people gave a player since the last payout: by hand, or by way of players who had hardly played it. */
import type { Turnover } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { LOOKED_THROUGH, lastPayout, SO_FAR, turnoverOf } from './turnover.ts'

/** Of each player so many senders are followed, the largest first, and so many players in all. */
const SENDERS = 10
const PLAYERS = 50

/**
 * Up to this withdrawal, to the player who asked for it. Who sent money on counts with what they were given, and with no
 * more than they sent; senders who staked half of what came in do not.
 */
export const readGiven = (db: Db, requestId: number): Promise<Pick<Turnover, 'added' | 'staked'>> =>
  db.only<Pick<Turnover, 'added' | 'staked'>>(sql`
    with recursive way as (
      select held.from_user as player, held.id as before, ${SO_FAR}::bigint as through, t.added, t.staked
      from postings held, lateral (${turnoverOf(sql`held.from_user`, sql`held.id`, LOOKED_THROUGH)}) t
      where held.request_id = ${requestId} and held.kind = 'withdraw_hold'
      union all
      select s.player, s.before, least(w.through, s.amount), t.added, 0
      from way w, lateral (
        select p.from_user as player, max(p.id) as before, sum(p.amount)::bigint as amount from (
          select p.id, p.from_user, p.amount from postings p
          where p.to_user = w.player and p.id < w.before and p.id > ${lastPayout(sql`w.player`, sql`w.before`)}
          order by p.id desc limit ${LOOKED_THROUGH}) p
        where p.from_user is not null group by p.from_user order by amount desc, player limit ${SENDERS}) s,
      lateral (${turnoverOf(sql`s.player`, sql`s.before`, LOOKED_THROUGH)}) t
      where t.staked * 2 < t.credited
    )
    select coalesce(sum(f.added), 0)::bigint as added, coalesce(sum(f.staked), 0)::bigint as staked
    from (
      select least(sum(through), max(added)) as added, max(staked) as staked
      from (select * from way limit ${PLAYERS}) w group by player
    ) f`)

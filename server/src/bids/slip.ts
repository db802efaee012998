/** A slip: the bids that one player placed at one moment, named by any of them. */
import { type Statement, sql } from '../database/db.ts'

/** They are written together: their numbers lie this close. */
const SPAN = 500
/** As many as can be placed at once (`placeBids`). */
export const SLIP_AT_MOST = 100

interface Placed {
  readonly market_date: string
  readonly user_id: number
}

/** All bids of the slip that this bid is of, itself among them, as a subquery: by the index of its player's bids. */
export const slipOf = ({ market_date, user_id }: Placed, bidId: number): Statement => sql`(
  select o.* from bids o
  where o.user_id = ${user_id} and o.id between ${bidId - SPAN} and ${bidId + SPAN}
    and o.placed_at = (select b.placed_at from bids b where b.market_date = ${market_date} and b.id = ${bidId}))`

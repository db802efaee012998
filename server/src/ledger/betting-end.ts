/** When the betting on a bid ends, in SQL: the one place beside core's `cutOffOf`. */
import { type Statement, sql } from '../database/db.ts'

/** A combined bid, which names an open figure in the close session, ends with the open, too. */
export const endsWithOpen = (bid: string): Statement =>
  sql`(${sql.ref(`${bid}.session`)} = 'open' or ${sql.ref(`${bid}.open_digit`)} <> '-' or ${sql.ref(`${bid}.open_panna`)} <> '-')`

/** The moment at which the betting on the bid of this alias ends, in its draw `d`. */
export const bettingEnd = (bid: string): Statement =>
  sql`case when ${endsWithOpen(bid)} then d.opens_at else d.closes_at end`

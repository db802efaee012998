/** What a bid wins, in SQL: the one place beside core's `winOf`. */
import { type Statement, sql } from '../database/db.ts'

/**
 * What the bid of this alias wins if its pick does, in paise: points × multiplier, rounded half up to a paisa. Of points
 * that are added up (tallies) it is the same: they are whole rupees. The check of the books asks it too
 * (books/verify-wins.ts), so what proves it is `npm test -- http wins`: that checks it, and the trigger that counts
 * cancelled wins, against `winOf`.
 */
export const wonBy = (bid: string): Statement =>
  sql`((${sql.ref(`${bid}.points`)} * ${sql.ref(`${bid}.multiplier`)} + 50) / 100)`

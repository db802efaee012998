/** Sums a past day's slots of each figure into one row a kind: slots exist so that writers of today don't queue. */
import { addDays, type Day } from '@munim/core'
import { type Db, sql } from '../database/db.ts'

/**
 * Five years in 8 slots are 60,000 rows for the dashboard to add up, folded 7,000. Yesterday is left alone: what began
 * before midnight may still be written. A row that is written all the same is neither lost nor counted twice.
 */
export async function foldDays(db: Db, today: Day): Promise<void> {
  await db.run(sql`
    with gone as (
      delete from day_totals where slot <> 0 and day < ${addDays(today, -1)} returning kind, day, postings, amount
    )
    insert into day_totals (kind, day, slot, postings, amount)
    select kind, day, 0, sum(postings), sum(amount) from gone group by kind, day order by kind, day
    on conflict (kind, day, slot) do update
    set postings = day_totals.postings + excluded.postings, amount = day_totals.amount + excluded.amount`)
}

/** Which proof was the last one by which the books agree. */
import { sql } from '../database/db.ts'

/** Its id; 0 where there is none. What a proof of every law found differs until such a proof agrees. */
export const lastAgreed = sql`(
  select coalesce(max(p.id), 0) from proofs p
  where p.differences = '[]' and (p.is_full or not coalesce((
    select l.differences <> '[]' from proofs l where l.is_full order by l.id desc limit 1), false)))`

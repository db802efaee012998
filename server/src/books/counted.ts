/** What is counted as facts are written, against the facts: the figures that cards and the dashboard are made of. */
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { checkCountedLists } from './counted-lists.ts'
import { countOf, firstOf, inRupees, type Law, lawBy } from './verify-law.ts'

const DAYS = 'figures by day = postings'
const USERS = 'counts of users = users'
const UNDECLARED = 'halves that a draw still waits for = halves that nobody declared'

/** Reads every posting. Each law is one statement, so none needs a snapshot that lasts. */
export async function checkCounted(db: Db): Promise<Law[]> {
  const [lists, inDays, things] = await allOf([
    checkCountedLists(db),
    checkCountedDays(db),
    checkCountedThings(db),
  ])
  return [inDays, ...things, ...lists]
}

export const checkCountedDays = (db: Db): Promise<Law> =>
  lawBy(
    DAYS,
    countOf(db, sql`(select distinct kind, day from day_totals) d`),
    'kinds and days',
    findInDays(db),
  )

/** Of users and draws: no posting and no bid is read. */
export function checkCountedThings(db: Db): Promise<Law[]> {
  const blocks = sql`(select distinct block from user_counts) c`
  return allOf([
    lawBy(USERS, countOf(db, blocks), 'blocks of users', findInUsers(db)),
    lawBy(UNDECLARED, countOf(db, sql`draws`), 'draws', findUndeclared(db)),
  ])
}

const findInDays = firstOf(sql`
    with posted as (
      select kind, (at at time zone 'Asia/Kolkata')::date as day, count(*) as postings,
        sum(case when kind = 'closing' and from_house is not null then -amount else amount end) as amount
      from postings group by 1, 2
    ), counted as (
      select kind, day, sum(postings) as postings, sum(amount) as amount from day_totals group by 1, 2
    )
    select ${DAYS}::text as law, day - date '2000-01-01' as place, kind || ' on ' || day as what,
      coalesce(p.postings, 0) || ' postings of ' || ${inRupees(sql`coalesce(p.amount, 0)`)} as expected,
      coalesce(c.postings, 0) || ' of ' || ${inRupees(sql`coalesce(c.amount, 0)`)} as found
    from posted p full join counted c using (kind, day)
    where (coalesce(p.postings, 0), coalesce(p.amount, 0)) <> (coalesce(c.postings, 0), coalesce(c.amount, 0))`)

const findInUsers = firstOf(sql`
    with there as (
      select id / 1000 as block, is_approved, is_blocked, count(*) as users
      from users where deleted_at is null group by 1, 2, 3
    )
    select ${USERS}::text as law, block as place,
      'users ' || block * 1000 || ' to ' || block * 1000 + 999 || case when is_approved then ', approved' else ', unapproved' end
        || case when is_blocked then ', blocked' else '' end as what,
      coalesce(there.users, 0)::text as expected, coalesce(counted.users, 0)::text as found
    from there full join user_counts counted using (block, is_approved, is_blocked)
    where coalesce(there.users, 0) <> coalesce(counted.users, 0)`)

const findUndeclared = firstOf(sql`
    select ${UNDECLARED}::text as law, d.id as place, 'draw ' || d.id as what, (2 - count(c.id))::text as expected,
      d.undeclared::text as found
    from draws d left join declarations c on c.draw_id = d.id and c.withdrawn_at is null
    group by d.id having d.undeclared <> 2 - count(c.id)`)

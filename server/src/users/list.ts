/**
 * The list of users in SQL, quick at a million. Without a search nothing is counted: totals come from
 * `user_counts` and `day_totals`, and a page deep in the list skips whole blocks of a thousand ids.
 */
import type { Answer, api, Input } from '@munim/contract'
import { and, containing, type Db, pagesOf, type Statement, sql } from '../database/db.ts'
import { idsIn, isInSet, readSet } from '../database/sets.ts'
import { inBatches } from '../http/csv.ts'
import { amountFor } from '../ledger/kinds.ts'
import { rowFields } from './queries.ts'

type Filter = Input<typeof api.users.list>
type Row = Answer<typeof api.users.list>['data'][number]
interface Totals {
  readonly total: number
  readonly totalWalletBalance: number
}

/** Up to so many wallets are looked up one by one; for more all are gone through. */
const LOOKED_UP_AT_MOST = 20_000

/** Who waits to be approved is worked through from the oldest; of all others the newest comes first. */
const isQueue = ({ isApproved }: Filter) => isApproved === false
const orderOf = (filter: Filter) => (isQueue(filter) ? sql`order by u.id` : sql`order by u.id desc`)

/** One page of users, with totals over all that match. */
export async function listUsers(db: Db, filter: Filter, lookedUpAtMost = LOOKED_UP_AT_MOST) {
  const { data, totals } = filter.search
    ? await searchUsers(db, filter, lookedUpAtMost)
    : await browseUsers(db, filter)
  return { data, ...totals, totalPages: pagesOf(totals.total, filter.limit) }
}

/** All users that the filters leave, in batches, in the order of the list. */
export function eachUser(db: Db, filter: Filter): AsyncGenerator<readonly Row[]> {
  return inBatches((after: Row | undefined, limit) =>
    db.many<Row>(sql`
      select ${rowFields} from users u join wallets w on w.user_id = u.id
      where ${and([
        isThere,
        after && (isQueue(filter) ? sql`u.id > ${after.id}` : sql`u.id < ${after.id}`),
        Boolean(filter.search) && sql`u.search_text like ${containing(filter.search ?? '')}`,
        ...flags(filter),
      ])}
      ${orderOf(filter)} limit ${limit}`),
  )
}

/** Flags are written out, not handed over, so that the partial indexes serve them. */
function flags({ isApproved, isBlocked }: Filter): (Statement | false)[] {
  return [
    isApproved !== undefined && (isApproved ? sql`is_approved` : sql`not is_approved`),
    isBlocked !== undefined && (isBlocked ? sql`is_blocked` : sql`not is_blocked`),
  ]
}

/** Who is found comes as a set: it says how many there are, who is on the page, and whose wallets count. */
async function searchUsers(
  db: Db,
  filter: Filter,
  lookedUpAtMost: number,
): Promise<{ data: Row[]; totals: Totals }> {
  const isFound = sql`u.search_text like ${containing(filter.search!)}`
  // Of one table's ids the planner expects a word of the set for each; of a union's few, which it then makes in parallel.
  const found = await readSet(
    db,
    sql`
    select u.id from users u where ${and([isThere, isFound, ...flags(filter)])}
    union all select id from users where false`,
  )
  const start = offsetOf(filter)
  const limit = Math.max(0, Math.min(filter.limit, found.size - start))
  const ids = idsIn(found, { offset: isQueue(filter) ? found.size - start - limit : start, limit })
  const isCounted =
    found.size > lookedUpAtMost
      ? isInSet(found, sql`w.user_id`)
      : sql`w.user_id = any(${idsIn(found)}::bigint[])`
  const { paise } = await db.only<{ paise: number }>(sql`
    select coalesce(sum(w.balance), 0)::bigint as paise from wallets w where ${isCounted}`)
  const data = await readRows(db, filter, sql`select id from unnest(${ids}::bigint[]) as id`)
  return { data, totals: { total: found.size, totalWalletBalance: paise / 100 } }
}

async function browseUsers(db: Db, filter: Filter): Promise<{ data: Row[]; totals: Totals }> {
  const direction = isQueue(filter) ? sql`` : sql`desc`
  const counted = await db.only<{ total: number; block: number | null; skipped: number | null }>(sql`
    with blocks as (
      select block, sum(users)::bigint as users,
        (sum(sum(users)) over (order by block ${direction}) - sum(users))::bigint as skipped
      from user_counts where ${and(flags(filter))} group by block
    ), start as (
      select block, skipped from blocks where skipped <= ${offsetOf(filter)} and skipped + users > ${offsetOf(filter)}
    )
    select coalesce(sum(users), 0)::bigint as total, (select block from start), (select skipped from start) from blocks`)
  const { total, block, skipped } = counted
  const data =
    block === null || skipped === null
      ? []
      : await readRows(
          db,
          filter,
          sql`
          select u.id from users u
          where ${and([isThere, isQueue(filter) ? sql`u.id >= ${block * 1000}` : sql`u.id < ${(block + 1) * 1000}`, ...flags(filter)])}
          ${orderOf(filter)} limit ${filter.limit} offset ${offsetOf(filter) - skipped}`,
        )
  return { data, totals: { total, totalWalletBalance: (await sumWallets(db, filter)) / 100 } }
}

const isThere = sql`u.deleted_at is null`

/** The ids come first: joined before the limit, wallets would be walked through from their end. */
function readRows(db: Db, filter: Filter, ids: Statement): Promise<Row[]> {
  return db.many<Row>(sql`
    with page as materialized (${ids})
    select ${rowFields} from page join users u using (id) join wallets w on w.user_id = u.id ${orderOf(filter)}`)
}

/**
 * In paise. The sum of all wallets is what postings brought in less what they took out. Of the few with a rare flag
 * (not approved, blocked) the wallets are added up; of the others it is the sum less those.
 */
async function sumWallets(db: Db, { isApproved, isBlocked }: Filter): Promise<number> {
  const isRare = isApproved === false || isBlocked === true
  const rare = isRare
    ? and(flags({ isApproved, isBlocked } as Filter))
    : sql`(${isApproved === true} and not is_approved or ${isBlocked === false} and is_blocked)`
  const ofRare = await sumEach(db, and([isThere, sql`(u.is_blocked or not u.is_approved)`, rare]))
  return isRare ? ofRare : (await db.only(sumOfAll)).paise - ofRare
}

/** The wallets of these users `u`, added up, in paise. */
async function sumEach(db: Db, where: Statement): Promise<number> {
  const { paise } = await db.only<{ paise: number }>(sql`
    select coalesce(sum(w.balance), 0)::bigint as paise from users u join wallets w on w.user_id = u.id where ${where}`)
  return paise
}

const sumOfAll = sql<{ paise: number }>`
  select coalesce(sum(${amountFor('player')}), 0)::bigint as paise from day_totals`

function offsetOf({ page, limit }: Filter): number {
  return (page - 1) * limit
}

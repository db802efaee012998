/**
 * The list of users, quick at a million. Without a search nothing is counted: blocks of a thousand ids are kept counted
 * in `user_counts`, and the sum of all wallets in `day_totals`.
 */
import type { Answer, api, Input } from '@munim/contract'
import { meaningsOf } from '@munim/core'
import { and, type Db, type Statement, sql } from '../database/db.ts'
import {
  eachPart,
  eachRow,
  isOther,
  type List,
  orderBy,
  type Part,
  readPage,
  slice,
} from '../database/list.ts'
import { type IdSet, idsIn, isInSet, readSet } from '../database/sets.ts'
import { holds, idOf } from '../database/typed.ts'
import { amountFor } from '../ledger/kinds.ts'
import { listedUsers } from './queries.ts'

type Filter = Input<typeof api.users.list>
type Row = Answer<typeof api.users.list>['data'][number]
/** The first id of it, in thousands; null for all users. */
type Thousand = number | null

/** Up to so many wallets are looked up one by one; for more all are gone through. */
const LOOKED_UP_AT_MOST = 20_000

/** Who waits to be approved is worked through from the oldest; of all others the newest comes first. */
const isQueue = ({ isApproved }: Filter) => isApproved === false

function usersList(filter: Filter, found?: IdSet): List<Row, Thousand> {
  const isAscending = isQueue(filter)
  return {
    blocks: found
      ? [{ block: null, rows: found.size }]
      : sql`
        select c.block, sum(c.users)::bigint as rows from user_counts c where ${and(flags('c', filter))}
        group by c.block ${orderBy([sql`c.block`], isAscending)}`,
    // The ids come first: joined before the limit, wallets would be walked through from their end.
    rows: (parts) => sql<Row>`
      with page as materialized (${eachPart(parts, (part) => (found ? idsFound(found, part, isAscending) : idsOf(filter, part)))})
      select l.* from page join ${listedUsers} l using (id) ${orderBy([sql`l.id`], isAscending)}`,
  }
}

/** The ids of a part, from the users themselves. */
function idsOf(filter: Filter, part: Part<Thousand, Row>): Statement {
  const { block, after } = part
  return sql`
    select u.id from users u
    where ${and([
      block !== null && sql`u.id >= ${block * 1000} and u.id < ${(block + 1) * 1000}`,
      after && (isQueue(filter) ? sql`u.id > ${after.id}` : sql`u.id < ${after.id}`),
      ...conditions(filter),
    ])} ${slice(part, [sql`u.id`], isQueue(filter))}`
}

/** The ids of a part of those that a search has found. */
function idsFound(found: IdSet, { offset, limit, isFromEnd }: Part<Thousand, Row>, isAscending: boolean) {
  const isCountedDown = isFromEnd === isAscending
  const ids = idsIn(found, { offset: isCountedDown ? offset : found.size - offset - limit, limit })
  return sql`select id from unnest(${ids}::bigint[]) as id`
}

/** The filter as conditions on user `u`. */
function conditions(filter: Filter): (Statement | false)[] {
  const { search } = filter
  return [
    sql`u.deleted_at is null`,
    search !== undefined && search !== '' && isSearched(search),
    ...flags('u', filter),
  ]
}

/** Whether what is searched of user `u` holds this text, or it names their number. */
function isSearched(search: string): Statement {
  const typed = meaningsOf(search)
  const id = idOf(typed, 'player')
  const isHeld = holds(typed, (pattern) => sql`u.search_text like ${pattern}`)
  return id === null ? isHeld : sql`(${isHeld} or u.id = ${id})`
}

/** The same of its flags alone, on this alias. They are written out, not handed over, so that the partial indexes serve them. */
function flags(of: 'u' | 'c', { isApproved, isBlocked }: Pick<Filter, 'isApproved' | 'isBlocked'>) {
  const [approved, blocked] = [sql.ref(`${of}.is_approved`), sql.ref(`${of}.is_blocked`)]
  return [
    isApproved !== undefined && (isApproved ? approved : sql`not ${approved}`),
    isBlocked !== undefined && (isBlocked ? blocked : sql`not ${blocked}`),
  ]
}

export async function listUsers(db: Db, filter: Filter, lookedUpAtMost = LOOKED_UP_AT_MOST) {
  const found = filter.search ? await findUsers(db, filter) : undefined
  const isReversed = isOther(isQueue(filter) ? 'oldest' : 'newest', filter.order)
  const page = await readPage(db, usersList(filter, found), { ...filter, isReversed })
  const paise = await (found ? sumFound(db, found, lookedUpAtMost) : sumWallets(db, filter))
  return { ...page, totalWalletBalance: paise / 100, counts: found ? null : await countApproved(db, filter) }
}

/** How many are approved and how many are not, by the figures that are kept; blocked or not, as the filter says. */
const countApproved = (db: Db, { isBlocked }: Filter) =>
  db.only<{ approved: number; unapproved: number }>(sql`
    select coalesce(sum(c.users) filter (where c.is_approved), 0)::bigint as approved,
      coalesce(sum(c.users) filter (where not c.is_approved), 0)::bigint as unapproved
    from user_counts c where ${and(flags('c', { isBlocked }))}`)

/** All users that the filters leave, in batches, in the order of the list. */
export const eachUser = (db: Db, filter: Filter, batch?: number) =>
  eachRow(db, usersList(filter), [null], batch)

/** The players that a search finds: it says how many there are, who is on the page, and whose wallets count. */
function findUsers(db: Db, filter: Filter): Promise<IdSet> {
  // Of one table's ids the planner expects a word of the set for each; of a union's few, which it then makes in parallel.
  return readSet(
    db,
    sql`
    select u.id from users u where ${and(conditions(filter))}
    union all select id from users where false`,
  )
}

/** Their wallets, added up, in paise. */
async function sumFound(db: Db, found: IdSet, lookedUpAtMost: number): Promise<number> {
  const isCounted =
    found.size > lookedUpAtMost
      ? isInSet(found, sql`w.user_id`)
      : sql`w.user_id = any(${idsIn(found)}::bigint[])`
  const { paise } = await db.only<{ paise: number }>(sql`
    select coalesce(sum(w.balance), 0)::bigint as paise from wallets w where ${isCounted}`)
  return paise
}

/**
 * In paise. The sum of all wallets is what postings brought in less what they took out. Of the few with a rare flag
 * (not approved, blocked) the wallets are added up; of the others it is the sum less those.
 */
async function sumWallets(db: Db, filter: Filter): Promise<number> {
  const isRare = filter.isApproved === false || filter.isBlocked === true
  const rare = isRare
    ? and(flags('u', filter))
    : sql`(${filter.isApproved === true} and not u.is_approved or ${filter.isBlocked === false} and u.is_blocked)`
  const { paise: ofRare } = await db.only<{ paise: number }>(sql`
    select coalesce(sum(w.balance), 0)::bigint as paise from users u join wallets w on w.user_id = u.id
    where u.deleted_at is null and (u.is_blocked or not u.is_approved) and ${rare}`)
  if (isRare) return ofRare
  const { paise } = await db.only<{ paise: number }>(sql`
    select coalesce(sum(${amountFor('player')}), 0)::bigint as paise from day_totals`)
  return paise - ofRare
}

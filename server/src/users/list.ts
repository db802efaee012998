/**
 * The list of users in SQL, quick at a million. Without a search nothing is counted: totals come from
 * `user_counts` and `day_totals`, and a page deep in the list skips whole blocks of a thousand ids.
 */
import type { Answer, api, Input } from '@munim/contract'
import { containing, type Db, every, pagesOf, type Statement, sql } from '../database/db.ts'
import { inBatches } from '../http/csv.ts'
import { rowFields } from './queries.ts'

type Filter = Input<typeof api.users.list>
type Row = Answer<typeof api.users.list>['data'][number]
interface Totals {
  readonly total: number
  readonly totalWalletBalance: number
}

/** One page of users, the newest first, with totals over all that match. */
export async function listUsers(db: Db, filter: Filter) {
  const { data, totals } = filter.search ? await searchUsers(db, filter) : await browseUsers(db, filter)
  return { data, ...totals, totalPages: pagesOf(totals.total, filter.limit) }
}

/** All users that the filters leave, in batches, the newest first. */
export function eachUser(db: Db, filter: Filter): AsyncGenerator<readonly Row[]> {
  return inBatches((after: Row | undefined, limit) =>
    db.many<Row>(sql`
      select ${rowFields} from users u join wallets w on w.user_id = u.id
      where ${every([
        sql`u.deleted_at is null`,
        after !== undefined && sql`u.id < ${after.id}`,
        Boolean(filter.search) && sql`u.search_text like ${containing(filter.search ?? '')}`,
        ...flags(filter),
      ])}
      order by u.id desc limit ${limit}`),
  )
}

/** Flags are written out, not handed over, so that the partial indexes serve them. */
function flags({ isApproved, isBlocked }: Filter): (Statement | false)[] {
  return [
    isApproved !== undefined && (isApproved ? sql`is_approved` : sql`not is_approved`),
    isBlocked !== undefined && (isBlocked ? sql`is_blocked` : sql`not is_blocked`),
  ]
}

async function searchUsers(db: Db, filter: Filter): Promise<{ data: Row[]; totals: Totals }> {
  const matching = sql`
    from users u join wallets w on w.user_id = u.id
    where ${every([sql`u.deleted_at is null`, sql`u.search_text like ${containing(filter.search!)}`, ...flags(filter)])}`
  const data = await db.many<Row>(sql`
    select ${rowFields} ${matching} order by u.id desc limit ${filter.limit} offset ${offsetOf(filter)}`)
  const totals = await db.only<Totals>(sql`
    select count(*) as total, coalesce(sum(w.balance), 0)::bigint / 100.0::float8 as "totalWalletBalance" ${matching}`)
  return { data, totals }
}

async function browseUsers(db: Db, filter: Filter): Promise<{ data: Row[]; totals: Totals }> {
  const counted = await db.only<{ total: number; block: number | null; skipped: number | null }>(sql`
    with blocks as (
      select block, sum(users)::bigint as users,
        (sum(sum(users)) over (order by block desc) - sum(users))::bigint as skipped
      from user_counts where ${every(flags(filter))} group by block
    ), start as (
      select block, skipped from blocks where skipped <= ${offsetOf(filter)} and skipped + users > ${offsetOf(filter)}
    )
    select coalesce(sum(users), 0)::bigint as total, (select block from start), (select skipped from start) from blocks`)
  const { total, block, skipped } = counted
  const data =
    block === null || skipped === null
      ? []
      : await db.many<Row>(sql`
          select ${rowFields} from users u join wallets w on w.user_id = u.id
          where ${every([sql`u.deleted_at is null`, sql`u.id < ${(block + 1) * 1000}`, ...flags(filter)])}
          order by u.id desc limit ${filter.limit} offset ${offsetOf(filter) - skipped}`)
  return { data, totals: { total, totalWalletBalance: await sumWallets(db, filter) } }
}

/**
 * The sum of all wallets is what postings brought in less what they took out. Of the few with a rare flag
 * (not approved, blocked) the wallets are added up; of the others it is the sum less those.
 */
async function sumWallets(db: Db, { isApproved, isBlocked }: Filter): Promise<number> {
  const isRare = isApproved === false || isBlocked === true
  const rare = isRare
    ? every(flags({ isApproved, isBlocked } as Filter))
    : sql`(${isApproved === true} and not is_approved or ${isBlocked === false} and is_blocked)`
  const { paise } = await db.only<{ paise: number }>(sql`
    select ${isRare ? sql`` : sql`(${sumOfAll}) - `}
      coalesce((select sum(w.balance) from users u join wallets w on w.user_id = u.id
        where u.deleted_at is null and (u.is_blocked or not u.is_approved) and ${rare}), 0)::bigint as paise`)
  return paise / 100
}

const sumOfAll = sql`
  select coalesce(sum(case
    when kind in ('deposit', 'withdraw_return', 'refund', 'win', 'fund_add', 'bonus') then amount
    when kind in ('withdraw_hold', 'stake', 'win_reversed', 'fund_deduct', 'closing') then -amount end), 0)::bigint
  from day_totals`

function offsetOf({ page, limit }: Filter): number {
  return (page - 1) * limit
}

/** One user in SQL, and what moved and was bet; the list is list.ts. Rows come out in the shape that the contract promises. */
import { type Answer, type api, MPIN_MASK } from '@munim/contract'
import { columnOf, FIELD_NAMES, fieldsFor, isSecret, type PlayerField } from '@munim/core'
import { type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { eachPart, type List, type Part, slice } from '../database/list.ts'
import { wordOfKind } from '../ledger/kinds.ts'
import { found } from '../refusal.ts'

type User = Answer<typeof api.users.get>['data']
type Transaction = Answer<typeof api.users.transactions>['data'][number]

/** These fields of user `u`, as they are stored. */
export const storedFields = (names: readonly PlayerField[]): Statement =>
  sql.join(names.map((name) => sql`u.${sql.ref(columnOf(name))} as ${sql.ref(name)}`))

/** A row of the list, of user `u` and wallet `w`. */
const rowFields = sql`
  u.id, ${storedFields(fieldsFor('listed'))}, w.balance / 100.0::float8 as wallet, u.created_at as "createdAt"`
export const listedUsers = sql`(select ${rowFields} from users u join wallets w on w.user_id = u.id)`

const LISTED: readonly PlayerField[] = fieldsFor('listed')
const ONLY_IN_FULL = FIELD_NAMES.filter((name) => !isSecret(name) && !LISTED.includes(name))

/** One user in full; secrets only as whether they are set. Undefined where there is none, or no more. */
export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return db.maybe<User>(sql`
    select ${rowFields}, ${storedFields(ONLY_IN_FULL)}, case when u.mpin_hash = '' then '' else ${MPIN_MASK}::text end as mpin,
      w.total_bets / 100.0::float8 as total_bets, w.total_win / 100.0::float8 as total_win,
      case when exists (select from push_devices d where d.user_id = u.id) then 'Configured' else '' end as fcm,
      u.updated_at as "updatedAt"
    from users u join wallets w on w.user_id = u.id where u.id = ${id} and u.deleted_at is null`)
}

/** Refused where there is no such user; deleted ones are none. */
export async function checkUser(db: Db, id: number): Promise<void> {
  found(await db.maybe(sql`select id from users where id = ${id} and deleted_at is null`), 'User not found')
}

/** A withdrawal has its request, a bid its market, and a posting leaves a balance on each side that is a player's. */
export type SureOfPosting = NotNull<'status' | 'bid.market_name' | 'prev_balance' | 'current_balance'>

/** Postings with what they are about, as their players see them. With more than eight tables in a `from`, PostgreSQL no longer looks for the best order. */
export const postingsShown = sql`(
  select p.id,
    ${wordOfKind(sql`p.kind`)} as transfer_type,
    p.amount / 100.0::float8 as amount,
    case when p.kind = 'withdraw_hold' then r.status else 'completed' end as status,
    case when p.note <> '' then p.note when v.is_void then v.reason else coalesce(r.note, '') end as note,
    coalesce(r.ref_id, '') as ref_id, coalesce(r.transfer_type, '') as method,
    case when b.id is not null then json_build_object('market_name', m.name, 'market_date', b.market_date,
      'session', b.session, 'game_mode', b.game_mode, 'open_digit', b.open_digit, 'open_panna', b.open_panna,
      'close_digit', b.close_digit, 'close_panna', b.close_panna, 'points', b.points / 100.0::float8,
      'multiplier', b.multiplier / 100.0::float8) end as bid,
    p.at as "createdAt"
  from postings p left join requests r on r.id = p.request_id left join declarations v on v.id = p.declaration_id
  left join draws d on d.id = p.draw_id left join markets m on m.id = d.market_id
  left join bids b on b.market_date = d.market_date and b.id = p.bid_id)`

/** Postings of a player, the newest first, seen from the player: what came, what went, what it left. */
export function transactionsOf(userId: number): List<Transaction & SureOfPosting> {
  const own = ({ after, isFromEnd, offset, limit }: Part<null, Transaction>) =>
    sql`${after === undefined ? sql`` : sql`and id < ${after.id}`} ${slice({ isFromEnd, offset: 0, limit: offset + limit }, [sql`id`])}`
  return {
    blocks: sql`
      select null as block, (select count(*) from postings where from_user = ${userId})
        + (select count(*) from postings where to_user = ${userId}) as rows`,
    rows: (parts) => sql<Transaction & SureOfPosting>`
      with own as (${eachPart(
        parts,
        (part) => sql`
        (select id, 'debit' as type, from_after as after, from_after + amount as before
          from postings where from_user = ${userId} ${own(part)})
        union all
        (select id, 'credit', to_after, to_after - amount from postings where to_user = ${userId} ${own(part)})
        ${slice(part, [sql`id`])}`,
      )})
      select own.type, s.*, own.before / 100.0::float8 as prev_balance, own.after / 100.0::float8 as current_balance
      from own join ${postingsShown} s on s.id = own.id order by own.id desc`,
  }
}

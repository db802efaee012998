/** Requests in SQL. The payee is the copy that the request keeps; what has changed since is named. */
import type { Answer, api, Input } from '@munim/contract'
import { columnOf, PAYEE_FIELDS, type Paise } from '@munim/core'
import { and, type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { eachPart, type List, onDays, orderBy, type Part, slice } from '../database/list.ts'
import type { RowsFound } from '../database/searched.ts'
import { idsIn, isFound, isInSet } from '../database/sets.ts'
import { bonusFor, confirmedFor, sameReference } from './based-on.ts'
import { marksOfRequest } from './marks.ts'
import type { RequestKind } from './requests.ts'

/** The requests of so many players are looked up player by player; of more, all are gone through. */
const LOOKED_UP_AT_MOST = 1_000

type Row = Answer<typeof api.wallet.deposits>['data'][number]
type Filter = Input<typeof api.wallet.deposits>

interface Ids {
  readonly first: number
  readonly last: number
}

const payee = sql.join(
  PAYEE_FIELDS.map((name) => sql`${sql.lit(name)}::text, coalesce(r.payee->>${sql.lit(name)}, '')`),
)
const changed = sql.join(
  PAYEE_FIELDS.map((name) => {
    const now = sql.ref(columnOf(name))
    return sql`case when r.payee->>${sql.lit(name)} is distinct from u.${now} then ${sql.lit(name)} end`
  }),
)

/** In paise. By its own index: of one decision there is one posting of a kind. */
const bonusPaid = sql`
  coalesce((select p.amount from postings p where p.request_id = r.id and p.kind = 'bonus'), 0)`

/** Of a deposit, in rupees: what is paid along, or was. */
const bonusOf = sql`
  case when r.kind = 'deposit' and r.status = 'pending' then ${bonusFor}
    when r.kind = 'deposit' and r.status = 'completed' then ${bonusPaid} end / 100.0::float8`

const fieldsWith = (bonus: Statement) => sql`
  r.id, json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile, ${payee}) as "User",
  r.transfer_type, r.amount / 100.0::float8 as amount, r.status, r.note, r.ref_id,
  case when u.deleted_at is null then array_remove(array[${changed}]::text[], null) else '{}' end as "changedSince",
  case when r.kind <> 'deposit' or r.status <> 'pending' then 0 else ${sameReference} end as "sameReference",
  (select o.id from requests o where r.kind = 'deposit' and r.status <> 'rejected' and o.kind = 'deposit'
    and o.status = 'completed' and o.ref_key = r.ref_key and o.ref_key <> '' and not o.is_repeat and o.id <> r.id
  ) as "creditedAs",
  ${marksOfRequest} as marks,
  ${confirmedFor} as confirmed,
  ${bonus} as bonus,
  r.decided_at as "decidedAt", r.created_at as "createdAt"`

const requestFields = fieldsWith(bonusOf)
/** As a file has them, which shows no bonus: it would be looked up for each of a million. */
export const FILE_FIELDS = fieldsWith(sql`null::float8`)

/** What is pending is worked through from its oldest; of all others the newest comes first. */
export const isQueue = ({ status }: Pick<Filter, 'status'>): boolean => status === 'pending'

/** Requests of this kind, of those that a search has found, by amount where that is asked for: what is pending is few. */
export function requestsOf(
  kind: RequestKind,
  filter: Filter,
  found?: RowsFound,
  fields = requestFields,
): List<Row, Ids | null> {
  const { from, to, status, paid, way, order } = filter
  const isFew = found !== undefined && found.players.size <= LOOKED_UP_AT_MOST
  const requests = isFew ? requestsFoundIn(found) : paid === undefined ? sql`requests` : requestsPaidOn(paid)
  const isByAmount = order === 'largest' || order === 'smallest'
  const isAscending = isByAmount ? order === 'smallest' : isQueue(filter)
  const columns = isByAmount ? [sql`r.amount`, sql`r.id`] : [sql`r.id`]
  const days = onDays(sql`r.created_at`, from, to)
  const conditions = [
    sql`r.kind = ${sql.lit(kind)}`,
    status !== undefined && ofStatus(status),
    ...days,
    ...(paid === undefined ? [] : [isPaidOn(paid, sql`r`)]),
    way !== undefined && sql`r.transfer_type = ${way}`,
    found && !isFew && isFound(found, sql`r.user_id`, sql`r.id`),
  ]
  // Numbers first, off an index alone: of whole rows a page in the middle would read all before it.
  const keys = ({ block, after, ...part }: Part<Ids | null, Row>) => {
    const ends = block ? sql`r.id between ${block.first} and ${block.last}` : undefined
    const behind = after && (isAscending ? sql`r.id > ${after.id}` : sql`r.id < ${after.id}`)
    return sql`select r.id from ${requests} r where ${and([...conditions, ends, behind])} ${slice(part, columns, isAscending)}`
  }
  // Whichever end of its days a page is at: what came before and after them is not gone through for it.
  const ids = sql<Ids>`json_build_object('first', coalesce(min(r.id), 0), 'last', coalesce(max(r.id), 0))`
  return {
    blocks: sql`
      select ${days.length > 0 ? ids : sql`null`} as block, count(*) as rows from ${requests} r where ${and(conditions)}`,
    rows: (parts) => sql<Row>`
      select ${fields} from (${eachPart(parts, keys)}) k
      cross join lateral (select * from requests where id = k.id offset 0) r join users u on u.id = r.user_id
      ${orderBy(columns, isAscending)}`,
  }
}

/**
 * What is pending has its own index. Another status is kept from the planner: of one that it believes to be of most requests it
 * would look for a page in all of them, and read what was rejected in a row.
 */
const ofStatus = (status: NonNullable<Filter['status']>): Statement =>
  isQueue({ status }) ? sql`r.status = 'pending'` : sql`r.status = (select ${status}::text)`

/**
 * How many there are of each status. What was decided moved money, and is counted by the figures that are kept of each
 * day's postings: they know the day of the decision, so that null is what there is of some days, or of a search.
 */
export async function countRequests(db: Db, kind: RequestKind, { search, ...days }: Filter) {
  if (search || [days.from, days.to, days.paid].some((day) => day !== undefined)) return null
  const [paid, returned] =
    kind === 'deposit' ? (['deposit', null] as const) : (['withdraw_pay', 'withdraw_return'] as const)
  return db.only<{ pending: number; completed: number; rejected: number | null }>(sql`
    select (select count(*) from requests where kind = ${sql.lit(kind)} and status = 'pending') as pending,
      coalesce(sum(postings) filter (where kind = ${paid}), 0)::bigint as completed,
      case when ${returned}::posting_kind is not null then coalesce(sum(postings) filter (where kind = ${returned}), 0)::bigint end as rejected
    from day_totals where kind in (${paid}, ${returned})`)
}

const isPaidOn = (day: string, request: Statement): Statement =>
  and([sql`${request}.status = 'completed'`, ...onDays(sql`${request}.decided_at`, day, day)])

/** By their own index whatever the planner expects: in the order of a page it would look through all of them. */
const requestsPaidOn = (day: string): Statement =>
  sql`(select * from requests o where ${isPaidOn(day, sql`o`)} offset 0)`

/** Each found player's own by their index whatever the planner expects, and those that are found by themselves. */
const requestsFoundIn = ({ players, ids }: RowsFound): Statement => sql`(
  select o.* from unnest(${idsIn(players)}::bigint[]) player
  cross join lateral (select * from requests where user_id = player offset 0) o
  union all
  select * from requests o where o.id = any(${ids}::bigint[]) and not ${isInSet(players, sql`o.user_id`)})`

export async function getRequest(db: Db, id: number): Promise<Row> {
  return db.only<Row>(sql`
    /* get-request */ select ${requestFields} from requests r join users u on u.id = r.user_id where r.id = ${id}`)
}

export async function findAmount(db: Db, id: number, kind: RequestKind): Promise<Paise | undefined> {
  const asked = await db.maybe<{ amount: Paise } & NotNull<'amount'>>(sql`
    select r.amount + ${bonusFor} as amount from requests r where r.id = ${id} and r.kind = ${kind}`)
  return asked?.amount
}

/** The player who asked for this deposit or withdrawal. */
export async function findAsker(db: Db, id: number): Promise<number | undefined> {
  const asked = await db.maybe<{ user_id: number }>(sql`select user_id from requests where id = ${id}`)
  return asked?.user_id
}

/** One player's postings as their story tells them: in the order of the ledger, with the day each counts on, and each day's account. */
import type { Answer, api } from '@munim/contract'
import { addDays, beginOf, type Day, type Paise, POSTING_KINDS, type PostingKind, paise } from '@munim/core'
import { bidsBy } from '../bids/list.ts'
import { type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { kindIn, wordOfKind } from '../ledger/kinds.ts'
import { nameOfActor } from '../ledger/lines.ts'

type Line = Answer<typeof api.users.story>['data']['days'][number]['lines'][number]
type Moved = Extract<Line, { is: 'moved' }>
export type Bid = NonNullable<Moved['postings'][number]['bid']>

/** After every posting there is. */
export const ALL = Number.MAX_SAFE_INTEGER

/** The postings after `after` and before `until`, by number; `day`: none of them counts on a later one. */
export interface Stretch {
  readonly userId: number
  readonly after: number
  readonly until: number
  readonly day: string | null
}

/** A moment to the microsecond, as text that sorts as it does. */
export const momentText = (at: Statement): Statement<string> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** One side of a player's postings in this stretch, read off its index; the latest, where so many are enough. */
const side = ({ userId, after, until }: Stretch, type: 'debit' | 'credit', atMost: number | null) => {
  const [user, left] = type === 'debit' ? ['from_user', 'from_after'] : ['to_user', 'to_after']
  return sql`(
    select id, at, kind, ${sql.lit(type)} as type, amount, ${sql.ref(left!)} as balance from postings
    where ${sql.ref(user!)} = ${userId} and id > ${after} and id < ${until} order by id desc limit ${atMost}::int)`
}

/** Postings of a stretch, each with the day it counts on: the earliest of all from it on. */
const walked = (stretch: Stretch, atMost: number | null): Statement => sql`(
  select p.*, least(${stretch.day}::date, min((p.at at time zone 'Asia/Kolkata')::date)
    over (order by p.id desc rows between unbounded preceding and current row)) as day
  from (${side(stretch, 'debit', atMost)} union all ${side(stretch, 'credit', atMost)}) p)`

/** The last posting before a moment, and what it left in paise; where there is none, 0 and nothing. */
export interface Last {
  readonly id: number
  readonly balance: Paise
}

export async function lastBefore(db: Db, userId: number, moment: Date, until: number): Promise<Last> {
  const of = (side: 'from_user' | 'to_user') => sql`(
    select id from postings where ${sql.ref(side)} = ${userId} and at < ${moment} and id < ${until}
    order by id desc limit 1)`
  // The number first, off the indexes alone.
  const last = await db.maybe<Last & NotNull<'balance'>>(sql`
    with last as materialized (select greatest(${of('from_user')}, ${of('to_user')}) as id)
    select p.id, case when p.to_user = ${userId} then p.to_after else p.from_after end as balance
    from last join postings p on p.id = last.id`)
  return last ?? { id: 0, balance: paise(0) }
}

export const endOf = (day: string): Date => beginOf(addDays(day as Day, 1))

/** What the wallet holds, in paise, and the last posting of it (0: none yet), as of one moment. */
export const readNow = (db: Db, userId: number) =>
  db.only<{ wallet: Paise; id: number }>(sql`
    select w.balance as wallet, coalesce(greatest(
      (select id from postings where from_user = ${userId} order by id desc limit 1),
      (select id from postings where to_user = ${userId} order by id desc limit 1)), 0) as id
    from wallets w where w.user_id = ${userId}`)

/** A posting of the story; amounts in paise. */
export interface Row
  extends Pick<
    Moved,
    | 'kind'
    | 'transfer_type'
    | 'type'
    | 'status'
    | 'note'
    | 'ref_id'
    | 'method'
    | 'requestId'
    | 'other'
    | 'actorName'
  > {
  readonly id: number
  readonly day: string
  readonly moment: string
  readonly amount: Paise
  readonly balance: Paise
  readonly drawId: number | null
  readonly bidId: number | null
  /** The day of the draw that the bid is of. */
  readonly marketDate: string | null
}

/** The latest of these kinds in the stretch; for some kinds all of it is looked through. */
export function readPostings(
  db: Db,
  stretch: Stretch,
  { kinds, limit }: { readonly kinds: readonly PostingKind[]; readonly limit: number },
): Promise<Row[]> {
  const isAny = kinds.length === POSTING_KINDS.length
  return db.many<Row & NotNull<'status' | 'balance'>>(sql`
    with own as materialized (
      select w.id, w.type, w.day from ${walked(stretch, isAny ? limit : null)} w where ${kindIn(kinds, sql`w.kind`)}
      order by w.id desc limit ${limit}
    )
    select p.id, own.day, own.type, p.kind, ${wordOfKind(sql`p.kind`)} as transfer_type, ${momentText(sql`p.at`)} as moment,
      p.amount, case own.type when 'debit' then p.from_after else p.to_after end as balance,
      case when p.kind = 'withdraw_hold' then r.status else 'completed' end as status,
      case when p.note <> '' then p.note when v.is_void then v.reason else coalesce(r.note, '') end as note,
      coalesce(r.ref_id, '') as ref_id, coalesce(r.transfer_type, '') as method, p.request_id as "requestId",
      case when u.id is not null then json_build_object('id', u.id, 'user_name', u.user_name) end as other,
      ${nameOfActor(sql`p.actor`)} as "actorName", p.draw_id as "drawId", p.bid_id as "bidId", d.market_date as "marketDate"
    from own join postings p on p.id = own.id left join requests r on r.id = p.request_id
    left join declarations v on v.id = p.declaration_id left join draws d on d.id = p.draw_id
    left join users u on p.kind = 'transfer' and u.id = case own.type when 'debit' then p.to_user else p.from_user end
    order by p.id desc`)
}

/** The bids that these postings belong to, by number. */
export async function readBids(db: Db, rows: readonly Row[]): Promise<ReadonlyMap<number, Bid>> {
  const of = rows.filter(({ bidId }) => bidId !== null)
  if (of.length === 0) return new Map()
  const found = await db.many(
    bidsBy(sql`
      select distinct k.market_date, k.id from unnest(${of.map(({ marketDate }) => marketDate)}::date[],
        ${of.map(({ bidId }) => bidId)}::bigint[]) k (market_date, id)`),
  )
  return new Map(found.map(({ User, Market, win, createdAt, ends_at, ...bid }) => [bid.id, bid]))
}

/** What came, what went, and what was left at the end of a day; in paise. */
export type Account = Readonly<Record<'opening' | 'came' | 'went' | 'closing', Paise>>

/** The account of each of these days, the latest first, as of the posting before `until`. */
export async function readAccounts(
  db: Db,
  { userId, days, until }: { userId: number; days: readonly string[]; until: number },
): Promise<ReadonlyMap<string, Account>> {
  if (days.length === 0) return new Map()
  const last = await lastBefore(db, userId, endOf(days[0]!), until)
  const before = await lastBefore(db, userId, beginOf(days.at(-1)! as Day), last.id + 1)
  const stretch = { userId, after: before.id, until: last.id + 1, day: null }
  const sums = await db.many<Omit<Account, 'opening'> & { day: string } & NotNull<'closing'>>(sql`
    select w.day, coalesce(sum(w.amount) filter (where w.type = 'credit'), 0)::bigint as came,
      coalesce(sum(w.amount) filter (where w.type = 'debit'), 0)::bigint as went,
      (array_agg(w.balance order by w.id desc))[1] as closing
    from ${walked(stretch, null)} w group by w.day order by w.day desc`)
  const leftBy = (isMeant: (day: string) => boolean) =>
    sums.find(({ day }) => isMeant(day))?.closing ?? before.balance
  return new Map(
    days.map((day) => {
      const sum = sums.find((each) => each.day === day)
      const [opening, closing] = [leftBy((each) => each < day), leftBy((each) => each <= day)]
      return [day, { opening, came: sum?.came ?? paise(0), went: sum?.went ?? paise(0), closing }]
    }),
  )
}

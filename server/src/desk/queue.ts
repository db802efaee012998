/** What waits, in SQL: of each kind the oldest first. */
import type { Answer, api, DeskKind } from '@munim/contract'
import { type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { openBatch, waitsForSecond } from '../ledger/told-to-bank.ts'
import { bonusFor, isCredited, sameRequests } from '../wallet/based-on.ts'
import { UNCONFIRMED_AT_MOST } from '../wallet/confirmations.ts'
import { othersWithOpen } from './open-cases.ts'

type Queue = Answer<typeof api.desk.queue>
type Row = Queue['data'][number]

/** The kinds that are requests, as the column says them. */
const REQUESTS = { deposits: 'deposit', withdrawals: 'withdraw' } as const

/**
 * SQL: the pending deposits that the provider confirmed: this very amount for their reference, which no other pending deposit
 * claims, and which was not credited; their player doesn't claim many payments that are not confirmed. All that is
 * pending is read once: asked for row by row it was read, or all that the row's player asked for, with each of them.
 */
const confirmed = sql`(
  select r.id, r.user_id, r.amount, r.ref_id, r.kind from (
    select r.*, c.amount as paid, count(*) over (partition by r.ref_key) as claims,
      count(*) filter (where c.amount is null) over (partition by r.user_id) as unconfirmed
    from (select id, user_id, kind, amount, ref_id, ref_key from requests
      where kind = 'deposit' and status = 'pending' and ref_key <> '') r
    left join lateral (select amount from confirmations where ref_key = r.ref_key and not is_repeat offset 0) c on true) r
  where r.amount = r.paid and r.claims = 1 and r.unconfirmed <= ${UNCONFIRMED_AT_MOST} and not ${isCredited})`

/** SQL: another deposit has the reference of the deposit `r`. */
const isNamedTwice = sql`exists (select from ${sameRequests} o where o.id <> r.id)`

interface Reading {
  readonly kind: DeskKind
  readonly limit: number
  readonly adminId: number
}

export async function readQueue(db: Db, reading: Reading): Promise<Queue> {
  const data = await READS[reading.kind](db, reading)
  const totals = await readTotals(db)
  const total = totals[reading.kind]
  const last = reading.kind === 'deposits' && total > data.length ? data.at(-1) : undefined
  return { data, total, totals, ...(last && { confirmedBehind: await countConfirmed(db, last.id) }) }
}

const READS: Readonly<Record<DeskKind, (db: Db, reading: Reading) => Promise<Row[]>>> = {
  deposits: readRequests,
  withdrawals: readRequests,
  users: readUsers,
  feedback: readFeedback,
}

function readRequests(db: Db, { kind, limit, adminId }: Reading): Promise<Row[]> {
  const of = REQUESTS[kind as keyof typeof REQUESTS]
  return db.many<Row>(sql`
    select r.id, u.user_name, r.amount / 100.0::float8 as amount, r.transfer_type as way, r.created_at as at,
      r.kind = 'deposit' and r.id in (select id from ${confirmed} c) as "isConfirmed", ${isNamedTwice} as "sameReference",
      ${waitsForSecond(db)} as "waitsForSecond",
      case when r.kind = 'withdraw' then ${openBatch} end as batch,
      case when r.kind = 'deposit' then ${bonusFor} / 100.0::float8 end as bonus,
      ${othersWithOpen(db, { kind, id: sql`r.id`, adminId })} as "openBy"
    from (select * from requests where kind = ${sql.lit(of)} and status = 'pending' order by id limit ${limit}) r
    join users u on u.id = r.user_id order by r.id`)
}

/** What is not of every kind. */
const PLAIN = sql`null::float8 as amount, false as "isConfirmed", false as "sameReference", false as "waitsForSecond",
  null::bigint as batch, null::float8 as bonus`

function readUsers(db: Db, { kind, limit, adminId }: Reading): Promise<Row[]> {
  return db.many<Row>(sql`
    select u.id, u.user_name, '' as way, u.created_at as at, ${PLAIN},
      ${othersWithOpen(db, { kind, id: sql`u.id`, adminId })} as "openBy"
    from users u where u.deleted_at is null and not u.is_approved and not u.is_blocked order by u.id limit ${limit}`)
}

function readFeedback(db: Db, { kind, limit, adminId }: Reading): Promise<Row[]> {
  return db.many<Row>(sql`
    select f.id, u.user_name, left(f.feedback, 80) as way, f.created_at as at, ${PLAIN},
      ${othersWithOpen(db, { kind, id: sql`f.id`, adminId })} as "openBy"
    from (select * from feedbacks where not is_read order by id limit ${limit}) f
    join users u on u.id = f.user_id order by f.id`)
}

function readTotals(db: Db): Promise<Queue['totals']> {
  return db.only<Queue['totals']>(sql`
    select (select count(*) from requests where kind = 'deposit' and status = 'pending') as deposits,
      (select count(*) from requests where kind = 'withdraw' and status = 'pending') as withdrawals,
      (select coalesce(sum(users), 0)::bigint from user_counts where not is_approved and not is_blocked) as users,
      (select count(*) from feedbacks where not is_read) as feedback`)
}

const CONFIRMED_AT_MOST = 200

/** SQL: those confirmed, as `r`, whose decision does not wait for a second person. */
const allConfirmed = (db: Db): Statement => sql`${confirmed} r where not ${waitsForSecond(db)}`

async function countConfirmed(db: Db, after: number): Promise<number> {
  const { total } = await db.only<{ total: number }>(sql`
    select count(*) as total from ${allConfirmed(db)} and r.id > ${after}`)
  return total
}

/** The pending deposits that the provider confirmed, and how many there are. */
export async function readConfirmed(db: Db): Promise<Answer<typeof api.desk.confirmed>> {
  type Confirmed = Answer<typeof api.desk.confirmed>['data'][number]
  const data = await db.many<Confirmed & NotNull<'bonus'>>(sql`
    select r.id, u.user_name, r.amount / 100.0::float8 as amount, r.ref_id, ${bonusFor} / 100.0::float8 as bonus
    from (select r.* from ${allConfirmed(db)} order by r.id limit ${CONFIRMED_AT_MOST}) r join users u on u.id = r.user_id order by r.id`)
  return { data, total: await countConfirmed(db, 0) }
}

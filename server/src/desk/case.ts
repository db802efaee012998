/** One item of the work queue in SQL, with its player and all that a decision needs. */
import type { Answer, api, DeskKind } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'
import { waitsForSecond } from '../ledger/told-to-bank.ts'
import { found } from '../refusal.ts'
import { sameRequests } from '../wallet/based-on.ts'
import { readKnownOfPayouts } from '../wallet/bonus.ts'
import { manyClaims } from '../wallet/confirmations.ts'
import { getRequest } from '../wallet/queries.ts'
import { isPaidAs } from '../wallet/search.ts'
import { readOthersWithOpen } from './open-cases.ts'

type Case = Answer<typeof api.desk.getCase>['data']
type Head = Pick<Case, 'isWaiting' | 'waitsForSecond' | 'manyClaims'> & { readonly userId: number }

interface Asked {
  readonly kind: DeskKind
  readonly id: number
  readonly adminId: number
}

export async function readCase(db: Db, { kind, id, adminId }: Asked): Promise<Case> {
  const { userId, ...head } = found(await findHead(db, kind, id), 'It does not exist any more')
  const isRequest = kind === 'deposits' || kind === 'withdrawals'
  const [openBy, person, last, request, feedback, payouts, sameReference] = await Promise.all([
    readOthersWithOpen(db, { kind, id, adminId }),
    readPerson(db, userId),
    readLast(db, userId, isRequest ? id : null),
    isRequest ? getRequest(db, id) : null,
    kind === 'feedback' ? readFeedback(db, id) : null,
    kind === 'users' ? readKnownOfPayouts(db, userId) : null,
    kind === 'deposits' ? readSameReference(db, id) : [],
  ])
  return { kind, id, ...head, openBy, person, request, feedback, payouts, sameReference, last }
}

function findHead(db: Db, kind: DeskKind, id: number): Promise<Head | undefined> {
  switch (kind) {
    case 'users':
      return db.maybe<Head>(sql`
        select u.id as "userId", not u.is_approved and not u.is_blocked as "isWaiting", false as "waitsForSecond",
          null::bigint as "manyClaims"
        from users u where u.id = ${id} and u.deleted_at is null`)
    case 'feedback':
      return db.maybe<Head>(sql`
        select f.user_id as "userId", not f.is_read as "isWaiting", false as "waitsForSecond", null::bigint as "manyClaims"
        from feedbacks f where f.id = ${id}`)
    default:
      return db.maybe<Head>(sql`
        select r.user_id as "userId", r.status = 'pending' as "isWaiting",
          r.status = 'pending' and ${waitsForSecond(db)} as "waitsForSecond",
          case when r.status = 'pending' and r.kind = 'deposit' then ${manyClaims} end as "manyClaims"
        from requests r where r.id = ${id} and r.kind = ${kind === 'deposits' ? 'deposit' : 'withdraw'}`)
  }
}

/** What is neither a request nor a bid is what the wallet has beside them. */
function readPerson(db: Db, userId: number): Promise<Case['person']> {
  return db.only<Case['person']>(sql`
    select u.id, u.user_name, u.mobile, u.is_approved as "isApproved", u.is_blocked as "isBlocked",
      u.created_at as "createdAt", w.balance / 100.0::float8 as wallet, w.total_bets / 100.0::float8 as staked,
      w.total_win / 100.0::float8 as won, r.deposited / 100.0::float8 as deposited, r.withdrawn / 100.0::float8 as withdrawn,
      r.held / 100.0::float8 as held,
      (w.balance + w.total_bets - w.total_win - r.deposited + r.withdrawn + r.held) / 100.0::float8 as other
    from users u join wallets w on w.user_id = u.id
    cross join lateral (
      select coalesce(sum(amount) filter (where kind = 'deposit' and status = 'completed'), 0)::bigint as deposited,
        coalesce(sum(amount) filter (where kind = 'withdraw' and status = 'completed'), 0)::bigint as withdrawn,
        coalesce(sum(amount) filter (where kind = 'withdraw' and status = 'pending'), 0)::bigint as held
      from requests where user_id = u.id) r
    where u.id = ${userId}`)
}

const SHOWN = 6

/** Those before this request; null: all. */
function readLast(db: Db, userId: number, before: number | null): Promise<Case['last']> {
  return db.many<Case['last'][number]>(sql`
    select r.id, r.kind, r.amount / 100.0::float8 as amount, r.status, r.created_at as "createdAt"
    from requests r where r.user_id = ${userId} and (${before}::bigint is null or r.id < ${before}) order by r.id desc limit ${SHOWN}`)
}

const SAME_AT_MOST = 20
const PAID_AT_MOST = 1000

function readSameReference(db: Db, id: number): Promise<Case['sameReference']> {
  return db.many<Case['sameReference'][number]>(sql`
    select o.id, o.kind, o.amount / 100.0::float8 as amount, o.status, o.created_at as "createdAt",
      json_build_object('id', u.id, 'user_name', u.user_name) as "User"
    from requests r cross join lateral ${sameRequests} o join users u on u.id = o.user_id
    where r.id = ${id} and o.id <> r.id order by o.id desc limit ${SAME_AT_MOST}`)
}

function readFeedback(db: Db, id: number): Promise<NonNullable<Case['feedback']>> {
  return db.only<NonNullable<Case['feedback']>>(sql`
    select f.id, f.feedback, f.admin_comment as "adminComment", f.is_read as "isReadByAdmin", f.created_at as "createdAt",
      json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User"
    from feedbacks f join users u on u.id = f.user_id where f.id = ${id}`)
}

/** The payouts that were approved with one of these UTRs, the newest first. */
export function readPaidAs(db: Db, utrs: readonly string[]): Promise<Answer<typeof api.desk.paidAs>['data']> {
  return db.many<Answer<typeof api.desk.paidAs>['data'][number]>(sql`
    select t.utr, r.id, r.kind, r.amount / 100.0::float8 as amount, r.status, r.created_at as "createdAt",
      json_build_object('id', u.id, 'user_name', u.user_name) as "User"
    from unnest(${utrs}::text[]) t (utr) join requests r on ${isPaidAs(sql`t.utr`)}
    join users u on u.id = r.user_id order by r.id desc limit ${PAID_AT_MOST}`)
}

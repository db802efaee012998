/** Writes down what a second person should look at, in the transaction that does it. Nothing is hindered by it. */
import { api } from '@munim/contract'
import { type Day, type Half, type Paise, rupeesOf } from '@munim/core'
import { type Db, instantText, nowOf, sql } from '../database/db.ts'
import { bettingEnd, endsWithOpen } from './betting-end.ts'

/** Bids that are reverted from so long before their betting ends are suspicious: the draw may be known elsewhere. */
const SHORTLY = sql`interval '15 minutes'`

interface By {
  readonly actor: string
  readonly at: Date
}

interface DeclaredHalf extends By {
  readonly half: Half
  readonly declarationId: number
}

/** After a half was declared: before its betting ended, another number than before, wins of more than the settings say. */
export async function suspectDeclaration(db: Db, { half, declarationId, actor, at }: DeclaredHalf) {
  const endsAt = half === 'open' ? sql`d.opens_at` : sql`d.closes_at`
  await db.run(sql`
    insert into suspicions (kind, at, actor, draw_id, half, declaration_id, amount, facts)
    select k.kind, ${at}, ${actor}, d.id, c.half, c.id, c.paid, k.facts
    from declarations c join draws d on d.id = c.draw_id,
    lateral (
      select 'early_result' as kind, jsonb_build_object('winners', c.players,
        'minutes', ceil(extract(epoch from ${endsAt} - ${at}) / 60)) as facts where ${endsAt} > ${at}
      union all
      select 'other_result', jsonb_build_object('winners', c.players, 'before', o.digit || '-' || o.panna,
        'now', c.digit || '-' || c.panna)
      from (select * from declarations b where b.draw_id = d.id and b.half = c.half and b.id < c.id
        order by b.id desc limit 1) o
      where (o.digit, o.panna) <> (c.digit, c.panna)
    ) k
    where c.id = ${declarationId} and exists (select from tallies t where t.draw_id = d.id)`)
  await db.run(sql`
    insert into suspicions (kind, at, actor, draw_id, half, declaration_id, user_id, bid_id, amount)
    select 'large_win', p.at, p.actor, p.draw_id, ${half}::half, p.declaration_id, p.to_user, p.bid_id, p.amount
    from postings p, settings s
    where p.kind = 'win' and p.declaration_id = ${declarationId} and s.large_win > 0 and p.amount >= s.large_win`)
}

interface RevertedBid extends By {
  readonly bidId: number
  readonly marketDate: string
}

/** A bid was reverted shortly before its betting ended, after that, or when a half it is bet on was declared. */
export async function suspectRevertedBid(db: Db, { bidId, marketDate, actor, at }: RevertedBid) {
  await db.run(sql`
    insert into suspicions (kind, at, actor, draw_id, half, user_id, bid_id, amount, facts)
    select 'reverted_bid', ${at}, ${actor}, d.id, coalesce(k.declared, b.session), b.user_id, b.id, b.points, jsonb_build_object(
      'isDeclared', k.declared is not null, 'minutes', ceil(extract(epoch from k.ends - ${at}) / 60))
    from bids b join draws d on d.id = b.draw_id, lateral (
      select ${bettingEnd('b')} as ends, (select max(c.half) from declarations c where c.draw_id = d.id
        and (c.half = b.session or c.half = 'open' and ${endsWithOpen('b')})) as declared
    ) k
    where b.market_date = ${marketDate} and b.id = ${bidId} and (k.declared is not null or ${at} > k.ends - ${SHORTLY})`)
}

interface VoidedDraw extends By {
  readonly drawId: number
  readonly halves: readonly Half[]
  readonly bids: number
  readonly refunded: Paise
}

/** A draw was voided shortly before its first betting ended, after that, or when a result was early or withdrawn. */
export async function suspectVoid(db: Db, { drawId, halves, bids, refunded, actor, at }: VoidedDraw) {
  if (bids === 0) return
  await db.run(sql`
    insert into suspicions (kind, at, actor, draw_id, half, amount, facts)
    select 'reverted_bid', ${at}, ${actor}, d.id, ${halves[0]!}::half, ${refunded}, jsonb_build_object('newerKind', 'voided_draw',
      'bids', ${bids}::bigint, 'isDeclared', k.declared, 'minutes', ceil(extract(epoch from d.opens_at - ${at}) / 60))
    from draws d, lateral (select exists (select from declarations c
      where c.draw_id = d.id and not c.is_void and (c.withdrawn_at is not null or c.at < d.opens_at)) as declared) k
    where d.id = ${drawId} and (k.declared or ${at} > d.opens_at - ${SHORTLY})`)
}

type Moments = readonly [opens: string, closes: string]

/** Moments of a draw were moved, with bids or to later; the former ones are given. Whether that is written. */
export async function suspectMovedTimes(
  db: Db,
  { drawId, before, actor, at }: By & { readonly drawId: number; readonly before: Moments },
): Promise<boolean> {
  const written = await db.run(sql`
    insert into suspicions (kind, at, actor, draw_id, amount, facts)
    select 'moved_times', ${at}, ${actor}, d.id, t.points, jsonb_build_object('bids', t.bids,
      'before', jsonb_build_array(${before[0]}::text, ${before[1]}::text), 'now', jsonb_build_array(
        ${instantText(sql`d.opens_at`)}, ${instantText(sql`d.closes_at`)}))
    from draws d, lateral (
      select coalesce(sum(t.bids), 0) as bids, coalesce(sum(t.points), 0) as points from tallies t where t.draw_id = d.id) t
    where d.id = ${drawId} and (d.opens_at > ${before[0]}::timestamptz or d.closes_at > ${before[1]}::timestamptz
      or t.bids > 0 and (d.opens_at, d.closes_at) <> (${before[0]}::timestamptz, ${before[1]}::timestamptz))`)
  return written > 0
}

interface LaterTimes extends By {
  readonly marketId: number
  readonly day: Day
  readonly before: Moments
  readonly now: Moments
}

/** Betting on a draw that has no row yet ends later than it would have. */
export async function suspectLaterTimes(db: Db, { marketId, day, before, now, actor, at }: LaterTimes) {
  const details = { market: marketId, day, bids: 0, before, now }
  await write(db, { kind: 'moved_times', amount: 0, details, actor, at })
}

type Guarding = string | number | boolean | null
interface LoweredGuard extends By {
  readonly guard: string
  readonly before: Guarding
  readonly now: Guarding
  /** Of which market, and on which day, it is a limit. */
  readonly market?: number | null
  readonly day?: Day | null
}

/** A guard of the house was set lower, or off. */
export async function suspectLoweredGuard(db: Db, { actor, at, ...guard }: LoweredGuard): Promise<void> {
  await write(db, { kind: 'other_result', details: { newerKind: 'lowered_guard', ...guard }, actor, at })
}

interface Payout extends By {
  readonly requestId: number
  readonly userId: number
  readonly amount: Paise
  /** Of the money since the last payout, in paise. */
  readonly added: Paise
  readonly staked: Paise
}

/**
 * A withdrawal was paid of funds that an administrator had added or of deposits that no provider confirmed, also through
 * other players, and hardly staked.
 */
export async function suspectPayout(db: Db, { added, staked, ...payout }: Payout): Promise<void> {
  const details = { added: rupeesOf(added), staked: rupeesOf(staked) }
  await write(db, { kind: 'unplayed_payout', details, ...payout })
}

/** SQL: when, and by whom, an administrator last set what this player signs in with. */
export const signInGiven = (userId: number) => sql`
  select a.at, a.actor from audit a where a.thing = 'user' and a.thing_id = ${String(userId)}
    and a.act = ${api.users.update.path} and a.after ?| array['password', 'mpin', 'mobile']
  order by a.id desc limit 1`

/**
 * Money was sent on within a week after that: it may be who set it. What was sent since then is written at once, and again
 * when it is more than twice as much or an administrator looked: a small transfer hides nothing, and equal transfers add up.
 */
export async function suspectSentOn(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    insert into suspicions (kind, at, actor, user_id, amount, facts)
    select 'unplayed_payout', ${nowOf(db)}, g.actor, ${userId}, t.sent, '{"newerKind": "sent_on"}'
    from (${signInGiven(userId)}) g, lateral (
      select sum(p.amount) as sent from postings p where p.from_user = ${userId} and p.kind = 'transfer' and p.id >= (
        select o.id from postings o where o.from_user is not null and o.at >= g.at order by o.at, o.id limit 1)) t
    where g.at > ${nowOf(db)} - interval '7 days' and not exists (
      select from suspicions o where o.looked_at is null and o.user_id = ${userId}
        and o.facts->>'newerKind' = 'sent_on' and o.at >= g.at and o.amount * 2 >= t.sent)`)
}

interface Known extends By {
  readonly kind: 'moved_times' | 'other_result' | 'unplayed_payout'
  readonly userId?: number
  readonly requestId?: number
  readonly amount?: number
  readonly details: object
}

/** Of which nothing has to be read. */
async function write(db: Db, { kind, userId, requestId, amount, details, actor, at }: Known): Promise<void> {
  await db.run(sql`
    insert into suspicions (kind, at, actor, user_id, request_id, amount, facts)
    values (${kind}, ${at}, ${actor}, ${userId ?? null}, ${requestId ?? null}, ${amount ?? null}, ${JSON.stringify(details)}::jsonb)`)
}

/** A player and an administrator who sign in from one address so soon after each other are suspicious … */
const SOON = sql`interval '12 hours'`
/** … where no more players than these did within thirty days: an address of a carrier, or of a shop, is many people's. */
const FEW = 3

interface SignIn {
  readonly adminId?: number | undefined
  readonly userId?: number | undefined
  /** As the database writes it. */
  readonly at: string
  /** What the device is known by. */
  readonly mark: Buffer
  /** The hash of where it was; null where that tells nothing. */
  readonly address: Buffer | null
}

/** A player and an administrator signed in on one device, or from one address. Each pair is written once. */
export async function suspectSignIn(db: Db, { adminId, userId, mark, address, at }: SignIn): Promise<void> {
  const isOther = adminId === undefined ? sql`s.admin_id is not null` : sql`s.user_id is not null`
  await db.run(sql`
    insert into suspicions (kind, at, actor, user_id, facts)
    select m.kind, ${at}, m.actor, m.user_id,
      case m.kind when 'own_device' then '{}' else jsonb_build_object('players', p.players) end
    from (
      select 'admin:' || coalesce(s.admin_id, ${adminId ?? null}::int) as actor, coalesce(s.user_id, ${userId ?? null}::bigint) as user_id,
        case when bool_or(s.mark = ${mark}) then 'own_device' else 'own_address' end as kind
      from sign_ins s
      where ${isOther} and (s.mark = ${mark} or (s.address_hash = ${address} and s.at > ${at}::timestamptz - ${SOON}))
      group by 1, 2
    ) m, lateral (
      select count(distinct s.user_id) as players from sign_ins s
      where s.address_hash = ${address} and s.at > ${at}::timestamptz - interval '30 days' and m.user_id is not null
    ) p
    where (m.kind = 'own_device' or p.players <= ${FEW}) and not exists (
      select from suspicions o where o.kind = m.kind and o.actor = m.actor and o.user_id = m.user_id)`)
}

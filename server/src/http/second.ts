/**
 * Acts that wait for a second person: whether a call of an administrator waits by a limit of the settings, and what is
 * kept of it then. Deciding it is acts/decide.ts. Decision 35.
 */
import {
  AMOUNT_NAMES,
  type Amount,
  type Answer,
  ASKING,
  api,
  type Endpoint,
  type Input,
  type Limit,
  SWITCH_NAMES,
  t,
  WAITS,
  type waits,
} from '@munim/contract'
import type { Paise } from '@munim/core'
import type { z } from 'zod'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { Refusal } from '../refusal.ts'
import { type Caller, SIGN_IN_AGAIN } from './caller.ts'
import { withoutPersonal } from './personal.ts'
import { type Trace, writeTrail } from './trail.ts'

/** Who asks, or asked. */
type Asker = Pick<Caller, 'actor' | 'id' | 'rights'>

/** What an act would do now, as the audit would say it; of the call's limits those that it falls under. */
export interface Foreseen extends Trace {
  /** What it is about, in words. */
  readonly name: string
  readonly limits: readonly Limit[]
  /** Paise that count against a limit of an amount. */
  readonly amount?: Paise
  /** Fields that players change all the time: another value there makes it no other act. */
  readonly moving?: readonly string[]
  /** What the call leaves to the moment, as it is now: kept with it, for it is done at another moment. */
  readonly settled?: Readonly<Record<string, unknown>>
}

interface Foreseeing<I> {
  readonly input: I
  /** What the call's first step made. */
  readonly prepared: unknown
  readonly by: Asker
  /** It is about to be done: what it is measured and compared by is locked. Else it is only looked at. */
  readonly isAsked: boolean
}

/** Refuses what can't be done; null where no limit concerns it. */
export type Foresee<I = never> = (db: Db, asked: Foreseeing<I>) => Promise<Foreseen | null>

/** How a call that may wait is done later: the parts that it is served with. */
export interface WaitableCall {
  readonly endpoint: Endpoint
  readonly handler: (db: Db, input: never, caller: Caller, prepared: never) => Promise<unknown>
  readonly prepare?: ((...asked: never[]) => Promise<unknown>) | undefined
  readonly finish?: ((...asked: never[]) => Promise<void>) | undefined
}

export interface Second {
  /** By path: the calls that may wait, and what tells what they would do. */
  readonly calls: Map<string, WaitableCall>
  readonly foresights: Map<string, Foresee>
}

export const openSecond = (): Second => ({ calls: new Map(), foresights: new Map() })

/** Says what a call that may wait for a second person would do. */
export function foresee<E extends Endpoint>(
  { second }: { readonly second: Second },
  endpoint: E,
  tells: Foresee<Input<E>>,
): void {
  second.foresights.set(endpoint.path, tells as Foresee)
}

export function foreseen(second: Second, path: string, db: Db, asked: Foreseeing<unknown>) {
  const tells = second.foresights.get(path)
  if (!tells) throw new Error(`${path} may wait for a second person, and nothing tells what it would do`)
  return tells(db, asked as Foreseeing<never>)
}

/** Amounts in paise. */
export type Limits = Readonly<
  Pick<Answer<typeof api.security.get>['data'], Amount | 'rates' | 'payee' | 'hours' | 'administrators'>
>

/** SQL: whether administrator `a` counts as one of several: active, or blocked so shortly that it may be undone at once. */
export const isOneOfSeveral = (db: Db): Statement =>
  sql`(a.is_active or a.blocked_at > ${nowOf(db)} - interval '1 day')`

export function readLimits(db: Db): Promise<Limits> {
  return db.only<Limits>(sql`
    /* read-limits */
    select s.funds, s.deposits, s.withdrawals, s.losses, s.reverts, s.rates, s.payee, s.hours,
      (select count(*) from admins a where ${isOneOfSeveral(db)}) as administrators
    from security s`)
}

const isAmount = (name: Limit): name is Amount => (AMOUNT_NAMES as readonly string[]).includes(name)

/** Whether a limit is set, and there are several administrators. */
export const isOn = (limits: Limits): boolean => isSet(limits, 'guards')

function isSet(limits: Limits, name: Limit): boolean {
  if (limits.administrators < 2) return false
  if (name === 'guards')
    return AMOUNT_NAMES.some((each) => limits[each] !== null) || SWITCH_NAMES.some((each) => limits[each])
  return isAmount(name) ? limits[name] !== null : limits[name]
}

export type Waits = z.output<typeof waits>
export const isWaiting = (answer: unknown): answer is Waits =>
  (answer as Partial<Waits> | null)?.status === 'waiting'

interface Asked {
  readonly input: unknown
  readonly prepared: unknown
  readonly caller: Caller
}

/**
 * `waits` is answered in place of the call's own answer where it waits for a second person. Else it is done now, with what
 * it left to the moment as it was measured.
 */
export async function askSecond(
  second: Second,
  endpoint: Endpoint,
  db: Db,
  { input, prepared, caller }: Asked,
): Promise<{ readonly waits?: Waits; readonly settled?: Foreseen['settled'] }> {
  if (!endpoint.second) return {}
  const limits = await readLimits(db)
  if (!endpoint.second.some((name) => isSet(limits, name))) return {}
  // A void counts before it locks its draw and wallets, a revert after: they would wait for each other.
  if (endpoint.second.includes('reverts'))
    await db.run(sql`select pg_advisory_xact_lock(${LOCKS.alone}::int, ${caller.id}::int)`)
  const act = await foreseen(second, endpoint.path, db, { input, prepared, by: caller, isAsked: true })
  if (!act || !(await isAbove(db, limits, act, caller.id))) return { settled: act?.settled }
  return { waits: await keep(db, { endpoint, act, hours: limits.hours, input, prepared, caller }) }
}

/**
 * A call with what was measured in place of what its caller leaves to the moment. Of fields that it is based on, those that
 * were not measured stay as they were sent.
 */
export function asMeasured<I>(input: I, settled: Foreseen['settled'] = {}): I {
  const { basedOn } = settled
  const isOfFields = typeof basedOn === 'object' && !Array.isArray(basedOn)
  const sent = (input as { readonly basedOn?: object }).basedOn
  return { ...input, ...settled, ...(isOfFields && { basedOn: { ...sent, ...basedOn } }) }
}

/** Above a limit of 0 is every act. What is not above is counted: many small acts are one large one. */
async function isAbove(db: Db, limits: Limits, { limits: by, amount }: Foreseen, adminId: number) {
  for (const name of by.filter((each) => isSet(limits, each))) {
    if (!isAmount(name)) return true
    const most = limits[name]!
    if (most === 0 || amount === undefined) return true
    if (!(await countAlone(db, { adminId, name, amount, most }))) return true
  }
  return false
}

interface Alone {
  readonly adminId: number
  readonly name: Amount
  readonly amount: Paise
  readonly most: number
}

/** Adds it to what the administrator did alone today, to the end of the transaction before all others; false where that is too much. */
async function countAlone(db: Db, { adminId, name, amount, most }: Alone): Promise<boolean> {
  const counted = await db.run(sql`
    insert into act_sums as t (admin_id, limit_name, day, amount, at)
    select ${adminId}::int, ${name}::text, (n.at at time zone 'Asia/Kolkata')::date, ${amount}::bigint, n.at
    from (select ${nowOf(db)} as at) n where ${amount}::bigint <= ${most}::bigint
    on conflict (admin_id, limit_name, day) do update set amount = t.amount + excluded.amount, at = excluded.at
    where t.amount + excluded.amount <= ${most}::bigint`)
  return counted === 1
}

/** SQL: whether the audit has that who is said to have asked for waiting act `w` did so, as it is kept. */
export const isAskedFor: Statement = sql`exists (
  select from audit q where q.thing = 'act' and q.thing_id = w.id::text and q.act = ${ASKING} and q.actor = 'admin:' || w.asker_id
    and q.after->>'call' = w.act and q.after->>'of' = w.thing || ' ' || w.thing_id
    and round(coalesce((q.after->>'amount')::numeric, 0) * 100) = coalesce(w.amount, 0)
    and q.at between w.at - interval '1 second' and w.at + interval '10 minutes')`

/** A password is kept as what its first step made of it; what is written of a player, without the player's own data. */
async function keptInput(db: Db, input: unknown, act: Foreseen): Promise<unknown> {
  const { password: _password, ...kept } = { ...(input as Record<string, unknown>), ...act.settled }
  for (const field of ['note', 'reason']) {
    const text = kept[field]
    if (typeof text === 'string') kept[field] = await withoutPlayer(db, act, text)
  }
  return kept
}

/** A text about this without the data of the player whom it concerns; as it is where it concerns none. */
export async function withoutPlayer(
  db: Db,
  { subject, id }: Pick<Trace, 'subject' | 'id'>,
  text: string,
): Promise<string> {
  if (!['user', 'request', 'bid'].includes(subject)) return text
  const player = await db.maybe<{ id: number | null }>(sql`
    select case ${subject}::text when 'user' then ${id}::bigint
      when 'request' then (select r.user_id from requests r where r.id = ${id}::bigint)
      else (select p.from_user from postings p where p.bid_id = ${id}::bigint and p.kind = 'stake') end as id`)
  return player?.id ? withoutPersonal(db, player.id, text) : text
}

interface Kept extends Asked {
  readonly endpoint: Endpoint
  readonly act: Foreseen
  readonly hours: number
}

/** One act of a kind waits of these: of two that are confirmed the second could not be done. */
const DECIDED_ONCE = ['request', 'bid', 'draw']

async function keep(db: Db, { endpoint, act, hours, input, prepared, caller }: Kept): Promise<Waits> {
  // Recovering an account ends its sessions, then what waits of it: this is kept before, or refused.
  const session = await db.maybe(sql`
    select token_hash from sessions where token_hash = ${caller.tokenHash} for key share`)
  if (!session) throw new Refusal(401, SIGN_IN_AGAIN)
  // A batch that is being made has it locked, and tells a bank of none whose decision waits.
  if (act.subject === 'request')
    await db.run(sql`select from requests where id = ${act.id}::bigint for no key update`)
  await db.run(sql`
    update waiting_acts set outcome = 'expired', decided_at = expires_at
    where outcome is null and expires_at <= ${nowOf(db)}`)
  const kept = JSON.stringify(await keptInput(db, input, act))
  const isSame = sql`w.act = ${endpoint.path} and w.thing = ${act.subject} and w.thing_id = ${String(act.id)} and w.outcome is null`
  const asked = await db.maybe<{ id: number; expiresAt: string }>(sql`
    insert into waiting_acts (act, input, prepared, limits, amount, thing, thing_id, asker_id, address, at, expires_at)
    select ${endpoint.path}, ${kept}::jsonb,
      ${prepared === undefined ? null : JSON.stringify(prepared)}::jsonb, ${[...act.limits]}::text[], ${act.amount ?? null}::bigint,
      ${act.subject}, ${String(act.id)}, ${caller.id}, ${caller.address}, t.at, t.at + make_interval(hours => ${hours})
    from (select ${nowOf(db)} as at) t
    where not (${act.subject} = any(${DECIDED_ONCE}::text[])
      and exists (select from waiting_acts w where ${isSame}))
    on conflict (act, md5(input::text)) where outcome is null do nothing
    returning id, expires_at as "expiresAt"`)
  if (!asked) {
    const other = await db.maybe<{ name: string }>(sql`
      select a.user_name as name from waiting_acts w join admins a on a.id = w.asker_id where ${isSame}
      order by w.input = ${kept}::jsonb desc, w.id desc limit 1`)
    throw new Refusal(409, '{name} asked for this already: it waits for a second person', {
      values: { name: other?.name ?? '–' },
    })
  }
  const after = {
    call: endpoint.path,
    of: `${act.subject} ${act.id}`,
    ...(act.amount && { amount: act.amount / 100 }),
  }
  await writeTrail(db, ASKING, { ...caller, trail: [{ subject: 'act', id: asked.id, after }] })
  return { status: 'waiting', message: t(WAITS), act: asked }
}

/** Administrators and roles, locked to the end of the transaction. */
export async function lockAdministrators(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${LOCKS.administrators}::int, 0)`)
}

/** Ends what waits of all that they asked for: it may have been another who held their account. */
export async function withdrawActsOf(
  db: Db,
  id: number,
  by: { readonly id: number | null; readonly actor: string; readonly address: string },
): Promise<void> {
  const ended = await db.many<{ id: number; call: string; of: string }>(sql`
    update waiting_acts set outcome = 'withdrawn', decider_id = ${by.id}, decided_at = ${nowOf(db)}
    where asker_id = ${id} and outcome is null and expires_at > ${nowOf(db)}
    returning id, act as call, thing || ' ' || thing_id as of`)
  if (ended.length === 0) return
  const trail = ended.map(({ id: act, ...each }) => ({
    subject: 'act' as const,
    id: act,
    after: { outcome: 'withdrawn', ...each, asked_by: `admin:${id}` },
  }))
  await writeTrail(db, api.acts.withdraw.path, { ...by, trail })
}

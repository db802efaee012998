/** Acts that wait for a second person in SQL, and what each would do now. */
import {
  AMOUNT_NAMES,
  type Amount,
  type Answer,
  api,
  type Endpoint,
  type Input,
  missingFor,
  missingForFields,
  RIGHTS,
  type Right,
  t,
  WAITING_AT_MOST,
} from '@munim/contract'
import { type Paise, paise, rupeesOf } from '@munim/core'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { eachPart, type List, orderBy, readPage, slice } from '../database/list.ts'
import { type Caller, rightsOf } from '../http/caller.ts'
import { foreseen, isAskedFor, isOn, readLimits, type Second } from '../http/second.ts'
import type { Trace } from '../http/trail.ts'
import { Refusal } from '../refusal.ts'

type Act = Answer<typeof api.acts.confirm>['data']
type By = Pick<Caller, 'id' | 'rights'>

/** As it is stored; `outcome` is null while it waits. */
interface Row
  extends Pick<Act, 'id' | 'call' | 'limits' | 'amount' | 'thing_id' | 'at' | 'expiresAt' | 'note'> {
  readonly thing: Trace['subject']
  readonly asker_id: number
  readonly asker_name: string
  readonly is_over: boolean
  readonly outcome: Exclude<Act['outcome'], 'waiting'> | null
  readonly decidedBy: string
  readonly decidedAt: string | null
  readonly input: unknown
  readonly prepared: unknown
  /** From which it was asked for. */
  readonly address: string
}

const fields = (db: Db) => sql`
  w.id, w.act as call, w.limits, w.amount / 100.0::float8 as amount, w.thing, w.thing_id, w.asker_id, a.user_name as asker_name,
  w.at, w.expires_at as "expiresAt", w.expires_at <= ${nowOf(db)} as is_over, w.outcome, coalesce(d.user_name, '') as "decidedBy",
  w.decided_at as "decidedAt", w.note, w.input, w.prepared, w.address`
const joined = sql`join admins a on a.id = w.asker_id left join admins d on d.id = w.decider_id`

/** Locked against other decisions to the end of the transaction, where it is to be decided. */
export async function findAct(db: Db, id: number, lock: 'lock' | 'read'): Promise<Row | undefined> {
  // Read after that: a statement that waited for the row would join who decided it as it was before.
  if (lock === 'lock') await db.run(sql`select from waiting_acts where id = ${id} for no key update`)
  return db.maybe<Row>(sql`select ${fields(db)} from waiting_acts w ${joined} where w.id = ${id}`)
}

/** Whether the audit says that its administrator asked for it: a row alone may have been written in another's name. */
export async function isAsked(db: Db, id: number): Promise<boolean> {
  return (await db.maybe(sql`select from waiting_acts w where w.id = ${id} and ${isAskedFor}`)) !== undefined
}

export interface Decision {
  readonly id: number
  readonly outcome: 'confirmed' | 'declined' | 'withdrawn'
  readonly by: By
  readonly note: string
}

export async function writeDecision(db: Db, { id, outcome, by, note }: Decision): Promise<void> {
  await db.run(sql`
    update waiting_acts set outcome = ${outcome}, decider_id = ${by.id}, decided_at = ${nowOf(db)}, note = ${note}
    where id = ${id}`)
}

interface Administrator {
  readonly id: number
  readonly userName: string
  /** Neither blocked nor with a password that they are to change first. */
  readonly isActive: boolean
  readonly isBlocked: boolean
  /** The same of all that passwords were given among: each may be able to sign in as the others. */
  readonly circle: string
  readonly rights: ReadonlySet<Right>
}

const { create, setPassword, removeFactors } = api.administrators

/** Who they are and what they may do now. */
export async function readAdministrators(db: Db): Promise<Administrator[]> {
  const rows = await db.many<
    Given & Record<'is_active' | 'is_blocked', boolean> & { user_name: string; rights: string[] }
  >(sql`
    with given as (
      select distinct on (thing_id) thing_id, id, actor from audit
      where act = any(${[create, setPassword].map(({ path }) => path)}::text[]) and thing = 'admin'
      order by thing_id, id desc
    ), removed as (
      select distinct on (a.thing_id) a.thing_id, a.actor from audit a left join given g on g.thing_id = a.thing_id
      where a.act = ${removeFactors.path} and a.thing = 'admin' and a.id > coalesce(g.id, 0)
      order by a.thing_id, a.id desc)
    select a.id, a.user_name, a.is_active and not a.must_change_password as is_active, not a.is_active as is_blocked,
      r.is_owner, r.rights, array(
        select actor from (select thing_id, actor from given union select thing_id, actor from removed) g
        where thing_id = a.id::text and actor like 'admin:%') as givers
    from admins a join roles r on r.id = a.role_id order by a.id`)
  const circles = circlesOf(rows)
  return rows.map(({ id, user_name, is_active, is_blocked, ...role }) => ({
    id,
    userName: user_name,
    isActive: is_active,
    isBlocked: is_blocked,
    circle: circles(`admin:${id}`),
    rights: rightsOf(role),
  }))
}

interface Given {
  readonly id: number
  readonly is_owner: boolean
  /** Who asked for its password last, and for the removal of its second factors since; not the server's operator. */
  readonly givers: readonly string[]
}

/** Who gave a password and who got it are of one circle, and so is who got one of either. An Owner, who may do all, is of none. */
function circlesOf(rows: readonly Given[]): (actor: string) => string {
  const owners = new Set(rows.filter((row) => row.is_owner).map(({ id }) => `admin:${id}`))
  const within = new Map<string, string>()
  const circleOf = (actor: string): string => {
    const next = within.get(actor)
    return next === undefined ? actor : circleOf(next)
  }
  for (const { id, givers } of rows)
    for (const giver of givers) {
      const [one, other] = [circleOf(`admin:${id}`), circleOf(giver)]
      if (one !== other && !owners.has(giver) && !owners.has(`admin:${id}`)) within.set(one, other)
    }
  return circleOf
}

/** Whether one may be able to sign in as the other, by passwords that were given: they may be one person. */
export const areTied = (one: Administrator, other: Administrator): boolean => one.circle === other.circle

export const tiedTo = (name: string): Refusal =>
  new Refusal(
    409,
    'You and {name} were given passwords by one of you or by the same administrator: another one confirms it',
    { values: { name } },
  )

/** The right that is missing for doing this, and so for confirming it; null where none is. `changed`: the fields that it changes. */
export function missingForAct(
  endpoint: Endpoint,
  changed: readonly string[],
  rights: ReadonlySet<Right>,
): Right | null {
  if (endpoint.access !== 'admin') return null
  const missing = missingFor(endpoint, rights)
  return missing ?? (endpoint.fieldRights ? missingForFields(endpoint, changed, rights) : null)
}

/** Why what this administrator asked for is not done: they could not do it now; null where they could. */
export function refusedTo(
  { isActive, isBlocked, userName, rights }: Administrator,
  endpoint: Endpoint,
): Refusal | null {
  const values = { name: userName }
  if (isBlocked) return new Refusal(409, '{name} is blocked: what they asked for is not done', { values })
  if (!isActive)
    return new Refusal(
      409,
      '{name} has not changed the password they were given: what they asked for is not done',
      { values },
    )
  const missing = missingForAct(endpoint, [], rights)
  return missing === null
    ? null
    : new Refusal(409, '{name} may not do this any more: {right}', {
        values: { name: userName, right: t(RIGHTS[missing]) },
      })
}

/**
 * The fields that an act changes: of one that can't be done now, those that it was asked for with. Earlier servers kept
 * the version that it was made from, too, which is none.
 */
export const fieldsOf = ({ input }: Pick<Row, 'input'>, effect: Act['effect']): string[] =>
  Object.keys(effect?.after ?? (input as object)).filter((field) => field !== 'version')

/** What is stored of an act, and what follows from it now. */
export async function shown(
  db: Db,
  second: Second,
  row: Row,
  { administrators, by }: { readonly administrators: readonly Administrator[]; readonly by: By },
): Promise<Act> {
  const { asker_id, asker_name, is_over, outcome, input, prepared, address, ...stored } = row
  const is = outcome ?? (is_over ? ('expired' as const) : ('waiting' as const))
  const asker = administrators.find(({ id }) => id === asker_id)!
  const future = is === 'waiting' ? await look(db, second, row, asker) : NOTHING
  const { endpoint } = second.calls.get(row.call)!
  const tied = administrators.filter((each) => areTied(each, asker)).map(({ id }) => id) // Who asked among them.
  const changed = fieldsOf(row, future.effect)
  const may = ({ id, rights }: By) => !tied.includes(id) && missingForAct(endpoint, changed, rights) === null
  const isTied = asker_id !== by.id && tied.includes(by.id)
  const mayDecline = is === 'waiting' && isTied && missingForAct(endpoint, changed, by.rights) === null
  return {
    ...stored,
    ...future,
    ...(mayDecline && { whyOnlyDecline: tiedTo(asker_name).message }),
    refusal: future.refusal ?? (is === 'waiting' ? (refusedTo(asker, endpoint)?.message ?? null) : null),
    asker: { id: asker_id, userName: asker_name },
    outcome: is,
    isOwn: asker_id === by.id,
    mayDecide: is === 'waiting' && may(by),
    confirmers: administrators.filter((each) => each.isActive && may(each)).map(({ userName }) => userName),
  }
}

const NOTHING = { effect: null, refusal: null, subject: '' } as const

/** What it would do now, or why it can't be done. */
async function look(
  db: Db,
  second: Second,
  { call, input, prepared }: Row,
  { id, rights }: Administrator,
): Promise<Pick<Act, 'effect' | 'refusal' | 'subject'>> {
  const by = { id, rights, actor: `admin:${id}` }
  try {
    const act = await foreseen(second, call, db, { input, prepared, by, isAsked: false })
    if (!act) return NOTHING
    const effect = { before: { ...act.before }, after: { ...act.after } }
    return { effect, refusal: null, subject: act.name }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { effect: null, refusal: error.message, subject: '' }
  }
}

const isOpen = (db: Db) => sql`w.outcome is null and w.expires_at > ${nowOf(db)}`

/** Those of others that the caller may confirm by their calls. */
function mayDecide(second: Second, by: By): Statement {
  const calls = [...second.calls.values()]
    .filter(({ endpoint }) => endpoint.access === 'admin' && missingFor(endpoint, by.rights) === null)
    .map(({ endpoint }) => endpoint.path)
  return sql`w.act = any(${calls}::text[]) and w.asker_id <> ${by.id}`
}

/** Of acts by calls whose fields ask for other rights: those that the caller may not confirm as they are now, by what the list says. */
async function findBeyond(
  db: Db,
  second: Second,
  { by, administrators }: { readonly by: By; readonly administrators: readonly Administrator[] },
): Promise<number[]> {
  const calls = [...second.calls.values()].flatMap(({ endpoint }) => {
    if (endpoint.access !== 'admin' || !endpoint.fieldRights) return []
    const fields = ['others', ...Object.keys(endpoint.fieldRights)]
    return missingForFields(endpoint, fields, by.rights) === null ? [] : [endpoint.path]
  })
  if (calls.length === 0) return []
  const rows = await db.many<Row>(sql`
    select ${fields(db)} from waiting_acts w ${joined}
    where ${isOpen(db)} and ${mayDecide(second, by)} and w.act = any(${calls}::text[])`)
  const beyond: number[] = []
  for (const row of rows) {
    const { mayDecide: may } = await shown(db, second, row, { administrators, by })
    if (!may) beyond.push(row.id)
  }
  return beyond
}

/** Those that the caller may confirm, and the caller's own. */
export async function listActs(
  db: Db,
  second: Second,
  { waits, ...page }: Input<typeof api.acts.list>,
  by: By,
): Promise<Answer<typeof api.acts.list>> {
  const isWaiting = isOpen(db)
  const all = sql`(${mayDecide(second, by)} or w.asker_id = ${by.id} and w.act = any(${[...second.calls.keys()]}::text[]))
    and ${waits ? isWaiting : sql`(${isWaiting}) is not true`}`
  const list: List<Row> = {
    blocks: sql`select null as block, count(*) as rows from waiting_acts w where ${all}`,
    rows: (parts) => sql<Row>`
      select ${fields(db)} from (${eachPart(parts, (part) => {
        const after =
          part.after && (waits ? sql`and w.id > ${part.after.id}` : sql`and w.id < ${part.after.id}`)
        return sql`select w.* from waiting_acts w where ${all} ${after ?? sql``} ${slice(part, [sql`w.id`], waits)}`
      })}) w ${joined} ${orderBy([sql`w.id`], waits)}`,
  }
  const { data, ...counted } = await readPage(db, list, page)
  const rows: Act[] = []
  const administrators = data.length === 0 ? [] : await readAdministrators(db)
  for (const row of data) rows.push(await shown(db, second, row, { administrators, by }))
  return { ...counted, data: rows, isOn: isOn(await readLimits(db)) }
}

/** Who asked for what, and how many of it wait for the caller. */
export async function readWaiting(db: Db, second: Second, by: By): Promise<Answer<typeof api.acts.waiting>> {
  type Waiting = Answer<typeof api.acts.waiting>['data'][number]
  const data = await db.many<Waiting>(sql`
    select w.id, w.act as call, w.thing, w.thing_id, w.at, json_build_object('id', a.id, 'userName', a.user_name) as asker
    from waiting_acts w join admins a on a.id = w.asker_id where ${isOpen(db)} order by w.id desc limit ${WAITING_AT_MOST}`)
  return { data, toDecide: (await readToDecide(db, second, by)).count }
}

/**
 * What this administrator may still do alone today, in rupees: an act above it waits. null: no limit is set, or there are fewer
 * than two administrators.
 */
export async function readAlone(db: Db, adminId: number): Promise<Answer<typeof api.acts.alone>['data']> {
  const limits = await readLimits(db)
  const done = await db.many<{ name: string; amount: Paise }>(sql`
    select limit_name as name, amount from act_sums
    where admin_id = ${adminId} and day = (${nowOf(db)} at time zone 'Asia/Kolkata')::date`)
  const left = (name: Amount) => {
    const most = limits[name]
    if (most === null || limits.administrators < 2) return null
    return rupeesOf(paise(Math.max(0, most - (done.find((each) => each.name === name)?.amount ?? 0))))
  }
  return Object.fromEntries(AMOUNT_NAMES.map((name) => [name, left(name)])) as Record<Amount, number | null>
}

interface ToDecide {
  readonly count: number
  readonly since: string | null
  readonly latest: number | null
}

/** Of those that wait for the caller: how many, since when the oldest, and the number of the latest; null where none does. */
export async function readToDecide(db: Db, second: Second, by: By): Promise<ToDecide> {
  const except = (acts: readonly number[], askers: readonly number[]) =>
    db.only<ToDecide>(sql`
      select count(*) as count, min(w.at) as since, max(w.id) as latest from waiting_acts w
      where ${isOpen(db)} and ${mayDecide(second, by)} and w.id <> all(${acts}::bigint[]) and w.asker_id <> all(${askers}::int[])`)
  const all = await except([], [])
  if (all.count === 0) return all
  const administrators = await readAdministrators(db)
  const own = administrators.find(({ id }) => id === by.id)
  const tied = administrators.filter((each) => each !== own && own && areTied(each, own)).map(({ id }) => id)
  const beyond = await findBeyond(db, second, { by, administrators })
  return tied.length + beyond.length === 0 ? all : except(beyond, tied)
}

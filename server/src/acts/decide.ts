/**
 * Deciding an act that waits for a second person: the call is done as it was asked for, in the transaction that says who
 * confirmed it. Whether a call waits is http/second.ts.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Answer, type api, type Input, lacking, msg, t } from '@munim/contract'
import { isOnDeviceOf } from '../auth/sign-ins.ts'
import type { Database, Db } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import { lanesOf } from '../http/lanes.ts'
import {
  type Foreseen,
  foreseen,
  lockAdministrators,
  type Second,
  type WaitableCall,
  withoutPlayer,
} from '../http/second.ts'
import { type Trace, writeTrail } from '../http/trail.ts'
import { found, madeFromOld, Refusal } from '../refusal.ts'
import {
  areTied,
  type Decision,
  fieldsOf,
  findAct,
  isAsked,
  missingForAct,
  readAdministrators,
  refusedTo,
  shown,
  tiedTo,
  writeDecision,
} from './queries.ts'

type Act = Answer<typeof api.acts.confirm>['data']

const NOT_FOUND = msg('There is no such act')

/** The act, locked, where it still waits, and its call. */
async function lockWaiting(db: Db, second: Second, id: number) {
  const act = found(await findAct(db, id, 'lock'), NOT_FOUND)
  if (act.outcome === 'withdrawn' && act.decidedBy === '')
    throw new Refusal(409, 'This was withdrawn at the server')
  if (act.outcome !== null && act.outcome !== 'expired')
    throw new Refusal(
      409,
      '{name} has {outcome, select, confirmed {confirmed} declined {declined} other {withdrawn}} this already',
      { values: { name: act.decidedBy, outcome: act.outcome } },
    )
  if (act.is_over) throw new Refusal(409, 'This has waited too long and is over. It can be asked for again.')
  if (act.outcome === 'expired') throw new Refusal(409, 'The player was deleted meanwhile: this is over.')
  return { act, call: found(second.calls.get(act.call), NOT_FOUND) }
}

type Waiting = Awaited<ReturnType<typeof lockWaiting>>

/** Who asked decides nothing, nor who could not do it themselves. `changed`: the fields that it changes. */
function checkDecider({ act, call }: Waiting, { id, rights }: Caller, changed: readonly string[] = []): void {
  const missing = missingForAct(call.endpoint, changed, rights)
  if (missing !== null) throw new Refusal(403, lacking(missing))
  if (act.asker_id === id) throw new Refusal(409, 'Another administrator decides what you asked for')
}

/** Who asked, with the rights that both have. Refused where they could not do it now, or may be who confirms it. */
async function askerOf(db: Db, { act, call }: Waiting, by: Caller): Promise<Caller> {
  const administrators = await readAdministrators(db)
  const asker = administrators.find(({ id }) => id === act.asker_id)!
  const refused = refusedTo(asker, call.endpoint)
  if (refused !== null) throw refused
  if (areTied(asker, administrators.find(({ id }) => id === by.id)!)) throw tiedTo(act.asker_name)
  return {
    ...by,
    actor: `admin:${asker.id}`,
    id: asker.id,
    tokenHash: Buffer.alloc(0),
    rights: asker.rights.intersection(by.rights),
    address: act.address,
    signal: by.signal,
    trail: [],
    lanes: [],
  }
}

type Effect = NonNullable<Act['effect']>

/** As it was answered, without what moves by itself. */
function meantOf({ before = {}, after = {} }: Partial<Effect>, moving: Foreseen['moving'] = []) {
  const still = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !moving.includes(field)))
  return JSON.parse(JSON.stringify({ before: still(before), after: still(after) }))
}

/** Refuses to do another thing than who confirms it has read. What it would do stays as it is to the end of the transaction. */
async function checkBase(
  db: Db,
  second: Second,
  { act, basedOn, by }: Pick<Waiting, 'act'> & { readonly basedOn: Effect | null; readonly by: Caller },
): Promise<void> {
  const { input, prepared } = act
  const now = await foreseen(second, act.call, db, { input, prepared, by, isAsked: true })
  const isSame =
    now && basedOn
      ? isDeepStrictEqual(meantOf(basedOn, now.moving), meantOf(now, now.moving))
      : now === basedOn
  if (!isSame) throw madeFromOld(t('What this would do has changed meanwhile: look at it again.'))
}

export async function confirmAct(
  db: Db,
  second: Second,
  { id, note = '', basedOn }: Input<typeof api.acts.confirm>,
  by: Caller,
  prepared: unknown,
): Promise<Act> {
  // As a block of who asked does, which ends their acts: first the administrators, then the act.
  const asked = second.calls.get((await findAct(db, id, 'read'))?.call ?? '')
  if (asked?.endpoint.right === 'administrators') await lockAdministrators(db)
  const waiting = await lockWaiting(db, second, id)
  const { act, call } = waiting
  checkDecider(waiting, by)
  if (!(await isAsked(db, id)))
    throw new Refusal(409, 'The audit does not say that {name} asked for this: decline it', {
      values: { name: act.asker_name },
    })
  const asker = await askerOf(db, waiting, by)
  if (await isOnDeviceOf(db, asker.id, by.tokenHash))
    throw new Refusal(409, '{name} signs in on this device, too: confirm it on a device of your own', {
      values: { name: act.asker_name },
    })
  if (basedOn !== undefined) await checkBase(db, second, { act, basedOn, by: asker })
  await call.handler(db, act.input as never, asker, (act.prepared ?? prepared) as never)
  await writeTrail(db, act.call, { ...asker, trail: asker.trail.map((trace) => confirmed(trace, id, by)) })
  return write(db, second, { id, outcome: 'confirmed', note, by })
}

const confirmed = (trace: Trace, id: number, { actor }: Caller): Trace => ({
  ...trace,
  after: { ...trace.after, waiting_act: id, confirmed_by: actor },
})

export async function declineAct(
  db: Db,
  second: Second,
  { id, note }: Input<typeof api.acts.decline>,
  by: Caller,
): Promise<Act> {
  const waiting = await lockWaiting(db, second, id)
  checkDecider(waiting, by)
  const { effect } = await shown(db, second, waiting.act, {
    administrators: await readAdministrators(db),
    by,
  })
  checkDecider(waiting, by, fieldsOf(waiting.act, effect))
  return write(db, second, { id, outcome: 'declined', note, by })
}

/** Only by who asked for it. */
export async function withdrawAct(db: Db, second: Second, id: number, by: Caller): Promise<Act> {
  const { act } = await lockWaiting(db, second, id)
  if (act.asker_id !== by.id) throw new Refusal(409, 'Only who asked for it withdraws it')
  return write(db, second, { id, outcome: 'withdrawn', note: '', by })
}

type Written = Decision & { readonly by: Caller }

async function write(db: Db, second: Second, { id, outcome, note: typed, by }: Written): Promise<Act> {
  const row = (await findAct(db, id, 'read'))!
  const note = await withoutPlayer(db, { subject: row.thing, id: row.thing_id }, typed)
  await writeDecision(db, { id, outcome, by, note })
  const of = `${row.thing} ${row.thing_id}`
  const after = { outcome, call: row.call, of, asked_by: `admin:${row.asker_id}`, note }
  by.trail.push({ subject: 'act', id, after })
  return shown(db, second, (await findAct(db, id, 'read'))!, {
    administrators: await readAdministrators(db),
    by,
  })
}

/** What comes before the transaction: the lanes that the call waits in, and its own first step where that kept nothing. */
export async function prepareAct(
  database: Database,
  second: Second,
  id: number,
  by: Caller,
): Promise<unknown> {
  const act = await findAct(database, id, 'read')
  const call = act && act.outcome === null ? second.calls.get(act.call) : undefined
  if (!act || !call) return undefined
  by.lanes.push(...lanesOf(call.endpoint, act.input, { id: act.asker_id, lanes: [] }))
  return act.prepared === null ? firstStep(call)(database, act.input, by) : undefined
}

const firstStep = ({ prepare }: WaitableCall) =>
  (prepare ?? (async () => undefined)) as (database: Database, input: unknown, by: Caller) => Promise<unknown>

/** What comes after it was confirmed: the refunds of a void. */
export async function finishAct(database: Database, second: Second, id: number): Promise<void> {
  const { call, input } = (await findAct(database, id, 'read'))!
  const finish = second.calls.get(call)?.finish as
    | ((database: Database, input: unknown) => Promise<void>)
    | undefined
  await finish?.(database, input)
}

/**
 * Delivering one part of a message: claim a hundred devices, send, settle, and on. The claim is committed before the
 * first request leaves, and what was claimed is never sent again: a device gets a message at most once, whichever server
 * is killed at whatever moment. What a killed server had claimed is counted as unknown.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Db, nowOf, sql } from '../database/db.ts'
import { faultOf } from './fault.ts'
import type { Message, Outcome, Sender } from './fcm.ts'
import { wanted } from './send.ts'

/** Some devices of a message, from one to another in the order of their numbers. */
export interface Part {
  readonly message: number
  readonly from: number
  readonly to: number
  /** How often it came to nothing. */
  readonly failures: number
  /** A small message overtakes the parts of large ones. */
  readonly isSmall: boolean
}

/** So many are unknown at most where a server dies in the middle of a part. */
const CLAIM = 100
const AT_ONCE = 25
/** So many answers of "not now" one after the other are taken to hold for all devices. */
const PATIENCE = 20
const LONGEST_PAUSE_MS = 300_000
/** Longer than a database takes to come back, on another machine too. */
const SETTLE_WITHIN_MS = 60_000
const SETTLE_EVERY_MS = 500

interface Delivering {
  readonly db: Db
  readonly sender: Sender
  /** All parts of this server rest until then, of `performance.now()`. */
  readonly rest: { until: number }
  /** The server is to end: nothing more is begun. */
  readonly isEnding: () => boolean
  readonly count: (outcome: Outcome['is']) => void
  /** How long a request took. */
  readonly time: (seconds: number) => void
}

/** Undefined when the part is done with; otherwise what is left of it, and when to go on. */
export async function deliver(
  delivering: Delivering,
  part: Part,
): Promise<{ part: Part; afterMs: number } | undefined> {
  const { db, sender, rest, isEnding } = delivering
  const message = await readMessage(db, part.message)
  if (!message) return undefined
  let after = part.from - 1
  let { failures } = part
  const hindrances: Later[] = []
  while (true) {
    if (isEnding()) return { part, afterMs: 0 }
    const restMs = rest.until - performance.now()
    if (restMs > 0) return { part, afterMs: restMs }
    const hindrance = await sender.signIn()
    if (hindrance) {
      await noteFault(db, hindrance.because)
      return putOff(delivering, part, [hindrance])
    }
    const claimed = await claim(db, part, message, after)
    if (claimed.last === undefined) break
    after = claimed.last
    const outcomes = await sendAll(delivering, message, claimed.devices)
    await settle(db, part.message, outcomes)
    for (const { is } of outcomes.values()) delivering.count(is)
    const put = [...outcomes.values()].filter((outcome): outcome is Later => outcome.is === 'later')
    if (isEnding()) continue
    if (put.length < outcomes.size) failures = 0
    hindrances.push(...put)
    const general = put.find(({ isGeneral }) => isGeneral)
    const isGeneral = general !== undefined || hindrances.length >= PATIENCE
    // What holds for all is told; where some were taken meanwhile, that others were not is no fault of the whole.
    if (general || (isGeneral && put.length === outcomes.size))
      await noteFault(db, (general ?? put[0]!).because)
    if (isGeneral) return putOff(delivering, { ...part, failures }, hindrances)
  }
  await finish(db, part.message)
  return hindrances.length === 0 ? undefined : putOff(delivering, { ...part, failures }, hindrances)
}

type Later = Extract<Outcome, { is: 'later' }>

/** Later, and the later the more often it came to nothing; the whole server rests where all are concerned. */
function putOff({ rest }: Delivering, part: Part, hindrances: readonly Later[]) {
  const asked = Math.max(...hindrances.map(({ waitMs }) => waitMs))
  const grown = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** Math.min(part.failures, 10))
  const isGeneral = hindrances.length >= PATIENCE || hindrances.some(({ isGeneral }) => isGeneral)
  const afterMs = Math.max(asked, grown)
  if (isGeneral) rest.until = Math.max(rest.until, performance.now() + afterMs)
  return { part: { ...part, failures: part.failures + 1 }, afterMs }
}

interface Device {
  readonly id: number
  readonly token: string
}

async function readMessage(db: Db, id: number): Promise<Message | undefined> {
  return db.maybe<Message>(sql`
    select id, title, description, kind,
      greatest(1, extract(epoch from expires_at - ${nowOf(db)})::int) as "secondsLeft"
    from push_messages where id = ${id}`)
}

/**
 * Takes the next devices after this one: claimed those that are to be sent to; dropped those that are not any more.
 * `last` is undefined where none was left. Locked rows are another's and are passed over.
 */
async function claim(db: Db, part: Part, message: Message, after: number) {
  const taken = await db.many<{ id: number; token: string | null; goes: boolean }>(sql`
    with taken as (
      select device_id from push_targets
      where message_id = ${part.message} and device_id > ${after} and device_id <= ${part.to} and state = 'waiting'
      order by device_id limit ${CLAIM} for update skip locked
    ), judged as (
      select t.device_id, d.token,
        u.id is not null and ${wanted(message.kind)} and m.stopped_at is null and m.expires_at > ${nowOf(db)} as goes
      from taken t join push_messages m on m.id = ${part.message}
      left join push_devices d on d.id = t.device_id
      left join users u on u.id = d.user_id and u.deleted_at is null
    ), marked as (
      update push_targets t set state = case when j.goes then 'claimed' else 'dropped' end::push_state
      from judged j where t.message_id = ${part.message} and t.device_id = j.device_id
    ), counted as (
      update push_messages m set dropped = m.dropped + n.dropped, started_at = coalesce(m.started_at, ${nowOf(db)})
      from (select count(*) filter (where goes is not true) as dropped from judged) n
      where m.id = ${part.message} and (n.dropped > 0 or m.started_at is null)
    )
    select device_id as id, token, coalesce(goes, false) as goes from judged order by 1`)
  const devices = taken.flatMap(({ id, token, goes }) => (goes && token !== null ? [{ id, token }] : []))
  return { devices, last: taken.at(-1)?.id }
}

/** Each device's outcome. Once all are concerned, or the server is to end, the rest is not begun and waits on. */
async function sendAll({ sender, isEnding, time }: Delivering, message: Message, devices: readonly Device[]) {
  const outcomes = new Map<number, Outcome>()
  let hindered: Outcome | undefined
  const queue = devices.values()
  const lane = async () => {
    for (const { id, token } of queue) {
      if (hindered || isEnding()) {
        outcomes.set(id, hindered ?? ENDING)
        continue
      }
      const began = performance.now()
      const outcome = await sender.send(token, message)
      time((performance.now() - began) / 1000)
      outcomes.set(id, outcome)
      if (outcome.is === 'later' && outcome.isGeneral) hindered ??= outcome
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, devices.length) }, lane))
  return outcomes
}

const ENDING: Outcome = { is: 'later', isGeneral: false, because: '', waitMs: 0 }

/** Writes the outcomes of the claimed devices; tried for a minute, so that none is lost while the database is away. */
async function settle(db: Db, message: number, outcomes: ReadonlyMap<number, Outcome>): Promise<void> {
  if (outcomes.size === 0) return
  const states = [...outcomes.values()].map(({ is }) => (is === 'later' ? 'waiting' : is))
  const until = performance.now() + SETTLE_WITHIN_MS
  while (true) {
    try {
      return await writeStates(db, message, [...outcomes.keys()], states)
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(SETTLE_EVERY_MS)
    }
  }
}

/** Of these devices those that are claimed still; the message's counts and the dead devices go along. */
async function writeStates(db: Db, message: number, devices: number[], states: string[]): Promise<void> {
  await db.run(sql`
    with outcome as (
      select * from unnest(${devices}::bigint[], ${states}::push_state[]) as o (device_id, state)
    ), settled as (
      update push_targets t set state = o.state from outcome o
      where t.message_id = ${message} and t.device_id = o.device_id and t.state = 'claimed'
      returning t.device_id, t.state
    ), buried as (
      delete from push_devices d using settled s where d.id = s.device_id and s.state = 'dead'
    ), healed as (
      update push_connection set fault = '', since = ${nowOf(db)}
      where (fault <> '' or since is null) and exists (select from settled where state in ('sent', 'dead'))
    )
    update push_messages m set sent = m.sent + n.sent, failed = m.failed + n.failed, dead = m.dead + n.dead,
      unknown = m.unknown + n.unknown
    from (select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'dead') as dead, count(*) filter (where state = 'unknown') as unknown from settled) n
    where m.id = ${message}`)
}

/** Counts as unknown what a killed server had claimed of this part: perhaps sent, so never again. How many. */
export async function giveUpClaims(db: Db, { message, from, to }: Part): Promise<number> {
  const { lost } = await db.only<{ lost: number }>(sql`
    with lost as (
      update push_targets set state = 'unknown'
      where message_id = ${message} and device_id between ${from} and ${to} and state = 'claimed' returning 1
    ), counted as (
      update push_messages m set unknown = m.unknown + n.lost from (select count(*) as lost from lost) n
      where m.id = ${message} and n.lost > 0
    )
    select count(*) as lost from lost`)
  return lost
}

/** The message is done with once every device is. */
export async function finish(db: Db, message: number): Promise<void> {
  await db.run(sql`
    update push_messages set finished_at = ${nowOf(db)}
    where id = ${message} and finished_at is null and is_listed
    and accepted = sent + failed + dead + unknown + dropped`)
}

/**
 * For the panel: why no message can be sent now. It is one outage, since its first fault, until a message is taken,
 * whatever else is said meanwhile.
 */
async function noteFault(db: Db, because: string): Promise<void> {
  const sentence = faultOf(because)
  await db.run(sql`
    update push_connection set fault = ${sentence}, since = case when fault = '' then ${nowOf(db)} else since end
    where fault <> ${sentence}`)
}

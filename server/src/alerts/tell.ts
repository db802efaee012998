/**
 * Telling the owner of alerts outside the panel. Each alert is a row before it is sent, and is sent until it is taken: at
 * least once each way, whatever ends meanwhile. It is not told again while it lasts, and anew where it comes again.
 */
import { RIGHT_NAMES, t } from '@munim/contract'
import { createTransport } from 'nodemailer'
import { type Database, type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { holdLease } from '../database/lease.ts'
import { signatureOf } from '../http/signature.ts'
import { within } from '../loop.ts'
import { momentInWords } from '../moment-words.ts'
import { type Alert, findAlerts, findOwn, type Reading } from './queries.ts'

type Way = 'webhook' | 'mail'

/** What is told, whichever way. */
export interface Message extends Pick<Alert, 'kind' | 'sentence' | 'since' | 'address'> {
  /** The same where one message comes twice, and only there: a table that was restored gives its numbers again. */
  readonly id: string
  readonly foundAt: string
}

/** How each way sends one; it throws where that was not taken, and once `signal` aborts. */
export type Ways = Readonly<Partial<Record<Way, (message: Message, signal?: AbortSignal) => Promise<void>>>>

export interface Telling extends Omit<Reading, 'by'> {
  readonly ways: Ways
}

/** Longer than sending lasts where no receiver answers, and short enough that another server goes on within a minute. */
const LEASE_SECONDS = 40
const AT_ONCE = 20
const SENT_WITHIN_MS = 10_000
/** A mail, however its server goes on: below the lease of who tells. */
const MAILED_WITHIN_MS = 30_000

/** Whom all alerts fall to. */
const OWNER: Reading['by'] = { id: 0, actor: 'munim', rights: new Set(RIGHT_NAMES) }

/**
 * Sends what waits, and keeps what is new, on one of several servers; the others keep what only they know of. What is under
 * way as `signal` aborts waits on, as if it had not been tried.
 */
export async function tellAlerts(database: Database, { ways, ...asked }: Telling, signal?: AbortSignal) {
  const named = Object.keys(ways) as Way[]
  const reading = { ...asked, by: OWNER }
  const isOurs = () => holdLease(database, 'alerts', LEASE_SECONDS)
  const send = async ({ number, way, ...found }: Waiting) => {
    if (signal?.aborted) return
    const message = { id: `${number}-${Date.parse(found.foundAt)}`, ...found }
    const fault = await ways[way]!(message, signal).then(
      () => null,
      (error: Error) => error.message || error.name,
    )
    if (fault !== null && signal?.aborted) return
    await keepOutcome(database, number, fault)
  }
  const sendWaiting = async () => Promise.all((await listWaiting(database, named)).map(send))
  if (!(await isOurs())) return keepNew(database, await findOwn(database, reading), named)
  // Before the reads, which may fail, or outlast the lease: then another server sends what they found.
  await sendWaiting()
  await keepNew(database, await findAlerts(database, reading), named)
  if (await isOurs()) await sendWaiting()
}

async function keepNew(db: Db, alerts: readonly Alert[], ways: readonly Way[]): Promise<void> {
  const column = <T>(of: (alert: Alert) => T) => alerts.map(of)
  await db.run(sql`
    insert into alert_messages (alert, mark, way, kind, sentence, address, since, found_at, next_at)
    select a.alert, a.mark, w.way, a.kind, a.sentence, a.address, a.since, n.at, n.at
    from unnest(${column(({ key }) => key)}::text[], ${column(({ mark }) => mark)}::bigint[],
        ${column(({ kind }) => kind)}::text[], ${column(({ sentence }) => sentence)}::text[],
        ${column(({ address }) => address)}::text[], ${column(({ since }) => since)}::timestamptz[])
        as a (alert, mark, kind, sentence, address, since),
      unnest(${ways}::text[]) as w (way), (select ${nowOf(db)} as at) n
    on conflict do nothing`)
}

interface Waiting extends Omit<Message, 'id'> {
  readonly number: number
  readonly way: Way
}

/** How long one rests that was tried so often: each time twice as long, an hour at most. */
const restOf = (tries: Statement) => sql`make_interval(secs => least(3600, 10 * 2 ^ least(${tries} - 1, 20)))`

/** One that waits longer than it rests has waited since before the clock went back, and is due. */
function listWaiting(db: Db, ways: readonly Way[]): Promise<Waiting[]> {
  return db.many<Waiting>(sql`
    select id as number, way, kind, sentence, address, since, found_at as "foundAt" from alert_messages
    where sent_at is null and way = any(${ways}::text[]) and (next_at <= ${nowOf(db)}
      or next_at > ${nowOf(db)} + ${restOf(sql`tries`)})
    order by next_at, id limit ${AT_ONCE}`)
}

/** `fault` null: it was taken. */
async function keepOutcome(db: Db, number: number, fault: string | null): Promise<void> {
  await db.run(sql`
    update alert_messages m set tries = m.tries + 1, fault = ${fault ?? ''},
      sent_at = case when ${fault === null} then n.at end, next_at = n.at + ${restOf(sql`m.tries + 1`)}
    from (select ${nowOf(db)} as at) n where m.id = ${number}`)
}

/** Posts JSON, signed as the payment provider signs. */
export const byWebhook =
  (url: string, secret: string) =>
  async (message: Message, signal?: AbortSignal): Promise<void> => {
    const body = JSON.stringify(message)
    const { ok, status } = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body, secret) },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(SENT_WITHIN_MS), ...(signal ? [signal] : [])]),
    })
    if (!ok) throw new Error(`ALERT_URL answered ${status}`)
  }

export interface Mail {
  /** `smtp://user:password@host:587`, or `smtps:`. */
  readonly url: string
  readonly from: string
  readonly to: readonly string[]
}

/** `origin`: where the panel is; undefined: the mail names only the screen. */
export function byMail({ url, from, to }: Mail, origin: string | undefined, withinMs = MAILED_WITHIN_MS) {
  const transport = createTransport(url, { from })
  /** Of messages that wait, by id: who took one already. It is sent again to the others only. */
  const taken = new Map<Message['id'], readonly string[]>()
  return async ({ id, sentence, since, address }: Message, signal?: AbortSignal): Promise<void> => {
    const before = taken.get(id) ?? []
    const left = to.filter((each) => !before.includes(each))
    const when = t('Since {moment} IST', { moment: momentInWords(new Date(since)) })
    const ending = new AbortController()
    const sending = transport.sendMail({
      to: left,
      subject: t('Munim: {sentence}', { sentence }),
      text: `${sentence}\n\n${when}\n${placeOf(address, origin)}\n`,
      messageId: `<alert-${id}@munim>`,
      signal: ending.signal,
    })
    const late = new Error('the mail server takes it too slowly')
    // What is given up is not delivered later: its connection is closed.
    const { rejected = [] } = await within(withinMs, sending, { late, signal }).finally(() => ending.abort())
    if (rejected.length === 0) return void taken.delete(id)
    taken.set(id, [...before, ...left.filter((each) => !rejected.includes(each))])
    throw new Error(`the mail server refuses ${rejected.length} of ${to.length} addresses`)
  }
}

function placeOf(address: Message['address'], origin: string | undefined): string {
  if (address === null) return t('On the server')
  return origin === undefined ? t('In the panel: {address}', { address }) : `${origin}${address}`
}

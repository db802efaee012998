/**
 * The wrapper between a socket and the handler of a call; files (csv.ts) and streams (events.ts) have their own. It asks
 * for the token, checks the body, begins a transaction for calls that write, remembers answers by Idempotency-Key, gives
 * the answer its envelope.
 */
import { deepStrictEqual } from 'node:assert'
import { createHash, hash } from 'node:crypto'
import { ANSWERED_AT, type Answer, api, type Endpoint, type Input } from '@munim/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { type Database, type Db, nowOf, readingFrom, type Statement, sql } from '../database/db.ts'
import type { Mark } from '../database/replica.ts'
import { Refusal } from '../refusal.ts'
import { checkBody } from './body.ts'
import type { Troubles } from './busy.ts'
import type { Caller } from './caller.ts'
import { askAgain, doorOf } from './door.ts'
import { sendJson } from './faults.ts'
import type { Files } from './files.ts'
import { checkFreshToWait, expectFactorChecked } from './fresh.ts'
import type { Guard } from './guard.ts'
import { type Lane, type Lanes, lanesOf } from './lanes.ts'
import { answerIn } from './language.ts'
import type { Load } from './load.ts'
import { askSecond, asMeasured, isWaiting, type Second } from './second.ts'
import { checkSignature } from './signature.ts'
import { writeTrail } from './trail.ts'
import { discard, type ReceivedFile, receiveForm } from './uploads.ts'

export interface App {
  readonly http: FastifyInstance
  readonly database: Database
  /** Where calls that write wait for those before them. */
  readonly lanes: Lanes
  /** Refuses calls while there is too much to do. */
  readonly load: Load
  /** What callers without a session meet before a hash and the database. */
  readonly guard: Guard
  /** Counts and logs what the database could not do. */
  readonly troubles: Troubles
  /** The calls that may wait for a second person. */
  readonly second: Second
  /** Every call served so far; the API document and a test walk it. */
  readonly served: Endpoint[]
  /** Answers are checked by the contract too. For tests: on a long list it costs more than the query. */
  readonly checkAnswers: boolean
  /** Where uploaded files are kept, and the folder in which they wait until they are checked. */
  readonly files: Files
  readonly waitingFolder: string
  /** The figures of /metrics; each part registers its own. */
  readonly metrics: Registry
  /** Counts in them how many seconds a result that was declared by itself took. */
  readonly onAutoDeclared: (seconds: number) => void
  /** 32 bytes that the database never sees; secrets of second factors are sealed with it. */
  readonly sealingKey: Buffer
  /** The origin of a panel on another host; undefined: this server has it. */
  readonly panelOrigin: string | undefined
  /** The secret that the payment provider signs with; undefined: none is connected. */
  readonly depositHookSecret: string | undefined
}

/** What a handler answers: where that is the status alone, nothing. */
type Answered<E extends Endpoint> = Promise<Answer<E> extends Record<string, never> ? void : Answer<E>>

/** Answers a call. `db` is the call's own transaction where the call writes; where it reads the pool, or a standby. */
export type Handler<E extends Endpoint, P = undefined> = (
  db: Db,
  input: Input<E>,
  caller: Caller,
  prepared: P,
) => Answered<E>

/** A first step outside the transaction: hash a password, receive a file. What it returns is the handler's input too. */
export type Prepare<E extends Endpoint, P> = (
  database: Database,
  input: Input<E>,
  caller: Caller,
  file: ReceivedFile | undefined,
) => Promise<P>

/** A last step after the transaction, before the answer, of a repeated call too: what was decided is carried out. */
export type Finish<E extends Endpoint> = (database: Database, input: Input<E>) => Promise<void>

export function serve<E extends Endpoint, P = undefined>(
  app: App,
  endpoint: E,
  handler: Handler<E, P>,
  prepare?: Prepare<E, P>,
  finish?: Finish<E>,
): void {
  app.served.push(endpoint)
  if (endpoint.second) app.second.calls.set(endpoint.path, { endpoint, handler, prepare, finish })
  app.http.route({
    method: endpoint.alsoGet ? ['POST', 'GET'] : 'POST',
    url: endpoint.path,
    config: {
      failed: endpoint.failed,
      isRead: endpoint.effect === 'read',
      takesFile: endpoint.upload !== undefined,
    },
    onRequest: doorOf(app, endpoint),
    ...(endpoint.access === 'provider' && {
      preParsing: (request, reply, payload) =>
        checkSignature(request, reply, { payload, secret: app.depositHookSecret }),
    }),
    handler: (request, reply) =>
      answerIn(request, async () => {
        const { fields, file } = endpoint.upload
          ? await receiveForm(request, endpoint.upload, app.waitingFolder)
          : { fields: readJson(request), file: undefined }
        try {
          await askAgain(app, endpoint, request)
          const input = checkBody(endpoint.body, fields) as Input<E>
          const repeated = readRepeat(endpoint, request, { input, file: file?.sha256 })
          // Its first step would look at what the call has changed: a new password is not the current one that was sent.
          const known = repeated && prepare && (await readAnswer(app.database, repeated))
          if (known !== undefined) {
            if (!saysWaits(known.text)) await finish?.(app.database, input)
            return send(reply, known)
          }
          const prepared = (await prepare?.(app.database, input, request.caller, file)) as P
          let isDone = false
          const work = async (db: Db) => {
            request.caller.trail.length = 0
            request.caller.onCommit.length = 0
            request.caller.isFactorChecked = false
            const asked = { input, prepared, caller: request.caller }
            const { waits, settled } = await askSecond(app.second, endpoint, db, asked)
            // What waits is asked for with a fresh factor, too.
            if (waits) checkFreshToWait(endpoint, request.caller)
            const meant = asMeasured(input, settled)
            const answer = waits ?? (await handler(db, meant, request.caller, prepared)) ?? {}
            if (!waits) expectFactorChecked(endpoint, request.caller)
            if (isAudited(endpoint) && !waits) await writeTrail(db, endpoint.path, request.caller)
            isDone = true
            return answer
          }
          const lanes = lanesOf(endpoint, input, request.caller)
          const { mark } = request.caller
          const again = () => askAgain(app, endpoint, request)
          const said = await answer(app, endpoint, { lanes, repeated, work, again, mark })
          if (!saysWaits(said.text)) await finish?.(app.database, input)
          // A repeat is answered by its key: what its first step stored is not needed.
          await clearUp(request, isDone ? request.caller.onCommit : request.caller.onRollback)
          return send(reply, said)
        } catch (error) {
          await clearUp(request, request.caller.onRollback)
          throw error
        } finally {
          await discard(file)
        }
      }),
  })
}

/** Removes files that are not needed any more. The transaction is over, so a failure is logged and changes no answer. */
async function clearUp(request: FastifyRequest, acts: readonly (() => Promise<void>)[]): Promise<void> {
  for (const act of acts) await act().catch((error) => request.log.error({ err: error }, 'fault'))
}

/** The body of a call that takes no file. A form is refused: a browser sends one anywhere, without asking. */
export function readJson(request: FastifyRequest): unknown {
  if (request.isMultipart()) throw new Refusal(415, 'Content-Type must be application/json')
  return request.body ?? {}
}

/** Whether the call leaves a row in the audit: administrators' acts, and their looking ahead at a result. */
function isAudited({ access, effect, isUnaudited }: Endpoint): boolean {
  return access === 'admin' && effect !== 'read' && !isUnaudited
}

interface Asked {
  readonly lanes: readonly Lane[]
  readonly repeated: Repeat | undefined
  readonly work: (db: Db) => Promise<unknown>
  /** Refuses who may not do it any more, after what it waited for. */
  readonly again: () => Promise<void>
  readonly mark: Mark | null
}

/** What is answered; `at` is when, where it is a stored answer: what was asked for was done then, and not now. */
interface Said {
  readonly text: string
  readonly at?: string
}

async function answer(
  app: App,
  endpoint: Endpoint,
  { lanes, repeated, work, again, mark }: Asked,
): Promise<Said> {
  if (endpoint.effect === 'read')
    return { text: envelope(app, endpoint, await work(readingFrom(app.database, app.database, mark))) }
  const write = async (db: Db): Promise<Said> => {
    if (!repeated) {
      const own = isAudited(endpoint) ? db : { ...db, last: db.ending }
      return { text: envelope(app, endpoint, await work(own)) }
    }
    const earlier = await claim(db, repeated)
    if (earlier !== undefined) return earlier
    const text = envelope(app, endpoint, await work(db))
    await db.ending(kept(repeated, text))
    return { text }
  }
  return app.lanes.within(lanes, async () => {
    await again()
    return app.database.transaction(write)
  })
}

/** Whether a text that was answered, also one that was kept, says that the call waits for a second person. */
const saysWaits = (text: string) => text.startsWith('{"status":"waiting"')

function envelope(app: App, endpoint: Endpoint, answer: unknown): string {
  if (isWaiting(answer)) return JSON.stringify(answer)
  if (app.checkAnswers)
    deepStrictEqual(endpoint.answer.parse(answer), answer, `${endpoint.path} answers its contract`)
  return JSON.stringify({ status: 'success', ...(answer as object) })
}

function send(reply: FastifyReply, { text, at }: Said): FastifyReply {
  if (at) reply.header(ANSWERED_AT, at)
  return sendJson(reply, saysWaits(text) ? 202 : 200, text)
}

/**
 * Whether a repeat is recognised. Only a call that writes must not be done twice; what is read may hold a player's data, and
 * is kept nowhere. Calls without a token keep no answers, for those hold tokens; nor do secret ones, nor those by
 * which a player sets the same again, who could fill the table by them.
 */
export function takesKey({ access, effect, file, isSecret, setsTheSame }: Endpoint): boolean {
  return access !== 'anyone' && effect === 'write' && file === undefined && !isSecret && !setsTheSame
}

/** The key is kept as its hash, and the body as one made with the key: a reader of the table can't try passwords on it. */
interface Repeat {
  readonly caller: string
  readonly path: string
  readonly keyHash: string
  readonly bodyHash: Buffer
}

/**
 * What is to be done, without what it was decided on: that a server of 0.2.0 does not know, and a call that is repeated to
 * the other release has one body on both. It knows the `version` of settings, and not that of rates.
 */
function doneBy({ path }: Endpoint, input: unknown): object {
  const { basedOn: _seen, toldToBank: _told, ...done } = input as Record<string, unknown>
  if (path === api.settings.updateRates.path) delete done.version
  return done
}

/**
 * The key of this call, if it came with one.
 * The body is compared as it was checked: unknown fields of the sent one may be nested deeper than a stack.
 */
function readRepeat(
  endpoint: Endpoint,
  request: FastifyRequest,
  { input, file }: { readonly input: unknown; readonly file: string | undefined },
): Repeat | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || !takesKey(endpoint)) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Refusal(400, 'Idempotency-Key must be 1 to 200 printable characters')
  const body = hash('sha256', JSON.stringify({ input: doneBy(endpoint, input), file }), 'buffer')
  return {
    caller: request.caller.actor,
    path: endpoint.path,
    keyHash: hash('sha256', key),
    bodyHash: createHash('sha256').update(key).update(body).digest(),
  }
}

/**
 * Takes the key for this transaction; a copy that runs beside waits here. The stored answer where there is one. The
 * call that takes a key keeps its answer in the same transaction: a key without an answer was taken by none.
 */
async function claim(db: Db, { caller, path, keyHash, bodyHash }: Repeat): Promise<Said | undefined> {
  const [claimed, [known]] = await db.both(
    sql<{ key: string }>`
      /* claim-key */
      insert into answers (caller, path, key, body_hash) values (${caller}, ${path}, ${keyHash}, ${bodyHash})
      on conflict (caller, path, key) do update
      set body_hash = excluded.body_hash, answer = null, at = ${nowOf(db)}
      where answers.at < ${nowOf(db)} - interval '24 hours' or answers.answer is null
      returning key`,
    sql<{ body_hash: Buffer; answer: string | null; at: string }>`
      /* read-answer */
      select body_hash, answer, at from answers where caller = ${caller} and path = ${path} and key = ${keyHash}`,
  )
  if (claimed.length === 1) return undefined
  checkSame(known!.body_hash, bodyHash)
  return { text: known!.answer!, at: known!.at }
}

/** The stored answer where there is one, without taking the key. */
async function readAnswer(db: Db, { caller, path, keyHash, bodyHash }: Repeat): Promise<Said | undefined> {
  const known = await db.maybe<{ body_hash: Buffer; answer: string; at: string }>(sql`
    /* find-answer */
    select body_hash, answer, at from answers where caller = ${caller} and path = ${path} and key = ${keyHash}
    and answer is not null and at >= ${nowOf(db)} - interval '24 hours'`)
  if (known) checkSame(known.body_hash, bodyHash)
  return known && { text: known.answer, at: known.at }
}

function checkSame(known: Buffer, sent: Buffer): void {
  if (!known.equals(sent)) throw new Refusal(409, 'This Idempotency-Key was used with another body')
}

const kept = ({ caller, path, keyHash }: Repeat, text: string): Statement => sql`
  /* keep-answer */
  update answers set answer = ${text} where caller = ${caller} and path = ${path} and key = ${keyHash}`

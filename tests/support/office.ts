/**
 * The back office that the tests over HTTP talk to: the whole server on a fresh database and a real port, with
 * an administrator signed in, and the steps of a story in the language of the product.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Answer, api, type Body, type Endpoint, type Right } from '@munim/contract'
import { type Day, dayOf, type GameMode, isCombined, type Paise, readRupees } from '@munim/core'
import { afterAll, inject } from 'vitest'
import { findKey } from '../../server/src/anchors/key.ts'
import { stampKeyOf } from '../../server/src/anchors/stamp.ts'
import { type Options as AppOptions, buildApp } from '../../server/src/app.ts'
import { hashPassword } from '../../server/src/auth/password.ts'
import { placeBids } from '../../server/src/bids/place.ts'
import { proveAll } from '../../server/src/books/prove.ts'
import { type Database, type Db, fixedAt, type NotNull, nowOf, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { LIMITS } from '../../server/src/http/guard.ts'
import type { Delays } from '../../server/src/http/load.ts'
import { type Trace, writeTrail } from '../../server/src/http/trail.ts'
import { Refusal } from '../../server/src/refusal.ts'
import { approveUser } from '../../server/src/users/change.ts'
import { moveFunds } from '../../server/src/users/funds.ts'
import { registerPlayer } from '../../server/src/users/register.ts'
import { traceOfFunds } from '../../server/src/users/trace.ts'
import { stampPayee } from '../../server/src/wallet/payee-stamp.ts'
import { getRequest } from '../../server/src/wallet/queries.ts'
import {
  decideRequest,
  requestDeposit,
  requestWithdrawal,
  traceOfDecision,
} from '../../server/src/wallet/requests.ts'
import { holdToDocument } from './answers.ts'
import { isBusy } from './busy.ts'
import { databaseIn, freshDatabase, type TestDatabase, testFolder } from './database.ts'
import { brokenLaws } from './laws.ts'
import { PROVIDER_SECRET, signatureOf } from './provider.ts'
import { HANG_MS } from './waits.ts'

export const PASSWORD = 'secret1'
/** However busy the machine of the tests is. */
export const NO_DELAYS: Delays = { loop: 0, quick: 0, reading: 0, writing: 0 }
const ADMIN = 'admin'
const ACTOR = 'admin:1'
/** One for all players of a file: argon2 takes 30 ms. */
const passwordHash = hashPassword(PASSWORD)

export interface Player {
  readonly id: number
  readonly name: string
  readonly mobile: string
  readonly token: string
  /** The player's last posting when the story begins; `postingsOf` tells what came after it. */
  readonly since: number
}

export interface Market {
  readonly id: number
  readonly _id: string
  readonly name: string
  /** The day whose draw takes bids. */
  readonly day: Day
}

/** What was answered: the HTTP status, and the fields of the body. */
type Said<A = unknown> = A & {
  readonly code: number
  readonly status: 'success' | 'error'
  readonly message?: string
  readonly errors?: Record<string, string>
}

export interface Options {
  /** Whose token goes along: the administrator's for their calls, otherwise none. Text is sent as it is. */
  readonly as?: Player | 'nobody' | { readonly token: string }
  readonly key?: string
  /** The secret of a payment provider, who signs instead of signing in. */
  readonly signedWith?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  /** Told that the server is busy, it waits and asks again, as every client should. */
  readonly isPatient?: boolean
}

/** The test file's database at this address as the superuser sees it, until its tests are done. */
export function superuserOf(url: string, max = 1): Database {
  const admin = connect(databaseIn(inject('databaseServer').adminUrl, new URL(url).pathname.slice(1)), {
    max,
  })
  afterAll(() => admin.close())
  return admin
}

/** A database other than a fresh one, and a standby of it. */
interface Place extends TestDatabase {
  readonly readUrl?: string
}

/**
 * Starts one for the test file that calls this at its top, and ends it after its tests, when the books must be right: by
 * `verifyBooks` alone where the file acts by verbs or writes rows itself, and so leaves no act in the audit.
 */
export async function backOffice(
  more: Partial<AppOptions> = {},
  verifyAll: typeof proveAll = proveAll,
  place?: Place,
) {
  const { url, ownerUrl, drop, readUrl }: Place = place ?? (await freshDatabase())
  const signingKey = (await findKey('', Buffer.alloc(32, 1)))!
  const database = connect(url, { stampKey: stampKeyOf(signingKey), readUrl })
  const owner = connect(ownerUrl, { max: 2 })
  const dataDir = await testFolder()
  const panel = join(dataDir, 'panel')
  await mkdir(panel)
  await writeFile(join(panel, 'index.html'), '') // All of a built panel that is looked for here.
  const app = await buildApp({
    database,
    dataDir,
    panel,
    logLevel: 'error',
    checkAnswers: true,
    limits: { ...LIMITS, delayMs: 0, waitingMs: HANG_MS },
    depositHookSecret: PROVIDER_SECRET,
    delays: () => NO_DELAYS,
    busyAfterMs: HANG_MS,
    ...more,
  })
  const untrue = holdToDocument(app)
  const host = await app.http.listen({ port: 0, host: '127.0.0.1' })
  await database.run(sql`
    insert into admins (user_name, password_hash, created_at, updated_at)
    values (${ADMIN}, ${await passwordHash}, clock_timestamp(), clock_timestamp())`)
  const calls = callsTo(host)
  const admin = { userName: ADMIN, password: PASSWORD, token: await signIn(calls) }
  /** The laws that the books break, by the tests' own statements and by the server's check. */
  const verify = async () => {
    const laws = await verifyAll(database)
    return [
      ...(await brokenLaws(database)),
      ...laws.filter(({ wrong }) => wrong > 0).map((law) => JSON.stringify(law)),
    ]
  }

  afterAll(async () => {
    const broken = await verify()
    await app.http.close()
    await Promise.all([database.close(), owner.close()])
    await drop()
    await rm(dataDir, { recursive: true, force: true })
    if (broken.length > 0) throw new Error(`The books are wrong after these tests:\n${broken.join('\n')}`)
    if (untrue.size > 0) throw new Error(`The API document is not true:\n${[...untrue].join('\n')}`)
  })

  /** As if no password had ever been mistyped here. */
  const forgive = async () => {
    await database.run(sql`delete from attempts where not succeeded`)
    app.guard.forget()
  }

  const callAs = { ...calls, call: withToken(calls.call, admin) } as Calls
  return {
    app,
    host,
    url,
    database,
    /** As the database's owner, for what the server may not do. */
    owner,
    /** What it stamps rows with, and anchors may be signed with. */
    signingKey,
    admin,
    verify,
    forgive,
    ...callAs,
    ...storyOf(database, callAs),
    ...looksAt(database),
  }
}

async function signIn({ call }: Calls): Promise<string> {
  const { token } = await call(api.auth.login, { userName: ADMIN, password: PASSWORD })
  return token
}

type Calls = ReturnType<typeof callsTo>
type Call = {
  <E extends Endpoint>(endpoint: E, body: Body<E>, options?: Options): Promise<Said<Answer<E>>>
  (path: string, body: unknown, options?: Options): Promise<Said>
}

function withToken(call: Call, admin: { readonly token: string }): Call {
  return ((target: Endpoint | string, body: unknown, options: Options = {}) => {
    const path = typeof target === 'string' ? target : target.path
    return call(path, body, { ...(path.startsWith('/admin/') && { as: admin }), ...options })
  }) as Call
}

function callsTo(host: string) {
  /** Sends a text as it is; its answer as text. A fault or a 503 is never right, so it ends the test. */
  async function send(
    path: string,
    text: string | FormData | Uint8Array<ArrayBuffer> | undefined,
    options: Options = {},
  ): Promise<{ code: number; text: string; headers: Headers }> {
    const { as = 'nobody', key, signedWith, method = 'POST', headers, isPatient = true } = options
    const response = await fetch(host + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(text !== undefined && !(text instanceof FormData) && { 'content-type': 'application/json' }),
        ...(as !== 'nobody' && { authorization: as.token }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(signedWith !== undefined && { 'x-signature': signatureOf(String(text ?? ''), signedWith) }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    })
    const said = isStream(response) ? await beginningOf(response) : await response.text()
    if (response.status >= 500 && response.status !== 502)
      throw new Error(`${path} answered ${response.status}: ${said}`)
    if (isPatient && (await isBusy(response))) return send(path, text, options)
    return { code: response.status, text: said, headers: response.headers }
  }

  const call = (async (target: Endpoint | string, body: unknown, options?: Options) => {
    const path = typeof target === 'string' ? target : target.path
    const { code, text, headers } = await send(path, JSON.stringify(body), options)
    const isText = /^(text\/(csv|event-stream)|application\/pdf)/.test(headers.get('content-type') ?? '')
    return isText ? { code, status: 'success', text } : { code, ...JSON.parse(text) }
  }) as Call

  return { send, call }
}

const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream')

/** The first that a stream says; it is left then. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

/** A verb at a moment that the story tells: what it answers, or its refusal as the wire would say it. */
async function told<T>(database: Database, verb: (db: Db) => Promise<T>) {
  try {
    return { code: 200, message: '', answer: await database.transaction(verb) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.status as number, message: error.message, answer: undefined }
  }
}

/** The body of a bid from its pick, written as the database writes it: `jodi_digit:1:-:4:-`. */
export function bidOn({ id }: { readonly id: number }, pick: string, points: number) {
  const [game, open_digit, open_panna, close_digit, close_panna] = pick.split(':') as [GameMode, ...string[]]
  const isOpen = !isCombined(game) && (open_digit !== '-' || open_panna !== '-')
  const session = isOpen ? ('open' as const) : ('close' as const)
  return { marketId: id, session, game_mode: game, open_digit, open_panna, close_digit, close_panna, points }
}

/** The fields of the form from a result as it is read aloud: `128-1` is an open, `128-14-455` all of it. */
export function formOf(result: string) {
  const [, openPanna, openDigit, closeDigit, closePanna] =
    /^(\d{3})-(\d)(?:(\d)-(\d{3}))?$/.exec(result) ?? []
  if (openPanna === undefined) throw new Error(`${result} is no result: write 128-1 or 128-14-455`)
  return {
    manualOpenDigit: openDigit!,
    manualOpenPanna: openPanna,
    manualCloseDigit: closeDigit ?? '',
    manualClosePanna: closePanna ?? '',
  }
}

/** The row that a call of the administrator's leaves in the audit, where a story acts by the verb alone. */
const leave = (db: Db, { path }: Endpoint, trace: Trace) =>
  writeTrail(db, path, { actor: ACTOR, address: '127.0.0.1', trail: [trace] })

const inPaise = (rupees: number): Paise => readRupees(rupees)!
const HOUR = 3_600_000

function storyOf(database: Database, { call }: Calls) {
  let mobiles = 7_000_000_000

  let made: Promise<unknown> = passwordHash

  /**
   * A registered player with these rupees, who can be paid by UPI; approved unless the story says otherwise. Those asked
   * for at once are made one after the other: on a busy machine many would wait too long for a connection.
   */
  function user(name: string, rupees = 0, { approved = true, mobile = String(mobiles++) } = {}) {
    const make = () => makeUser(name, rupees, { approved, mobile })
    const player = made.then(make, make)
    made = player
    return player
  }

  async function makeUser(
    name: string,
    rupees: number,
    { approved, mobile }: { readonly approved: boolean; readonly mobile: string },
  ): Promise<Player> {
    const hash = await passwordHash
    return database.transaction(async (db) => {
      const registration = { user_name: name, mobile, referral: undefined, passwordHash: hash, mpinHash: '' }
      const id = await registerPlayer(db, registration)
      await db.run(sql`update users set upi_id = ${`${mobile}@upi`} where id = ${id}`)
      await stampPayee(db, id)
      if (approved) {
        await approveUser(db, { id, actor: ACTOR })
        await leave(db, api.users.update, { subject: 'user', id, after: { isApproved: true } })
      }
      const funds = { userId: id, amount: rupees, note: undefined, actor: ACTOR }
      if (rupees > 0)
        await leave(db, api.users.addFunds, traceOfFunds(id, rupees, await moveFunds(db, 'fund_add', funds)))
      const token = await openSession(db, { userId: id }, 30)
      const { since } = await db.only<{ since: number }>(sql`
        select coalesce(max(id), 0) as since from postings where to_user = ${id}`)
      return { id, name, mobile, token, since }
    })
  }

  /**
   * A market whose draw of today takes bids at any hour: its moments are some hours ahead, as they stay in a draw
   * that was touched before the market's times were edited. `opensIn: -1` ended an hour ago; 'untouched' has no draw.
   * Made now, a market owes no result of minutes ago; `isOld`: it does.
   */
  async function market(
    name: string,
    { opensIn = 2, closesIn = 4, draw = 'touched', isOld = false, ...sent }: MarketOptions = {},
  ): Promise<Market> {
    const times = { open_time: '12:00', close_time: '13:00' }
    const made = await call(api.markets.create, { name, ...times, ...sent })
    if (made.code !== 200) throw new Error(`The market ${name} was refused: ${made.message}`)
    if (isOld)
      await database.run(
        sql`update markets set created_at = created_at - interval '7 days' where id = ${made.data.id}`,
      )
    const now = await database.now()
    const day = dayOf(now)
    if (draw === 'touched') {
      const moments = [opensIn, closesIn].map((hours) => new Date(now.getTime() + hours * HOUR))
      await database.run(sql`
        insert into draws (market_id, market_date, opens_at, closes_at)
        values (${made.data.id}, ${day}, ${moments[0]}, ${moments[1]})
        on conflict (market_id, market_date) do update set opens_at = ${moments[0]}, closes_at = ${moments[1]}`)
    }
    return { id: made.data.id, _id: made.data._id, name, day }
  }

  /** The id of a bid, placed over HTTP; a refusal ends the story. */
  async function place(player: Player, on: Market, pick: string, points: number): Promise<number> {
    const said = await call(api.player.placeBids, { bids: [bidOn(on, pick, points)] }, { as: player })
    if (said.code !== 200) throw new Error(`${player.name}'s bid was refused: ${said.message}`)
    return said.data[0]!.id
  }

  /** A bid at a moment that is told, with the day it counts for. */
  async function placeAt(at: Date, player: Player, on: { readonly id: number }, pick: string, points = 10) {
    const bids = [bidOn(on, pick, points)].map((bid) => ({ ...bid, marketId: String(on.id) }))
    const placed = await told(database, (db) => placeBids(fixedAt(db, at), { userId: player.id, bids }))
    const bid = placed.answer?.bids[0]
    return { code: placed.code, message: placed.message, id: bid?.id, day: bid?.market_date }
  }

  /** Cancels a bid as an administrator does; a refusal ends the story. */
  async function cancel(betId: number): Promise<void> {
    const said = await call(api.bids.revert, { betId })
    if (said.code !== 200) throw new Error(`The bid was not cancelled: ${said.message}`)
  }

  const asking = (player: Player, rupees: number, transferType = 'upi') => ({
    userId: player.id,
    amount: inPaise(rupees),
    transferType,
  })

  /** Another administrator with this role and a session; nobody else has their name, which begins like this. */
  async function administrator(name: string, role = 'Owner') {
    const made = await database.only<{ id: number; name: string }>(sql`
      insert into admins (user_name, password_hash, role_id, created_at, updated_at)
      select ${name} || (select count(*) from admins), '', id, clock_timestamp(), clock_timestamp()
      from roles where name = ${role} returning id, user_name as name`)
    return { ...made, token: await openSession(database, { adminId: made.id }, 7) }
  }

  /** An administrator who has these rights. */
  async function withRights(...rights: Right[]) {
    const role = `With ${rights.join(' and ')}`
    await database.run(
      sql`insert into roles (name, rights) values (${role}, ${rights}) on conflict do nothing`,
    )
    return administrator('Asked', role)
  }

  return {
    user,
    administrator,
    withRights,
    market,
    place,
    placeAt,
    cancel,
    told: <T>(verb: (db: Db) => Promise<T>) => told(database, verb),
    /** `128-1` declares the open, `128-14-455` both halves. */
    declare: (on: Market, result: string, { date = on.day, ...options }: Options & { date?: string } = {}) =>
      call(api.results.declare, { marketId: on.id, date, ...formOf(result) }, options),
    revert: (on: Market, { session, date = on.day }: { session?: 'close'; date?: string } = {}) =>
      call(api.results.revert, { marketId: on.id, date, session }),
    requestWithdrawal: (player: Player, rupees: number, way?: string) =>
      database.transaction((db) => requestWithdrawal(db, asking(player, rupees, way))),
    requestDeposit: (player: Player, rupees: number, refId = '') =>
      database.transaction((db) => requestDeposit(db, { ...asking(player, rupees), refId })),
    decide: (id: number, kind: 'deposit' | 'withdraw', status: 'completed' | 'rejected') =>
      database.transaction(async (db) => {
        await decideRequest(db, { id, kind, status, note: undefined, actor: ACTOR })
        const call = kind === 'deposit' ? api.wallet.decideDeposit : api.wallet.decideWithdrawal
        await leave(db, call, traceOfDecision(await getRequest(db, id)))
      }),
    /** Waits past midnight in India when it is seconds away: what "today" means may then not change in the test. */
    async keepTheDay() {
      const left = 24 * HOUR - ((Date.now() + 5.5 * HOUR) % (24 * HOUR))
      if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left + 50))
    },
  }
}

type MarketOptions = Partial<Body<typeof api.markets.create>> & {
  opensIn?: number
  closesIn?: number
  draw?: 'touched' | 'untouched'
  isOld?: boolean
}

/** As if an administrator had looked at all that is to be looked at. */
export async function lookAtAll(db: Db): Promise<void> {
  const looked = await db.many<{ id: number }>(sql`
    update suspicions set looked_at = ${nowOf(db)}, looked_by = ${ACTOR} where looked_at is null returning id`)
  const trail = looked.map(({ id }) => ({ subject: 'suspicion' as const, id, after: { note: '' } }))
  if (trail.length > 0) await writeTrail(db, api.reports.lookAt.path, { actor: ACTOR, address: '', trail })
}

function looksAt(database: Database) {
  let tableNames: readonly { readonly name: string }[] | undefined
  return {
    lookAtAll: () => database.transaction(lookAtAll),

    /** What moved since the story began: `stake -10 leaves 90`. */
    async postingsOf({ id, since }: Player): Promise<string[]> {
      const rows = await database.many<{ kind: string; amount: number; after: number | null }>(sql`
        select kind, case when to_user = ${id} then amount else -amount end / 100.0::float8 as amount,
          case when to_user = ${id} then to_after else from_after end / 100.0::float8 as after
        from postings where id > ${since} and (to_user = ${id} or from_user = ${id}) order by id`)
      return rows.map(
        ({ kind, amount, after }) => `${kind} ${amount < 0 ? '' : '+'}${amount} leaves ${after}`,
      )
    },

    /** What the wallet holds, in rupees; a deleted player's too. */
    async walletOf({ id }: { readonly id: number }): Promise<number> {
      const wallet = sql<{
        rupees: number
      }>`select balance / 100.0::float8 as rupees from wallets where user_id = ${id}`
      return (await database.only(wallet)).rupees
    },

    /** One text that is the same as long as nothing is written, whatever tables there are. */
    async fingerprint({ withAudit = false } = {}): Promise<string> {
      tableNames ??= await database.many<{ name: string }>(sql`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname not in ('sessions', 'devices', 'sign_ins', 'attempts', 'answers') and relname not like 'kysely%'
        order by 1`)
      const tables = tableNames.filter(({ name }) => withAudit || name !== 'audit')
      const prints = tables.map(
        ({ name }) => sql`select ${sql.lit(name)}::text as name,
          (select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${sql.table(name)} t) as print`,
      )
      // Planned once a connection: sixty tables take longer to plan than to read.
      const once = sql.raw(withAudit ? '/* fingerprint-audit */' : '/* fingerprint */')
      const rows = await database.many<{ name: string; print: string } & NotNull<'name'>>(
        sql`${once} ${sql.join(prints, sql` union all `)}`,
      )
      return rows.map(({ name, print }) => `${name} ${print}`).join('\n')
    },
  }
}

/** The caller of a request: the token in the Authorization header, looked up by its hash. */
import { hash, randomBytes } from 'node:crypto'
import {
  type Endpoint,
  IDLE_HOURS,
  lacking,
  missingFor,
  missingForFields,
  msg,
  PLAYER_IDLE_DAYS,
  PROOF_HEADER,
  RIGHT_NAMES,
  type Right,
  urgencyOf,
} from '@munim/contract'
import type { FastifyRequest } from 'fastify'
import { type Database, type Db, type NotNull, nowOf, type Statement, sql } from '../database/db.ts'
import { MARK_NOW, type Mark, type MarkColumns, markOf, NO_MARK } from '../database/replica.ts'
import { needing, Refusal } from '../refusal.ts'
import { goneOf } from './gone.ts'
import type { Lane } from './lanes.ts'
import type { Trace } from './trail.ts'

/** `actor` is how postings and the audit name the caller: 'admin:1', 'player:7', 'provider', 'anyone'. */
export interface Caller {
  readonly actor: string
  /** The administrator's or the player's id; 0 for a caller without a token. */
  readonly id: number
  readonly tokenHash: Buffer
  /** What the administrator's role allows; nothing for anybody else. */
  readonly rights: ReadonlySet<Right>
  /** `due`: the administrator has a second factor, and none was entered within five minutes from this page. */
  readonly factor: 'none' | 'fresh' | 'due'
  /** The factor was checked for the act (fresh.ts): a handler does it, where it follows from the body. */
  isFactorChecked: boolean
  readonly address: string
  /** What the caller calls itself: User-Agent, its beginning. */
  readonly browser: string
  /** How far the primary had written when the call began; null: it is not to read from the standby. */
  readonly mark: Mark | null
  /** The page that calls: the header Origin. */
  readonly origin: string | undefined
  /** Aborted where the caller has gone before the answer. */
  readonly signal: AbortSignal
  /** What the act changed, for the audit: a handler of the administrator's that writes adds to it. */
  readonly trail: Trace[]
  /** When who calls was read, by the clock of `performance.now`. */
  readonly readAt: number
  /** Lanes to wait in beside those that follow from the body: a first step adds them. */
  readonly lanes: Lane[]
  /** Done once the transaction is committed, or once it is not: files are removed so. */
  readonly onCommit: (() => Promise<void>)[]
  readonly onRollback: (() => Promise<void>)[]
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    failed?: string
    /** It changes nothing. */
    isRead?: boolean
    /** How long it is open says nothing about how quickly it is answered. */
    isStream?: boolean
    /** May take long to arrive. */
    takesFile?: boolean
  }
}

export const SIGN_IN_AGAIN = msg('Please sign in again')
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** SQL: sessions `s`, and of an administrator's the account `a` and its role `r`. */
export const SESSIONS = sql`sessions s left join admins a on a.id = s.admin_id left join roles r on r.id = a.role_id`

/** SQL of `SESSIONS`: not expired, and used not long ago; of an administrator the account is active, too. */
export const isValidSession = (db: Db): Statement => sql`s.expires_at > ${nowOf(db)}
    and case when s.user_id is null then s.last_used_at > ${nowOf(db)} - make_interval(hours => ${IDLE_HOURS}) and a.is_active
      else s.last_used_at > ${nowOf(db)} - make_interval(days => ${PLAYER_IDLE_DAYS}) end`

/** SQL of `SESSIONS`: the administrator has a second factor. */
const hasFactor = sql`exists (select from factors f where f.admin_id = a.id)`
const isFactorRequired = sql`(select factor_required from security)`

/** SQL of `SESSIONS`: the second factor was entered, or there is none and none is required. */
export const isFactorEntered = sql`(case when ${hasFactor} then s.factor_at is not null else not ${isFactorRequired} end)`

/** SQL of `SESSIONS`: the administrator's role has this right. */
export const hasRight = (right: Right): Statement => sql`(r.is_owner or ${right} = any(r.rights))`

/**
 * The caller, where the token allows this call; refused where it is worth nothing (401) and where the administrator's
 * role lacks the right (403), both before the body is read.
 * The provider has none: its body is signed (signature.ts). `before`: who called at the door, where it is asked again
 * (door.ts). A factor that was fresh there is fresh for this call: a file may arrive for longer than that lasts.
 */
export async function readCaller(
  database: Database,
  request: FastifyRequest,
  endpoint: Endpoint,
  before?: Caller,
): Promise<Caller> {
  if (endpoint.access === 'anyone' || endpoint.access === 'provider')
    return callerOf(request, {
      actor: endpoint.access,
      id: 0,
      tokenHash: Buffer.alloc(0),
      rights: NONE,
      factor: 'none',
      mark: null,
    })
  const token = request.headers.authorization ?? ''
  if (!TOKEN.test(token)) throw new Refusal(401, SIGN_IN_AGAIN)
  const tokenHash = hashOf(token)
  const isMarked = database.replica?.isUsed === true && readsReplica(endpoint)
  if (endpoint.access !== 'admin') return readPlayer(database.quick, request, { tokenHash, isMarked })
  // Named apart: each name is of one text (database/watched-client.ts).
  const [name, mark] = isMarked
    ? [sql`/* read-session-marked */`, MARK_NOW]
    : [sql`/* read-session */`, NO_MARK]
  const session = await database.quick.maybe<
    MarkColumns &
      Record<'is_stale' | 'has_factor' | 'is_entered' | 'is_fresh' | 'is_required', boolean> &
      Record<'is_owner' | 'must_change_password', boolean | null> & { rights: string[] | null } & {
        admin_id: number | null
      } & NotNull<'is_required'>
  >(sql`
    ${name}
    select s.admin_id, s.last_used_at < ${nowOf(database.quick)} - interval '1 minute' as is_stale,
      r.is_owner, r.rights, a.must_change_password, ${hasFactor} as has_factor, s.factor_at is not null as is_entered,
      coalesce(s.proof_hash = ${hashOf(proofOf(request))} and s.factor_at > ${nowOf(database.quick)} - interval '5 minutes',
        false) as is_fresh, ${isFactorRequired} as is_required, ${mark}
    from ${SESSIONS} where s.token_hash = ${tokenHash} and ${isValidSession(database.quick)}`)
  if (!session?.admin_id) throw new Refusal(401, SIGN_IN_AGAIN)
  const rights = rightsOf(session)
  const isFresh = session.is_fresh || before?.factor === 'fresh'
  const factor = session.has_factor ? (isFresh ? 'fresh' : 'due') : 'none'
  if (session.has_factor && !session.is_entered && endpoint.factor !== 'none') throw needing('factor')
  if (session.must_change_password && endpoint.right !== 'own')
    throw new Refusal(403, 'Change the password that you were given before you go on')
  const mustSetUp = session.is_required && !session.has_factor
  if (mustSetUp && endpoint.right !== 'own') throw needing('factor set up')
  refuseUnlessNull(missingFor(endpoint, rights))
  if (endpoint.factor === 'fresh' && factor === 'due') throw needing('fresh factor')
  const seen = await touch(database.quick, tokenHash, session)
  const id = session.admin_id
  return callerOf(request, { actor: `admin:${id}`, id, tokenHash, rights, factor, mark: seen })
}

/** A player has no rights and no second factor: nothing is asked but the session. */
async function readPlayer(
  db: Db,
  request: FastifyRequest,
  { tokenHash, isMarked }: { readonly tokenHash: Buffer; readonly isMarked: boolean },
): Promise<Caller> {
  const [name, mark] = isMarked
    ? [sql`/* read-player-session-marked */`, MARK_NOW]
    : [sql`/* read-player-session */`, NO_MARK]
  const session = await db.maybe<{ id: number; is_stale: boolean } & MarkColumns>(sql`
    ${name}
    select s.user_id as id, s.last_used_at < ${nowOf(db)} - interval '1 minute' as is_stale, ${mark}
    from sessions s where s.token_hash = ${tokenHash} and s.user_id is not null and s.expires_at > ${nowOf(db)}
    and s.last_used_at > ${nowOf(db)} - make_interval(days => ${PLAYER_IDLE_DAYS})`)
  if (!session) throw new Refusal(401, SIGN_IN_AGAIN)
  const { id } = session
  const seen = await touch(db, tokenHash, session)
  return callerOf(request, { actor: `player:${id}`, id, tokenHash, rights: NONE, factor: 'none', mark: seen })
}

/**
 * Whether what a call reads may come from the standby: lists, reports and files of who is signed in. What acts, decides or is
 * decided from (`urgency` in the contract), or leaves a row of the audit in its transaction, is read from the primary.
 */
const readsReplica = (endpoint: Endpoint): boolean =>
  ['admin', 'player'].includes(endpoint.access) &&
  urgencyOf(endpoint) !== 'act' &&
  (endpoint.effect === 'read' || endpoint.file !== undefined)

const NONE: ReadonlySet<Right> = new Set()
const ALL: ReadonlySet<Right> = new Set(RIGHT_NAMES)

/** The Owner has every right, those of later releases too; a right that this release doesn't know counts for nothing. */
export function rightsOf(role: {
  is_owner: boolean | null
  rights: readonly string[] | null
}): ReadonlySet<Right> {
  return role.is_owner ? ALL : new Set(RIGHT_NAMES.filter((right) => role.rights?.includes(right)))
}

const proofOf = ({ headers }: FastifyRequest): string => String(headers[PROOF_HEADER] ?? '')

/** Refuses (403) where the caller may not change one of these fields by this call. */
export function checkFields(
  endpoint: Endpoint,
  fields: readonly string[],
  { rights }: Pick<Caller, 'rights'>,
): void {
  if (endpoint.access === 'admin') refuseUnlessNull(missingForFields(endpoint, fields, rights))
}

function refuseUnlessNull(missing: Right | null): void {
  if (missing !== null) throw new Refusal(403, lacking(missing))
}

function callerOf(
  request: FastifyRequest,
  who: Pick<Caller, 'actor' | 'id' | 'tokenHash' | 'rights' | 'factor' | 'mark'>,
): Caller {
  return {
    ...who,
    isFactorChecked: false,
    address: request.ip,
    browser: (request.headers['user-agent'] ?? '').slice(0, 300),
    origin: request.headers.origin,
    get signal() {
      return goneOf(request)
    },
    readAt: performance.now(),
    trail: [],
    lanes: [],
    onCommit: [],
    onRollback: [],
  }
}

/** Writes that the session is used, once a minute, and returns the mark of its row: what is written of it is behind it. */
async function touch(
  db: Db,
  tokenHash: Buffer,
  session: MarkColumns & { readonly is_stale: boolean },
): Promise<Mark | null> {
  if (!session.is_stale) return markOf(session)
  await db.run(sql`update sessions set last_used_at = ${nowOf(db)} where token_hash = ${tokenHash}`)
  return null
}

/** So many a player has at most: who signs in again and again, with the right password, fills no table and no answer. */
export const PLAYER_SESSIONS = 20

/** Whose a session or a device is. */
export type Owner =
  | { readonly adminId: number; readonly userId?: undefined }
  | { readonly userId: number; readonly adminId?: undefined }

/**
 * A new session's token: 256 random bits, of which only the hash is stored. `device`: the value of its device, where there
 * is one. A player's sessions beyond `PLAYER_SESSIONS` end.
 */
export async function openSession(
  db: Db,
  { adminId, userId, device }: Owner & { readonly device?: string },
  days: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.run(sql`
    insert into sessions (token_hash, admin_id, user_id, device_hash, created_at, last_used_at, expires_at)
    values (${hashOf(token)}, ${adminId ?? null}, ${userId ?? null}, ${device === undefined ? null : hashOf(device)},
      ${nowOf(db)}, ${nowOf(db)}, ${nowOf(db)} + make_interval(secs => ${days * 86_400}))`)
  if (userId !== undefined) await endOldest(db, userId, hashOf(token))
  return token
}

/** Ends a player's sessions beside this one that are too many, the longest unused first; devices that have none then are forgotten, also as phones that are written to. */
async function endOldest(db: Db, userId: number, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    with ended as (
      delete from sessions where token_hash in (
        select token_hash from sessions where user_id = ${userId} and token_hash <> ${tokenHash}
        order by last_used_at desc, created_at desc offset ${PLAYER_SESSIONS - 1})
      returning token_hash, device_hash
    ), forgotten as (
      delete from devices d using ended e where d.device_hash = e.device_hash and d.user_id = ${userId}
        and not exists (select from sessions s where s.user_id = ${userId} and s.device_hash = d.device_hash
          and s.token_hash not in (select token_hash from ended))
      returning d.device_hash
    )
    delete from push_devices p using forgotten f where p.user_id = ${userId} and p.device_hash = f.device_hash`)
}

/** SHA-256: enough for a secret of 256 random bits. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The caller of a request: the token in the Authorization header, looked up by its hash. */
import { createHash, randomBytes } from 'node:crypto'
import type { Access } from '@munim/contract'
import type { FastifyRequest } from 'fastify'
import { type Database, type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'
import type { Lane } from './lanes.ts'
import type { Trace } from './trail.ts'

/** `actor` is how postings and the audit name the caller: 'admin:1', 'player:7', 'provider', 'anyone'. */
export interface Caller {
  readonly actor: string
  /** The administrator's or the player's id; 0 for a caller without a token. */
  readonly id: number
  readonly tokenHash: Buffer
  /** The address the request came from. */
  readonly address: string
  /** What the act changed, for the audit: a handler of the administrator's that writes adds to it. */
  readonly trail: Trace[]
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

const SIGN_IN_AGAIN = 'Please sign in again'
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** SQL: the session is not expired and, of an administrator, was used in the last 12 hours. */
export const isValidSession = (db: Db): Statement => sql`expires_at > ${nowOf(db)}
    and (user_id is not null or last_used_at > ${nowOf(db)} - interval '12 hours')`

/**
 * The caller, where the token allows this access; refused (401) where it does not. Admin: 12 h idle, 7 d at most.
 * The provider has none: its body is signed (signature.ts).
 */
export async function readCaller(
  database: Database,
  request: FastifyRequest,
  access: Access,
): Promise<Caller> {
  if (access === 'anyone' || access === 'provider') {
    return { ...fresh(), actor: access, id: 0, tokenHash: Buffer.alloc(0), address: request.ip }
  }
  const token = request.headers.authorization ?? ''
  if (!TOKEN.test(token)) throw new Refusal(401, SIGN_IN_AGAIN)
  const tokenHash = hashOf(token)
  const session = await database.quick.maybe<{
    admin_id: number | null
    user_id: number | null
    is_stale: boolean
  }>(sql`
    /* read-session */
    select admin_id, user_id, last_used_at < ${nowOf(database.quick)} - interval '1 minute' as is_stale
    from sessions
    where token_hash = ${tokenHash} and ${isValidSession(database.quick)}`)
  const id = access === 'admin' ? session?.admin_id : session?.user_id
  if (!session || !id) throw new Refusal(401, SIGN_IN_AGAIN)
  if (session.is_stale) await touch(database.quick, tokenHash)
  return { ...fresh(), actor: `${access}:${id}`, id, tokenHash, address: request.ip }
}

function fresh(): Pick<Caller, 'trail' | 'lanes' | 'onCommit' | 'onRollback'> {
  return { trail: [], lanes: [], onCommit: [], onRollback: [] }
}

async function touch(db: Db, tokenHash: Buffer): Promise<void> {
  await db.run(sql`update sessions set last_used_at = ${nowOf(db)} where token_hash = ${tokenHash}`)
}

/** A new session's token: 256 random bits, of which only the hash is stored. */
export async function openSession(
  db: Db,
  owner: { readonly adminId: number } | { readonly userId: number },
  days: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const [adminId, userId] = 'adminId' in owner ? [owner.adminId, null] : [null, owner.userId]
  await db.run(sql`
    insert into sessions (token_hash, admin_id, user_id, created_at, last_used_at, expires_at)
    values (${hashOf(token)}, ${adminId}, ${userId}, ${nowOf(db)}, ${nowOf(db)},
            ${nowOf(db)} + make_interval(days => ${days}))`)
  return token
}

/** SHA-256: enough for a secret of 256 random bits. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

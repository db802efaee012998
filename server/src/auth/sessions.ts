/** An administrator's own sessions and devices. Both are named by their stored hashes, which are no tokens. */
import { type Answer, type api, type FactorKind, SESSION_DAYS } from '@munim/contract'
import { type Database, type Db, nowOf, sql } from '../database/db.ts'
import { type Caller, hashOf, isValidSession, openSession, SESSIONS } from '../http/caller.ts'
import { writeTrail, writeTrailAlone } from '../http/trail.ts'

/** How long a session waits for the second factor; entering it makes it a whole one. */
const ENTERING_DAYS = 15 / 24 / 60

type Session = Answer<typeof api.auth.sessions>['data'][number]
type Device = Answer<typeof api.auth.whoAmI>['data']['newDevices'][number]
type Own = Pick<Caller, 'id' | 'tokenHash'>

/** The token of a session that begins, and the kinds of second factors: with any it opens nothing until one is entered. */
export async function beginSession(
  db: Db,
  owner: { readonly adminId: number; readonly device: string },
): Promise<{ token: string; factors: FactorKind[] }> {
  const kinds = await db.many<{ kind: FactorKind }>(sql`
    select kind from factors where admin_id = ${owner.adminId} group by kind order by min(id)`)
  const token = await openSession(db, owner, kinds.length > 0 ? ENTERING_DAYS : SESSION_DAYS)
  return { token, factors: kinds.map(({ kind }) => kind) }
}

/** The last used first. */
export function listSessions(db: Db, { id, tokenHash }: Own): Promise<Session[]> {
  return db.many<Session>(sql`
    select encode(s.token_hash, 'hex') as id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.address,
      s.browser, s.token_hash = ${tokenHash} as "isThis"
    from ${SESSIONS} where s.admin_id = ${id} and ${isValidSession(db)} order by s.last_used_at desc, s.created_at desc`)
}

/** From where it was; undefined where the administrator has no such session. */
export function endOwnSession(
  db: Db,
  { session, by }: { session: string; by: Own },
): Promise<{ address: string; browser: string } | undefined> {
  return db.maybe<{ address: string; browser: string }>(sql`
    delete from sessions where token_hash = decode(${session}, 'hex') and admin_id = ${by.id}
    returning address, browser`)
}

/** Devices that came after the one of this session, in the last week: only who was here before is told. */
export function findNewDevices(db: Db, { id, tokenHash }: Own): Promise<Device[]> {
  return db.many<Device>(sql`
    select encode(d.device_hash, 'hex') as id, d.created_at as at, d.address, d.browser
    from devices d where d.admin_id = ${id} and d.created_at > ${nowOf(db)} - interval '7 days'
      and d.created_at > (select coalesce(own.created_at, s.created_at) from sessions s
        left join devices own on own.device_hash = s.device_hash where s.token_hash = ${tokenHash})
    order by d.created_at desc`)
}

/** Forgets a new device and ends its sessions; false where there is none of this name that this session is told of. */
export async function refuseDevice(db: Db, { device, by }: { device: string; by: Own }): Promise<boolean> {
  const news = await findNewDevices(db, by)
  if (!news.some(({ id }) => id === device)) return false
  await db.run(sql`delete from sessions where device_hash = decode(${device}, 'hex')`)
  await db.run(sql`delete from devices where device_hash = decode(${device}, 'hex')`)
  return true
}

/** Writes from where and with what a session was begun, and its device where that is new; and the sign-in, for the audit. */
export async function noteSignIn(
  db: Db,
  act: string,
  begun: {
    readonly id: number
    readonly token: string
    readonly newDevice: string | undefined
    readonly isFactorDue: boolean
  },
  { address, browser }: Pick<Caller, 'address' | 'browser'>,
): Promise<void> {
  const { id, token, newDevice, isFactorDue } = begun
  await db.run(sql`
    update sessions set address = ${address}, browser = ${browser} where token_hash = ${hashOf(token)}`)
  if (newDevice !== undefined)
    await db.run(sql`
      update devices set address = ${address}, browser = ${browser} where device_hash = ${hashOf(newDevice)}`)
  const after = {
    signIn: 'done',
    browser,
    isNewDevice: newDevice !== undefined,
    ...(isFactorDue && { factor: 'due' }),
  }
  await writeTrail(db, act, { actor: `admin:${id}`, address, trail: [{ subject: 'admin', id, after }] })
}

/** A wrong password for an administrator, in the audit. A name that is none leaves no line: strangers could write the audit full. */
export async function noteRefusedSignIn(
  database: Database,
  act: string,
  { userName }: { readonly userName: string },
  { actor, address, browser }: Pick<Caller, 'actor' | 'address' | 'browser'>,
): Promise<void> {
  const admin = await database.maybe<{ id: number }>(sql`
    select id from admins where user_name = ${userName}`)
  if (!admin) return
  const trail = [{ subject: 'admin' as const, id: admin.id, after: { signIn: 'refused', browser } }]
  await writeTrailAlone(database, act, { actor, address, trail })
}

/** How a player signs in, with a password or, on a known device, with the mpin; and changes both. */
import { type Answer, type api, type Input, msg } from '@munim/contract'
import { type Db, nowOf, sql } from '../database/db.ts'
import { type Caller, hashOf, isValidSession, SESSIONS, SIGN_IN_AGAIN } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { type Guarded, tryOnce } from './attempts.ts'
import { type Recognised, visitOf } from './devices.ts'
import { checkCurrent, endOtherSessions, forgetPhone, type Owning } from './own.ts'
import { isPassword, NOBODY } from './password.ts'

type Session = Answer<typeof api.player.sessions>['data'][number]

const WRONG = msg('Mobile or password is incorrect')
const BLOCKED = msg('This account is blocked')
const WRONG_MPIN = msg('MPIN is incorrect')

/** The player's id, and the device where it is known. Wrong words cost the same time as unknown numbers. */
export async function recognisePlayer(
  app: Guarded,
  { mobile, password, mpin, device }: Input<typeof api.player.login>,
  caller: Pick<Caller, 'address' | 'signal'>,
): Promise<Recognised> {
  if (password === undefined && (mpin === undefined || device === undefined))
    throw new Refusal(
      400,
      'Password is required; an mpin only works on a device that signed in with the password',
    )
  const isKnownDevice = sql`exists (select from devices d join users u on u.id = d.user_id
    where d.device_hash = ${hashOf(device ?? '')} and u.mobile = ${mobile} and u.deleted_at is null)`
  const visit = { ...visitOf(caller, device), by: 'player' as const, account: accountOf(mobile) }
  const known = await tryOnce(app, { ...visit, isKnownDevice }, async (isKnownDevice) => {
    const known = await app.database.maybe<
      Record<'password_hash' | 'mpin_hash', string> & { id: number; is_blocked: boolean }
    >(sql`
      select id, password_hash, mpin_hash, is_blocked or not status as is_blocked
      from users where mobile = ${mobile} and deleted_at is null`)
    const isRight =
      password !== undefined
        ? await isPassword(password, known?.password_hash ?? NOBODY)
        : await isPassword(mpin!, (isKnownDevice && known?.mpin_hash) || NOBODY)
    if (!known || !isRight) throw new Refusal(401, WRONG)
    const hash = password !== undefined ? known.password_hash : known.mpin_hash
    return { ...known, hash, device: isKnownDevice ? device : undefined }
  })
  if (known.is_blocked) throw new Refusal(403, BLOCKED)
  const { id, hash, device: own } = known
  return { id, hash, device: own, visit }
}

/**
 * Refuses where the password or mpin was changed since it was checked (401), or the player was blocked (403). What does that
 * from now on waits until this session is there, and ends it.
 */
export async function holdPlayer(db: Db, { id, hash }: Pick<Recognised, 'id' | 'hash'>): Promise<void> {
  const held = await db.maybe<{ is_blocked: boolean }>(sql`
    select is_blocked or not status as is_blocked from users
    where id = ${id} and deleted_at is null and (password_hash = ${hash} or mpin_hash = ${hash}) for share`)
  if (!held) throw new Refusal(401, WRONG)
  if (held.is_blocked) throw new Refusal(403, BLOCKED)
}

/** How tries at a player are counted. */
export const accountOf = (mobile: string) => `player ${mobile}`

/** Refuses (400) where it is not the password; answers what is stored of it, for `changeOwnSecrets`. */
export async function checkOwnPassword(app: Guarded, password: string, caller: Owning): Promise<string> {
  const { mobile, password_hash } = await app.database.only<{ mobile: string; password_hash: string }>(sql`
    select mobile, password_hash from users where id = ${caller.id}`)
  const current = { by: 'player' as const, account: accountOf(mobile), hash: password_hash }
  await checkCurrent(app, password, current, caller)
  return password_hash
}

/** Refuses (400) where it is not the mpin; tries are counted with those at the password. Answers what is stored of it, for `holdMpin`. */
export async function checkOwnMpin(app: Guarded, mpin: string, caller: Owning): Promise<string> {
  const { mobile, mpin_hash } = await app.database.only<{ mobile: string; mpin_hash: string }>(sql`
    select mobile, mpin_hash from users where id = ${caller.id}`)
  if (mpin_hash === '') throw new Refusal(400, 'Set an MPIN first')
  const current = { by: 'player' as const, account: accountOf(mobile), hash: mpin_hash }
  await checkCurrent(app, mpin, current, caller, WRONG_MPIN)
  return mpin_hash
}

/** Refuses (400) where the mpin was changed since it was checked; what changes it from now on waits. */
export async function holdMpin(db: Db, id: number, hash: string): Promise<void> {
  const held = await db.run(sql`
    select from users where id = ${id} and mpin_hash = ${hash} for no key update`)
  if (held === 0) throw new Refusal(400, WRONG_MPIN)
}

/** What is stored from now on of the secrets that change, and what was stored of the password as it was checked. */
export interface OwnHashes {
  readonly password?: string
  readonly mpin?: string
  readonly checked: string
}

/**
 * Writes what was hashed of a player's own secrets, and ends their sessions other than this one; so are devices forgotten.
 * Refuses (401) where the password was changed since it was `checked`: one that an administrator sets is not overwritten by a
 * change that was under way.
 */
export async function changeOwnSecrets(
  db: Db,
  { id, tokenHash }: Pick<Caller, 'id' | 'tokenHash'>,
  hashes: OwnHashes,
): Promise<void> {
  const changed = await db.run(sql`
    update users set password_hash = coalesce(${hashes.password ?? null}, password_hash),
      mpin_hash = coalesce(${hashes.mpin ?? null}, mpin_hash), updated_at = ${nowOf(db)}
    where id = ${id} and password_hash = ${hashes.checked}`)
  if (changed === 0) throw new Refusal(401, SIGN_IN_AGAIN)
  await endOtherSessions(db, { userId: id }, tokenHash)
}

/** The player's sessions that are valid now, the last used first. */
export function listSessions(
  db: Db,
  { id, tokenHash }: Pick<Caller, 'id' | 'tokenHash'>,
): Promise<Session[]> {
  return db.many<Session>(sql`
    select encode(s.token_hash, 'hex') as id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
      s.token_hash = ${tokenHash} as "isThis"
    from ${SESSIONS} where s.user_id = ${id} and ${isValidSession(db)}
    order by s.last_used_at desc, s.created_at desc`)
}

/** Ends one session of the player's and forgets its device, also as the phone that is written to; false where they have none of this name. */
export async function endOwnSession(db: Db, userId: number, session: string): Promise<boolean> {
  const ended = await db.maybe<{ device_hash: Buffer | null }>(sql`
    delete from sessions where token_hash = decode(${session}, 'hex') and user_id = ${userId} returning device_hash`)
  if (!ended) return false
  await db.run(sql`delete from devices where device_hash = ${ended.device_hash} and user_id = ${userId}`)
  await forgetPhone(db, userId, ended.device_hash)
  return true
}

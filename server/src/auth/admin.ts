/** How an administrator signs in, changes the password, and signs out. */
import { type Answer, type api, type Input, type LanguageTag, msg } from '@munim/contract'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { type Caller, hashOf, SIGN_IN_AGAIN } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { type Guarded, tryOnce } from './attempts.ts'
import { type Recognised, visitOf } from './devices.ts'
import { checkCurrent, endOtherSessions, type Owning } from './own.ts'
import { isPassword, NOBODY } from './password.ts'

const WRONG = msg('User ID or password is incorrect')

type Admin = Omit<Answer<typeof api.auth.whoAmI>['data'], 'newDevices' | 'confirms'>

/** The administrator's id, and the device where it is known. An unknown name and a wrong password cost the same time and get the same words. */
export async function recogniseAdmin(
  app: Guarded,
  { userName, password, device }: Input<typeof api.auth.login>,
  caller: Pick<Caller, 'address' | 'signal'>,
): Promise<Recognised> {
  const isKnownDevice = sql`exists (select from devices d join admins a on a.id = d.admin_id
    where d.device_hash = ${hashOf(device ?? '')} and a.user_name = ${userName})`
  const key = sql`coalesce(
    (select ${keyOf(sql`a.id`)} from admins a where lower(a.user_name) = lower(${userName})), ${hashOf(accountOf(userName))})`
  const visit = { ...visitOf(caller, device), by: 'admin' as const, account: accountOf(userName) }
  return tryOnce(app, { ...visit, isKnownDevice, key }, async (isKnownDevice) => {
    const admin = await app.database.maybe<{ id: number; password_hash: string }>(sql`
      select id, password_hash from admins where user_name = ${userName} and is_active`)
    const isRight = await isPassword(password, admin?.password_hash ?? NOBODY)
    if (!admin || !isRight) throw new Refusal(401, WRONG)
    const { id, password_hash: hash } = admin
    return { id, hash, device: isKnownDevice ? device : undefined, visit }
  })
}

/**
 * Refuses (401) where the password was changed since it was checked, or the administrator was switched off. What does that
 * from now on waits until this session is there, and ends it.
 */
export async function holdAdmin(db: Db, { id, hash }: Pick<Recognised, 'id' | 'hash'>): Promise<void> {
  const held = await db.run(sql`
    select from admins where id = ${id} and is_active and password_hash = ${hash} for share`)
  if (held === 0) throw new Refusal(401, WRONG)
}

/** How the guard names an administrator, and how tries are counted at a name of no administrator. */
const accountOf = (userName: string) => `admin ${userName.toLowerCase()}`

/** SQL: how tries at an administrator are counted, whatever the name becomes: signing in and the current password together. */
const keyOf = (id: Statement) => sql`sha256(convert_to('administrator ' || ${id}, 'utf8'))`

/** Refuses (400) where it is not the password; answers what is stored of it, for `changePassword`. */
export async function checkOwnPassword(app: Guarded, password: string, caller: Owning): Promise<string> {
  const { user_name, password_hash } = await app.database.only<
    Record<'user_name' | 'password_hash', string>
  >(sql`
    select user_name, password_hash from admins where id = ${caller.id}`)
  const current = {
    by: 'admin' as const,
    account: accountOf(user_name),
    key: keyOf(sql`${caller.id}::int`),
    hash: password_hash,
  }
  await checkCurrent(app, password, current, caller)
  return password_hash
}

/**
 * Writes a password that was hashed, and ends the administrator's sessions other than this one; so are devices forgotten.
 * Refuses (401) where the password was changed since it was `checked`, or the administrator was switched off: a password that
 * another administrator gives to a taken account is not overwritten by a change that was under way.
 */
export async function changePassword(
  db: Db,
  { id, hash, checked, tokenHash }: { id: number; hash: string; checked: string; tokenHash: Buffer },
): Promise<void> {
  const changed = await db.run(sql`
    update admins set password_hash = ${hash}, password_is_first = false, must_change_password = false,
      updated_at = ${nowOf(db)}
    where id = ${id} and is_active and password_hash = ${checked}`)
  if (changed === 0) throw new Refusal(401, SIGN_IN_AGAIN)
  await endOtherSessions(db, { adminId: id }, tokenHash)
}

/** How one looks at the panel is no change of the administrator: neither audited nor dated. */
export async function writeLanguage(db: Db, id: number, language: LanguageTag): Promise<void> {
  await db.run(sql`update admins set language = ${language} where id = ${id}`)
}

export async function readAdmin(db: Db, { id, rights }: Pick<Caller, 'id' | 'rights'>): Promise<Admin> {
  const admin = await db.only<Omit<Admin, 'rights'>>(sql`
    select a.id, a.user_name as "userName", r.name as role, a.must_change_password as "mustChangePassword", a.language,
      f.factor_required and not exists (select from factors where admin_id = a.id) as "mustSetUpFactor",
      s.is_demonstration as "isDemonstration"
    from admins a join roles r on r.id = a.role_id cross join settings s cross join security f
    where a.id = ${id}`)
  return { ...admin, rights: [...rights] }
}

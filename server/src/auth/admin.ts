/** How an administrator signs in, changes the password, and signs out. */
import type { Answer, api } from '@munim/contract'
import { type Database, type Db, nowOf, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'
import { beginAttempt, passAttempt } from './attempts.ts'
import { isPassword, NOBODY } from './password.ts'

type Admin = Answer<typeof api.auth.whoAmI>['data']

interface Credentials {
  readonly userName: string
  readonly password: string
  readonly address: string
}

/** The administrator's id. An unknown name and a wrong password cost the same time and get the same words. */
export async function recogniseAdmin(
  database: Database,
  { userName, password, address }: Credentials,
): Promise<number> {
  const attempt = await beginAttempt(database, { name: nameOf(userName), address })
  const admin = await database.maybe<{ id: number; password_hash: string }>(sql`
    select id, password_hash from admins where user_name = ${userName}`)
  const isRight = await isPassword(password, admin?.password_hash ?? NOBODY)
  if (!admin || !isRight) throw new Refusal(401, 'User ID or password is incorrect')
  await passAttempt(database, attempt)
  return admin.id
}

/** How attempts at an administrator are counted: signing in and confirming the current password together. */
const nameOf = (userName: string) => `admin ${userName.toLowerCase()}`

export async function checkOwnPassword(
  database: Database,
  { id, password, address }: { id: number; password: string; address: string },
): Promise<void> {
  const admin = await database.only<{ user_name: string; password_hash: string }>(sql`
    select user_name, password_hash from admins where id = ${id}`)
  const attempt = await beginAttempt(database, { name: nameOf(admin.user_name), address })
  if (!(await isPassword(password, admin.password_hash)))
    throw new Refusal(400, 'Current password is incorrect')
  await passAttempt(database, attempt)
}

/** Writes a password that was hashed, and ends the administrator's sessions other than this one. */
export async function changePassword(
  db: Db,
  { id, hash, tokenHash }: { id: number; hash: string; tokenHash: Buffer },
): Promise<void> {
  await db.run(sql`
    update admins set password_hash = ${hash}, password_is_first = false, updated_at = ${nowOf(db)}
    where id = ${id}`)
  await db.run(sql`delete from sessions where admin_id = ${id} and token_hash <> ${tokenHash}`)
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${tokenHash}`)
}

export function readAdmin(db: Db, id: number): Promise<Admin> {
  return db.only<Admin>(sql`
    select a.user_name as "userName", s.is_demonstration as "isDemonstration"
    from admins a cross join settings s where a.id = ${id}`)
}

/** The administrator's sign-in over HTTP. */
import { api } from '@munim/contract'
import { type Database, type Db, nowOf, sql } from '../database/db.ts'
import { openSession } from '../http/caller.ts'
import { type App, serve } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { beginAttempt, passAttempt } from './attempts.ts'
import { hashPassword, isPassword, NOBODY } from './password.ts'

const SESSION_DAYS = 7

export function authRoutes(app: App): void {
  serve(
    app,
    api.auth.login,
    async (db, _input, _caller, adminId: number) => ({
      token: await openSession(db, { adminId }, SESSION_DAYS),
    }),
    (database, { userName, password }, { address }) => recognise(database, { userName, password, address }),
  )

  serve(app, api.auth.logout, async (db, _input, { id, tokenHash, trail }) => {
    trail.push({ thing: 'admin', id, after: { session: 'ended' } })
    await db.run(sql`delete from sessions where token_hash = ${tokenHash}`)
    return {}
  })

  serve(
    app,
    api.auth.resetPassword,
    async (db, _input, { id, tokenHash, trail }, hash: string) => {
      trail.push({ thing: 'admin', id, after: { password: 'changed' } })
      await changePassword(db, id, hash)
      await db.run(sql`delete from sessions where admin_id = ${id} and token_hash <> ${tokenHash}`)
      return {}
    },
    async (database, { password, newPassword }, { id, address }) => {
      if (password === newPassword) {
        throw new Refusal(400, 'New password must be different from current password')
      }
      await checkOwnPassword(database, { id, password, address })
      return hashPassword(newPassword)
    },
  )

  serve(app, api.auth.whoAmI, async (db, _input, { id }) => ({
    data: await db.only<{ userName: string; isDemonstration: boolean }>(sql`
      select a.user_name as "userName", s.is_demonstration as "isDemonstration"
      from admins a cross join settings s where a.id = ${id}`),
  }))
}

interface Credentials {
  readonly userName: string
  readonly password: string
  readonly address: string
}

/** The administrator's id. An unknown name and a wrong password cost the same time and get the same words. */
async function recognise(database: Database, { userName, password, address }: Credentials): Promise<number> {
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

async function checkOwnPassword(
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

async function changePassword(db: Db, id: number, hash: string): Promise<void> {
  await db.run(sql`
    update admins set password_hash = ${hash}, password_is_first = false, updated_at = ${nowOf(db)}
    where id = ${id}`)
}

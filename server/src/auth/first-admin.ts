/** The first administrator, made when there is none: by one of the servers, where several start at the same moment. */
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, nowOf, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, isPassword } from './password.ts'

/** The administrator that can sign in; the password only while it is the generated one, which the owner of DATA_DIR can read. */
export interface FirstSignIn {
  readonly userName: string
  readonly password: string | undefined
  /** What is wrong with ADMIN_PASSWORD, which was taken all the same: the account would else be missing. */
  readonly warning?: string
}

interface Wanted {
  readonly dataDir: string
  readonly adminUser: string
  /** Undefined: one is generated, and kept in DATA_DIR until it is changed. */
  readonly adminPassword: string | undefined
}

export async function ensureAdmin(database: Database, config: Wanted): Promise<FirstSignIn> {
  const file = join(config.dataDir, 'first-password')
  const existing = await database.maybe<{
    user_name: string
    password_hash: string
    password_is_first: boolean
  }>(sql`
    select user_name, password_hash, password_is_first from admins order by id limit 1`)
  if (existing && !existing.password_is_first) await rm(file, { force: true })
  if (existing) {
    const password = existing.password_is_first
      ? await readFile(file, 'utf8').then(
          (text) => text.trim(),
          () => undefined,
        )
      : undefined
    // A server that was killed before its commit left a file, with a password that no account has.
    const isTheirs = password !== undefined && (await isPassword(password, existing.password_hash))
    return { userName: existing.user_name, password: isTheirs ? password : undefined }
  }
  // One word to select, and no option where it is typed after a command.
  const password = config.adminPassword ?? randomBytes(9).toString('hex')
  const isFirst = config.adminPassword === undefined
  const hash = await hashPassword(password)
  const made = await database.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(${LOCKS.administrators}::int, 0)`)
    const written = await db.run(sql`
      insert into admins (user_name, password_hash, password_is_first, created_at, updated_at)
      select ${config.adminUser}, ${hash}, ${isFirst}, ${nowOf(db)}, ${nowOf(db)}
      where not exists (select from admins)`)
    // Before the commit: a server that is killed here leaves a file too many, never an account whose password is nowhere.
    if (written === 1 && isFirst) await writeFile(file, `${password}\n`, { mode: 0o600, flush: true })
    return written
  })
  if (made === 0) return ensureAdmin(database, config)
  const warning = (await isCommonPassword(password))
    ? 'ADMIN_PASSWORD is one of the passwords that are guessed first: change it in the panel, under Profile Settings'
    : undefined
  return {
    userName: config.adminUser,
    password: isFirst ? password : undefined,
    ...(warning !== undefined && { warning }),
  }
}

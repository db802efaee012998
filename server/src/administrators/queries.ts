/** Administrators and roles in SQL. */
import type { Answer, api, Right } from '@munim/contract'
import { type Db, nowOf, sql } from '../database/db.ts'
import { isValidSession, rightsOf, SESSIONS } from '../http/caller.ts'

type Listed = Answer<typeof api.administrators.list>['data']
type Administrator = Listed['administrators'][number]
export type Role = Listed['roles'][number]

/** The first made first. */
export async function listAdministrators(db: Db): Promise<Listed> {
  const administrators = await db.many<Administrator>(sql`
    select n.id, n.user_name as "userName", n.role_id as "roleId", n.is_active as "isActive",
      n.must_change_password as "mustChangePassword", n.created_at as "createdAt",
      exists (select from factors f where f.admin_id = n.id) as "hasFactor",
      (select coalesce(json_agg(f.id order by f.id), '[]') from factors f where f.admin_id = n.id) as "factorIds",
      coalesce(o.sessions, 0) as sessions, o.seen as "lastSeenAt"
    from admins n left join (
      select s.admin_id, count(*) as sessions, max(s.last_used_at) as seen
      from ${SESSIONS} where s.admin_id is not null and ${isValidSession(db)} group by s.admin_id
    ) o on o.admin_id = n.id order by n.id`)
  const roles = await db.many<RoleRow>(sql`select ${fields} from roles order by is_built_in desc, id`)
  return { administrators, roles: roles.map(shown), factors: await readFactorSettings(db) }
}

type RoleRow = Omit<Role, 'rights'> & { rights: string[] }

const fields = sql`id, name, rights, is_built_in as "isBuiltIn", is_owner as "isOwner"`

function shown(row: RoleRow): Role {
  return { ...row, rights: [...rightsOf({ is_owner: row.isOwner, rights: row.rights })] }
}

export async function findRole(db: Db, id: number): Promise<Role | undefined> {
  const row = await db.maybe<RoleRow>(sql`select ${fields} from roles where id = ${id}::bigint`)
  return row && shown(row)
}

export interface Account {
  readonly userName: string
  readonly roleId: number
  readonly isActive: boolean
}

export function findAdministrator(db: Db, id: number): Promise<Account | undefined> {
  return db.maybe<Account>(sql`
    select user_name as "userName", role_id as "roleId", is_active as "isActive" from admins where id = ${id}::bigint`)
}

/** Whether another has this name; letters of either case are one. */
export async function isNameTaken(db: Db, userName: string, besides = 0): Promise<boolean> {
  const other = sql`select from admins where lower(user_name) = lower(${userName}) and id <> ${besides} limit 1`
  return (await db.maybe(other)) !== undefined
}

export async function addAdministrator(
  db: Db,
  { userName, hash, roleId }: { userName: string; hash: string; roleId: number },
): Promise<number> {
  const { id } = await db.only<{ id: number }>(sql`
    insert into admins (user_name, password_hash, must_change_password, role_id, created_at, updated_at)
    values (${userName}, ${hash}, true, ${roleId}, ${nowOf(db)}, ${nowOf(db)}) returning id`)
  return id
}

export async function writeAdministrator(db: Db, id: number, { userName, roleId, isActive }: Account) {
  await db.run(sql`
    update admins set user_name = ${userName}, role_id = ${roleId}, is_active = ${isActive}, updated_at = ${nowOf(db)},
      blocked_at = case when ${isActive} then null else coalesce(blocked_at, ${nowOf(db)}) end
    where id = ${id}`)
}

/** Whether they were blocked within a day. */
export async function isJustBlocked(db: Db, id: number): Promise<boolean> {
  const blocked = sql`select from admins where id = ${id} and blocked_at > ${nowOf(db)} - interval '1 day'`
  return (await db.maybe(blocked)) !== undefined
}

export async function writeFirstPassword(db: Db, id: number, hash: string): Promise<void> {
  await db.run(sql`
    update admins set password_hash = ${hash}, must_change_password = true, password_is_first = false,
      updated_at = ${nowOf(db)} where id = ${id}`)
  await db.run(sql`delete from devices where admin_id = ${id}`)
}

/** How many were ended. */
export function endSessionsOf(db: Db, id: number): Promise<number> {
  return db.run(sql`delete from sessions where admin_id = ${id}`)
}

export async function hasActiveOwner(db: Db): Promise<boolean> {
  const owner = await db.maybe<{ id: number }>(sql`
    select a.id from admins a join roles r on r.id = a.role_id where r.is_owner and a.is_active limit 1`)
  return owner !== undefined
}

interface Named {
  readonly name: string
  readonly rights: readonly Right[]
}

export async function isRoleTaken(db: Db, name: string, besides = 0): Promise<boolean> {
  const other = sql`select from roles where lower(name) = lower(${name}) and id <> ${besides}`
  return (await db.maybe(other)) !== undefined
}

export async function addRole(db: Db, { name, rights }: Named): Promise<number> {
  const { id } = await db.only<{ id: number }>(sql`
    insert into roles (name, rights, updated_at) values (${name}, ${[...rights]}, ${nowOf(db)}) returning id`)
  return id
}

export async function writeRole(db: Db, id: number, { name, rights }: Named): Promise<void> {
  await db.run(sql`
    update roles set name = ${name}, rights = ${[...rights]}, updated_at = ${nowOf(db)} where id = ${id}`)
}

export async function deleteRole(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from roles where id = ${id}`)
}

export async function namesWith(db: Db, roleId: number): Promise<string[]> {
  const rows = await db.many<{ user_name: string }>(sql`
    select user_name from admins where role_id = ${roleId} order by id`)
  return rows.map(({ user_name }) => user_name)
}

/** The limit in rupees. `lock` holds the row against other changes to the end of the transaction. */
export function readFactorSettings(db: Db, lock: 'lock' | 'read' = 'read'): Promise<Listed['factors']> {
  return db.only<Listed['factors']>(sql`
    select factor_required as "factorRequired", factor_limit / 100.0::float8 as "factorLimit"
    from security ${lock === 'lock' ? sql`for no key update` : sql``}`)
}

/** The limit in rupees. */
export async function writeFactorSettings(db: Db, { factorRequired, factorLimit }: Listed['factors']) {
  await db.run(sql`
    update security set factor_required = ${factorRequired}, factor_limit = ${Math.round(factorLimit * 100)}`)
}

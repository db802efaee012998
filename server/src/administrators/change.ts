/**
 * Who may change which administrator and which role. An administrator gives no right that they have not, changes none
 * who has one, nor their own role: so they can't raise what they may do. Changes wait for each other.
 */
import { type api, beyond, type Input, RIGHTS, type Right, t } from '@munim/contract'
import type { Db } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import { type Foreseen, lockAdministrators, withdrawActsOf } from '../http/second.ts'
import { changeOf } from '../http/trail.ts'
import { checkSame, found, Refusal } from '../refusal.ts'
import * as queries from './queries.ts'

type Reach = Pick<Caller, 'id' | 'rights'>
type By = Reach & Pick<Caller, 'trail'>

function checkReach(rights: readonly Right[], by: Reach): void {
  const right = beyond(rights, by.rights)
  if (right === null) return
  throw new Refusal(403, 'This is beyond your own role: {right}', { values: { right: t(RIGHTS[right]) } })
}

const roleOf = async (db: Db, id: number) => found(await queries.findRole(db, id), 'Role not found')

/** Another administrator, within the caller's reach. */
export async function findOther(db: Db, id: number, by: Reach) {
  const known = found(await queries.findAdministrator(db, id), 'Administrator not found')
  if (id === by.id) throw new Refusal(409, 'This is your own account: another administrator does it')
  checkReach((await roleOf(db, known.roleId)).rights, by)
  return known
}

async function checkName(db: Db, userName: string, id?: number): Promise<void> {
  if (await queries.isNameTaken(db, userName, id))
    throw new Refusal(409, 'Another administrator has this name')
}

/** Its id is in the trail. The password is hashed. */
export async function createAdministrator(
  db: Db,
  made: { readonly userName: string; readonly hash: string; readonly roleId: number },
  by: By,
): Promise<void> {
  await lockAdministrators(db)
  const role = await roleOf(db, made.roleId)
  checkReach(role.rights, by)
  await checkName(db, made.userName)
  const id = await queries.addAdministrator(db, made)
  by.trail.push({ subject: 'admin', id, after: { userName: made.userName, role: role.name } })
}

export async function foreseeCreating(
  db: Db,
  { userName, roleId }: { readonly userName: string; readonly roleId: number },
  by: Reach,
): Promise<Foreseen> {
  const role = await roleOf(db, roleId)
  checkReach(role.rights, by)
  await checkName(db, userName)
  const after = { userName, role: role.name, rights: role.rights }
  return { subject: 'admin', id: userName, before: {}, after, name: userName, limits: ['guards'] }
}

type Change = Input<typeof api.administrators.update>

/** A name alone may be one's own. */
export async function changeAdministrator(db: Db, { id, ...change }: Change, by: Caller): Promise<void> {
  await lockAdministrators(db)
  const isNameAlone = change.roleId === undefined && change.isActive === undefined
  const before =
    id === by.id && isNameAlone
      ? found(await queries.findAdministrator(db, id), 'Administrator not found')
      : await findOther(db, id, by)
  const after = {
    userName: change.userName ?? before.userName,
    roleId: change.roleId ?? before.roleId,
    isActive: change.isActive ?? before.isActive,
  }
  const [was, is] = [await roleOf(db, before.roleId), await roleOf(db, after.roleId)]
  checkReach(is.rights, by)
  await checkName(db, after.userName, id)
  await queries.writeAdministrator(db, id, after)
  if (!after.isActive) await queries.endSessionsOf(db, id)
  // Two Owners may have taken each other's role at the same time.
  if (!(await queries.hasActiveOwner(db))) throw new Refusal(409, 'One active Owner always remains')
  const named = ({ userName, isActive }: typeof after, role: queries.Role) => ({
    userName,
    role: role.name,
    isActive,
  })
  by.trail.push({ subject: 'admin', id, ...changeOf(named(before, was), named(after, is)) })
  if (!after.isActive) await withdrawActsOf(db, id, by)
}

/**
 * For who confirms it: another role, or an end to a block. A block itself waits for no confirmation, and within a day
 * neither does its end: who is blocked counts as one of several for as long.
 */
export async function foreseeChange(db: Db, { id, ...change }: Change, by: Reach): Promise<Foreseen | null> {
  const known = found(await queries.findAdministrator(db, id), 'Administrator not found')
  const isRole = change.roleId !== undefined && change.roleId !== known.roleId
  const isUnblocked = change.isActive === true && !known.isActive && !(await queries.isJustBlocked(db, id))
  const limits: Foreseen['limits'] = isRole || isUnblocked ? ['guards'] : []
  // One's own name; of others what is left of an act that waits is told, also where that alone would not wait.
  if (limits.length === 0 && id === by.id) return null
  if (limits.length > 0 && known.isActive && change.isActive === false)
    throw new Refusal(400, 'A block waits for nobody: send it apart from another role')
  const { userName } = await findOther(db, id, by)
  const [was, is] = [await roleOf(db, known.roleId), await roleOf(db, change.roleId ?? known.roleId)]
  checkReach(is.rights, by)
  const sent = { ...change, role: is.name, rights: is.rights, roleId: undefined }
  const changed = changeOf({ ...known, role: was.name, rights: was.rights }, sent)
  if (Object.keys(changed.after).length === 0) return null
  return { subject: 'admin', id, name: userName, limits, ...changed }
}

async function checkRoleName(db: Db, name: string, id?: number): Promise<void> {
  if (await queries.isRoleTaken(db, name, id)) throw new Refusal(409, 'Another role has this name')
}

export async function createRole(db: Db, role: { name: string; rights: Right[] }, by: By): Promise<void> {
  await lockAdministrators(db)
  checkReach(role.rights, by)
  await checkRoleName(db, role.name)
  by.trail.push({ subject: 'role', id: await queries.addRole(db, role), after: role })
}

/** A role that may be changed at all. */
async function findOwnMade(db: Db, id: number, by: Reach) {
  const role = await roleOf(db, id)
  if (role.isBuiltIn) throw new Refusal(409, 'A role that is built in stays as it is')
  checkReach(role.rights, by)
  return role
}

type RoleChange = Input<typeof api.administrators.updateRole>
type Named = Pick<RoleChange, 'name' | 'rights'>

/** A form holds all rights of a role: it would give back one that was taken away meanwhile. */
function checkBase(role: Named, basedOn: Named | undefined): void {
  const inOrder = ({ name, rights }: Named) => ({ name, rights: rights.toSorted() })
  checkSame(
    basedOn && inOrder(basedOn),
    inOrder(role),
    t('The role was changed by another administrator meanwhile: open it again.'),
  )
}

export async function changeRole(db: Db, { id, basedOn, ...sent }: RoleChange, by: By): Promise<void> {
  await lockAdministrators(db)
  const { name, rights } = await findOwnMade(db, id, by)
  checkBase({ name, rights }, basedOn)
  checkReach(sent.rights, by)
  const own = await queries.findAdministrator(db, by.id)
  if (own?.roleId === id) throw new Refusal(409, 'This is your own role: another administrator changes it')
  await checkRoleName(db, sent.name, id)
  await queries.writeRole(db, id, sent)
  by.trail.push({ subject: 'role', id, ...changeOf({ name, rights }, sent) })
}

export async function foreseeRole(
  db: Db,
  { id, basedOn, ...sent }: RoleChange,
  by: Reach,
): Promise<Foreseen> {
  const { name, rights } = await findOwnMade(db, id, by)
  checkBase({ name, rights }, basedOn)
  checkReach(sent.rights, by)
  return { subject: 'role', id, name, limits: ['guards'], ...changeOf({ name, rights }, sent) }
}

export async function removeRole(db: Db, id: number, by: By): Promise<void> {
  await lockAdministrators(db)
  const { name, rights } = await findOwnMade(db, id, by)
  const names = await queries.namesWith(db, id)
  if (names.length > 0)
    throw new Refusal(409, 'Administrators have this role: {names}', { values: { names: names.join(', ') } })
  await queries.deleteRole(db, id)
  by.trail.push({ subject: 'role', id, before: { name, rights }, after: {} })
}

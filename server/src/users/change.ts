/** Changing a player: profile, flags, approval with its bonuses, password. Deleting one is remove.ts. */
import { type Answer, type api, type Input, MPIN_MASK, t } from '@munim/contract'
import { columnOf, FIELD_NAMES, isSecret, PAYEE_FIELDS, type PayeeField } from '@munim/core'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { changeOf } from '../http/trail.ts'
import { forgetDevice } from '../push/devices.ts'
import { checkSame, found, Refusal } from '../refusal.ts'
import { type Bonuses, type Joining, joiningOf, NO_BONUSES, payJoining } from '../wallet/bonus.ts'
import { checkPayeeOften, hadPayee, keepPayeeChange } from '../wallet/marks.ts'
import { isPayeeAsStamped, stampPayee } from '../wallet/payee-stamp.ts'
import { storedFields } from './queries.ts'

export type Changes = Omit<Input<typeof api.users.update>, 'id' | 'basedOn'>

/** What was hashed before the transaction began; undefined where it is not sent. */
export interface Hashes {
  readonly password: string | undefined
  readonly mpin: string | undefined
}

export const NO_HASHES: Hashes = { password: undefined, mpin: undefined }

/** What is stored as it was sent: secrets are hashed, approval is an act of its own. */
const STORED = FIELD_NAMES.filter((name) => !isSecret(name) && name !== 'isApproved')

export interface Changing {
  readonly id: number
  readonly changes: Changes
  readonly hashes: Hashes
  readonly actor: string
  /** Only a player who has not named the mpin may not, where the settings ask for it. */
  readonly mayChangePayee?: boolean
}

/**
 * Writes what was sent of an existing user. Blocking, switching off and a new password end the player's sessions. What
 * was paid of the bonuses of joining; null where the user was approved and they were withheld.
 */
export async function changeUser(
  db: Db,
  { id, changes, hashes, actor, mayChangePayee = true }: Changing,
): Promise<Bonuses | null> {
  const user = found(
    await db.maybe<{ is_approved: boolean; had_payee: boolean } & Record<PayeeField, string>>(sql`
      select u.is_approved, ${storedFields(PAYEE_FIELDS)}, ${hadPayee(sql`u.id`)} as had_payee from users u
      where id = ${id} and deleted_at is null for no key update`),
    'User not found',
  )
  if (changes.isApproved === false && user.is_approved)
    throw new Refusal(409, 'An approved user cannot be set back to pending')
  const changed = PAYEE_FIELDS.filter((name) => changes[name] !== undefined && changes[name] !== user[name])
  if (changed.length > 0 && !mayChangePayee)
    throw new Refusal(400, 'MPIN is required to change the payment details')
  if (changed.length > 0 && actor === `player:${id}`) await checkPayeeOften(db, id)
  // One that is sent whole is the caller's, whatever was there.
  const isWhole = PAYEE_FIELDS.every((name) => changes[name] !== undefined || user[name] === '')
  const isStamped = changed.length > 0 && (isWhole || (await isPayeeAsStamped(db, id)))
  const written = assignments(changes, hashes)
  if (written.length > 0) {
    const moment = sql`updated_at = ${nowOf(db)}`
    await db.run(sql`update users set ${sql.join([...written, moment])} where id = ${id}`).catch(refuseTaken)
  }
  // The first payee of all is no change where the player gives it. One after another that was cleared is not the first.
  const isChange =
    actor !== `player:${id}` || user.had_payee || PAYEE_FIELDS.some((name) => user[name] !== '')
  if (isChange) await keepPayeeChange(db, { userId: id, changed, actor })
  if (isStamped) await stampPayee(db, id)
  const isNew = changes.isApproved && !user.is_approved
  const paid = isNew ? await approveUser(db, { id, actor }) : NO_BONUSES
  if (changes.isBlocked || changes.status === false || hashes.password) await endSessions(db, id)
  return paid
}

/** Held against other changes until the transaction ends. */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.run(sql`select from users where id = ${id} for no key update`)
}

export function checkBase(
  user: Answer<typeof api.users.get>['data'],
  basedOn: Input<typeof api.users.update>['basedOn'],
): void {
  const sentence = t('The player was changed meanwhile: see what is stored now, and save again.')
  checkSame(changeOf(user, basedOn ?? {}).after, {}, sentence)
}

function assignments(changes: Changes, hashes: Hashes): Statement[] {
  const plain = STORED.filter((name) => changes[name] !== undefined).map(
    (name) => sql`${sql.ref(columnOf(name))} = ${changes[name]}`,
  )
  if (hashes.password) plain.push(sql`password_hash = ${hashes.password}`)
  if (changes.mpin !== undefined && changes.mpin !== MPIN_MASK)
    plain.push(sql`mpin_hash = ${hashes.mpin ?? ''}`)
  return plain
}

/** A mobile number belongs to one user. The unique law says so, also when two ask for one number at once. */
function refuseTaken(error: { constraint?: string }): never {
  if (error.constraint !== 'users_one_per_mobile') throw error
  throw new Refusal(409, 'This mobile number belongs to another user')
}

/** Approves a pending player and pays the bonuses of joining. Null where those were withheld. */
export async function approveUser(
  db: Db,
  { id, actor }: { id: number; actor: string },
): Promise<Bonuses | null> {
  const at = await db.now()
  const joining = await db.maybe<Joining>(sql`
    update users u set is_approved = true, updated_at = ${at}
    from settings s
    where u.id = ${id} and not u.is_approved and u.deleted_at is null
    returning ${joiningOf}`)
  return joining === undefined ? NO_BONUSES : payJoining(db, joining, { actor, at })
}

/**
 * Signs the player out everywhere; the mpin alone is then no longer enough on their devices. Their phone is written to
 * again once its app sends a push token after a sign-in: it may be in other hands.
 */
export async function endSessions(db: Db, userId: number): Promise<void> {
  await db.run(sql`delete from sessions where user_id = ${userId}`)
  await db.run(sql`delete from devices where user_id = ${userId}`)
  await forgetDevice(db, userId)
}

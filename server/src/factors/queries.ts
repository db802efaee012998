/** Second factors, recovery codes and what a session knows of them, in SQL. */
import { type Answer, type api, SESSION_DAYS } from '@munim/contract'
import { codesMark, factorMark } from '../anchors/factor-marks.ts'
import { type Db, type NotNull, nowOf, sql } from '../database/db.ts'
import { hashOf, SIGN_IN_AGAIN } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { hashOfCode } from './codes.ts'

type Listed = Answer<typeof api.factors.list>['data']
type Factor = Listed['factors'][number]

/** A set-up that was begun may be finished for so long, and what was asked of a passkey answered. */
const PENDING = sql`interval '15 minutes'`

/** The first set up first. */
export async function listFactors(db: Db, adminId: number): Promise<Listed> {
  const factors = await db.many<Factor>(sql`
    select id, kind, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from factors where admin_id = ${adminId} order by id`)
  const { isRequired } = await db.only<{ isRequired: boolean }>(sql`
    select factor_required as "isRequired" from security`)
  return { factors, codesLeft: await countCodes(db, adminId), isRequired }
}

export async function countCodes(db: Db, adminId: number): Promise<number> {
  const { left } = await db.only<{ left: number }>(sql`
    select count(*)::int as left from recovery_codes where admin_id = ${adminId} and used_at is null`)
  return left
}

interface Totp {
  readonly id: number
  readonly secret: Buffer
}

export const totpsOf = (db: Db, adminId: number): Promise<Totp[]> =>
  db.many<Totp & NotNull<'secret'>>(sql`
    select id, secret from factors where admin_id = ${adminId} and kind = 'totp' order by id`)

/** False where a code of this step, or of a later one, was used already: by another call at this moment, too. */
export async function useStep(db: Db, id: number, step: number): Promise<boolean> {
  const used = await db.run(sql`
    update factors set last_step = ${step}, last_used_at = ${nowOf(db)} where id = ${id} and last_step < ${step}`)
  return used === 1
}

export interface NewPasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly rpId: string
}

/** An administrator's passkeys for this domain, the first set up first. */
export function passkeysOf(
  db: Db,
  { adminId, rpId }: { readonly adminId: number; readonly rpId: string },
): Promise<Pick<NewPasskey, 'credentialId' | 'transports'>[]> {
  return db.many<
    Pick<NewPasskey, 'credentialId' | 'transports'> & NotNull<'credentialId' | 'transports'>
  >(sql`
    select credential_id as "credentialId", transports from factors
    where admin_id = ${adminId} and kind = 'passkey' and rp_id = ${rpId} order by id`)
}

type Kept = { readonly id: number } & Pick<NewPasskey, 'publicKey' | 'counter'>

export function findPasskey(
  db: Db,
  of: { readonly adminId: number } & Pick<NewPasskey, 'rpId' | 'credentialId'>,
): Promise<Kept | undefined> {
  return db.maybe<Kept & NotNull<'publicKey' | 'counter'>>(sql`
    select id, public_key as "publicKey", counter from factors
    where admin_id = ${of.adminId} and kind = 'passkey' and rp_id = ${of.rpId} and credential_id = ${of.credentialId}`)
}

/** False where it signed so often before: a copy does. An authenticator that doesn't count says 0 each time. */
export async function useCounter(db: Db, id: number, counter: number): Promise<boolean> {
  const used = await db.run(sql`
    update factors set counter = ${counter}, last_used_at = ${nowOf(db)}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)
  return used === 1
}

/** False where it is no code of this administrator's, or was used already. */
export async function useCode(db: Db, adminId: number, code: string): Promise<boolean> {
  const used = await db.run(sql`
    update recovery_codes set used_at = ${nowOf(db)}
    where admin_id = ${adminId} and code_hash = ${hashOfCode(code)} and used_at is null`)
  return used === 1
}

/** Keeps what this session waits for, in place of an earlier one. */
export async function keepPending(db: Db, tokenHash: Buffer, sealed: Buffer): Promise<void> {
  await db.run(sql`
    update sessions set pending = ${sealed}, pending_at = ${nowOf(db)} where token_hash = ${tokenHash}`)
}

const pendingOf = (db: Db, tokenHash: Buffer) => sql<{ pending: Buffer }>`
  select pending from sessions where token_hash = ${tokenHash} and pending is not null
    and pending_at > ${nowOf(db)} - ${PENDING}`

/** What the session waits for; undefined where nothing was begun lately. */
export async function findPending(db: Db, tokenHash: Buffer): Promise<Buffer | undefined> {
  return (await db.maybe(pendingOf(db, tokenHash)))?.pending
}

/** The same. Two that finish at the same moment wait for each other. */
export async function lockPending(db: Db, tokenHash: Buffer): Promise<Buffer | undefined> {
  return (await db.maybe(sql<{ pending: Buffer }>`${pendingOf(db, tokenHash)} for update`))?.pending
}

/** The same, and it is taken: of two calls at the same moment one has it. */
export async function takePending(db: Db, tokenHash: Buffer): Promise<Buffer | undefined> {
  const session = await db.maybe<{ pending: Buffer }>(sql`
    update sessions s set pending = null
    from (select token_hash, pending from sessions where token_hash = ${tokenHash} and pending is not null
      and pending_at > ${nowOf(db)} - ${PENDING} for update) was
    where s.token_hash = was.token_hash returning was.pending`)
  return session?.pending
}

/** What the audit keeps of a factor that was added. */
export interface Added {
  readonly factor_id: number
  readonly mark: string
}

const added = sql`f.id as factor_id, ${factorMark} as mark`

export function addTotp(
  db: Db,
  made: { readonly adminId: number; readonly name: string; readonly secret: Buffer; readonly step: number },
): Promise<Added> {
  const { adminId, name, secret, step } = made
  return db.only<Added>(sql`
    insert into factors as f (admin_id, kind, name, secret, last_step, created_at)
    values (${adminId}, 'totp', ${name}, ${secret}, ${step}, ${nowOf(db)}) returning ${added}`)
}

/** Undefined where it is set up already, by whomever. */
export async function addPasskey(
  db: Db,
  made: NewPasskey & { readonly adminId: number; readonly name: string },
): Promise<Added | undefined> {
  const { adminId, name, credentialId, publicKey, counter, transports, rpId } = made
  return db.maybe<Added>(sql`
    insert into factors as f (admin_id, kind, name, credential_id, public_key, counter, transports, rp_id, created_at)
    values (${adminId}, 'passkey', ${name}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${rpId},
      ${nowOf(db)})
    on conflict (credential_id) do nothing returning ${added}`)
}

/** Writes these codes in place of all there were; by what the audit knows them. */
export async function writeCodes(db: Db, adminId: number, codes: readonly string[]): Promise<string> {
  await db.run(sql`delete from recovery_codes where admin_id = ${adminId}`)
  await db.run(sql`
    insert into recovery_codes (admin_id, code_hash)
    select ${adminId}, unnest(${codes.map(hashOfCode)}::bytea[])`)
  return readCodesMark(db, adminId)
}

/** By what the audit knows the recovery codes that there are. */
export async function readCodesMark(db: Db, adminId: number): Promise<string> {
  const { mark } = await db.only<{ mark: string }>(sql`select ${codesMark(sql`${adminId}::int`)} as mark`)
  return mark
}

/**
 * The session and its device have entered a factor now; this is what the fresh one is known by. What was begun is over.
 * Refuses (401) where the session has ended meanwhile, as by a new password: the factor is none of its owner's.
 */
export async function writeProof(db: Db, tokenHash: Buffer, proof: string): Promise<void> {
  const entered = await db.run(sql`
    update sessions set factor_at = ${nowOf(db)}, proof_hash = ${hashOf(proof)}, unproven = 0, pending = null,
      expires_at = created_at + make_interval(days => ${SESSION_DAYS})
    where token_hash = ${tokenHash}`)
  if (entered === 0) throw new Refusal(401, SIGN_IN_AGAIN)
  await db.run(sql`
    update devices set factor_at = ${nowOf(db)}
    where device_hash = (select device_hash from sessions where token_hash = ${tokenHash})`)
}

/** Who enters a factor: the name, the session's device, and whether that or the session has entered one before. */
export function findEntering(db: Db, tokenHash: Buffer) {
  return db.only<{ userName: string; device: string | null }>(sql`
    select a.user_name as "userName", encode(s.device_hash, 'hex') as device
    from sessions s join admins a on a.id = s.admin_id where s.token_hash = ${tokenHash}`)
}

export const hasEntered = (tokenHash: Buffer) => sql`exists (
  select from sessions s left join devices d on d.device_hash = s.device_hash
  where s.token_hash = ${tokenHash} and (s.factor_at is not null or d.factor_at is not null))`

/** The name it had; undefined where the administrator has no such factor. */
export async function renameFactor(
  db: Db,
  { id, adminId, name }: { readonly id: number; readonly adminId: number; readonly name: string },
): Promise<string | undefined> {
  const row = await db.maybe<{ before: string }>(sql`
    update factors f set name = ${name} from (select name as before from factors where id = ${id} for update) b
    where f.id = ${id} and f.admin_id = ${adminId} returning b.before`)
  return row?.before
}

/** Its name; undefined where the administrator has no such factor. */
export async function deleteFactor(
  db: Db,
  { id, adminId }: { readonly id: number; readonly adminId: number },
): Promise<string | undefined> {
  const row = await db.maybe<{ name: string }>(sql`
    delete from factors where id = ${id} and admin_id = ${adminId} returning name`)
  return row?.name
}

/** Locked against other changes of this administrator's factors to the end of the transaction. How many there are. */
export async function lockFactors(db: Db, adminId: number): Promise<number> {
  await db.run(sql`select from admins where id = ${adminId} for no key update`)
  const { many } = await db.only<{ many: number }>(sql`
    select count(*)::int as many from factors where admin_id = ${adminId}`)
  return many
}

/** All factors and recovery codes of an administrator. How many factors there were. */
export async function deleteFactors(db: Db, adminId: number): Promise<number> {
  await db.run(sql`delete from recovery_codes where admin_id = ${adminId}`)
  return db.run(sql`delete from factors where admin_id = ${adminId}`)
}

/** Setting up a factor: an app's secret, or a passkey's challenge, waits with the session until what was made answers it. */
import { randomBytes } from 'node:crypto'
import type { FactorKind } from '@munim/contract'
import type { Db } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { newCodes, plainCode } from './codes.ts'
import { sealedFor } from './enter.ts'
import { TOO_LONG } from './passkeys.ts'
import {
  type Added,
  addPasskey,
  addTotp,
  findEntering,
  keepPending,
  lockFactors,
  lockPending,
  type NewPasskey,
  writeCodes,
  writeProof,
} from './queries.ts'
import { seal, unseal } from './seal.ts'
import { newTotp, stepOf } from './totp.ts'

const AT_MOST = 10

export async function beginTotp(db: Db, { id, tokenHash }: Caller, key: Buffer) {
  const { userName } = await findEntering(db, tokenHash)
  const { secret, base32, address } = newTotp(userName)
  await keepPending(db, tokenHash, seal(key, secret, sealedFor(id)))
  return { secret: base32, address }
}

export const finishTotp = (
  db: Db,
  { name, code }: { readonly name: string; readonly code: string },
  caller: Caller,
  key: Buffer,
): Promise<SetUp> =>
  setUp(db, { kind: 'totp', name }, caller, async () => {
    const adminId = caller.id
    const pending = await lockPending(db, caller.tokenHash)
    const secret = pending && unseal(key, pending, sealedFor(adminId))
    if (!secret) throw new Refusal(409, TOO_LONG)
    const step = stepOf(secret, plainCode(code), await db.now())
    if (step === undefined)
      throw new Refusal(400, 'This code is not right: is the time of your device right?')
    return addTotp(db, { adminId, name, secret: seal(key, secret, sealedFor(adminId)), step })
  })

export const finishPasskey = (db: Db, name: string, caller: Caller, made: NewPasskey): Promise<SetUp> =>
  setUp(db, { kind: 'passkey', name }, caller, async () => {
    const added = await addPasskey(db, { ...made, adminId: caller.id, name })
    if (!added) throw new Refusal(409, 'This passkey is set up already')
    return added
  })

interface SetUp {
  readonly proof: string
  readonly recoveryCodes: string[]
}

/** Recovery codes come with the first factor; else there are none. */
async function setUp(
  db: Db,
  { kind, name }: { readonly kind: FactorKind; readonly name: string },
  { id: adminId, tokenHash, trail }: Caller,
  add: () => Promise<Added>,
): Promise<SetUp> {
  const many = await lockFactors(db, adminId)
  if (many >= AT_MOST) throw new Refusal(409, 'Ten second factors are enough: remove one first')
  const added = await add()
  const recoveryCodes = many === 0 ? newCodes() : []
  const codes = many === 0 && { codes: await writeCodes(db, adminId, recoveryCodes) }
  trail.push({ subject: 'admin', id: adminId, after: { factor: 'set up', kind, name, ...added, ...codes } })
  return { proof: await prove(db, tokenHash), recoveryCodes }
}

/** A session has entered a factor now: what the page sends along for five minutes. */
export async function prove(db: Db, tokenHash: Buffer): Promise<string> {
  const proof = randomBytes(32).toString('base64url')
  await writeProof(db, tokenHash, proof)
  return proof
}

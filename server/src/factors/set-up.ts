/** Setting up an authenticator app: its secret waits with the session until a code shows that it arrived. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { newCodes, plainCode } from './codes.ts'
import { sealedFor } from './enter.ts'
import {
  addTotp,
  findEntering,
  keepPending,
  lockFactors,
  lockPending,
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

/** Recovery codes come with the first factor; else there are none. */
export async function finishTotp(
  db: Db,
  { name, code }: { readonly name: string; readonly code: string },
  { id: adminId, tokenHash, trail }: Caller,
  key: Buffer,
): Promise<{ proof: string; recoveryCodes: string[] }> {
  const many = await lockFactors(db, adminId)
  if (many >= AT_MOST) throw new Refusal(409, 'Ten second factors are enough: remove one first')
  const pending = await lockPending(db, tokenHash)
  const secret = pending && unseal(key, pending, sealedFor(adminId))
  if (!secret) throw new Refusal(409, 'This took too long: begin again')
  const step = stepOf(secret, plainCode(code), await db.now())
  if (step === undefined) throw new Refusal(400, 'This code is not right: is the time of your device right?')
  await addTotp(db, { adminId, name, secret: seal(key, secret, sealedFor(adminId)), step })
  const recoveryCodes = many === 0 ? newCodes() : []
  if (many === 0) await writeCodes(db, adminId, recoveryCodes)
  trail.push({ subject: 'admin', id: adminId, after: { factor: 'set up', kind: 'totp', name } })
  return { proof: await prove(db, tokenHash), recoveryCodes }
}

/** A session has entered a factor now: what the page sends along for five minutes. */
export async function prove(db: Db, tokenHash: Buffer): Promise<string> {
  const proof = randomBytes(32).toString('base64url')
  await writeProof(db, tokenHash, proof)
  return proof
}

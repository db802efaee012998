/** Setting up a factor: an app's secret, or a passkey's challenge, waits with the session until what was made answers it. */
import { randomBytes } from 'node:crypto'
import { api, type FactorKind, msg } from '@munim/contract'
import type { Db } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import { newCodes, plainCode } from './codes.ts'
import { type Entering, enter, sealedFor } from './enter.ts'
import { TOO_LONG } from './passkeys.ts'
import {
  type Added,
  addPasskey,
  addTotp,
  findEntering,
  findPending,
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

/** An app's secret that was answered by a code of it, and the step of that code. */
interface NewTotp {
  readonly pending: Buffer
  readonly secret: Buffer
  readonly step: number
}

/** Refuses (400) a code that is not of the app that was begun with: tries are counted, for what is right answers a proof. */
export async function checkNewTotp(app: Entering, code: string, caller: Caller): Promise<NewTotp> {
  const { database, sealingKey } = app
  const pending = await findPending(database, caller.tokenHash)
  const secret = pending && unseal(sealingKey, pending, sealedFor(caller.id))
  if (!secret) throw new Refusal(409, TOO_LONG)
  return enter(app, caller, {
    by: api.factors.finishTotp,
    check: async () => {
      const step = stepOf(secret, plainCode(code), await database.now())
      return step === undefined ? undefined : { pending, secret, step }
    },
    refusal: msg('This code is not right: is the time of your device right?'),
  })
}

export const finishTotp = (
  db: Db,
  name: string,
  caller: Caller,
  { pending, secret, step }: NewTotp,
  key: Buffer,
): Promise<SetUp> =>
  setUp(db, { kind: 'totp', name }, caller, async () => {
    const adminId = caller.id
    // Of two that finish at the same moment the first took it.
    if (!(await lockPending(db, caller.tokenHash))?.equals(pending)) throw new Refusal(409, TOO_LONG)
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

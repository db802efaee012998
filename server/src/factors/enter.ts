/** Entering a second factor: counted as a password is, checked, and used once. */
import { api, type Endpoint, type Input, msg } from '@munim/contract'
import { tryOnce } from '../auth/attempts.ts'
import { visitOf } from '../auth/devices.ts'
import type { Db } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import type { Guard } from '../http/guard.ts'
import { writeTrailAlone } from '../http/trail.ts'
import { Refusal } from '../refusal.ts'
import { plainCode } from './codes.ts'
import { isOwnPasskey, type Site } from './passkeys.ts'
import { findEntering, hasEntered, totpsOf, useCode, useStep } from './queries.ts'
import { unseal } from './seal.ts'
import { stepOf } from './totp.ts'

export type Way = 'totp' | 'recovery code' | 'passkey'

export interface Entering extends Site {
  readonly guard: Guard
}

/** How it was entered. Refuses (400) what is wrong or was used, and leaves that in the audit. */
export const enterCode = (
  app: Entering,
  { code }: Input<typeof api.factors.enter>,
  caller: Caller,
): Promise<Way> =>
  enter(app, caller, {
    by: api.factors.enter,
    check: () => wayOf(app.database, plainCode(code), caller.id, app.sealingKey),
    refusal: msg('This code is not right, or was used already'),
  })

export const enterPasskey = (
  app: Entering,
  { passkey }: Input<typeof api.factors.enterPasskey>,
  caller: Caller,
): Promise<Way> =>
  enter(app, caller, {
    by: api.factors.enterPasskey,
    check: async () => ((await isOwnPasskey(app, passkey, caller)) ? 'passkey' : undefined),
    refusal: msg('This passkey was not accepted: try again'),
  })

interface Check<Right> {
  readonly by: Endpoint
  /** Undefined where it is wrong. */
  readonly check: () => Promise<Right | undefined>
  readonly refusal: string
}

/** What was right of it; each try is counted with those of the same administrator. */
export async function enter<Right>(
  app: Entering,
  caller: Caller,
  { by, check, refusal }: Check<Right>,
): Promise<Right> {
  const { database } = app
  const { tokenHash } = caller
  const { device } = await findEntering(database, tokenHash)
  const visit = {
    ...visitOf(caller, undefined),
    by: 'admin' as const,
    account: `factor of ${caller.id}`,
    device: device ?? `session ${tokenHash.toString('hex')}`,
    isSignedIn: true,
    isKnownDevice: hasEntered(tokenHash),
  }
  return tryOnce(app, visit, async () => {
    const right = await check()
    if (right !== undefined) return right
    const trail = [
      { subject: 'admin' as const, id: caller.id, after: { factor: 'refused', browser: caller.browser } },
    ]
    await writeTrailAlone(database, by.path, { ...caller, trail })
    throw new Refusal(400, refusal)
  })
}

async function wayOf(db: Db, code: string, adminId: number, key: Buffer): Promise<Way | undefined> {
  if (!/^\d{6}$/.test(code)) return (await useCode(db, adminId, code)) ? 'recovery code' : undefined
  const now = await db.now()
  for (const { id, secret } of await totpsOf(db, adminId)) {
    const plain = unseal(key, secret, sealedFor(adminId))
    const step = plain && stepOf(plain, code, now)
    if (step !== undefined && (await useStep(db, id, step))) return 'totp'
  }
  return undefined
}

export const sealedFor = (adminId: number): string => `totp of admin:${adminId}`

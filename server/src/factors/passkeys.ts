/**
 * Passkeys (WebAuthn): an authenticator that knows its owner signs a challenge for the panel's origin, and for no other.
 * A challenge waits with the session, sealed, and counts once, right or wrong.
 */
import { type Answer, type api, type Input, msg } from '@munim/contract'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Database, Db } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../refusal.ts'
import {
  findEntering,
  findPasskey,
  keepPending,
  type NewPasskey,
  passkeysOf,
  takePending,
  useCounter,
} from './queries.ts'
import { seal, unseal } from './seal.ts'

export interface Site {
  readonly database: Database
  readonly sealingKey: Buffer
  readonly panelOrigin: string | undefined
}

type Passkey<E extends typeof api.factors.finishPasskey | typeof api.factors.enterPasskey> =
  Input<E>['passkey']

export const TOO_LONG = msg('This took too long: begin again')

/** What every browser can do, the best first. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]
/** How long the browser waits for its owner. */
const TIMEOUT_MS = 300_000

interface Challenge {
  readonly challenge: string
  readonly origin: string
}
/** A challenge of one purpose is none of the other. */
type Purpose = 'new passkey' | 'entering'

const sealedFor = (purpose: Purpose, adminId: number) => `${purpose} of admin:${adminId}`
const domainOf = (origin: string) => new URL(origin).hostname
const encode = (bytes: Buffer) => bytes.toString('base64url')

/** Where the panel is: PANEL_ORIGIN, else the page that calls. A page elsewhere names itself, and no passkey answers it. */
function originOf({ panelOrigin }: Site, { origin }: Caller): string {
  const own = panelOrigin ?? origin ?? ''
  if (/^https?:/.test(own) && URL.canParse(own) && new URL(own).origin === own) return own
  throw new Refusal(400, 'The header Origin is missing')
}

/** What makes a passkey of this administrator, for navigator.credentials.create. */
export async function beginPasskey(
  site: Site,
  db: Db,
  caller: Caller,
): Promise<Answer<typeof api.factors.beginPasskey>['data']> {
  const origin = originOf(site, caller)
  const id = domainOf(origin)
  const { userName } = await findEntering(db, caller.tokenHash)
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: 'Munim',
    rpID: id,
    userName,
    userDisplayName: userName,
    userID: new TextEncoder().encode(`admin:${caller.id}`),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await keep(site, db, caller, 'new passkey', { challenge, origin })
  return {
    challenge,
    rp: { id, name: 'Munim' },
    user,
    pubKeyCredParams,
    excludeCredentials: await ownPasskeys(db, caller.id, id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
    timeout: TIMEOUT_MS,
  }
}

/** Refuses (409) where none was begun lately, and (400) what does not answer it. */
export async function checkNewPasskey(
  site: Site,
  { id, response }: Passkey<typeof api.factors.finishPasskey>,
  caller: Caller,
): Promise<NewPasskey> {
  const expected = await take(site, caller, 'new passkey')
  if (!expected) throw new Refusal(409, TOO_LONG)
  const made = await verify(async () => {
    if (!isUnattested(response.attestationObject)) return undefined
    const made = { response: credentialOf(id, response), supportedAlgorithmIDs: ALGORITHMS }
    const { registrationInfo } = await verifyRegistrationResponse({ ...expected, ...made })
    return registrationInfo?.credential
  })
  if (!made) throw new Refusal(400, 'This passkey was not accepted: try again')
  const { publicKey, counter } = made
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: response.transports,
    rpId: expected.expectedRPID,
  }
}

/** None is asked for who made the authenticator: checking that would fetch addresses that a certificate names. */
function isUnattested(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** What asks for a passkey of this administrator, for navigator.credentials.get. */
export async function askPasskey(
  site: Site,
  db: Db,
  caller: Caller,
): Promise<Answer<typeof api.factors.askPasskey>['data']> {
  const origin = originOf(site, caller)
  const rpId = domainOf(origin)
  const allowCredentials = await ownPasskeys(db, caller.id, rpId)
  if (allowCredentials.length === 0) throw new Refusal(409, 'You have no passkey for this address')
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  await keep(site, db, caller, 'entering', { challenge, origin })
  return { challenge, rpId, allowCredentials, timeout: TIMEOUT_MS, userVerification: 'required' }
}

/** Whether it answers what was asked of this session, by a passkey of this administrator that was not copied. */
export async function isOwnPasskey(
  site: Site,
  { id, response }: Passkey<typeof api.factors.enterPasskey>,
  caller: Caller,
): Promise<boolean> {
  const expected = await take(site, caller, 'entering')
  if (!expected) return false
  const own = await findPasskey(site.database, {
    adminId: caller.id,
    rpId: expected.expectedRPID,
    credentialId: Buffer.from(id, 'base64url'),
  })
  if (!own) return false
  const counter = await verify(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response: credentialOf(id, response),
      credential: { id, publicKey: new Uint8Array(own.publicKey), counter: own.counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
  return counter !== undefined && useCounter(site.database, own.id, counter)
}

/** The library throws where something is not as it should be. */
const verify = <T>(check: () => Promise<T | undefined>): Promise<T | undefined> =>
  check().catch(() => undefined)

function credentialOf<R>(id: string, response: R) {
  return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} }
}

async function ownPasskeys(db: Db, adminId: number, rpId: string) {
  const own = await passkeysOf(db, { adminId, rpId })
  return own.map(({ credentialId, transports }) => ({
    type: 'public-key' as const,
    id: encode(credentialId),
    transports,
  }))
}

async function keep(
  { sealingKey }: Site,
  db: Db,
  { id, tokenHash }: Caller,
  purpose: Purpose,
  challenge: Challenge,
): Promise<void> {
  const plain = Buffer.from(JSON.stringify(challenge))
  await keepPending(db, tokenHash, seal(sealingKey, plain, sealedFor(purpose, id)))
}

/** What its answer is checked by. It is taken at once: who answers it wrongly asks for another. */
async function take({ sealingKey, database }: Site, { id, tokenHash }: Caller, purpose: Purpose) {
  const sealed = await takePending(database, tokenHash)
  const plain = sealed && unseal(sealingKey, sealed, sealedFor(purpose, id))
  if (!plain) return undefined
  const { challenge, origin } = JSON.parse(String(plain)) as Challenge
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: domainOf(origin) }
}

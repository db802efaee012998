/** An authenticator in software, as WebAuthn has it: ES256, no attestation. What a test deviates in is signed all the same. */
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Answer, api } from '@munim/contract'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import attestation from '../data/attestation.json' with { type: 'json' }

type Asked = Answer<typeof api.factors.askPasskey>['data']
type Begun = Answer<typeof api.factors.beginPasskey>['data']

interface Deviation {
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly flags?: number
  readonly type?: string
  /** By whose key its making is attested: its own, or that of a maker with a certificate. */
  readonly attestedBy?: 'itself' | 'a maker'
  /** The credential that it says it is. */
  readonly id?: string
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40
/** It was touched, and did not ask by whom. */
export const UNVERIFIED = PRESENT

/** Of a maker of authenticators; what it signs is in order. */
const certificate = Buffer.from(attestation.certificate, 'base64')
const makersKey = createPrivateKey({
  key: Buffer.from(attestation.privateKey, 'base64'),
  format: 'der',
  type: 'pkcs8',
})

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const plain = (bytes: Buffer) => new Uint8Array(bytes)

/** Signs for the page at `origin`; `step` is by how much it counts each time. */
export function authenticator(origin: string, step = 1) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0

  function dataOf(rpId: string, flags: number, count: number, more: Buffer = Buffer.alloc(0)) {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), head, more])
  }
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  return {
    id,
    /** What navigator.credentials.create answers. */
    make(begun: Begun, but: Deviation = {}) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, plain(Buffer.from(x!, 'base64url'))],
        [-3, plain(Buffer.from(y!, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key as never)])
      const flags = (but.flags ?? PRESENT | VERIFIED) | ATTESTED
      const client = clientData(
        but.type ?? 'webauthn.create',
        but.challenge ?? begun.challenge,
        but.origin ?? origin,
      )
      const data = dataOf(but.rpId ?? begun.rp.id, flags, but.counter ?? 0, credential)
      const isOwn = but.attestedBy === 'itself'
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), isOwn ? privateKey : makersKey)
      const packed = new Map<string, unknown>([
        ['alg', -7],
        ['sig', plain(signature)],
        ...(isOwn ? [] : [['x5c', [plain(certificate)]] as const]),
      ])
      const attested = new Map<string, unknown>([
        ['fmt', but.attestedBy ? 'packed' : 'none'],
        ['attStmt', but.attestedBy ? packed : new Map()],
        ['authData', plain(data)],
      ])
      return {
        id,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attested as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What navigator.credentials.get answers. */
    answer(asked: Asked, but: Deviation = {}) {
      counter += step
      const data = dataOf(but.rpId ?? asked.rpId, but.flags ?? PRESENT | VERIFIED, but.counter ?? counter)
      const client = clientData(
        but.type ?? 'webauthn.get',
        but.challenge ?? asked.challenge,
        but.origin ?? origin,
      )
      const signed = Buffer.concat([data, sha256(client)])
      return {
        id: but.id ?? id,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

/** The Ed25519 key that anchors are signed with. The database never sees it: it is a setting, or a file of DATA_DIR. */
import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SigningKey {
  /** The public half, in base64url: with it anybody can check what was signed. */
  readonly name: string
  /** The signature of this text, in base64url. */
  sign(text: string): string
  /** Another key of 32 bytes, made of the secret one for this purpose. */
  derive(purpose: string): Buffer
}

/** What comes before the 32 bytes of an Ed25519 key where PKCS #8 and X.509 hold one. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')
const LENGTH = 32

/** The 32 bytes that were written in base64, base64url or hex; undefined where it is something else. */
export function readSecret(text: string): Buffer | undefined {
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64')
  return /^[A-Za-z0-9+/_-]+=*$/.test(text) && bytes.length === LENGTH ? bytes : undefined
}

function keyOf(secret: Buffer): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE, secret]), format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length)
  return {
    name: raw.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
    derive: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, LENGTH)),
  }
}

export function isSigned(text: string, { name, signature }: { name: string; signature: string }): boolean {
  const raw = Buffer.from(name, 'base64url')
  if (raw.length !== LENGTH) return false
  const key: KeyObject = createPublicKey({ key: Buffer.concat([PUBLIC, raw]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

const fileIn = (dataDir: string) => join(dataDir, 'signing-key')

/** The key of the settings, or the one in DATA_DIR; undefined where neither is. */
export async function findKey(dataDir: string, setting: Buffer | undefined): Promise<SigningKey | undefined> {
  if (setting) return keyOf(setting)
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const secret = readSecret(text.trim())
  if (!secret) throw new Error(`${fileIn(dataDir)} holds no key: 32 bytes in base64 are due.`)
  return keyOf(secret)
}

/** The same; where there is none, one is made that only this user can read. */
export async function ensureKey(dataDir: string, setting: Buffer | undefined): Promise<SigningKey> {
  const there = await findKey(dataDir, setting)
  if (there) return there
  const made = `${fileIn(dataDir)}.${process.pid}`
  await writeFile(made, `${randomBytes(LENGTH).toString('base64url')}\n`, { mode: 0o600, flush: true })
  // Another server over the same folder may have been quicker: its key stays.
  await link(made, fileIn(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made)
  return (await findKey(dataDir, undefined))!
}

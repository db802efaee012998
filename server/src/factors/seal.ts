/** Secrets that lie in the database sealed (AES-256-GCM), with a key that it never sees. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** `of`: whose it is. Copied to another row, what is sealed opens no more. */
export function seal(key: Buffer, secret: Buffer, of: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(of))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Undefined where it was sealed with another key, or for another. */
export function unseal(key: Buffer, sealed: Buffer, of: string): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(of)).setAuthTag(sealed.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}

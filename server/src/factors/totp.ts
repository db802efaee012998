/** The codes of authenticator apps (RFC 6238): six digits, another every thirty seconds, by SHA-1 as all apps know it. */
import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
/** A clock may be one step early or late. */
const WINDOW = 1
const SECRET_BYTES = 20

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Munim', label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret })

export function newTotp(label: string): { secret: Buffer; base32: string; address: string } {
  const secret = new Secret({ size: SECRET_BYTES })
  return {
    secret: Buffer.from(secret.bytes),
    base32: secret.base32,
    address: totpOf(secret, label).toString(),
  }
}

/** The step that the code is of, near this moment; undefined where it is of none. A later code is of a later step. */
export function stepOf(secret: Buffer, code: string, at: Date): number | undefined {
  const timestamp = at.getTime()
  const bytes = new Secret({ buffer: new Uint8Array(secret).buffer })
  const delta = totpOf(bytes, '').validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
}

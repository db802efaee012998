/** Passwords and mpins: argon2id as a PHC string, at most four at once, so that sign-ins can't fill the memory. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const memory = 19_456 // KiB
const passes = 2
const parallelism = 1
const tagLength = 32

const derive = promisify(argon2)

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, which any argon2 library reads. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await run(password, salt)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

/** Whether the password is the one of this hash. An unknown person is checked against `NOBODY`, which takes as long. */
export async function isPassword(password: string, phc: string): Promise<boolean> {
  const [, , , , salt, hash] = phc.split('$')
  if (!salt || !hash) return false
  const expected = Buffer.from(hash, 'base64')
  return timingSafeEqual(await run(password, Buffer.from(salt, 'base64')), expected)
}

/** The hash of no password: nothing matches it. */
export const NOBODY = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(randomBytes(16))}$${base64(randomBytes(tagLength))}`

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const waiting: (() => void)[] = []
let running = 0

async function run(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= 4) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    const cost = { memory, passes, parallelism, tagLength }
    return await derive('argon2id', { message: password, nonce: salt, ...cost })
  } finally {
    running--
    waiting.shift()?.()
  }
}

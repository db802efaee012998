/**
 * Encryption of a backup's files, one by one as they stream, in the format of age (age-encryption.org): any program for it
 * opens them. A backup is encrypted for recipients, and opened with the identity of one: its private key.
 */
import { readFile } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** What a stream of bytes goes through, as a part of a pipeline. */
export type Through = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** How age-encryption's fault begins where a file is encrypted for others. */
export const NOT_FOR_IT = 'no identity matched'

/** What the name of an encrypted file ends with. */
export const SEALED = '.age'

export const unchanged: Through = async function* (source) {
  yield* source
}

/** Throws where one is no public key of age. */
function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

export function isRecipient(text: string): boolean {
  try {
    encrypterFor([text])
    return true
  } catch {
    return false
  }
}

export function sealFor(recipients: readonly string[]): Through {
  const encrypter = encrypterFor(recipients)
  return async function* (source) {
    yield* await encrypter.encrypt(ReadableStream.from(source) as globalThis.ReadableStream<Uint8Array>)
  }
}

/** With any of the identities in this file, a line each, as it is written by `npm run backup-key` or age-keygen. */
export async function openWith(file: string): Promise<Through> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`BACKUP_IDENTITY is ${file}, which can't be read (${code}).`)
  })
  const identities = text.split(/\s*\n/).filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch {
    identities.length = 0
  }
  if (identities.length === 0)
    throw new Error(`BACKUP_IDENTITY is ${file}, which holds no private key of age.`)
  return async function* (source) {
    try {
      yield* await decrypter.decrypt(ReadableStream.from(source) as globalThis.ReadableStream<Uint8Array>)
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      if (code || message.startsWith(NOT_FOR_IT)) throw error
      throw new Error('A file is not as it was encrypted: the backup is damaged.', { cause: error })
    }
  }
}

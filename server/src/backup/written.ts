/** Files of a backup as they are written: each once, to the disk, and known again by its length and SHA-256. */
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Measure, type Measured } from '../http/measure.ts'

/** Never one that is there: it may be a link that other backups have, too. */
export const newFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })

/** How long a file is, and its SHA-256 as it is now. */
export async function readThrough(path: string): Promise<Measured> {
  const measure = new Measure()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(createReadStream(path), measure, nowhere)
  return measure.result()
}

export async function copyNew(from: string, to: string): Promise<Measured> {
  const measure = new Measure()
  await pipeline(createReadStream(from), measure, newFile(to))
  return measure.result()
}

/** Looks whether each file is there, as long as it was written. */
export async function checkFiles(files: ReadonlyMap<string, number>): Promise<void> {
  for (const [path, bytes] of files) {
    const found = await stat(path).catch(() => undefined)
    if (found?.size !== bytes)
      throw new Error(
        `${path} is not as it was written: another program changes that folder. No backup was made.`,
      )
  }
}

/** Files of a backup as they are written: each once, to the disk, and known again by its length and SHA-256. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform, type TransformCallback } from 'node:stream'

export interface Written {
  readonly bytes: number
  readonly sha256: string
}

/** Passes on what comes, and knows afterwards how much it was. */
export class Measure extends Transform {
  readonly #hash = createHash('sha256')
  #bytes = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    done(null, chunk)
  }

  /** Once, after all has passed. */
  result(): Written {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Never one that is there: it may be a link that other backups have, too. */
export const newFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })

/** Looks whether each file is there, as long as it was written. */
export async function checkFiles(files: ReadonlyMap<string, number>): Promise<void> {
  for (const [path, bytes] of files) {
    const found = await stat(path).catch(() => undefined)
    if (found?.size !== bytes)
      throw new Error(`${path} is not as it was written: somebody else works there. No backup was made.`)
  }
}

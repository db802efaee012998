/** How long a file is and its SHA-256, learned as it passes. */
import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

export interface Measured {
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
  result(): Measured {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** The files of DATA_DIR that belong to a backup: copied, and known again by their SHA-256. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { KEPT } from './contents.ts'

/** Their places below this folder, with slashes. */
export async function listKept(folder: string): Promise<string[]> {
  const names = await Promise.all(KEPT.map((name) => filesBelow(join(folder, name))))
  return names
    .flat()
    .map((path) => relative(folder, path).replaceAll(sep, '/'))
    .sort()
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const inside = await readdir(path, { withFileTypes: true, recursive: true })
  return inside.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Copies a file to the disk, readable by ourselves only; its SHA-256. */
export async function copyFile(from: string, to: string): Promise<string> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(createReadStream(from), measure, createWriteStream(to, { mode: 0o600, flush: true }))
  return hash.digest('hex')
}

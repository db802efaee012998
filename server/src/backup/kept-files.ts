/** The files of DATA_DIR that belong to a backup: copied, and known again by their SHA-256. */
import { createReadStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Measure, type Measured } from '../http/measure.ts'
import { isCopying } from '../http/shared-files.ts'
import { KEPT } from './contents.ts'
import { type Through, unchanged } from './seal.ts'
import { newFile } from './written.ts'

/** Their places below this folder, with slashes, but for those that are being written. */
export async function listKept(folder: string): Promise<string[]> {
  const names = await Promise.all(KEPT.map((name) => filesBelow(join(folder, name))))
  return names
    .flat()
    .filter((path) => !isCopying(path))
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

export interface Copying {
  readonly open?: Through
  readonly seal?: Through
}

/** Copies a file to the disk, readable by ourselves only, opened or sealed on the way: what it is in clear, and as it lies there. */
export async function copyFile(
  from: string,
  to: string,
  { open = unchanged, seal = unchanged }: Copying,
): Promise<{ readonly clear: Measured; readonly written: Measured }> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const [clear, written] = [new Measure(), new Measure()]
  await pipeline(createReadStream(from), open, clear, seal, written, newFile(to))
  return { clear: clear.result(), written: written.result() }
}

/**
 * How far the anchors were handed on, each way: `handed-on.json` in DATA_DIR keeps the hash of the last line, by database.
 * What is in the folder after it waits, whichever process signed it. A line may be handed on twice, and none is left out.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Placed, readAfter, readLast } from './folder.ts'
import { hashOf } from './line.ts'

type Way = 'bucket' | 'address'
type HandedOn = Readonly<Record<string, Readonly<Partial<Record<Way, string>>>>>

const fileIn = (dataDir: string) => join(dataDir, 'handed-on.json')

/** The lines that wait. A way that is new here begins after the last line there is. */
export async function readWaiting(dataDir: string, identity: string, way: Way): Promise<Placed[]> {
  const known = (await readHandedOn(dataDir))[identity]?.[way]
  if (known !== undefined) return readAfter(dataDir, identity, known)
  await keepHandedOn(dataDir, identity, way, hashOf(await readLast(dataDir, identity)))
  return []
}

/** The file is there whole, or as it was before. */
export async function keepHandedOn(dataDir: string, identity: string, way: Way, hash: string): Promise<void> {
  const before = await readHandedOn(dataDir)
  const now: HandedOn = { ...before, [identity]: { ...before[identity], [way]: hash } }
  const unfinished = `${fileIn(dataDir)}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(now)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, fileIn(dataDir))
}

async function readHandedOn(dataDir: string): Promise<HandedOn> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return JSON.parse(text)
}

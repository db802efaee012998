/** Where anchors are kept: DATA_DIR/anchors, a folder a database, a file an Indian day, a line an anchor; only added to. */
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Day, dayOf } from '@munim/core'
import type { SigningKey } from './key.ts'
import { type Line, readLine } from './line.ts'

/** The anchors of an installation, and the key that signs them. */
export interface Anchors {
  readonly dataDir: string
  readonly key: SigningKey
  /** Whether servers with keys of their own may write to the same database; undefined: none do. */
  readonly hasOtherKeys?: boolean | undefined
}

const folderOf = (dataDir: string, identity: string) => join(dataDir, 'anchors', identity)

/** All of this database, in their order; undefined where there is none. */
export async function readLines(dataDir: string, identity: string): Promise<Line[] | undefined> {
  const folder = folderOf(dataDir, identity)
  const names = await namesIn(folder)
  if (names.length === 0) return undefined
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap(linesOf)
}

/** Those that were signed on this day, and the one before them. */
export async function readLinesOf(
  dataDir: string,
  identity: string,
  day: Day,
): Promise<{ before: Line | undefined; lines: Line[] }> {
  const folder = folderOf(dataDir, identity)
  const names = await namesIn(folder)
  const read = async (name: string) => linesOf(await readFile(join(folder, name), 'utf8'))
  const own = `${day}.jsonl`
  const earlier = names.filter((name) => name < own).at(-1)
  return {
    before: earlier === undefined ? undefined : (await read(earlier)).at(-1),
    lines: names.includes(own) ? await read(own) : [],
  }
}

/** The last of this database. */
export async function readLast(dataDir: string, identity: string): Promise<Line | undefined> {
  const folder = folderOf(dataDir, identity)
  for (const name of (await namesIn(folder)).reverse()) {
    const last = linesOf(await readFile(join(folder, name), 'utf8')).at(-1)
    if (last) return last
  }
  return undefined
}

/** Whether any other database was signed here. */
export async function hasOthers(dataDir: string): Promise<boolean> {
  return (await namesIn(join(dataDir, 'anchors'))).length > 0
}

/** Adds a line, on the disk when this returns; the file's place below DATA_DIR, and all of its text. */
export async function addLine(
  dataDir: string,
  identity: string,
  { text, anchor }: Line,
): Promise<{ name: string; content: string }> {
  const folder = folderOf(dataDir, identity)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${dayOf(new Date(anchor.at))}.jsonl`
  const path = join(folder, name)
  const before = await readFile(path, 'utf8').catch(() => '')
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  await appendFile(path, `${gap}${text}\n`, { mode: 0o600, flush: true })
  return { name: `anchors/${identity}/${name}`, content: `${before}${gap}${text}\n` }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort()
}

const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap((each) => (each === '' ? [] : (readLine(each) ?? [])))

/** Where anchors are kept: DATA_DIR/anchors, a folder a database, a file an Indian day, a line an anchor; only added to. */
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Day, dayOf } from '@munim/core'
import type { SigningKey } from './key.ts'
import { hashOf, type Line, readLine } from './line.ts'

/** The anchors of an installation, and the key that signs them. */
export interface Anchors {
  readonly dataDir: string
  readonly key: SigningKey
  /** Whether servers with keys of their own may write to the same database; undefined: none do. */
  readonly hasOtherKeys?: boolean | undefined
}

/** A line, and the place below DATA_DIR of the file that it is in. */
export interface Placed {
  readonly line: Line
  readonly file: string
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

/** Those that were signed on this day, and the one before them. Some can be in the file after its own (`addLine`). */
export async function readLinesOf(
  dataDir: string,
  identity: string,
  day: Day,
): Promise<{ before: Line | undefined; lines: Line[] }> {
  const folder = folderOf(dataDir, identity)
  const names = await namesIn(folder)
  const read = async (name: string) => linesOf(await readFile(join(folder, name), 'utf8'))
  const own = fileOf(day)
  const earlier = names.filter((name) => name < own).at(-1)
  const files = names.filter((name) => name >= own).slice(0, 2)
  const held = await Promise.all(
    files.map(async (name) =>
      (await read(name)).map((line) => ({ line, isOfDay: name === own || dayOfLine(line) === day })),
    ),
  )
  const all = held.flat()
  const first = all.findIndex(({ isOfDay }) => isOfDay)
  if (first < 0) return { before: undefined, lines: [] }
  return {
    before: all[first - 1]?.line ?? (earlier === undefined ? undefined : (await read(earlier)).at(-1)),
    lines: all.slice(first, all.findLastIndex(({ isOfDay }) => isOfDay) + 1).map(({ line }) => line),
  }
}

export async function readLast(dataDir: string, identity: string): Promise<Line | undefined> {
  const folder = folderOf(dataDir, identity)
  for (const name of (await namesIn(folder)).reverse()) {
    const last = linesOf(await readFile(join(folder, name), 'utf8')).at(-1)
    if (last) return last
  }
  return undefined
}

/** Those after the line with this hash, in their order; all where none has it. */
export async function readAfter(dataDir: string, identity: string, hash: string): Promise<Placed[]> {
  const folder = folderOf(dataDir, identity)
  const found: Placed[] = []
  for (const name of (await namesIn(folder)).reverse()) {
    const lines = linesOf(await readFile(join(folder, name), 'utf8'))
    const at = lines.findLastIndex((line) => hashOf(line) === hash)
    found.unshift(...lines.slice(at + 1).map((line) => ({ line, file: placeOf(identity, name) })))
    if (at >= 0) break
  }
  return found
}

/** Whether any other database was signed here. */
export async function hasOthers(dataDir: string): Promise<boolean> {
  return (await namesIn(join(dataDir, 'anchors'))).length > 0
}

/**
 * Adds a line, on the disk when this returns; its file's place below DATA_DIR. It never goes into a file before the last
 * one, so that the order stays what it is where a clock was set back over midnight.
 */
export async function addLine(dataDir: string, identity: string, line: Line): Promise<string> {
  const { text } = line
  const folder = folderOf(dataDir, identity)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = [...(await namesIn(folder)), fileOf(dayOfLine(line))].sort().at(-1)!
  const path = join(folder, name)
  const before = await readFile(path, 'utf8').catch(() => '')
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  await appendFile(path, `${gap}${text}\n`, { mode: 0o600, flush: true })
  return placeOf(identity, name)
}

const placeOf = (identity: string, name: string) => `anchors/${identity}/${name}`
const fileOf = (day: Day) => `${day}.jsonl`
const dayOfLine = ({ anchor }: Line): Day => dayOf(new Date(anchor.at))

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort()
}

const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap((each) => (each === '' ? [] : (readLine(each) ?? [])))

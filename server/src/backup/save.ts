/**
 * Makes a backup beside a running server: every table as one moment has it, streamed through COPY, which any PostgreSQL
 * from 15 on takes back. Restoring is load.ts.
 */
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to } from 'pg-copy-streams'
import { openClient } from '../database/client.ts'
import { Measure, type Measured } from '../http/measure.ts'
import {
  type Contents,
  columnsOf,
  copied,
  endingOf,
  fileOf,
  LIST,
  type SavedFile,
  type SavedPart,
  type SavedTable,
  SPEECH,
  type Table,
  unfinishedOf,
} from './contents.ts'
import { copyFile, listKept } from './kept-files.ts'
import {
  type Earlier,
  findEarlier,
  type Part,
  type PartFile,
  readParts,
  type Taking,
  takeOver,
  writeMarks,
} from './parts.ts'
import { SEALED, sealFor, type Through, unchanged } from './seal.ts'
import { type Turn, takeTurn } from './turn.ts'
import { checkFiles, newFile, readThrough } from './written.ts'

/** What of DATA_DIR is taken over from the backup before: its names are given once. */
const UPLOADS = 'uploads/'

export interface Saving {
  /** The database. */
  readonly url: string
  readonly dataDir: string
  /** The folder that becomes the backup, whole or not at all. */
  readonly folder: string
  /** Public keys that it is encrypted for; none: it is in clear. */
  readonly recipients: readonly string[]
  /** Whether nothing is taken over from the backup before. */
  readonly isWhole: boolean
}

/** What was saved, and how much of it was taken over from an earlier backup. */
export interface Saved {
  readonly contents: Contents
  /** Null: nothing is from another one. */
  readonly takenOver: { readonly from: string; readonly rows: number } | null
  /** What is wrong with parts of it that had to be saved anew, a sentence without its end each. */
  readonly faults: readonly string[]
}

export interface Writing {
  readonly folder: string
  readonly ending: '' | typeof SEALED
  readonly seal: Through
  /** What is there so far: the path of each file, and how long it is. */
  readonly files: Map<string, number>
  readonly earlier: Earlier | undefined
  /** What is wrong with it, a sentence without its end each. */
  readonly faults: string[]
}

/** Writes the backup, or leaves nothing. Refuses a folder that holds something, and while another one is being made. */
export async function saveBackup(saving: Saving): Promise<Saved> {
  const { folder } = saving
  await using turn = await takeTurn(saving.url)
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0) throw new Error(`${folder} is not empty. Give each backup a folder of its own.`)
  const unfinished = await freshUnfinished(folder, turn)
  return await save(saving, turn, unfinished).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {}) // The next one removes it.
    throw error
  })
}

async function save(
  { url, dataDir, folder, recipients, isWhole }: Saving,
  turn: Turn,
  unfinished: string,
): Promise<Saved> {
  await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 })
  const files = new Map<string, number>()
  const whose = { database: turn.database, recipients }
  const earlier = isWhole ? undefined : await findEarlier(folder, whose)
  const shared = { folder: unfinished, files, earlier, faults: [] }
  const writing: Writing =
    recipients.length > 0
      ? { ...shared, ending: SEALED, seal: sealFor(recipients) }
      : { ...shared, ending: '', seal: unchanged }
  const before = await saveFiles(dataDir, writing)
  await using client = await openClient(url, { application_name: 'munim backup' })
  await client.query(`begin isolation level repeatable read, read only; ${SPEECH}`)
  const { madeAt, migration } = await readMoment(client)
  // Once more, now that the moment is fixed: a file is stored before a row names it.
  const kept = await saveFiles(dataDir, writing, before)
  const all = [...kept].map(([name, { sha256 }]): SavedFile => ({ name, sha256 }))
  const parts = new Parts(writing, madeAt)
  for (const [name, { file }] of kept) if (name.startsWith(UPLOADS)) parts.files.set(name, file)
  const tables: SavedTable[] = []
  for (const table of await listTables(client)) {
    const cut = await readParts(client, table, migration)
    tables.push(cut ? await parts.save(client, table, cut) : await saveTable(client, writing, table))
  }
  const sequences = await readSequences(client)
  await client.query('commit')
  await writeMarks(unfinished, { ...whose, madeAt }, parts.files)
  const contents: Contents = { form: 2, madeAt, migration, tables, sequences, files: all }
  const list = `${JSON.stringify(contents, null, 2)}\n`
  const path = join(unfinished, LIST + writing.ending)
  await pipeline(Readable.from([Buffer.from(list)]), writing.seal, newFile(path))
  await checkFiles(files)
  await turn.check()
  await rmdir(folder).catch(() => {}) // An empty one may be there.
  await rename(unfinished, folder).catch(({ code }) => {
    throw new Error(`${folder} is not empty any more, or can't be made (${code}). No backup was made.`)
  })
  return { contents, takenOver: parts.takenOver, faults: writing.faults }
}

/**
 * Where the backup is made before it is whole: a folder named by this process, which removes it where it fails, and by
 * the database, for another one may be saved beside it now. What earlier backups of this database left unfinished
 * beside it is removed: none of them goes on, as this is our turn.
 */
async function freshUnfinished(folder: string, { database }: Turn): Promise<string> {
  const beside = await readdir(dirname(folder)).catch((): string[] => [])
  for (const name of beside.filter((each) => each.endsWith(endingOf(database))))
    await rm(join(dirname(folder), name), { recursive: true, force: true })
  return unfinishedOf(`${folder}.${process.pid}`, database)
}

/** Keeps in the database that it was saved, which the panel tells; rejects where nothing can be written there. */
export async function noteBackup(url: string, madeAt: string): Promise<void> {
  await using client = await openClient(url, { application_name: 'munim backup' })
  await client.query('update last_backup set at = $1', [madeAt])
}

/** A file of DATA_DIR in a backup: as it is in clear, and as it lies there. */
interface KeptFile extends Measured {
  readonly file: PartFile
}

/**
 * Saves the files of DATA_DIR that were not saved `before`, and anew those that have another length since: a server
 * of 0.2.0 writes an upload where it stays, so the first time it may have been cut. Without `before` a file that is gone meanwhile is none.
 */
export async function saveFiles(
  dataDir: string,
  writing: Writing,
  before?: ReadonlyMap<string, KeptFile>,
): Promise<Map<string, KeptFile>> {
  const files = new Map(before)
  for (const name of await listKept(dataDir)) {
    const [from, path] = [join(dataDir, name), join(writing.folder, name + writing.ending)]
    const known = before?.get(name)
    if (known && (await stat(from).catch(() => ({ size: known.bytes }))).size === known.bytes) continue
    await rm(path, { force: true })
    try {
      files.set(name, await saveFile(writing, name, from))
    } catch (error) {
      if (before || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await rm(path, { force: true })
    }
  }
  return files
}

/** An upload that the backup before has is read here, and copied only where it is another one there. */
async function saveFile(writing: Writing, name: string, from: string): Promise<KeptFile> {
  const { folder, ending, seal, files, earlier } = writing
  const readAt = new Date().toISOString()
  if (earlier?.marks.parts[name]) {
    const clear = await readThrough(from)
    const taking = { name, mark: clear.sha256, place: name + ending, madeAt: readAt }
    const file = await takeFile(writing, taking)
    if (file) return { ...clear, file }
  }
  const path = join(folder, name + ending)
  const { clear, written } = await copyFile(from, path, { seal })
  files.set(path, written.bytes)
  return { ...clear, file: { ...written, mark: clear.sha256, readAt } }
}

/** The file that the backup before has of it, where it is the same; undefined: it is to be saved. */
async function takeFile({ folder, files, earlier, faults }: Writing, taking: Omit<Taking, 'to'>) {
  const to = join(folder, taking.place)
  const taken = earlier && (await takeOver(earlier, { ...taking, to }))
  if (!taken) return undefined
  if ('fault' in taken) {
    faults.push(taken.fault)
    return undefined
  }
  files.set(to, taken.bytes)
  return taken
}

/** The first statement, at whose moment all that follows sees the database. */
async function readMoment(client: Client): Promise<{ madeAt: string; migration: string }> {
  const { rows } = await client.query<{ made_at: Date; migration: string | null }>(`
    select now() as made_at, (select max(name) from kysely_migration) as migration`)
  const { made_at, migration } = rows[0]!
  if (migration === null) throw new Error('The database was not finished by Munim. Start it once.')
  return { madeAt: made_at.toISOString(), migration }
}

/** Our tables with their columns, those that others refer to first. */
async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    with recursive deep as (
      select oid, 0 as depth from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
      union
      select f.conrelid, d.depth + 1 from deep d
      join pg_constraint f on f.contype = 'f' and f.confrelid = d.oid and f.conrelid <> d.oid
    )
    select c.relname as name, array(
      select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class c join (select oid, max(depth) as depth from deep group by oid) d on d.oid = c.oid
    order by d.depth, c.relname`)
  return rows
}

/**
 * Of a table of which not all rows are needed, those that are. Which devices a message was for counts while it is not
 * done with, and where it may go on: a result that was reverted and comes again.
 */
const ROWS_OF: Readonly<Record<string, string>> = {
  push_targets:
    'message_id in (select id from push_messages where finished_at is null or stopped_at is not null)',
}

async function saveTable(client: Client, writing: Writing, table: Table): Promise<SavedTable> {
  const path = fileOf(writing.folder, table) + writing.ending
  const only = ROWS_OF[table.name]
  const source = only ? `(select ${columnsOf(table)} from ${table.name} where ${only})` : copied(table)
  const { rows, sha256 } = await saveRows(client, writing, source, path)
  return { ...table, rows, sha256 }
}

/** The parts of this backup: new ones, and those that an earlier one has. */
class Parts {
  readonly #writing: Writing
  readonly #madeAt: string
  /** By `table/part`, and uploads by their names, for the next backup. */
  readonly files = new Map<string, PartFile>()
  #rowsTakenOver = 0

  constructor(writing: Writing, madeAt: string) {
    this.#writing = writing
    this.#madeAt = madeAt
  }

  get takenOver(): Saved['takenOver'] {
    const { earlier } = this.#writing
    return earlier && this.#rowsTakenOver > 0 ? { from: earlier.folder, rows: this.#rowsTakenOver } : null
  }

  async save(client: Client, table: Table, cut: readonly Part[]): Promise<SavedTable> {
    await mkdir(join(this.#writing.folder, 'tables', table.name), { mode: 0o700 })
    const parts: SavedPart[] = []
    for (const part of cut) {
      const file = (await this.#takeOver(table, part)) ?? (await this.#saveAnew(client, table, part))
      this.files.set(`${table.name}/${part.name}`, file)
      parts.push({ name: part.name, rows: part.rows, sha256: file.sha256 })
    }
    return { ...table, rows: parts.reduce((sum, { rows }) => sum + rows, 0), parts }
  }

  async #takeOver(table: Table, part: Part): Promise<PartFile | undefined> {
    const place = fileOf('', table, part) + this.#writing.ending
    const { mark } = part
    const taking = { name: `${table.name}/${part.name}`, mark, place, madeAt: this.#madeAt }
    const taken = await takeFile(this.#writing, taking)
    if (taken) this.#rowsTakenOver += part.rows
    return taken
  }

  async #saveAnew(client: Client, table: Table, part: Part): Promise<PartFile> {
    const path = fileOf(this.#writing.folder, table, part) + this.#writing.ending
    const { bytes, sha256 } = await saveRows(client, this.#writing, part.source, path)
    return { mark: part.mark, bytes, sha256, readAt: this.#madeAt }
  }
}

/** Saves a table, or what a query gives, as a file; what it is, and how many rows. */
async function saveRows(client: Client, { seal, files }: Writing, source: string, path: string) {
  const rows = client.query(to(`copy ${source} to stdout`))
  const measure = new Measure()
  // Half the time of the usual 6 for a tenth more bytes.
  await pipeline(rows, createGzip({ level: 3 }), seal, measure, newFile(path))
  const written = measure.result()
  files.set(path, written.bytes)
  return { ...written, rows: rows.rowCount }
}

/** Beyond the last row where the newest ones were deleted: no number is given twice. */
async function readSequences(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(`
    select c.relname || '.' || a.attname as name,
      pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass)::text as last
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' order by 1`)
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, Number(last)]])))
}

/**
 * What a backup is: a folder of one file a table, or of one a part of those that grow (parts.ts), beside what DATA_DIR keeps,
 * and a list of it all that is written last.
 */
import { createReadStream, existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { escapeIdentifier } from 'pg'
import { NOT_FOR_IT, openWith, SEALED, type Through, unchanged } from './seal.ts'

/** A table as the backup has it; generated columns are left out. */
export interface SavedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  /** Of its file; of one that was made before hashes were kept it has none, nor have its parts. */
  readonly sha256?: string
  /** The parts that it is kept in, a file each; a table without is one file. */
  readonly parts?: readonly SavedPart[]
}

export type Table = Pick<SavedTable, 'name' | 'columns'>

export interface SavedPart {
  readonly name: string
  readonly rows: number
  readonly sha256?: string
}

/** A file of DATA_DIR, by its place there: `uploads/qr/….webp`. */
export interface SavedFile {
  readonly name: string
  readonly sha256: string
}

export interface Contents {
  /** The form of the backup; another number is another form. In the first no table has parts. */
  readonly form: 1 | 2
  readonly madeAt: string
  /** The last migration of the database. */
  readonly migration: string
  /** In an order in which no row refers to one that is still to come. */
  readonly tables: readonly SavedTable[]
  /** The last value of each sequence, by `table.column`. */
  readonly sequences: Readonly<Record<string, number>>
  readonly files: readonly SavedFile[]
}

/** What is kept of DATA_DIR; the rest is the database's own files and what is made again. */
export const KEPT = ['uploads', 'first-password']

export const LIST = 'backup.json'
export const fileOf = (folder: string, { name }: Pick<Table, 'name'>, part?: Pick<SavedPart, 'name'>) =>
  join(folder, 'tables', part ? join(name, `${part.name}.copy.gz`) : `${name}.copy.gz`)

/** What a backup in this folder is called until it is whole: another database may be saved beside it now. */
export const unfinishedOf = (folder: string, database: string): string =>
  join(dirname(folder), basename(folder) + endingOf(database))

/** What the folders end with that no backup of this database goes on with, once the next one has its turn. */
export const endingOf = (database: string): string => `.${database.slice(0, 8)}.unfinished`

/** `"id", "points"`, as COPY and select take them. */
export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string =>
  columns.map((column) => escapeIdentifier(column)).join(', ')

/** `"bids" ("id", "points")`, as COPY takes it. */
export const copied = (table: Table): string => `${escapeIdentifier(table.name)} (${columnsOf(table)})`

/** So that text means the same to every PostgreSQL, and takes as long as it takes; for the transaction in which it is said. */
export const SPEECH = `set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local client_encoding = 'UTF8';
  set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local search_path = public`

export interface Opened {
  readonly contents: Contents
  readonly ending: '' | typeof SEALED
  /** Makes of what its files hold what was saved. */
  readonly open: Through
}

/** Throws where the folder is no backup, one that was not finished, or one that `identity`, a file, does not open. */
export async function openBackup(folder: string, identity: string | undefined): Promise<Opened> {
  const isThere = (name: string) => existsSync(join(folder, name))
  if (isThere(LIST))
    return { contents: await readContents(folder, LIST, unchanged), ending: '', open: unchanged }
  if (!isThere(LIST + SEALED)) throw new Error(`${folder} is no backup: it has no ${LIST}.`)
  if (identity === undefined)
    throw new Error(`${folder} is encrypted: BACKUP_IDENTITY must name the file of its key.`)
  const open = await openWith(identity)
  const contents = await readContents(folder, LIST + SEALED, open).catch((error: Error) => {
    if (!error.message.startsWith(NOT_FOR_IT)) throw error
    throw new Error(`${folder} is encrypted for another key than that of BACKUP_IDENTITY, ${identity}.`)
  })
  return { contents, ending: SEALED, open }
}

async function readContents(folder: string, name: string, open: Through): Promise<Contents> {
  const parts: Uint8Array[] = []
  await pipeline(createReadStream(join(folder, name)), open, async (source: AsyncIterable<Uint8Array>) => {
    for await (const part of source) parts.push(part)
  })
  const contents = JSON.parse(Buffer.concat(parts).toString()) as Contents
  if (contents.form !== 1 && contents.form !== 2)
    throw new Error(`${folder} was made by another Munim, which must restore it.`)
  const strange = contents.files.find((file) => !isKept(file))
  if (strange) throw new Error(`${strange.name} is no file of an installation: the backup is damaged.`)
  return contents
}

/** A backup from elsewhere writes nowhere but where a backup is made of. */
function isKept({ name }: SavedFile): boolean {
  const parts = name.split('/')
  return KEPT.includes(parts[0]!) && !parts.includes('..') && !name.includes('\\')
}

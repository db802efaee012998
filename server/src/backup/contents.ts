/** What a backup is: a folder of one file a table, beside what DATA_DIR keeps, and a list of it all that is written last. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'

/** A table as the backup has it; generated columns are left out. */
export interface SavedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}

/** A file of DATA_DIR, by its place there: `uploads/qr/….webp`. */
export interface SavedFile {
  readonly name: string
  readonly sha256: string
}

export interface Contents {
  /** The form of the backup; another number is another form. */
  readonly form: 1
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
export const fileOf = (folder: string, { name }: { readonly name: string }) =>
  join(folder, 'tables', `${name}.copy.gz`)

/** `"bids" ("id", "points")`, as COPY takes it. */
export const copied = ({ name, columns }: Pick<SavedTable, 'name' | 'columns'>): string =>
  `${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`

/** So that text means the same to every PostgreSQL. */
export const SPEECH = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set search_path = public`

/** The list of a backup; throws where the folder is none, or one that was not finished. */
export async function readContents(folder: string): Promise<Contents> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`${folder} is no backup: it has no ${LIST}.`)
  const contents = JSON.parse(text) as Contents
  if (contents.form !== 1) throw new Error(`${folder} was made by another Munim, which must restore it.`)
  const strange = contents.files.find((file) => !isKept(file))
  if (strange) throw new Error(`${strange.name} is no file of an installation: the backup is damaged.`)
  return contents
}

/** A backup from elsewhere writes nowhere but where a backup is made of. */
function isKept({ name }: SavedFile): boolean {
  const parts = name.split('/')
  return KEPT.includes(parts[0]!) && !parts.includes('..') && !name.includes('\\')
}

/**
 * Restores a backup into an empty database and an empty DATA_DIR. The rows come in one transaction: all are there, or none.
 * Making a backup is save.ts.
 */
import { createReadStream } from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'
import { from } from 'pg-copy-streams'
import { openClient } from '../database/client.ts'
import { migrate } from '../database/migrate.ts'
import { migrationNames } from '../database/versions.ts'
import { Measure } from '../http/measure.ts'
import {
  type Contents,
  copied,
  fileOf,
  type Opened,
  openBackup,
  type SavedTable,
  SPEECH,
} from './contents.ts'
import { copyFile, listKept } from './kept-files.ts'
import { readThrough } from './written.ts'

/** Messages unsent when the backup was made may have been sent since: they are dropped, so that none comes twice. */
const STOP_PUSHES = `
  update push_messages set stopped_at = clock_timestamp() where finished_at is null and stopped_at is null`

export interface Loading {
  /** The database, with no table in it. */
  readonly url: string
  readonly dataDir: string
  /** The backup. */
  readonly folder: string
  /** The file of the key, where it is encrypted. */
  readonly identity: string | undefined
}

/** Refuses a DATA_DIR whose files a backup would mix with. */
export async function checkEmptyDataDir(dataDir: string): Promise<void> {
  const [name] = await listKept(dataDir)
  if (name) throw new Error(`${dataDir} is not empty: it has ${name}. Restore into a DATA_DIR of its own.`)
}

/** Brings everything back, then migrates the database. Returns the backup's list. */
export async function loadBackup({ url, dataDir, folder, identity }: Loading): Promise<Contents> {
  const opened = await openBackup(folder, identity)
  const { contents } = opened
  await checkEmptyDataDir(dataDir)
  if (!(await migrationNames()).includes(contents.migration))
    throw new Error(
      `${folder} was made by a newer Munim (${contents.migration}). Restore it with that one, or a later one.`,
    )
  await using client = await openClient(url, { application_name: 'munim restore' })
  await checkEmptyDatabase(client)
  await migrate(url, contents.migration)
  await loadFiles(opened, folder, dataDir)
  await client.query(`begin; ${SPEECH}`)
  await loadTables(client, opened, folder)
  await client.query('commit')
  await migrate(url)
  await client.query(STOP_PUSHES)
  await client.query('set statement_timeout = 0') // Some roles have one; `vacuum` can be in no transaction.
  await client.query('vacuum analyze')
  return contents
}

async function checkEmptyDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1 limit 1`)
  if (rows[0])
    throw new Error(
      `The database is not empty: it has a table ${rows[0].name}. Restore into a database of its own.`,
    )
}

async function loadFiles({ contents, ending, open }: Opened, folder: string, dataDir: string): Promise<void> {
  for (const { name, sha256 } of contents.files) {
    const { clear } = await copyFile(join(folder, name + ending), join(dataDir, name), { open })
    if (clear.sha256 !== sha256) throw notAsSaved(name)
  }
}

/** With triggers off: their counts are in the backup, and the rows passed their checks when they were written. */
async function loadTables(client: Client, opened: Opened, folder: string): Promise<void> {
  const { tables, sequences } = opened.contents
  const names = tables.map(({ name }) => escapeIdentifier(name))
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`) // Migrations wrote first settings and rates.
  const indexes = await dropIndexes(client)
  for (const table of tables) await loadTable(client, table, folder, opened)
  for (const index of indexes) await client.query(index)
  for (const [sequence, last] of Object.entries(sequences)) {
    const [table, column] = sequence.split('.') as [string, string]
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3)', [
      table,
      column,
      last,
    ])
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
}

/**
 * Drops the indexes that are no constraint's, which are made of all rows at once in a third of the time that it takes to add
 * each row to them. The statements that make them again.
 */
async function dropIndexes(client: Client): Promise<string[]> {
  await client.query(`set local maintenance_work_mem = '256MB'`)
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`)
  for (const { name } of rows) await client.query(`drop index ${escapeIdentifier(name)}`)
  return rows.map(({ definition }) => definition)
}

async function loadTable(client: Client, table: SavedTable, folder: string, { ending, open }: Opened) {
  let loaded = 0
  for (const part of table.parts ?? [undefined]) {
    const rows = client.query(from(`copy ${copied(table)} from stdin`))
    const path = fileOf(folder, table, part) + ending
    const { sha256 } = part ?? table
    const measure = new Measure()
    const loading = pipeline(createReadStream(path), measure, open, createGunzip(), rows)
    const isAsSaved = await loading.then(
      () => sha256 === undefined || measure.result().sha256 === sha256,
      async (fault) => {
        if (sha256 === undefined || (await readThrough(path)).sha256 === sha256) throw fault
        return false
      },
    )
    if (!isAsSaved) throw notAsSaved(relative(folder, path))
    if (part && rows.rowCount !== part.rows)
      throw damaged(`${table.name}, ${part.name},`, rows.rowCount, part.rows)
    loaded += rows.rowCount
  }
  if (loaded !== table.rows) throw damaged(table.name, loaded, table.rows)
}

const notAsSaved = (file: string) => new Error(`${file} is not as it was saved: the backup is damaged.`)

const damaged = (what: string, rows: number, listed: number) =>
  new Error(`${what} has ${rows} rows of ${listed}: the backup is damaged.`)

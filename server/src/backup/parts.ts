/**
 * Parts of the tables that only grow: what a backup has of them is as it was in the one before, but for the newest, and is
 * taken over from there as a link to the same file. Beside a backup lies what the next one knows its parts by: `parts.json`,
 * in clear also where the backup is encrypted, for it holds names, sizes and hashes only.
 */
import { createHash } from 'node:crypto'
import { copyFile, link, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Client } from 'pg'
import { columnsOf, fileOf, LIST, type SavedPart, type SavedTable } from './contents.ts'
import { SEALED } from './seal.ts'

/** How a table is cut. */
interface Cut {
  /** A statement for each part's `name`, in their order, its `rows`, and in `state` what is another when any of its rows is. */
  readonly parts: string
  /** The condition on the rows of the part with this name, and their order. */
  readonly rowsOf: (name: string) => string
}

/** So many numbers are a part, whether each of them is a row or not. */
const STEP = 250_000

/**
 * By number, of a table that no row of is ever changed or taken out: the same number of rows are then the same rows. The
 * last one tells books apart that were one until a restore: they went on with other moments.
 */
const byNumber = (table: string, last: string): Cut => ({
  parts: `
    select lpad(g.part::text, 6, '0') as name, g.rows::int as rows, g.last || ' ' || ${last} as state
    from (select id / ${STEP} as part, count(*) as rows, max(id) as last from ${table} group by 1) g
    join ${table} t on t.id = g.last order by g.part`,
  rowsOf: (name) =>
    `id >= ${Number(name)} * ${STEP}::bigint and id < ${Number(name) + 1} * ${STEP}::bigint order by id`,
})

const CUTS: Readonly<Record<string, Cut>> = {
  audit: byNumber('audit', `encode(t.hash, 'hex')`),
  /** By business day. A bid changes once, when it is cancelled. */
  bids: {
    parts: `
      select g.day::text as name, g.rows::int as rows, g.last || ' ' || extract(epoch from b.placed_at) || ' '
        || coalesce(c.cancelled || ' ' || extract(epoch from c.latest), '') as state
      from (select market_date as day, count(*) as rows, max(id) as last from bids group by 1) g
      join bids b on b.market_date = g.day and b.id = g.last
      left join (select market_date as day, count(*) as cancelled, max(cancelled_at) as latest from bids
        where cancelled_at is not null group by 1) c on c.day = g.day
      order by g.day`,
    rowsOf: (name) => `market_date = '${name}' order by id`,
  },
  postings: byNumber('postings', 'extract(epoch from t.at)'),
}

/** A part as it is now. */
export interface Part extends SavedPart {
  /** Another one whenever a row of it, the table's columns or the schema are. */
  readonly mark: string
  /** Its rows, as COPY takes them. */
  readonly source: string
}

/** The parts of this table, as the transaction sees them; undefined where it is saved as one. */
export async function readParts(
  client: Client,
  table: Omit<SavedTable, 'rows'>,
  migration: string,
): Promise<Part[] | undefined> {
  const cut = CUTS[table.name]
  if (!cut) return undefined
  const { rows } = await client.query<{ name: string; rows: number; state: string }>(cut.parts)
  return rows.map((part) => ({
    name: part.name,
    rows: part.rows,
    mark: createHash('sha256')
      .update(JSON.stringify([migration, table.columns, part.name, part.rows, part.state]))
      .digest('hex'),
    source: `(select ${columnsOf(table)} from ${table.name} where ${cut.rowsOf(part.name)})`,
  }))
}

const MARKS = 'parts.json'

/** What the next backup knows the parts of one by. */
interface Marks {
  readonly madeAt: string
  /** Whom it is encrypted for. */
  readonly recipients: readonly string[]
  /** By `table/part`: its mark and how long its file is. */
  readonly parts: Readonly<Record<string, readonly [mark: string, bytes: number]>>
}

/** A finished backup whose parts can be taken over. */
export interface Earlier {
  readonly folder: string
  readonly marks: Marks
}

/** The newest backup beside this folder that is encrypted for the same; undefined where there is none. */
export async function findEarlier(
  folder: string,
  recipients: readonly string[],
): Promise<Earlier | undefined> {
  const beside = await readdir(dirname(folder)).catch((): string[] => [])
  const found = await Promise.all(
    beside.filter((name) => name !== basename(folder)).map((name) => readMarks(join(dirname(folder), name))),
  )
  const whom = (of: readonly string[]) => of.toSorted().join()
  return found
    .filter((each) => each !== undefined)
    .filter(({ marks }) => whom(marks.recipients) === whom(recipients))
    .toSorted((a, b) => a.marks.madeAt.localeCompare(b.marks.madeAt))
    .at(-1)
}

/** What is no finished backup, or one that was made before there were parts, has none to take over. */
async function readMarks(folder: string): Promise<Earlier | undefined> {
  const names = await readdir(folder).catch((): string[] => [])
  if (!names.includes(MARKS) || !(names.includes(LIST) || names.includes(LIST + SEALED))) return undefined
  try {
    return { folder, marks: JSON.parse(await readFile(join(folder, MARKS), 'utf8')) as Marks }
  } catch {
    return undefined // Damaged: everything is saved anew.
  }
}

/** Keeps what the next backup needs. `files` are those of the parts, by `table/part`, each with its mark. */
export async function writeMarks(
  folder: string,
  { madeAt, recipients }: Omit<Marks, 'parts'>,
  files: ReadonlyMap<string, { readonly mark: string; readonly path: string }>,
): Promise<void> {
  const parts: Record<string, [string, number]> = {}
  for (const [name, { mark, path }] of files) parts[name] = [mark, (await stat(path)).size]
  const marks: Marks = { madeAt, recipients, parts }
  await writeFile(join(folder, MARKS), `${JSON.stringify(marks)}\n`, { mode: 0o600, flush: true })
}

/**
 * Takes the file of a part over from the earlier backup where it is the same: linked, or copied where the file system
 * knows no links. False: it is to be saved.
 */
export async function takeOver(
  { folder, marks }: Earlier,
  { table, part, ending, to }: { table: SavedTable['name']; part: Part; ending: string; to: string },
): Promise<boolean> {
  const [mark, bytes] = marks.parts[`${table}/${part.name}`] ?? []
  if (mark !== part.mark) return false
  const from = fileOf(folder, { name: table }, part) + ending
  if ((await stat(from).catch(() => undefined))?.size !== bytes) return false
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await link(from, to).catch(() => copyFile(from, to))
  return true
}

/**
 * Parts of the tables that only grow, and uploads: what a backup has of them is as it was in the one before, but for the
 * newest, and is taken over from there as a link to the same file. Beside a backup lies what the next one knows its
 * parts by: `parts.json`, in clear also where the backup is encrypted, for it holds names, sizes and hashes only.
 */
import { hash } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import type { Measured } from '../http/measure.ts'
import { columnsOf, LIST, type SavedPart, type Table } from './contents.ts'
import { SEALED } from './seal.ts'
import { copyNew, readThrough } from './written.ts'

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

function hashOf(column: string): string {
  return `encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`
}

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
  /** By file. Its name is given once; as a name of ours here, for it may hold any sign. */
  stored_files: {
    parts: `
      select ${hashOf('name')} as name, count(*)::int as rows, sum(octet_length(bytes))::text as state
      from stored_files group by stored_files.name order by 1`,
    rowsOf: (hash) => `${hashOf('name')} = '${hash}' order by part`,
  },
}

export interface Part extends SavedPart {
  /** Another one whenever a row of it, the table's columns or the schema are. */
  readonly mark: string
  /** Its rows, as COPY takes them. */
  readonly source: string
}

/** The parts of this table, as the transaction sees them; undefined where it is saved as one. */
export async function readParts(
  client: Client,
  table: Table,
  migration: string,
): Promise<Part[] | undefined> {
  const cut = CUTS[table.name]
  if (!cut) return undefined
  const { rows } = await client.query<{ name: string; rows: number; state: string }>(cut.parts)
  return rows.map((part) => ({
    name: part.name,
    rows: part.rows,
    mark: hash('sha256', JSON.stringify([migration, table.columns, part.name, part.rows, part.state])),
    source: `(select ${columnsOf(table)} from ${table.name} where ${cut.rowsOf(part.name)})`,
  }))
}

const MARKS = 'parts.json'

const marks = z.object({
  madeAt: z.string(),
  /** Which database of which cluster it is of: a hash. */
  database: z.string(),
  recipients: z.array(z.string()).readonly(),
  /**
   * By `table/part`, or the name of an upload: its mark, how long its file is and its SHA-256, and when that was last
   * held against the file. A list, and the first two at its beginning, for releases that take parts over by them alone.
   */
  parts: z.record(z.string(), z.tuple([z.string(), z.number(), z.string(), z.string()]).rest(z.unknown())),
})

/** What the next backup knows the parts of one by. */
type Marks = z.infer<typeof marks>

/** A part's file, as it lies in a backup. */
export interface PartFile extends Measured {
  readonly mark: string
  /** The backup that wrote it, or read it again. */
  readonly readAt: string
}

export interface Finished {
  readonly folder: string
  readonly marks: Marks
}

/** The one that parts are taken over from. */
export interface Earlier extends Finished {
  /** Which of its parts are read again as they are taken over. */
  readonly due: ReadonlySet<string>
}

/** Each part is read again in the course of so many backups. */
const READ_IN = 30

/**
 * The newest backup beside this folder that is of the same database and encrypted for the same; undefined where there
 * is none. One that says it is still to come would be the newest until then.
 */
export async function findEarlier(
  folder: string,
  { database, recipients }: Pick<Marks, 'database' | 'recipients'>,
  now = new Date(),
): Promise<Earlier | undefined> {
  const whom = (of: readonly string[]) => of.toSorted().join()
  const newest = (await findBackups(folder, { database, until: now.toISOString() }))
    .filter((each) => whom(each.marks.recipients) === whom(recipients))
    .at(-1)
  return newest && { ...newest, due: dueOf(newest.marks) }
}

/** The finished backups of this database beside this folder that were made until then, the oldest first. */
export async function findBackups(
  folder: string,
  { database, until }: { readonly database: string; readonly until: string },
): Promise<Finished[]> {
  const beside = await readdir(dirname(folder)).catch((): string[] => [])
  const found = await Promise.all(
    beside.filter((name) => name !== basename(folder)).map((name) => readMarks(join(dirname(folder), name))),
  )
  return found
    .filter((each) => each !== undefined)
    .filter(({ marks }) => marks.database === database && marks.madeAt <= until)
    .toSorted((a, b) => a.marks.madeAt.localeCompare(b.marks.madeAt))
}

/** What is no finished backup, or one that was made before there were parts, has none to take over. */
async function readMarks(folder: string): Promise<Finished | undefined> {
  const names = await readdir(folder).catch((): string[] => [])
  if (!names.includes(MARKS) || !(names.includes(LIST) || names.includes(LIST + SEALED))) return undefined
  try {
    return { folder, marks: marks.parse(JSON.parse(await readFile(join(folder, MARKS), 'utf8'))) }
  } catch {
    return undefined // Damaged, or without a hash of each part, as earlier releases wrote it: everything is saved anew.
  }
}

/** Those that were read the longest ago. */
function dueOf({ parts }: Marks): ReadonlySet<string> {
  const names = Object.entries(parts).map(([name, [, , , readAt]]) => `${readAt} ${name}`)
  const first = names.toSorted().slice(0, Math.ceil(names.length / READ_IN))
  return new Set(first.map((each) => each.slice(each.indexOf(' ') + 1)))
}

/** Keeps what the next backup needs: `files` are those of the parts, by `table/part`, and of the uploads, by name. */
export async function writeMarks(
  folder: string,
  of: Omit<Marks, 'parts'>,
  files: ReadonlyMap<string, PartFile>,
): Promise<void> {
  const parts: Marks['parts'] = {}
  for (const [name, { mark, bytes, sha256, readAt }] of files) parts[name] = [mark, bytes, sha256, readAt]
  const text = `${JSON.stringify({ ...of, parts } satisfies Marks)}\n`
  await writeFile(join(folder, MARKS), text, { mode: 0o600, flag: 'wx', flush: true })
}

/** What of a part or an upload is to be where. */
export interface Taking {
  /** What it is known by, and its mark as it is now. */
  readonly name: string
  readonly mark: string
  /** Its place in each backup. */
  readonly place: string
  readonly to: string
  /** The moment of the backup that is made. */
  readonly madeAt: string
}

/**
 * Takes the file of a part or an upload over from the earlier backup where it is the same: linked, or copied where
 * the file system knows no links. Undefined: it changed since, and is to be saved. So it is where it can't be taken
 * over: `fault` says why.
 */
export async function takeOver(
  { folder, marks: { parts }, due }: Earlier,
  { name, mark: now, place, to, madeAt }: Taking,
): Promise<PartFile | { readonly fault: string } | undefined> {
  const [mark, bytes, sha256, readAt] = parts[name] ?? []
  if (mark !== now || bytes === undefined || sha256 === undefined || readAt === undefined) return undefined
  const from = join(folder, place)
  let fault = `${from} is not as it was written`
  try {
    if ((await stat(from)).size === bytes) {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      const isLinked = await link(from, to).then(
        () => true,
        () => false,
      )
      if (isLinked && !due.has(name)) return { mark, bytes, sha256, readAt }
      const read = isLinked ? await readThrough(to) : await copyNew(from, to)
      if (read.sha256 === sha256) return { mark, bytes, sha256, readAt: madeAt }
    }
  } catch (error) {
    fault = `${from} can't be taken over (${(error as Error).message})`
  }
  await rm(to, { force: true })
  return { fault }
}

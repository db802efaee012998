/** What each statement of a database reads, told by the statement's own plan. */
import pg from 'pg'
import type { Database, Db, Statement } from '../../server/src/database/db.ts'
import { sql } from '../../server/src/database/db.ts'

/** A step as `explain (analyze, buffers, format json)` tells it; blocks are 8 kB, those of the steps below it included. */
interface Step {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Step[]
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Step }]
}

export interface Read {
  /** The statement as psql takes it. */
  readonly text: string
  /** Blocks looked at, in memory or not. */
  readonly blocks: number
  /** Rows that any of its steps gave on or threw away. */
  readonly rows: number
  /** Rows that it answered. */
  readonly given: number
}

const WRITES = /\b(insert|update|delete|pg_advisory\w*|pg_cancel_backend)\b/i

/**
 * The same database, which tells of each statement that only reads, when it is asked, what it reads. One that is `known` reads
 * the same again: it is explained once, until it is taken from there.
 */
export function watched(database: Database, tell: (read: Read) => void, known?: Map<string, Read>): Database {
  const watch = (db: Db): Db => {
    const explain = async (statement: Statement) => {
      const { sql: said, parameters } = statement.compile(database.kysely)
      if (WRITES.test(said)) return
      const text = said.replace(/\$(\d+)/g, (_, nth) => written(parameters[nth - 1]))
      const read = known?.get(text) ?? (await readOf(db, text))
      known?.set(text, read)
      tell(read)
    }
    const after =
      <T>(ask: (statement: Statement) => Promise<T>) =>
      async (statement: Statement) => {
        await explain(statement)
        return ask(statement)
      }
    return {
      ...db,
      many: after(db.many),
      maybe: after(db.maybe),
      only: after(db.only),
      last: after(db.last),
      async both(first: Statement, second: Statement) {
        await explain(first)
        await explain(second)
        return db.both(first, second)
      },
    } as Db
  }
  return {
    ...database,
    ...watch(database),
    transaction: (work) => database.transaction((db) => work(watch(db))),
  }
}

async function readOf(db: Db, text: string): Promise<Read> {
  const explained = sql<Explained>`explain (analyze, buffers, timing off, format json) ${sql.raw(text)}`
  const { 'QUERY PLAN': plan } = await db.only(explained)
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = plan[0].Plan
  return {
    text,
    blocks: hit + read,
    rows: Math.round(rowsOf(plan[0].Plan)),
    given: plan[0].Plan['Actual Rows'],
  }
}

/** As the driver hands it over, and of no type yet: what it is compared with says that. */
function written(value: unknown): string {
  const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : prepareValue(value)
  return text === null ? 'null' : pg.escapeLiteral(String(text))
}

function rowsOf(step: Step): number {
  const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)
  const own = (step['Actual Rows'] + removed) * step['Actual Loops']
  return (step.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), own)
}

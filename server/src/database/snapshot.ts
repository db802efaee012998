/** Many statements that all read one moment of the database, several of them at once. */
import { backendOf, type OnBackend } from './backend.ts'
import { type Database, type Db, sql } from './db.ts'

export interface Reading {
  /** How many statements are asked at once, each on a connection of the pool's. */
  readonly connections?: number
  /** Called with each backend that works at it, so that it can be ended. */
  readonly onBackend?: OnBackend
}

/**
 * Gives `read` a database as of one moment; statements sent together use the connections that are free. Writes nothing,
 * waits for no lock, and has no time limit: it may take minutes. After the first fault no statement is sent any more.
 */
export function readSnapshot<T>(
  database: Database,
  read: (db: Db) => Promise<T>,
  { connections = 1, onBackend = () => {} }: Reading = {},
): Promise<T> {
  const open = (dbs: readonly Db[], snapshot?: string): Promise<T> =>
    database.transaction(async (db) => {
      await db.run(sql`set transaction isolation level repeatable read, read only`)
      if (snapshot !== undefined) await db.run(sql`set transaction snapshot ${sql.lit(snapshot)}`)
      await db.run(sql`set local statement_timeout = 0`)
      await db.run(sql`set local idle_in_transaction_session_timeout = 0`)
      await db.run(sql`set local work_mem = '128MB'`)
      await db.run(sql`set local jit = off`)
      onBackend(await backendOf(db))
      const all = [...dbs, db]
      if (all.length >= connections) return read(takingTurns(all))
      return open(all, snapshot ?? (await exportSnapshot(db)))
    })
  return open([])
}

async function exportSnapshot(db: Db): Promise<string> {
  return (await db.only<{ name: string }>(sql`select pg_export_snapshot() as name`)).name
}

/** Each statement is asked of one that is free; the others wait in their order. */
function takingTurns(dbs: readonly Db[]): Db {
  const free = [...dbs]
  const waiting: ((db: Db) => void)[] = []
  let fault: unknown
  const turn = async <T>(ask: (db: Db) => Promise<T>): Promise<T> => {
    const db = free.pop() ?? (await new Promise<Db>((take) => waiting.push(take)))
    try {
      if (fault !== undefined) throw fault
      return await ask(db)
    } catch (error) {
      fault ??= error
      throw error
    } finally {
      const next = waiting.shift()
      if (next) next(db)
      else free.push(db)
    }
  }
  return {
    ...dbs[0]!,
    many: (statement) => turn((db) => db.many(statement)),
    maybe: (statement) => turn((db) => db.maybe(statement)),
    only: (statement) => turn((db) => db.only(statement)),
    run: (statement) => turn((db) => db.run(statement)),
    both: (first, second) => turn((db) => db.both(first, second)),
    ending: (statement) => turn((db) => db.many(statement)),
    last: (statement) => turn((db) => db.many(statement)),
    now: () => turn((db) => db.now()),
  }
}

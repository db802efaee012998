/** The connection to PostgreSQL, embedded or not: pool, time-outs, and how its types are read. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Database, databaseOf } from './db.ts'

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

/** Whole numbers must be safe ones, days stay text, instants become ISO 8601 in UTC. */
const readers = new Map<number, (text: string) => unknown>([
  [INT8, readWhole],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])

function readWhole(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is beyond the whole numbers that are exact`)
  return number
}

/** Statements that begin with a name in a comment are planned once a connection instead of at each call. */
const PREPARED = /^\s*\/\* ([\w-]+) \*\//

class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads; all pass through.
  override query(...call: any[]): any {
    const [text, values] = call
    const name = typeof text === 'string' ? PREPARED.exec(text)?.[1] : undefined
    const ask = super.query as (...call: unknown[]) => unknown
    return name === undefined ? ask.apply(this, call) : ask.call(this, { name, text, values })
  }
}

export interface PoolOptions {
  /** Connections at most. */
  readonly max?: number
  readonly statementMs?: number
  readonly applicationName?: string
}

export function connect(url: string, options: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    Client: PreparingClient as unknown as new () => pg.ClientBase,
    connectionString: url,
    max: options.max ?? 16,
    application_name: options.applicationName ?? 'munim',
    connectionTimeoutMillis: 4_000,
    statement_timeout: options.statementMs ?? 30_000,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && readers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  } as pg.PoolConfig)
  // A connection that PostgreSQL ends, idle or between two statements of a transaction, must not end us:
  // what is asked on it next fails, and the pool opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return databaseOf(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }))
}

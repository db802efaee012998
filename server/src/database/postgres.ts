/** The connection to PostgreSQL, embedded or not: pools, time-outs, and how its types are read. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isPooled } from './address.ts'
import { type Database, databaseOf } from './db.ts'
import { Hosts } from './hosts.ts'
import { Reach } from './reach.ts'
import { Replica } from './replica.ts'
import { type Sizes, USUAL } from './sizes.ts'
import { asTrouble, DatabaseTrouble } from './trouble.ts'
import { Waits } from './waits.ts'
import { type Limits, WatchedClient, watched } from './watched-client.ts'

/** PostgreSQL's numbers of the types that are read otherwise than the driver does, and of arrays of them. */
const INT8 = { one: 20, many: 1016 }
const DATE = { one: 1082, many: 1182 }
const TIMESTAMPTZ = { one: 1184, many: 1185 }
const TEXTS: number = 1009

/** Whole numbers must be safe ones, days stay text, instants become ISO 8601 in UTC. */
const readers = new Map<number, (text: string) => unknown>([
  ...each(INT8, readWhole),
  ...each(DATE, (text) => text),
  ...each(TIMESTAMPTZ, (text) => new Date(text).toISOString()),
])

function each({ one, many }: typeof INT8, read: (text: string) => unknown) {
  const texts: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXTS, 'text')
  const readMany = (text: string) => texts(text).map((element) => (element === null ? null : read(element)))
  return [[one, read] as const, [many, readMany] as const]
}

function readWhole(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is beyond the whole numbers that are exact`)
  return number
}

export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

const CONNECTED_WITHIN_MS = 3_000
const LOCK_MS = 1_500
/** Beyond so many, waiting for a connection only makes all others wait longer. */
const WAITING_AT_MOST = 250

export interface PoolOptions {
  /** Connections at most, for everything together; undefined: a pool each, of these `sizes`. */
  readonly max?: number
  readonly sizes?: Sizes
  /** How long a statement may take; 0: as long as it takes. */
  readonly statementMs?: number
  /** How long it may wait for a lock. */
  readonly lockMs?: number
  readonly applicationName?: string
  /** What rows are stamped with as they are written; undefined: none are. */
  readonly stampKey?: Buffer
  /** Statements with values are planned once a connection, except through a pooler: for one that asks few texts very often. */
  readonly plansAll?: boolean
  /** The address of a standby that lists are read from; undefined: they are read where all is. */
  readonly readUrl?: string | undefined
}

/** Its statements fail with a DatabaseTrouble where the database is busy or away, within some four seconds. */
export function connect(url: string, options: PoolOptions = {}): Database {
  const hosts = new Hosts(url)
  const reach = new Reach(hosts)
  const opened = new Map<string, Pool>()
  const open = (name: string, max: number) => {
    const pool = new Pool(hosts, reach, { ...options, max })
    opened.set(name, pool)
    return pool
  }
  const one = options.max === undefined ? undefined : open('one', options.max)
  // A pool each: a call that waits for a lock delays no list, and a slow list delays no check of a token.
  const { reading, writing, quick } = options.sizes ?? USUAL
  const pools = {
    reading: one ?? open('reading', reading),
    writing: one ?? open('writing', writing),
    quick: one ?? open('quick', quick),
  }
  const standby = options.readUrl ? openReplica(options.readUrl, options, kyselyOf(pools.quick)) : undefined
  if (standby) opened.set('replica', standby.reads)
  const connections = () =>
    Object.fromEntries(
      [...opened].map(([name, { totalCount, idleCount, waitingCount }]) => [
        name,
        { open: totalCount, resting: idleCount, waiting: waitingCount },
      ]),
    )
  const waited = (name: string) => (opened.get(name) ?? opened.get('one'))!.waitedMs
  return databaseOf(pools, {
    kysely: kyselyOf(pools.writing),
    stampKey: options.stampKey ?? null,
    replica: standby?.replica ?? null,
    connections,
    waitedMs: () => ({
      quick: waited('quick'),
      reading: waited('reading'), // What the standby has no connection for is asked of the primary.
      writing: waited('writing'),
    }),
    onClose: async () => {
      reach.end()
      await standby?.close()
    },
  })
}

/** `primary` is asked how far it has written. */
function openReplica(url: string, options: PoolOptions, primary: Kysely<unknown>) {
  const hosts = new Hosts(url, 'standby')
  const reach = new Reach(hosts)
  const { replica: max } = options.sizes ?? USUAL
  const reads = new Pool(hosts, reach, { ...options, max })
  const looks = new Pool(hosts, reach, { ...options, max: 1 })
  const { lockMs = LOCK_MS } = options
  const replica = new Replica({ reads, looks, primary, lockMs, forget: () => hosts.forget() })
  const close = async () => {
    replica.end()
    reach.end()
    await Promise.all([reads.end(), looks.end()])
  }
  return { replica, reads, close }
}

const kyselyOf = (pool: pg.Pool) => new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })

class Pool extends pg.Pool {
  private readonly hosts: Hosts
  private readonly reach: Reach
  /** Of calls for a connection. */
  private readonly waits = new Waits()

  constructor(hosts: Hosts, reach: Reach, options: PoolOptions) {
    const limits: Limits = {
      statementMs: options.statementMs ?? 30_000,
      lockMs: options.lockMs ?? LOCK_MS,
      idleMs: 15_000,
    }
    super({
      Client: WatchedClient as unknown as new () => pg.ClientBase,
      connectionString: hosts.all[0],
      max: options.max,
      application_name: options.applicationName ?? 'munim',
      ...(options.plansAll && { plansAll: true }),
      connectionTimeoutMillis: CONNECTED_WITHIN_MS,
      // A pooler refuses settings with which a connection opens: each transaction brings them.
      ...(isPooled(hosts.all[0]!) ? { limits } : startupOf(limits)),
      // What is sent together is not held back until the statement before it is answered.
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      types,
    } as pg.PoolConfig)
    this.hosts = hosts
    this.reach = reach
    // A connection that PostgreSQL ends, idle or between two statements of a transaction, must not end us:
    // what is asked on it next fails, and the pool opens another.
    this.on('error', () => hosts.forget())
    this.on('connect', (client) => {
      client.on('error', () => hosts.forget())
      reach.clients.add(watched(client))
    })
    this.on('acquire', (client) => {
      watched(client).isResting = false
    })
    this.on('release', (_error, client) => {
      watched(client).isResting = true
    })
    this.on('remove', (client) => reach.clients.delete(watched(client)))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: never): void
  override async connect(): Promise<pg.PoolClient> {
    if (this.reach.isAway) throw new DatabaseTrouble('away')
    if (this.waitingCount >= WAITING_AT_MOST) throw new DatabaseTrouble('busy')
    const waiting = this.waits.come()
    try {
      this.options.connectionString = this.hosts.known ?? (await this.hosts.find())
      const client = await super.connect()
      waiting.had()
      return client
    } catch (error) {
      const trouble = asTrouble(error)
      if ((trouble as DatabaseTrouble).trouble === 'away') this.hosts.forget()
      throw trouble
    } finally {
      waiting.left()
    }
  }

  get waitedMs(): number {
    return this.waits.ms
  }
}

function startupOf({ statementMs, lockMs, idleMs }: Limits) {
  return { statement_timeout: statementMs, lock_timeout: lockMs, idle_in_transaction_session_timeout: idleMs }
}

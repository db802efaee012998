/**
 * Which of an address's hosts to connect to: the one that takes writes, or one that is a standby. It is looked for at the
 * start and whenever a connection was lost or took no writes, so that after a failover it is found without anybody's doing.
 */
import pg from 'pg'
import { hostsOf } from './address.ts'
import { DatabaseTrouble } from './trouble.ts'

const ANSWERS_WITHIN_MS = 2_000

type Wanted = 'primary' | 'standby'

export class Hosts {
  readonly all: readonly string[]
  private readonly wanted: Wanted
  private chosen: string | undefined
  private looking: Promise<string> | undefined

  constructor(url: string, wanted: Wanted = 'primary') {
    this.all = hostsOf(url) ?? [url]
    this.wanted = wanted
  }

  /** The address of the host that was found last; undefined where it must be looked for. A single one is known. */
  get known(): string | undefined {
    return this.all.length === 1 ? this.all[0] : this.chosen
  }

  /** Asks all at once; the first that is what is wanted is it. Away where none is. */
  find(): Promise<string> {
    this.looking ??= Promise.any(this.all.map((host) => expect(host, this.wanted)))
      .then(
        (host) => {
          this.chosen = host
          return host
        },
        (error: AggregateError) => {
          throw new DatabaseTrouble('away', error.errors[0])
        },
      )
      .finally(() => {
        this.looking = undefined
      })
    return this.looking
  }

  /** It may not be the one any more. */
  forget(): void {
    this.chosen = undefined
  }
}

/** The address itself; rejects where no PostgreSQL answers there soon, or it is not what is wanted. */
async function expect(host: string, wanted: Wanted): Promise<string> {
  const client = new pg.Client({
    connectionString: host,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
    application_name: 'munim look',
  })
  client.on('error', () => {}) // What is asked on it fails.
  try {
    await client.connect()
    const { rows } = await client.query(`
      select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`)
    const [{ isStandby, isReadOnly }] = rows
    if (wanted === 'standby' && !isStandby) throw new Error(`${client.host}:${client.port} is no standby`)
    if (wanted === 'primary' && (isStandby || isReadOnly))
      throw new Error(`${client.host}:${client.port} takes no writes`)
    return host
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * Whether the database still works on the statements it was sent. A statement may take long; but a database that is away,
 * and a connection that was cut without notice, will never answer, and neither can be told from a slow statement by
 * waiting. So a second after the oldest unanswered statement PostgreSQL is asked on a connection of its own.
 */
import { isPooled } from './address.ts'
import type { Hosts } from './hosts.ts'
import { MARK, WatchedClient } from './watched-client.ts'

const LOOK_EVERY_MS = 500
const SILENT_MS = 1_000
const FAREWELL_MS = 1_000
const TICK_MS = 100
/** Two seconds, counted in ticks, so that time in which this process itself was stopped does not count. */
const ANSWERS_WITHIN_TICKS = 20
/** Five: through a pooler the question waits for a connection to PostgreSQL as all others do. */
const ANSWERS_POOLED_WITHIN_TICKS = 50

export class Reach {
  readonly clients = new Set<WatchedClient>()
  /** Nothing is asked of a database that is away until it has answered again. */
  isAway = false
  private isLooking = false
  private readonly timer: NodeJS.Timeout
  private readonly hosts: Hosts

  constructor(hosts: Hosts) {
    this.hosts = hosts
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
  }

  /** The pools are being closed; a connection that does not close within `FAREWELL_MS` is destroyed. */
  end(): void {
    clearInterval(this.timer)
    setTimeout(() => this.cutAll(), FAREWELL_MS).unref()
  }

  private cutAll(): void {
    for (const client of this.clients) client.cut()
  }

  private async look(): Promise<void> {
    const silent = [...this.clients].filter(({ silentMs, isWaiting }) => silentMs > SILENT_MS && !isWaiting)
    if (this.isLooking || (silent.length === 0 && !this.isAway)) return
    this.isLooking = true
    const since = performance.now()
    try {
      const working = await this.askWhoWorks(silent.map(({ worker }) => worker))
      this.isAway = false
      // Deaf twice in a row, for the answer may be on its way. Where one connection was cut, idle ones were too.
      const cut = working ? silent.filter((client) => client.isDeaf(working.has(client.worker))) : []
      if (cut.length > 0) for (const client of this.clients) if (client.isResting) client.cut()
      for (const client of cut) client.cut()
    } catch {
      // The pooler may have had no connection for the question; then others had them all.
      if (this.isThroughPooler && [...this.clients].some(({ answeredAt }) => answeredAt > since)) return
      this.isAway = true
      this.hosts.forget()
      this.cutAll()
    } finally {
      this.isLooking = false
    }
  }

  private get isThroughPooler(): boolean {
    return isPooled(this.hosts.all[0]!)
  }

  /** Those for which a backend works on a statement; undefined where PostgreSQL refuses to say. Throws where it is away. */
  private async askWhoWorks(workers: readonly string[]): Promise<Set<string> | undefined> {
    let client: WatchedClient | undefined
    try {
      const question = this.isThroughPooler ? [WHO_WORKS_POOLED, [`/*${MARK}.%`]] : [WHO_WORKS, [workers]]
      const ask = async (): Promise<{ rows: { worker: string }[] }> => {
        const connectionString = this.hosts.known ?? (await this.hosts.find())
        client = new WatchedClient({ connectionString, application_name: 'munim look' })
        client.on('error', () => {})
        await client.connect()
        return client.query(...question)
      }
      const ticks = this.isThroughPooler ? ANSWERS_POOLED_WITHIN_TICKS : ANSWERS_WITHIN_TICKS
      const { rows } = await within(ticks, ask())
      return new Set(rows.map(({ worker }) => worker))
    } catch (error) {
      if ('severity' in (error as object)) return undefined
      throw error
    } finally {
      client?.cut()
    }
  }
}

/** `ClientWrite`: the backend waits because its answer is not read. */
const WORKS = `coalesce(state, '') not like 'idle%' and wait_event is distinct from 'ClientWrite'`
const WHO_WORKS = `
  select pid::text as worker from pg_stat_activity where pid = any($1::int[]) and ${WORKS}`
/** The process id that a pooler tells is none of PostgreSQL's; the statement begins with who sent it. */
const WHO_WORKS_POOLED = `
  select substring(query from 3 for position('*/' in query) - 3) as worker from pg_stat_activity
  where query like $1 and ${WORKS}`

async function within<T>(ticks: number, work: Promise<T>): Promise<T> {
  work.catch(() => {}) // It may fail later than anybody waits for it.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    let left = ticks
    timer = setInterval(() => --left <= 0 && fail(new Error('It did not answer in time')), TICK_MS)
  })
  return Promise.race([work, late]).finally(() => clearInterval(timer))
}

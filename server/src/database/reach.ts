/**
 * Whether the database still works on the statements it was sent. A statement may take long; but a database that is away,
 * and a connection that was cut without notice, will never answer, and neither can be told from a slow statement by
 * waiting. So a second after the oldest unanswered statement PostgreSQL is asked on a connection of its own.
 */
import { WatchedClient } from './watched-client.ts'

const LOOK_EVERY_MS = 500
const SILENT_MS = 1_000
const FAREWELL_MS = 1_000
const TICK_MS = 100
/** Two seconds, counted in ticks, so that time in which this process itself was stopped does not count. */
const ANSWERS_WITHIN_TICKS = 20

export class Reach {
  readonly clients = new Set<WatchedClient>()
  /** Nothing is asked of a database that is away until it has answered again. */
  isAway = false
  private isLooking = false
  private readonly timer: NodeJS.Timeout
  private readonly url: string

  constructor(url: string) {
    this.url = url
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
    const silent = [...this.clients].filter(({ silentMs }) => silentMs > SILENT_MS)
    if (this.isLooking || (silent.length === 0 && !this.isAway)) return
    this.isLooking = true
    try {
      const working = await this.askWhoWorks(silent.map(({ processId }) => processId))
      this.isAway = false
      // Deaf twice in a row, for the answer may be on its way. Where one connection was cut, idle ones were too.
      const cut = working ? silent.filter((client) => client.isDeaf(working.has(client.processId))) : []
      if (cut.length > 0) for (const client of this.clients) if (client.isResting) client.cut()
      for (const client of cut) client.cut()
    } catch {
      this.isAway = true
      this.cutAll()
    } finally {
      this.isLooking = false
    }
  }

  /** The backends that work on a statement; undefined where PostgreSQL refuses to say. Throws where it is away. */
  private async askWhoWorks(backends: readonly number[]): Promise<Set<number> | undefined> {
    const client = new WatchedClient({ connectionString: this.url, application_name: 'munim look' })
    client.on('error', () => {})
    try {
      const asked: Promise<{ rows: { pid: number }[] }> = client
        .connect()
        .then(() => client.query(WHO_WORKS, [backends]))
      const { rows } = await within(ANSWERS_WITHIN_TICKS, asked)
      return new Set(rows.map(({ pid }) => pid))
    } catch (error) {
      if ('severity' in (error as object)) return undefined
      throw error
    } finally {
      client.cut()
    }
  }
}

/** `ClientWrite`: the backend waits because its answer is not read. */
const WHO_WORKS = `
  select pid from pg_stat_activity
  where pid = any($1::int[]) and coalesce(state, '') not like 'idle%' and wait_event is distinct from 'ClientWrite'`

async function within<T>(ticks: number, work: Promise<T>): Promise<T> {
  work.catch(() => {}) // It may fail later than anybody waits for it.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    let left = ticks
    timer = setInterval(() => --left <= 0 && fail(new Error('It did not answer in time')), TICK_MS)
  })
  return Promise.race([work, late]).finally(() => clearInterval(timer))
}

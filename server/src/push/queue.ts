/**
 * The queue of parts, in PostgreSQL by pg-boss: a job is kept until it is done with, is given to one of however many
 * servers, and to another when its server stops renewing it. What may go out is decided by the claims
 * (deliver.ts), never by the queue: it gives a job at least once.
 */
import { type Job, PgBoss } from 'pg-boss'
import { connect } from '../database/postgres.ts'
import type { Log } from '../http/busy.ts'
import type { Part } from './deliver.ts'
import type { Put } from './enqueue.ts'
import { jobsIn } from './jobs.ts'

const QUEUE = 'push'
/** Parts at once, a server. */
const WORKERS = 4
const LOOK_EVERY_SECONDS = 1
const WATCH_SECONDS = 5
/** Far above what a part takes: a thousand devices, each waiting five seconds. */
const PART_SECONDS = 900
const DONE_KEPT_SECONDS = 3_600

export interface Queue {
  /** In the transaction of `db`. */
  put: Put
  /** Looks now instead of in a second. */
  wake(): void
  stop(withinMs: number): Promise<void>
}

/** Delivers a part. `isRetried`: a server may have been killed over it. What is returned is queued again. */
type Take = (part: Part, isRetried: boolean) => Promise<{ part: Part; afterMs: number } | undefined>

/** Takes parts as they come. Makes the queue where there is none, in the schema `pgboss`, however many servers start together. */
export async function openQueue(
  url: string,
  log: Log,
  { connections, silentSeconds, take }: { connections: number; silentSeconds: number; take: Take },
): Promise<Queue> {
  const database = connect(url, { max: connections, lockMs: 4_000, applicationName: 'munim push' })
  const boss = new PgBoss({
    db: jobsIn(database),
    schedule: false,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    maintenanceIntervalSeconds: 600,
  })
  boss.on('error', (error) => log.error({ err: error }, 'push queue'))
  boss.on('warning', ({ message }) => log.warn({ message }, 'push queue'))
  try {
    await boss.start()
    await boss.createQueue(QUEUE, {
      retryLimit: 1_000_000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: PART_SECONDS,
      heartbeatSeconds: silentSeconds,
      deleteAfterSeconds: DONE_KEPT_SECONDS,
    })
    const options = { localConcurrency: WORKERS, pollingIntervalSeconds: LOOK_EVERY_SECONDS }
    const worker = await boss.work<Part>(QUEUE, options, async ([job]: Job<Part>[]) => {
      if (!job) return
      const rest = await take(job.data, job.retryCount > 0)
      if (!rest) return
      const startAfter = rest.afterMs / 1000 // By the database's clock.
      await boss.send(QUEUE, rest.part, { startAfter, priority: priorityOf(rest.part) })
    })
    return {
      async put(db, parts) {
        const jobs = parts.map((data) => ({ data, priority: priorityOf(data) }))
        await boss.insert(QUEUE, jobs, { db: jobsIn(db) })
      },
      wake: () => boss.notifyWorker(worker),
      async stop(withinMs) {
        await boss.stop({ graceful: true, timeout: withinMs })
        await database.close()
      },
    }
  } catch (error) {
    await boss.stop()
    await database.close()
    throw error
  }
}

const priorityOf = ({ isSmall }: Part) => (isSmall ? 1 : 0)

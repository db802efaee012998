/** Sends waiting messages while the server runs, once a second; the work is in enqueue.ts and deliver.ts. */
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Database } from '../database/db.ts'
import { USUAL } from '../database/sizes.ts'
import type { Log } from '../http/busy.ts'
import { startLoop } from '../loop.ts'
import { deliver, giveUpClaims, type Part } from './deliver.ts'
import { clearOldTargets, endWhatIsOver, enqueue, isAnythingOpen, listAudiences } from './enqueue.ts'
import { type Fcm, openSender, type Sender } from './fcm.ts'
import { openQueue, type Queue } from './queue.ts'

const RUN_EVERY_MS = 1_000
/** After a run that failed. */
const REST_MS = 10_000
const CLEAR_EVERY_MS = 600_000
const SILENT_SECONDS = 10
/** Longer than a request may take. */
const STOP_WITHIN_MS = 8_000

export interface Pushing {
  readonly database: Database
  /** The same database: the queue has connections of its own. */
  readonly url: string
  /** So many of its own; undefined: the usual ones. */
  readonly connections?: number
  /** Undefined: no credentials, so messages are kept until a server has some, or they are too old. */
  readonly fcm: Fcm | undefined
  readonly metrics: Registry
  readonly log: Log
  /** A server that does not renew its parts for so long is taken for killed, and they are given to others. Ten by default. */
  readonly silentSeconds?: number
}

export function watchPush({
  database,
  url,
  connections = USUAL.push,
  fcm,
  metrics,
  log,
  silentSeconds = SILENT_SECONDS,
}: Pushing) {
  let isEnding = false
  const sender = fcm && openSender(fcm)
  const devices = new Counter({
    name: 'munim_push_devices_total',
    help: 'Devices by what came of sending to them; later: put off, to be tried again',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const seconds = new Histogram({
    name: 'munim_push_request_seconds',
    help: 'How long FCM takes for a request',
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  })
  let queue: Queue | undefined
  let clearedAt = 0

  async function startWorking(sender: Sender): Promise<Queue> {
    const count = (outcome: string) => devices.inc({ outcome })
    const time = (each: number) => seconds.observe(each)
    const delivering = { db: database, sender, rest: { until: 0 }, isEnding: () => isEnding, count, time }
    const take = async (part: Part, isRetried: boolean) => {
      if (isRetried) devices.inc({ outcome: 'unknown' }, await giveUpClaims(database, part))
      return deliver(delivering, part)
    }
    return openQueue(url, log, { connections, silentSeconds, take })
  }

  async function sendDue(): Promise<void> {
    if (sender && !queue) queue = await startWorking(sender)
    if (await isAnythingOpen(database)) {
      await listAudiences(database)
      await endWhatIsOver(database)
      if (queue && (await enqueue(database, queue.put)) > 0) queue.wake()
    }
    if (Date.now() - clearedAt < CLEAR_EVERY_MS) return
    await clearOldTargets(database)
    clearedAt = Date.now()
  }

  const onFailed = (err: unknown) => log.error({ err }, 'push')
  const loop = startLoop(sendDue, { everyMs: RUN_EVERY_MS, restMs: REST_MS, onFailed })
  return {
    /** Begins no request more, writes the outcomes of those under way, and puts the rest back into the queue. */
    async stop(): Promise<void> {
      isEnding = true
      await loop.stop()
      await queue?.stop(STOP_WITHIN_MS)
    },
  }
}

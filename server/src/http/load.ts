/**
 * How loaded this server is, and which calls it refuses for that at its door, before it asks who calls: first what can
 * wait (decision 58). Of a call that is refused nothing was begun, and what was let in is served to its end.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Endpoint, t, URGENCIES, type Urgency, urgencyOf } from '@munim/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/db.ts'
import { BUSY, busyWriting } from './busy.ts'
import { refuse } from './faults.ts'
import { answerIn } from './language.ts'

/** For how long a call that comes now waits before it is worked on, in milliseconds. */
export interface Delays {
  /** For the processor: the event loop is late by so much, time after time. */
  readonly loop: number
  /** For a connection of each pool. */
  readonly quick: number
  readonly reading: number
  readonly writing: number
}

interface Limit {
  /** What such a call waits for; what can wait gives way to what waits beside it, too. */
  readonly waits: (delays: Delays) => number
  /** It is refused from this share of BUSY_AFTER_MS on, until the wait is half of it. */
  readonly share: number
  /** When to call again: so many seconds at least, and at most, by chance, so that they don't come back together. */
  readonly again: readonly [least: number, most: number]
  readonly sentence: () => string
}

const ofAny = ({ loop, quick, reading, writing }: Delays) => loop + quick + Math.max(reading, writing)
const ofActs = ({ loop, quick, writing }: Delays) => loop + quick + writing

/** How long an act may wait, where no setting says otherwise: so an answer comes within a second. */
export const BUSY_AFTER_MS = 500

const LIMITS: Readonly<Record<Urgency, Limit>> = {
  report: {
    waits: ofAny,
    share: 0.3,
    again: [3, 5],
    sentence: () => `${t(BUSY)} ${t('Files and reports wait until there is less to do; please try again.')}`,
  },
  list: { waits: ofAny, share: 0.6, again: [1, 3], sentence: () => `${t(BUSY)} ${t('Please try again.')}` },
  act: { waits: ofActs, share: 1, again: [1, 2], sentence: busyWriting },
}

export interface Load {
  /** The hook of a call that refuses it (429) while this server has too much to do for it. */
  admit(
    endpoint: Endpoint,
  ): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
}

/** `delays` is asked at each call; an act that would wait for longer than `busyAfterMs` is refused. */
export function openLoad(metrics: Registry, delays: () => Delays, busyAfterMs: number): Load {
  const refused = new Counter({
    name: 'munim_refused_for_load_total',
    help: 'Calls that were refused at the door because this server had too much to do, by what can wait',
    labelNames: ['urgency'],
    registers: [metrics],
  })
  for (const urgency of URGENCIES) refused.inc({ urgency }, 0)
  new Gauge({
    name: 'munim_load_delay_seconds',
    help: 'For how long a call that comes now waits: for the processor, or for a connection of a pool',
    labelNames: ['for'],
    registers: [metrics],
    collect() {
      for (const [what, ms] of Object.entries(delays())) this.set({ for: what }, ms / 1000)
    },
  })
  const isShut: Record<Urgency, boolean> = { report: false, list: false, act: false }

  return {
    admit(endpoint) {
      const urgency = urgencyOf(endpoint)
      const { waits, share, again, sentence } = LIMITS[urgency]
      const beyondMs = share * busyAfterMs
      return async (request, reply) => {
        isShut[urgency] = waits(delays()) > (isShut[urgency] ? beyondMs / 2 : beyondMs)
        if (!isShut[urgency]) return undefined
        refused.inc({ urgency })
        const [least, most] = again
        const retryAfterSeconds = least + Math.floor(Math.random() * (most - least + 1))
        return refuse(reply, 429, answerIn(request, sentence), { retryAfterSeconds })
      }
    },
  }
}

const WINDOW_MS = 200
const RESOLUTION_MS = 10

export function measureDelays(http: FastifyInstance, database: Database): () => Delays {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  /** Means of the last two windows. One long step, such as a document that is drawn, is in one of them. */
  let means: readonly [number, number] = [0, 0]
  let lookedAt = performance.now()
  const timer = setInterval(() => {
    lookedAt = performance.now()
    const mean = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS)
    means = [means[1], mean]
    histogram.reset()
  }, WINDOW_MS).unref()
  http.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => {
    const { quick, reading, writing } = database.waitedMs()
    // Of many calls that came in together the last ones are late before any window says so.
    const lateNow = performance.now() - lookedAt - WINDOW_MS
    return { loop: Math.max(Math.min(...means), lateNow, 0), quick, reading, writing }
  }
}

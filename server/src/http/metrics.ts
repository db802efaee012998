/** Figures for Prometheus at /metrics: requests by call and status, and the process itself. No names, no ids. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Refusal } from '../refusal.ts'

/** `isServed`: whether /metrics answers; the figures are kept either way. */
export function serveMetrics(http: FastifyInstance, isServed: boolean): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'munim_request_seconds',
    help: 'How long calls take, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  http.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.isStream) return
    const call = request.routeOptions.url ?? 'unknown'
    seconds.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  if (isServed)
    http.get('/metrics', async (_request, reply) => {
      return reply.type(register.contentType).send(await register.metrics())
    })
  return register
}

/** How long a result takes that is declared by itself; what an administrator declares and reverts is in the calls. */
export function timeAutoDeclaring(register: Registry): (seconds: number) => void {
  const taken = new Histogram({
    name: 'munim_auto_declare_seconds',
    help: 'How long a half takes that is declared by itself, from its locks to its commit',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [register],
  })
  return (seconds) => taken.observe(seconds)
}

/** So many reasons are told apart; one that holds what a caller typed would be another one each time. */
const REASONS = 200

/** Refusals by reason: the sentence without what is put in it. Those of a body that is wrong (400) are one reason. */
export function countRefusals(register: Registry): (refusal: Refusal) => void {
  const refusals = new Counter({
    name: 'munim_refusals_total',
    help: 'Calls that were refused, by status and reason',
    labelNames: ['status', 'reason'],
    registers: [register],
  })
  const known = new Set<string>()
  return ({ status, reason: sentence }) => {
    if (status !== 400 && known.size < REASONS) known.add(sentence)
    const reason = status === 400 ? 'The request is wrong' : known.has(sentence) ? sentence : 'Another'
    refusals.inc({ status, reason })
  }
}

/** Figures for Prometheus at /metrics: requests by call and status, and the process itself. No names, no ids. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

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

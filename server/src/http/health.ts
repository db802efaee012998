/** Whether it runs, and whether it can serve. Never 503: the panel signs out on it. */
import type { FastifyInstance } from 'fastify'

/** A sentence that says what is missing; undefined where nothing is. */
export type Check = () => Promise<string | undefined>

/** `/health/live`, and `/health/ready`, which is 200 where no check says anything, else 500 with their sentences. */
export function serveHealth(http: FastifyInstance, checks: readonly Check[]): void {
  http.get('/health/live', async () => ({ status: 'success' }))
  http.get('/health/ready', async (_request, reply) => {
    const said = await Promise.all(checks.map((check) => check()))
    const missing = said.filter((sentence) => sentence !== undefined)
    if (missing.length === 0) return { status: 'success' }
    return reply.code(500).send({ status: 'error', message: missing.join(' ') })
  })
}

/** Whether it runs, and whether it can serve. Never 503: the panel signs out on it. */
import type { FastifyInstance } from 'fastify'

/** A sentence that says what is missing; undefined where nothing is. */
export type Check = () => Promise<string | undefined>

const WITHIN_MS = 1_500

/**
 * `/health/live`, and `/health/ready`, which is 200 where no check finds anything, else 500 with their sentences. It
 * answers within two seconds, although what a check asks may hang.
 */
export function serveHealth(http: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  http.get('/health/live', async () => ({ status: 'success' }))
  http.get('/health/ready', async (_request, reply) => {
    const said = await Promise.all(Object.entries(checks).map(([what, check]) => inTime(what, check)))
    const missing = said.filter((sentence) => sentence !== undefined)
    if (missing.length === 0) return { status: 'success' }
    return reply.code(500).send({ status: 'error', message: missing.join(' ') })
  })
}

async function inTime(what: string, check: Check): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(`${what} does not answer in time.`), WITHIN_MS)
  })
  return Promise.race([check(), late]).finally(() => clearTimeout(timer))
}

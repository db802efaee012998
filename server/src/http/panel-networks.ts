/** From which networks the panel may be used, where that is limited. */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'
import { withinOf } from './network.ts'

/** Refuses (403) calls of administrators from elsewhere, signing in included, before a token or password is looked at. */
export function limitPanel(http: FastifyInstance, networks: readonly string[]): void {
  const isWithin = withinOf(networks)
  http.addHook('onRequest', async ({ ip, routeOptions: { url, config } }) => {
    const isCall = config.failed !== undefined && url?.startsWith('/admin/')
    if (isCall && !isWithin(ip)) throw new Refusal(403, 'The panel may not be used from this network')
  })
}

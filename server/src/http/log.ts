/** The log's line of each request, with where it came from as far as the setting lets it be told. */
import type { FastifyInstance } from 'fastify'
import { placeOf } from './network.ts'

/** How much of an address the log keeps: all of it, its network (IPv4 /24, IPv6 /48), nothing. */
export const LOGGED_ADDRESSES = ['whole', 'network', 'none'] as const
export type LoggedAddress = (typeof LOGGED_ADDRESSES)[number]

const UNTRUSTED =
  'Requests come with X-Forwarded-For, and TRUSTED_PROXIES names no proxy: all callers seem to come from one address. ' +
  'Name the proxy there, or let it remove the header.'

interface Logging {
  readonly address: LoggedAddress
  /** Whether proxies are named whose word about the caller's address is taken. */
  readonly trustsProxies: boolean
}

export function logEachRequest(http: FastifyInstance, { address, trustsProxies }: Logging): void {
  let isWarned = trustsProxies
  http.addHook('onResponse', async (request, reply) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      request.log.warn(UNTRUSTED)
    }
    request.log.info(
      {
        who: request.caller?.actor ?? 'nobody',
        ...(address !== 'none' && { from: address === 'network' ? placeOf(request.ip).network : request.ip }),
        call: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

/**
 * Refusals to callers without a session, answered late where there are many: a client that is refused at once asks
 * again at once, and a thousand of them would leave the processor time for nothing else. An answer that is no refusal
 * is never late.
 */
import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { goneOf } from './gone.ts'
import { type Place, placeOf } from './network.ts'

export interface LateLimits {
  /** Refusals that are answered at once in a minute: to an address, to a network, to all. */
  readonly address: number
  readonly network: number
  readonly all: number
  /** How long the others wait for theirs, on average: half of it to half as much again, so that they don't come back together. */
  readonly delayMs: number
  /** How many wait at once; beyond it the connection is closed. */
  readonly delayedAtMost: number
}

export const LATE_LIMITS: LateLimits = {
  address: 30,
  network: 60,
  all: 300,
  delayMs: 8_000,
  delayedAtMost: 4_000,
}

export interface Late {
  /** Waits for as long as the refusal to this caller is delayed; false where the connection was closed instead. */
  delay(request: FastifyRequest): Promise<boolean>
  /** Whether so much was refused there lately that its refusals are delayed. */
  isDelaying(place: Place): Promise<boolean>
  /** Answers what is delayed, and delays nothing any more: the server is ending. */
  end(): void
}

/** Counts one more of this key; whether it is still within the limit. */
export const isWithin = async (limiter: RateLimiterMemory, key: string): Promise<boolean> =>
  (await limiter.penalty(key)).consumedPoints <= limiter.points

export function openLate({ address, network, all, delayMs, delayedAtMost }: LateLimits): Late {
  const counted = { duration: 60 }
  const [byAddress, byNetwork, overall] = [address, network, all].map(
    (points) => new RateLimiterMemory({ ...counted, points }),
  ) as [RateLimiterMemory, RateLimiterMemory, RateLimiterMemory]
  /** What answers each of those that are delayed. */
  const delayed = new Set<() => void>()
  let isEnding = false

  return {
    async delay(request) {
      if (delayMs === 0 || isEnding || (request.caller && request.caller.id !== 0)) return true
      const place = placeOf(request.ip)
      const isFlood = !(await isWithin(overall, 'all'))
      if (isFlood && delayed.size >= delayedAtMost) {
        request.raw.destroy()
        return false
      }
      const isFew = (await isWithin(byNetwork, place.network)) && (await isWithin(byAddress, place.address))
      if (!isFlood && isFew) return true
      await new Promise<void>((done) => {
        const gone = goneOf(request)
        const end = () => {
          clearTimeout(timer)
          gone.removeEventListener('abort', end)
          delayed.delete(end)
          done()
        }
        const timer = setTimeout(end, delayMs * (0.5 + Math.random()))
        gone.addEventListener('abort', end)
        delayed.add(end)
        if (gone.aborted) end()
      })
      return true
    },
    async isDelaying({ address, network }) {
      const said = await Promise.all([byAddress.get(address), byNetwork.get(network)])
      return said.some((each) => each !== null && each.remainingPoints <= 0)
    },
    end() {
      isEnding = true
      for (const answer of delayed) answer()
    },
  }
}

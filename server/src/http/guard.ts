/**
 * What a caller without a session meets before a password is hashed and the database is asked: what memory knows must be
 * refused, how often one address and network may ask, and turns, in which known callers go first.
 * What all servers must know is in the database: auth/attempts.ts. Decision 29.
 */
import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Refusal } from '../refusal.ts'
import { isWithin, LATE_LIMITS, type Late, type LateLimits, openLate } from './late.ts'
import type { Place } from './network.ts'
import { openTurns } from './turns.ts'

export interface GuardLimits extends LateLimits {
  /** Visits within ten seconds that may wait for a turn: of an address, of a network, of an account where it is known: by all its devices, and by each address. */
  readonly visits: { readonly address: number; readonly network: number; readonly account: number }
  /** New players within 24 hours, over all servers. */
  readonly registrations: { readonly address: number; readonly network: number; readonly device: number }
  /** How many wait for a turn in a lane, and how long at most. */
  readonly waitingAtMost: number
  readonly waitingMs: number
}

export const LIMITS: GuardLimits = {
  ...LATE_LIMITS,
  visits: { address: 300, network: 600, account: 20 },
  registrations: { address: 100, network: 300, device: 3 },
  // At some 30 ms a hash each is served, also where three lanes are full.
  waitingAtMost: 40,
  waitingMs: 5_000,
}

/** A call without a session, or about its password, that costs a hash. */
export interface Visit {
  /** Whose lane it waits in: `new` is who registers. */
  readonly by: 'admin' | 'player' | 'new'
  /** What it is about: 'admin owner', 'player 9876543210'. */
  readonly account: string
  readonly place: Place
  /** The hash of the device's value, in hex; undefined where none came along. */
  readonly device: string | undefined
  /** The caller holds a session of the account. */
  readonly isSignedIn?: boolean
  readonly signal: AbortSignal
}

export interface Guard {
  readonly late: Late
  readonly limits: GuardLimits
  /** Does the work in its turn, or refuses (429). */
  admit<T>(visit: Visit, work: () => Promise<T>): Promise<T>
  /** Remembers that this account is to be refused there for so long, and is the refusal. */
  refuse(visit: Visit, seconds: number): Refusal
  /** Remembers that this account signed in from there: its visits go before others. */
  know(visit: Visit): void
  /** Forgets all that memory holds. For tests. */
  forget(): void
}

const REMEMBERED = 50_000
const VISITS_WITHIN_SECONDS = 10
const MONTH_MS = 30 * 86_400_000

/** Wrong tries at an account are remembered for so long, in which those who are not known to it go after others. */
const WRONG_WITHIN_MS = 600_000

/** How a caller is known to an account: by what it holds, by where it is, or not at all. */
export type Way = 'device' | 'address' | 'stranger'

export function openGuard(limits: GuardLimits = LIMITS): Guard {
  const remember = (ttl: number) =>
    new LRUCache<string, true>({ max: REMEMBERED, ttl, perf: Date, ttlResolution: 0 })
  const refused = remember(0)
  const known = remember(MONTH_MS)
  const wrong = remember(WRONG_WITHIN_MS)
  const late = openLate(limits)
  const openLimiters = () => {
    const limit = (points: number) => new RateLimiterMemory({ points, duration: VISITS_WITHIN_SECONDS })
    const { network, address, account } = limits.visits
    return { network: limit(network), address: limit(address), account: limit(account) }
  }
  let limiters = openLimiters()
  const turns = openTurns({ width: { first: 2, others: Math.max(1, availableParallelism() - 1) }, ...limits })

  function checkRefused(visit: Visit): void {
    const leftMs = refused.getRemainingTTL(nameOf(visit))
    if (leftMs > 0) throw tooMany(Math.ceil(leftMs / 1000))
  }

  /** After its visits were counted. Beyond its account's the visit of a known device is any other's: it may not hold up all. */
  async function wayOf(visit: Visit): Promise<Way> {
    const { place, device, account } = visit
    const isKnown = visit.isSignedIn || (device !== undefined && known.has(withDevice(visit)))
    if (isKnown && (await isWithin(limiters.account, account))) return 'device'
    if (known.has(fromAddress(visit)) && (await isWithin(limiters.account, fromAddress(visit))))
      return 'address'
    // The network first: one that is exceeded does not fill the memory with its addresses.
    await take(limiters.network, place.network)
    await take(limiters.address, place.address)
    return 'stranger'
  }

  async function rankOf(way: Way, { account, place }: Visit): Promise<number> {
    if (way !== 'stranger') return way === 'device' ? 0 : 1
    return 2 + (wrong.has(account) ? 1 : 0) + ((await late.isDelaying(place)) ? 2 : 0)
  }

  return {
    late,
    limits,
    async admit(visit, work) {
      checkRefused(visit)
      const way = await wayOf(visit)
      const turn = {
        lane: visit.by === 'admin' && way !== 'stranger' ? ('first' as const) : visit.by,
        // A known device does not wait for guesses at its account.
        account: way === 'device' ? withDevice(visit) : visit.account,
        address: visit.place.address,
        rank: await rankOf(way, visit),
        signal: visit.signal,
      }
      return turns.take(turn, async () => {
        checkRefused(visit) // by those before it
        wrong.set(visit.account, true)
        const done = await work()
        wrong.delete(visit.account)
        return done
      })
    },
    refuse(visit, seconds) {
      refused.set(nameOf(visit), true, { ttl: seconds * 1000 })
      return tooMany(seconds)
    },
    know(visit) {
      known.set(fromAddress(visit), true)
      if (visit.device !== undefined) known.set(withDevice(visit), true)
    },
    forget() {
      refused.clear()
      known.clear()
      wrong.clear()
      limiters = openLimiters()
    },
  }
}

const fromAddress = ({ account, place }: Visit) => `${account} from ${place.address}`
const withDevice = ({ account, device }: Visit) => `${account} with ${device}`
const nameOf = (visit: Visit) => `${fromAddress(visit)} with ${visit.device ?? 'none'}`

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
  if (consumedPoints > limiter.points) throw tooMany(Math.ceil(msBeforeNext / 1000))
}

export function tooMany(seconds: number): Refusal {
  const retryAfterSeconds = seconds
  if (seconds < 120)
    return new Refusal(
      429,
      'Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.',
      { values: { seconds }, retryAfterSeconds },
    )
  const minutes = Math.ceil(seconds / 60)
  return new Refusal(429, 'Too many attempts. Try again in {minutes} minutes.', {
    values: { minutes },
    retryAfterSeconds,
  })
}

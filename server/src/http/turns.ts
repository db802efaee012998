/**
 * Turns: work for callers without a session that costs processor time, such as hashing a password. So many have their
 * turn at once, one of an account; the others wait, and who waits costs neither a connection nor a hash.
 */
import { Refusal } from '../refusal.ts'
import { busyWriting } from './busy.ts'

/** While there is work of the first lane, the others wait; these take turns. */
const LANES = ['first', 'admin', 'player', 'new'] as const
type Lane = (typeof LANES)[number]

export interface Waiter {
  readonly lane: Lane
  /** What it is about; of one account one has its turn at a time. */
  readonly account: string
  readonly address: string
  /** The smaller goes first in its lane. */
  readonly rank: number
  /** Aborted where the caller has gone. */
  readonly signal: AbortSignal
}

interface Waiting extends Waiter {
  /** How many of the same address were waiting when it came: so addresses take turns. */
  readonly behind: number
  go(): void
  refuse(): void
}

export interface Turns {
  /** Does the work in its turn. Refused (429) where too many better ones wait, it waits too long, or the caller has gone. */
  take<T>(waiter: Waiter, work: () => Promise<T>): Promise<T>
}

interface Sizes {
  /** How many have their turn at once: of the first lane, and of the others together. */
  readonly width: { readonly first: number; readonly others: number }
  /** Of each lane. */
  readonly waitingAtMost: number
  readonly waitingMs: number
}

const AGAIN_AFTER_SECONDS = 2

export function openTurns({ width, waitingAtMost, waitingMs }: Sizes): Turns {
  /** The lane of each account that has its turn. */
  const underWay = new Map<string, Lane>()
  const waiting = new Set<Waiting>()
  /** The next in turn is first. */
  const others: Lane[] = LANES.slice(1)

  /** Lets as many begin as there is room for. */
  function callNext(): void {
    for (let next = nextOf(); next; next = nextOf()) next.go()
  }

  function nextOf(): Waiting | undefined {
    const first = underWay
      .values()
      .filter((lane) => lane === 'first')
      .toArray().length
    const best = bestOf('first')
    if (best) return first < width.first ? best : undefined
    if (first > 0 || underWay.size >= width.others) return undefined
    const lane = others.find(bestOf)
    if (lane === undefined) return undefined
    others.push(...others.splice(others.indexOf(lane), 1))
    return bestOf(lane)
  }

  function bestOf(wanted: Lane): Waiting | undefined {
    const able = [...waiting].filter(({ lane, account }) => lane === wanted && !underWay.has(account))
    return able.length === 0 ? undefined : able.reduce(better)
  }

  function wait(waiter: Waiter): Promise<void> {
    return new Promise((done, fail) => {
      const leave = () => {
        clearTimeout(timer)
        waiter.signal.removeEventListener('abort', entry.refuse)
        waiting.delete(entry)
      }
      const entry: Waiting = {
        ...waiter,
        behind: [...waiting].filter(({ address }) => address === waiter.address).length,
        go: () => {
          leave()
          underWay.set(waiter.account, waiter.lane)
          done()
        },
        refuse: () => {
          leave()
          fail(new Refusal(429, busyWriting(), { retryAfterSeconds: AGAIN_AFTER_SECONDS }))
        },
      }
      const timer = setTimeout(entry.refuse, waitingMs)
      waiter.signal.addEventListener('abort', entry.refuse)
      waiting.add(entry)
      if (waiter.signal.aborted) entry.refuse()
      const lane = [...waiting].filter((each) => each.lane === waiter.lane)
      if (lane.length > waitingAtMost) lane.reduce(worse).refuse()
      callNext()
    })
  }

  return {
    async take(waiter, work) {
      await wait(waiter)
      try {
        return await work()
      } finally {
        underWay.delete(waiter.account)
        callNext()
      }
    },
  }
}

/** Of equals the one that came first. */
const better = (one: Waiting, other: Waiting) => (isAfter(one, other) ? other : one)
/** Of equals the one that came last. */
const worse = (one: Waiting, other: Waiting) => (isAfter(one, other) ? one : other)
const isAfter = (one: Waiting, other: Waiting) => (one.rank - other.rank || one.behind - other.behind) > 0

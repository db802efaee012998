/** What a list would be if it were asked again now, beside the answer that is being read. */
import type { Answer, Body, Endpoint } from '@munim/contract'
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallFailure, call } from './call.ts'
import { backOff, isFollowed, onNews } from './live-state.ts'
import { onWrite } from './write-answers.ts'

/** What is known beside the answer shown, until the list's own call answers again, or fails. */
export interface Known<T> {
  readonly hash: string
  /** When the list's own call was answered last. */
  readonly base: number
  /** The latest answer; null where the one shown is the latest. */
  readonly answer: T | null
  /** Since when it is not current, and how often news was asked for in vain; null and 0 where it is. */
  readonly since: Date | null
  readonly failures: number
}
const NOTHING = { answer: null, since: null, failures: 0 }

interface Options<T> {
  /** Whether an answer has no rows: while none are read the next answer is shown at once, in its place. */
  readonly isEmpty: (answer: T) => boolean
}

export interface Beside<T> {
  /** The latest answer to the same call, asked for whenever there is news; null where the one shown is the later one. */
  readonly fresh: T | null
  /** Since when news could not be had, which is tried again with growing waits; null where what is shown is current. */
  readonly behindSince: Date | null
}

export function useFresh<E extends Endpoint>(
  endpoint: E,
  body: Body<E>,
  { isWanted, isEmpty }: Options<Answer<E>> & { readonly isWanted: boolean },
): Beside<Answer<E>> {
  const queries = useQueryClient()
  const [told, tell] = useState<Known<Answer<E>> | null>(null)
  const hash = hashKey([endpoint.path, body])
  useEffect(() => {
    if (isWanted) return keepFresh(queries, endpoint, body, { isEmpty, tell })
  }, [hash, isWanted])
  return besideOf(queries, hash, told)
}

/** What was told, unless it is of another list or the list's own call has answered since, or failed. */
export function besideOf<T>(queries: QueryClient, hash: string, told: Known<T> | null): Beside<T> {
  const { base, hasFailed } = ownCall(queries, hash)
  const { answer, since, failures } = told?.hash === hash && told.base === base ? told : NOTHING
  // A single fault is made good before it is read; where the list's own call failed too, that is what is told.
  return { fresh: answer, behindSince: failures > 1 && !hasFailed ? since : null }
}

function ownCall(queries: QueryClient, hash: string) {
  const query = queries.getQueryCache().get(hash)
  const { dataUpdatedAt = 0, errorUpdatedAt = 0, status } = query?.state ?? {}
  return { query, base: Math.max(dataUpdatedAt, errorUpdatedAt), hasFailed: status === 'error' }
}

/** Asks at each news, one at a time, and again later where that failed; until what it returns is called. */
export function keepFresh<E extends Endpoint>(
  queries: QueryClient,
  endpoint: E,
  body: Body<E>,
  { isEmpty, tell }: Options<Answer<E>> & { readonly tell: (known: Known<Answer<E>>) => void },
): () => void {
  const key = [endpoint.path, body]
  const hash = hashKey(key)
  const own = () => ownCall(queries, hash)
  const leaving = new AbortController()
  let known: Known<Answer<E>> = { hash, base: 0, ...NOTHING }
  /** It is being asked, or a busy server said when it may be. */
  let isHeld = false
  let isDue = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    clearTimeout(timer)
    isHeld = true
    isDue = false
    // What the list's own call has asked before the news may be answered after it.
    await own().query?.promise?.catch(() => {})
    const { base } = own()
    try {
      const answer = await call(endpoint, body, { signal: leaving.signal })
      leaving.signal.throwIfAborted()
      isHeld = false
      const now = own()
      const shown = now.query?.state.data as Answer<E> | undefined
      // Which of the two answers is the later one is not known.
      if (now.base !== base) isDue = true
      else if (shown === undefined || now.hasFailed || isEmpty(shown)) queries.setQueryData(key, answer)
      else know({ ...NOTHING, answer })
    } catch (reason) {
      if (leaving.signal.aborted || !(reason instanceof CallFailure)) return
      isHeld = reason.retryAfterMs !== null
      // After a "no" it is not asked again: the list's own call says it.
      if (reason.isAnswered && !isHeld) void queries.refetchQueries({ queryKey: key, exact: true })
      else {
        const { since, failures, answer } = known.base === own().base ? known : NOTHING
        know({ answer, since: since ?? new Date(), failures: failures + 1 })
        askIn(reason.retryAfterMs ?? backOff(known.failures))
      }
    }
    if (isDue && !isHeld) void ask()
  }
  function know(what: Omit<Known<Answer<E>>, 'hash' | 'base'>) {
    known = { hash, base: own().base, ...what }
    tell(known)
  }
  function askIn(ms: number) {
    timer = setTimeout(() => {
      isHeld = false
      if (isFollowed()) void ask()
      else askIn(ms)
    }, ms)
  }

  const stop = onNews(hash, () => {
    isDue = true
    if (!isHeld) void ask()
  })
  const stopWrites = onWrite((path, change) => {
    const isCurrent = path === endpoint.path && known.base === own().base
    return () => {
      if (!isCurrent) return
      const { answer, since, failures } = known
      know({ answer: answer && (change(answer as never) as Answer<E>), since, failures })
    }
  })
  return () => {
    stop()
    stopWrites()
    clearTimeout(timer)
    leaving.abort()
  }
}

/** What a list would be if it were asked again now, beside the answer that is being read. */
import type { Answer, Body, Endpoint } from '@munim/contract'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { CallFailure, call } from './call.ts'
import { backOff, onNews, useLive } from './live-state.ts'
import { isSomebodyThere } from './presence.ts'

interface Fresh<T> {
  readonly answer: T
  readonly hash: string
  /** When the answer was given that this one came after. */
  readonly base: number
}

interface Failed {
  readonly hash: string
  readonly since: Date
  /** A single fault is made good before it is read. */
  readonly isAgain: boolean
}

interface Options<T> {
  readonly isWanted?: boolean
  /** Whether an answer has no rows: while none are read the next answer is shown at once, in its place. */
  readonly isEmpty: (answer: T) => boolean
  /** Goes to the first page. */
  readonly onFirst: () => void
}

export interface Beside<T> {
  /** The latest answer to the same call, asked for whenever there is news; null where the one shown is the later one. */
  readonly fresh: T | null
  /** Since when news could not be had, which is tried again with growing waits; null where what is shown is current. */
  readonly behindSince: Date | null
  /** Shows it; from a later page it goes to the first, where what is new is. */
  readonly show: () => void
}

export function useFresh<E extends Endpoint>(
  endpoint: E,
  body: Body<E>,
  { isWanted = true, isEmpty, onFirst }: Options<Answer<E>>,
): Beside<Answer<E>> {
  const queries = useQueryClient()
  const [fresh, setFresh] = useState<Fresh<Answer<E>> | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const key = [endpoint.path, body]
  const hash = hashKey(key)
  const baseNow = () => queries.getQueryState(key)?.dataUpdatedAt ?? 0
  const hasFailed = () => queries.getQueryState(key)?.status === 'error'
  // Where the list's own call failed too, that is what is told.
  const isBehind = failed?.hash === hash && failed.since.getTime() > baseNow() && !hasFailed()
  const behind = isBehind ? failed : null
  const isBehindNow = useEffectEvent(() => isBehind)

  /**
   * It is to be asked again at once where another answer was shown meanwhile, and which of the two is the later one is
   * not known; or where the server was busy, and it is the time that it said.
   */
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<'done' | 'again' | 'failed'> => {
    const base = baseNow()
    try {
      const answer = await call(endpoint, body, { signal })
      if (signal.aborted) return 'done'
      if (baseNow() !== base) return 'again'
      setFailed(null)
      const shown = queries.getQueryData<Answer<E>>(key)
      if (shown === undefined || isEmpty(shown) || hasFailed()) {
        // From then on its rows are what is read: the list's own call, which a busy server has answered later, is over.
        await queries.cancelQueries({ queryKey: key, exact: true })
        queries.setQueryData(key, answer)
      } else setFresh({ answer, hash, base })
      return 'done'
    } catch (reason) {
      if (!(reason instanceof CallFailure)) return 'done'
      if (reason.retryAfterMs === null && reason.isAnswered) {
        // After a "no" it is not asked again: the list's own call says it.
        void queries.refetchQueries({ queryKey: key, exact: true })
        return 'done'
      }
      if (reason.retryAfterMs === null) {
        setFailed({ hash, since: behind?.since ?? new Date(), isAgain: behind !== null })
        return 'failed'
      }
      await new Promise((due) => setTimeout(due, reason.retryAfterMs!))
      return 'again'
    }
  })

  useEffect(() => {
    if (!isWanted) return
    const leaving = new AbortController()
    let isAsking = false
    let isDue = false
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    async function hear() {
      clearTimeout(timer)
      isDue = true
      if (isAsking) return
      isAsking = true
      while (isDue && !leaving.signal.aborted) {
        isDue = false
        const asked = await ask(leaving.signal)
        if (asked === 'again') isDue = true
        failures = asked === 'failed' ? failures + 1 : 0
      }
      isAsking = false
      if (failures > 0 && !leaving.signal.aborted) tryLater()
    }
    /** Not while the page is left, or its reader has paused it. */
    function tryLater() {
      const isFollowed = () => isSomebodyThere() && useLive.getState().isWanted
      timer = setTimeout(() => (isFollowed() ? void hear() : tryLater()), backOff(failures))
    }
    if (isBehindNow()) void hear()
    const stop = onNews(hash, () => void hear())
    return () => {
      stop()
      clearTimeout(timer)
      leaving.abort()
    }
  }, [hash, isWanted])

  const isLater = fresh?.hash === hash && fresh.base === baseNow()
  const isFirst = ((body as { readonly page?: number }).page ?? 1) === 1
  return {
    fresh: isLater ? fresh.answer : null,
    behindSince: behind?.isAgain ? behind.since : null,
    show: () => (isFirst && fresh ? void queries.setQueryData(key, fresh.answer) : onFirst()),
  }
}

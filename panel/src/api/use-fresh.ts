/** What a list would be if it were asked again now, beside the answer that is being read. */
import type { Answer, Body, Endpoint } from '@munim/contract'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { CallFailure, call } from './call.ts'
import { onNews } from './live-state.ts'

interface Fresh<T> {
  readonly answer: T
  readonly hash: string
  /** When the answer was given that this one came after. */
  readonly base: number
}

interface Options<T> {
  readonly isWanted?: boolean
  /** Whether an answer has no rows: while none are read the next answer is shown at once, in its place. */
  readonly isEmpty: (answer: T) => boolean
  /** Goes to the first page. */
  readonly onFirst: () => void
}

interface Beside<T> {
  /** The latest answer to the same call, asked for whenever there is news; null where the one shown is the later one. */
  readonly fresh: T | null
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
  const key = [endpoint.path, body]
  const hash = hashKey(key)

  /**
   * False where it is to be asked again: another answer was shown meanwhile, and which of the two is the later one is
   * not known; or the server was busy, and said when it won't be.
   */
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<boolean> => {
    const baseNow = () => queries.getQueryState(key)?.dataUpdatedAt ?? 0
    const base = baseNow()
    try {
      const answer = await call(endpoint, body, { signal })
      if (signal.aborted) return true
      if (baseNow() !== base) return false
      const shown = queries.getQueryData<Answer<E>>(key)
      if (shown === undefined || isEmpty(shown)) {
        // From then on its rows are what is read: the list's own call, which a busy server has answered later, is over.
        await queries.cancelQueries({ queryKey: key, exact: true })
        queries.setQueryData(key, answer)
      } else setFresh({ answer, hash, base })
      return true
    } catch (reason) {
      if (!(reason instanceof CallFailure) || reason.retryAfterMs === null) return true
      await new Promise((due) => setTimeout(due, reason.retryAfterMs!))
      return false
    }
  })

  useEffect(() => {
    if (!isWanted) return
    const leaving = new AbortController()
    let isAsking = false
    let isDue = false
    async function hear() {
      isDue = true
      if (isAsking) return
      isAsking = true
      while (isDue && !leaving.signal.aborted) {
        isDue = false
        if (!(await ask(leaving.signal))) isDue = true
      }
      isAsking = false
    }
    const stop = onNews(hash, () => void hear())
    return () => {
      stop()
      leaving.abort()
    }
  }, [hash, isWanted])

  const isLater = fresh?.hash === hash && fresh.base === queries.getQueryState(key)?.dataUpdatedAt
  const isFirst = ((body as { readonly page?: number }).page ?? 1) === 1
  return {
    fresh: isLater ? fresh.answer : null,
    show: () => (isFirst && fresh ? void queries.setQueryData(key, fresh.answer) : onFirst()),
  }
}

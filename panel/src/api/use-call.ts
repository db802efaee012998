/** Reading: the answer to a call of the contract, as a union of the three states it can be in. */
import type { Answer, Body, Endpoint } from '@munim/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallFailure, call } from './call.ts'

export type Call<T> =
  | { readonly state: 'loading' }
  | {
      readonly state: 'failed'
      readonly message: string
      readonly status: number | null
      readonly retry: () => void
    }
  | {
      readonly state: 'ready'
      readonly answer: T
      readonly isRefreshing: boolean
      /** It is the answer to another body: to the one asked for now there is none yet, or that failed. */
      readonly isOther: boolean
      /** Why the answer shown is an older one, and since when; null where it is the latest. */
      readonly outdated: Outdated | null
      readonly retry: () => void
    }

interface Outdated {
  readonly message: string
  readonly since: Date
  /** When it was last asked for in vain, in milliseconds. */
  readonly failedAt: number
}

/** The call as if nothing had been answered to what is asked now: why it failed, or that it is asked. */
function unanswered<T>(call: Call<T>): Call<T> {
  if (call.state !== 'ready') return call
  const { outdated, isRefreshing, retry } = call
  return outdated === null || isRefreshing
    ? { state: 'loading' }
    : { state: 'failed', message: outdated.message, status: null, retry }
}

/** The call without an answer of something else, which stays where what is asked now loads or fails. */
export const onlyOf = <T>(call: Call<T>, isIts: (answer: T) => boolean): Call<T> =>
  call.state === 'ready' && !isIts(call.answer) ? unanswered(call) : call

/** The call without an answer to another body. */
export const onlyOfBody = <T>(call: Call<T>): Call<T> =>
  call.state === 'ready' && call.isOther ? unanswered(call) : call

/** The call without an answer that is known to be old, because asking again failed. */
export const notOutdated = <T>(call: Call<T>): Call<T> =>
  call.state === 'ready' && call.outdated !== null ? unanswered(call) : call

/** The call with its latest answer only: none while it is asked again, nor where that failed. */
export const onlyLatest = <T>(call: Call<T>): Call<T> =>
  call.state === 'ready' && (call.isRefreshing || call.outdated !== null) ? unanswered(call) : call

/**
 * Asked again whenever its body changes; the old answer stays while the next one loads, and when it fails.
 * Only of what is no more (404) nothing is kept. `of`: what else the answer hangs on, so that it is asked again with it.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  body: Body<E>,
  isWanted = true,
  of: readonly string[] = [],
): Call<Answer<E>> {
  const query = useQuery({
    queryKey: [endpoint.path, body, ...of],
    queryFn: ({ signal }) => call(endpoint, body, { signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
  const last = useRef<{ answer: Answer<E>; at: number } | null>(null)
  if (query.data !== undefined && !query.isPlaceholderData)
    last.current = { answer: query.data, at: query.dataUpdatedAt }

  const retry = () => void query.refetch()
  const shown = query.data ?? last.current?.answer
  const status = query.error instanceof CallFailure ? query.error.status : null
  if (query.error !== null && (shown === undefined || status === 404)) {
    return { state: 'failed', message: query.error.message, status, retry }
  }
  if (shown === undefined) return { state: 'loading' }
  const outdated = query.error && {
    message: query.error.message,
    since: new Date(last.current?.at ?? Date.now()),
    failedAt: query.errorUpdatedAt,
  }
  const isOther = query.data === undefined || query.isPlaceholderData
  return { state: 'ready', answer: shown, isRefreshing: query.isFetching, isOther, outdated, retry }
}

/**
 * A list stays as it is read: what changes in its rows changes in place, what is new is counted, and comes when it is
 * asked for. Pages, filters and the reader's own acts show at once, as with use-call.
 */
import type { Answer, Body, Endpoint } from '@munim/contract'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from './call.ts'
import { onNews } from './live.ts'
import { type Call, useCall } from './use-call.ts'

type Key = string | number

interface Rows<Row> {
  readonly data: readonly Row[]
  readonly total: number
}

/** Where an answer holds its rows, if not as `data` and `total`. */
export interface Shape<A, Row> {
  readonly rows: (answer: A) => Rows<Row>
  readonly withRows: (answer: A, rows: readonly Row[]) => A
}

type RowOf<E extends Endpoint> = Answer<E> extends { readonly data: readonly (infer Row)[] } ? Row : never

interface Options<E extends Endpoint, Row> {
  readonly keyOf: (row: Row) => Key
  readonly shape?: Shape<Answer<E>, Row>
  /** Goes to the first page, where what is new stands. */
  readonly onFirst: () => void
  readonly isWanted?: boolean
}

/** What came in since, above the rows that are shown. */
export interface News {
  readonly count: number
  readonly show: () => void
}

export type ListCall<T> = Call<T> & { readonly news: News | null }

export function useList<E extends Endpoint, Row = RowOf<E>>(
  endpoint: E,
  body: Body<E>,
  { keyOf, onFirst, shape = USUAL as never, isWanted = true }: Options<E, Row>,
): ListCall<Answer<E>> {
  const queries = useQueryClient()
  const shown = useCall(endpoint, body, isWanted)
  const key = [endpoint.path, body]
  const hash = hashKey(key)
  const fresh = useFresh(endpoint, body, isWanted)

  const base = queries.getQueryState(key)?.dataUpdatedAt
  if (shown.state !== 'ready' || fresh === null || fresh.hash !== hash || fresh.base !== base)
    return { ...shown, news: null }
  const before = shape.rows(shown.answer)
  const now = shape.rows(fresh.answer)
  const count = newsIn(before, now, keyOf)
  const isStill = before.data.length > 0 && (count > 0 || !sameKeys(before.data, now.data, keyOf))
  const answer = isStill ? shape.withRows(fresh.answer, inPlace(before.data, now.data, keyOf)) : fresh.answer
  const isFirst = ((body as { readonly page?: number }).page ?? 1) === 1
  const show = () => (isFirst ? void queries.setQueryData(key, fresh.answer) : onFirst())
  return { ...shown, answer, news: count === 0 ? null : { count, show } }
}

const USUAL: Shape<Rows<unknown>, unknown> = {
  rows: (answer) => answer,
  withRows: (answer, data) => ({ ...answer, data }),
}

interface Fresh<T> {
  readonly answer: T
  readonly hash: string
  /** When the answer was given that this one came after. */
  readonly base: number
}

/** The latest answer to the same call, asked for beside the one that is shown whenever there is news. */
function useFresh<E extends Endpoint>(endpoint: E, body: Body<E>, isWanted: boolean) {
  const queries = useQueryClient()
  const [fresh, setFresh] = useState<Fresh<Answer<E>> | null>(null)
  const hash = hashKey([endpoint.path, body])

  /** False where another answer was shown meanwhile: which of the two is the later one, nobody knows. */
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<boolean> => {
    const baseNow = () => queries.getQueryState([endpoint.path, body])?.dataUpdatedAt ?? 0
    const base = baseNow()
    const answer = await call(endpoint, body, { signal }).catch(() => null)
    if (answer === null || signal.aborted) return true
    if (baseNow() !== base) return false
    setFresh({ answer, hash, base })
    return true
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
  return fresh
}

/**
 * How many rows are new among or above those that are shown; what only moved up from the next page is not. Where none
 * of those shown is left, so many more as there are in all.
 */
export function newsIn<Row>(before: Rows<Row>, now: Rows<Row>, keyOf: (row: Row) => Key): number {
  const known = new Set(before.data.map(keyOf))
  const last = now.data.findLastIndex((row) => known.has(keyOf(row)))
  if (last === -1) return before.data.length === 0 ? 0 : Math.max(now.total - before.total, 0)
  return now.data.slice(0, last).filter((row) => !known.has(keyOf(row))).length
}

/** The same rows in the same places, each as it is now; one that has left the list stays as it was. */
export function inPlace<Row>(
  before: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => Key,
): readonly Row[] {
  const latest = new Map(now.map((row) => [keyOf(row), row]))
  return before.map((row) => latest.get(keyOf(row)) ?? row)
}

const sameKeys = <Row>(before: readonly Row[], now: readonly Row[], keyOf: (row: Row) => Key): boolean =>
  before.length === now.length && before.every((row, index) => keyOf(row) === keyOf(now[index]!))

/**
 * A list that is worked through, the oldest first: an act takes its row out of the filter. The row stays in its place all
 * the same, until the reader moves on; and since pages are counted among what is left, moving on then leads to the first.
 */
import type { Answer, Body, Endpoint } from '@munim/contract'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from './call.ts'
import { DEFAULT_SHAPE, idOf, type Key, type ListCall, type RowOf, type Shape, stillList } from './list.ts'
import { type Queue, workThrough } from './queue.ts'
import { type Call, useCall } from './use-call.ts'
import { useFresh } from './use-fresh.ts'

interface Options<E extends Endpoint, Row> {
  /** The row's id, without it. */
  readonly keyOf?: (row: Row) => Key
  readonly shape?: Shape<Answer<E>, Row>
  readonly isWanted?: boolean
  /** Null where the filter is none that acts lead out of: a list as any other. */
  readonly queue: Queue<Row> | null
  /** False for rows that are shown as they are now, also while they are read: new ones come at once. */
  readonly isStill?: boolean
  readonly onGo: (page: number) => void
}

/** How far the rows that are shown are worked through. */
export interface Worked {
  readonly done: number
  readonly doneInWords: string
  /** How many match the filter still, on all pages. */
  readonly left: number
  /** What the pages are counted of while these rows are read: what is left, and what is done of it here. */
  readonly total: number
  readonly moveOn: () => void
  /** How often the reader has been led to the first page. */
  readonly moves: number
}

export type QueueCall<T> = ListCall<T> & {
  /** Null where the list is no queue, and until it is there. */
  readonly worked: Worked | null
  readonly go: (page: number) => void
}

/** A call whose list may be followed, and worked through. */
export type RowsCall<T> = Call<T> & Partial<Pick<QueueCall<T>, 'news' | 'behindSince' | 'worked'>>

export function useQueue<E extends Endpoint, Row = RowOf<E>>(
  endpoint: E,
  body: Body<E>,
  {
    keyOf = idOf,
    shape = DEFAULT_SHAPE as never,
    isWanted = true,
    isStill = true,
    queue,
    onGo,
  }: Options<E, Row>,
): QueueCall<Answer<E>> {
  const queries = useQueryClient()
  const [moves, setMoves] = useState(0)
  const shown = useCall(endpoint, body, isWanted)
  const beside = useFresh(endpoint, body, {
    isWanted: isWanted && isStill,
    isEmpty: (answer) => shape.rows(answer).data.length === 0,
  })
  const key = [endpoint.path, body]
  const hash = hashKey(key)
  const latest = useRef(hash)
  latest.current = hash
  const { page = 1, limit = 10 } = body as { readonly page?: number; readonly limit?: number }

  const { fresh, behindSince } = beside
  /** What is new is on the first page. */
  const show = () => (page === 1 && fresh ? void queries.setQueryData(key, fresh) : onGo(1))
  // Until the rows of this page are there, those of another page or filter are shown.
  if (queue === null || shown.state !== 'ready' || shown.isOther)
    return { ...stillList(shown, beside, { keyOf, shape, show }), worked: null, go: onGo }

  const before = shape.rows(shown.answer)
  const now = fresh && shape.rows(fresh)
  const { rows, done, left, waiting } = workThrough(before, now, { keyOf, queue, page, limit })

  function moveOn() {
    setMoves(moves + 1)
    queries.removeQueries({ queryKey: [endpoint.path], type: 'inactive' })
    if (page === 1) void queries.refetchQueries({ queryKey: key, exact: true })
    else onGo(1)
  }
  /**
   * Whether rows have left this page or those before it, so that the next one would begin behind some; so it may be where
   * the server could not be asked.
   */
  async function hasMoved(): Promise<boolean> {
    const last = before.data.at(-1)
    const asked = await call(endpoint, body).catch(() => null)
    const lastNow = asked && shape.rows(asked).data.at(-1)
    return !(last && lastNow && keyOf(last) === keyOf(lastNow))
  }
  async function go(to: number) {
    if (done > 0 || to === 1) return moveOn()
    const isMoved = to > page && (await hasMoved())
    // Another filter or page may have been gone to meanwhile.
    if (latest.current !== hash) return
    if (isMoved) moveOn()
    else onGo(to)
  }

  return {
    ...shown,
    answer: shape.withRows(fresh ?? shown.answer, rows),
    news: done === 0 && waiting > 0 ? { count: waiting, show } : null,
    behindSince,
    worked: { done, doneInWords: queue.inWords(done), left, total: left + done, moveOn, moves },
    go: (to) => void go(to),
  }
}

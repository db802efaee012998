import { expect, test } from 'vitest'
import { DEFAULT_SHAPE, inPlace, newsIn, stillList } from './list.ts'

/** A page of rows, of so many in all. */
const page = (ids: readonly number[], total: number) => ({ data: ids.map((id) => ({ id })), total })
const keyOf = ({ id }: { id: number }) => id

test.each([
  // shown, now, new, why this row is here
  [page([9, 8, 7], 9), page([9, 8, 7], 9), 0],
  [page([9, 8, 7], 9), page([11, 10, 9], 11), 2],
  [page([9, 8, 7], 9), page([12, 11, 10], 12), 3], // none of the old ones is left on the page
  [page([9, 8, 7], 9), page([8, 7, 6], 8), 0], // one left the list, one came up from the next page
  [page([9, 8, 7], 9), page([10, 8, 7], 9), 1], // one left, one is new
  [page([6, 5, 4], 9), page([7, 6, 5], 10), 1], // a later page: what is new has pushed one down to it
  [page([9, 8, 7], 9), page([6, 5, 4], 6), 0], // all have left
  [page([], 0), page([1], 1), 0], // nothing was being read: it is shown
])('%# of %j, %j: new are %i', (before, now, count) => {
  expect(newsIn(before, now, keyOf)).toBe(count)
})

test('rows change in their place; what has left stays, and what is new waits', () => {
  const before = [
    { id: 9, status: 'pending' },
    { id: 8, status: 'pending' },
  ]
  const now = [
    { id: 10, status: 'pending' },
    { id: 9, status: 'completed' },
  ]
  expect(inPlace(before, now, keyOf)).toEqual([
    { id: 9, status: 'completed' },
    { id: 8, status: 'pending' },
  ])
})

test('what has left stays also where nothing is new', () => {
  const answer = page([9, 8, 7], 9)
  const ready = { state: 'ready', answer, isRefreshing: false, isOther: false, outdated: null } as const
  const beside = { fresh: page([8, 7, 6], 8), behindSince: null }
  const still = stillList({ ...ready, retry: () => {} }, beside, {
    keyOf,
    shape: DEFAULT_SHAPE as never,
    show: () => {},
  })
  expect(still).toMatchObject({ answer: page([9, 8, 7], 8), news: null })
})

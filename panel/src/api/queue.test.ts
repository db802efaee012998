import { expect, test } from 'vitest'
import { workThrough } from './queue.ts'

interface Row {
  readonly id: number
  readonly is?: 'done' | 'done elsewhere'
}

const rows = (ids: readonly number[], done: readonly number[] = []): Row[] =>
  ids.map((id) => (done.includes(id) ? { id, is: 'done' } : { id }))
const list = (data: readonly Row[], total: number, order: 'rises' | 'falls' = 'rises') => ({
  data,
  total,
  order,
})
const queue = {
  isDone: ({ is }: Row) => is !== undefined,
  asDone: (row: Row): Row => ({ ...row, is: 'done elsewhere' }),
}
const worked = (before: ReturnType<typeof list>, now: ReturnType<typeof list> | null, page = 1) => {
  const falls = { ...queue, compare: (a: Row, b: Row) => b.id - a.id }
  const all = workThrough(before, now, {
    keyOf: ({ id }) => id,
    queue: before.order === 'falls' ? falls : queue,
    page,
    limit: 3,
  })
  return [
    all.rows.map(({ id, is }) => (is === undefined ? id : `${id} ${is}`)).join(', '),
    all.done,
    all.left,
    all.waiting,
  ]
}

test.each([
  // shown, asked for since, page, rows, done, left, waiting, why this row is here
  [list(rows([1, 2, 3]), 8), null, 1, ['1, 2, 3', 0, 8, 0]],
  [list(rows([1, 2, 3], [1, 2, 3]), 8), null, 1, ['1 done, 2 done, 3 done', 3, 5, 0]], // all by oneself
  [list(rows([1, 2, 3], [1]), 8), list(rows([2, 3, 4]), 9), 1, ['1 done, 2, 3', 1, 9, 0]], // two came meanwhile
  [list(rows([1, 2, 3]), 8), list(rows([1, 3, 4]), 7), 1, ['1, 2 done elsewhere, 3', 1, 7, 0]],
  [
    list(rows([1, 2, 3]), 8),
    list(rows([4, 5, 6]), 5),
    1,
    ['1 done elsewhere, 2 done elsewhere, 3 done elsewhere', 3, 5, 0],
  ],
  [list(rows([1, 2]), 2), list([], 0), 1, ['1 done elsewhere, 2 done elsewhere', 2, 0, 0]],
  [list(rows([2, 3, 4]), 4), list(rows([1, 2, 3]), 4), 1, ['2, 3, 4', 0, 4, 0]], // an older one came late: 4 is on the next page
  [list(rows([4, 5, 6]), 9), list(rows([6, 7, 8]), 7), 2, ['4, 5, 6', 0, 7, 0]], // two of page 1 left: 4 and 5 may be there now
  [list(rows([4, 5, 6]), 9), list(rows([4, 6, 7]), 8), 2, ['4, 5 done elsewhere, 6', 1, 8, 0]],
  [list(rows([1]), 1), list(rows([1, 2]), 2), 1, ['1', 0, 2, 1]], // there is room for the newcomer
  [list(rows([1, 2, 3]), 3), list(rows([1, 2, 3]), 4), 1, ['1, 2, 3', 0, 4, 0]], // there is none
  [list(rows([9, 8, 7]), 4, 'falls'), list(rows([10, 9, 8]), 5), 1, ['9, 8, 7', 0, 5, 0]], // a newer one came: 7 is on the next page
  [list(rows([9, 8, 7]), 4, 'falls'), list(rows([10, 9, 7]), 4), 1, ['9, 8 done elsewhere, 7', 1, 4, 0]],
])('%# %j, then %j on page %i', (before, now, page, expected) => {
  expect(worked(before, now, page)).toEqual(expected)
})

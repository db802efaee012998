import { expect, test } from 'vitest'
import { pagesShown } from './page-nav.tsx'

test.each([
  // page, of, shown                                why this row is here
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]], // five are shown directly
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, null, 6]], // at the start the second has a neighbour too
  [4, 10, [1, null, 3, 4, 5, null, 10]], // first, neighbours, last
  [2, 6, [1, 2, 3, null, 6]],
  [6, 6, [1, null, 4, 5, 6]],
  [1241, 1241, [1, null, 1239, 1240, 1241]],
  [99, 6, [1, null, 4, 5, 6]], // past the end, the end is shown
])('page %i of %i', (page, totalPages, shown) => {
  expect(pagesShown(page, totalPages)).toEqual(shown)
})

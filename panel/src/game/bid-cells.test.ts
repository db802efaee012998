import { expect, test } from 'vitest'
import { type Bid, marginInWords, withSlips } from './bid-cells.tsx'

const bid = (id: number, player: number, createdAt: string) =>
  ({ id, createdAt, User: { id: player, user_name: '', mobile: '' } }) as Bid

test('bids of one player and one moment are a slip, and the first of them is not marked', () => {
  const rows = [
    bid(5, 1, '2026-11-25T10:00:00.120Z'),
    bid(4, 1, '2026-11-25T10:00:00.120Z'),
    bid(3, 2, '2026-11-25T10:00:00.120Z'),
    bid(2, 2, '2026-11-25T09:59:59.000Z'),
    bid(1, 2, '2026-11-25T09:59:59.000Z'),
  ]
  expect(withSlips(rows).map(({ isOfSlip = false }) => isOfSlip)).toEqual([false, true, false, false, true])
})

test.each([
  ['2026-11-25T10:00:00.900Z', '2026-11-25T10:11:20.000Z', '11 min 20 s early'],
  ['2026-11-25T10:11:20.100Z', '2026-11-25T10:11:20.000Z', '0 s early'],
  ['2026-11-25T10:11:21.000Z', '2026-11-25T10:11:20.000Z', '1 s late'],
])('placed at %s on a half that ends at %s: %s', (placed, ends, words) => {
  expect(marginInWords(placed, ends).short).toBe(words)
})

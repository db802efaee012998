import { expect, test } from 'vitest'
import { withRow } from './bid.ts'

type Page = Parameters<typeof withRow>[0]
type Row = Page['data'][number]

const row = (id: number, status: Row['status']) =>
  ({ id, status, points: 10, market_date: '2026-01-02' }) as Row
const page = (status: Row['status']) =>
  ({
    data: [row(1, status), row(2, 'running')],
    counts: { running: 1, win: 0, loss: 1, cancelled: 0 },
    stats: {
      activeBidsCount: 1,
      winBidsCount: 0,
      lossBidsCount: 1,
      totalBetAmount: 20,
      todayTotalBetAmount: 0,
    },
  }) as unknown as Page

test('a bid that is reverted leaves the count that the page has it in, whatever it was as that was asked', () => {
  const { counts, stats, data } = withRow(page('loss'), row(1, 'cancelled'))
  expect(data.map(({ status }) => status)).toEqual(['cancelled', 'running'])
  expect(counts).toMatchObject({ loss: 0, cancelled: 1 })
  expect(stats).toMatchObject({ winBidsCount: 0, lossBidsCount: 0, totalBetAmount: 10 })
  expect(withRow(page('cancelled'), row(1, 'cancelled'))).toEqual(page('cancelled'))
})

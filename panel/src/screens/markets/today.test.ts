import { WEEKDAYS } from '@munim/core'
import { expect, test } from 'vitest'
import type { Market } from './market.ts'
import { todayOf } from './today.ts'

const weekdays = Object.fromEntries(
  WEEKDAYS.map((weekday) => [weekday, { state: true, open_time: '', close_time: '' }]),
)
/** Its times were changed from 11:00 and 12:00 to 16:10 and 18:10 while its draw of 20 November was bet on. */
const market = {
  open_time: '16:10',
  close_time: '18:10',
  market_off_day: weekdays,
  market_date: '2026-11-20',
  open_ends_at: '2026-11-20T05:30:00.000Z',
  close_ends_at: '2026-11-20T06:30:00.000Z',
} as unknown as Market

test('today is told by the ends that its draw keeps, not by times that were changed since', () => {
  expect(todayOf(market, new Date('2026-11-20T05:00:00.000Z'))).toMatchObject({
    isOpen: true,
    times: '11:00 am – 12:00 pm',
    course: 'open ends in 30 min',
  })
  expect(todayOf(market, new Date('2026-11-20T05:30:00.000Z')).course).toBe('close ends in 1 h')
  expect(todayOf(market, new Date('2026-11-20T06:30:00.000Z')).course).toBe('bidding ended 1 min ago')
})

test('where the current draw is of another day, today is told by the times of the market', () => {
  expect(todayOf(market, new Date('2026-11-21T10:10:00.000Z'))).toMatchObject({
    isOpen: true,
    times: '4:10 – 6:10 pm',
    course: 'open ends in 30 min',
  })
})

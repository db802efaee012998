import type { Day } from '@munim/core'
import { expect, test } from 'vitest'
import { spanOf, spansOn } from './day-spans.ts'

const daysOn = (today: string) =>
  Object.fromEntries(spansOn(today as Day).map(({ word, from, to }) => [word, `${from} ${to}`]))

test('spans end today, or with the day or the month before', () => {
  expect(daysOn('2026-11-23')).toEqual({
    today: '2026-11-23 2026-11-23',
    yesterday: '2026-11-22 2026-11-22',
    last7: '2026-11-17 2026-11-23',
    thisMonth: '2026-11-01 2026-11-23',
    lastMonth: '2026-10-01 2026-10-31',
  })
  expect(daysOn('2028-03-01')).toMatchObject({
    yesterday: '2028-02-29 2028-02-29',
    thisMonth: '2028-03-01 2028-03-01',
    lastMonth: '2028-02-01 2028-02-29',
  })
  expect(daysOn('2027-01-05')).toMatchObject({ lastMonth: '2026-12-01 2026-12-31' })
})

test('days are a span where they are exactly its own', () => {
  const of = (from: string, to: string) => spanOf({ from, to }, '2026-11-23' as Day)?.word
  expect(of('2026-11-01', '2026-11-23')).toBe('thisMonth')
  expect(of('2026-11-01', '')).toBeUndefined()
  expect(of('', '')).toBeUndefined()
})

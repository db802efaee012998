/** The line of the day, in tables: what each market is at, and where. Times are India's. */
import { WEEKDAYS } from '@munim/core'
import { expect, test } from 'vitest'
import { courseOf, lineOf, placeOn, runsOf } from './day-course.ts'
import type { Market } from './overview.ts'

const india = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+05:30`)

interface Told {
  readonly open?: string
  readonly close?: string
  readonly day?: number
  readonly opens?: string
  readonly closes?: readonly [day: number, time: string]
  readonly off?: boolean
  readonly isActive?: boolean
  readonly voided?: readonly ('open' | 'close')[]
}

function market(name: string, told: Told = {}): Market {
  const { open = '-', close = '-', day = 20, opens = '16:10', closes = [20, '18:10'], off = false } = told
  const weekday = { state: !off, open_time: '', close_time: '' }
  return {
    id: name.length,
    name,
    open_time: opens,
    close_time: closes[1],
    is_active: told.isActive ?? true,
    market_off_day: Object.fromEntries(WEEKDAYS.map((each) => [each, weekday])),
    open_digit: open,
    open_panna: '-',
    close_digit: close,
    close_panna: '-',
    market_date: `2026-11-${day}`,
    open_ends_at: india(day, opens).toISOString(),
    close_ends_at: india(...closes).toISOString(),
    voided: told.voided ? { halves: told.voided, reason: 'It never came' } : null,
  } as unknown as Market
}

const NIGHT = { opens: '21:40', closes: [21, '00:05'] } as const

test.each<[string, Told, string, string | null]>([
  ['16:09', {}, 'ahead', null],
  ['16:10', {}, 'late', 'open'], // its moment has come
  ['17:00', { open: '1' }, 'running', null],
  ['18:10', { open: '1' }, 'late', 'close'],
  ['18:10', {}, 'late', 'open'], // the open comes before the close
  ['18:10', { open: '1', close: '4' }, 'declared', null],
  ['15:00', { open: '1', close: '4' }, 'declared', null],
  ['18:10', { voided: ['open', 'close'] }, 'voided', null],
  ['18:10', { open: '1', voided: ['close'] }, 'voided', null],
  ['18:10', { voided: ['close'] }, 'late', 'open'], // the declared open was reverted afterwards
])('at %s a market of 16:10 to 18:10 with %j is %s', (time, told, state, due) => {
  expect(runsOf([market('KALYAN', told)], india(20, time))).toMatchObject([{ state, due }])
})

test('after midnight a night market is shown as long as last night’s result is due, then tonight’s draw', () => {
  const shown = (told: Told) =>
    runsOf([market('MAIN BAZAR', { ...NIGHT, ...told })], india(21, '00:30')).map(({ state, openEndsAt }) => [
      state,
      openEndsAt,
    ])
  expect(shown({ open: '1' })).toEqual([['late', india(20, '21:40')]])
  expect(shown({ open: '1', close: '4' })).toEqual([['ahead', india(21, '21:40')]])
  expect(shown({ open: '1', voided: ['close'] })).toEqual([['ahead', india(21, '21:40')]])
})

test('a market that is off today or not active is not on the line', () => {
  const markets = [
    market('OFF TODAY', { off: true, day: 19, closes: [19, '18:10'], open: '1', close: '4' }),
    market('NOT ACTIVE', { isActive: false }),
    market('FORGOTTEN', { off: true, day: 18, closes: [18, '18:10'] }),
  ]
  expect(runsOf(markets, india(20, '12:00'))).toEqual([])
})

test('the line begins half an hour before the first draw, ends half an hour after the last, and names even hours', () => {
  const runs = runsOf(
    [market('MAIN BAZAR', NIGHT), market('SRIDEVI', { opens: '11:35', closes: [20, '12:35'] })],
    india(20, '09:00'),
  )
  const line = lineOf(runs, india(20, '09:00'))

  expect(runs.map(({ name }) => name)).toEqual(['SRIDEVI', 'MAIN BAZAR'])
  expect([line.from, line.to]).toEqual([india(20, '11:05'), india(21, '00:35')])
  expect(line.hours).toEqual([
    ...['12:00', '14:00', '16:00', '18:00', '20:00', '22:00'].map((time) => india(20, time)),
    india(21, '00:00'),
  ])
  expect(placeOn(line, india(20, '11:05'))).toBe(0)
  expect(placeOn(line, india(20, '17:50'))).toBe(50)
  expect(placeOn(line, india(20, '09:00'))).toBe(0) // before its beginning
  expect(placeOn(line, india(21, '03:00'))).toBe(100)
})

test('a line longer than sixteen hours names every fourth', () => {
  const runs = runsOf(
    [market('MAIN BAZAR', NIGHT), market('EARLY', { opens: '06:00', closes: [20, '07:00'] })],
    india(20, '05:00'),
  )
  expect(lineOf(runs, india(20, '05:00')).hours).toEqual([
    ...['08:00', '12:00', '16:00', '20:00'].map((time) => india(20, time)),
    india(21, '00:00'),
  ])
})

test('the course of the day is said in words', () => {
  const markets = [market('A'), market('BB', { open: '1', close: '4' }), market('CCC', { open: '1' })]
  expect(courseOf(runsOf(markets, india(20, '17:00')))).toEqual([
    ['declared', '1 declared'],
    ['late', '1 late'],
    ['running', '1 running'],
  ])
})

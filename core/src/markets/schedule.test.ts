/** Indian days, cut-offs to the millisecond, and which draw is current; all of it in any zone of the machine. */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  addDays,
  bettingDay,
  crossesMidnight,
  currentDay,
  type Day,
  dayOf,
  drawOn,
  isBetween,
  momentOf,
  readDay,
  readTime,
  type Schedule,
  type Time,
  timeOf,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from './schedule.ts'

const day = (text: string) => readDay(text)!
const time = (text: string) => readTime(text)!

/** A moment in Indian time: `2026-03-10 21:40`, seconds and milliseconds where needed. */
const india = (text: string) => new Date(`${text.replace(' ', 'T')}+05:30`)

type Changes = Partial<Record<Weekday, Partial<Schedule['days'][Weekday]>>>

/** A market that opens and closes at these times, every day but where changed. */
function market(times: string, changes: Changes = {}): Schedule {
  const [open_time, close_time] = times.split('–').map(time) as [Time, Time]
  const everyDay = { state: true, open_time: null, close_time: null }
  const days = Object.fromEntries(WEEKDAYS.map((each) => [each, { ...everyDay, ...changes[each] }]))
  return { open_time, close_time, days: days as Schedule['days'] }
}

const off = { state: false }
const kalyan = market('16:10–18:10', { sunday: off })
const rajdhaniNight = market('21:35–23:45', { saturday: off, sunday: off })
const mainBazar = market('21:40–00:05', { saturday: off, sunday: off })
const never = market('10:00–11:00', Object.fromEntries(WEEKDAYS.map((each) => [each, off])))

const ownZone = process.env.TZ
afterAll(() => {
  if (ownZone === undefined) delete process.env.TZ
  else process.env.TZ = ownZone
})

describe.each([
  // zone, minutes behind UTC on 1 January        why this row is here
  ['UTC', 0], // a server
  ['Asia/Kolkata', -330], // a desk in India
  ['America/New_York', 300], // behind UTC, with summer time
  ['Pacific/Kiritimati', -840], // as far ahead as it goes
])('on a machine in %s', (zone, behind) => {
  const here = (name: string, body: () => void) =>
    test(name, () => {
      process.env.TZ = zone
      expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(behind) // else the zone was not changed at all
      body()
    })

  here('the Indian day begins at 18:30 UTC', () => {
    expect(dayOf(new Date('2026-03-10T18:29:59.999Z'))).toBe('2026-03-10')
    expect(dayOf(new Date('2026-03-10T18:30:00.000Z'))).toBe('2026-03-11')
    expect(dayOf(new Date('2025-12-31T18:30:00.000Z'))).toBe('2026-01-01') // the year too
  })

  here('a time on a day is one moment', () => {
    expect(momentOf(day('2026-03-10'), time('00:00')).toISOString()).toBe('2026-03-09T18:30:00.000Z')
    expect(momentOf(day('2026-03-10'), time('23:59')).toISOString()).toBe('2026-03-10T18:29:00.000Z')
  })

  here('days are counted across months, leap days and years', () => {
    expect(addDays(day('2026-02-28'), 1)).toBe('2026-03-01')
    expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29')
    expect(addDays(day('2026-01-01'), -1)).toBe('2025-12-31')
    expect(addDays(day('2026-03-08'), 1)).toBe('2026-03-09') // New York's clocks change
    expect(addDays(day('2026-03-10'), 365)).toBe('2027-03-10')
  })

  here('weekdays are those of the Indian calendar', () => {
    const week = WEEKDAYS.map((_, index) => weekdayOf(addDays(day('2026-03-09'), index)))
    expect(week).toEqual(WEEKDAYS)
    expect(weekdayOf(day('2000-01-01'))).toBe('saturday')
  })

  here('a draw is bet on and shown on its own day', () => {
    expect(bettingDay(mainBazar, 'close', india('2026-03-11 00:04:59.999'))).toBe('2026-03-10')
    expect(bettingDay(mainBazar, 'close', india('2026-03-11 00:05'))).toBe('2026-03-11')
    expect(currentDay(mainBazar, india('2026-03-11 03:04:59.999'))).toBe('2026-03-10')
    expect(currentDay(mainBazar, india('2026-03-11 03:05'))).toBe('2026-03-11')
  })
})

test('a day read back from its own moments is that day', () => {
  const anyDay = fc.integer({ min: 0, max: 36_889 }).map((days) => addDays(day('2000-01-01'), days))
  fc.assert(
    fc.property(anyDay, fc.nat(23), fc.nat(59), (any, hours, minutes) => {
      const at = momentOf(any, time([hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')))
      expect([readDay(any), dayOf(at)]).toEqual([any, any])
      expect(addDays(addDays(any, 1), -1)).toBe(any)
    }),
    { numRuns: 1_000 },
  )
})

test.each(['2000-01-01', '2024-02-29', '2026-12-31', '2100-12-31'])('%s is a day', (text) => {
  expect(readDay(text)).toBe(text)
})

test.each([
  '2026-02-29', // no leap year
  '2026-02-30', // never
  '2100-02-29', // no leap year either
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '1999-12-31', // before
  '2101-01-01', // after
  '2026-1-1',
  '10-03-2026',
  '2026-03-10T00:00',
  ' 2026-03-10',
  '2026-03-10\n',
  '२०२६-०३-१०', // Devanagari
  '',
  20260310,
  null,
  undefined,
])('%j is not a day', (text) => {
  expect(readDay(text)).toBeNull()
})

test.each(['00:00', '09:30', '23:59'])('%s is a time', (text) => {
  expect(readTime(text)).toBe(text)
})

test.each([
  '24:00',
  '23:60',
  '9:30',
  '09:30:00',
  '0930',
  ' 09:30',
  '09:30\n',
  '०९:३०',
  '',
  930,
  null,
  undefined,
])('%j is not a time', (text) => {
  expect(readTime(text)).toBeNull()
})

test.each([
  // open, close, crosses        why this row is here
  ['16:10', '18:10', false], // an afternoon
  ['21:40', '00:05', true], // Main Bazar
  ['10:00', '10:00', true], // a whole day
  ['00:00', '23:59', false], // the longest that does not
])('%s to %s crosses midnight: %s', (open, close, crosses) => {
  expect(crossesMidnight(time(open), time(close))).toBe(crosses)
})

test.each([
  // schedule, day, opens, closes        why this row is here
  [kalyan, '2026-03-10', '2026-03-10 16:10', '2026-03-10 18:10'], // a Tuesday
  [mainBazar, '2026-03-10', '2026-03-10 21:40', '2026-03-11 00:05'], // closes on the next day
  [mainBazar, '2026-03-06', '2026-03-06 21:40', '2026-03-07 00:05'], // even into a day that is off
  [mainBazar, '2026-03-31', '2026-03-31 21:40', '2026-04-01 00:05'], // and into a month
  [
    market('16:10–18:10', { tuesday: { open_time: time('17:00') } }),
    '2026-03-10',
    '2026-03-10 17:00',
    '2026-03-10 18:10',
  ], // one time of its own
  [
    market('16:10–18:10', { tuesday: { close_time: time('00:30') } }),
    '2026-03-10',
    '2026-03-10 16:10',
    '2026-03-11 00:30',
  ], // which crosses
  [
    market('21:40–00:05', { tuesday: { close_time: time('23:30') } }),
    '2026-03-10',
    '2026-03-10 21:40',
    '2026-03-10 23:30',
  ], // which no longer does
])('a draw has its moments (%#: on %s)', (schedule, on, opens, closes) => {
  expect(drawOn(schedule as Schedule, day(on as string))).toEqual({
    openEndsAt: india(opens as string),
    closeEndsAt: india(closes as string),
  })
})

test('there is no draw on a weekday that is off, whatever its times', () => {
  expect(drawOn(kalyan, day('2026-03-15'))).toBeNull()
  const timed = market('16:10–18:10', { sunday: { ...off, open_time: time('12:00') } })
  expect(drawOn(timed, day('2026-03-15'))).toBeNull()
})

test.each([
  // schedule, session, at, day        why this row is here
  [kalyan, 'open', '2026-03-10 16:09:59.999', '2026-03-10'], // the last millisecond
  [kalyan, 'open', '2026-03-10 16:10:00.000', null], // at the cut-off it is over
  [kalyan, 'open', '2026-03-10 16:10:00.001', null], // and after it: nothing can be bet for tomorrow
  [kalyan, 'close', '2026-03-10 18:09:59.999', '2026-03-10'],
  [kalyan, 'close', '2026-03-10 18:10:00.000', null],
  [kalyan, 'close', '2026-03-10 18:10:00.001', null],
  [kalyan, 'close', '2026-03-10 00:00:00.000', '2026-03-10'], // the close may come any time before
  [kalyan, 'open', '2026-03-09 23:59:59.999', null], // a moment before that day
  [kalyan, 'open', '2026-03-15 12:00', null], // a Sunday
  [mainBazar, 'close', '2026-03-11 00:04:59.999', '2026-03-10'], // yesterday's draw still runs
  [mainBazar, 'close', '2026-03-11 00:05:00.000', '2026-03-11'], // then today's
  [mainBazar, 'close', '2026-03-11 00:05:00.001', '2026-03-11'],
  [mainBazar, 'open', '2026-03-11 00:01', '2026-03-11'], // its open ended yesterday
  [mainBazar, 'close', '2026-03-07 00:04', '2026-03-06'], // Friday's draw on Saturday, which is off
  [mainBazar, 'close', '2026-03-07 00:05', null], // and then nothing until Monday
  [mainBazar, 'close', '2026-03-09 00:01', '2026-03-09'], // Sunday had no draw to finish
  [mainBazar, 'close', '2026-04-01 00:04', '2026-03-31'], // the last of the month
  [mainBazar, 'close', '2026-01-01 00:04', '2025-12-31'], // and of the year
  [market('10:00–10:00'), 'close', '2026-03-11 09:59', '2026-03-10'], // a whole day: yesterday's comes first
  [never, 'open', '2026-03-10 09:00', null], // no weekday runs
] as const)('a bid (%#) for the %s at %s is for %s', (...row) => {
  const [schedule, session, at, expected] = row
  expect(bettingDay(schedule, session, india(at))).toBe(expected)
})

test('a draw keeps the moments that its row was made with', () => {
  const kept = { openEndsAt: india('2026-03-10 15:00'), closeEndsAt: india('2026-03-10 19:00') }
  const keptMoments = (on: Day) => (on === '2026-03-10' ? kept : undefined)
  expect(bettingDay(kalyan, 'open', india('2026-03-10 15:00'), keptMoments)).toBeNull() // never opened again
  expect(bettingDay(kalyan, 'close', india('2026-03-10 18:30'), keptMoments)).toBe('2026-03-10')
  expect(bettingDay(kalyan, 'close', india('2026-03-10 19:00'), keptMoments)).toBeNull()
  expect(bettingDay(kalyan, 'open', india('2026-03-11 16:00'), keptMoments)).toBe('2026-03-11') // another day
  const tuesdayOff = market('16:10–18:10', { tuesday: off })
  expect(bettingDay(tuesdayOff, 'open', india('2026-03-10 12:00'), keptMoments)).toBeNull() // the weekday must run
})

test.each([
  // schedule, at, day        why this row is here
  [rajdhaniNight, '2026-03-11 02:44:59.999', '2026-03-10'], // three hours after 23:45 are not over
  [rajdhaniNight, '2026-03-11 02:45:00.000', '2026-03-11'],
  [rajdhaniNight, '2026-03-10 23:59:59.999', '2026-03-10'],
  [mainBazar, '2026-03-11 03:04:59.999', '2026-03-10'],
  [mainBazar, '2026-03-11 03:05:00.000', '2026-03-11'],
  [mainBazar, '2026-03-08 12:00', '2026-03-06'], // a Sunday shows Friday's
  [mainBazar, '2026-03-09 00:00', '2026-03-09'], // Friday's is long over when Monday begins
  [mainBazar, '2026-03-08 23:59:59.999', '2026-03-06'], // not a moment before
  [kalyan, '2026-03-11 00:00', '2026-03-11'], // 18:10 + 3 h is over at midnight
  [kalyan, '2026-03-15 23:00', '2026-03-14'], // a Sunday shows Saturday's
  [kalyan, '2026-04-01 00:00', '2026-04-01'], // a month's first day
  [market('23:59–23:59'), '2026-03-11 02:58', '2026-03-09'], // two days back: Monday's closed yesterday at 23:59
  [market('23:59–23:59'), '2026-03-11 02:59', '2026-03-10'],
  [market('10:00–11:00', { ...everyDayOff(), monday: {} }), '2026-03-15 12:00', '2026-03-09'], // once a week
  [market('10:00–11:00', { ...everyDayOff(), monday: {} }), '2026-03-16 00:00', '2026-03-16'],
  [never, '2026-03-10 12:00', null], // no weekday runs
] as const)('the current draw (%#) at %s is of %s', (...row) => {
  const [schedule, at, expected] = row
  expect(currentDay(schedule, india(at))).toBe(expected)
})

function everyDayOff(): Changes {
  return Object.fromEntries(WEEKDAYS.map((each) => [each, off]))
}

test('the current draw never steps back as time goes on', () => {
  const clock = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const offDays = fc.subarray([...WEEKDAYS], { maxLength: 6 })
  fc.assert(
    fc.property(clock, clock, offDays, fc.nat(20_000), fc.nat(20_000), (open, close, closed, one, more) => {
      const schedule = market(`${open}–${close}`, Object.fromEntries(closed.map((each) => [each, off])))
      const start = india('2026-03-01 00:00').getTime()
      const earlier = currentDay(schedule, new Date(start + one * 60_000))!
      const later = currentDay(schedule, new Date(start + (one + more) * 60_000))!
      expect(earlier <= later).toBe(true)
      expect(drawOn(schedule, later)).not.toBeNull()
    }),
    { numRuns: 500 },
  )
})

test.each([
  // time, open, close, inside   why this row is here
  ['09:00', '09:00', '18:00', true], // the first minute
  ['18:00', '09:00', '18:00', true], // the last minute, whole
  ['18:01', '09:00', '18:00', false], // the minute after
  ['08:59', '09:00', '18:00', false], // the minute before
  ['23:30', '22:00', '02:00', true], // before midnight
  ['01:59', '22:00', '02:00', true], // after midnight
  ['22:00', '22:00', '02:00', true], // the first minute, of yesterday evening
  ['02:00', '22:00', '02:00', true], // the last minute
  ['12:00', '22:00', '02:00', false], // the day between
  ['00:00', '00:00', '23:59', true], // all day
])('%s in the window %s to %s is %s', (time, open, close, inside) => {
  expect(isBetween(time as Time, open as Time, close as Time)).toBe(inside)
})

test.each([
  ['2026-11-20T18:29:59.999Z', '23:59'], // the last millisecond of the Indian day
  ['2026-11-20T18:30:00.000Z', '00:00'], // the first of the next
])('%s is %s in India', (at, time) => {
  expect(timeOf(new Date(at))).toBe(time)
})

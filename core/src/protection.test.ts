import { expect, test } from 'vitest'
import { dayOf } from './markets/schedule.ts'
import { type Paise, paise } from './money.ts'
import {
  amountAt,
  changeOwnLimit,
  comingOf,
  isLonger,
  type KeptLimit,
  leftOf,
  momentOfPeriod,
} from './protection.ts'

const NOW = new Date('2026-06-10T06:30:00.000Z')
const hours = (many: number) => new Date(NOW.getTime() + many * 3_600_000)
const orNone = (amount: number | null): Paise | null => (amount === null ? null : paise(amount))
/** A limit, and in how many hours it comes to what; with nothing in `inHours` nothing waits. */
const kept = (amount: number, to: number | null = null, inHours?: number): KeptLimit => ({
  amount: paise(amount),
  next: inHours === undefined ? null : { amount: orNone(to), at: hours(inHours) },
})

test.each([
  // An Indian midnight is 18:30 of the day before in UTC. 31 May 2026 is a Sunday.
  ['2026-05-31T18:29:59.999Z', '2026-05-31', '2026-05-25', '2026-05-01'],
  ['2026-05-31T18:30:00.000Z', '2026-06-01', '2026-06-01', '2026-06-01'],
  ['2026-06-07T18:29:59.999Z', '2026-06-07', '2026-06-01', '2026-06-01'],
  ['2026-06-07T18:30:00.000Z', '2026-06-08', '2026-06-08', '2026-06-01'],
  ['2026-03-01T00:00:00.000Z', '2026-03-01', '2026-02-23', '2026-03-01'],
  ['2028-02-29T12:00:00.000Z', '2028-02-29', '2028-02-28', '2028-02-01'],
  ['2026-12-31T18:30:00.000Z', '2027-01-01', '2026-12-28', '2027-01-01'],
])('at %s the day began on %s, the week on %s, the month on %s', (moment, day, week, month) => {
  const at = new Date(moment)
  expect((['day', 'week', 'month'] as const).map((period) => dayOf(momentOfPeriod(period, at)))).toEqual([
    day,
    week,
    month,
  ])
})

test('a period begins at Indian midnight', () => {
  const began = momentOfPeriod('week', new Date('2026-06-03T10:00:00.000Z'))
  expect(began.toISOString()).toBe('2026-05-31T18:30:00.000Z')
})

test.each<[string, KeptLimit | null, number | null]>([
  ['no limit', null, null],
  ['a limit', kept(100), 100],
  ['a raise that waits', kept(100, 200, 1), 100],
  ['a raise at its moment', kept(100, 200, 0), 200],
  ['a raise that waited', kept(100, 200, -1), 200],
  ['an end that waits', kept(100, null, 1), 100],
  ['an end that came', kept(100, null, 0), null],
])('of %s what holds now is this amount', (_, limit, amount) => {
  expect(amountAt(limit, NOW)).toBe(amount)
})

test.each<[string, KeptLimit | null, number | null, number | null]>([
  ['no limit', null, null, null],
  ['a limit', kept(100), 100, null],
  ['a raise that waits', kept(100, 200, 1), 200, 1],
  ['a raise that waited', kept(100, 200, -1), 200, null],
  ['an end that waits', kept(100, null, 1), null, 1],
  ['an end that came', kept(100, null, 0), null, null],
])('%s comes to what it is once nothing waits', (_, limit, amount, inHours) => {
  expect(comingOf(limit, NOW)).toEqual({ amount, from: inHours === null ? null : hours(inHours) })
})

test.each<[string, KeptLimit | null, number | null, KeptLimit | null]>([
  ['the first is at once', null, 100, kept(100)],
  ['none of none is none', null, null, null],
  ['a lower one is at once', kept(100), 99, kept(99)],
  ['the same is at once', kept(100), 100, kept(100)],
  ['a higher one waits a day', kept(100), 101, kept(100, 101, 24)],
  ['none waits a day', kept(100), null, kept(100, null, 24)],
  ['the same raise asked for again waits no longer', kept(100, 200, 5), 200, kept(100, 200, 5)],
  ['the same end asked for again waits no longer', kept(100, null, 5), null, kept(100, null, 5)],
  ['another raise waits anew', kept(100, 200, 5), 300, kept(100, 300, 24)],
  ['a smaller raise waits anew', kept(100, 200, 5), 150, kept(100, 150, 24)],
  ['an end instead of a raise waits anew', kept(100, 200, 5), null, kept(100, null, 24)],
  ['asking for what holds takes a raise back', kept(100, 200, 5), 100, kept(100)],
  ['after a raise it is the raised one that is compared', kept(100, 200, -1), 150, kept(150)],
  ['beyond a raise that came it waits', kept(100, 200, -1), 201, kept(200, 201, 24)],
  ['a raise to what it is already is at once', kept(100, 200, -1), 200, kept(200)],
  ['after its end the first is at once', kept(100, null, -1), 5000, kept(5000)],
  ['after its end none is none', kept(100, null, 0), null, null],
])('an own limit: %s', (_, limit, wanted, changed) => {
  expect(changeOwnLimit(limit, orNone(wanted), NOW)).toEqual(changed)
})

test.each([
  [100, 0, 100],
  [100, 99, 1],
  [100, 100, 0],
  [100, 101, 0],
  [100, -50, 150], // more was won than lost
])('of a limit of %i with %i used, %i is left', (most, used, left) => {
  expect(leftOf(paise(most), paise(used))).toBe(left)
})

test.each<[string, Date | null, Date | null, boolean]>([
  ['a later end', hours(2), hours(1), true],
  ['the same end', hours(1), hours(1), false],
  ['an earlier end', hours(1), hours(2), false],
  ['for good', null, hours(1), true],
  ['an end', hours(1), null, false],
  ['for good, of what is for good,', null, null, false],
])('%s, against the one there is', (_, until, than, longer) => {
  expect(isLonger(until, than)).toBe(longer)
})

/** Which check is due, in a table. */
import { expect, test } from 'vitest'
import { dueCheck } from './due.ts'

const at = (time: string, day = '20') => new Date(`2026-11-${day}T${time}:00+05:30`)

type Row = [
  now: string,
  checked: string | null,
  proven: string | null,
  differs: boolean,
  small: boolean,
  due: string | null,
]

test.each<[...Row, why: string]>([
  // now, checked, proven, differs, small, due, why
  ['19:43', '19:42', '04:00', false, false, 'totals', 'a minute has passed'],
  ['19:43', '19:43', '04:00', false, false, null, 'checked just now'],
  ['19:43', null, null, false, false, 'totals', 'of large books that were never checked the sums come first'],
  ['19:43', '19:43', null, false, false, 'full', 'then what was never proven, at any hour'],
  ['19:43', null, null, false, true, 'full', 'small ones are proven at once'],
  ['19:43', '19:40', null, false, true, 'full', 'whatever else was checked just now'],
  ['19:43', '19:42', '19:40', false, true, 'totals', 'proven today'],
  ['04:00', '04:00', '19:43', false, false, null, 'eight hours ago is this night'],
  ['04:00', '03:55', '15:59', false, false, 'full', 'of the day before'],
  ['05:59', '05:55', '15:59', false, false, 'full', 'a night lasts until six'],
  ['06:00', '06:00', '15:59', false, false, null, 'then large books wait for the next'],
  ['04:10', '04:00', '04:00', false, true, 'totals', 'once a night'],
  ['19:43', '19:33', '19:33', true, true, 'full', 'a difference is looked for again'],
  ['19:42', '19:42', '19:33', true, true, null, 'but not without pause'],
  ['19:43', '19:33', '04:00', true, false, 'totals', 'large books are not read whole by day'],
])(
  'at %s, checked %s, proven %s, differing %s, small %s: %s',
  (now, checked, proven, isDiffering, isSmall, due) => {
    const before = (time: string | null) => (time === null ? null : at(time, time > now ? '19' : '20'))
    const known = { checkedAt: before(checked), provenAt: before(proven), isDiffering, isSmall }
    expect(dueCheck({ now: at(now), ...known })).toBe(due)
  },
)

test('large books whose night was left out are proven by day, after their sums', () => {
  const known = { isDiffering: false, isSmall: false, now: at('16:01') }
  const due = (checked: string, proven: string) =>
    dueCheck({ ...known, checkedAt: at(checked), provenAt: at(proven, '19') })
  expect(due('16:00', '04:00')).toBe('full')
  expect(due('16:00', '04:02')).toBe('totals')
  expect(due('15:51', '04:00')).toBe('totals')
})

test('what was checked by a clock that has gone back since is due', () => {
  const known = { isDiffering: false, isSmall: true }
  const [now, later] = [at('19:43'), at('21:43')]
  expect(dueCheck({ ...known, now, checkedAt: later, provenAt: now })).toBe('totals')
  expect(dueCheck({ ...known, now, checkedAt: later, provenAt: later })).toBe('full')
})

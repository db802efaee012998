import { expect, test } from 'vitest'
import {
  complaintOf,
  type DueHalf,
  figuresIn,
  hasItsOpen,
  isWhole,
  merged,
  type Row,
  revertedSince,
  typedInto,
  typedWithout,
  waitingAmong,
} from './rows.ts'

const half = (name: string, which: 'open' | 'close', more: Partial<DueHalf> = {}): DueHalf => ({
  marketId: name.length,
  name,
  date: '2026-11-22',
  half: which,
  since: `2026-11-22T${which === 'open' ? '10' : '12'}:40:00.000Z`,
  isEarly: false,
  open_digit: '-',
  open_panna: '-',
  isCurrent: true,
  isStopped: false,
  revertedAt: null,
  note: '',
  ...more,
})
const rows = (...halves: DueHalf[]) => merged([], halves)
const [open, close] = rows(half('KALYAN', 'open'), half('KALYAN', 'close')) as [Row, Row]
const [late] = rows(half('KALYAN', 'close', { open_digit: '1', open_panna: '128' })) as [Row]

test('rows keep their places: what is decided meanwhile stays, what is new comes last', () => {
  const first = rows(half('DAY', 'open'), half('KALYAN', 'open'), half('NIGHT ONE', 'open'))
  const then = merged(first, [
    half('MORNING', 'open'),
    half('NIGHT ONE', 'open', { note: 'Doubtful' }),
    half('DAY', 'open'),
  ])
  expect(then.map(({ name, isGone, note }) => [name, isGone, note])).toEqual([
    ['DAY', false, ''],
    ['KALYAN', true, ''],
    ['NIGHT ONE', false, 'Doubtful'],
    ['MORNING', false, ''],
  ])
  expect(merged(then, [half('KALYAN', 'open')])[1]).toMatchObject({ name: 'KALYAN', isGone: false })
})

const REVERTED = { revertedAt: '2026-11-22T13:00:00.000Z' }

test('what was sent is decided anew once it is listed with a later revert, and not where it is gone or is as it was', () => {
  const sent = new Map([
    [open.key, null],
    [close.key, null],
  ])
  const now = (more: Partial<DueHalf>) => revertedSince(rows(half('KALYAN', 'open', more)), sent)
  expect(now({})).toEqual([])
  expect(now(REVERTED)).toMatchObject([{ half: 'open' }])
  const after = new Map([[open.key, REVERTED.revertedAt]])
  expect(revertedSince(rows(half('KALYAN', 'open', REVERTED)), after)).toEqual([])
  expect(revertedSince(merged(rows(half('KALYAN', 'open', REVERTED)), []), sent)).toEqual([])
  expect(revertedSince(rows(half('OTHER', 'open', REVERTED)), sent)).toEqual([])
})

test('a close goes with the open that this review declared, or that is declared as it was reviewed, until it is reverted', () => {
  const nothing = { declared: new Set<string>(), sent: new Map<string, string | null>() }
  const done = { declared: new Set([open.key]), sent: new Map([[open.key, null]]) }
  const reverted = rows(half('KALYAN', 'open', REVERTED), half('KALYAN', 'close'))
  expect(hasItsOpen(open, [open], nothing)).toBe(true)
  expect(hasItsOpen(close, [open, close], nothing)).toBe(false)
  expect(hasItsOpen(close, [open, close], done)).toBe(true)
  expect(hasItsOpen(close, reverted, done)).toBe(false)
  expect(hasItsOpen(late, [late], nothing)).toBe(true)
  expect(hasItsOpen(late, reverted, nothing)).toBe(false)
  const other = rows(half('KALYAN', 'close', { open_digit: '1', open_panna: '137' }))
  expect(hasItsOpen(late, other, nothing)).toBe(false)
})

test('what was typed into a row that is decided anew is gone, and takes no close along', () => {
  const typed = typedInto(close, typedInto(open, {}, 'panna', '128'), 'panna', '455')
  const left = typedWithout(typed, [open.key])
  expect(figuresIn(close, left)).toMatchObject({ open_panna: '', close_panna: '455' })
  expect(complaintOf(close, left)).toBe('Its open is not declared: type that, too.')
})

test('a panna fills its digit, and a close goes with its open: the declared one, else the typed one', () => {
  const typed = typedInto(open, {}, 'panna', '1a28')
  expect(figuresIn(open, typed)).toEqual({
    open_digit: '1',
    open_panna: '128',
    close_digit: '',
    close_panna: '',
  })
  const both = typedInto(close, typed, 'panna', '455')
  const whole = { open_digit: '1', open_panna: '128', close_digit: '4', close_panna: '455' }
  expect(figuresIn(close, both)).toEqual(whole)
  expect(figuresIn(late, typedInto(late, {}, 'panna', '455'))).toEqual(whole)
  // Where the open is declared, what was typed in its row counts no more.
  expect(figuresIn(late, typedInto(late, typedInto(open, {}, 'panna', '137'), 'panna', '455'))).toEqual(whole)
})

test.each([
  [open, '12', 'Open panna must be three figures, 000 to 999'],
  [open, '128', null],
  [close, '45', 'Close panna must be three figures, 000 to 999'],
  [close, '455', 'Its open is not declared: type that, too.'],
  [late, '455', null],
])('%j with %s is complained of as: %s', (row, panna, complaint) => {
  const typed = typedInto(row, {}, 'panna', panna)
  expect(complaintOf(row, typed)).toBe(complaint)
  expect(isWhole(row, typed)).toBe(complaint === null)
})

test('a close is whole once its open is typed, and no row is before anything is typed', () => {
  expect(isWhole(open, {})).toBe(false)
  const typed = typedInto(close, typedInto(open, {}, 'panna', '128'), 'panna', '455')
  expect(isWhole(close, typed)).toBe(true)
})

test.each([
  // kept of each, what may be lost alone, which wait
  [[-100, -100], null, [false, false]], // no limit
  [[-100, 50], 0, [true, false]], // what keeps something never waits
  [[0], 0, [false]],
  [[-60, -40, -0.01], 100, [false, false, true]], // many small ones are one large one
  [[-60, -50, -40], 100, [false, true, false]], // what waits is not counted
  [[null, -100], 100, [false, false]],
] as const)('of %j with %s left wait %j', (kept, alone, waiting) => {
  expect(waitingAmong(kept, alone)).toEqual(waiting)
})

/** Limits on numbers against brute force: a bid is refused exactly where the exposure would go beyond the limit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Day } from '../markets/schedule.ts'
import { type Multiplier, type Paise, paise, winOf } from '../money.ts'
import { exposureOf, type Tally } from './exposure.ts'
import { fieldSetsOf, GAME_MODES, type Pick, pickText, readPick } from './games.ts'
import {
  findFull,
  layOff,
  limitsOfDraw,
  locksOf,
  type NumberLimit,
  numbersOf,
  usesOf,
} from './number-limits.ts'
import { digitOf, EMPTY, type Panna, pannas } from './panna.ts'
import type { Result } from './result.ts'

const NOTHING: Result = { open_digit: EMPTY, open_panna: EMPTY, close_digit: EMPTY, close_panna: EMPTY }
const openIs = (panna: Panna): Result => ({ ...NOTHING, open_digit: digitOf(panna), open_panna: panna })

type Bid = { pick: Pick; points: Paise; multiplier: Multiplier }

const pickOf = (text: string): Pick => {
  const [game, open_digit, open_panna, close_digit, close_panna] = text.split(':')
  const session = open_digit !== EMPTY || open_panna !== EMPTY ? 'open' : 'close'
  const pick = readPick({
    game_mode: game as never,
    session,
    open_digit,
    open_panna,
    close_digit,
    close_panna,
  })
  if ('wrong' in pick) throw new Error(text)
  return pick
}
const bidOn = (text: string, rupees: number, multiplier = 1000): Bid => ({
  pick: pickOf(text),
  points: paise(rupees * 100),
  multiplier: multiplier as Multiplier,
})
/** As the database sums them: a row a pick and multiplier. */
const talliesOf = (bids: readonly Bid[]): Tally[] =>
  [...Map.groupBy(bids, ({ pick, multiplier }) => `${pickText(pick)} ${multiplier}`).values()].map(
    (alike) => {
      const { pick, multiplier } = alike[0]!
      return {
        session: pick.session,
        pick: pickText(pick),
        multiplier,
        bids: alike.length,
        points: paise(alike.reduce((sum, { points }) => sum + points, 0)),
      }
    },
  )
const limit = (game: NumberLimit['game'], rupees: number, refuses = true): NumberLimit => ({
  game,
  amount: paise(rupees * 100),
  refuses,
})

test.each([
  ['a single digit at its limit', [], ['single_digit:1:-:-:-', 10], 'single_digit', 100, null],
  ['a paisa beyond it', [], ['single_digit:1:-:-:-', 10.01], 'single_digit', 100, 10],
  [
    'what is there counts',
    [['single_digit:1:-:-:-', 4]],
    ['single_digit:1:-:-:-', 7],
    'single_digit',
    100,
    6,
  ],
  [
    'another digit has room of its own',
    [['single_digit:2:-:-:-', 10]],
    ['single_digit:1:-:-:-', 10],
    'single_digit',
    100,
    null,
  ],
  [
    'the close is another number',
    [['single_digit:-:-:1:-', 10]],
    ['single_digit:1:-:-:-', 10],
    'single_digit',
    100,
    null,
  ],
  ['another game has no limit', [], ['jodi_digit:1:-:4:-', 500], 'single_digit', 100, null],
  ['a digit is in its pannas', [['single_panna:-:128:-:-', 9]], ['single_digit:1:-:-:-', 2], null, 100, 1],
  [
    'of the pannas of its digit the fullest counts',
    [['single_panna:-:128:-:-', 9]],
    ['single_digit:1:-:-:-', 20],
    null,
    100,
    1,
  ],
  ['a panna has its digit', [['single_digit:1:-:-:-', 9]], ['single_panna:-:128:-:-', 2], null, 100, 1],
  [
    'a panna of another digit has not',
    [['single_digit:2:-:-:-', 9]],
    ['single_panna:-:128:-:-', 10],
    null,
    100,
    null,
  ],
  ['a jodi is in no panna while both halves are to come', [], ['jodi_digit:1:-:4:-', 500], null, 100, null],
  [
    'already beyond, nothing is left',
    [['single_digit:1:-:-:-', 50]],
    ['single_digit:1:-:-:-', 1],
    'single_digit',
    100,
    0,
  ],
] as const)('%s', (_name, there, [text, rupees], game, most, left) => {
  const full = findFull(talliesOf(there.map(([pick, of]) => bidOn(pick, of))), [bidOn(text, rupees)], {
    limits: [limit(game, most)],
    declared: NOTHING,
  })
  expect(full && full.left / 100).toBe(left)
})

test('bids of one slip use the room one after the other', () => {
  const bids = [
    bidOn('single_digit:1:-:-:-', 6),
    bidOn('single_panna:-:128:-:-', 4),
    bidOn('odd_even:1:-:-:-', 1),
  ]
  const full = findFull([], bids, { limits: [limit(null, 100)], declared: NOTHING })
  expect(full).toMatchObject({ bid: bids[2], left: 0, number: { number: '128' } })
})

test('once the open is declared, a close number costs what was carried to it, too', () => {
  const there = talliesOf([bidOn('jodi_digit:1:-:4:-', 9), bidOn('jodi_digit:2:-:4:-', 500)])
  const asked = { limits: [limit(null, 100)], declared: openIs('128' as Panna) }
  expect(findFull(there, [bidOn('single_digit:-:-:4:-', 1)], asked)).toBeNull()
  expect(findFull(there, [bidOn('single_digit:-:-:4:-', 2)], asked)).toMatchObject({ left: 100 })
  expect(usesOf(there, { ...asked, limits: [limit('jodi_digit', 100)] })).toMatchObject([
    { number: 'jodi_digit:1:-:4:-', cost: 9_000 },
  ])
})

test.each([
  ['the house alone', [[null, null, 1]], 1],
  [
    'the market before the house',
    [
      [null, null, 1],
      [7, null, 2],
    ],
    2,
  ],
  [
    'the day before the market',
    [
      [7, '2026-11-25', 3],
      [7, null, 2],
    ],
    3,
  ],
  ['another market is nothing to it', [[8, null, 2]], null],
  [
    'another day is nothing to it',
    [
      [7, '2026-11-24', 3],
      [null, null, 1],
    ],
    1,
  ],
] as const)('%s', (_name, rows, amount) => {
  const all = rows.map(([market_id, market_date, of]) => ({
    market_id,
    market_date: market_date as Day | null,
    ...limit('jodi_digit', of / 100),
  }))
  const [holding] = limitsOfDraw(all, { marketId: 7, day: '2026-11-25' as Day })
  expect(holding?.amount ?? null).toBe(amount)
})

test('what is laid off pays at least what is beyond the limit, and a paisa less would not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 100, max: 1e7 }), (over, multiplier) => {
      const stake = layOff(paise(over), multiplier as Multiplier)
      expect(winOf(stake, multiplier as Multiplier)).toBeGreaterThanOrEqual(over)
      expect(((stake - 1) * multiplier) / 100).toBeLessThan(over)
    }),
  )
})

const panna = fc.constantFrom(...(['128', '137', '100', '111', '146', '245', '678'] as Panna[]))
const bid = fc
  .record({
    game: fc.constantFrom(...GAME_MODES),
    session: fc.constantFrom('open' as const, 'close' as const),
    open: panna,
    close: panna,
    fill: fc.nat(),
    points: fc.integer({ min: 1, max: 5000 }),
    multiplier: fc.constantFrom(900, 955, 15_000),
  })
  .map(({ game, session, open, close, fill, points, multiplier }): Bid | null => {
    const fills = fieldSetsOf(game, session)
    const whole: Result = { ...openIs(open), close_digit: digitOf(close), close_panna: close }
    const fields = fills[fill % fills.length]!
    const pick = readPick({
      game_mode: game,
      session,
      ...Object.fromEntries(fields.map((field) => [field, whole[field]])),
    })
    return 'wrong' in pick ? null : { pick, points: paise(points), multiplier: multiplier as Multiplier }
  })
  .filter((each) => each !== null)

test('placed one by one up to the limit, no cell of the exposure goes beyond it, and who is refused would have', () => {
  const most = paise(60_000)
  fc.assert(
    fc.property(fc.array(bid, { minLength: 1, maxLength: 40 }), fc.option(panna), (bids, open) => {
      const declared = open === null ? NOTHING : openIs(open)
      const limits = [{ game: null, amount: most, refuses: true }]
      const highest = (placed: readonly Bid[], half: 'open' | 'close') =>
        Math.max(
          0,
          ...(
            exposureOf(talliesOf(placed), declared).halves.find((each) => each.half === half)?.cells ?? []
          ).map(({ pays }) => pays),
        )
      const placed: Bid[] = []
      for (const each of bids) {
        const isOwn = numbersOf(each.pick, limits, declared).length > 0
        if (open !== null && (each.pick.session === 'open' || !isOwn)) continue
        const full = findFull(talliesOf(placed), [each], { limits, declared })
        const after = highest([...placed, each], each.pick.session)
        if (full === null) {
          if (isOwn) expect(after).toBeLessThanOrEqual(most)
          placed.push(each)
        } else {
          expect(after).toBeGreaterThan(most)
          const less = { ...each, points: full.left }
          if (full.left > 0) expect(findFull(talliesOf(placed), [less], { limits, declared })).toBeNull()
          expect(full.left).toBeLessThan(each.points)
        }
      }
      const uses = usesOf(talliesOf(placed), { limits, declared })
      const cells = exposureOf(talliesOf(placed), declared).halves.flatMap(({ half, cells: of }) =>
        of.filter(({ bids: count }) => count > 0).map((cell) => [half, cell.panna, cell.pays, cell.points]),
      )
      expect(uses.map(({ half, number, cost, points }) => [half, number, cost, points])).toEqual(cells)
    }),
    { numRuns: 30 },
  )
})

test('two bids that count in one number take one lock', () => {
  const limits = [limit(null, 100), limit('jodi_digit', 100), limit('single_panna', 100)]
  fc.assert(
    fc.property(bid, bid, (one, other) => {
      const numbers = ({ pick }: Bid) =>
        numbersOf(pick, limits, NOTHING).map(({ half, limit: of, number }) => `${half} ${of.game} ${number}`)
      const shared = numbers(one).some((number) => numbers(other).includes(number))
      const locks = locksOf(other.pick, limits)
      if (shared) expect(locksOf(one.pick, limits).some((lock) => locks.includes(lock))).toBe(true)
    }),
  )
})

test('a number is a panna of the chart', () => {
  const [digit] = numbersOf(pickOf('single_digit:1:-:-:-'), [limit(null, 1)], NOTHING).slice(0, 1)
  expect(pannas).toContain(digit!.number)
  expect(numbersOf(pickOf('single_digit:1:-:-:-'), [limit(null, 1)], NOTHING)).toHaveLength(22)
})

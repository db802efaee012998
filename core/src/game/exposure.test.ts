/** Exposure against brute force: every outcome settled bid by bid by the rule itself. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcomeOf } from '../../../tests/support/outcome.ts'
import { type Multiplier, type Paise, paise, winOf } from '../money.ts'
import { exposureOf, picksIf, type Tally, takeApart } from './exposure.ts'
import { fieldSetsOf, GAME_MODES, type Pick, pickText, readPick } from './games.ts'
import { winningPicks } from './outcome.ts'
import { digitOf, EMPTY, type Panna, pannas } from './panna.ts'
import type { Result } from './result.ts'

const NOTHING: Result = { open_digit: EMPTY, open_panna: EMPTY, close_digit: EMPTY, close_panna: EMPTY }

const result = (open: Panna | null, close: Panna | null): Result => ({
  open_digit: open ? digitOf(open) : EMPTY,
  open_panna: open ?? EMPTY,
  close_digit: close ? digitOf(close) : EMPTY,
  close_panna: close ?? EMPTY,
})

type Bid = { pick: Pick; points: Paise; multiplier: Multiplier }

const panna = fc.constantFrom(...pannas)

/** Bids of every game that can be placed; picks are drawn around few numbers, so that some win together. */
const bid = fc
  .record({
    game: fc.constantFrom(...GAME_MODES),
    session: fc.constantFrom('open' as const, 'close' as const),
    open: panna,
    close: panna,
    fill: fc.nat(),
    rupees: fc.integer({ min: 1, max: 5000 }),
    multiplier: fc.integer({ min: 100, max: 1_000_000 }),
  })
  .map(({ game, session, open, close, fill, rupees, multiplier }): Bid | null => {
    const fills = fieldSetsOf(game, session)
    const fields = fills[fill % fills.length]!
    const whole = result(open, close)
    const typed = Object.fromEntries(fields.map((field) => [field, whole[field]]))
    const pick = readPick({ game_mode: game, session, ...typed })
    return 'wrong' in pick
      ? null
      : { pick, points: paise(rupees * 100), multiplier: multiplier as Multiplier }
  })
  .filter((each) => each !== null)

const bids = fc.array(bid, { minLength: 1, maxLength: 40, size: 'max' })

function talliesOf(list: readonly Bid[]): Tally[] {
  return list.map(({ pick, points, multiplier }) => ({
    session: pick.session,
    pick: pickText(pick),
    multiplier,
    bids: 1,
    points,
  }))
}

/** What the house keeps of the bids that `after` decides and `before` did not. */
function settled(list: readonly Bid[], before: Result, after: Result): number {
  const fresh = list.filter(
    ({ pick }) => outcomeOf(pick, before) === 'running' && outcomeOf(pick, after) !== 'running',
  )
  return fresh.reduce(
    (sum, { pick, points, multiplier }) =>
      sum + points - (outcomeOf(pick, after) === 'win' ? winOf(points, multiplier) : 0),
    0,
  )
}

test('each cell of the open is what declaring that open would leave the house', () => {
  fc.assert(
    fc.property(bids, panna, (list, open) => {
      const { halves } = exposureOf(talliesOf(list), NOTHING)
      const cell = halves[0]!.cells.find((each) => each.panna === open)!
      expect(cell.result).toBe(settled(list, NOTHING, result(open, null)))
    }),
    { numRuns: 30 },
  )
})

test('once the open is declared, each cell of the close is what declaring that close would leave the house', () => {
  fc.assert(
    fc.property(bids, panna, panna, (list, open, close) => {
      const { halves, carried } = exposureOf(talliesOf(list), result(open, null))
      const cell = halves[0]!.cells.find((each) => each.panna === close)!
      expect([halves.length, carried, cell.result]).toEqual([
        1,
        null,
        settled(list, result(open, null), result(open, close)),
      ])
    }),
  )
})

test('what wins with a close hangs on both the digit and the panna that the open is declared as', () => {
  for (const [open_digit, open_panna] of ['1 128', '1 137', '2 128'].map((open) => open.split(' '))) {
    const declared = { ...NOTHING, open_digit: open_digit!, open_panna: open_panna! }
    const whole = { ...declared, close_digit: '4', close_panna: '455' }
    expect(picksIf('455' as Panna, 'close', declared)).toEqual(winningPicks(whole, 'close'))
    expect(exposureOf([], declared).worst[0]).toMatchObject({ open: open_panna, open_digit })
  }
})

test('a cell is paid what its parts are paid, each on a pick that the rule lets win', () => {
  fc.assert(
    fc.property(bids, panna, panna, (list, open, close) => {
      const declared = result(open, null)
      const shown = exposureOf(talliesOf(list), declared).halves[0]!
      const cell = shown.cells.find((each) => each.panna === close)!
      const { parts, ...taken } = takeApart(talliesOf(list), declared, { half: 'close', panna: close })
      expect(parts.reduce((sum, { pays }) => sum + pays, 0)).toBe(cell.pays)
      expect(taken).toEqual({ stake: shown.stake, result: cell.result })
      const winning = list.filter(
        ({ pick }) => pick.session === 'close' && outcomeOf(pick, result(open, close)) === 'win',
      )
      expect(parts.map(({ pick }) => pick).sort()).toEqual(winning.map(({ pick }) => pickText(pick)).sort())
    }),
  )
})

test("every stake on the open is in one digit's column, and in no second one", () => {
  fc.assert(
    fc.property(bids, (list) => {
      const { columns, stake } = exposureOf(talliesOf(list), NOTHING).halves[0]!
      expect(columns.map(({ digit }) => digit).join('')).toBe('0123456789')
      expect(columns.reduce((sum, column) => sum + column.points, 0)).toBe(stake.points)
      expect(columns.reduce((sum, column) => sum + column.bids, 0)).toBe(stake.bids)
    }),
    { numRuns: 30 },
  )
})

test('the worst outcomes and the number of losing ones are those of brute force over all 48,400', () => {
  fc.assert(
    fc.property(bids, (list) => {
      const exposure = exposureOf(talliesOf(list), NOTHING)
      const all = pannas.flatMap((open) => pannas.map((close) => settled(list, NOTHING, result(open, close))))
      expect(exposure.losing).toEqual({ outcomes: all.filter((kept) => kept < 0).length, of: 48_400 })
      expect(exposure.worst.map((each) => each.result)).toEqual(all.sort((a, b) => a - b).slice(0, 10))
    }),
    { numRuns: 5 },
  )
})

test('each of the worst outcomes is what declaring it would leave the house', () => {
  fc.assert(
    fc.property(bids, (list) => {
      for (const { open, close, result: kept } of exposureOf(talliesOf(list), NOTHING).worst) {
        expect(kept).toBe(settled(list, NOTHING, result(open, close as Panna)))
      }
    }),
    { numRuns: 20 },
  )
})

test('the worst outcome is the one of which each winning pick is bet on, and pays them all', () => {
  fc.assert(
    fc.property(panna, panna, (open, close) => {
      const tallies = (['open', 'close'] as const).flatMap((session) =>
        winningPicks(result(open, close), session).map(
          (pick): Tally => ({ session, pick, multiplier: 200 as Multiplier, bids: 1, points: paise(100) }),
        ),
      )
      expect(exposureOf(tallies, NOTHING).worst[0]).toMatchObject({ open, close, pays: 200 * tallies.length })
    }),
    { numRuns: 5, examples: [['128', '114'] as [Panna, Panna]] }, // a red jodi
  )
})

test('a whole result leaves nothing exposed', () => {
  const { halves, worst, losing } = exposureOf([], result(pannas[0]!, pannas[1]!))
  expect([halves, worst, losing]).toEqual([[], [], { outcomes: 0, of: 0 }])
})

test('what is voided is no risk: the open is as it is without the close, and of a whole void nothing is left', () => {
  fc.assert(
    fc.property(bids, (list) => {
      const both = exposureOf(talliesOf(list), NOTHING)
      const { halves, carried, losing, worst } = exposureOf(talliesOf(list), NOTHING, ['close'])
      expect(halves).toEqual(both.halves.filter(({ half }) => half === 'open'))
      const kept = halves[0]!.cells.map((cell) => cell.result)
      expect([carried, losing]).toEqual([null, { outcomes: kept.filter((each) => each < 0).length, of: 220 }])
      expect(worst.map((each) => each.result)).toEqual(kept.sort((a, b) => a - b).slice(0, 10))
      expect(worst.every(({ close }) => close === EMPTY)).toBe(true)
      expect(exposureOf(talliesOf(list), NOTHING, ['open', 'close']).halves).toEqual([])
    }),
    { numRuns: 10 },
  )
})

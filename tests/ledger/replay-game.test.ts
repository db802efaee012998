/** The rules as the replay has them, against the same vectors as core, and against core itself. */
import { type Multiplier, paise, type Result, winningPicks, winOf as winOfCore } from '@munim/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Bid,
  canBePlaced,
  type Draw,
  digitOfPanna,
  outcomeOf,
  winnersOf,
  winOf,
} from '../../scripts/replay/game.ts'
import { Rates } from '../../scripts/replay/rates.ts'
import vectors from '../data/settlement-vectors.json' with { type: 'json' }

type Typed = Omit<Bid, 'game'> & { readonly game_mode: string }

const COMBINED = ['jodi_digit', 'red_bracket', 'half_sangam', 'full_sangam']
const bidOf = ({ game_mode, ...typed }: Typed): Bid => ({ ...typed, game: game_mode })
const drawOf = (result: Result): Draw => {
  const of = (half: 'open' | 'close') =>
    result[`${half}_digit`] === '-'
      ? undefined
      : { digit: result[`${half}_digit`], panna: result[`${half}_panna`] }
  return { open: of('open'), close: of('close') }
}

test.each(vectors.vectors)('$id $game_mode: $note', ({ result, expected, ...typed }) => {
  const words = { win: 'won', loss: 'lost', running: 'runs' }
  const bid = bidOf(typed as unknown as Typed)
  expect(outcomeOf(bid, drawOf(result))).toBe(words[expected as keyof typeof words])
  const listed = (['open', 'close'] as const).flatMap((half) => winnersOf(drawOf(result), half))
  const { game, open_digit, open_panna, close_digit, close_panna } = bid
  expect(listed.includes([game, open_digit, open_panna, close_digit, close_panna].join(':'))).toBe(
    expected === 'win',
  )
})

test.each(vectors.placement_vectors)('$id $game_mode: $note', ({ accept, ...typed }) => {
  const bid = bidOf(typed as unknown as Typed)
  // A combined bid is stored with the session close.
  expect(canBePlaced(COMBINED.includes(bid.game) ? { ...bid, session: 'close' } : bid)).toBe(accept)
})

test.each(vectors.payout_vectors)('$points at × $multiplier wins $win_amount', (vector) => {
  const hundredths = (text: string) => BigInt(Math.round(Number(text) * 100))
  const [points, multiplier] = [hundredths(vector.points), hundredths(vector.multiplier)]
  expect(winOf({ points, multiplier })).toBe(hundredths(vector.win_amount))
})

test('a win is what core says, to the paisa', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (points, rate) => {
        const won = winOf({ points: BigInt(points), multiplier: BigInt(rate) })
        expect(won).toBe(BigInt(winOfCore(paise(points), rate as Multiplier)))
      },
    ),
  )
  expect(winOf({ points: 1n, multiplier: 150n }), 'half a paisa up').toBe(2n)
  expect(winOf({ points: 1n, multiplier: 149n })).toBe(1n)
})

const digit = fc.nat(9).map(String)
const number = fc.nat(999).map((figures) => String(figures).padStart(3, '0'))
const red = fc.constantFrom(['128', '1', '6', '114'], ['777', '1', '1', '000'], ['550', '0', '5', '258'])

test('the picks that a result makes win are those of core, no panna and another digit included', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(number, digit, digit, number), red), fc.boolean(), (values, isWhole) => {
      const [open_panna, open_digit, close_digit, close_panna] = values as [string, string, string, string]
      const close = isWhole ? { close_digit, close_panna } : { close_digit: '-', close_panna: '-' }
      const result = { open_panna, open_digit, ...close }
      for (const half of ['open', 'close'] as const)
        expect(winnersOf(drawOf(result), half).toSorted()).toEqual(winningPicks(result, half).toSorted())
    }),
  )
})

test.each([
  ['128', '1'],
  ['000', '0'],
  ['777', '1'],
  ['550', '0'],
])('the digit of %s is %s', (panna, own) => expect(digitOfPanna(panna)).toBe(own))

test.each<[declared: Draw, bid: Partial<Omit<Bid, 'points' | 'multiplier'>>, outcome: string]>([
  [{ open: 'void', close: 'void' }, {}, 'cancelled'],
  [{ open: { digit: '1', panna: '128' }, close: 'void' }, {}, 'won'], // Its own half is declared.
  [
    { open: { digit: '1', panna: '128' }, close: 'void' },
    { game: 'jodi_digit', close_digit: '4' },
    'cancelled',
  ],
  [{ open: { digit: '1', panna: '128' }, close: undefined }, { isCancelled: true }, 'cancelled'],
  [{ open: { digit: '1', panna: '128' }, close: undefined }, { open_digit: '-' }, 'lost'], // Nothing is filled.
])('%j with %j: %s', (draw, more, outcome) => {
  const fields = { open_digit: '1', open_panna: '-', close_digit: '-', close_panna: '-' }
  const bid: Bid = {
    game: 'single_digit',
    session: 'open',
    points: 1000n,
    multiplier: 900n,
    isCancelled: false,
    ...fields,
    ...more,
  }
  expect(outcomeOf(bid, draw)).toBe(outcome)
})

const noon = new Date('2026-11-20T12:00:00Z')
const after = (seconds: number) => noon.getTime() + seconds * 1000
const acts = [{ id: '1', at: noon, before: { single_pana_2: 150 }, after: { single_pana_2: 140.5 } }]

test.each([
  [-1, [15000]],
  [1, [14050, 15000]], // A bid that was under way has the rate before.
  [61, [14050]],
])('%s s after a change of the rate a bid has one of %j', (seconds, rates) => {
  const now = new Map([
    ['single_pana', 14050n],
    ['sp', 15000n],
  ])
  expect(new Rates(now, acts).at('single_panna', after(seconds))).toEqual(rates.map(BigInt))
  expect(new Rates(now, acts).at('sp', after(seconds))).toEqual([15000n])
})

test('a rate that is not what the last act made it has no history', () => {
  const rates = new Rates(new Map([['single_pana', 15000n]]), acts)
  expect(rates.at('single_panna', after(1))).toBeNull()
  expect([...rates.broken]).toEqual([['single_pana', '× 140.5 by the audit, then × 150']])
})

/** Who wins: every settlement vector, and the winning picks against the rule tried on every pick there is. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import vectors from '../../../tests/data/settlement-vectors.json' with { type: 'json' }
import { type Outcome, outcomeOf } from '../../../tests/support/outcome.ts'
import type { Half } from '../markets/schedule.ts'
import { GAME_MODES, type GameMode, type Pick, pickText, readPick, type Session } from './games.ts'
import { winningPicks } from './outcome.ts'
import { EMPTY, pannas } from './panna.ts'
import type { Result } from './result.ts'

type Vector = Omit<Pick, 'game'> & {
  id: string
  game_mode: GameMode
  result: Result
  expected: Outcome
  note: string
}
const NOTHING: Result = { open_digit: EMPTY, open_panna: EMPTY, close_digit: EMPTY, close_panna: EMPTY }
const settlements = vectors.vectors as Vector[]

test.each(settlements)('$id $game_mode: $note', ({ game_mode, result, expected, ...pick }) => {
  expect(outcomeOf({ ...pick, game: game_mode }, result)).toBe(expected)
})

test.each(settlements)(
  '$id is among the winning picks if it wins',
  ({ game_mode, result, expected, ...pick }) => {
    const paid = [...winningPicks(result, 'open'), ...winningPicks(result, 'close')]
    expect(paid.includes(pickText({ ...pick, game: game_mode }))).toBe(expected === 'win')
  },
)

test.each([
  // pick, declared        why this row is here
  ['07', '7'], // a leading nought is another text
  ['7', '07'], // either way round
  [' 7', '7'], // a stray space
  ['', '0'], // Number('') is 0
])('a pick of %j does not win on %j: they are compared as text', (open_digit, declared) => {
  const pick: Pick = { ...NOTHING, game: 'single_digit', session: 'open', open_digit }
  expect(outcomeOf(pick, { ...NOTHING, open_digit: declared, open_panna: '777' })).toBe('loss')
})

/** A result in the way it is read aloud: open panna, open digit, then close digit, close panna. */
function resultOf(text: string): Result {
  const [open_panna, open_digit, close_digit, close_panna] = text.split(' ')
  return {
    open_panna: open_panna!,
    open_digit: open_digit!,
    close_digit: close_digit!,
    close_panna: close_panna!,
  }
}

test.each([
  // result, half, picks                      why this row is here
  [
    '128 1 - -',
    'open',
    ['single_digit:1:-:-:-', 'single_panna:-:128:-:-', 'sp:-:128:-:-', 'odd_even:1:-:-:-'],
  ], // four
  ['128 1 - -', 'close', []], // the close is not declared
  ['- - - -', 'open', []], // nothing is
  ['321 6 - -', 'open', ['single_digit:6:-:-:-', 'odd_even:6:-:-:-']], // no panna: the digit still wins
  [
    '128 3 - -',
    'open',
    ['single_digit:3:-:-:-', 'single_panna:-:128:-:-', 'sp:-:128:-:-', 'odd_even:3:-:-:-'],
  ], // by what was declared, not by the sum
  [
    '128 1 6 114', // a red jodi: all nine
    'close',
    [
      'single_digit:-:-:6:-',
      'jodi_digit:1:-:6:-',
      'double_panna:-:-:-:114',
      'half_sangam:-:128:6:-',
      'half_sangam:1:-:-:114',
      'full_sangam:-:128:-:114',
      'dp:-:-:-:114',
      'odd_even:-:-:6:-',
      'red_bracket:1:-:6:-',
    ],
  ],
  [
    '001 1 0 000', // the open is no panna: no sangam on it, but the other half sangam wins
    'close',
    [
      'single_digit:-:-:0:-',
      'jodi_digit:1:-:0:-',
      'triple_panna:-:-:-:000',
      'half_sangam:1:-:-:000',
      'tp:-:-:-:000',
      'odd_even:-:-:0:-',
    ],
  ],
] as const)('%s declared: the %s is won by %j', (text, half, picks) => {
  expect(winningPicks(resultOf(text), half)).toEqual(picks)
})

const digits = [...'0123456789']

/** Every pick that can be placed, tried out through the same door as a player's. */
const placeable: readonly Pick[] = GAME_MODES.flatMap((game_mode) => {
  const sessions: readonly Session[] = ['open', 'close']
  const place = (session: Session, fields: Partial<Result>) => readPick({ game_mode, session, ...fields })
  const pairs = <T>(lefts: readonly string[], rights: readonly string[], pair: (a: string, b: string) => T) =>
    lefts.flatMap((left) => rights.map((right) => pair(left, right)))
  return [
    ...sessions.flatMap((session) => [
      ...digits.map((digit) => place(session, { [`${session}_digit`]: digit })),
      ...pannas.map((panna) => place(session, { [`${session}_panna`]: panna })),
    ]),
    ...pairs(digits, digits, (open_digit, close_digit) => place('close', { open_digit, close_digit })),
    ...pairs(pannas, digits, (open_panna, close_digit) => place('close', { open_panna, close_digit })),
    ...pairs(digits, pannas, (open_digit, close_panna) => place('close', { open_digit, close_panna })),
    ...pairs(pannas, pannas, (open_panna, close_panna) => place('close', { open_panna, close_panna })),
  ].flatMap((pick) => ('wrong' in pick ? [] : [pick]))
})

test('there are 53,840 picks that can be placed', () => {
  const count = (game: GameMode) => placeable.filter((pick) => pick.game === game).length
  expect(GAME_MODES.map(count)).toEqual([20, 100, 240, 180, 20, 4400, 48400, 240, 180, 20, 20, 20])
  expect(new Set(placeable.map(pickText)).size).toBe(53_840)
})

const digit = fc.constantFrom(...digits)
const number = fc.nat(999).map((figures) => String(figures).padStart(3, '0'))
const panna = fc.oneof(fc.constantFrom<string>(...pannas), number)
const halfResult: fc.Arbitrary<Result> = fc
  .tuple(digit, panna)
  .map(([open_digit, open_panna]) => ({ open_digit, open_panna, close_digit: EMPTY, close_panna: EMPTY }))
const wholeResult: fc.Arbitrary<Result> = fc
  .tuple(halfResult, digit, panna)
  .map(([open, close_digit, close_panna]) => ({ ...open, close_digit, close_panna }))

/** The picks of one half that win, by trying the rule on every one. */
function winnersByTrial(result: Result, half: Half): string[] {
  return placeable
    .filter((pick) => pick.session === half && outcomeOf(pick, result) === 'win')
    .map(pickText)
    .toSorted()
}

test('the winning picks are exactly those that win by the rule, and few', () => {
  fc.assert(
    fc.property(fc.oneof(halfResult, wholeResult), fc.constantFrom<Half>('open', 'close'), (result, half) => {
      const picks = winningPicks(result, half)
      expect(picks.toSorted()).toEqual(winnersByTrial(result, half))
      expect(picks.length).toBeLessThanOrEqual(half === 'open' ? 4 : 9)
    }),
  )
})

test('declaring the open and then the close pays what declaring both at once pays', () => {
  fc.assert(
    fc.property(wholeResult, (result) => {
      const open = { ...result, close_digit: EMPTY, close_panna: EMPTY }
      const inTurn = [...winningPicks(open, 'open'), ...winningPicks(result, 'close')]
      const atOnce = placeable.filter((pick) => outcomeOf(pick, result) === 'win').map(pickText)
      expect(winningPicks(result, 'open')).toEqual(winningPicks(open, 'open'))
      expect(inTurn.toSorted()).toEqual(atOnce.toSorted()) // sorted lists, so a pick paid twice shows
    }),
  )
})

test('a bid once decided stays decided when the close follows', () => {
  fc.assert(
    fc.property(wholeResult, fc.constantFrom(...placeable), (result, pick) => {
      const after = outcomeOf(pick, { ...result, close_digit: EMPTY, close_panna: EMPTY })
      expect(['running', outcomeOf(pick, result)]).toContain(after)
      expect(outcomeOf(pick, result)).not.toBe('running')
    }),
  )
})

test('the close moves nobody who bet in the open session', () => {
  fc.assert(
    fc.property(wholeResult, wholeResult, (result, other) => {
      const changed = { ...result, close_digit: other.close_digit, close_panna: other.close_panna }
      expect(winningPicks(changed, 'open')).toEqual(winningPicks(result, 'open'))
    }),
  )
})

/** What can be placed in each game, and what is answered where it cannot. */
import { expect, test } from 'vitest'
import vectors from '../../../tests/data/settlement-vectors.json' with { type: 'json' }
import { printed } from '../../../tests/support/words.ts'
import {
  cutOffOf,
  decidedBy,
  GAME_MODES,
  type GameMode,
  gameOfPanna,
  isCombined,
  isRedJodi,
  labelOf,
  pickText,
  RATE_KEYS,
  rateKeyOf,
  readPick,
  type TypedPick,
} from './games.ts'
import { type Panna, readDigit } from './panna.ts'

type Placement = TypedPick & { id: string; accept: boolean; note: string }

test.each(vectors.placement_vectors as Placement[])('$id $game_mode: $note', ({ accept, ...typed }) => {
  expect('wrong' in readPick(typed)).toBe(!accept)
})

test.each([
  // game, session, fields, text         why this row is here
  ['single_digit', 'open', { open_digit: '0' }, 'single_digit:0:-:-:-'], // 0 is a figure, not an empty field
  ['single_digit', 'close', { close_digit: '7' }, 'single_digit:-:-:7:-'], // its own session's field
  ['odd_even', 'open', { open_digit: '4' }, 'odd_even:4:-:-:-'], // one digit at a time
  ['single_panna', 'open', { open_panna: '128' }, 'single_panna:-:128:-:-'],
  ['double_panna', 'close', { close_panna: '100' }, 'double_panna:-:-:-:100'],
  ['triple_panna', 'open', { open_panna: '000' }, 'triple_panna:-:000:-:-'], // three noughts are a number
  ['sp', 'close', { close_panna: '890' }, 'sp:-:-:-:890'],
  ['dp', 'open', { open_panna: '550' }, 'dp:-:550:-:-'],
  ['tp', 'close', { close_panna: '777' }, 'tp:-:-:-:777'],
  ['jodi_digit', 'open', { open_digit: '0', close_digit: '7' }, 'jodi_digit:0:-:7:-'], // sent as open
  ['red_bracket', 'close', { open_digit: '1', close_digit: '6' }, 'red_bracket:1:-:6:-'], // a cut
  ['half_sangam', 'open', { open_panna: '128', close_digit: '4' }, 'half_sangam:-:128:4:-'], // one way
  ['half_sangam', 'close', { open_digit: '1', close_panna: '112' }, 'half_sangam:1:-:-:112'], // the other
  ['full_sangam', 'close', { open_panna: '128', close_panna: '128' }, 'full_sangam:-:128:-:128'], // twice the same
] as const)('%s in the %s session takes %j', (game_mode, session, fields, text) => {
  const pick = readPick({ game_mode, session, ...fields })
  if ('wrong' in pick) throw new Error(pick.wrong.sentence)
  expect(pickText(pick)).toBe(text)
  expect(pick.session).toBe(isCombined(game_mode) ? 'close' : session)
})

test('empty text, a dash and a missing key are the same empty field', () => {
  const typed = { game_mode: 'single_digit', session: 'open', open_digit: '5' } as const
  const dashes = readPick({ ...typed, open_panna: '-', close_digit: '-', close_panna: '-' })
  expect(readPick(typed)).toEqual(dashes)
  expect(readPick({ ...typed, open_panna: '', close_digit: '', close_panna: undefined })).toEqual(dashes)
})

test.each([
  // game, session, fields, sentence         why this row is here
  ['single_digit', 'open', {}, 'A single digit needs one digit in its own session'], // nothing filled
  ['single_digit', 'close', { open_digit: '5' }, 'A single digit needs one digit in its own session'], // other half
  [
    'odd_even',
    'open',
    { open_digit: '5', close_digit: '5' },
    'An odd or even bid needs one digit in its own session',
  ],
  ['sp', 'open', { close_panna: '128' }, 'An SP needs one panna in its own session'],
  ['tp', 'close', { close_panna: '777', close_digit: '1' }, 'A TP needs one panna in its own session'], // one too many
  ['jodi_digit', 'close', { close_digit: '5' }, 'A jodi needs an open digit and a close digit'], // half a jodi
  ['red_bracket', 'close', { open_digit: '1' }, 'A red bracket needs an open digit and a close digit'],
  [
    'half_sangam',
    'close',
    { open_digit: '1', close_digit: '4' },
    'A half sangam needs an open panna and a close digit, or an open digit and a close panna', // that is a jodi
  ],
  ['full_sangam', 'close', { open_panna: '128' }, 'A full sangam needs an open panna and a close panna'],
  ['single_digit', 'open', { open_digit: '12' }, '12 is not a digit'],
  ['single_digit', 'open', { open_digit: '५' }, '५ is not a digit'], // Devanagari passes \p{Nd}
  ['jodi_digit', 'close', { open_digit: '1', close_digit: 'x' }, 'x is not a digit'], // the second of two
  ['single_panna', 'open', { open_panna: '12' }, '12 is not a panna'],
  ['single_panna', 'open', { open_panna: '321' }, '321 is not a panna'], // written 123
  ['full_sangam', 'close', { open_panna: '128', close_panna: '001' }, '001 is not a panna'], // the second of two
  ['half_sangam', 'close', { open_panna: '055', close_digit: '1' }, '055 is not a panna'],
  ['single_panna', 'open', { open_panna: '112' }, '112 is not a single panna'],
  ['double_panna', 'close', { close_panna: '128' }, '128 is not a double panna'],
  ['tp', 'open', { open_panna: '100' }, '100 is not a triple panna'],
  ['red_bracket', 'close', { open_digit: '1', close_digit: '2' }, '12 is not a red jodi'],
  ['red_bracket', 'close', { open_digit: 'x', close_digit: '2' }, 'x is not a digit'], // said before its colour
] as const)('%s in the %s session refuses %j: %s', (game_mode, session, fields, sentence) => {
  const pick = readPick({ game_mode, session, ...fields })
  expect('wrong' in pick && printed(pick.wrong)).toBe(sentence)
})

test('the 20 red jodis are the ten doubles and the ten cuts', () => {
  const digits = [...'0123456789'].map((figure) => readDigit(figure)!)
  const red = digits.flatMap((open) =>
    digits.filter((close) => isRedJodi(open, close)).map((close) => open + close),
  )
  expect(red.join(' ')).toBe('00 05 11 16 22 27 33 38 44 49 50 55 61 66 72 77 83 88 94 99')
})

test('every game is paid at a rate of its own, spelt as the specification spells it', () => {
  expect(GAME_MODES.map(rateKeyOf).toSorted()).toEqual(RATE_KEYS.toSorted())
  const misspelt = GAME_MODES.filter((game) => rateKeyOf(game) !== game).map((game) => [
    game,
    rateKeyOf(game),
  ])
  expect(misspelt).toEqual([
    ['single_panna', 'single_pana'],
    ['double_panna', 'double_pana'],
    ['triple_panna', 'tripple_pana'],
  ])
  for (const { game_mode, rate_key } of vectors.vectors)
    expect(rateKeyOf(game_mode as GameMode)).toBe(rate_key)
})

test('games are called by the names that people know', () => {
  expect(GAME_MODES.map(labelOf)).toEqual([
    'Single Digit',
    'Jodi',
    'Single Panna',
    'Double Panna',
    'Triple Panna',
    'Half Sangam',
    'Full Sangam',
    'SP',
    'DP',
    'TP',
    'Odd Even',
    'Red Bracket',
  ])
})

test('a combined bid can be placed until the open and is decided by the close, whatever its session', () => {
  expect(GAME_MODES.filter(isCombined)).toEqual(['jodi_digit', 'half_sangam', 'full_sangam', 'red_bracket'])
  for (const session of ['open', 'close'] as const) {
    expect([cutOffOf, decidedBy].map((half) => half({ game: 'jodi_digit', session }))).toEqual([
      'open',
      'close',
    ])
    expect([cutOffOf, decidedBy].map((half) => half({ game: 'sp', session }))).toEqual([session, session])
  }
})

test.each([
  ['128', 'single_panna'],
  ['112', 'double_panna'],
  ['777', 'triple_panna'],
] as const)('panna %s is bet on by itself as %s', (panna, game) => {
  expect(gameOfPanna(panna as Panna)).toBe(game)
})

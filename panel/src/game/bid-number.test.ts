import { fieldSetsOf, GAME_MODES, isCombined } from '@munim/core'
import { expect, test } from 'vitest'
import { numberInWords, wonOf } from './bid-number.ts'

const none = { open_digit: '-', open_panna: '-', close_digit: '-', close_panna: '-' }

test.each([
  ['single_digit', 'open', { open_digit: '3' }, 'Open 3'],
  ['single_digit', 'close', { close_digit: '0' }, 'Close 0'],
  ['odd_even', 'open', { open_digit: '7' }, 'Open 7'], // one bid a digit
  ['single_digit', 'open', { open_digit: '3', open_panna: '' }, 'Open 3'],
  ['single_panna', 'open', { open_panna: '128' }, 'Panna 128'],
  ['tp', 'close', { close_panna: '000' }, 'Panna 000'],
  ['jodi_digit', 'close', { open_digit: '0', close_digit: '8' }, 'Jodi 08'], // stored in the close session
  ['red_bracket', 'close', { open_digit: '3', close_digit: '8' }, 'Jodi 38'],
  ['half_sangam', 'close', { open_panna: '128', close_digit: '4' }, 'Sangam 128-4'],
  ['full_sangam', 'close', { open_panna: '128', close_panna: '455' }, 'Sangam 128-455'],
] as const)('a %s of the %s on %j is %s', (game_mode, session, fields, words) => {
  expect(numberInWords({ game_mode, session, ...none, ...fields })).toBe(words)
})

test.each(GAME_MODES)('%s is called by one half only where it is of one', (game_mode) => {
  for (const session of ['open', 'close'] as const)
    for (const field of fieldSetsOf(game_mode, session).flat()) {
      const words = numberInWords({ game_mode, session, ...none, [field]: '4' })
      expect(words).toMatch(isCombined(game_mode) ? /^(Jodi|Sangam) / : /^(Open|Close|Panna) /)
    }
})

test.each([
  ['-', null],
  ['', null],
  [null, null],
  [undefined, null],
  [0, null],
  [90.5, 90.5],
])('a win of %j is %j', (win, won) => {
  expect(wonOf(win)).toBe(won)
})

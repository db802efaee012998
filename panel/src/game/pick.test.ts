import { expect, test } from 'vitest'
import { figuresOf } from './pick.tsx'

const none = { open_digit: '-', open_panna: '-', close_digit: '-', close_panna: '-' }

test.each([
  ['single_digit', { open_digit: '4' }, '4'],
  ['single_digit', { close_digit: '0' }, '0'], // nought is a digit
  ['jodi_digit', { open_digit: '0', close_digit: '7' }, '07'], // two digits are one jodi
  ['single_panna', { close_panna: '137' }, '137'],
  ['half_sangam', { open_panna: '128', close_digit: '4' }, '128-4'],
  ['half_sangam', { open_digit: '1', close_panna: '455' }, '1-455'],
  ['full_sangam', { open_panna: '128', close_panna: '455' }, '128-455'],
  ['tp', { open_digit: '', open_panna: '000' }, '000'], // '' is empty as '-' is
] as const)('a %s on %j reads %s', (game_mode, fields, figures) => {
  expect(figuresOf({ game_mode, ...none, ...fields })).toBe(figures)
})

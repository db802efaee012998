import { expect, test } from 'vitest'
import { typedOf, typedWithout } from './fetched.ts'

const fetched = { result: { open_digit: '1', open_panna: '128', close_digit: '-', close_panna: '-' } }

test('on another day nothing is left of what was fetched, and what was typed by hand is', () => {
  expect(typedWithout(typedOf(fetched), fetched)).toEqual({})
  expect(typedWithout({ ...typedOf(fetched), close_digit: '4', close_panna: '455' }, fetched)).toEqual({
    close_digit: '4',
    close_panna: '455',
  })
  expect(typedWithout({ open_digit: '1', open_panna: '137' }, fetched)).toEqual({ open_panna: '137' })
})

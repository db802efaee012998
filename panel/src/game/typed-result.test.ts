import { expect, test } from 'vitest'
import { complaintsOf, hintsOf, NOTHING_TYPED, retyped, type TypedFigures } from './typed-result.ts'

const typed = (figures: Partial<TypedFigures>): TypedFigures => ({ ...NOTHING_TYPED, ...figures })

test.each([
  // before, what is typed into the open panna, digit and panna after it
  [{}, '128', '1', '128'], // a panna fills its digit
  [{}, '1-2x8', '1', '128'], // figures only
  [{}, '1285', '1', '128'], // and no more than three
  [{}, '12', '', '12'], // two figures are no panna yet
  [{ open_digit: '3' }, '128', '3', '128'], // a digit that somebody typed stays
  [{ open_digit: '1', open_panna: '128' }, '12', '', '12'], // one that we filled goes with its panna
  [{ open_digit: '1', open_panna: '128' }, '129', '2', '129'],
  [{ open_digit: '3', open_panna: '128' }, '129', '3', '129'],
  [{}, '٣٤٥', '', ''], // other scripts' figures are none here
])('%j, then %j in the open panna', (before, text, digit, panna) => {
  const after = retyped(typed(before), 'open_panna', text)
  expect([after.open_digit, after.open_panna]).toEqual([digit, panna])
})

test('a digit is one figure, and changes no panna', () => {
  const after = retyped(typed({ close_panna: '455' }), 'close_digit', 'x34')
  expect(after).toEqual(typed({ close_panna: '455', close_digit: '3' }))
})

test.each([
  [{ open_digit: '1', open_panna: '128' }, []],
  [{ open_panna: '128' }, []], // an empty digit contradicts nothing
  [{ open_digit: '3', open_panna: '128' }, ['128 belongs to 1, not 3']],
  [{ open_digit: '4', open_panna: '211' }, ['211 is not a panna', 'The chart writes it 112']],
  [{ open_digit: '1', open_panna: '001' }, ['001 is not a panna', 'The chart writes it 100']], // 0 above 9
  [{ open_digit: '1', open_panna: '12' }, []],
])('hints of %j', (figures, hints) => {
  expect(hintsOf(typed(figures), 'open')).toEqual(hints)
})

test('close digit and close panna go together', () => {
  const open = { open_digit: '1', open_panna: '128' }
  expect(complaintsOf(typed(open))).toEqual({})
  expect(complaintsOf(typed({ ...open, close_digit: '4' }))).toEqual({
    close_panna: 'Close panna is needed with the close digit',
  })
})

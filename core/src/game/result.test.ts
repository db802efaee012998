/** How a result is read from the form, what is odd about it, and which halves are declared. */
import { expect, test } from 'vitest'
import { printed } from '../../../tests/support/words.ts'
import { readResult, statusOf, warningsOf } from './result.ts'

/** The form's four fields in one text: `1 128 / 4 455`, where `_` is an empty field. */
function form(text: string) {
  const [open, openPanna, close, closePanna] = text
    .replace(' / ', ' ')
    .split(' ')
    .map((each) => (each === '_' ? '' : each))
  return {
    manualOpenDigit: open,
    manualOpenPanna: openPanna,
    manualCloseDigit: close,
    manualClosePanna: closePanna,
  }
}

/** Of '1 128 4 455': the open's digit and panna, then the close's. */
function resultIn(text: string) {
  const [open_digit = '', open_panna = '', close_digit = '', close_panna = ''] = text.split(' ')
  return { open_digit, open_panna, close_digit, close_panna }
}

test.each([
  // form, halves, result        why this row is here
  ['1 128 / _ _', ['open'], '1 128 - -'], // the open alone
  ['1 128 / - -', ['open'], '1 128 - -'], // a dash is empty too
  ['1 128', ['open'], '1 128 - -'], // so is a missing key
  ['1 128 / 4 455', ['open', 'close'], '1 128 4 455'], // both at once
  ['0 000 / 0 000', ['open', 'close'], '0 000 0 000'], // noughts are figures
  ['3 128 / 9 001', ['open', 'close'], '3 128 9 001'], // odd, and accepted: it gets warnings
] as const)('%s declares %j', (text, halves, result) => {
  expect(readResult(form(text))).toEqual({
    result: resultIn(result),
    halves,
  })
})

const openDigit = 'Open digit must be one figure, 0 to 9'
const openPanna = 'Open panna must be three figures, 000 to 999'

test.each([
  // form, wrong        why this row is here
  ['_ 128 / _ _', { manualOpenDigit: 'Open digit is needed' }],
  ['1 _ / _ _', { manualOpenPanna: 'Open panna is needed' }],
  ['_ _ / _ _', { manualOpenDigit: 'Open digit is needed', manualOpenPanna: 'Open panna is needed' }],
  ['_ _ / 4 455', { manualOpenDigit: 'Open digit is needed', manualOpenPanna: 'Open panna is needed' }], // no close alone
  ['1 128 / 4 _', { manualClosePanna: 'Close panna is needed with the close digit' }], // one alone
  ['1 128 / _ 455', { manualCloseDigit: 'Close digit is needed with the close panna' }], // the other alone
  ['12 128 / _ _', { manualOpenDigit: openDigit }], // two figures
  ['१ 128 / _ _', { manualOpenDigit: openDigit }], // Devanagari
  ['1 12 / _ _', { manualOpenPanna: openPanna }], // two figures
  ['1 1280 / _ _', { manualOpenPanna: openPanna }], // four
  ['1 12a / _ _', { manualOpenPanna: openPanna }], // a letter
  ['x 12 / _ _', { manualOpenDigit: openDigit, manualOpenPanna: openPanna }], // each field has its sentence
  [
    '1 128 / x 45',
    {
      manualCloseDigit: 'Close digit must be one figure, 0 to 9',
      manualClosePanna: 'Close panna must be three figures, 000 to 999',
    },
  ],
])('%s is refused: %j', (text, sentences) => {
  const wrong = Object.entries(sentences).map(([field, sentence]) => ({ field, sentence }))
  expect(readResult(form(text))).toEqual({ wrong })
})

test.each([
  // result, warnings        why this row is here
  ['1 128 - -', []], // as it should be
  ['- - - -', []], // nothing to look at
  ['3 128 - -', ['128 belongs to 1, not 3']],
  ['6 321 - -', ['321 is not a panna']], // but its sum is right
  ['5 321 - -', ['321 is not a panna', '321 belongs to 6, not 5']], // both
  ['1 128 4 455', []],
  ['1 128 5 455', ['455 belongs to 4, not 5']], // the close's own
  ['1 001 0 055', ['001 is not a panna', '055 is not a panna']], // a 0 in front, twice
  ['0 000 0 000', []], // the one that begins with 0
])('%s warns %j', (text, warnings) => {
  expect(warningsOf(resultIn(text)).map(printed)).toEqual(warnings)
})

test.each([
  ['- - - -', 'pending'],
  ['1 128 - -', 'partial'],
  ['0 000 - -', 'partial'], // a declared 0
  ['1 128 4 455', 'complete'],
])('%s is %s', (text, status) => {
  expect(statusOf(resultIn(text))).toBe(status)
})

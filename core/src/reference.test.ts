/** A payment's reference as it is kept. */
import { expect, test } from 'vitest'
import { referenceOf } from './reference.ts'

test.each([
  // typed                    kept
  [' utr 9 ', 'UTR9'],
  ['4321-9876-5012', '4321-9876-5012'],
  ['４３２１９８７６５０１２', '432198765012'], // full width
  ['४३२१९८७६५०१२', '432198765012'], // Devanagari
  ['৪৩২১ ੪੩੨੧ ૪૩૨૧ ୪୩୨୧', '4321432143214321'], // Bengali, Gurmukhi, Gujarati, Odia
  ['௪௩௨௧ ౪౩౨౧ ೪೩೨೧ ൪൩൨൧', '4321432143214321'], // Tamil, Telugu, Kannada, Malayalam
  ['4321–9876—5012\u00a0\u3000', '4321-9876-5012'], // typographer's dashes and blanks
  ['ＵＴＲ：１', 'UTR:1'],
  ['', ''],
])('%j is kept as %j', (typed, kept) => {
  expect(referenceOf(typed)).toBe(kept)
})

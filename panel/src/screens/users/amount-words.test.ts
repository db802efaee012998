import { expect, test } from 'vitest'
import { amountInWords } from './amount-words.ts'

test.each([
  [100, 'one rupee'],
  [50, 'fifty paise'], // no rupee at all
  [500_00, 'five hundred rupees'],
  [21_19, 'twenty-one rupees and nineteen paise'],
  [1_00_000_00, 'one lakh rupees'],
  [1_02_875_75, 'one lakh two thousand eight hundred seventy-five rupees and seventy-five paise'],
  [1_00_00_000_00, 'one crore rupees'], // the most one call may move
  [0, 'zero rupees'],
])('%i paise are %s', (paise, words) => {
  expect(amountInWords(paise)).toBe(words)
})

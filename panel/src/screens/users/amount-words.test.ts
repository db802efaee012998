import { ENGLISH, sayFor } from '@munim/contract/catalogue'
import { loadLanguage } from '@munim/contract/languages'
import { afterEach, expect, test } from 'vitest'
import { amountInWords } from './amount-words.ts'

test.each([
  [100, 'one rupee'],
  [50, 'fifty paise'], // no rupee at all
  [500_00, 'five hundred rupees'],
  [1000_00, 'one thousand rupees'],
  [21_19, 'twenty-one rupees and nineteen paise'],
  [1_00_000_00, 'one lakh rupees'],
  [1_02_875_75, 'one lakh two thousand eight hundred seventy-five rupees and seventy-five paise'],
  [1_00_00_000_00, 'one crore rupees'], // the most one call may move
  [0, 'zero rupees'],
])('%i paise are %s', (paise, words) => {
  expect(amountInWords(paise)).toBe(words)
})

afterEach(() => sayFor(() => ENGLISH))

test.each([
  [100, 'एक रुपया'],
  [50, 'पचास पैसे'],
  [21_19, 'इक्कीस रुपये और उन्नीस पैसे'],
  [1_02_875_75, 'एक लाख दो हज़ार आठ सौ पचहत्तर रुपये और पचहत्तर पैसे'],
  [1_00_00_000_00, 'एक करोड़ रुपये'],
  [0, 'शून्य रुपये'],
])('%i paise are %s in Hindi', async (paise, words) => {
  const hindi = await loadLanguage('hi')
  sayFor(() => hindi)
  expect(amountInWords(paise)).toBe(words)
})

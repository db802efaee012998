import { afterEach, expect, test } from 'vitest'
import { ENGLISH, parts, sayFor, t, writtenBy } from './catalogue.ts'
import { loadLanguage } from './languages.ts'

afterEach(() => sayFor(() => ENGLISH))

test.each([
  ["You can't bet", undefined, "You can't bet"],
  ["{name} can't bet", { name: 'Asha' }, "Asha can't bet"],
  ['{name} plays', { name: '<i>{x}' }, '<i>{x} plays'],
  ['{count, plural, one {# bid} other {# bids}}', { count: 1 }, '1 bid'],
  ['{count, plural, one {# bid} other {# bids}}', { count: 1_24_080 }, '1,24,080 bids'],
  ['{count, number} bids', { count: 1_24_080 }, '1,24,080 bids'],
])('%s with %o is %s', (sentence, values, words) => {
  expect(t(sentence, values)).toBe(words)
})

test('a part of a sentence is made of the words between its ends', () => {
  const said = parts<{ bold: unknown }>('Reverts <b>{market}</b> for {day}.', {
    market: 'KALYAN',
    day: '22/11/2026',
    b: (between) => ({ bold: between }),
  })
  expect(said).toEqual(['Reverts ', { bold: ['KALYAN'] }, ' for 22/11/2026.'])
})

test.each([
  ['en', '7 Nov 2026, 7:43 pm'],
  ['hi', '7 नवंबर 2026, 7:43 pm'],
])('%s: a moment is written as its readers write it', async (tag, words) => {
  const language = await loadLanguage(tag)
  sayFor(() => language)
  const write = writtenBy({ timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' })
  expect(write(Date.UTC(2026, 10, 7, 19, 43)).replaceAll('\u202f', ' ')).toBe(words)
})

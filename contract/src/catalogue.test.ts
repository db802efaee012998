import { expect, test } from 'vitest'
import { parts, t } from './catalogue.ts'

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

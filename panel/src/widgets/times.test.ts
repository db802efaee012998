import { expect, test } from 'vitest'
import { exactLength, lengthInWords, timesInWords } from './times.ts'

const MINUTE = 60_000

test.each([
  ['16:10', '18:10', '4:10 – 6:10 pm'],
  ['11:35', '12:35', '11:35 am – 12:35 pm'], // noon is pm
  ['21:40', '00:05', '9:40 pm – 12:05 am'], // midnight is am
  ['00:00', '00:01', '12:00 – 12:01 am'],
])('from %s to %s', (from, to, words) => {
  expect(timesInWords(from, to)).toBe(words)
})

test.each([
  [0, '1 min'], // never "0 min late"
  [43 * MINUTE, '43 min'],
  [44 * MINUTE - 1, '43 min'],
  [60 * MINUTE, '1 h'],
  [93 * MINUTE, '1 h 33 min'],
  [24 * 60 * MINUTE, '1 d'],
  [(26 * 60 + 59) * MINUTE, '1 d 2 h'],
])('%d ms', (ms, words) => {
  expect(lengthInWords(ms)).toBe(words)
})

test.each([
  [0, '0 s'],
  [19_999, '19 s'],
  [11 * MINUTE + 19_000, '11 min 19 s'],
  [-2 * MINUTE, '2 min'], // before or after is said beside it
  [63 * MINUTE + 5_000, '1 h 3 min 5 s'],
])('%d ms to the second', (ms, words) => {
  expect(exactLength(ms)).toBe(words)
})

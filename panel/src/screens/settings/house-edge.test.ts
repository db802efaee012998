/** What the house keeps, against picture 09 and the draws themselves. */
import { digitOf, pannaClass, RATE_KEYS, readPanna } from '@munim/core'
import { expect, test } from 'vitest'
import { CHANCES, keptOf } from './house-edge.ts'

test.each([
  ['single_digit', 9, 10],
  ['single_digit', 9.5, 5],
  ['single_digit', 10, 0], // fair
  ['jodi_digit', 105, -5], // the house loses
  ['jodi_digit', 100.04, 0], // and no −0
  ['single_pana', 150, 10],
  ['double_pana', 300, 10],
  ['tripple_pana', 700, 30],
  ['half_sangam', 1000, 40],
  ['full_sangam', 10_000, 64],
  ['odd_even', 9.95, 0.5],
  ['red_bracket', 95, 5],
] as const)('%s at × %d keeps %d %%', (key, multiplier, percent) => {
  expect(keptOf(key, multiplier)).toBe(percent)
})

test('the chances are those of a thousand draws of three figures', () => {
  const draws = Array.from({ length: 1000 }, (_, draw) => sorted(String(draw).padStart(3, '0')))
  const wins = (panna: string) => draws.filter((draw) => draw === panna).length
  expect(draws.every((draw) => pannaClass(readPanna(draw)!))).toBe(true)
  expect([wins('128'), wins('112'), wins('777')]).toEqual([
    CHANCES.single_pana.wins,
    CHANCES.double_pana.wins,
    CHANCES.tripple_pana.wins,
  ])
  const digits = draws.map((draw) => digitOf(readPanna(draw)!))
  expect(digits.filter((digit) => digit === '4')).toHaveLength(100)
})

test('every game has a chance', () => {
  expect(Object.keys(CHANCES).sort()).toEqual([...RATE_KEYS].sort())
})

const sorted = (draw: string) => [...draw].sort((a, b) => (Number(a) || 10) - (Number(b) || 10)).join('')

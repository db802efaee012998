import { digitOf, pannas } from '@munim/core'
import { expect, test } from 'vitest'
import { chartRowsOf, lettersOf } from './chart.ts'

test('the chart has 22 rows of ten: twelve single, nine double, one triple', () => {
  const rows = chartRowsOf(pannas.map((panna) => ({ panna, digit: digitOf(panna) })))
  expect(rows.map(({ cells }) => cells.length)).toEqual(Array(22).fill(10))
  expect(rows.filter(({ isFirst }) => isFirst).map(({ letters }) => letters)).toEqual(['SP', 'DP', 'TP'])
  expect(rows[0]?.cells.map(({ panna }) => panna).join(' ')).toBe('127 128 129 120 130 140 123 124 125 126')
  expect(
    rows
      .at(-1)
      ?.cells.map(({ panna }) => panna)
      .join(' '),
  ).toBe('000 777 444 111 888 555 222 999 666 333')
  expect(new Set(rows.flatMap(({ cells }) => cells)).size).toBe(220)
})

test.each([
  ['137', 'SP'],
  ['112', 'DP'],
  ['000', 'TP'],
])('%s is %s', (panna, letters) => {
  expect(lettersOf(panna)).toBe(letters)
})

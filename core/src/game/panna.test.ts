/** The chart of 220, and what a digit and a panna may look like. */
import { expect, test } from 'vitest'
import { digitOf, isInChart, pannaClass, pannas, readDigit, readPanna } from './panna.ts'

test.each([
  // panna, digit, class        why this row is here
  ['128', '1', 'single'], // 11: only the last figure of the sum counts
  ['890', '7', 'single'], // 0 counts above 9
  ['120', '3', 'single'], // 0 comes last, after smaller figures too
  ['100', '1', 'double'], // two noughts at the end
  ['550', '0', 'double'], // the pair in front
  ['990', '8', 'double'], // the greatest pair before 0
  ['000', '0', 'triple'], // the only one that begins with 0
  ['777', '1', 'triple'], // 21
  ['999', '7', 'triple'], // 27, the greatest sum
  ['001', '1', null], // 0 in front
  ['055', '0', null], // written 550
  ['321', '6', null], // falling
  ['505', '0', null], // written 550
  ['909', '8', null], // written 990
  ['010', '1', null], // written 100
])('the digit of panna %s is %s, its class is %s', (text, digit, panna_class) => {
  const panna = readPanna(text)!
  expect([digitOf(panna), pannaClass(panna), isInChart(panna)]).toEqual([
    digit,
    panna_class,
    panna_class !== null,
  ])
})

test('the chart has 120 single, 90 double and 10 triple pannas, in order and once each', () => {
  const count = (panna_class: string) => pannas.filter((panna) => pannaClass(panna) === panna_class).length
  expect([count('single'), count('double'), count('triple')]).toEqual([120, 90, 10])
  expect(new Set(pannas).size).toBe(220)
  expect([pannas[0], pannas[1], pannas[9], pannas[10], pannas[219]]).toEqual([
    '111',
    '112',
    '110',
    '122',
    '000',
  ])
})

test('the chart is the numbers from 000 to 999 whose figures never fall, 0 above 9', () => {
  const all = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
  const rank = (figure: string) => (figure === '0' ? 10 : Number(figure))
  const rising = all.filter(
    ([a, b, c]) => rank(a as string) <= rank(b as string) && rank(b as string) <= rank(c as string),
  )
  expect([...pannas].sort()).toEqual(rising)
})

test.each([...'0123456789'])('12 single, 9 double and 1 triple panna have the digit %s', (digit) => {
  const classes = pannas.filter((panna) => digitOf(panna) === digit).map(pannaClass)
  const count = (panna_class: string) => classes.filter((each) => each === panna_class).length
  expect([count('single'), count('double'), count('triple')]).toEqual([12, 9, 1])
})

test.each([
  '',
  '12',
  '1234',
  '12a',
  ' 12',
  '12 ',
  '12\n',
  '-',
  '१२३',
  '１２３',
  123,
  null,
  undefined,
  ['123'],
])('%j is not a panna', (text) => {
  expect(readPanna(text)).toBeNull()
})

test.each(['', '-', '10', 'a', ' 1', '1\n', '५', '１', '1.', 1, 0, null, undefined])(
  '%j is not a digit',
  (text) => {
    expect(readDigit(text)).toBeNull()
  },
)

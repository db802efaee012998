/** What was typed into a search may mean. */
import { expect, test } from 'vitest'
import type { Day } from './markets/schedule.ts'
import { dayTyped, meaningsOf, readTypedDay } from './typed.ts'

test.each([
  // typed, or copied from a screen      spellings of which one is found
  ['9650023677', [['9650023677']]],
  ['96500 23677', [['96500 23677'], ['9650023677']]], // as the panel prints it
  ['96500-23677', [['96500-23677'], ['9650023677']]],
  ['+919650023677', [['+919650023677'], ['919650023677'], ['9650023677']]],
  ['+91 96500 23677', [['+91 96500 23677'], ['919650023677'], ['9650023677']]],
  [
    '\u202a+91 96500 23677\u202c',
    [['+91 96500 23677'], ['\u202a+91 96500 23677\u202c'], ['919650023677'], ['9650023677']],
  ],
  ['00919650023677', [['00919650023677'], ['9650023677']]],
  ['09650023677', [['09650023677'], ['9650023677']]],
  ['(0) 96500.23677', [['(0) 96500.23677'], ['09650023677'], ['9650023677']]],
  ['\u096f\u096c\u096b\u0966\u0966\u0968\u0969\u096c\u096d\u096d', [['9650023677'], ['९६५००२३६७७']]],
  ['Mob. 96500 23677', [['96500 23677'], ['mob. 96500 23677'], ['9650023677']]],
  ['5010 0234 5678 90', [['5010 0234 5678 90'], ['50100234567890']]],
  ['A/c no. 50100234567890', [['50100234567890'], ['a/c no. 50100234567890']]],
  ['XX7890', [['xx7890'], ['7890']]],
  ['•••• 7890', [['•••• 7890'], ['7890']]],
  ['Nasreen Qureshi', [['nasreen', 'qureshi']]],
  [' Qureshi,  Nasreen ', [['qureshi', 'nasreen']]],
  ['Kin 17', [['kin 17']]],
  ['asha@okaxis', [['asha@okaxis']]],
  ['HDFC0001234', [['hdfc0001234']]],
  ['ＨＤＦＣ０００１２３４', [['hdfc0001234'], ['ｈｄｆｃ０００１２３４']]],
  ['\u0958\u092e\u0930', [['\u0915\u093c\u092e\u0930'], ['\u0958\u092e\u0930']]], // stored as it was written
  ['100%', [['100%']]],
  [',', [[',']]],
  ['-', [['-']]],
])('%j is looked for as %j', (typed, spellings) => {
  expect(meaningsOf(typed).spellings).toEqual(spellings)
})

test.each([
  ['115', 115, null],
  ['#115', 115, null],
  ['# 115', 115, null],
  ['११५', 115, null],
  ['id 115', 115, null],
  ['constructor 115', null, null],
  ['bid 16240', 16240, 'bid'],
  ['Bid #16240', 16240, 'bid'],
  ['bet no. 16240', 16240, 'bid'],
  ['request #7', 7, 'request'],
  ['Withdrawal 7', 7, 'request'],
  ['user #115', 115, 'player'],
  ['user id: 115', 115, 'player'],
  ['Nasreen Qureshi #115', 115, 'player'],
  ['posting #9', 9, 'posting'],
  ['draw 12', 12, 'draw'],
  ['Market #7', 7, 'market'],
  ['Edit Banner #7', 7, 'banner'],
  ['Slip of bid #16240', 16240, 'bid'],
  ['Asha 115', null, null],
  ['0115', null, null],
  ['1234567890123456', null, null],
  ['', null, null],
])('%j is number %j of %j', (typed, id, of) => {
  expect(meaningsOf(typed)).toMatchObject({ id, of })
})

test.each([
  ['2026-11-22', '2026-11-22', ''],
  ['22-11-2026', '2026-11-22', ''],
  ['22/11/26', '2026-11-22', ''],
  ['22 Nov 2026', '2026-11-22', ''],
  ['22nd November', '2026-11-22', ''],
  ['24 Nov', '2025-11-24', ''], // still to come this year
  ['23 nov', '2026-11-23', ''], // today
  ['KALYAN 22 Nov', '2026-11-22', 'kalyan'],
  ['SRIDEVI 2026-11-22', '2026-11-22', 'sridevi'],
  ['kalyan yesterday', '2026-11-22', 'kalyan'],
  ['today', '2026-11-23', ''],
  ['२२-११-२०२६', '2026-11-22', ''],
])('%j is the day %s, beside %j', (typed, day, rest) => {
  expect(dayTyped(typed, '2026-11-23' as Day)).toEqual({ day, rest })
})

test.each(['31-02-2026', '115', 'kalyan', '96500-23677', '12 marketers'])('%j is no day', (typed) => {
  expect(dayTyped(typed, '2026-11-23' as Day)).toBeNull()
})

test.each([
  ['22-11-2026', '2026-11-22'],
  ['22112026', '2026-11-22'],
  [' 2/1/26 ', '2026-01-02'],
  ['2026-11-22', '2026-11-22'],
  ['22 nov', '2026-11-22'],
  ['yesterday', '2026-11-22'],
  ['t', '2026-11-23'],
  [' Y ', '2026-11-22'],
  ['TODAY', '2026-11-23'],
  ['221126', '2026-11-22'],
  ['22 11 2026', '2026-11-22'],
  ['22-11', '2026-11-22'],
  ['2/1', '2026-01-02'],
  ['22.11', '2026-11-22'],
  ['2211', '2026-11-22'],
  ['24/11', '2025-11-24'], // still to come this year
  ['22nov', '2026-11-22'],
  ['22nov 2025', '2025-11-22'],
  ['२२/११', '2026-11-22'],
  ['', null],
  ['22', null],
  ['32/11', null],
  ['2026', null],
  ['tt', null],
  ['31-02-2026', null],
  ['31022026', null],
  ['22-11-2026 to', null],
])('a field of a day that holds %j is of %s', (typed, day) => {
  expect(readTypedDay(typed, '2026-11-23' as Day)).toBe(day)
})

import { expect, test } from 'vitest'
import { countTooOld } from './remove-old.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-27T21:30:00Z')
const nights = Array.from({ length: 40 }, (_, nth) => 40 - nth)
const ahead = (days: number) => nights.slice(-30).map((night) => night + days)
const aYearBefore = nights.map((days) => days + 365)

test.each<[what: string, daysBefore: readonly number[], keepDays: number, tooOld: number | 'a jump']>([
  ['the first one', [], 30, 0],
  ['one each night', nights, 30, 10],
  ['one each week that is kept for a day: the newest stays', [21, 14, 7], 1, 2],
  ['none for a week, a while ago', [33, 32, 31, 24, 10], 30, 3],
  ['the clock is five days ahead', ahead(5), 30, 'a jump'],
  ['the clock is fifteen days ahead', ahead(15), 30, 'a jump'],
  ['the clock is nearly as far ahead as they are kept', ahead(28.5), 30, 'a jump'],
  ['it is the night after', [...ahead(6), 1], 30, 6],
  ['seven are kept, and the clock is nearly as far ahead', ahead(5.5).slice(-7), 7, 'a jump'],
  ['the clock is a year ahead', aYearBefore, 30, 'a jump'],
  ['it is for the second night', [...aYearBefore, 1], 30, 'a jump'],
  ['it is for more nights than backups are kept', [...aYearBefore, 32, 31, 1], 30, 42],
])('%s', (_what, daysBefore, keepDays, tooOld) => {
  const before = daysBefore.map((days) => NOW - days * DAY_MS)
  expect(countTooOld(before, NOW, keepDays)).toBe(tooOld)
})

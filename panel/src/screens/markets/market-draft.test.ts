import { expect, test } from 'vitest'
import { changesOf, missingIn, NEW_MARKET, typedOver } from './market-draft.ts'

const KALYAN = { ...NEW_MARKET, name: 'KALYAN', open_time: '16:10', close_time: '18:10' }
const day = (name: string, times: object) => ({
  market_off_day: { ...KALYAN.market_off_day, [name]: { ...KALYAN.market_off_day.monday, ...times } },
})

test('a new market lacks its name and its times, and nothing else', () => {
  expect(missingIn(NEW_MARKET)).toEqual({
    name: 'Name is required',
    open_time: 'Open time is required',
    close_time: 'Close time is required',
  })
  expect(missingIn({ ...KALYAN, name: '  ' })).toEqual({ name: 'Name is required' })
  expect(missingIn(KALYAN)).toEqual({})
})

test.each([
  [{}, []],
  [{ open_time: '16:15' }, ['Open Time 4:10 pm → 4:15 pm']],
  [{ name_hindi: 'कल्याण' }, ['Hindi Name – → कल्याण']],
  [{ market_status: false }, ['Market Status Open → Closed']],
  [{ status: false, is_active: false }, ['Running on → off', 'Active on → off']],
  [day('sunday', { state: false }), ['Sunday usual times → closed']],
  [day('saturday', { open_time: '15:00' }), ['Saturday usual times → 3:00 pm – usual']],
  [{ games: ['sp' as const, 'dp' as const] }, ['Games all → SP, DP']],
])('%j is said before it is saved', (change, words) => {
  expect(changesOf(KALYAN, { ...KALYAN, ...change })).toEqual(words)
})

test('what was typed stays over a market that was changed meanwhile, and what was not touched is theirs', () => {
  const typed = { ...KALYAN, tag: 'mine', games: ['sp' as const], ...day('sunday', { state: false }) }
  const theirs = { ...KALYAN, tag: 'theirs', name_hindi: 'कल्याण', ...day('monday', { open_time: '15:00' }) }
  expect(changesOf(theirs, typedOver(theirs, { before: KALYAN, draft: typed }))).toEqual([
    'Tag theirs → mine',
    'Sunday usual times → closed',
    'Games all → SP',
  ])
  const both = { ...KALYAN, games: ['sp' as const, 'dp' as const] }
  expect(changesOf(both, { ...both, games: [...both.games].reverse() })).toEqual([])
})

import { expect, test } from 'vitest'
import type { Market } from './market.ts'
import { changesOf, endsKept, missingIn, NEW_MARKET, typedOver } from './market-draft.ts'

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

test.each<[string, object, string, string[]]>([
  ['both are over', { open_time: '11:00', close_time: '12:00' }, '14:00', ['16:10', '18:10']],
  ['the open is over', { open_time: '11:00' }, '14:00', ['16:10']],
  ['the open had ended by itself', { open_time: '11:00', close_time: '12:00' }, '17:00', ['18:10']],
  ['both had ended', { open_time: '11:00', close_time: '12:00' }, '18:10', []],
  ['both are ahead', { open_time: '15:00', close_time: '15:30' }, '14:00', []],
  [
    'the close is not after an open that is kept',
    { open_time: '11:00', close_time: '15:00' },
    '14:00',
    ['16:10', '18:10'],
  ],
  ['the weekday is off', day('friday', { state: false }), '14:00', []],
  ['the weekday has times of its own', day('friday', { open_time: '13:00' }), '14:00', ['16:10']],
  ['another weekday is off', day('sunday', { state: false }), '14:00', []],
  ['it is switched off', { open_time: '11:00', close_time: '12:00', status: false }, '14:00', []],
  ['it is closed', { open_time: '11:00', market_status: false }, '14:00', []],
  ['it is not active', { open_time: '11:00', is_active: false }, '14:00', []],
  ['a time is not typed yet', { close_time: '' }, '14:00', []],
])('of a draw that has begun, ends are kept: %s', (_, typed, now, kept) => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00+05:30`)
  const ends = { open_ends_at: at('16:10').toISOString(), close_ends_at: at('18:10').toISOString() }
  const market = { ...KALYAN, ...ends, market_date: '2026-11-20', has_draw: true } as unknown as Market
  const draft = { ...KALYAN, ...typed }
  expect(endsKept(market, draft, at(now))).toEqual(kept.map(at))
  expect(endsKept({ ...market, has_draw: false }, draft, at(now))).toEqual([])
})

import { expect, test } from 'vitest'
import { aheadInWords, type Draw, dueFirst, dueInWords, dueOf, fateOf } from './draw.ts'

/** A draw of 4:10 to 6:10 pm, told by what is declared of it. */
function draw(name: string, declared: 'nothing' | 'open' | 'both', opens = '10:40', closes = '12:40'): Draw {
  const [open, close] = [declared === 'nothing' ? '-' : '1', declared === 'both' ? '4' : '-']
  const moments = {
    open_ends_at: `2026-11-20T${opens}:00.000Z`,
    close_ends_at: `2026-11-20T${closes}:00.000Z`,
  }
  const figures = { open_digit: open, open_panna: '128', close_digit: close, close_panna: '455' }
  const market = { name, market_date: '2026-11-20', is_active: true, owes_result: true }
  return { ...market, ...moments, ...figures, voided: null } as unknown as Draw
}

const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`)

test.each([
  ['nothing', '10:39', null], // the open still runs
  ['nothing', '10:40', 'Open due 1 min'],
  ['nothing', '14:13', 'Open due 3 h 33 min'], // the open goes first, however late the close is
  ['open', '12:39', null],
  ['open', '14:13', 'Close due 1 h 33 min'],
  ['both', '14:13', null],
] as const)('%s declared, at %s UTC', (declared, time, words) => {
  const due = dueOf(draw('KALYAN', declared), at(time))
  expect(due && dueInWords(due)).toBe(words)
})

test('what is due comes first, the latest above; then what is to come; what is complete last', () => {
  const draws = [
    draw('complete', 'both'),
    draw('later', 'nothing', '15:00', '16:00'),
    draw('soon', 'nothing', '14:30', '15:30'),
    draw('late', 'open', '10:40', '13:00'),
    draw('latest', 'nothing', '10:40', '13:00'),
  ]
  const order = dueFirst(draws, at('14:13')).map(({ name }) => name)
  expect(order).toEqual(['latest', 'late', 'soon', 'later', 'complete'])
})

test('a market that does not run on the day has nothing due', () => {
  const off = { ...draw('OFF', 'nothing'), open_ends_at: null, close_ends_at: null }
  expect(dueOf(off, at('14:13'))).toBeNull()
})

test('a market that owes no result has nothing due', () => {
  expect(dueOf({ ...draw('OFF', 'nothing'), owes_result: false }, at('14:13'))).toBeNull()
})

test('what is due is due beside a server of the release before, which does not say whether it is owed', () => {
  const { owes_result: _, ...told } = draw('KALYAN', 'nothing')
  expect(dueOf(told as Draw, at('14:13'))?.half).toBe('open')
})

test('what is voided is neither due nor pending', () => {
  const voided = (halves: ('open' | 'close')[], declared: 'nothing' | 'open') => ({
    ...draw('VOID', declared),
    voided: { halves, reason: 'No result came' },
  })
  expect(fateOf(voided(['open', 'close'], 'nothing'))).toBe('voided')
  expect(dueOf(voided(['open', 'close'], 'nothing'), at('14:13'))).toBeNull()
  expect(fateOf(voided(['close'], 'open'))).toBe('voided')
  // The open was taken back after the close was voided: it is asked for again.
  expect(fateOf(voided(['close'], 'nothing'))).toBe('pending')
  expect(dueOf(voided(['close'], 'nothing'), at('14:13'))?.half).toBe('open')
})

test.each([
  ['nothing', '10:00', 'open ends in 40 min'],
  ['nothing', '10:40', 'close ends in 2 h'],
  ['both', '10:00', null],
] as const)('%s declared, at %s UTC: %s', (declared, time, words) => {
  expect(aheadInWords(draw('KALYAN', declared), at(time))).toBe(words)
})

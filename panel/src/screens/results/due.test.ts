import { expect, test } from 'vitest'
import { drawsToDecide } from './due.ts'

const half = (name: string, which: 'open' | 'close', more: object = {}) => ({
  marketId: name.length,
  name,
  date: '2026-11-10',
  half: which,
  since: `2026-11-10T${which === 'open' ? '10' : '12'}:40:00.000Z`,
  isEarly: false,
  open_digit: '-',
  open_panna: '-',
  isCurrent: false,
  isStopped: false,
  revertedAt: null,
  note: '',
  ...more,
})

test('a forgotten draw is listed once, with both halves, due since its open', () => {
  const [draw, ...more] = drawsToDecide([half('KALYAN', 'open'), half('KALYAN', 'close')])
  expect(more).toEqual([])
  expect(draw).toMatchObject({ halves: ['open', 'close'], since: '2026-11-10T10:40:00.000Z', notes: [] })
})

test("today's draws are among them, and what auto declare says of one is said once", () => {
  const today = { date: '2026-11-20', isCurrent: true }
  const note = 'The result source answered 500'
  const draws = drawsToDecide([
    half('DUE', 'open', today),
    half('STOPPED', 'close', { ...today, isStopped: true, note: '128 belongs to 1, not 3' }),
    half('UNSURE', 'open', { ...today, note }),
    half('UNSURE', 'close', { ...today, note }),
  ])
  expect(draws.map(({ name, notes }) => [name, ...notes])).toEqual([
    ['DUE'],
    ['STOPPED', '128 belongs to 1, not 3'],
    ['UNSURE', note],
  ])
})

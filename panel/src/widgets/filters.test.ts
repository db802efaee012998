import { expect, test } from 'vitest'
import { choices, days, search, select } from './filters.tsx'

const size = { width: 100 }
const status = select(
  'Status',
  [
    { value: 'all', label: 'All' },
    { value: 'pending', label: 'Pending' },
  ],
  size,
)
const approved = choices('Approval', [
  ['', 'All'],
  ['true', 'Approved'],
])

test.each([
  // filter, word of the address, value
  [status, 'pending', 'pending'],
  [status, '', 'all'],
  [status, 'paid', 'all'], // no status
  [approved, 'true', 'true'],
  [approved, 'yes', ''],
  [days.from, '2026-11-22', '2026-11-22'],
  [days.to, '2026-02-30', ''], // no day
  [search('Search'), 'x'.repeat(101), 'x'.repeat(100)], // the calls take a hundred
])('%# %o, %j', ({ read }, word, value) => {
  expect(read!(word)).toBe(value)
})

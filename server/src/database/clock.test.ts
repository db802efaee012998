import { expect, test } from 'vitest'
import { wrongInClock } from './clock.ts'

test.each([
  // theirs, asked, answered, said, why this row is here
  [1_000, 1_000, 1_001, undefined],
  [1_000, 900, 60_000, undefined], // slow, and not apart
  [10_000, 0, 5_000, undefined], // just within
  [11_000, 0, 5_000, 'The clocks of the database and of this server are 6 s apart.'],
  [0, 90_000, 90_010, 'The clocks of the database and of this server are 90 s apart.'],
])('%i told between %i and %i', (theirs, asked, answered, said) => {
  expect(wrongInClock(theirs, asked, answered)).toBe(said)
})

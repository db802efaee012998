/** What is done of a call that was measured for a second person, and waits for none. */
import { expect, test } from 'vitest'
import { asMeasured } from './second.ts'

test.each([
  [{ id: 1 }, undefined, { id: 1 }],
  [{ id: 1 }, { date: '2026-01-01', basedOn: [1] }, { id: 1, date: '2026-01-01', basedOn: [1] }],
  [{ basedOn: [1, 2] }, { basedOn: [1] }, { basedOn: [1] }],
  [{ basedOn: 'won' }, { basedOn: 'lost' }, { basedOn: 'lost' }],
  [{ id: 1 }, { basedOn: { batch: null } }, { id: 1, basedOn: { batch: null } }],
  [{ basedOn: { bonus: 5, batch: 3 } }, { basedOn: { batch: null } }, { basedOn: { bonus: 5, batch: null } }],
])('%j of which %j was measured is %j', (input, settled, meant) => {
  expect(asMeasured(input, settled)).toEqual(meant)
})

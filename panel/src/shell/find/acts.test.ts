import { api, type Endpoint } from '@munim/contract'
import { expect, test } from 'vitest'
import { ACTS } from './acts.ts'
import { placesFor } from './places.ts'

/** How a caller looks at lists, or what the caller has seen: done where one is, and looked for by nobody. */
const BESIDE: readonly Endpoint[] = [
  api.alerts.see,
  api.views.save,
  api.views.rename,
  api.views.setDefault,
  api.views.remove,
]

test('every act that an administrator can do has a line by which it is found', () => {
  const offered = new Set([...ACTS.flatMap(({ of }) => of), ...BESIDE])
  const calls: readonly Endpoint[] = Object.values(api).flatMap((area) => Object.values(area))
  const missing = calls.filter(
    (call) =>
      call.access === 'admin' && call.effect === 'write' && call.right !== 'own' && !offered.has(call),
  )
  expect(missing.map(({ path }) => path)).toEqual([])
})

test.each([
  ['add funds', 'Add or deduct funds'],
  ['Deduct', 'Add or deduct funds'],
  ['credit a player', 'Add or deduct funds'],
  ['block a player', 'Block or unblock a player'],
  ['reset password', "Edit a player or reset a player's password"],
  ['approve deposit', 'Decide deposits that wait'],
  ['pay withdrawal', 'Decide withdrawals that wait'],
  ['bank file', 'Make a bank file of withdrawals'],
  ['limit play', 'Limit or pause a player'],
  ['declare', 'Declare a result'],
  ['revert result', 'Revert a result'],
  ['cancel bet', 'Revert a bid'],
  ['void', 'Void a draw'],
  ['exposure', 'Predict a result'],
  ['add market', 'Create a market'],
  ['change rates', 'Change game rates'],
  ['minimum deposit', 'Change limits and settings'],
  ['maintenance', 'Change limits and settings'],
  ['close day', 'Close the business day'],
  ['send notification', 'Send a notification'],
])('“%s” finds an act: %s', (typed, label) => {
  expect(placesFor(typed, null).acts[0]?.label).toBe(label)
})

test('a screen without an entry is found by its name', () => {
  expect(placesFor('month', null).screens.map(({ label }) => label)).toEqual(['Month book'])
})

test('an act is offered to who may make one of its calls', () => {
  const offered = (...rights: string[]) => placesFor('deduct', rights).acts.map(({ label }) => label)
  expect(offered('see', 'funds')).toEqual(['Add or deduct funds'])
  expect(offered('see', 'people')).toEqual([])
})

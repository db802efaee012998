import { expect, test } from 'vitest'
import { type Endpoint, endpoint } from './endpoint.ts'
import { missingFor, missingForFields, type Right } from './rights.ts'

const call = {
  path: '/admin/nothing',
  description: 'Does nothing.',
  effect: 'read',
  urgency: 'list',
  failed: 'Failed',
} as const

test('a call of an administrator says which right it asks for, and no other call has one', () => {
  // @ts-expect-error: without a right it does not compile.
  const none: Endpoint = endpoint({ ...call, access: 'admin' })
  // @ts-expect-error: nor with a right that there is not.
  const other: Endpoint = endpoint({ ...call, access: 'admin', right: 'everything' })
  // @ts-expect-error: nor a player's with one.
  const player: Endpoint = endpoint({ ...call, access: 'player', right: 'see' })
  expect([none, other, player]).toHaveLength(3)
})

const granted = (...rights: Right[]) => new Set(rights)

test.each([
  // asked for                        granted                missing
  ['own', granted(), null], // what concerns oneself
  ['deposits', granted('deposits'), null],
  ['deposits', granted('see', 'withdrawals'), 'deposits'],
  [['settings', 'payee'], granted('payee'), null], // any one of them opens the call
  [['settings', 'payee'], granted('see'), 'settings'],
] as const)('%j with %o: missing is %j', (right, rights, missing) => {
  expect(missingFor({ right } as never, rights)).toBe(missing)
})

test.each([
  // changed                          granted                           missing
  [[], granted(), null], // nothing changes
  [['upi'], granted('payee'), null],
  [['upi', 'limit'], granted('payee'), 'settings'],
  [['upi', 'limit'], granted('settings'), 'payee'],
  [['upi', 'limit'], granted('settings', 'payee'), null],
] as const)('changing %j with %o: missing is %j', (fields, rights, missing) => {
  const asking = { right: ['settings', 'payee'], fieldRights: { upi: 'payee' } } as const
  expect(missingForFields(asking, fields, rights)).toBe(missing)
})

import { expect, test } from 'vitest'
import { type Endpoint, endpoint, nothing } from './endpoint.ts'
import { missingFor, missingForFields, type Right } from './rights.ts'

const call = {
  path: '/admin/nothing',
  description: 'Does nothing.',
  effect: 'read',
  body: nothing,
  answer: nothing,
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

const held = (...rights: Right[]) => new Set(rights)

test.each([
  // asked for                        held                missing
  ['own', held(), null], // what concerns oneself
  ['deposits', held('deposits'), null],
  ['deposits', held('see', 'withdrawals'), 'deposits'],
  [['settings', 'payee'], held('payee'), null], // any one of them opens the call
  [['settings', 'payee'], held('see'), 'settings'],
] as const)('%j with %o: missing is %j', (right, rights, missing) => {
  expect(missingFor({ right } as never, rights)).toBe(missing)
})

test.each([
  // changed                          held                           missing
  [[], held(), null], // nothing changes
  [['upi'], held('payee'), null],
  [['upi', 'limit'], held('payee'), 'settings'],
  [['upi', 'limit'], held('settings'), 'payee'],
  [['upi', 'limit'], held('settings', 'payee'), null],
] as const)('changing %j with %o: missing is %j', (fields, rights, missing) => {
  const asking = { right: ['settings', 'payee'], fieldRights: { upi: 'payee' } } as const
  expect(missingForFields(asking, fields, rights)).toBe(missing)
})

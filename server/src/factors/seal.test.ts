import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const [key, other, secret] = [randomBytes(32), randomBytes(32), randomBytes(20)]

test('what is sealed opens with its key and for whom it is, and not when it was changed', () => {
  const sealed = seal(key, secret, 'admin:1')
  expect(sealed.includes(secret)).toBe(false)
  expect(unseal(key, sealed, 'admin:1')).toEqual(secret)
  expect(unseal(other, sealed, 'admin:1')).toBeUndefined()
  expect(unseal(key, sealed, 'admin:2')).toBeUndefined()
  for (const at of [0, 15, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(unseal(key, changed, 'admin:1')).toBeUndefined()
  }
})

import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotp, stepOf } from './totp.ts'

const { secret, base32, address } = newTotp('owner')
/** What an app shows that read the address. */
const shownAt = (at: Date) =>
  new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: at.getTime() })
const noon = new Date('2026-11-22T06:30:00Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const step = noon.getTime() / 30_000

test.each([
  // seconds that the app's clock is off, the step, or undefined where the code is refused
  [-60, undefined],
  [-31, undefined],
  [-30, step - 1],
  [-1, step - 1],
  [0, step],
  [29, step],
  [30, step + 1],
  [59, step + 1],
  [60, undefined],
])('a code of an app whose clock is off by %i s is of the step %s', (off, expected) => {
  expect(stepOf(secret, shownAt(after(off)), noon)).toBe(expected)
})

test('the address says whose it is, and the RFC 6238 secret gives the codes of its table', () => {
  expect(address).toMatch(/^otpauth:\/\/totp\/Munim:owner\?issuer=Munim&secret=[A-Z2-7]{32}&/)
  const known = Buffer.from('12345678901234567890')
  expect(stepOf(known, '287082', new Date(59_000))).toBe(1)
  expect(stepOf(known, '081804', new Date(1_111_111_109_000))).toBe(37_037_036)
})

test.each(['', '12345', '1234567', 'abcdef'])('%j is no code', (typed) => {
  expect(stepOf(secret, typed, noon)).toBeUndefined()
})

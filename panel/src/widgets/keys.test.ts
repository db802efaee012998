import { expect, test } from 'vitest'
import { keyOf } from './keys.ts'

test.each([
  [{ key: 'Enter', isComposing: false, keyCode: 13 }, 'Enter'],
  [{ key: 'Enter', isComposing: true, keyCode: 13 }, ''],
  [{ key: 'Enter', isComposing: false, keyCode: 229 }, ''], // Safari
])('of %j is meant: %j', (event, key) => {
  expect(keyOf({ nativeEvent: event as KeyboardEvent })).toBe(key)
})
